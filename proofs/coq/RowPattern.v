(** The row pattern of Ghosh, Roughgarden and Sundararajan (2009, Lemma 5.5) implies derivability, for every n: no
    vertex and no count of entries is needed. *)

From ExactDP Require Export Geometric.
From Coq Require Import Bool.

(** Between the rows i and i+1 all columns before some pivot fall by the factor α (↓), and all after it rise by 1/α (↑).
    A column of zeros does both. *)
Definition row_pattern (n responses : nat) (alpha : Q) (x : matrix) : Prop :=
  forall i, (S i <= n)%nat -> exists pivot, forall r, (r < responses)%nat ->
    ((r < pivot)%nat -> x (S i) r == alpha * x i r) /\ ((pivot < r)%nat -> x i r == alpha * x (S i) r).

Lemma sum_below_one n j f :
  (j < n)%nat -> (forall k, (k < n)%nat -> k <> j -> f k <= 0) -> sum n f <= f j.
Proof.
  intros Hj H. rewrite <- (Qmult_1_r (f j)).
  rewrite <- (sum_indicator n j (f j) (fun _ => 1) Hj). apply sum_le. intros k Hk.
  destruct (k =? j)%nat eqn:E.
  - apply Nat.eqb_eq in E. subst. lra.
  - apply Nat.eqb_neq in E. specialize (H k Hk E). lra.
Qed.

Lemma three_entries_sum n responses alpha x i :
  (forall k, (k < S n)%nat -> sum responses (x k) == 1) -> (S (S i) <= n)%nat ->
  sum responses (fun c => (1 + alpha * alpha) * x (S i) c - alpha * (x i c + x (S (S i)) c)) == (1 - alpha) * (1 - alpha).
Proof. intros Hs Hi. rewrite sum_minus, !sum_times, sum_plus. rewrite !Hs by lia. ring. Qed.

Theorem row_pattern_condition n responses alpha x :
  0 <= alpha < 1 -> private_mechanism (S n) responses (path (S n)) alpha x ->
  row_pattern n responses alpha x -> three_entries_condition n responses alpha x.
Proof.
  intros Ha [[Hx Hs] Hp] Hpat i r Hi Hr.
  destruct (Hpat i ltac:(lia)) as [p Hfirst]. destruct (Hpat (S i) Hi) as [q Hsecond].
  assert (Habove := Hp i (S i) (in_path (S n) i ltac:(lia))).
  assert (Hbelow := Hp (S i) (S (S i)) (in_path (S n) (S i) ltac:(lia))).
  set (d := fun c => (1 + alpha * alpha) * x (S i) c - alpha * (x i c + x (S (S i)) c)).
  enough (Hd : 0 <= d r) by (unfold d in Hd; lra).
  destruct (le_lt_dec r p) as [Hrp|Hrp].
  2:{ destruct (Hfirst r Hr) as [_ E]. specialize (E Hrp). destruct (Hbelow r Hr).
      assert (D : d r == x (S i) r - alpha * x (S (S i)) r) by (unfold d; rewrite E; ring). lra. }
  destruct (le_lt_dec q r) as [Hqr|Hqr].
  2:{ destruct (Hsecond r Hr) as [E _]. specialize (E Hqr). destruct (Habove r Hr).
      assert (D : d r == x (S i) r - alpha * x i r) by (unfold d; rewrite E; ring). lra. }
  assert (Hsum := three_entries_sum n responses alpha x i Hs Hi). fold d in Hsum.
  assert (Hle : sum responses d <= d r).
  { apply sum_below_one; [assumption|]. intros c Hc Hne.
    destruct (le_lt_dec r c) as [Hrc|Hcr].
    - destruct (Hsecond c Hc) as [_ E]. specialize (E ltac:(lia)). destruct (Habove c Hc).
      assert (D : d c == - (alpha * (x i c - alpha * x (S i) c))) by (unfold d; rewrite E; ring).
      assert (0 <= alpha * (x i c - alpha * x (S i) c)) by (apply Qmult_le_0_compat; lra). lra.
    - destruct (Hfirst c Hc) as [E _]. specialize (E ltac:(lia)). destruct (Hbelow c Hc).
      assert (D : d c == - (alpha * (x (S (S i)) c - alpha * x (S i) c))) by (unfold d; rewrite E; ring).
      assert (0 <= alpha * (x (S (S i)) c - alpha * x (S i) c)) by (apply Qmult_le_0_compat; lra). lra. }
  assert (0 <= (1 - alpha) * (1 - alpha)) by (apply Qmult_le_0_compat; lra). lra.
Qed.

Theorem row_pattern_derivable n responses alpha x :
  (1 <= n)%nat -> 0 <= alpha < 1 -> private_mechanism (S n) responses (path (S n)) alpha x ->
  row_pattern n responses alpha x -> derivable (S n) (S n) responses x (geometric n alpha).
Proof.
  intros Hn Ha Hx Hpat. apply theorem_2; try assumption. now apply row_pattern_condition.
Qed.
