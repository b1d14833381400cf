(** What an equation on the difference of two mechanisms says of D, where that difference is A·D for A = (α^|i-k|), and of
    sums that have only some terms. *)

From ExactDP Require Export Uniqueness.
From Coq Require Import Bool.

(** Sums in which only some terms are not 0. *)
Definition is_place (k r : nat) (u : nat * nat) : bool := (fst u =? k)%nat && (snd u =? r)%nat.

Fixpoint distinct (places : list (nat * nat)) : bool :=
  match places with
  | [] => true
  | (k, r) :: rest => negb (existsb (is_place k r) rest) && distinct rest
  end.

Lemma is_place_in k r places : existsb (is_place k r) places = true <-> In (k, r) places.
Proof.
  rewrite existsb_exists. split.
  - intros ([j q] & Hin & H). unfold is_place in H. cbn in H. split_checks. now subst.
  - intros H. exists (k, r). split; [assumption|]. unfold is_place. cbn. now rewrite !Nat.eqb_refl.
Qed.

Lemma picked_terms inputs responses places : forall (e d : matrix),
  distinct places = true ->
  forallb (fun '(k, r) => (k <? inputs)%nat && (r <? responses)%nat) places = true ->
  (forall k r, (k < inputs)%nat -> (r < responses)%nat -> existsb (is_place k r) places = true \/ d k r == 0) ->
  combination inputs responses e d == fold_right (fun '(k, r) rest => e k r * d k r + rest) 0 places.
Proof.
  induction places as [|[k r] rest IH]; intros e d Hd Hin H.
  - cbn [fold_right]. rewrite <- (combination_zero inputs responses e).
    unfold combination. apply sum_equal. intros i Hi. apply sum_equal. intros j Hj.
    destruct (H i j Hi Hj) as [Hc|E]; [discriminate|]. rewrite E. ring.
  - cbn [distinct forallb fold_right] in *. apply andb_true_iff in Hd. destruct Hd as [Hnot Hd].
    apply andb_true_iff in Hin. destruct Hin as [Hkr Hin]. split_checks. apply negb_true_iff in Hnot.
    set (d' := fun i j => if (i =? k)%nat && (j =? r)%nat then 0 else d i j).
    assert (Erest : fold_right (fun '(i, j) t => e i j * d i j + t) 0 rest ==
                    fold_right (fun '(i, j) t => e i j * d' i j + t) 0 rest).
    { clear - Hnot. induction rest as [|[i j] rest IH]; [reflexivity|]. cbn [existsb fold_right] in *.
      apply orb_false_iff in Hnot. destruct Hnot as [H1 H2]. rewrite (IH H2). unfold d'.
      unfold is_place in H1. cbn in H1. rewrite H1. reflexivity. }
    rewrite Erest, <- (IH e d' Hd Hin).
    + assert (Esingle : e k r * d k r == combination inputs responses (fun i j => if (i =? k)%nat && (j =? r)%nat then e k r else 0) d).
      { unfold combination. rewrite (sum_single inputs k); [| assumption |].
        - rewrite (sum_single responses r); [| assumption |].
          + rewrite !Nat.eqb_refl. reflexivity.
          + intros j _ Hne. assert (E : (j =? r)%nat = false) by (now apply Nat.eqb_neq). rewrite E, andb_false_r. ring.
        - intros i _ Hne. assert (E : (i =? k)%nat = false) by (now apply Nat.eqb_neq). rewrite <- (sum_zero responses).
          apply sum_equal. intros j _. rewrite E. cbn [andb]. ring. }
      rewrite Esingle. unfold combination. rewrite <- sum_plus. apply sum_equal. intros i _. rewrite <- sum_plus.
      apply sum_equal. intros j _. unfold d'. destruct (i =? k)%nat eqn:Ei, (j =? r)%nat eqn:Ej; cbn [andb]; try ring.
      apply Nat.eqb_eq in Ei, Ej. subst. ring.
    + intros i j Hi Hj. unfold d'. destruct (i =? k)%nat eqn:Ei, (j =? r)%nat eqn:Ej; cbn [andb]; try (now right);
        destruct (H i j Hi Hj) as [Hc|E]; try (now right); left; cbn [existsb] in Hc; apply orb_true_iff in Hc;
        destruct Hc as [Hc|Hc]; try assumption; unfold is_place in Hc; cbn in Hc; apply andb_true_iff in Hc;
        destruct Hc as [Hu Hw]; apply Nat.eqb_eq in Hu, Hw; first [apply Nat.eqb_neq in Ei | apply Nat.eqb_neq in Ej]; lia.
Qed.

Lemma listed_terms (g : nat * nat -> Q) places :
  fold_right (fun u rest => g u + rest) 0 places == sum (length places) (fun b => g (nth b places (O, O))).
Proof.
  induction places as [|u rest IH]; [reflexivity|]. cbn [fold_right length]. rewrite sum_first. cbn [nth]. now rewrite IH.
Qed.

Lemma second_difference_zero n alpha (z : nat -> Q) k :
  (1 <= n)%nat -> (k <= n)%nat -> (forall i, (i <= n)%nat -> z i == 0) -> second_difference n alpha z k == 0.
Proof.
  intros Hn Hk H. rewrite (second_difference_equal n alpha z (fun _ => 0)) by assumption.
  unfold second_difference, three_term. destruct (k =? 0)%nat; [|destruct (k =? n)%nat]; ring.
Qed.

Lemma second_difference_minus n alpha (f g : nat -> Q) k :
  second_difference n alpha (fun i => f i - g i) k == second_difference n alpha f k - second_difference n alpha g k.
Proof. unfold second_difference, three_term. destruct (k =? 0)%nat; [|destruct (k =? n)%nat]; ring. Qed.

(** The coefficient of D_kr in an equation. *)
Definition remap_coefficient (inputs : nat) (beta : Q) (l : matrix) (cs : list constraint) (eq : equation) (k r : nat) : Q :=
  match eq with
  | RowSum i => if (k =? i)%nat then 1 else 0
  | LossOn i => power beta (distance i k) * l i r
  | Tight c =>
      total inputs (fun i => coefficients_of (nth c cs (AtLeast 0 (fun _ _ => 0))) i r * power beta (distance i k))
  end.

Lemma spread_combination n responses beta (e d : matrix) :
  (1 <= n)%nat ->
  combination (S n) responses (fun k r => sum (S n) (fun i => e i r * power beta (distance i k)))
    (fun k r => second_difference n beta (fun i => d i r) k)
  == (1 - beta * beta) * combination (S n) responses e d.
Proof.
  intros Hn. unfold combination. rewrite (sum_swap (S n) responses), (sum_swap (S n) responses (fun i r => e i r * d i r)).
  rewrite <- sum_times. apply sum_equal. intros r _.
  rewrite (sum_equal (S n) _ (fun k => sum (S n) (fun i =>
    e i r * (power beta (distance i k) * second_difference n beta (fun j => d j r) k)))).
  - rewrite sum_swap, <- sum_times. apply sum_equal. intros i Hi. rewrite sum_times, (kernel_inverse n beta (fun j => d j r) i Hn) by lia.
    ring.
  - intros k _. rewrite <- sum_times_right. apply sum_equal. intros; ring.
Qed.

Lemma remap_equation n responses beta l cs eq (d : matrix) :
  (1 <= n)%nat ->
  match eq with RowSum i | LossOn i => (i < S n)%nat | Tight _ => True end ->
  (forall i, (i < S n)%nat -> sum responses (d i) == 0) ->
  value_of (S n) responses l cs eq d == 0 ->
  combination (S n) responses (remap_coefficient (S n) beta l cs eq)
    (fun k r => second_difference n beta (fun i => d i r) k) == 0.
Proof.
  intros Hn Hi Hsum Hval. destruct eq as [i|i|c]; cbn [value_of remap_coefficient] in *.
  - unfold combination. cbn [remap_coefficient]. rewrite (sum_single (S n) i); [| assumption |].
    + transitivity (sum responses (fun r => second_difference n beta (fun j => d j r) i));
        [apply sum_equal; intros; rewrite Nat.eqb_refl; ring|].
      rewrite <- (second_difference_sum n responses beta (fun j r => d j r) i).
      apply second_difference_zero; try lia. intros j Hj. apply Hsum. lia.
    + intros k _ Hne. assert (E : (k =? i)%nat = false) by now apply Nat.eqb_neq. rewrite E, <- (sum_zero responses).
      apply sum_equal. intros; ring.
  - rewrite (combination_equal _ _ _ (fun k r => sum (S n) (fun j => (if (j =? i)%nat then l i r else 0) * power beta (distance j k)))).
    + rewrite spread_combination by assumption. unfold combination. rewrite (sum_single (S n) i); [| assumption |].
      * transitivity ((1 - beta * beta) * sum responses (fun r => d i r * l i r));
          [|unfold expected_loss in Hval; rewrite Hval; ring].
        apply Qmult_comp; [reflexivity|]. apply sum_equal. intros. rewrite Nat.eqb_refl. ring.
      * intros k _ Hne. assert (E : (k =? i)%nat = false) by now apply Nat.eqb_neq. rewrite E, <- (sum_zero responses).
        apply sum_equal. intros; ring.
    + intros k r _ _. cbn [remap_coefficient]. rewrite (sum_single (S n) i); [rewrite Nat.eqb_refl; ring | assumption |].
      intros j _ Hne. assert (E : (j =? i)%nat = false) by now apply Nat.eqb_neq. rewrite E. ring.
  - set (a := coefficients_of _) in *.
    rewrite (combination_equal _ _ _ (fun k r => sum (S n) (fun j => a j r * power beta (distance j k)))).
    + rewrite spread_combination by assumption. rewrite Hval. ring.
    + intros k r _ _. apply total_sum.
Qed.

(** Where x_0r = 0 the path makes the whole column 0. *)
Lemma zero_column inputs responses alpha z r :
  0 < alpha -> private_mechanism inputs responses (path inputs) alpha z -> (r < responses)%nat -> z O r == 0 ->
  forall i, (i < inputs)%nat -> z i r == 0.
Proof.
  intros Ha [[Hz _] Hp] Hr H0. induction i as [|i IH]; intros Hi; [assumption|].
  destruct (Hp i (S i) (in_path _ _ Hi) r Hr) as [_ Hle]. rewrite (IH ltac:(lia)) in Hle.
  assert (Hpos := Hz (S i) r Hi Hr). apply Qle_antisym; [|assumption]. apply Qnot_lt_le. intros Hlt.
  assert (0 < alpha * z (S i) r) by now apply Qmult_lt_0_compat. lra.
Qed.
