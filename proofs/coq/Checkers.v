(** The claims decided by computation: each checker is a boolean, and its soundness is proved once and for all sizes. *)

From ExactDP Require Export PostProcessing.
From Coq Require Import Bool.

(** Sums that stay short: terms over one denominator are added as integers. *)
Definition add (a b : Q) : Q :=
  match Qnum a, Qnum b with
  | Z0, _ => b
  | _, Z0 => a
  | _, _ => if (Qden a =? Qden b)%positive then Qnum a + Qnum b # Qden a else Qred (a + b)
  end.

Lemma add_plus a b : add a b == a + b.
Proof.
  unfold add. destruct a as [[|p|p] d], b as [[|q|q] e]; cbn [Qnum Qden];
    try (unfold Qeq, Qplus; cbn [Qnum Qden]; nia);
    (destruct (d =? e)%positive eqn:H;
      [apply Pos.eqb_eq in H; subst; unfold Qeq, Qplus; cbn [Qnum Qden]; nia | apply Qred_correct]).
Qed.

Fixpoint total (n : nat) (f : nat -> Q) : Q :=
  match n with
  | O => 0
  | S m => add (total m f) (f m)
  end.

Lemma total_sum n f : total n f == sum n f.
Proof. induction n; simpl; [reflexivity|]. now rewrite add_plus, IHn. Qed.

Definition all (n : nat) (f : nat -> bool) : bool := forallb f (seq 0 n).

Lemma all_true n f : all n f = true -> forall k, (k < n)%nat -> f k = true.
Proof. unfold all. rewrite forallb_forall. intros H k Hk. apply H, in_seq. lia. Qed.

Definition below (a b : Q) : bool := negb (Qle_bool b a).

Lemma below_lt a b : below a b = true -> a < b.
Proof.
  unfold below. rewrite negb_true_iff. intros H. apply Qnot_le_lt. intro Hc. apply Qle_bool_iff in Hc. congruence.
Qed.

Ltac split_checks :=
  repeat match goal with
  | H : (_ && _)%bool = true |- _ => apply andb_true_iff in H; destruct H
  | H : Qle_bool _ _ = true |- _ => apply Qle_bool_iff in H
  | H : Qeq_bool _ _ = true |- _ => apply Qeq_bool_iff in H
  | H : below _ _ = true |- _ => apply below_lt in H
  | H : (_ <? _)%nat = true |- _ => apply Nat.ltb_lt in H
  | H : (_ =? _)%nat = true |- _ => apply Nat.eqb_eq in H
  end.

(** A matrix written out once, so that no entry is computed twice. *)
Definition tabulated (inputs responses : nat) (x : matrix) : matrix :=
  let written := map (fun i => map (x i) (seq 0 responses)) (seq 0 inputs) in rows written.

Lemma nth_map_seq {A} (f : nat -> A) n k d : (k < n)%nat -> nth k (map f (seq 0 n)) d = f k.
Proof.
  intros H. rewrite (nth_indep _ d (f O)) by now rewrite map_length, seq_length.
  rewrite map_nth, seq_nth by assumption. reflexivity.
Qed.

Lemma tabulated_is inputs responses x i r :
  (i < inputs)%nat -> (r < responses)%nat -> tabulated inputs responses x i r = x i r.
Proof.
  intros Hi Hr. unfold tabulated, rows. rewrite nth_map_seq by assumption. now rewrite nth_map_seq.
Qed.

Lemma tabulated_same inputs responses x : same inputs responses (tabulated inputs responses x) x.
Proof. unfold same in *. intros i r Hi Hr. now rewrite tabulated_is. Qed.

(** Stochastic. *)
Definition is_stochastic (inputs responses : nat) (x : matrix) : bool :=
  let t := tabulated inputs responses x in
  all inputs (fun i => all responses (fun r => Qle_bool 0 (t i r)) && Qeq_bool (total responses (t i)) 1).

Theorem stochastic_sound inputs responses x :
  is_stochastic inputs responses x = true -> stochastic inputs responses x.
Proof.
  intros H. unfold is_stochastic in H. cbv zeta in H.
  split.
  - intros i r Hi Hr. apply all_true with (k := i) in H; [|assumption]. split_checks.
    apply all_true with (k := r) in H; [|assumption]. split_checks. now rewrite tabulated_is in H.
  - intros i Hi. apply all_true with (k := i) in H; [|assumption]. split_checks.
    rewrite <- H0, total_sum. apply sum_equal. intros r Hr. now rewrite tabulated_is.
Qed.

(** Private. *)
Definition inside (inputs : nat) (pairs : neighbours) : bool :=
  forallb (fun '(i, k) => (i <? inputs)%nat && (k <? inputs)%nat) pairs.

Definition is_private (inputs : nat) (pairs : neighbours) (responses : nat) (alpha : Q) (x : matrix) : bool :=
  let t := tabulated inputs responses x in
  inside inputs pairs &&
  forallb (fun '(i, k) =>
    all responses (fun r => Qle_bool (alpha * t i r) (t k r) && Qle_bool (alpha * t k r) (t i r))) pairs.

Lemma inside_sound inputs pairs i k :
  inside inputs pairs = true -> In (i, k) pairs -> (i < inputs)%nat /\ (k < inputs)%nat.
Proof.
  unfold inside. rewrite forallb_forall. intros H Hik. apply H in Hik. now split_checks.
Qed.

Theorem private_sound inputs pairs responses alpha x :
  is_private inputs pairs responses alpha x = true -> private pairs responses alpha x.
Proof.
  unfold is_private. cbv zeta. intros H i k Hik r Hr. apply andb_true_iff in H. destruct H as [Hin H].
  destruct (inside_sound _ _ _ _ Hin Hik).
  rewrite forallb_forall in H. apply H in Hik. apply all_true with (k := r) in Hik; [|assumption].
  split_checks. rewrite !tabulated_is in * by assumption. now split.
Qed.

Definition is_private_mechanism (inputs responses : nat) (pairs : neighbours) (alpha : Q) (x : matrix) : bool :=
  let t := tabulated inputs responses x in
  is_stochastic inputs responses t && is_private inputs pairs responses alpha t.

Lemma private_same inputs pairs responses alpha x y :
  inside inputs pairs = true -> same inputs responses x y ->
  private pairs responses alpha x -> private pairs responses alpha y.
Proof.
  unfold same in *.
  intros Hin He H i k Hik r Hr. destruct (inside_sound _ _ _ _ Hin Hik).
  destruct (H i k Hik r Hr). now rewrite !He in * by assumption.
Qed.

Theorem private_mechanism_sound inputs responses pairs alpha x :
  is_private_mechanism inputs responses pairs alpha x = true -> private_mechanism inputs responses pairs alpha x.
Proof.
  unfold is_private_mechanism. cbv zeta. intros H. apply andb_true_iff in H. destruct H as [Hs Hp]. split.
  - apply stochastic_same with (y := tabulated inputs responses x).
    + intros i r Hi Hr. now rewrite tabulated_is.
    + now apply stochastic_sound.
  - assert (Hin : inside inputs pairs = true) by (unfold is_private in Hp; now apply andb_true_iff in Hp).
    eapply private_same; [exact Hin | apply tabulated_same | eapply private_sound; exact Hp].
Qed.

Definition are_neighbours (pairs : neighbours) (i k : nat) : bool :=
  existsb (fun '(j, h) => ((j =? i) && (h =? k) || (j =? k) && (h =? i))%nat) pairs.

Lemma are_neighbours_sound pairs i k : are_neighbours pairs i k = true -> In (i, k) pairs \/ In (k, i) pairs.
Proof.
  unfold are_neighbours. rewrite existsb_exists. intros ((j & h) & Hin & H).
  apply orb_true_iff in H. destruct H; split_checks; subst; auto.
Qed.

Definition breaks_privacy (pairs : neighbours) (responses : nat) (alpha : Q) (x : matrix) (i k r : nat) : bool :=
  are_neighbours pairs i k && (r <? responses)%nat && below (x k r) (alpha * x i r).

Theorem not_private_sound pairs responses alpha x i k r :
  breaks_privacy pairs responses alpha x i k r = true -> ~ private pairs responses alpha x.
Proof.
  unfold breaks_privacy. intros H Hp. split_checks.
  destruct (are_neighbours_sound _ _ _ H) as [Hin|Hin]; destruct (Hp _ _ Hin r); auto; lra.
Qed.

(** The exact level: a pair of neighbours at which no larger α will do; none is needed where α = 1. *)
Definition is_tight (pairs : neighbours) (responses : nat) (alpha : Q) (x : matrix) (i k r : nat) : bool :=
  Qle_bool alpha 1 && are_neighbours pairs i k && (r <? responses)%nat &&
  Qeq_bool (alpha * x i r) (x k r) && below 0 (x i r).

Theorem level_sound inputs pairs responses alpha x i k r :
  is_private inputs pairs responses alpha x && is_tight pairs responses alpha x i k r = true ->
  exact_level pairs responses alpha x.
Proof.
  unfold is_tight. intros H. split_checks. split; [eapply private_sound; eassumption|]. split; [assumption|].
  intros beta _ Hb.
  assert (Hle : beta * x i r <= x k r).
  { destruct (are_neighbours_sound pairs i k) as [Hin|Hin]; [assumption| |]; now apply (Hb _ _ Hin r). }
  nra.
Qed.

Theorem level_one_sound inputs pairs responses alpha x :
  is_private inputs pairs responses alpha x && Qeq_bool alpha 1 = true -> exact_level pairs responses alpha x.
Proof.
  intros H. split_checks. split; [eapply private_sound; eassumption|]. split; [lra|]. intros. lra.
Qed.

(** (α, δ)-private: no set has a larger excess than that of all responses with one. *)
Definition excess (responses : nat) (alpha : Q) (x : matrix) (i k : nat) : Q :=
  total responses (fun r => let d := add (alpha * x i r) (- x k r) in if Qle_bool 0 d then d else 0).

Definition is_approximately_private (inputs : nat) (pairs : neighbours) (responses : nat) (alpha delta : Q)
  (x : matrix) : bool :=
  let t := tabulated inputs responses x in
  inside inputs pairs &&
  forallb (fun '(i, k) =>
    Qle_bool (excess responses alpha t i k) (alpha * delta) &&
    Qle_bool (excess responses alpha t k i) (alpha * delta)) pairs.

Lemma excess_bound inputs responses alpha x i k set :
  (i < inputs)%nat -> (k < inputs)%nat ->
  alpha * probability responses x i set - probability responses x k set <=
  excess responses alpha (tabulated inputs responses x) i k.
Proof.
  intros Hi Hk. unfold excess, probability. rewrite total_sum, <- sum_times, <- sum_minus. apply sum_le. intros r Hr.
  cbv zeta. rewrite !tabulated_is by assumption.
  assert (Hd := add_plus (alpha * x i r) (- x k r)). set (d := add (alpha * x i r) (- x k r)) in *.
  destruct (Qle_bool 0 d) eqn:Hb.
  - apply Qle_bool_iff in Hb. destruct (set r); lra.
  - assert (d < 0) by (apply below_lt; unfold below; now rewrite Hb). destruct (set r); lra.
Qed.

Theorem approximately_private_sound inputs pairs responses alpha delta x :
  is_approximately_private inputs pairs responses alpha delta x = true ->
  approximately_private pairs responses alpha delta x.
Proof.
  unfold is_approximately_private. cbv zeta. intros H i k Hik set.
  apply andb_true_iff in H. destruct H as [Hin H]. destruct (inside_sound _ _ _ _ Hin Hik) as [Hi Hk].
  rewrite forallb_forall in H. apply H in Hik. split_checks.
  assert (Hx := excess_bound inputs responses alpha x i k set Hi Hk).
  assert (Hy := excess_bound inputs responses alpha x k i set Hk Hi). split; lra.
Qed.

Definition breaks_approximate_privacy (pairs : neighbours) (responses : nat) (alpha delta : Q) (x : matrix) (i k : nat) :
  bool :=
  let set := fun r => below (x k r) (alpha * x i r) in
  are_neighbours pairs i k &&
  below (add (total responses (fun r => if set r then x k r else 0)) (alpha * delta))
        (alpha * total responses (fun r => if set r then x i r else 0)).

Theorem not_approximately_private_sound pairs responses alpha delta x i k :
  breaks_approximate_privacy pairs responses alpha delta x i k = true ->
  ~ approximately_private pairs responses alpha delta x.
Proof.
  unfold breaks_approximate_privacy. cbv zeta. intros H Hp. apply andb_true_iff in H. destruct H as [Hn H].
  apply below_lt in H. rewrite add_plus, !total_sum in H.
  destruct (are_neighbours_sound _ _ _ Hn) as [Hin|Hin];
    destruct (Hp _ _ Hin (fun r => below (x k r) (alpha * x i r))) as [H1 H2]; unfold probability in *; lra.
Qed.

(** Derivable by an explicit remap, and not derivable by the losses of a user whom no remap serves as well. *)
Definition is_remap (inputs columns responses : nat) (x y t : matrix) : bool :=
  let source := tabulated inputs columns y in
  let remap := tabulated columns responses t in
  is_stochastic columns responses remap &&
  all inputs (fun i => all responses (fun r =>
    Qeq_bool (x i r) (total columns (fun k => source i k * remap k r)))).

Theorem derivable_sound inputs columns responses x y t :
  is_remap inputs columns responses x y t = true -> derivable inputs columns responses x y.
Proof.
  unfold same in *.
  unfold is_remap. cbv zeta. intros H. split_checks. exists t. split.
  - apply stochastic_same with (y := tabulated columns responses t).
    + intros k r Hk Hr. now rewrite tabulated_is.
    + now apply stochastic_sound.
  - intros i r Hi Hr. apply all_true with (k := i) in H0; [|assumption].
    apply all_true with (k := r) in H0; [|assumption]. split_checks.
    rewrite H0, total_sum. apply sum_equal. intros k Hk. now rewrite !tabulated_is.
Qed.

Definition total_of (inputs responses : nat) (a x : matrix) : Q :=
  total inputs (fun i => total responses (fun r => a i r * x i r)).

Lemma total_of_combination inputs responses a x : total_of inputs responses a x == combination inputs responses a x.
Proof. unfold total_of. rewrite total_sum. apply sum_equal. intros. apply total_sum. Qed.

Lemma combination_same inputs responses a b x y :
  same inputs responses a b -> same inputs responses x y ->
  combination inputs responses a x == combination inputs responses b y.
Proof.
  unfold same in *.
  intros Ha Hx. apply sum_equal. intros i Hi. apply sum_equal. intros r Hr. now rewrite Ha, Hx.
Qed.

Definition best_remap (inputs columns responses : nat) (w y : matrix) : Q :=
  let cost := tabulated columns responses (fun k r => total inputs (fun i => y i k * w i r)) in
  total columns (fun k => least responses (cost k)).

Lemma least_equal n f g : (forall k, (k < n)%nat -> f k == g k) -> least n f == least n g.
Proof.
  induction n as [|[|m] IH]; intros H; [reflexivity | apply H; lia |].
  change (least (S (S m)) f) with (if Qle_bool (least (S m) f) (f (S m)) then least (S m) f else f (S m)).
  change (least (S (S m)) g) with (if Qle_bool (least (S m) g) (g (S m)) then least (S m) g else g (S m)).
  assert (Hl : least (S m) f == least (S m) g) by (apply IH; intros; apply H; lia).
  assert (Hk : f (S m) == g (S m)) by (apply H; lia).
  rewrite (Qleb_comp _ _ Hl _ _ Hk). now destruct (Qle_bool (least (S m) g) (g (S m))).
Qed.

Lemma best_remap_is inputs columns responses w y u v :
  same inputs columns u y -> same inputs responses v w ->
  best_remap inputs columns responses v u == sum columns (fun k => least responses (remap_cost inputs w y k)).
Proof.
  unfold same in *.
  intros Hy Hw. unfold best_remap. cbv zeta. rewrite total_sum. apply sum_equal. intros k Hk.
  apply least_equal. intros r Hr. rewrite tabulated_is, total_sum by assumption.
  unfold remap_cost. apply sum_equal. intros i Hi. now rewrite Hy, Hw.
Qed.

Definition is_not_derivable (inputs columns responses : nat) (x y w : matrix) : bool :=
  let source := tabulated inputs columns y in
  let losses := tabulated inputs responses w in
  below (total_of inputs responses losses x) (best_remap inputs columns responses losses source).

Theorem not_derivable_sound inputs columns responses x y w :
  is_not_derivable inputs columns responses x y w = true -> ~ derivable inputs columns responses x y.
Proof.
  unfold same in *.
  unfold is_not_derivable. cbv zeta. intros H. split_checks. apply not_derivable_witness with (w := w).
  rewrite total_of_combination in H.
  rewrite (combination_same _ _ _ w x x) in H by (try apply tabulated_same; intros ? ? ? ?; reflexivity).
  now rewrite (best_remap_is _ _ _ w y) in H by apply tabulated_same.
Qed.

(** Losses. *)
Definition computed_loss (inputs responses : nat) (l : matrix) (who : user) (x : matrix) : Q :=
  let each := fun i => total responses (fun r => x i r * l i r) in
  match who with
  | Bayesian p => total inputs (fun i => p i * each i)
  | Minimax s => maximum each s
  end.

Definition users_inputs (inputs : nat) (who : user) : bool :=
  match who with
  | Bayesian _ => true
  | Minimax s => negb (match s with [] => true | _ => false end) && forallb (fun i => (i <? inputs)%nat) s
  end.

Lemma maximum_equal f g s : (forall i, In i s -> f i == g i) -> maximum f s == maximum g s.
Proof.
  induction s as [|i [|k rest] IH]; intros H; [reflexivity | apply H; now left|].
  change (maximum f (i :: k :: rest)) with (Qmax (f i) (maximum f (k :: rest))).
  change (maximum g (i :: k :: rest)) with (Qmax (g i) (maximum g (k :: rest))).
  rewrite IH by (intros; apply H; now right). rewrite (H i) by now left. reflexivity.
Qed.

Lemma computed_loss_is inputs responses l who x y :
  users_inputs inputs who = true -> same inputs responses y x ->
  computed_loss inputs responses l who y == loss inputs responses l who x.
Proof.
  unfold same in *.
  intros Hw Hs. destruct who as [p|s]; simpl in *.
  - rewrite total_sum. apply sum_equal. intros i Hi. rewrite total_sum.
    apply Qmult_comp; [reflexivity|]. apply sum_equal. intros r Hr. now rewrite Hs.
  - split_checks. apply maximum_equal. intros i Hi. rewrite total_sum. apply sum_equal. intros r Hr.
    rewrite forallb_forall in H0. apply H0 in Hi. split_checks. now rewrite Hs.
Qed.

(** Feasible. *)
Definition is_kept (inputs responses : nat) (x : matrix) (c : constraint) : bool :=
  match c with
  | AtLeast b a => Qle_bool b (total_of inputs responses a x)
  | Exactly b a => Qeq_bool (total_of inputs responses a x) b
  end.

Definition is_feasible (inputs responses : nat) (pairs : neighbours) (alpha : Q) (cs : list constraint) (x : matrix) :
  bool :=
  let t := tabulated inputs responses x in
  is_private_mechanism inputs responses pairs alpha t && forallb (is_kept inputs responses t) cs.

Theorem feasible_sound inputs responses pairs alpha cs x :
  is_feasible inputs responses pairs alpha cs x = true -> feasible inputs responses pairs alpha cs x.
Proof.
  unfold is_feasible. cbv zeta. intros H. apply andb_true_iff in H. destruct H as [Hm Hc]. split.
  - assert (Hin : inside inputs pairs = true).
    { unfold is_private_mechanism, is_private in Hm. cbv zeta in Hm. now split_checks. }
    apply private_mechanism_sound in Hm. destruct Hm as [Hs Hp]. split.
    + apply stochastic_same with (y := tabulated inputs responses x); [|assumption].
      intros i r Hi Hr. now rewrite tabulated_is.
    + eapply private_same; [exact Hin | apply tabulated_same | exact Hp].
  - intros c Hin. rewrite forallb_forall in Hc. apply Hc in Hin.
    assert (He : forall a, total_of inputs responses a (tabulated inputs responses x) == combination inputs responses a x).
    { intros a. rewrite total_of_combination. apply combination_same; [intros ? ? ? ?; reflexivity | apply tabulated_same]. }
    destruct c; simpl in *; split_checks; now rewrite He in Hin.
Qed.

(** Optimal. *)
Definition prior_of (who : user) (p : nat -> Q) : nat -> Q :=
  match who with Bayesian q => q | Minimax _ => p end.

Definition is_price_of_inputs (inputs : nat) (who : user) (p : nat -> Q) : bool :=
  users_inputs inputs who &&
  match who with
  | Bayesian _ => true
  | Minimax s =>
      all inputs (fun i => Qle_bool 0 (p i)) && Qeq_bool (total inputs p) 1 &&
      all inputs (fun i => existsb (Nat.eqb i) s || Qeq_bool (p i) 0)
  end.

Lemma price_of_inputs_sound inputs who p :
  is_price_of_inputs inputs who p = true -> prices_inputs inputs who (prior_of who p).
Proof.
  unfold is_price_of_inputs. intros H. apply andb_true_iff in H. destruct H as [Hu H].
  destruct who as [q|s]; simpl in *; [reflexivity|].
  split_checks. split; [split|split].
  - intros i Hi. apply all_true with (k := i) in H; [|assumption]. now split_checks.
  - now rewrite <- total_sum.
  - destruct s; discriminate.
  - intros i Hi Hout. apply all_true with (k := i) in H0; [|assumption].
    apply orb_true_iff in H0. destruct H0 as [He|]; [|now split_checks].
    apply existsb_exists in He. destruct He as (j & Hj & He). apply Nat.eqb_eq in He. subst. contradiction.
Qed.

Definition has_sign (c : constraint) (y : Q) : bool :=
  match c with AtLeast _ _ => Qle_bool 0 y | Exactly _ _ => true end.

Definition signs (priced : list (constraint * Q)) : bool := forallb (fun '(c, y) => has_sign c y) priced.

Lemma signs_sound priced : signs priced = true -> forall c y, In (c, y) priced -> allowed_multiplier c y.
Proof.
  unfold signs. rewrite forallb_forall. intros H c y Hin. apply H in Hin. destruct c; simpl in *; [now split_checks | exact I].
Qed.

Fixpoint total_price (priced : list (constraint * Q)) (i r : nat) : Q :=
  match priced with
  | [] => 0
  | (c, y) :: rest => add (y * coefficients_of c i r) (total_price rest i r)
  end.

Lemma total_price_is priced i r : total_price priced i r == of_constraints priced i r.
Proof. induction priced as [|[c y] rest IH]; simpl; [reflexivity|]. now rewrite add_plus, IH. Qed.

Fixpoint total_bound (priced : list (constraint * Q)) : Q :=
  match priced with
  | [] => 0
  | (c, y) :: rest => add (y * bound_of c) (total_bound rest)
  end.

Lemma total_bound_is priced : total_bound priced == bounds priced.
Proof. induction priced as [|[c y] rest IH]; simpl; [reflexivity|]. now rewrite add_plus, IH. Qed.

(** What proves that a column costs nothing less than 0: on the path nothing more; on other graphs flows. *)
Inductive cover : Type :=
| OnPath
| Flows (flows : list (nat * (nat * nat * Q))).

Definition pair_eq_dec (a b : nat * nat) : {a = b} + {a <> b}.
Proof. decide equality; apply Nat.eq_dec. Defined.

Definition same_pairs (pairs others : neighbours) : bool :=
  if list_eq_dec pair_eq_dec pairs others then true else false.

(** The same for prices n/D and α = p/q, without a fraction: (h, e) is such that D·F = h/e. *)
Fixpoint scaled_cheapest (p q : Z) (prices : list Z) : Z * Z :=
  match prices with
  | [] => (0, 1)%Z
  | first :: rest =>
      let (h, e) := scaled_cheapest p q rest in
      if (0 <=? h)%Z then (first * (q * e) + p * h, q * e)%Z else (first * (p * e) + q * h, p * e)%Z
  end.

Definition common_denominator (d : list Q) : positive :=
  fold_right (fun v common => if (Qden v =? common)%positive then common else
    Z.to_pos (Z.lcm (Z.pos (Qden v)) (Z.pos common))) 1%positive d.

Definition scaled_by (common : positive) (v : Q) : Z := (Qnum v * (Z.pos common / Z.pos (Qden v)))%Z.

Definition is_scaled_by (common : positive) (v : Q) : bool :=
  (scaled_by common v * Z.pos (Qden v) =? Qnum v * Z.pos common)%Z.

Definition costs_nothing (alpha : Q) (d : list Q) : bool :=
  let common := common_denominator d in
  forallb (is_scaled_by common) d &&
  (0 <=? fst (scaled_cheapest (Qnum alpha) (Z.pos (Qden alpha)) (map (scaled_by common) d)))%Z.

Lemma scaled_cheapest_is alpha common d :
  0 < alpha -> forallb (is_scaled_by common) d = true ->
  let (h, e) := scaled_cheapest (Qnum alpha) (Z.pos (Qden alpha)) (map (scaled_by common) d) in
  (0 < e)%Z /\ inject_Z (Z.pos common) * cheapest alpha d * inject_Z e == inject_Z h.
Proof.
  intros Ha. induction d as [|first rest IH]; intros H.
  - cbn [map scaled_cheapest cheapest]. split; [lia | ring].
  - cbn [forallb] in H. apply andb_true_iff in H. destruct H as [Hf H]. specialize (IH H).
    cbn [map scaled_cheapest cheapest].
    destruct (scaled_cheapest (Qnum alpha) (Z.pos (Qden alpha)) (map (scaled_by common) rest)) as [h e].
    destruct IH as [He IH]. set (f := cheapest alpha rest) in *.
    set (p := Qnum alpha) in *. set (q := Z.pos (Qden alpha)) in *.
    assert (Hp : (0 < p)%Z) by (unfold Qlt in Ha; cbn in Ha; fold p in Ha; lia).
    assert (Hq : (0 < q)%Z) by (unfold q; lia).
    assert (Hal : alpha == inject_Z p / inject_Z q) by (destruct alpha; apply Qmake_Qdiv).
    assert (Hpq : 0 < inject_Z p) by (unfold Qlt; cbn; lia).
    assert (Hqq : 0 < inject_Z q) by (unfold Qlt; cbn; lia).
    assert (Hee : 0 < inject_Z e) by (unfold Qlt; cbn; lia).
    assert (Hc : 0 < inject_Z (Z.pos common)) by (unfold Qlt; cbn; lia).
    assert (Hfirst : inject_Z (scaled_by common first) == inject_Z (Z.pos common) * first).
    { apply Z.eqb_eq in Hf. unfold Qeq, Qmult, inject_Z in *. cbn [Qnum Qden] in *. lia. }
    set (n := scaled_by common first) in *. set (c := inject_Z (Z.pos common)) in *.
    assert (Hsign : Qle_bool 0 f = (0 <=? h)%Z).
    { apply eq_true_iff_eq. rewrite Qle_bool_iff, Z.leb_le.
      assert (Hh : inject_Z h == c * inject_Z e * f) by (rewrite <- IH; ring).
      assert (Hpos : 0 < c * inject_Z e) by now apply Qmult_lt_0_compat.
      assert (Hz : (0 <= h)%Z <-> 0 <= inject_Z h) by (unfold Qle; cbn; lia).
      rewrite Hz, Hh. split; intros Hs.
      - apply Qmult_le_0_compat; lra.
      - apply Qnot_lt_le. intros Hn. assert (0 < c * inject_Z e * (- f)) by (apply Qmult_lt_0_compat; lra). lra. }
    rewrite Hsign. destruct (0 <=? h)%Z.
    + split; [nia|]. rewrite inject_Z_plus, !inject_Z_mult, Hfirst, <- IH, Hal. field. lra.
    + split; [nia|]. rewrite inject_Z_plus, !inject_Z_mult, Hfirst, <- IH. rewrite Hal. field. lra.
Qed.

Lemma costs_nothing_sound alpha d : 0 < alpha -> costs_nothing alpha d = true -> 0 <= cheapest alpha d.
Proof.
  unfold costs_nothing. cbv zeta. intros Ha H. apply andb_true_iff in H. destruct H as [Hs H].
  assert (Hc := scaled_cheapest_is alpha (common_denominator d) d Ha Hs).
  destruct (scaled_cheapest (Qnum alpha) (Z.pos (Qden alpha)) (map (scaled_by (common_denominator d)) d)) as [h e].
  cbn [fst] in H. apply Z.leb_le in H. destruct Hc as [He Hc].
  set (c := inject_Z (Z.pos (common_denominator d))) in *.
  assert (0 < c) by (unfold c, Qlt; cbn; lia).
  assert (0 < inject_Z e) by (unfold Qlt; cbn; lia).
  assert (0 <= inject_Z h) by (unfold Qle; cbn; lia).
  apply Qnot_lt_le. intros Hn.
  assert (0 < c * inject_Z e * (- cheapest alpha d)) by (repeat apply Qmult_lt_0_compat; lra). lra.
Qed.

Definition is_covered (inputs : nat) (pairs : neighbours) (alpha : Q) (how : cover) (r : nat) (d : nat -> Q) : bool :=
  match how with
  | OnPath => costs_nothing alpha (map d (seq 0 inputs))
  | Flows flows =>
      let here := map snd (filter (fun '(q, _) => (q =? r)%nat) flows) in
      forallb (fun '(i, k, f) =>
        (i <? inputs)%nat && (k <? inputs)%nat && Qle_bool 0 f && are_neighbours pairs i k) here &&
      all inputs (fun i => Qle_bool 0 (fold_right (fun '(j, k, f) rest =>
        add rest (add (if (i =? j)%nat then alpha * f else 0) (if (i =? k)%nat then - f else 0))) (d i) here))
  end.

Definition fits (inputs : nat) (pairs : neighbours) (alpha : Q) (how : cover) : bool :=
  match how with
  | OnPath => same_pairs pairs (path inputs) && below 0 alpha
  | Flows _ => true
  end.

Lemma covered_sound inputs pairs alpha how r d :
  fits inputs pairs alpha how = true -> is_covered inputs pairs alpha how r d = true -> covered inputs pairs alpha d.
Proof.
  destruct how as [|flows]; simpl; intros Hf H.
  - apply andb_true_iff in Hf. destruct Hf as [Hs Ha]. apply below_lt in Ha. split_checks.
    unfold same_pairs in Hs. destruct (list_eq_dec _ pairs (path inputs)) as [->|]; [|discriminate].
    apply costs_nothing_sound in H; [|assumption].
    set (written := map d (seq 0 inputs)) in *.
    assert (Hlen : length written = inputs) by (unfold written; now rewrite map_length, seq_length).
    assert (Hc := path_covered alpha written Ha H). rewrite Hlen in Hc.
    intros z Hz. specialize (Hc z Hz). rewrite (sum_equal _ _ (fun i => nth_of written i * z i)); [assumption|].
    intros i Hi. unfold nth_of, written. now rewrite nth_map_seq.
  - apply andb_true_iff in H. destruct H as [Hok Hleft].
    set (here := map snd (filter (fun '(q, _) => (q =? r)%nat) flows)) in *.
    apply flows_covered with (flows := here).
    + intros [[i k] f] Hin. rewrite forallb_forall in Hok. apply Hok in Hin. split_checks.
      repeat split; try assumption. now apply are_neighbours_sound.
    + intros i Hi. apply all_true with (k := i) in Hleft; [|assumption]. split_checks.
      eapply Qle_trans; [exact Hleft|]. clear. induction here as [|[[j k] f] rest IH]; [simpl; lra|].
      cbn [fold_right left_over after_flow]. rewrite !add_plus. fold (left_over alpha rest d).
      change (fold_right (after_flow alpha) d rest) with (left_over alpha rest d).
      destruct (i =? j)%nat, (i =? k)%nat; lra.
Qed.

Definition is_dual (inputs responses : nat) (pairs : neighbours) (alpha : Q) (costs : matrix) (how : cover)
  (w : nat -> Q) (priced : list (constraint * Q)) : bool :=
  signs priced && fits inputs pairs alpha how &&
  all responses (fun r =>
    let d := tabulated 1 inputs (fun _ i => add (costs i r) (add (- w i) (- total_price priced i r))) in
    is_covered inputs pairs alpha how r (d O)).

Lemma dual_sound inputs responses pairs alpha costs how w priced :
  is_dual inputs responses pairs alpha costs how w priced = true ->
  (forall c y, In (c, y) priced -> allowed_multiplier c y) /\
  (forall r, (r < responses)%nat -> covered inputs pairs alpha (fun i => costs i r - w i - of_constraints priced i r)).
Proof.
  unfold is_dual. cbv zeta. intros H.
  apply andb_true_iff in H; destruct H as [H Hd]; apply andb_true_iff in H; destruct H as [Hs Hf].
  split; [now apply signs_sound|]. intros r Hr. apply all_true with (k := r) in Hd; [|assumption].
  apply covered_sound in Hd; [|assumption].
  intros z Hz. specialize (Hd z Hz). eapply Qle_trans; [exact Hd|]. apply Qle_lteq. right.
  apply sum_equal. intros i Hi. rewrite tabulated_is by lia. rewrite !add_plus, total_price_is. ring.
Qed.

Definition is_optimal (inputs responses : nat) (pairs : neighbours) (alpha : Q) (cs : list constraint) (l : matrix)
  (who : user) (v : Q) (x : matrix) (p : nat -> Q) (how : cover) (w : nat -> Q) (multipliers : list Q) : bool :=
  let t := tabulated inputs responses x in
  let losses := tabulated inputs responses l in
  let priced := combine cs multipliers in
  (length cs =? length multipliers)%nat &&
  is_feasible inputs responses pairs alpha cs t &&
  is_price_of_inputs inputs who p &&
  Qle_bool (computed_loss inputs responses losses who t) v &&
  is_dual inputs responses pairs alpha (fun i r => prior_of who p i * losses i r) how w priced &&
  Qle_bool v (add (total inputs w) (total_bound priced)).

Lemma map_fst_combine {A B} (a : list A) (b : list B) : length a = length b -> map fst (combine a b) = a.
Proof.
  revert b. induction a as [|x a IH]; intros [|y b] H; simpl in *; try reflexivity; try discriminate.
  now rewrite IH by congruence.
Qed.

Lemma feasible_same inputs responses pairs alpha cs x y :
  inside inputs pairs = true -> same inputs responses x y ->
  feasible inputs responses pairs alpha cs x -> feasible inputs responses pairs alpha cs y.
Proof.
  unfold same in *.
  intros Hin He [[Hs Hp] Hc]. split; [split|].
  - apply stochastic_same with (y := x); [|assumption]. intros i r Hi Hr. now rewrite He.
  - now apply private_same with (inputs := inputs) (x := x).
  - intros c Hc'. apply Hc in Hc'.
    assert (Hk : forall a, combination inputs responses a y == combination inputs responses a x).
    { intros a. apply combination_same; [intros ? ? ? ?; reflexivity|]. intros i r Hi Hr. now rewrite He. }
    destruct c; simpl in *; now rewrite Hk.
Qed.

Lemma feasible_inside inputs responses pairs alpha cs x :
  is_feasible inputs responses pairs alpha cs x = true -> inside inputs pairs = true.
Proof.
  unfold is_feasible, is_private_mechanism, is_private. cbv zeta. intros H. now split_checks.
Qed.

Lemma feasible_tabulated inputs responses pairs alpha cs x :
  is_feasible inputs responses pairs alpha cs (tabulated inputs responses x) = true ->
  feasible inputs responses pairs alpha cs x.
Proof.
  intros H. eapply feasible_same; [eapply feasible_inside; exact H | apply tabulated_same | now apply feasible_sound].
Qed.

Lemma expected_loss_same responses l m x i :
  (forall r, (r < responses)%nat -> l i r == m i r) ->
  expected_loss responses l x i == expected_loss responses m x i.
Proof. intros H. apply sum_equal. intros r Hr. now rewrite H. Qed.

Lemma loss_same inputs responses l m who x :
  users_inputs inputs who = true -> same inputs responses l m ->
  loss inputs responses l who x == loss inputs responses m who x.
Proof.
  unfold same in *.
  intros Hu H. destruct who as [p|s]; simpl in *.
  - apply sum_equal. intros i Hi. apply Qmult_comp; [reflexivity|]. apply expected_loss_same. auto.
  - split_checks. apply maximum_equal. intros i Hi. apply expected_loss_same. intros r Hr. apply H; [|assumption].
    rewrite forallb_forall in H1. apply H1 in Hi. now split_checks.
Qed.

Theorem optimal_sound inputs responses pairs alpha cs l who v x p how w multipliers :
  is_optimal inputs responses pairs alpha cs l who v x p how w multipliers = true ->
  optimal (feasible inputs responses pairs alpha cs) (loss inputs responses l who) v x.
Proof.
  unfold is_optimal. cbv zeta. intros H.
  apply andb_true_iff in H; destruct H as [H Hv]; apply andb_true_iff in H; destruct H as [H Hd].
  apply andb_true_iff in H; destruct H as [H Hl]; apply andb_true_iff in H; destruct H as [H Hp].
  apply andb_true_iff in H; destruct H as [Hn Hf].
  apply Nat.eqb_eq in Hn. apply Qle_bool_iff in Hl, Hv.
  assert (Hu : users_inputs inputs who = true) by (unfold is_price_of_inputs in Hp; now apply andb_true_iff in Hp).
  assert (Hm := map_fst_combine cs multipliers Hn).
  rewrite add_plus, total_sum, total_bound_is in Hv.
  rewrite (computed_loss_is _ _ _ _ x) in Hl by (assumption || apply tabulated_same).
  rewrite (loss_same _ _ _ l) in Hl by (assumption || apply tabulated_same).
  apply dual_sound in Hd. destruct Hd as [Hsign Hcov].
  assert (Ho := fun h1 h2 h3 => dual_optimal inputs responses pairs alpha l who (prior_of who p) w
    (combine cs multipliers) v x h1 Hl (price_of_inputs_sound _ _ _ Hp) h2 h3 Hv).
  rewrite Hm in Ho. apply Ho; [now apply feasible_tabulated | | assumption].
  intros r Hr z Hz. specialize (Hcov r Hr z Hz).
  eapply Qle_trans; [exact Hcov|]. apply Qle_lteq. right. apply sum_equal. intros i Hi. now rewrite tabulated_is.
Qed.

Definition is_infeasible (inputs responses : nat) (pairs : neighbours) (alpha : Q) (cs : list constraint)
  (how : cover) (w : nat -> Q) (multipliers : list Q) : bool :=
  let priced := combine cs multipliers in
  (length cs =? length multipliers)%nat &&
  is_dual inputs responses pairs alpha (fun _ _ => 0) how w priced &&
  below 0 (add (total inputs w) (total_bound priced)).

Theorem infeasible_sound inputs responses pairs alpha cs how w multipliers :
  is_infeasible inputs responses pairs alpha cs how w multipliers = true ->
  forall x, ~ feasible inputs responses pairs alpha cs x.
Proof.
  unfold is_infeasible. cbv zeta. intros H.
  apply andb_true_iff in H; destruct H as [H Hv]; apply andb_true_iff in H; destruct H as [Hn Hd].
  apply Nat.eqb_eq in Hn. apply below_lt in Hv. rewrite add_plus, total_sum, total_bound_is in Hv.
  apply dual_sound in Hd. destruct Hd as [Hsign Hcov].
  intros x. rewrite <- (map_fst_combine cs multipliers Hn). revert x. now apply dual_infeasible with (w := w).
Qed.

(** Better: another that is feasible too and loses less. *)
Definition is_better (inputs responses : nat) (pairs : neighbours) (alpha : Q) (cs : list constraint) (l : matrix)
  (who : user) (x y : matrix) : bool :=
  let t := tabulated inputs responses x in
  let u := tabulated inputs responses y in
  let losses := tabulated inputs responses l in
  users_inputs inputs who &&
  is_feasible inputs responses pairs alpha cs t && is_feasible inputs responses pairs alpha cs u &&
  below (computed_loss inputs responses losses who u) (computed_loss inputs responses losses who t).

Theorem better_sound inputs responses pairs alpha cs l who x y :
  is_better inputs responses pairs alpha cs l who x y = true ->
  feasible inputs responses pairs alpha cs x /\ feasible inputs responses pairs alpha cs y /\
  loss inputs responses l who y < loss inputs responses l who x.
Proof.
  unfold is_better. cbv zeta. intros H.
  apply andb_true_iff in H; destruct H as [H Hl]; apply andb_true_iff in H; destruct H as [H Hy].
  apply andb_true_iff in H; destruct H as [Hu Hx]. apply below_lt in Hl.
  assert (He : forall z, computed_loss inputs responses (tabulated inputs responses l) who (tabulated inputs responses z)
                         == loss inputs responses l who z).
  { intros z. rewrite (computed_loss_is _ _ _ _ z) by (assumption || apply tabulated_same).
    apply loss_same; [assumption | apply tabulated_same]. }
  rewrite (He x), (He y) in Hl.
  split; [now apply feasible_tabulated|]. split; [now apply feasible_tabulated | assumption].
Qed.

(** Not the only optimum: another one with a loss no larger. *)
Definition differs (inputs responses : nat) (x y : matrix) : bool :=
  negb (all inputs (fun i => all responses (fun r => Qeq_bool (x i r) (y i r)))).

Lemma all_intro n f : (forall k, (k < n)%nat -> f k = true) -> all n f = true.
Proof. intros H. apply forallb_forall. intros k Hk. apply H. apply in_seq in Hk. lia. Qed.

Lemma differs_sound inputs responses x y : differs inputs responses x y = true -> ~ same inputs responses x y.
Proof.
  unfold same in *.
  unfold differs. rewrite negb_true_iff. intros H He.
  assert (Ht : all inputs (fun i => all responses (fun r => Qeq_bool (x i r) (y i r))) = true).
  { apply all_intro. intros i Hi. apply all_intro. intros r Hr. apply Qeq_bool_iff. now apply He. }
  congruence.
Qed.

Definition is_other (inputs responses : nat) (pairs : neighbours) (alpha : Q) (cs : list constraint) (l : matrix)
  (who : user) (v : Q) (x y : matrix) : bool :=
  let t := tabulated inputs responses x in
  let u := tabulated inputs responses y in
  users_inputs inputs who && is_feasible inputs responses pairs alpha cs u &&
  Qle_bool (computed_loss inputs responses l who u) v && differs inputs responses t u.

Theorem other_sound inputs responses pairs alpha cs l who v x y :
  optimal (feasible inputs responses pairs alpha cs) (loss inputs responses l who) v x ->
  is_other inputs responses pairs alpha cs l who v x y = true ->
  optimal (feasible inputs responses pairs alpha cs) (loss inputs responses l who) v y /\ ~ same inputs responses x y.
Proof.
  unfold same in *.
  unfold is_other. cbv zeta. intros (_ & _ & Ho) H.
  apply andb_true_iff in H; destruct H as [H Hd]; apply andb_true_iff in H; destruct H as [H Hl].
  apply andb_true_iff in H; destruct H as [Hu Hy]. apply Qle_bool_iff in Hl.
  rewrite (computed_loss_is _ _ _ _ y) in Hl by (assumption || apply tabulated_same).
  assert (Hf : feasible inputs responses pairs alpha cs y) by now apply feasible_tabulated.
  split.
  - split; [assumption|]. split; [|assumption]. apply Qle_antisym; auto.
  - intros He. apply differs_sound in Hd. apply Hd. intros i r Hi Hr. rewrite !tabulated_is by assumption. now apply He.
Qed.

(** The best remap of a deployed mechanism. *)
Definition is_interaction (inputs columns responses : nat) (l : matrix) (who : user) (v : Q) (x z : matrix)
  (p : nat -> Q) : bool :=
  let t := tabulated inputs columns x in
  let losses := tabulated inputs responses l in
  let costs := tabulated inputs responses (fun i r => prior_of who p i * losses i r) in
  let u := tabulated inputs responses (fun i r => total columns (fun k => t i k * z k r)) in
  is_price_of_inputs inputs who p && is_stochastic columns responses z &&
  Qle_bool (computed_loss inputs responses losses who u) v &&
  Qle_bool v (best_remap inputs columns responses costs t).

Theorem interaction_sound inputs columns responses l who v x z p :
  is_interaction inputs columns responses l who v x z p = true ->
  optimal_remap inputs columns responses l who v x z.
Proof.
  unfold is_interaction. cbv zeta. intros H.
  apply andb_true_iff in H; destruct H as [H Hv]; apply andb_true_iff in H; destruct H as [H Hl].
  apply andb_true_iff in H; destruct H as [Hp Hz]. apply Qle_bool_iff in Hl, Hv.
  assert (Hu : users_inputs inputs who = true) by (unfold is_price_of_inputs in Hp; now apply andb_true_iff in Hp).
  apply stochastic_sound in Hz.
  rewrite (computed_loss_is _ _ _ _ (product columns x z)) in Hl; [|assumption|].
  2:{ intros i r Hi Hr. rewrite tabulated_is, total_sum by assumption. apply sum_equal. intros k Hk.
      now rewrite tabulated_is. }
  rewrite (loss_same _ _ _ l) in Hl by (assumption || apply tabulated_same).
  rewrite (best_remap_is _ _ _ (fun i r => prior_of who p i * l i r) x) in Hv.
  2: apply tabulated_same.
  2:{ intros i r Hi Hr. now rewrite !tabulated_is. }
  assert (Hb := interaction_bound inputs columns responses l who (prior_of who p) x v (price_of_inputs_sound _ _ _ Hp) Hv).
  split; [assumption|]. split; [|assumption]. apply Qle_antisym; auto.
Qed.

(** Midway between two others, so no vertex. *)
Definition is_midway (inputs responses : nat) (pairs : neighbours) (alpha : Q) (x y : matrix) : bool :=
  let t := tabulated inputs responses x in
  let u := tabulated inputs responses y in
  let opposite := tabulated inputs responses (fun i r => add (2 * t i r) (- u i r)) in
  is_private_mechanism inputs responses pairs alpha u &&
  is_private_mechanism inputs responses pairs alpha opposite && differs inputs responses u t.

Theorem not_vertex_sound inputs responses pairs alpha x y :
  is_midway inputs responses pairs alpha x y = true -> ~ vertex inputs responses pairs alpha x.
Proof.
  unfold is_midway. cbv zeta. intros H [_ Hv].
  apply andb_true_iff in H; destruct H as [H Hd]; apply andb_true_iff in H; destruct H as [Hy Hz].
  apply private_mechanism_sound in Hy, Hz. apply differs_sound in Hd. apply Hd.
  intros i r Hi Hr. rewrite (tabulated_is _ _ x) by assumption.
  apply (Hv _ _ Hy Hz); [|assumption|assumption].
  intros j q Hj Hq. rewrite !tabulated_is, add_plus by assumption. ring.
Qed.
