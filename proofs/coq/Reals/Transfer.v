(** What a certificate says of rational mechanisms, it says of all real ones.

    An exported certificate is a theorem of [ExactDP], over the rational numbers: no rational mechanism does better. The
    numbers in it are rational, those of a mechanism that is to do better need not be. By the theorems below the same
    statement holds over the real numbers, in the definitions of [ExactDP.Reals].

    The reason is elimination: what a system of linear inequalities with rational coefficients has as a solution over ℝ,
    it has over ℚ. *)

From Coq Require Export Rdefinitions.
From Coq Require Import QArith Qreals.
From ExactDP Require Existence Checkers.
From ExactDP.Reals Require Import Existence.

Local Open Scope R_scope.

Module Rational := ExactDP.Definitions.
Module Real := ExactDP.Reals.Definitions.
Module RationalSums := ExactDP.Sums.
Module RationalSystem := ExactDP.Existence.

Notation rational := QArith_base.Q.

(** A rational number, matrix, constraint and user, as real ones. *)
Notation real := Q2R.

Definition real_numbers (f : nat -> rational) : nat -> R := fun k => real (f k).

Definition real_matrix (x : Rational.matrix) : matrix := fun i r => real (x i r).

Definition real_constraint (c : Rational.constraint) : constraint :=
  match c with
  | Rational.AtLeast b a => AtLeast (real b) (real_matrix a)
  | Rational.Exactly b a => Exactly (real b) (real_matrix a)
  end.

Definition real_user (who : Rational.user) : user :=
  match who with
  | Rational.Bayesian p => Bayesian (real_numbers p)
  | Rational.Minimax s => Minimax s
  end.

(** The order and the operations are the same. *)
Lemma real_le a b : (a <= b)%Q <-> real a <= real b.
Proof. split; [apply Qle_Rle | apply Rle_Qle]. Qed.

Lemma real_lt a b : (a < b)%Q <-> real a < real b.
Proof. split; [apply Qlt_Rlt | apply Rlt_Qlt]. Qed.

Lemma real_equal a b : (a == b)%Q <-> real a = real b.
Proof. split; [apply Qeq_eqR | apply eqR_Qeq]. Qed.

Lemma real_0 : real 0%Q = 0.
Proof. unfold Q2R. cbn. lra. Qed.

Lemma real_1 : real 1%Q = 1.
Proof. unfold Q2R. cbn. lra. Qed.

Ltac realize :=
  repeat (rewrite Q2R_plus || rewrite Q2R_minus || rewrite Q2R_mult || rewrite Q2R_opp || rewrite real_0 || rewrite real_1).

Lemma real_sum n f : real (RationalSums.sum n f) = sum n (fun k => real (f k)).
Proof. induction n as [|n IH]; cbn [RationalSums.sum sum]; realize; [reflexivity | now rewrite IH]. Qed.

(** Systems of linear inequalities: what has a real solution has a rational one. *)
Definition real_inequality (f : RationalSystem.inequality) : inequality :=
  Inequality (real (RationalSystem.slope f)) (real (RationalSystem.constant f)) (real_numbers (RationalSystem.weight f)).

Definition real_solution (m : nat) (system : list RationalSystem.inequality) (v : R) (x : nat -> R) : Prop :=
  forall f, In f system -> 0 <= side m (real_inequality f) v x.

Lemma real_side_mixed m c d p q v x :
  side m (real_inequality (RationalSystem.mixed c d p q)) v x =
  real c * side m (real_inequality p) v x + real d * side m (real_inequality q) v x.
Proof.
  unfold side, real_inequality, RationalSystem.mixed, real_numbers.
  cbn [slope constant weight RationalSystem.slope RationalSystem.constant RationalSystem.weight].
  rewrite (sum_equal m _ (fun k => real c * (real (RationalSystem.weight p k) * x k)
    + real d * (real (RationalSystem.weight q k) * x k))) by (intros; realize; ring).
  rewrite sum_plus, !sum_times. realize. ring.
Qed.

Lemma real_solution_eliminated m system v x :
  real_solution (S m) system v x -> real_solution m (RationalSystem.eliminated m system) v x.
Proof.
  intros H f Hf. apply RationalSystem.in_eliminated in Hf.
  assert (Hw : forall p, weight (real_inequality p) m = real (RationalSystem.weight p m)) by reflexivity.
  destruct Hf as [[Hf H0]|(p & q & -> & [Hp Hp0] & [Hq Hq0])].
  - specialize (H f Hf). apply real_equal in H0. rewrite side_last, Hw, H0, real_0 in H. lra.
  - rewrite real_side_mixed. apply H in Hp. apply H in Hq. rewrite side_last, Hw in Hp, Hq.
    apply real_lt in Hp0, Hq0. rewrite real_0 in Hp0, Hq0. rewrite Q2R_opp.
    assert (H1 : 0 <= (- real (RationalSystem.weight q m)) *
      (side m (real_inequality p) v x + real (RationalSystem.weight p m) * x m)) by (apply Rmult_le_pos; lra).
    assert (H2 : 0 <= real (RationalSystem.weight p m) *
      (side m (real_inequality q) v x + real (RationalSystem.weight q m) * x m)) by (apply Rmult_le_pos; lra). lra.
Qed.

Theorem rational_solution m : forall system v,
  (exists x, real_solution m system (real v) x) -> exists x, RationalSystem.solution m system v x.
Proof.
  induction m as [|m IH]; intros system v (x & H).
  - exists (fun _ => 0%Q). intros f Hf. specialize (H f Hf). apply real_le. unfold RationalSystem.side.
    cbn [RationalSums.sum]. realize. unfold side in H. cbn [sum] in H. unfold real_inequality in H.
    cbn [slope constant] in H. lra.
  - destruct (IH (RationalSystem.eliminated m system) v) as (y & Hy).
    + exists x. now apply real_solution_eliminated.
    + destruct (RationalSystem.solution_again m system v y Hy) as (z & Hz). eexists. exact Hz.
Qed.

(** The same for linear constraints on the entries of a matrix. *)
Lemma real_combination m n a x :
  real (Rational.combination m n a x) = combination m n (real_matrix a) (real_matrix x).
Proof.
  unfold Rational.combination. rewrite real_sum. apply sum_equal. intros i _. rewrite real_sum. apply sum_equal.
  intros r _. apply Q2R_mult.
Qed.

Lemma real_keeps m n x c : Rational.keeps m n x c <-> keeps m n (real_matrix x) (real_constraint c).
Proof.
  destruct c as [b a|b a]; cbn [Rational.keeps real_constraint keeps]; rewrite <- real_combination.
  - apply real_le.
  - apply real_equal.
Qed.

Lemma rational_matrix m n cs y :
  (forall c, In c cs -> keeps m n y (real_constraint c)) ->
  exists x, forall c, In c cs -> Rational.keeps m n x c.
Proof.
  intros H. destruct (rational_solution (m * n) (RationalSystem.system_of n cs []) 0%Q) as (z & Hz).
  - exists (read n y). intros f Hf. unfold RationalSystem.system_of in Hf. rewrite app_nil_r in Hf.
    apply in_flat_map in Hf. destruct Hf as (c & Hc & Hf). specialize (H c Hc).
    destruct c as [b a|b a]; cbn [real_constraint keeps RationalSystem.inequalities_of In] in *;
      rewrite combination_read in H.
    + destruct Hf as [<-|[]]. unfold side, real_inequality.
      cbn [slope constant weight RationalSystem.slope RationalSystem.constant RationalSystem.weight]. realize.
      rewrite (sum_equal _ _ (fun j => read n (real_matrix a) j * read n y j)) by (intros; reflexivity). lra.
    + destruct Hf as [<-|[<-|[]]]; unfold side, real_inequality;
        cbn [slope constant weight RationalSystem.slope RationalSystem.constant RationalSystem.weight]; realize.
      * rewrite (sum_equal _ _ (fun j => read n (real_matrix a) j * read n y j)) by (intros; reflexivity). lra.
      * rewrite (sum_equal _ _ (fun j => (-1) * (read n (real_matrix a) j * read n y j))).
        -- rewrite sum_times. lra.
        -- intros j _. unfold real_numbers. rewrite Q2R_opp. unfold RationalSystem.read, read, real_matrix. ring.
  - exists (RationalSystem.written n z). now apply RationalSystem.system_solved in Hz.
Qed.

(** A rational property P of matrices and a real one S, such that finitely many linear constraints with rational
    coefficients follow from S and imply P: P has a matrix if S has one. *)
Definition carried (m n : nat) (P : Rational.matrix -> Prop) (S : matrix -> Prop) : Prop :=
  exists cs, (forall x, (forall c, In c cs -> Rational.keeps m n x c) -> P x) /\
    (forall y, S y -> forall c, In c cs -> keeps m n y (real_constraint c)).

Theorem carried_back m n P S : carried m n P S -> (exists y, S y) -> exists x, P x.
Proof.
  intros (cs & HP & HS) (y & Hy). destruct (rational_matrix m n cs y) as (x & Hx); [now apply HS|]. exists x. now apply HP.
Qed.

(** Numbers that are linear in a matrix, with the same rational coefficients over ℚ and over ℝ. *)
Definition linear_in_both (m n : nat) (e : Rational.matrix -> rational) (f : matrix -> R) : Prop :=
  exists a, (forall x, (e x == Rational.combination m n a x)%Q) /\ forall y, f y = combination m n (real_matrix a) y.

Lemma both_entry m n k r :
  (k < m)%nat -> (r < n)%nat -> linear_in_both m n (fun x => x k r) (fun y => y k r).
Proof.
  intros Hk Hr.
  exists (fun i q => if (i =? k)%nat then if (q =? r)%nat then 1%Q else 0%Q else 0%Q). split.
  - intros x. unfold Rational.combination. rewrite (RationalSums.sum_single m k); [|assumption|].
    + rewrite Nat.eqb_refl, (RationalSums.sum_single n r); [|assumption|].
      * rewrite Nat.eqb_refl. ring.
      * intros q _ Hq. apply Nat.eqb_neq in Hq. rewrite Hq. ring.
    + intros i _ Hi. apply Nat.eqb_neq in Hi. rewrite Hi.
      rewrite (RationalSums.sum_equal _ _ (fun _ => 0%Q)); [apply RationalSums.sum_zero | intros; ring].
  - intros y. unfold combination, real_matrix. rewrite (sum_single m k); [|assumption|].
    + rewrite Nat.eqb_refl, (sum_single n r); [|assumption|].
      * rewrite Nat.eqb_refl, real_1. ring.
      * intros q _ Hq. apply Nat.eqb_neq in Hq. rewrite Hq, real_0. ring.
    + intros i _ Hi. apply Nat.eqb_neq in Hi. rewrite Hi, (sum_equal _ _ (fun _ => 0)); [apply sum_zero|].
      intros. rewrite real_0. ring.
Qed.

Lemma both_zero m n : linear_in_both m n (fun _ => 0%Q) (fun _ => 0).
Proof.
  exists (fun _ _ => 0%Q). split.
  - intros x. symmetry. apply ExactDP.Duality.combination_zero.
  - intros y. rewrite (combination_equal _ _ _ (fun _ _ => 0)) by (intros; apply real_0). symmetry. apply combination_zero.
Qed.

Lemma both_plus m n e f e' f' :
  linear_in_both m n e f -> linear_in_both m n e' f' ->
  linear_in_both m n (fun x => e x + e' x)%Q (fun y => f y + f' y).
Proof.
  intros (a & Ha & Hb) (a' & Ha' & Hb'). exists (fun i r => a i r + a' i r)%Q. split.
  - intros x. now rewrite ExactDP.Duality.combination_plus, Ha, Ha'.
  - intros y. rewrite Hb, Hb', <- combination_plus. apply combination_equal. intros. symmetry. apply Q2R_plus.
Qed.

Lemma both_times m n c e f : linear_in_both m n e f -> linear_in_both m n (fun x => c * e x)%Q (fun y => real c * f y).
Proof.
  intros (a & Ha & Hb). exists (fun i r => c * a i r)%Q. split.
  - intros x. now rewrite ExactDP.Duality.combination_times, Ha.
  - intros y. rewrite Hb, <- combination_times. apply combination_equal. intros. symmetry. apply Q2R_mult.
Qed.

Lemma both_equal m n e f e' f' :
  (forall x, (e x == e' x)%Q) -> (forall y, f y = f' y) -> linear_in_both m n e' f' -> linear_in_both m n e f.
Proof.
  intros He Hf (a & Ha & Hb). exists a. split.
  - intros x. now rewrite He.
  - intros y. now rewrite Hf.
Qed.

Lemma both_sum m n p (e : nat -> Rational.matrix -> rational) (f : nat -> matrix -> R) :
  (forall k, (k < p)%nat -> linear_in_both m n (e k) (f k)) ->
  linear_in_both m n (fun x => RationalSums.sum p (fun k => e k x)) (fun y => sum p (fun k => f k y)).
Proof.
  induction p as [|p IH]; intros H; [apply both_zero|].
  apply (both_plus m n (fun x => RationalSums.sum p (fun k => e k x)) (fun y => sum p (fun k => f k y)) (e p) (f p));
    [apply IH; intros; apply H; lia | apply H; lia].
Qed.

(** What linear constraints say. *)
Lemma carried_at_least m n b e f :
  linear_in_both m n e f -> carried m n (fun x => b <= e x)%Q (fun y => real b <= f y).
Proof.
  intros (a & Ha & Hb). exists [Rational.AtLeast b a]. split.
  - intros x H. rewrite Ha. exact (H _ (or_introl eq_refl)).
  - intros y H c [<-|[]]. cbn [real_constraint keeps]. now rewrite <- Hb.
Qed.

Lemma carried_exactly m n b e f :
  linear_in_both m n e f -> carried m n (fun x => e x == b)%Q (fun y => f y = real b).
Proof.
  intros (a & Ha & Hb). exists [Rational.Exactly b a]. split.
  - intros x H. rewrite Ha. exact (H _ (or_introl eq_refl)).
  - intros y H c [<-|[]]. cbn [real_constraint keeps]. now rewrite <- Hb.
Qed.

Lemma carried_same m n (P P' : Rational.matrix -> Prop) (S S' : matrix -> Prop) :
  (forall x, P' x -> P x) -> (forall y, S y -> S' y) -> carried m n P' S' -> carried m n P S.
Proof. intros HP HS (cs & H & H'). exists cs. split; auto. Qed.

Lemma carried_at_most m n e f e' f' :
  linear_in_both m n e f -> linear_in_both m n e' f' -> carried m n (fun x => e x <= e' x)%Q (fun y => f y <= f' y).
Proof.
  intros He He'.
  apply carried_same with (P' := fun x => (0 <= e' x + (-1) * e x)%Q) (S' := fun y => real 0%Q <= f' y + real (-1) * f y).
  - intros x Hx. Lqa.lra.
  - intros y Hy. rewrite real_0. unfold Q2R. cbn. lra.
  - apply (carried_at_least m n 0%Q _ (fun y => f' y + real (-1) * f y)). apply both_plus; [assumption | now apply both_times].
Qed.

Lemma carried_and m n P S P' S' :
  carried m n P S -> carried m n P' S' -> carried m n (fun x => P x /\ P' x) (fun y => S y /\ S' y).
Proof.
  intros (cs & HP & HS) (cs' & HP' & HS'). exists (cs ++ cs'). split.
  - intros x H. split; [apply HP | apply HP']; intros; apply H, in_or_app; auto.
  - intros y [Hy Hy'] c Hc. apply in_app_or in Hc. destruct Hc; auto.
Qed.

Lemma carried_all {A} m n (indices : list A) (P : A -> Rational.matrix -> Prop) (S : A -> matrix -> Prop) :
  (forall a, In a indices -> carried m n (P a) (S a)) ->
  carried m n (fun x => forall a, In a indices -> P a x) (fun y => forall a, In a indices -> S a y).
Proof.
  induction indices as [|a rest IH]; intros H.
  - exists []. split; intros _ _ ? [].
  - apply carried_same with (P' := fun x => P a x /\ forall b, In b rest -> P b x)
      (S' := fun y => S a y /\ forall b, In b rest -> S b y).
    + intros x [Ha Hrest] b [<-|Hb]; auto.
    + intros y Hy. split; [apply Hy; now left | intros; apply Hy; now right].
    + apply carried_and; [apply H; now left | apply IH; intros; apply H; now right].
Qed.

Lemma carried_below m n p (P : nat -> Rational.matrix -> Prop) (S : nat -> matrix -> Prop) :
  (forall k, (k < p)%nat -> carried m n (P k) (S k)) ->
  carried m n (fun x => forall k, (k < p)%nat -> P k x) (fun y => forall k, (k < p)%nat -> S k y).
Proof.
  intros H. apply carried_same with (P' := fun x => forall k, In k (seq 0 p) -> P k x)
    (S' := fun y => forall k, In k (seq 0 p) -> S k y).
  - intros x Hx k Hk. apply Hx. apply in_seq. lia.
  - intros y Hy k Hk. apply Hy. apply in_seq in Hk. lia.
  - apply carried_all. intros k Hk. apply H. apply in_seq in Hk. lia.
Qed.

(** Mechanisms, of the first inputs among m, and their losses. *)
Lemma carried_stochastic m n inputs responses :
  (inputs <= m)%nat -> (responses <= n)%nat ->
  carried m n (Rational.stochastic inputs responses) (stochastic inputs responses).
Proof.
  intros Hm Hn. apply carried_and.
  - apply carried_same with
      (P' := fun x => forall i, (i < inputs)%nat -> forall r, (r < responses)%nat -> (0 <= x i r)%Q)
      (S' := fun y => forall i, (i < inputs)%nat -> forall r, (r < responses)%nat -> real 0%Q <= y i r).
    + auto.
    + intros y H i Hi r Hr. rewrite real_0. auto.
    + apply carried_below. intros i Hi. apply carried_below. intros r Hr.
      apply (carried_at_least m n 0%Q (fun x => x i r)). apply both_entry; lia.
  - apply carried_same with
      (P' := fun x => forall i, (i < inputs)%nat -> (RationalSums.sum responses (fun r => x i r) == 1)%Q)
      (S' := fun y => forall i, (i < inputs)%nat -> sum responses (fun r => y i r) = real 1%Q).
    + auto.
    + intros y H i Hi. rewrite real_1. now apply H.
    + apply carried_below. intros i Hi. apply carried_exactly.
      apply (both_sum m n responses (fun r x => x i r) (fun r y => y i r)). intros r Hr. apply both_entry; lia.
Qed.

Lemma carried_private m n pairs responses alpha :
  (forall i k, In (i, k) pairs -> (i < m)%nat /\ (k < m)%nat) -> (responses <= n)%nat ->
  carried m n (Rational.private pairs responses alpha) (private pairs responses (real alpha)).
Proof.
  intros Hpairs Hn.
  apply carried_same with
    (P' := fun x => forall pair, In pair pairs -> forall r, (r < responses)%nat ->
       (alpha * x (fst pair) r <= x (snd pair) r)%Q /\ (alpha * x (snd pair) r <= x (fst pair) r)%Q)
    (S' := fun y => forall pair, In pair pairs -> forall r, (r < responses)%nat ->
       real alpha * y (fst pair) r <= y (snd pair) r /\ real alpha * y (snd pair) r <= y (fst pair) r).
  - intros x H i k Hik r Hr. exact (H (i, k) Hik r Hr).
  - intros y H [i k] Hik r Hr. now apply H.
  - apply carried_all. intros [i k] Hik. destruct (Hpairs i k Hik). cbn [fst snd].
    apply carried_below. intros r Hr.
    apply carried_and; (apply carried_at_most; [apply both_times|]); apply both_entry; lia.
Qed.

Lemma carried_mechanism m n inputs responses pairs alpha :
  (inputs <= m)%nat -> (forall i k, In (i, k) pairs -> (i < m)%nat /\ (k < m)%nat) -> (responses <= n)%nat ->
  carried m n (Rational.private_mechanism inputs responses pairs alpha)
    (private_mechanism inputs responses pairs (real alpha)).
Proof. intros Hm Hp Hn. apply carried_and; [now apply carried_stochastic | now apply carried_private]. Qed.

Lemma both_combination m n inputs responses a :
  (inputs <= m)%nat -> (responses <= n)%nat ->
  linear_in_both m n (Rational.combination inputs responses a) (combination inputs responses (real_matrix a)).
Proof.
  intros Hm Hn.
  apply (both_sum m n inputs (fun i x => RationalSums.sum responses (fun r => a i r * x i r)%Q)
    (fun i y => sum responses (fun r => real_matrix a i r * y i r))).
  intros i Hi. apply (both_sum m n responses (fun r x => a i r * x i r)%Q (fun r y => real_matrix a i r * y i r)).
  intros r Hr. apply (both_times m n (a i r) (fun x => x i r) (fun y => y i r)). apply both_entry; lia.
Qed.

Lemma carried_feasible m n inputs responses pairs alpha cs :
  (inputs <= m)%nat -> (forall i k, In (i, k) pairs -> (i < m)%nat /\ (k < m)%nat) -> (responses <= n)%nat ->
  carried m n (Rational.feasible inputs responses pairs alpha cs)
    (feasible inputs responses pairs (real alpha) (map real_constraint cs)).
Proof.
  intros Hm Hp Hn. apply carried_and; [now apply carried_mechanism|].
  apply carried_same with (P' := fun x => forall c, In c cs -> Rational.keeps inputs responses x c)
    (S' := fun y => forall c, In c cs -> keeps inputs responses y (real_constraint c)).
  - auto.
  - intros y H c Hc. apply H. now apply in_map.
  - apply carried_all. intros [b a|b a] _; cbn [Rational.keeps real_constraint keeps].
    + apply carried_at_least. now apply both_combination.
    + apply carried_exactly. now apply both_combination.
Qed.

Lemma both_expected_loss m n responses l i (e : nat -> Rational.matrix -> rational) (f : nat -> matrix -> R) :
  (forall r, (r < responses)%nat -> linear_in_both m n (e r) (f r)) ->
  linear_in_both m n (fun x => RationalSums.sum responses (fun r => e r x * l i r)%Q)
    (fun y => sum responses (fun r => f r y * real_matrix l i r)).
Proof.
  intros H.
  apply (both_sum m n responses (fun r x => e r x * l i r)%Q (fun r y => f r y * real_matrix l i r)).
  intros r Hr. apply both_equal with (e' := fun x => (l i r * e r x)%Q) (f' := fun y => real (l i r) * f r y).
  - intros; ring.
  - intros. unfold real_matrix. ring.
  - apply both_times. now apply H.
Qed.

(** A user's loss of what is linear in a matrix is at most w. *)
Lemma carried_loss m n inputs responses l who w (F : Rational.matrix -> Rational.matrix) (G : matrix -> matrix) :
  (forall i r, looks_at inputs (real_user who) i -> (r < responses)%nat ->
     linear_in_both m n (fun x => F x i r) (fun y => G y i r)) ->
  carried m n (fun x => Rational.loss inputs responses l who (F x) <= w)%Q
    (fun y => loss inputs responses (real_matrix l) (real_user who) (G y) <= real w).
Proof.
  intros H.
  assert (Hrow : forall i, looks_at inputs (real_user who) i ->
    linear_in_both m n (fun x => Rational.expected_loss responses l (F x) i)
      (fun y => expected_loss responses (real_matrix l) (G y) i)).
  { intros i Hi. apply (both_expected_loss m n responses l i (fun r x => F x i r) (fun r y => G y i r)).
    intros r Hr. now apply H. }
  assert (Hmost : forall e f, linear_in_both m n e f -> carried m n (fun x => e x <= w)%Q (fun y => f y <= real w)).
  { intros e f He.
    apply carried_same with (P' := fun x => (- w <= (-1) * e x)%Q) (S' := fun y => real (- w) <= real (-1) * f y).
    - intros x Hx. Lqa.lra.
    - intros y Hy. rewrite Q2R_opp. unfold Q2R at 2. cbn. lra.
    - apply (carried_at_least m n (- w)%Q _ (fun y => real (-1) * f y)). now apply both_times. }
  destruct who as [p|s]; cbn [Rational.loss real_user loss looks_at] in *.
  - apply Hmost. apply (both_sum m n inputs (fun i x => p i * Rational.expected_loss responses l (F x) i)%Q
      (fun i y => real_numbers p i * expected_loss responses (real_matrix l) (G y) i)).
    intros i Hi. apply (both_times m n (p i)). now apply Hrow.
  - destruct s as [|i0 s]; [apply (Hmost _ _ (both_zero m n))|].
    apply carried_same with (P' := fun x => forall i, In i (i0 :: s) -> (Rational.expected_loss responses l (F x) i <= w)%Q)
      (S' := fun y => forall i, In i (i0 :: s) -> expected_loss responses (real_matrix l) (G y) i <= real w).
    + intros x Hx. apply RationalSums.maximum_least; [discriminate | assumption].
    + intros y Hy i Hi. eapply Rle_trans; [|exact Hy].
      now apply (maximum_above (expected_loss responses (real_matrix l) (G y))).
    + apply carried_all. intros i Hi. apply Hmost. now apply Hrow.
Qed.

(** What holds of a rational matrix holds of it as a real one, and conversely. *)
Theorem real_stochastic inputs responses x :
  Rational.stochastic inputs responses x <-> stochastic inputs responses (real_matrix x).
Proof.
  unfold Rational.stochastic, stochastic, real_matrix. rewrite <- real_0, <- real_1.
  split; intros [H Hs]; (split; [intros i r Hi Hr; apply real_le; auto|]).
  - intros i Hi. rewrite <- (real_sum responses (x i)). apply real_equal. auto.
  - intros i Hi. apply real_equal. rewrite real_sum. auto.
Qed.

Theorem real_private pairs responses alpha x :
  Rational.private pairs responses alpha x <-> private pairs responses (real alpha) (real_matrix x).
Proof.
  unfold Rational.private, private, real_matrix.
  split; intros H i k Hik r Hr; specialize (H i k Hik r Hr);
    rewrite <- ?Q2R_mult in *; destruct H; split; now apply real_le.
Qed.

Theorem real_private_mechanism inputs responses pairs alpha x :
  Rational.private_mechanism inputs responses pairs alpha x <->
  private_mechanism inputs responses pairs (real alpha) (real_matrix x).
Proof. unfold Rational.private_mechanism, private_mechanism. now rewrite real_stochastic, real_private. Qed.

Theorem real_same inputs responses x y :
  Rational.same inputs responses x y <-> same inputs responses (real_matrix x) (real_matrix y).
Proof. split; intros H i r Hi Hr; apply real_equal; now apply H. Qed.

Lemma real_probability responses x i set :
  real (Rational.probability responses x i set) = probability responses (real_matrix x) i set.
Proof.
  unfold Rational.probability. rewrite real_sum. apply sum_equal. intros r _. destruct (set r); [reflexivity | apply real_0].
Qed.

Theorem real_approximately_private pairs responses alpha delta x :
  Rational.approximately_private pairs responses alpha delta x <->
  approximately_private pairs responses (real alpha) (real delta) (real_matrix x).
Proof.
  unfold Rational.approximately_private, approximately_private.
  split; intros H i k Hik set; specialize (H i k Hik set);
    rewrite <- ?real_probability, <- ?Q2R_mult, <- ?Q2R_plus in *; destruct H; split; now apply real_le.
Qed.

Lemma real_expected_loss responses l x i :
  real (Rational.expected_loss responses l x i) = expected_loss responses (real_matrix l) (real_matrix x) i.
Proof. unfold Rational.expected_loss. rewrite real_sum. apply sum_equal. intros r _. apply Q2R_mult. Qed.

Lemma real_maximum f s : real (RationalSums.maximum f s) = maximum (fun i => real (f i)) s.
Proof.
  induction s as [|i [|k rest] IH]; [apply real_0 | reflexivity |].
  change (RationalSums.maximum f (i :: k :: rest)) with (Qminmax.Qmax (f i) (RationalSums.maximum f (k :: rest))).
  change (maximum (fun j => real (f j)) (i :: k :: rest)) with
    (Rmax (real (f i)) (maximum (fun j => real (f j)) (k :: rest))).
  rewrite <- IH. destruct (Qminmax.Q.max_spec (f i) (RationalSums.maximum f (k :: rest))) as [[H E]|[H E]].
  - apply real_equal in E. apply real_lt in H. rewrite E, Rmax_right; [reflexivity | lra].
  - apply real_equal in E. apply real_le in H. rewrite E, Rmax_left; [reflexivity | lra].
Qed.

Lemma real_loss inputs responses l who x :
  real (Rational.loss inputs responses l who x) = loss inputs responses (real_matrix l) (real_user who) (real_matrix x).
Proof.
  destruct who as [p|s]; cbn [Rational.loss real_user loss].
  - rewrite real_sum. apply sum_equal. intros i _. rewrite Q2R_mult, real_expected_loss. reflexivity.
  - rewrite real_maximum. induction s as [|i [|k rest] IH]; [reflexivity | apply real_expected_loss |].
    change (maximum ?f (i :: k :: rest)) with (Rmax (f i) (maximum f (k :: rest))). cbv beta.
    now rewrite IH, real_expected_loss.
Qed.

Lemma real_feasible inputs responses pairs alpha cs x :
  Rational.feasible inputs responses pairs alpha cs x <->
  feasible inputs responses pairs (real alpha) (map real_constraint cs) (real_matrix x).
Proof.
  unfold Rational.feasible, feasible. rewrite real_private_mechanism. apply and_iff_compat_l. split.
  - intros H c Hc. apply in_map_iff in Hc. destruct Hc as (d & <- & Hd). apply real_keeps. auto.
  - intros H c Hc. apply real_keeps. apply H. now apply in_map.
Qed.

Lemma real_product columns y t i r :
  real (Rational.product columns y t i r) = product columns (real_matrix y) (real_matrix t) i r.
Proof. unfold Rational.product. rewrite real_sum. apply sum_equal. intros k _. apply Q2R_mult. Qed.

(** Between two real numbers there is a rational one. *)
Lemma rational_between a b : a < b -> exists q, a < real q < b.
Proof.
  intros H. set (d := up (/ (b - a))). destruct (archimed (/ (b - a))) as [Hd _]. fold d in Hd.
  assert (Hi : 0 < / (b - a)) by (apply Rinv_0_lt_compat; lra).
  assert (Hp : 0 < IZR d) by lra.
  assert (Hdz : (0 < d)%Z) by now apply lt_IZR.
  set (k := up (a * IZR d)). destruct (archimed (a * IZR d)) as [Hk Hk']. fold k in Hk, Hk'.
  exists (Qmake k (Z.to_pos d)). unfold Q2R. cbn [Qnum Qden]. rewrite Z2Pos.id by assumption.
  assert (Hba : 1 < (b - a) * IZR d).
  { apply Rmult_lt_reg_l with (/ (b - a)); [assumption|]. rewrite <- Rmult_assoc, Rinv_l by lra. lra. }
  split; apply (Rmult_lt_reg_r (IZR d)); try assumption; rewrite Rmult_assoc, Rinv_l, ?Rmult_1_r by lra; lra.
Qed.

(** Rows enough for all inputs that are named. *)
Lemma rows_enough inputs (pairs : neighbours) (s : list nat) :
  exists m, (inputs <= m)%nat /\ (forall i k, In (i, k) pairs -> (i < m)%nat /\ (k < m)%nat) /\
    forall i, In i s -> (i < m)%nat.
Proof.
  assert (Hmax : forall l i, In i l -> (i <= list_max l)%nat).
  { intros l i Hi. assert (H := proj1 (list_max_le l (list_max l)) (Nat.le_refl _)).
    rewrite Forall_forall in H. now apply H. }
  exists (S (inputs + list_max (map fst pairs) + list_max (map snd pairs) + list_max s)). split; [lia|]. split.
  - intros i k Hik. assert (Hi := Hmax _ _ (in_map fst _ _ Hik)). assert (Hk := Hmax _ _ (in_map snd _ _ Hik)).
    cbn [fst snd] in *. lia.
  - intros i Hi. apply Hmax in Hi. lia.
Qed.

Definition inputs_of (who : user) : list nat := match who with Bayesian _ => [] | Minimax s => s end.

(** Where a real mechanism is feasible and loses less than v, so does a rational one, also if it is to have at most, or
    at least, the entry q somewhere. *)
Lemma rational_competitor inputs responses pairs alpha cs l who v y :
  feasible inputs responses pairs (real alpha) (map real_constraint cs) y ->
  loss inputs responses (real_matrix l) (real_user who) y < real v ->
  exists x, Rational.feasible inputs responses pairs alpha cs x /\ (Rational.loss inputs responses l who x < v)%Q.
Proof.
  intros Hy Hl. destruct (rational_between _ _ Hl) as (w & Hw & Hwv).
  destruct (rows_enough inputs pairs (inputs_of (real_user who))) as (m & Hm & Hp & Hs).
  assert (Hboth := carried_and _ _ _ _ _ _
    (carried_feasible m responses inputs responses pairs alpha cs Hm Hp (Nat.le_refl _))
    (carried_loss m responses inputs responses l who w (fun x => x) (fun y => y)
      ltac:(intros i r Hi Hr; apply both_entry;
            [destruct who; cbn in *; [lia | now apply Hs] | assumption]))).
  destruct (carried_back _ _ _ _ Hboth) as (x & Hx & Hxl).
  - exists y. split; [assumption | lra].
  - exists x. split; [assumption|]. apply QArith_base.Qle_lt_trans with w; [assumption | now apply real_lt].
Qed.

(** The certificate of an optimum: no real mechanism that is allowed loses less. *)
Theorem real_optimal inputs responses pairs alpha cs l who v x :
  Rational.optimal (Rational.feasible inputs responses pairs alpha cs) (Rational.loss inputs responses l who) v x ->
  optimal (feasible inputs responses pairs (real alpha) (map real_constraint cs))
    (loss inputs responses (real_matrix l) (real_user who)) (real v) (real_matrix x).
Proof.
  intros (Hx & Hv & Hbest). split; [now apply real_feasible|]. split.
  - rewrite <- real_loss. now apply real_equal.
  - intros y Hy. apply Rnot_lt_le. intros Hl.
    destruct (rational_competitor inputs responses pairs alpha cs l who v y Hy Hl) as (z & Hz & Hzl).
    apply Hbest in Hz. revert Hzl. now apply Qle_not_lt.
Qed.

(** The certificate of infeasibility: no real mechanism is allowed. *)
Theorem real_infeasible inputs responses pairs alpha cs :
  (forall x, ~ Rational.feasible inputs responses pairs alpha cs x) ->
  forall y, ~ feasible inputs responses pairs (real alpha) (map real_constraint cs) y.
Proof.
  intros H y Hy. destruct (rows_enough inputs pairs []) as (m & Hm & Hp & _).
  destruct (carried_back _ _ _ _ (carried_feasible m responses inputs responses pairs alpha cs Hm Hp (Nat.le_refl _)))
    as (x & Hx); [now exists y | now apply (H x)].
Qed.

(** The certificate that nothing is derivable: no real remap exists either. *)
Theorem real_derivable inputs columns responses x y :
  Rational.derivable inputs columns responses x y <->
  derivable inputs columns responses (real_matrix x) (real_matrix y).
Proof.
  split.
  - intros (t & Ht & H). exists (real_matrix t). split; [now apply real_stochastic|].
    intros i r Hi Hr. rewrite <- real_product. apply real_equal. now apply H.
  - intros Hsome.
    apply (carried_back columns responses _
      (fun t => stochastic columns responses t /\ same inputs responses (real_matrix x) (product columns (real_matrix y) t)));
      [|exact Hsome].
    apply carried_and; [now apply carried_stochastic|].
    apply carried_same with
      (P' := fun t => forall i, (i < inputs)%nat -> forall r, (r < responses)%nat ->
         (RationalSums.sum columns (fun k => y i k * t k r) == x i r)%Q)
      (S' := fun t => forall i, (i < inputs)%nat -> forall r, (r < responses)%nat ->
         sum columns (fun k => real (y i k) * t k r) = real (x i r)).
    + intros t H i r Hi Hr. symmetry. now apply H.
    + intros t H i Hi r Hr. symmetry. now apply H.
    + apply carried_below. intros i Hi. apply carried_below. intros r Hr. apply carried_exactly.
      apply (both_sum columns responses columns (fun k t => y i k * t k r)%Q (fun k t => real (y i k) * t k r)).
      intros k Hk. apply (both_times columns responses (y i k) (fun t => t k r) (fun t => t k r)). now apply both_entry.
Qed.

Theorem real_not_derivable inputs columns responses x y :
  ~ Rational.derivable inputs columns responses x y -> ~ derivable inputs columns responses (real_matrix x) (real_matrix y).
Proof. now rewrite real_derivable. Qed.

(** An entry that only one rational number can be is this number over ℝ too. *)
Lemma carried_entry m n P S i r c :
  carried m n P S -> (i < m)%nat -> (r < n)%nat -> (forall x, P x -> (x i r == c)%Q) -> forall y, S y -> y i r = real c.
Proof.
  intros HPS Hi Hr H y Hy. assert (He := both_entry m n i r Hi Hr).
  destruct (Rtotal_order (y i r) (real c)) as [Hlt|[E|Hgt]]; [exfalso | exact E | exfalso].
  - destruct (rational_between _ _ Hlt) as (q & Hq & Hqc). apply real_lt in Hqc.
    destruct (carried_back m n _ _ (carried_and _ _ _ _ _ _ HPS (carried_at_least m n (- q) _ _ (both_times m n (-1) _ _ He))))
      as (x & Hx & Hle).
    + exists y. split; [assumption|]. rewrite Q2R_opp. unfold Q2R at 2. cbn. lra.
    + specialize (H x Hx). Lqa.lra.
  - destruct (rational_between _ _ Hgt) as (q & Hcq & Hq). apply real_lt in Hcq.
    destruct (carried_back m n _ _ (carried_and _ _ _ _ _ _ HPS (carried_at_least m n q _ _ He))) as (x & Hx & Hle).
    + exists y. split; [assumption | lra].
    + specialize (H x Hx). Lqa.lra.
Qed.

(** The certificate of the only optimum: no other real mechanism is optimal. *)
Theorem real_only_optimal inputs responses pairs alpha cs l who v x :
  Rational.only_optimal inputs responses (Rational.feasible inputs responses pairs alpha cs)
    (Rational.loss inputs responses l who) v x ->
  only_optimal inputs responses (feasible inputs responses pairs (real alpha) (map real_constraint cs))
    (loss inputs responses (real_matrix l) (real_user who)) (real v) (real_matrix x).
Proof.
  intros [Hx Honly]. split; [now apply real_optimal|]. intros y (Hy & Hv & _) i r Hi Hr.
  destruct (rows_enough inputs pairs (inputs_of (real_user who))) as (m & Hm & Hp & Hs).
  assert (Hboth := carried_and _ _ _ _ _ _
    (carried_feasible m responses inputs responses pairs alpha cs Hm Hp (Nat.le_refl _))
    (carried_loss m responses inputs responses l who v (fun x => x) (fun y => y)
      ltac:(intros j q Hj Hq; apply both_entry;
            [destruct who; cbn in *; [lia | now apply Hs] | assumption]))).
  apply (carried_entry m responses _ _ i r (x i r) Hboth); [lia | assumption | | split; [assumption | lra]].
  intros z [Hz Hzl]. apply Honly; [|assumption|assumption]. destruct Hx as (_ & _ & Hbest).
  split; [assumption|]. split; [|assumption]. apply QArith_base.Qle_antisym; [assumption | now apply Hbest].
Qed.

(** The certificate of a vertex: nor is it midway between two others that are real. *)
Theorem real_vertex inputs responses pairs alpha x :
  (forall i k, In (i, k) pairs -> (i < inputs)%nat /\ (k < inputs)%nat) ->
  Rational.vertex inputs responses pairs alpha x <-> vertex inputs responses pairs (real alpha) (real_matrix x).
Proof.
  intros Hp. split.
  - intros [Hx Hv]. split; [now apply real_private_mechanism|]. intros y z Hy Hz Hmid i r Hi Hr.
    set (S := fun y => private_mechanism inputs responses pairs (real alpha) y /\
      exists z, private_mechanism inputs responses pairs (real alpha) z /\
        forall i r, (i < inputs)%nat -> (r < responses)%nat -> y i r + z i r = 2 * real_matrix x i r).
    set (P := fun y => Rational.private_mechanism inputs responses pairs alpha y /\
      ((forall i, (i < inputs)%nat -> forall r, (r < responses)%nat -> (- (2 * x i r) <= (-1) * y i r)%Q) /\
      forall pair, In pair pairs -> forall r, (r < responses)%nat ->
        (alpha * (2 * x (fst pair) r) - 2 * x (snd pair) r <= alpha * y (fst pair) r + (-1) * y (snd pair) r)%Q /\
        (alpha * (2 * x (snd pair) r) - 2 * x (fst pair) r <= alpha * y (snd pair) r + (-1) * y (fst pair) r)%Q)).
    assert (Hone : real (-1)%Q = -1) by (unfold Q2R; cbn; lra).
    assert (Htwo : real 2%Q = 2) by (unfold Q2R; cbn; lra).
    assert (Hboth : carried inputs responses P S).
    { apply carried_same with (P' := P) (S' := fun y => private_mechanism inputs responses pairs (real alpha) y /\
        ((forall i, (i < inputs)%nat -> forall r, (r < responses)%nat -> real (- (2 * x i r)) <= real (-1) * y i r) /\
        forall pair, In pair pairs -> forall r, (r < responses)%nat ->
          real (alpha * (2 * x (fst pair) r) - 2 * x (snd pair) r) <= real alpha * y (fst pair) r + real (-1) * y (snd pair) r /\
          real (alpha * (2 * x (snd pair) r) - 2 * x (fst pair) r) <= real alpha * y (snd pair) r + real (-1) * y (fst pair) r));
        [auto | |].
      - intros u (Hu & t & [[Ht _] Htp] & Hut). split; [assumption|]. unfold real_matrix in Hut. split.
        + intros j Hj q Hq. realize. rewrite Hone, Htwo. specialize (Ht j q Hj Hq). specialize (Hut j q Hj Hq). lra.
        + intros [j k] Hjk q Hq. cbn [fst snd]. destruct (Hp j k Hjk) as [Hj Hk].
          destruct (Htp j k Hjk q Hq) as [H1 H2]. assert (E1 := Hut j q Hj Hq). assert (E2 := Hut k q Hk Hq).
          realize. rewrite Hone, Htwo, <- E1, <- E2. split; lra.
      - apply carried_and; [now apply carried_mechanism|]. apply carried_and.
        + apply carried_below. intros j Hj. apply carried_below. intros q Hq.
          apply (carried_at_least inputs responses _ _ (fun y => real (-1) * y j q)), both_times. now apply both_entry.
        + apply carried_all. intros [j k] Hjk. destruct (Hp j k Hjk). cbn [fst snd]. apply carried_below. intros q Hq.
          apply carried_and.
          * apply (carried_at_least inputs responses _ (fun y => alpha * y j q + (-1) * y k q)%Q).
            apply (both_plus _ _ (fun y => alpha * y j q)%Q (fun y => real alpha * y j q)
              (fun y => (-1) * y k q)%Q (fun y => real (-1) * y k q)); apply both_times; now apply both_entry.
          * apply (carried_at_least inputs responses _ (fun y => alpha * y k q + (-1) * y j q)%Q).
            apply (both_plus _ _ (fun y => alpha * y k q)%Q (fun y => real alpha * y k q)
              (fun y => (-1) * y j q)%Q (fun y => real (-1) * y j q)); apply both_times; now apply both_entry. }
    apply (carried_entry inputs responses P S i r (x i r) Hboth Hi Hr); [|now split; [|exists z]].
    clear y z Hy Hz Hmid. intros y (Hy & Hmost & Hsteps).
    apply (Hv y (fun i r => 2 * x i r - y i r)%Q Hy); [| intros; ring | assumption | assumption].
    destruct Hx as [[_ Hxs] _]. destruct Hy as [[_ Hys] _]. split; [split|].
    + intros j q Hj Hq. specialize (Hmost j Hj q Hq). Lqa.lra.
    + intros j Hj. rewrite RationalSums.sum_minus, RationalSums.sum_times, Hxs, Hys by assumption. reflexivity.
    + intros j k Hjk q Hq. destruct (Hsteps (j, k) Hjk q Hq). cbn [fst snd] in *. split; Lqa.lra.
  - intros [Hx Hv]. apply real_private_mechanism in Hx. split; [assumption|]. intros y z Hy Hz Hmid.
    apply real_same. apply (Hv (real_matrix y) (real_matrix z)); try now apply real_private_mechanism.
    intros i r Hi Hr. specialize (Hmid i r Hi Hr). apply real_equal in Hmid. unfold real_matrix.
    rewrite Q2R_plus, Q2R_mult in Hmid. rewrite Hmid. unfold Q2R at 1. cbn. lra.
Qed.

(** The certificate of the exact level: at no larger real level is it private. *)
Theorem real_exact_level pairs responses alpha x :
  Rational.exact_level pairs responses alpha x <-> exact_level pairs responses (real alpha) (real_matrix x).
Proof.
  split; intros (Hx & H1 & Hmost).
  - split; [now apply real_private|]. split; [rewrite <- real_1; now apply real_le|].
    intros beta Hb Hp. apply Rnot_lt_le. intros Hlt. destruct (rational_between _ _ Hlt) as (q & Hq & Hqb).
    assert (Hqp : Rational.private pairs responses q x).
    { apply real_private. apply real_private in Hx. intros i k Hik r Hr.
      destruct (Hx i k Hik r Hr) as [A1 A2]. destruct (Hp i k Hik r Hr) as [B1 B2].
      assert (Hstep : forall a b, real alpha * a <= b -> beta * a <= b -> real q * a <= b).
      { intros a b Ha Hb'. destruct (Rle_lt_dec 0 a); [apply Rle_trans with (beta * a) | apply Rle_trans with (real alpha * a)];
          try assumption; [apply Rmult_le_compat_r; lra|].
        rewrite !(Rmult_comm _ a). apply Rmult_le_compat_neg_l; lra. }
      split; now apply Hstep. }
    apply Hmost in Hqp; [apply real_le in Hqp; lra|]. apply real_le. rewrite real_1. lra.
  - split; [now apply real_private|]. split; [apply real_le; now rewrite real_1|].
    intros beta Hb Hp. apply real_le. apply Hmost; [rewrite <- real_1; now apply real_le | now apply real_private].
Qed.

(** The certificate of a best remap: no real remap loses less. *)
Theorem real_optimal_remap inputs columns responses l who v x z :
  Rational.optimal_remap inputs columns responses l who v x z ->
  optimal_remap inputs columns responses (real_matrix l) (real_user who) (real v) (real_matrix x) (real_matrix z).
Proof.
  intros (Hz & Hv & Hbest).
  assert (He : forall t, loss inputs responses (real_matrix l) (real_user who) (product columns (real_matrix x) (real_matrix t)) =
    real (Rational.loss inputs responses l who (Rational.product columns x t))).
  { intros t. rewrite real_loss.
    assert (Hi : forall i, expected_loss responses (real_matrix l) (product columns (real_matrix x) (real_matrix t)) i =
      expected_loss responses (real_matrix l) (real_matrix (Rational.product columns x t)) i).
    { intros i. apply sum_equal. intros r _. unfold real_matrix at 4. now rewrite real_product. }
    destruct who as [p|s]; cbn [real_user loss].
    - apply sum_equal. intros i _. now rewrite Hi.
    - clear - Hi. induction s as [|i [|k rest] IH]; [reflexivity | apply Hi |].
      change (maximum ?f (i :: k :: rest)) with (Rmax (f i) (maximum f (k :: rest))). cbv beta. now rewrite IH, Hi. }
  split; [now apply real_stochastic|]. split; [rewrite He; now apply real_equal|].
  intros t Ht. apply Rnot_lt_le. intros Hl. destruct (rational_between _ _ Hl) as (w & Hw & Hwv).
  destruct (carried_back columns responses _ _ (carried_and _ _ _ _ _ _
    (carried_stochastic columns responses columns responses (Nat.le_refl _) (Nat.le_refl _))
    (carried_loss columns responses inputs responses l who w (Rational.product columns x) (product columns (real_matrix x))
      ltac:(intros i r _ Hr;
            apply (both_sum columns responses columns (fun k t => x i k * t k r)%Q (fun k t => real (x i k) * t k r));
            intros k Hk; apply (both_times columns responses (x i k) (fun t => t k r) (fun t => t k r)); now apply both_entry))))
    as (u & Hu & Hul).
  - exists t. split; [assumption | lra].
  - apply Hbest in Hu. apply real_lt in Hwv. Lqa.lra.
Qed.

(** Geometric mechanisms, and the losses that have a formula, as real ones. *)
Lemma real_power a d : real (RationalSums.power a d) = power (real a) d.
Proof. induction d as [|d IH]; cbn [RationalSums.power power]; realize; [reflexivity | now rewrite IH]. Qed.

Theorem real_geometric n alpha i k :
  (0 <= alpha)%Q -> real (Rational.geometric n alpha i k) = geometric n (real alpha) i k.
Proof.
  intros Ha. assert (Hne : ~ (1 + alpha == 0)%Q) by Lqa.lra.
  unfold Rational.geometric, geometric, Rational.share, share. rewrite Q2R_mult, real_power.
  change (Rational.distance i k) with (distance i k). f_equal.
  destruct ((k =? 0) || (k =? n))%nat; rewrite Q2R_div by assumption; realize; reflexivity.
Qed.

Lemma real_inject z : real (QArith_base.inject_Z z) = inject_Z z.
Proof. unfold Q2R, QArith_base.inject_Z, inject_Z. cbn [Qnum Qden]. lra. Qed.

Theorem real_power_loss e i r : real (Rational.power_loss e i r) = power_loss e i r.
Proof. apply real_inject. Qed.

Theorem real_threshold_loss k i r : real (Rational.threshold_loss k i r) = threshold_loss k i r.
Proof.
  unfold Rational.threshold_loss, threshold_loss. change (Rational.distance i r) with (distance i r).
  destruct (k <? _)%Z; [apply real_1 | apply real_0].
Qed.

Theorem real_asymmetric_loss a b i r :
  real (Rational.asymmetric_loss a b i r) = asymmetric_loss (real a) (real b) i r.
Proof.
  unfold Rational.asymmetric_loss, asymmetric_loss. destruct (i <? r)%nat; now rewrite Q2R_mult, real_inject.
Qed.

(** The certificates of a mechanism that is not optimal, and of one that is not the only optimum. *)
Theorem real_not_optimal inputs responses pairs alpha cs l who x :
  Rational.feasible inputs responses pairs alpha cs x /\
  (exists z, Rational.feasible inputs responses pairs alpha cs z /\
     (Rational.loss inputs responses l who z < Rational.loss inputs responses l who x)%Q) ->
  feasible inputs responses pairs (real alpha) (map real_constraint cs) (real_matrix x) /\
  exists z, feasible inputs responses pairs (real alpha) (map real_constraint cs) z /\
    loss inputs responses (real_matrix l) (real_user who) z < loss inputs responses (real_matrix l) (real_user who) (real_matrix x).
Proof.
  intros (Hx & z & Hz & Hl). split; [now apply real_feasible|]. exists (real_matrix z).
  split; [now apply real_feasible|]. rewrite <- !real_loss. now apply real_lt.
Qed.

Theorem real_not_only_optimal inputs responses pairs alpha cs l who v x :
  let allowed := Rational.feasible inputs responses pairs alpha cs in
  let really_allowed := feasible inputs responses pairs (real alpha) (map real_constraint cs) in
  let losses := Rational.loss inputs responses l who in
  let real_losses := loss inputs responses (real_matrix l) (real_user who) in
  Rational.optimal allowed losses v x /\
  (exists z, Rational.optimal allowed losses v z /\ ~ Rational.same inputs responses x z) ->
  optimal really_allowed real_losses (real v) (real_matrix x) /\
  exists z, optimal really_allowed real_losses (real v) z /\ ~ same inputs responses (real_matrix x) z.
Proof.
  intros allowed really_allowed losses real_losses (Hx & z & Hz & Hne). split; [now apply real_optimal|].
  exists (real_matrix z). split; [now apply real_optimal|]. intros H. apply Hne. now apply real_same.
Qed.

(** Prove what an exported certificate states over the real numbers by what it states over the rational ones. *)
Ltac over_the_reals statement :=
  lazymatch type of statement with
  | Rational.feasible _ _ _ _ _ _ /\ (exists _, _) => exact (real_not_optimal _ _ _ _ _ _ _ _ statement)
  | Rational.optimal _ _ _ _ /\ (exists _, _) => exact (real_not_only_optimal _ _ _ _ _ _ _ _ _ statement)
  | _ /\ _ => split; [over_the_reals (proj1 statement) | over_the_reals (proj2 statement)]
  | Rational.stochastic _ _ _ => exact (proj1 (real_stochastic _ _ _) statement)
  | Rational.private_mechanism _ _ _ _ _ => exact (proj1 (real_private_mechanism _ _ _ _ _) statement)
  | ~ Rational.private _ _ _ _ => exact (fun H => statement (proj2 (real_private _ _ _ _) H))
  | Rational.exact_level _ _ _ _ => exact (proj1 (real_exact_level _ _ _ _) statement)
  | Rational.approximately_private _ _ _ _ _ => exact (proj1 (real_approximately_private _ _ _ _ _) statement)
  | ~ Rational.approximately_private _ _ _ _ _ =>
      exact (fun H => statement (proj2 (real_approximately_private _ _ _ _ _) H))
  | Rational.derivable _ _ _ _ _ => exact (proj1 (real_derivable _ _ _ _ _) statement)
  | ~ Rational.derivable _ _ _ _ _ => exact (real_not_derivable _ _ _ _ _ statement)
  | Rational.vertex ?inputs _ ?pairs _ _ =>
      exact (proj1 (real_vertex _ _ _ _ _ (fun i k => ExactDP.Checkers.inside_sound inputs pairs i k (eq_refl true))) statement)
  | ~ Rational.vertex ?inputs _ ?pairs _ _ =>
      exact (fun H => statement (proj2 (real_vertex _ _ _ _ _ (fun i k => ExactDP.Checkers.inside_sound inputs pairs i k (eq_refl true))) H))
  | Rational.optimal _ _ _ _ => exact (real_optimal _ _ _ _ _ _ _ _ _ statement)
  | Rational.only_optimal _ _ _ _ _ _ => exact (real_only_optimal _ _ _ _ _ _ _ _ _ statement)
  | forall x, ~ Rational.feasible _ _ _ _ _ x => exact (real_infeasible _ _ _ _ _ statement)
  | Rational.optimal_remap _ _ _ _ _ _ _ _ => exact (real_optimal_remap _ _ _ _ _ _ _ _ statement)
  end.
