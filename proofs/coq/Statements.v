(** Theorems of this library as clauses print them: sums and products written out, one bound at a time, and indices that
    are at most n instead of less than n + 1. *)

From ExactDP Require Export Geometric.

(** Theorem 2, both directions. *)
Theorem theorem_2_sufficiency (n m : nat) (alpha : Q) (x : nat -> nat -> Q) :
  (1 <= n)%nat -> 0 <= alpha -> alpha < 1 -> private_mechanism (S n) (S m) (path (S n)) alpha x ->
  (forall k : nat, (S (S k) <= n)%nat -> forall r : nat, (r <= m)%nat ->
    0 <= (1 + alpha * alpha) * x (S k) r - alpha * (x k r + x (S (S k)) r)) ->
  exists t : nat -> nat -> Q, stochastic (S n) (S m) t /\
    (forall i : nat, (i <= n)%nat -> forall r : nat, (r <= m)%nat ->
      sum (S n) (fun z => geometric n alpha i z * t z r) == x i r).
Proof.
  intros Hn H0 H1 Hx Hc. destruct (proj2 (theorem_2 n (S m) alpha x Hn (conj H0 H1) Hx)) as (t & Ht & He).
  - intros i r Hi Hr. specialize (Hc i Hi r ltac:(lia)). lra.
  - exists t. split; [exact Ht|]. intros i Hi r Hr. symmetry. apply He; lia.
Qed.

Theorem theorem_2_necessity (n m : nat) (alpha : Q) (x : nat -> nat -> Q) :
  (1 <= n)%nat -> 0 <= alpha -> alpha < 1 -> private_mechanism (S n) (S m) (path (S n)) alpha x ->
  (exists t : nat -> nat -> Q, stochastic (S n) (S m) t /\
    (forall i : nat, (i <= n)%nat -> forall r : nat, (r <= m)%nat ->
      sum (S n) (fun z => geometric n alpha i z * t z r) == x i r)) ->
  forall k : nat, (S (S k) <= n)%nat -> forall r : nat, (r <= m)%nat ->
    0 <= (1 + alpha * alpha) * x (S k) r - alpha * (x k r + x (S (S k)) r).
Proof.
  intros Hn H0 H1 Hx (t & Ht & He) k Hk r Hr.
  assert (H : three_entries_condition n (S m) alpha x).
  { apply (theorem_2 n (S m) alpha x Hn (conj H0 H1) Hx). exists t. split; [exact Ht|].
    intros i s Hi Hs. symmetry. apply He; lia. }
  specialize (H k r Hk ltac:(lia)). lra.
Qed.

(** Weak duality on the path: prices w of the inputs, and costs that are in the dual cone of the columns. *)
Theorem weak_duality_on_path (n m : nat) (x : nat -> nat -> Q) (alpha : Q) (c : nat -> nat -> Q) (w : nat -> Q) :
  private_mechanism (S n) (S m) (path (S n)) alpha x ->
  (forall r : nat, (r <= m)%nat -> forall z : nat -> Q,
    ((forall i : nat, (i <= n)%nat -> 0 <= z i) /\
     (forall i : nat, (i < n)%nat -> alpha * z i <= z (S i) /\ alpha * z (S i) <= z i)) ->
    0 <= sum (S n) (fun i => (c i r - w i) * z i)) ->
  sum (S n) (fun i => w i) <= sum (S n) (fun i => sum (S m) (fun r => c i r * x i r)).
Proof.
  intros Hx Hd.
  assert (H : sum (S n) w + bounds [] <= combination (S n) (S m) c x).
  { apply weak_duality with (pairs := path (S n)) (alpha := alpha).
    - intros r Hr z [Hz Hp]. rewrite (sum_equal _ _ (fun i => (c i r - w i) * z i)) by (intros; simpl; ring).
      apply Hd; [lia|]. split; [intros; apply Hz; lia | intros; apply Hp, in_path; lia].
    - intros k y [].
    - split; [exact Hx | intros k []]. }
  unfold combination in H. cbn [bounds] in H. change (sum (S n) (fun i => w i)) with (sum (S n) w). lra.
Qed.

(** Randomized post-processing keeps privacy. *)
Theorem post_processing (n m p : nat) (x : nat -> nat -> Q) (alpha : Q) (t : nat -> nat -> Q) :
  private_mechanism (S n) (S m) (path (S n)) alpha x -> stochastic (S m) (S p) t ->
  private_mechanism (S n) (S p) (path (S n)) alpha (fun i r => sum (S m) (fun k => x i k * t k r)).
Proof.
  intros [Hs Hp] Ht. change (private_mechanism (S n) (S p) (path (S n)) alpha (product (S m) x t)).
  split; [now apply product_stochastic | apply product_private; [apply Ht | exact Hp]].
Qed.
