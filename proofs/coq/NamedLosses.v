(** The losses that the papers name: |i-r|, (i-r)² and every power of |i-r|, whether r is wrong, or more than k away,
    and a loss that differs for answers that are too large and too small. *)

From ExactDP Require Export Counting UniversalOptimality.

(** |i-r|^e: the mean error for e = 1, the squared error for e = 2. *)
Theorem power_loss_monotone n responses e : monotone n responses (power_loss e).
Proof. intros i r q _ _ _ H. apply inject_Z_le. apply Z.pow_le_mono_l. lia. Qed.

(** 1 if the response is more than k away, and 0 if not; with k = 0 it is the 0-1 loss l_bin. *)
Theorem threshold_loss_monotone n responses k : monotone n responses (threshold_loss k).
Proof.
  intros i r q _ _ _ H. unfold threshold_loss.
  destruct (k <? Z.of_nat (distance i r))%Z eqn:E1, (k <? Z.of_nat (distance i q))%Z eqn:E2; try lra.
  apply Z.ltb_lt in E1. apply Z.ltb_ge in E2. lia.
Qed.

(** a·(r-i) above i and b·(i-r) below: monotone in |i-r| only for a = b, and unimodal always. *)
Theorem asymmetric_loss_unimodal n responses a b :
  0 <= a -> 0 <= b -> unimodal n responses (fun i => i) (asymmetric_loss a b).
Proof.
  intros Ha Hb i r Hi Hr. unfold asymmetric_loss. split; intros H.
  - assert (E2 : (i <? S r)%nat = true) by (apply Nat.ltb_lt; lia). rewrite E2.
    destruct (i <? r)%nat eqn:E1.
    + rewrite !(Qmult_comm a). apply Qmult_le_compat_r; [|assumption]. apply inject_Z_le. lia.
    + apply Nat.ltb_ge in E1. replace (i - r)%nat with O by lia.
      assert (0 <= a * inject_Z (Z.of_nat (S r - i))) by (apply Qmult_le_0_compat;
        [assumption | apply (inject_Z_le 0); lia]).
      change (inject_Z (Z.of_nat 0)) with 0. lra.
  - assert (E1 : (i <? r)%nat = false) by (apply Nat.ltb_ge; lia).
    assert (E2 : (i <? S r)%nat = false) by (apply Nat.ltb_ge; lia). rewrite E1, E2.
    rewrite !(Qmult_comm b). apply Qmult_le_compat_r; [|assumption]. apply inject_Z_le. lia.
Qed.

(** So a best remap of G is optimal for all users of these losses, Bayesian and minimax. *)
Corollary power_loss_served n alpha e who t :
  (1 <= n)%nat -> 0 <= alpha <= 1 -> user_of n who -> stochastic (S n) (S n) t ->
  (forall u, stochastic (S n) (S n) u ->
     loss (S n) (S n) (power_loss e) who (product (S n) (geometric n alpha) t) <=
     loss (S n) (S n) (power_loss e) who (product (S n) (geometric n alpha) u)) ->
  forall x, private_mechanism (S n) (S n) (path (S n)) alpha x ->
    loss (S n) (S n) (power_loss e) who (product (S n) (geometric n alpha) t) <= loss (S n) (S n) (power_loss e) who x.
Proof.
  intros Hn Ha Hu Ht Hbest. apply (universally_optimal n (S n) alpha (fun i => i)); try assumption.
  - intros j k Hjk _. exact Hjk.
  - apply monotone_unimodal, power_loss_monotone.
Qed.

Corollary threshold_loss_served n alpha k who t :
  (1 <= n)%nat -> 0 <= alpha <= 1 -> user_of n who -> stochastic (S n) (S n) t ->
  (forall u, stochastic (S n) (S n) u ->
     loss (S n) (S n) (threshold_loss k) who (product (S n) (geometric n alpha) t) <=
     loss (S n) (S n) (threshold_loss k) who (product (S n) (geometric n alpha) u)) ->
  forall x, private_mechanism (S n) (S n) (path (S n)) alpha x ->
    loss (S n) (S n) (threshold_loss k) who (product (S n) (geometric n alpha) t) <=
    loss (S n) (S n) (threshold_loss k) who x.
Proof.
  intros Hn Ha Hu Ht Hbest. apply (universally_optimal n (S n) alpha (fun i => i)); try assumption.
  - intros j i Hji _. exact Hji.
  - apply monotone_unimodal, threshold_loss_monotone.
Qed.

Corollary asymmetric_loss_served n alpha a b who t :
  (1 <= n)%nat -> 0 <= alpha <= 1 -> 0 <= a -> 0 <= b -> user_of n who -> stochastic (S n) (S n) t ->
  (forall u, stochastic (S n) (S n) u ->
     loss (S n) (S n) (asymmetric_loss a b) who (product (S n) (geometric n alpha) t) <=
     loss (S n) (S n) (asymmetric_loss a b) who (product (S n) (geometric n alpha) u)) ->
  forall x, private_mechanism (S n) (S n) (path (S n)) alpha x ->
    loss (S n) (S n) (asymmetric_loss a b) who (product (S n) (geometric n alpha) t) <=
    loss (S n) (S n) (asymmetric_loss a b) who x.
Proof.
  intros Hn Ha H0 H1 Hu Ht Hbest. apply (universally_optimal n (S n) alpha (fun i => i)); try assumption.
  - intros j k Hjk _. exact Hjk.
  - now apply asymmetric_loss_unimodal.
Qed.
