(** Theorem 2 and Lemma 3 of Gupte and Sundararajan (2010) at every level from 0 to 1, and the exact level of G. At α
    = 1 all rows of G are equal, and so are those of a private mechanism. *)

From ExactDP Require Export UniversalOptimality.
From Coq Require Import Bool.

(** The mechanism that gives the true result. *)
Definition truthful : matrix := fun i r => if (i =? r)%nat then 1 else 0.

Lemma truthful_stochastic m : stochastic m m truthful.
Proof.
  split; [intros; unfold truthful; destruct (_ =? _)%nat; lra|]. intros i Hi.
  rewrite (sum_single _ i); [unfold truthful; rewrite Nat.eqb_refl; ring | assumption |].
  intros k _ Hk. unfold truthful. destruct (i =? k)%nat eqn:E; [apply Nat.eqb_eq in E; congruence | ring].
Qed.

Lemma after_truthful m f i : (i < m)%nat -> sum m (fun r => truthful i r * f r) == f i.
Proof.
  intros Hi. rewrite (sum_single _ i); [unfold truthful; rewrite Nat.eqb_refl; ring | assumption |].
  intros k _ Hk. unfold truthful. destruct (i =? k)%nat eqn:E; [apply Nat.eqb_eq in E; congruence | ring].
Qed.

Lemma before_truthful m f r : (r < m)%nat -> sum m (fun k => f k * truthful k r) == f r.
Proof.
  intros Hr. rewrite (sum_single _ r); [unfold truthful; rewrite Nat.eqb_refl; ring | assumption |].
  intros k _ Hk. unfold truthful. destruct (k =? r)%nat eqn:E; [apply Nat.eqb_eq in E; congruence | ring].
Qed.

(** A mechanism can be derived from itself; so Lemma 3 holds with α = β = 1, too. *)
Theorem derivable_reflexive inputs columns x : derivable inputs columns columns x x.
Proof.
  exists truthful. split; [apply truthful_stochastic|]. intros i r _ Hr. unfold product. symmetry.
  exact (before_truthful columns (x i) r Hr).
Qed.

Lemma power_one alpha d : alpha == 1 -> power alpha d == 1.
Proof. intros Ha. induction d as [|d IH]; cbn [power]; [ring|]. rewrite IH, Ha. ring. Qed.

Lemma power_equal alpha beta d : alpha == beta -> power alpha d == power beta d.
Proof. intros H. induction d as [|d IH]; cbn [power]; [ring|]. rewrite IH, H. ring. Qed.

Lemma geometric_equal n alpha beta i k : alpha == beta -> geometric n alpha i k == geometric n beta i k.
Proof.
  intros H. unfold geometric, share. rewrite (power_equal alpha beta) by assumption.
  destruct ((k =? 0)%nat || (k =? n)%nat); rewrite H; reflexivity.
Qed.

Theorem lemma_3_at_every_level n alpha beta :
  (1 <= n)%nat -> 0 <= alpha -> alpha <= beta -> beta <= 1 ->
  derivable (S n) (S n) (S n) (geometric n beta) (geometric n alpha).
Proof.
  intros Hn H0 Hab H1. destruct (Qlt_le_dec alpha 1) as [Ha|Ha]; [now apply lemma_3|].
  destruct (derivable_reflexive (S n) (S n) (geometric n alpha)) as (t & Ht & He). exists t. split; [exact Ht|].
  intros i r Hi Hr. rewrite <- (He i r Hi Hr). apply geometric_equal. lra.
Qed.

(** Theorem 2, for α = 1 too: a 1-private mechanism meets the condition, and can be derived from G. *)
Theorem theorem_2_at_every_level n responses alpha x :
  (1 <= n)%nat -> 0 <= alpha <= 1 -> private_mechanism (S n) responses (path (S n)) alpha x ->
  (derivable (S n) (S n) responses x (geometric n alpha) <-> three_entries_condition n responses alpha x).
Proof.
  intros Hn Ha Hx. destruct (Qlt_le_dec alpha 1) as [Hlt|Hge]; [apply theorem_2; [assumption | lra | assumption]|].
  assert (H1 : alpha == 1) by lra. split; intros _.
  - destruct Hx as [_ Hp]. intros i r Hi Hr.
    destruct (Hp i (S i) (in_path (S n) i ltac:(lia)) r Hr) as [A B].
    destruct (Hp (S i) (S (S i)) (in_path (S n) (S i) ltac:(lia)) r Hr) as [C D].
    rewrite H1 in *. lra.
  - exists x. split; [apply Hx|]. intros i r Hi Hr. symmetry.
    exact (remap_at_one n responses alpha x Hn H1 Hx i r Hi Hr).
Qed.

(** G_{n,α} is private at α and at no larger level. *)
Theorem geometric_exact_level n alpha :
  (1 <= n)%nat -> 0 <= alpha <= 1 -> exact_level (path (S n)) (S n) alpha (geometric n alpha).
Proof.
  intros Hn Ha. split; [now apply geometric_private|]. split; [apply Ha|]. intros beta _ H.
  destruct (H 0%nat 1%nat (in_path (S n) 0 ltac:(lia)) 0%nat ltac:(lia)) as [H0 _].
  rewrite geometric_below in H0 by lia. unfold geometric in H0. rewrite share_end in H0 by now left.
  rewrite distance_left in H0 by lia. cbn [Nat.sub power] in H0.
  assert (E : forall v, v * (1 * (1 / (1 + alpha))) == v / (1 + alpha)) by (intros; field; lra).
  rewrite !E in H0. apply Qmult_le_l with (1 / (1 + alpha)).
  - apply Qlt_shift_div_l; lra.
  - assert (F : forall v, 1 / (1 + alpha) * v == v / (1 + alpha)) by (intros; field; lra). rewrite !F. exact H0.
Qed.
