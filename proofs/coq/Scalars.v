(** The numbers of this library: the rational numbers.

    No other file says which numbers these are. [Reals/Scalars.v] can stand in the place of this file. The theorems of
    the papers then compile over the real numbers, from the same sources.

    [QArith] opens the scope of the rational numbers. A copy over the real numbers opens theirs for itself. *)

From Coq Require Export QArith Qminmax Lqa List Arith Lia.
Export ListNotations.

(** n/d. *)
Definition fraction (n : Z) (d : positive) : Q := n # d.
