(** Theorem 1, part 2, as a clause prints it: of every mechanism there is a remap of G that loses no more on any input. *)

From ExactDP Require Export Statements UniversalOptimality.

Theorem remap_as_good (n m : nat) (alpha : Q) (x l : nat -> nat -> Q) :
  (1 <= n)%nat -> 0 <= alpha -> alpha <= 1 -> private_mechanism (S n) (S m) (path (S n)) alpha x ->
  monotone n (S m) l ->
  exists t : nat -> nat -> Q, stochastic (S n) (S m) t /\
    (forall i : nat, (i <= n)%nat ->
      sum (S m) (fun r => (fun i_ r_ => sum (S n) (fun z => geometric n alpha i_ z * t z r_)) i r * l i r) <=
      sum (S m) (fun r => x i r * l i r)).
Proof.
  intros Hn H0 H1 Hx Hl.
  destruct (universal_remap_at_every_level n (S m) alpha (fun i => i) x Hn (conj H0 H1) Hx) as (t & Ht & H).
  { intros j k Hjk _. exact Hjk. }
  exists t. split; [exact Ht|]. intros i Hi. exact (H l (monotone_unimodal n (S m) l Hl) i Hi).
Qed.
