(** Lemma 1 of Gupte and Sundararajan over the real numbers.

    For rational α it is proved by the determinants of Mathematical Components. Both sides are continuous in α, and near
    every real number there are rational ones. *)

From mathcomp Require matrix.
From ExactDP Require StatedDeterminants.
From ExactDP.Reals Require Import Transfer Geometric Expansion.
From Coq Require Import QArith Qreals Reals Lra.
Local Open Scope R_scope.

Module RationalExpansion := ExactDP.Expansion.

Lemma real_det n : forall x, real (RationalExpansion.det n x) = det n (real_matrix x).
Proof.
  induction n as [|n IH]; intros x; cbn [RationalExpansion.det det]; [apply real_1|].
  rewrite real_sum. apply sum_equal. intros k _. rewrite !Q2R_mult, IH, real_power.
  replace (real (-1)) with (-1) by (unfold Q2R; cbn; lra). reflexivity.
Qed.

Lemma det_equal n : forall x y, (forall i k, x i k = y i k) -> det n x = det n y.
Proof.
  induction n as [|n IH]; intros x y H; cbn [det]; [reflexivity|].
  apply sum_equal. intros k _. rewrite H, (IH (minor k x) (minor k y)); [reflexivity|]. intros i j. apply H.
Qed.

(** What is continuous. *)
Lemma identity_continuous a : continuity_pt (fun b => b) a.
Proof. exact (derivable_continuous_pt _ a (derivable_pt_id a)). Qed.

Lemma sum_continuous n (f : R -> nat -> R) a :
  (forall k, continuity_pt (fun b => f b k) a) -> continuity_pt (fun b => sum n (f b)) a.
Proof.
  intros H. induction n as [|n IH]; cbn [sum].
  - now apply continuity_pt_const.
  - now apply continuity_pt_plus.
Qed.

Lemma power_continuous d a : continuity_pt (fun b => power b d) a.
Proof.
  induction d as [|d IH]; cbn [power].
  - now apply continuity_pt_const.
  - apply continuity_pt_mult; [apply identity_continuous | assumption].
Qed.

Lemma det_continuous n a : forall x : R -> matrix,
  (forall i k, continuity_pt (fun b => x b i k) a) -> continuity_pt (fun b => det n (x b)) a.
Proof.
  induction n as [|n IH]; intros x H; cbn [det].
  - now apply continuity_pt_const.
  - apply (sum_continuous (S n) (fun b k => x b O k * (power (-1) k * det n (minor k (x b))))). intros k.
    apply continuity_pt_mult; [apply H|]. apply continuity_pt_mult; [now apply continuity_pt_const|].
    apply (IH (fun b => minor k (x b))). intros i j. apply H.
Qed.

Lemma minus_continuous a : continuity_pt (fun b => 1 - b) a.
Proof. apply continuity_pt_minus; [now apply continuity_pt_const | apply identity_continuous]. Qed.

Lemma plus_continuous a : continuity_pt (fun b => 1 + b) a.
Proof. apply continuity_pt_plus; [now apply continuity_pt_const | apply identity_continuous]. Qed.

Lemma geometric_continuous n a i k : 0 <= a -> continuity_pt (fun b => geometric n b i k) a.
Proof.
  intros Ha. unfold geometric, share. apply continuity_pt_mult; [apply power_continuous|].
  apply continuity_pt_div; [| apply plus_continuous | lra].
  destruct ((k =? 0) || (k =? n))%nat; [now apply continuity_pt_const | apply minus_continuous].
Qed.

(** A continuous function that is 0 on the rational numbers right of a is 0 at a. *)
Lemma zero_by_continuity (f : R -> R) a b :
  a < b -> continuity_pt f a -> (forall q, a < real q < b -> f (real q) = 0) -> f a = 0.
Proof.
  intros Hab Hf H. destruct (Req_dec (f a) 0) as [E|Hne]; [exact E|]. exfalso.
  destruct (Hf (Rabs (f a)) (Rabs_pos_lt _ Hne)) as (d & Hd & Hnear).
  destruct (rational_between a (Rmin b (a + d))) as (q & Haq & Hq); [apply Rmin_glb_lt; lra|].
  assert (Hqb := Rmin_l b (a + d)). assert (Hqd := Rmin_r b (a + d)).
  specialize (Hnear (real q)). cbn in Hnear. unfold R_dist in Hnear. rewrite (H q) in Hnear by lra.
  assert (Hless : Rabs (0 - f a) < Rabs (f a)).
  { apply Hnear. split; [split; [exact I | lra]|]. rewrite Rabs_right; lra. }
  rewrite Rabs_minus_sym, Rminus_0_r in Hless. lra.
Qed.

(** det G = (1-α)^(2n-1)/(1+α), here of the inputs 0, …, n+1. *)
Theorem determinant_of_geometric (n : nat) (alpha : R) :
  0 <= alpha -> alpha < 1 -> det (S (S n)) (geometric (S n) alpha) = power (1 - alpha) (S (2 * n)) / (1 + alpha).
Proof.
  intros H0 H1. apply Rminus_diag_uniq.
  apply (zero_by_continuity
    (fun a => det (S (S n)) (geometric (S n) a) - power (1 - a) (S (2 * n)) / (1 + a)) alpha 1 H1).
  - apply continuity_pt_minus.
    + apply det_continuous. intros i k. now apply geometric_continuous.
    + apply continuity_pt_div; [| apply plus_continuous | lra].
      apply (continuity_pt_comp (fun a => 1 - a) (fun b => power b (S (2 * n)))); [apply minus_continuous|].
      apply power_continuous.
  - intros q [Hq0 Hq1].
    assert (Hr0 : (0 <= q)%Q) by (apply real_le; rewrite real_0; lra).
    assert (Hr1 : (q < 1)%Q) by (apply real_lt; rewrite real_1; lra).
    assert (E := StatedDeterminants.determinant_of_geometric n q Hr0 Hr1). apply real_equal in E.
    rewrite real_det, Q2R_div, real_power, Q2R_minus, Q2R_plus, real_1 in E by Lqa.lra.
    rewrite <- E. apply Rminus_diag_eq. apply det_equal. intros i k. symmetry. now apply real_geometric.
Qed.

(** So it is positive. *)
Theorem determinant_positive (n : nat) (alpha : R) :
  (1 <= n)%nat -> 0 <= alpha -> alpha < 1 -> 0 < det (S n) (geometric n alpha).
Proof.
  intros Hn H0 H1. destruct n as [|n]; [lia|]. rewrite determinant_of_geometric by assumption.
  apply Rdiv_lt_0_compat; [apply power_positive|]; lra.
Qed.
