(** The numbers of this library: the real numbers of Coq's standard library.

    In the place of [../Scalars.v], this file makes the other sources state and prove their theorems over the real
    numbers. They write Q for the type of numbers, which is ℝ here, and x == y for equal numbers. They call the laws of an
    ordered field by the names of Coq's rational numbers, which stand below for the same laws of ℝ. *)

From Coq Require Export Reals Lra List Arith Lia Bool.
Export ListNotations.
Local Open Scope R_scope.

Notation Q := R.
Notation "x == y" := (@eq R x y) (at level 70, no associativity) : R_scope.
Notation Qdiv := Rdiv.

(** n/d. *)
Definition fraction (n : Z) (d : positive) : R := IZR n / IZR (Zpos d).

Notation "n # d" := (fraction n d) (at level 55, no associativity) : R_scope.

Definition inject_Z : Z -> R := IZR.

(** Comparisons. That two real numbers can be compared is one of the axioms on which ℝ rests in Coq. *)
Definition Qle_bool (a b : R) : bool := if Rle_dec a b then true else false.

Definition Qeq_bool (a b : R) : bool := if Req_EM_T a b then true else false.

Definition Qlt_le_dec (a b : R) : {a < b} + {b <= a} := Rlt_le_dec a b.

Lemma Qle_bool_iff a b : Qle_bool a b = true <-> a <= b.
Proof. unfold Qle_bool. destruct (Rle_dec a b); split; intros; (assumption || easy). Qed.

Lemma Qeq_bool_iff a b : Qeq_bool a b = true <-> a = b.
Proof. unfold Qeq_bool. destruct (Req_EM_T a b); split; intros; (assumption || easy). Qed.

(** The order. *)
Lemma Qle_refl a : a <= a.
Proof. lra. Qed.

Lemma Qle_trans a b c : a <= b -> b <= c -> a <= c.
Proof. lra. Qed.

Lemma Qle_antisym a b : a <= b -> b <= a -> a = b.
Proof. lra. Qed.

Lemma Qlt_le_weak a b : a < b -> a <= b.
Proof. lra. Qed.

Lemma Qnot_le_lt a b : ~ a <= b -> b < a.
Proof. lra. Qed.

(** Products. *)
Lemma Qmult_comm a b : a * b = b * a.
Proof. ring. Qed.

Lemma Qmult_assoc a b c : a * (b * c) = a * b * c.
Proof. ring. Qed.

Lemma Qmult_1_r a : a * 1 = a.
Proof. ring. Qed.

Lemma Qmult_comp a b c d : a = b -> c = d -> a * c = b * d.
Proof. congruence. Qed.

Lemma Qmult_le_0_compat a b : 0 <= a -> 0 <= b -> 0 <= a * b.
Proof. apply Rmult_le_pos. Qed.

Lemma Qmult_lt_0_compat a b : 0 < a -> 0 < b -> 0 < a * b.
Proof. apply Rmult_lt_0_compat. Qed.

Lemma Qmult_le_compat_r a b c : a <= b -> 0 <= c -> a * c <= b * c.
Proof. intros H Hc. now apply Rmult_le_compat_r. Qed.

Lemma Qmult_le_l a b c : 0 < c -> (c * a <= c * b <-> a <= b).
Proof. intros Hc. split; [now apply Rmult_le_reg_l | apply Rmult_le_compat_l; lra]. Qed.

Lemma Qmult_integral a b : a * b = 0 -> a = 0 \/ b = 0.
Proof. apply Rmult_integral. Qed.

(** Quotients. *)
Lemma Qle_shift_div_l a b c : 0 < c -> a * c <= b -> a <= b / c.
Proof. intros Hc H. apply (Rmult_le_reg_r c); [assumption|]. now replace (b / c * c) with b by (field; lra). Qed.

Lemma Qle_shift_div_r a b c : 0 < b -> a <= c * b -> a / b <= c.
Proof. intros Hb H. apply (Rmult_le_reg_r b); [assumption|]. now replace (a / b * b) with a by (field; lra). Qed.

Lemma Qlt_shift_div_l a b c : 0 < c -> a * c < b -> a < b / c.
Proof. intros Hc H. apply (Rmult_lt_reg_r c); [assumption|]. now replace (b / c * c) with b by (field; lra). Qed.

(** The smaller and the larger of two numbers. *)
Notation Qmin := Rmin.
Notation Qmax := Rmax.

Module Q.
  Definition le_max_l := Rmax_l.
  Definition le_max_r := Rmax_r.
  Definition max_lub := Rmax_lub.
  Definition le_min_l := Rmin_l.
  Definition le_min_r := Rmin_r.
End Q.
