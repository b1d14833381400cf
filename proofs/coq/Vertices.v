(** Vertices of the polytope of α-private mechanisms: blocks of entries that are tied, and an inverse modulo m. *)

From ExactDP Require Export Written.
From Coq Require Import Bool.

Fixpoint zsum (n : nat) (f : nat -> Z) : Z :=
  match n with
  | O => 0%Z
  | S m => (zsum m f + f m)%Z
  end.

Lemma zsum_injected n f : inject_Z (zsum n f) == sum n (fun k => inject_Z (f k)).
Proof. induction n as [|m IH]; cbn [zsum sum]; [reflexivity|]. now rewrite inject_Z_plus, IH. Qed.

Lemma zsum_equal n f g : (forall k, (k < n)%nat -> f k = g k) -> zsum n f = zsum n g.
Proof.
  induction n as [|m IH]; intros H; cbn [zsum]; [reflexivity|].
  rewrite IH, (H m) by (intros; try apply H; lia). reflexivity.
Qed.

Lemma zsum_zero n : zsum n (fun _ => 0%Z) = 0%Z.
Proof. induction n as [|m IH]; cbn [zsum]; lia. Qed.

Lemma zsum_plus n f g : zsum n (fun k => f k + g k)%Z = (zsum n f + zsum n g)%Z.
Proof. induction n as [|m IH]; cbn [zsum]; lia. Qed.

Lemma zsum_times n c f : zsum n (fun k => c * f k)%Z = (c * zsum n f)%Z.
Proof. induction n as [|m IH]; cbn [zsum]; [lia | rewrite IH; ring]. Qed.

Lemma zsum_swap m n (f : nat -> nat -> Z) : zsum m (fun i => zsum n (f i)) = zsum n (fun k => zsum m (fun i => f i k)).
Proof.
  induction m as [|m IH]; cbn [zsum]; [now rewrite zsum_zero|]. rewrite IH. now rewrite zsum_plus.
Qed.

Lemma zsum_indicator n b c : (b < n)%nat -> zsum n (fun k => (if (k =? b)%nat then 1 else 0) * c k)%Z = c b.
Proof.
  induction n as [|m IH]; intros H; [lia|]. cbn [zsum]. destruct (Nat.eq_dec b m) as [->|Hne].
  - rewrite Nat.eqb_refl. rewrite (zsum_equal m _ (fun _ => 0%Z)); [rewrite zsum_zero; lia|].
    intros k Hk. assert (E : (k =? m)%nat = false) by (apply Nat.eqb_neq; lia). rewrite E. lia.
  - rewrite IH by lia. assert (E : (m =? b)%nat = false) by (apply Nat.eqb_neq; lia). rewrite E. lia.
Qed.

(** Where N·X is the identity modulo m, X·t = 0 has no integer solution but 0: it would be divisible by every power of
    m. *)
Definition inverse_modulo (m : Z) (equations unknowns : nat) (inverse matrix : nat -> nat -> Z) : Prop :=
  (2 <= m)%Z /\ forall b c, (b < unknowns)%nat -> (c < unknowns)%nat ->
    (zsum equations (fun i => inverse b i * matrix i c) mod m = if (c =? b)%nat then 1 else 0)%Z.

Section Inverse.

Variables (m : Z) (equations unknowns : nat) (inverse matrix : nat -> nat -> Z).
Hypothesis is_inverse : inverse_modulo m equations unknowns inverse matrix.

Definition solves (t : nat -> Z) : Prop :=
  forall i, (i < equations)%nat -> zsum unknowns (fun b => matrix i b * t b)%Z = 0%Z.

Lemma solution_divisible t b : solves t -> (b < unknowns)%nat -> (m | t b)%Z.
Proof.
  intros Ht Hb. destruct is_inverse as [Hm Hinv].
  set (p := fun c => zsum equations (fun i => inverse b i * matrix i c)%Z).
  assert (H0 : zsum unknowns (fun c => p c * t c)%Z = 0%Z).
  { unfold p. rewrite (zsum_equal _ _ (fun c => zsum equations (fun i => inverse b i * (matrix i c * t c))%Z)).
    - rewrite <- (zsum_swap equations unknowns (fun i c => inverse b i * (matrix i c * t c))%Z).
      rewrite (zsum_equal _ _ (fun _ => 0%Z)); [apply zsum_zero|].
      intros i Hi. rewrite zsum_times, Ht by assumption. lia.
    - intros c Hc. rewrite (Z.mul_comm _ (t c)), <- zsum_times. apply zsum_equal. intros; ring. }
  rewrite (zsum_equal _ _ (fun c => (if (c =? b)%nat then 1 else 0) * t c + m * (p c / m * t c))%Z) in H0.
  - rewrite zsum_plus, zsum_indicator, zsum_times in H0 by assumption.
    exists (- zsum unknowns (fun c => p c / m * t c))%Z. lia.
  - intros c Hc. rewrite <- (Hinv b c Hb Hc). fold (p c).
    rewrite (Z.div_mod (p c) m) at 1 by lia. ring.
Qed.

Lemma solution_powers k : forall t b, solves t -> (b < unknowns)%nat -> (m ^ Z.of_nat k | t b)%Z.
Proof.
  destruct is_inverse as [Hm _].
  induction k as [|k IH]; intros t b Ht Hb; [apply Z.divide_1_l|].
  assert (Hd : forall c, (c < unknowns)%nat -> (t c = m * (t c / m))%Z).
  { intros c Hc. destruct (solution_divisible t c Ht Hc) as [e E]. rewrite E, Z.div_mul by lia. ring. }
  rewrite (Hd b Hb), Nat2Z.inj_succ, Z.pow_succ_r by lia. apply Z.mul_divide_mono_l.
  apply (IH (fun c => t c / m)%Z); [|assumption].
  intros i Hi. specialize (Ht i Hi).
  rewrite (zsum_equal _ _ (fun c => m * (matrix i c * (t c / m)))%Z), zsum_times in Ht.
  - nia.
  - intros c Hc. rewrite (Hd c Hc) at 1. ring.
Qed.

Lemma no_integer_solution t b : solves t -> (b < unknowns)%nat -> t b = 0%Z.
Proof.
  intros Ht Hb. destruct is_inverse as [Hm _].
  destruct (Z.eq_dec (t b) 0) as [|Hne]; [assumption|]. exfalso.
  assert (Hdiv := solution_powers (Z.to_nat (Z.abs (t b))) t b Ht Hb).
  rewrite Z2Nat.id in Hdiv by lia. apply Z.divide_abs_r in Hdiv. apply Z.divide_pos_le in Hdiv; [|lia].
  assert (Hbig : (Z.abs (t b) < m ^ Z.abs (t b))%Z) by (apply Z.pow_gt_lin_r; lia). lia.
Qed.

(** Nor has it a rational one. *)
Lemma over_one_denominator n (t : nat -> Q) :
  exists d s, (0 < d)%Z /\ forall b, (b < n)%nat -> inject_Z (s b) == inject_Z d * t b.
Proof.
  induction n as [|n (d & s & Hd & Hs)]; [exists 1%Z, (fun _ => 0%Z); split; [lia | intros; lia]|].
  exists (d * Z.pos (Qden (t n)))%Z, (fun b => if (b =? n)%nat then d * Qnum (t n) else s b * Z.pos (Qden (t n)))%Z.
  split; [nia|]. intros b Hb. destruct (b =? n)%nat eqn:E.
  - apply Nat.eqb_eq in E. subst b. destruct (t n) as [p q]. unfold Qeq, Qmult, inject_Z. cbn [Qnum Qden]. lia.
  - apply Nat.eqb_neq in E. rewrite !inject_Z_mult, Hs by lia. ring.
Qed.

Theorem no_solution (t : nat -> Q) :
  (forall i, (i < equations)%nat -> sum unknowns (fun b => inject_Z (matrix i b) * t b) == 0) ->
  forall b, (b < unknowns)%nat -> t b == 0.
Proof.
  intros Ht b Hb. destruct (over_one_denominator unknowns t) as (d & s & Hd & Hs).
  assert (Hz : s b = 0%Z).
  { apply no_integer_solution; [|assumption]. intros i Hi.
    assert (E : inject_Z (zsum unknowns (fun c => matrix i c * s c)%Z) == inject_Z 0).
    { rewrite zsum_injected. rewrite (sum_equal _ _ (fun c => inject_Z d * (inject_Z (matrix i c) * t c))).
      - rewrite sum_times, Ht by assumption. ring.
      - intros c Hc. rewrite inject_Z_mult, Hs by assumption. ring. }
    unfold Qeq, inject_Z in E. cbn [Qnum Qden] in E. lia. }
  specialize (Hs b Hb). rewrite Hz in Hs.
  assert (Hd' : 0 < inject_Z d) by (unfold Qlt; cbn; lia).
  assert (E : inject_Z d * t b == 0) by (rewrite <- Hs; reflexivity).
  apply Qmult_integral in E. destruct E; [lra | assumption].
Qed.

End Inverse.

(** The blocks: a label for each entry, an entry of each block to start from, and ties that reach all others. *)
Definition known_entry (known : list (nat * nat)) (i r : nat) : bool :=
  existsb (fun '(j, q) => (j =? i)%nat && (q =? r)%nat) known.

(** What chains of entries reach: a property that every step hands on. *)
Fixpoint chained (step : nat -> nat -> nat -> bool) (known : list (nat * nat)) (steps : list (nat * nat * nat)) :
  option (list (nat * nat)) :=
  match steps with
  | [] => Some known
  | (i, k, r) :: rest =>
      if (known_entry known k r && step i k r)%bool then chained step ((i, r) :: known) rest else None
  end.

Lemma chained_all step (P : nat -> nat -> Prop) :
  (forall i k r, step i k r = true -> P k r -> P i r) ->
  forall steps known all_known,
  (forall i r, known_entry known i r = true -> P i r) -> chained step known steps = Some all_known ->
  forall i r, known_entry all_known i r = true -> P i r.
Proof.
  intros Hstep. induction steps as [|[[i k] r] rest IH]; intros known all_known Hk H; cbn [chained] in H.
  - injection H as <-. assumption.
  - destruct (known_entry known k r && step i k r)%bool eqn:E in H; [|discriminate].
    apply andb_true_iff in E. destruct E as [E1 E2]. apply (IH ((i, r) :: known) all_known); [|assumption].
    intros j q Hjq. cbn [known_entry existsb] in Hjq. apply orb_true_iff in Hjq.
    destruct Hjq as [Hjq|Hjq]; [|now apply Hk]. split_checks. subst j q. apply (Hstep i k r E2). now apply Hk.
Qed.

Definition are_tied (inputs responses : nat) (pairs : neighbours) (alpha : Q) (x : matrix) (label : nat -> nat -> nat)
  (i k r : nat) : bool :=
  (i <? inputs)%nat && (r <? responses)%nat && (k <? inputs)%nat && (label i r =? label k r)%nat &&
  are_neighbours pairs i k && below 0 (x i r) && below 0 (x k r) &&
  (Qeq_bool (alpha * x i r) (x k r) || Qeq_bool (x i r) (alpha * x k r)).

(** A difference d that vanishes where x does, and is tied where x is, is on each block a multiple of x. *)
Definition follows (inputs responses : nat) (pairs : neighbours) (alpha : Q) (x d : matrix) : Prop :=
  (forall i r, (i < inputs)%nat -> (r < responses)%nat -> x i r == 0 -> d i r == 0) /\
  (forall i k r, (i < inputs)%nat -> (k < inputs)%nat -> (r < responses)%nat -> In (i, k) pairs \/ In (k, i) pairs ->
     alpha * x i r == x k r -> alpha * d i r == d k r).

(** Such a difference is that of either end of a segment of private mechanisms that has x in its middle. *)
Lemma difference_follows inputs responses pairs alpha x y z :
  private_mechanism inputs responses pairs alpha y -> private_mechanism inputs responses pairs alpha z ->
  (forall i r, (i < inputs)%nat -> (r < responses)%nat -> y i r + z i r == 2 * x i r) ->
  follows inputs responses pairs alpha x (fun i r => y i r - x i r).
Proof.
  intros [[Hy _] Hyp] [[Hz _] Hzp] Hmid. split.
  - intros i r Hi Hr H0. assert (Hs := Hmid i r Hi Hr). specialize (Hy i r Hi Hr). specialize (Hz i r Hi Hr). lra.
  - intros i k r Hi Hk Hr Hn Ht. assert (Hsi := Hmid i r Hi Hr). assert (Hsk := Hmid k r Hk Hr).
    assert (Hyt : alpha * y i r <= y k r) by (destruct Hn as [Hn|Hn]; now apply (Hyp _ _ Hn r)).
    assert (Hzt : alpha * z i r <= z k r) by (destruct Hn as [Hn|Hn]; now apply (Hzp _ _ Hn r)).
    assert (E : alpha * (y i r + z i r) == y k r + z k r) by (rewrite Hsi, Hsk, <- Ht; ring). lra.
Qed.

Lemma tied_multiples inputs responses pairs alpha x label d (t : nat -> Q) i k r :
  follows inputs responses pairs alpha x d -> are_tied inputs responses pairs alpha x label i k r = true ->
  d k r == t (label k r) * x k r -> d i r == t (label i r) * x i r.
Proof.
  intros [_ Hties] E Hk. unfold are_tied in E. split_checks.
  match goal with H : are_neighbours _ _ _ = true |- _ => apply are_neighbours_sound in H; rename H into Hn end.
  match goal with H : label i r = label k r |- _ => rewrite H end.
  set (u := t (label k r)) in *.
  match goal with H : (_ || _)%bool = true |- _ => apply orb_true_iff in H; destruct H as [Ht|Ht] end; split_checks.
  - assert (Hd : alpha * d i r == d k r) by (apply Hties; assumption).
    rewrite Hk, <- Ht in Hd.
    assert (Ha : ~ alpha == 0) by (intros Hz; rewrite Hz in Ht; lra).
    apply (Qmult_inj_l _ _ alpha Ha). lra.
  - assert (Hd : alpha * d k r == d i r) by (apply Hties; try assumption; [tauto | now symmetry]).
    rewrite <- Hd, Hk, Ht. ring.
Qed.

(** The mass of a block in a row. *)
Definition mass (responses : nat) (label : nat -> nat -> nat) (x : matrix) (i b : nat) : Q :=
  sum responses (fun r => if (label i r =? b)%nat then x i r else 0).

Lemma sum_of_blocks responses unknowns label x i (t : nat -> Q) :
  (forall r, (r < responses)%nat -> (label i r < unknowns)%nat \/ x i r == 0) ->
  sum responses (fun r => t (label i r) * x i r) == sum unknowns (fun b => mass responses label x i b * t b).
Proof.
  intros H. unfold mass.
  rewrite (sum_equal unknowns _ (fun b => sum responses (fun r => (if (label i r =? b)%nat then x i r else 0) * t b)))
    by (intros; now rewrite sum_times_right).
  rewrite <- (sum_swap responses unknowns (fun r b => (if (label i r =? b)%nat then x i r else 0) * t b)).
  apply sum_equal. intros r Hr. destruct (H r Hr) as [Hl|Hz].
  - rewrite (sum_single _ (label i r)); [| assumption |].
    + rewrite Nat.eqb_refl. ring.
    + intros b _ Hb. assert (E : (label i r =? b)%nat = false) by (apply Nat.eqb_neq; lia). rewrite E. ring.
  - rewrite (sum_equal _ _ (fun _ => 0)); [rewrite sum_zero, Hz; ring|].
    intros b _. destruct (label i r =? b)%nat; [rewrite Hz|]; ring.
Qed.

Definition labels (written : list (list nat)) : nat -> nat -> nat := fun i r => nth r (nth i written []) O.
Definition integers (written : list (list Z)) : nat -> nat -> Z := fun i r => nth r (nth i written []) 0%Z.

Definition integer_masses (inputs responses unknowns : nat) (label : nat -> nat -> nat) (scale : nat -> Q) (x : matrix) :
  nat -> nat -> Z :=
  let written := map (fun i => map (fun b =>
    Qnum (Qred (scale i * total responses (fun r => if (label i r =? b)%nat then x i r else 0)))) (seq 0 unknowns))
    (seq 0 inputs) in
  integers written.

Definition is_vertex (inputs responses : nat) (pairs : neighbours) (alpha : Q) (x : matrix) (unknowns : nat)
  (written_labels : list (list nat)) (roots : list (nat * nat)) (ties : list (nat * nat * nat)) (scales : list Q)
  (m : Z) (written_inverse : list (list Z)) : bool :=
  let label := labels written_labels in
  let inverse := integers written_inverse in
  let scale := numbers scales in
  let masses := integer_masses inputs responses unknowns label scale x in
  is_private_mechanism inputs responses pairs alpha x &&
  (length roots =? unknowns)%nat &&
  all unknowns (fun b => let (i, r) := nth b roots (O, O) in
    (i <? inputs)%nat && (r <? responses)%nat && (label i r =? b)%nat && below 0 (x i r)) &&
  match chained (are_tied inputs responses pairs alpha x label) roots ties with
  | None => false
  | Some known => all inputs (fun i => all responses (fun r =>
      Qeq_bool (x i r) 0 || (known_entry known i r && (label i r <? unknowns)%nat)))
  end &&
  all inputs (fun i => below 0 (scale i)) &&
  all inputs (fun i => all unknowns (fun b =>
    Qeq_bool (inject_Z (masses i b)) (scale i * total responses (fun r => if (label i r =? b)%nat then x i r else 0)))) &&
  (2 <=? m)%Z &&
  all unknowns (fun b => all unknowns (fun c =>
    (zsum inputs (fun i => inverse b i * masses i c) mod m =? if (c =? b)%nat then 1 else 0)%Z)).

Lemma known_entry_in known i r : known_entry known i r = true -> In (i, r) known.
Proof.
  unfold known_entry. rewrite existsb_exists. intros ([j q] & Hin & H). split_checks. now subst.
Qed.

Theorem vertex_sound inputs responses pairs alpha x unknowns label roots ties scales m inverse :
  is_vertex inputs responses pairs alpha x unknowns label roots ties scales m inverse = true ->
  vertex inputs responses pairs alpha x.
Proof.
  unfold is_vertex. cbv zeta. set (lab := labels label). set (scale := numbers scales).
  set (masses := integer_masses inputs responses unknowns lab scale x). intros H.
  apply andb_true_iff in H; destruct H as [H Hinv]; apply andb_true_iff in H; destruct H as [H Hm].
  apply andb_true_iff in H; destruct H as [H Hmass]; apply andb_true_iff in H; destruct H as [H Hscale].
  apply andb_true_iff in H; destruct H as [H Hreach]; apply andb_true_iff in H; destruct H as [H Hroots].
  apply andb_true_iff in H; destruct H as [Hx Hlen]. apply Z.leb_le in Hm. apply Nat.eqb_eq in Hlen.
  destruct (chained (are_tied inputs responses pairs alpha x lab) roots ties) as [known|] eqn:Hr; [|discriminate].
  assert (Hin : inside inputs pairs = true).
  { unfold is_private_mechanism in Hx. cbv zeta in Hx. apply andb_true_iff in Hx. destruct Hx as [_ Hx].
    now apply private_inside in Hx. }
  apply private_mechanism_sound in Hx. split; [assumption|].
  intros y z [[Hy Hys] Hyp] [[Hz Hzs] Hzp] Hmid.
  set (d := fun i r => y i r - x i r).
  assert (Hfollows : follows inputs responses pairs alpha x d).
  { apply (difference_follows inputs responses pairs alpha x y z); try assumption; (split; [split|]; assumption). }
  set (t := fun b => let (i, r) := nth b roots (O, O) in d i r / x i r).
  assert (Hknown : forall i r, known_entry known i r = true -> d i r == t (lab i r) * x i r).
  { apply (chained_all (are_tied inputs responses pairs alpha x lab) (fun i r => d i r == t (lab i r) * x i r))
      with (steps := ties) (known := roots); [| |assumption].
    { intros i k r Ht Hk. now apply (tied_multiples inputs responses pairs alpha x lab d t i k r). }
    intros i r Hk. apply known_entry_in in Hk. destruct (In_nth _ _ (O, O) Hk) as (b & Hb & E).
    assert (Hrb := all_true _ _ Hroots b ltac:(lia)). cbv beta in Hrb. rewrite E in Hrb. split_checks.
    match goal with H : lab i r = b |- _ => rewrite H end. unfold t. rewrite E. field. lra. }
  assert (Hall : forall i r, (i < inputs)%nat -> (r < responses)%nat ->
    d i r == t (lab i r) * x i r /\ ((lab i r < unknowns)%nat \/ x i r == 0)).
  { intros i r Hi Hr'. assert (Hcase := all_true _ _ (all_true _ _ Hreach i Hi) r Hr'). cbv beta in Hcase.
    apply orb_true_iff in Hcase. destruct Hcase as [Hcase|Hcase]; split_checks.
    - split; [|now right]. destruct Hfollows as [Hzero _]. rewrite (Hzero i r Hi Hr' Hcase), Hcase. ring.
    - split; [now apply Hknown | now left]. }
  assert (Hzero : forall b, (b < unknowns)%nat -> t b == 0).
  { apply (no_solution m inputs unknowns (integers inverse) masses).
    - split; [assumption|]. intros b c Hb Hc. assert (E := all_true _ _ (all_true _ _ Hinv b Hb) c Hc).
      cbv beta in E. now apply Z.eqb_eq in E.
    - intros i Hi.
      rewrite (sum_equal _ _ (fun b => scale i * (mass responses lab x i b * t b))).
      + rewrite sum_times, <- sum_of_blocks by (intros r Hr'; now apply Hall).
        rewrite (sum_equal _ _ (d i)) by (intros r Hr'; symmetry; now apply Hall).
        unfold d. rewrite sum_minus, Hys by assumption. destruct Hx as [[_ Hxs] _]. rewrite Hxs by assumption. ring.
      + intros b Hb. assert (E := all_true _ _ (all_true _ _ Hmass i Hi) b Hb). cbv beta in E.
        apply Qeq_bool_iff in E. rewrite E, total_sum. unfold mass. ring. }
  intros i r Hi Hr'. destruct (Hall i r Hi Hr') as [E [Hl|H0]].
  - rewrite Hzero in E by assumption. unfold d in E. lra.
  - destruct Hfollows as [Hf _]. specialize (Hf i r Hi Hr' H0). unfold d in Hf. lra.
Qed.

Theorem vertex_by inputs responses x y pairs alpha unknowns label roots ties scales m inverse :
  same inputs responses x y ->
  is_vertex inputs responses pairs alpha (tabulated inputs responses y) unknowns label roots ties scales m inverse = true ->
  vertex inputs responses pairs alpha x.
Proof.
  intros Hs H.
  assert (He : same inputs responses (tabulated inputs responses y) x).
  { intros i r Hi Hr. rewrite tabulated_is by assumption. symmetry. now apply Hs. }
  assert (Hin : inside inputs pairs = true).
  { unfold is_vertex in H. cbv zeta in H. do 7 (apply andb_true_iff in H; destruct H as [H _]).
    unfold is_private_mechanism in H. cbv zeta in H. apply andb_true_iff in H. destruct H as [_ H].
    now apply private_inside in H. }
  apply vertex_sound in H. destruct H as [[Hst Hp] Hv]. split.
  - split.
    + apply stochastic_same with (y := tabulated inputs responses y); [|assumption].
      intros i r Hi Hr. symmetry. now apply He.
    + now apply private_same with (inputs := inputs) (x := tabulated inputs responses y).
  - intros a b Ha Hb Hab i r Hi Hr. rewrite <- (He i r Hi Hr). apply (Hv a b Ha Hb); try assumption.
    intros j q Hj Hq. rewrite (He j q Hj Hq). now apply Hab.
Qed.
