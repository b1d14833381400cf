(** Lemma 1 as a clause prints it, with a determinant that is a rational number. *)

From ExactDP Require Export Statements Expansion.
From ExactDP Require Determinants.

Section Compared.

Import Determinants.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma determinant_is n x : determinant n x = rational (det n x).
Proof.
  elim: n x => [|n IH] x; first by rewrite /determinant det_mx00 rational_one.
  rewrite /determinant (expand_det_row _ ord0) rational_sum. apply: eq_bigr => k _.
  have E : rational (-1 # 1)%Q = -1 by rewrite (rational_equal _ (Qopp 1)) // rational_opposite rational_one.
  rewrite mxE !rational_multiply -IH rational_power E /cofactor add0n.
  congr (_ * (_ * \det _)). apply/matrixP => i j. rewrite !mxE /minor /= /bump. congr (rational (x _ _)).
  case: Nat.ltb_spec => /leP H; [by rewrite leqNgt H | by rewrite H].
Qed.

Lemma rational_same p q : rational p = rational q -> Qeq p q.
Proof.
  move=> H. have : rational (p - q) = 0 by rewrite rational_subtract H subrr.
  move/rational_is_zero. lra.
Qed.

End Compared.

Theorem determinant_of_geometric (n : nat) (alpha : Q) :
  0 <= alpha -> alpha < 1 ->
  det (S (S n)) (geometric (S n) alpha) == power (1 - alpha) (S (2 * n))%nat / (1 + alpha).
Proof.
  intros H0 H1. apply rational_same. rewrite <- determinant_is.
  destruct (Determinants.lemma_1 (S n) alpha) as [H _]; [reflexivity | split; assumption |].
  replace (S (2 * n)) with (2 * S n - 1)%nat by lia. exact H.
Qed.

Theorem determinant_positive (n : nat) (alpha : Q) :
  (1 <= n)%nat -> 0 <= alpha -> alpha < 1 -> 0 < det (S n) (geometric n alpha).
Proof.
  intros Hn H0 H1. destruct n as [|n]; [lia|]. rewrite determinant_of_geometric by assumption.
  apply Qlt_shift_div_l; [lra|]. rewrite Qmult_0_l. apply power_positive. lra.
Qed.
