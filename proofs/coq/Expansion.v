(** Determinants, expanded along row 0. *)

From ExactDP Require Export Definitions.

(** The matrix without row 0 and column k. *)
Definition minor (k : nat) (x : matrix) : matrix := fun i j => x (S i) (if (j <? k)%nat then j else S j).

(** The determinant of the first n rows and columns. *)
Fixpoint det (n : nat) (x : matrix) : Q :=
  match n with
  | O => 1
  | S m => sum (S m) (fun k => x O k * (power (-1) k * det m (minor k x)))
  end.
