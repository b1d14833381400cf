(** Theorem 1, part 2, as a clause prints it: of every mechanism there is a remap of G that loses no more on any input. *)

From ExactDP Require Export Statements.
From ExactDP Require UniversalOptimality.

Theorem remap_as_good (n m : nat) (alpha : Q) (x l : nat -> nat -> Q) :
  (1 <= n)%nat -> 0 <= alpha -> alpha <= 1 -> private_mechanism (S n) (S m) (path (S n)) alpha x ->
  (forall i : nat, (i <= n)%nat -> forall r : nat, (r <= m)%nat -> forall k : nat, (k <= m)%nat ->
    (distance i r <= distance i k)%nat -> l i r <= l i k) ->
  exists t : nat -> nat -> Q, stochastic (S n) (S m) t /\
    (forall i : nat, (i <= n)%nat ->
      sum (S m) (fun r => (fun i_ r_ => sum (S n) (fun z => geometric n alpha i_ z * t z r_)) i r * l i r) <=
      sum (S m) (fun r => x i r * l i r)).
Proof.
  intros Hn H0 H1 Hx Hl.
  destruct (UniversalOptimality.universal_remap_at_every_level n (S m) alpha (fun i => i) x Hn (conj H0 H1) Hx)
    as (t & Ht & H).
  { intros j k Hjk _. exact Hjk. }
  exists t. split; [exact Ht|]. intros i Hi.
  assert (Hm : UniversalOptimality.unimodal n (S m) (fun i => i) l).
  { apply UniversalOptimality.monotone_unimodal. intros i' r q Hi' Hr Hq Hd. apply Hl; [exact Hi' | lia | lia | exact Hd]. }
  specialize (H l Hm i Hi). unfold expected_loss, product in H.
  rewrite (sum_equal _ _ (fun r => sum (S n) (fun z => geometric n alpha i z * t z r) * l i r)) by (intros; ring).
  rewrite (sum_equal _ (fun r => x i r * l i r) (fun r => x i r * l i r)) by (intros; ring).
  exact H.
Qed.
