(** Lemmas 1 and 2 of Gupte and Sundararajan (2010), and Cramer's rule in the proof of their Theorem 2, for every n. *)

From ExactDP Require Export Geometric Expansion.

(** G' has the entries α^|i-k|. *)
Definition scaled_geometric (alpha : Q) : matrix := fun i k => power alpha (distance i k).

(** Column 0 less α times column 1 is (1-α², 0, …, 0). Without row and column 0 stands G' of one size less. *)
Theorem determinant_scaled n alpha : det (S n) (scaled_geometric alpha) == power (1 - alpha * alpha) n.
Proof.
  induction n as [|n IH]; [cbn; ring|]. set (G := scaled_geometric alpha) in *.
  pose (first i := if (i =? 0)%nat then 1 - alpha * alpha else 0).
  assert (Hfirst : det (S (S n)) (with_column 0 first G) == (1 - alpha * alpha) * det (S n) G).
  { rewrite (det_expanded (S n)), (sum_single (S (S n)) 0); [|lia|].
    - rewrite (det_equal (S n) (minor 0 (with_column 0 first G)) G) by reflexivity.
      cbn [power with_column first Nat.eqb]. ring.
    - intros [|j] _ Hj; [contradiction|].
      rewrite (det_zero_column (S n) 0 (minor (S j) (with_column 0 first G))) by (lia || reflexivity). ring. }
  assert (Hsecond : det (S (S n)) (with_column 0 (fun i => G i 1%nat) G) == 0).
  { apply (det_equal_columns (S (S n)) 0 1); [lia | lia | lia | reflexivity]. }
  rewrite (det_linear (S (S n)) 0 1 alpha (with_column 0 first G) (with_column 0 (fun i => G i 1%nat) G)); [|lia| |].
  - rewrite Hfirst, Hsecond, IH. cbn [power]. ring.
  - intros [|i] _; cbn; [ring|]. rewrite Nat.sub_0_r, Nat.add_0_r. ring.
  - intros i [|j] _ _ Hj; [contradiction|]. split; reflexivity.
Qed.

(** The columns of G are those of G' times what [share] says. *)
Lemma determinant_of_shares n m alpha :
  0 <= alpha -> (m <= n)%nat ->
  det (S (S n)) (fun i k => scaled_geometric alpha i k * if (k <=? m)%nat then share (S n) alpha k else 1)
  == power ((1 - alpha) / (1 + alpha)) m / (1 + alpha) * power (1 - alpha * alpha) (S n).
Proof.
  intros Ha. rewrite <- determinant_scaled. induction m as [|m IH]; intros Hm.
  - rewrite (det_times_column (S (S n)) 0 (1 / (1 + alpha)) (scaled_geometric alpha)); [|lia| |].
    + cbn [power]. field. lra.
    + intros i _. cbn [Nat.leb]. rewrite share_end by lia. ring.
    + intros i [|k] _ _ Hk; [contradiction|]. cbn [Nat.leb]. ring.
  - rewrite (det_times_column (S (S n)) (S m) ((1 - alpha) / (1 + alpha))
      (fun i k => scaled_geometric alpha i k * if (k <=? m)%nat then share (S n) alpha k else 1)); [|lia| |].
    + rewrite IH by lia. cbn [power]. field. lra.
    + intros i _. destruct (Nat.leb_spec (S m) (S m)), (Nat.leb_spec (S m) m); try lia.
      rewrite share_inner by lia. ring.
    + intros i k _ _ Hk. destruct (Nat.leb_spec k (S m)), (Nat.leb_spec k m); try lia; reflexivity.
Qed.

(** det G = (1-α)^(2n-1)/(1+α), here of the inputs 0, …, n+1. *)
Theorem determinant_of_geometric (n : nat) (alpha : Q) :
  0 <= alpha -> det (S (S n)) (geometric (S n) alpha) == power (1 - alpha) (S (2 * n))%nat / (1 + alpha).
Proof.
  intros Ha. rewrite (det_times_column (S (S n)) (S n) (1 / (1 + alpha))
    (fun i k => scaled_geometric alpha i k * if (k <=? n)%nat then share (S n) alpha k else 1)); [|lia| |].
  - rewrite determinant_of_shares by (assumption || lia).
    assert (E : power ((1 - alpha) / (1 + alpha)) n * power (1 - alpha * alpha) n == power (1 - alpha) (2 * n)%nat).
    { clear - Ha. induction n as [|n IH]; [cbn; ring|]. replace (2 * S n)%nat with (S (S (2 * n))) by lia.
      cbn [power] in *. rewrite <- IH. field. lra. }
    cbn [power]. rewrite <- E. field. lra.
  - intros i _. unfold geometric. destruct (Nat.leb_spec (S n) n); [lia|]. rewrite share_end by lia.
    unfold scaled_geometric. ring.
  - intros i k Hi Hk Hne. unfold geometric. destruct (Nat.leb_spec k n); [reflexivity | lia].
Qed.

(** So it is positive. *)
Theorem determinant_positive (n : nat) (alpha : Q) :
  (1 <= n)%nat -> 0 <= alpha -> alpha < 1 -> 0 < det (S n) (geometric n alpha).
Proof.
  intros Hn H0 H1. destruct n as [|n]; [lia|]. rewrite determinant_of_geometric by assumption.
  apply Qlt_shift_div_l; [lra|]. assert (H := power_positive (1 - alpha) (S (2 * n)) ltac:(lra)). lra.
Qed.

(** Lemma 1. *)
Theorem lemma_1 (n : nat) (alpha : Q) :
  (1 <= n)%nat -> 0 <= alpha < 1 ->
  det (S n) (geometric n alpha) == power (1 - alpha) (2 * n - 1) / (1 + alpha) /\ 0 < det (S n) (geometric n alpha).
Proof.
  intros Hn [H0 H1]. split; [|now apply determinant_positive].
  destruct n as [|n]; [lia|]. rewrite determinant_of_geometric by assumption.
  replace (2 * S n - 1)%nat with (S (2 * n)) by lia. reflexivity.
Qed.

(** Lemma 2 for G': the determinants of Cramer's rule. *)
Theorem determinant_scaled_with_column n alpha k x :
  (1 <= n)%nat -> (k <= n)%nat -> ~ alpha * alpha == 1 ->
  det (S n) (with_column k x (scaled_geometric alpha))
  == power (1 - alpha * alpha) (n - 1) * second_difference n alpha x k.
Proof.
  intros Hn Hk Ha. assert (H := cramer (S n) k (second_difference n alpha x) (scaled_geometric alpha) ltac:(lia)).
  rewrite determinant_scaled, (det_column (S n) k (1 - alpha * alpha) 0 x x) in H;
    [|lia | intros i Hi; unfold scaled_geometric; rewrite kernel_inverse by lia; ring].
  destruct n as [|n]; [lia|]. cbn [Nat.sub power] in *. rewrite Nat.sub_0_r.
  destruct (Qmult_integral (1 - alpha * alpha) (det (S (S n)) (with_column k x (scaled_geometric alpha))
    - power (1 - alpha * alpha) n * second_difference (S n) alpha x k)); lra.
Qed.

(** Cramer's rule for the remap T with G·T = x. *)
Theorem remap_by_cramer n alpha x k r :
  (1 <= n)%nat -> (k <= n)%nat -> 0 <= alpha < 1 ->
  det (S n) (with_column k (fun i => x i r) (geometric n alpha))
  == det (S n) (geometric n alpha) * inverse_remap n alpha x k r.
Proof.
  intros Hn Hk Ha. rewrite <- (cramer (S n) k (fun j => inverse_remap n alpha x j r)) by lia.
  apply det_equal. intros i j Hi _. unfold with_column. destruct (j =? k)%nat; [|reflexivity].
  exact (geometric_inverse n (S r) alpha x Hn Ha i r Hi (Nat.lt_succ_diag_r r)).
Qed.

(** Lemma 2: the signs of the determinants of Cramer's rule. *)
Theorem lemma_2 n alpha x :
  (1 <= n)%nat -> 0 <= alpha < 1 ->
  let replaced k := det (S n) (with_column k x (geometric n alpha)) in
  (0 < replaced 0%nat <-> alpha * x 1%nat < x 0%nat) /\
  (0 < replaced n <-> alpha * x (n - 1)%nat < x n) /\
  forall k, (0 < k < n)%nat ->
    (0 <= replaced k <-> alpha * (x (k + 1)%nat - alpha * x k) <= x k - alpha * x (k - 1)%nat).
Proof.
  intros Hn Ha replaced.
  assert (E : forall k, (k <= n)%nat -> exists c, 0 < c /\ replaced k == c * second_difference n alpha x k).
  { intros k Hk. destruct (lemma_1 n alpha Hn Ha) as [_ H1].
    exists (det (S n) (geometric n alpha)
      / if ((k =? 0) || (k =? n))%nat then 1 - alpha else (1 - alpha) * (1 - alpha)).
    assert (H := remap_by_cramer n alpha (fun i _ => x i) k 0 Hn Hk Ha). unfold inverse_remap in H.
    change (fun i => x i) with x in H. unfold replaced. rewrite H.
    destruct ((k =? 0) || (k =? n))%nat; (split; [apply Qlt_shift_div_l; nra | field; lra]). }
  split; [|split].
  - destruct (E O) as (c & Hc & ->); [lia|]. unfold second_difference. cbn [Nat.eqb]. split; intros; nra.
  - destruct (E n) as (c & Hc & ->); [lia|]. rewrite second_difference_last, Nat.sub_1_r by assumption.
    split; intros; nra.
  - intros k Hk. destruct (E k) as (c & Hc & ->); [lia|]. rewrite second_difference_inner by assumption.
    unfold three_term. rewrite Nat.sub_1_r, Nat.add_1_r. split; intros; nra.
Qed.
