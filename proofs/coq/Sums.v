(** Finite sums of numbers, and the maximum of finitely many. *)

From ExactDP Require Export Scalars.
From Coq Require Import Setoid Morphisms.

(** f 0 + f 1 + … + f (n-1). *)
Fixpoint sum (n : nat) (f : nat -> Q) : Q :=
  match n with
  | O => 0
  | S m => sum m f + f m
  end.

(** The largest f i, for i in a list; 0 where the list is empty. *)
Fixpoint maximum (f : nat -> Q) (indices : list nat) : Q :=
  match indices with
  | [] => 0
  | [i] => f i
  | i :: rest => Qmax (f i) (maximum f rest)
  end.

(** α^d. *)
Fixpoint power (a : Q) (d : nat) : Q :=
  match d with
  | O => 1
  | S e => a * power a e
  end.

Lemma sum_equal n f g : (forall k, (k < n)%nat -> f k == g k) -> sum n f == sum n g.
Proof.
  induction n; simpl; intros H; [reflexivity|].
  rewrite IHn, (H n) by (intros; try apply H; lia). reflexivity.
Qed.

Lemma sum_le n f g : (forall k, (k < n)%nat -> f k <= g k) -> sum n f <= sum n g.
Proof.
  induction n; simpl; intros H; [lra|].
  assert (f n <= g n) by (apply H; lia).
  assert (sum n f <= sum n g) by (apply IHn; intros; apply H; lia). lra.
Qed.

Lemma sum_zero n : sum n (fun _ => 0) == 0.
Proof. induction n; simpl; lra. Qed.

Lemma sum_plus n f g : sum n (fun k => f k + g k) == sum n f + sum n g.
Proof. induction n; simpl; lra. Qed.

Lemma sum_minus n f g : sum n (fun k => f k - g k) == sum n f - sum n g.
Proof. induction n; simpl; lra. Qed.

Lemma sum_times n c f : sum n (fun k => c * f k) == c * sum n f.
Proof. induction n; simpl; [|rewrite IHn]; ring. Qed.

Lemma sum_times_right n c f : sum n (fun k => f k * c) == sum n f * c.
Proof. induction n; simpl; [|rewrite IHn]; ring. Qed.

Lemma sum_nonnegative n f : (forall k, (k < n)%nat -> 0 <= f k) -> 0 <= sum n f.
Proof. intros H. rewrite <- (sum_zero n). now apply sum_le. Qed.

Lemma sum_swap m n (f : nat -> nat -> Q) :
  sum m (fun i => sum n (f i)) == sum n (fun k => sum m (fun i => f i k)).
Proof.
  induction m; simpl.
  - now rewrite sum_zero.
  - rewrite IHm. now rewrite sum_plus.
Qed.

Lemma sum_first n f : sum (S n) f == f O + sum n (fun k => f (S k)).
Proof. induction n; simpl in *; [|rewrite IHn]; ring. Qed.

Lemma sum_split a b f : sum (a + b) f == sum a f + sum b (fun k => f (a + k)%nat).
Proof.
  induction b as [|b IH]; [rewrite Nat.add_0_r; cbn [sum]; ring|].
  rewrite Nat.add_succ_r. cbn [sum]. rewrite IH. ring.
Qed.

(** A sum in which only the term j is not 0. *)
Lemma sum_single n j f :
  (j < n)%nat -> (forall k, (k < n)%nat -> k <> j -> f k == 0) -> sum n f == f j.
Proof.
  induction n; simpl; intros Hj H; [lia|].
  destruct (Nat.eq_dec j n) as [->|Hn].
  - rewrite (sum_equal n f (fun _ => 0)) by (intros; apply H; lia).
    rewrite sum_zero. ring.
  - rewrite IHn by (intros; try apply H; lia). rewrite (H n) by lia. ring.
Qed.

(** Terms that are not negative, of a sum that is not positive, are 0. *)
Lemma sum_nothing n f :
  (forall k, (k < n)%nat -> 0 <= f k) -> sum n f <= 0 -> forall k, (k < n)%nat -> f k == 0.
Proof.
  induction n; simpl; intros H Hs k Hk; [lia|].
  assert (0 <= sum n f) by (apply sum_nonnegative; intros; apply H; lia).
  assert (0 <= f n) by (apply H; lia).
  destruct (Nat.eq_dec k n) as [->|Hn]; [lra|].
  apply IHn; [intros; apply H; lia | lra | lia].
Qed.

Lemma maximum_above f indices i : In i indices -> f i <= maximum f indices.
Proof.
  induction indices as [|j rest IH]; simpl; intros [].
  - subst. destruct rest; [lra | apply Q.le_max_l].
  - destruct rest; [contradiction|]. eapply Qle_trans; [now apply IH | apply Q.le_max_r].
Qed.

Lemma maximum_least f indices v :
  indices <> [] -> (forall i, In i indices -> f i <= v) -> maximum f indices <= v.
Proof.
  induction indices as [|j rest IH]; intros Hn H; [contradiction|].
  destruct rest; [apply H; now left|].
  apply Q.max_lub; [apply H; now left|].
  apply IH; [discriminate | intros; apply H; now right].
Qed.

Lemma power_nonnegative a d : 0 <= a -> 0 <= power a d.
Proof. intros; induction d; simpl; [lra | now apply Qmult_le_0_compat]. Qed.

Lemma power_positive a d : 0 < a -> 0 < power a d.
Proof. intros; induction d; simpl; [lra | now apply Qmult_lt_0_compat]. Qed.
