(** Theorems of this library as clauses print them: sums and products written out, one bound at a time, and indices that
    are at most n instead of less than n + 1. *)

From ExactDP Require Export Geometric Existence.

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

(** There is a remap of any matrix whose expected losses, on the inputs of positive weight, are bounded by whatever bounds
    those of another remap. *)
Theorem minimax_remap_exists (n m : nat) (e : nat -> Q) (l x : nat -> nat -> Q) :
  exists T : nat -> nat -> Q, stochastic (S n) (S m) T /\
    (forall U : nat -> nat -> Q, stochastic (S n) (S m) U -> forall t : Q,
      (forall i : nat, (i <= n)%nat -> 0 < e i ->
        sum (S m) (fun r => (fun i_ r_ => sum (S n) (fun z => x i_ z * U z r_)) i r * l i r) <= t) ->
      forall i : nat, (i <= n)%nat -> 0 < e i ->
        sum (S m) (fun r => (fun i_ r_ => sum (S n) (fun z => x i_ z * T z r_)) i r * l i r) <= t).
Proof.
  set (s := filter (fun i => negb (Qle_bool (e i) 0)) (seq 0 (S n))).
  assert (Hs : forall i, In i s <-> (i <= n)%nat /\ 0 < e i).
  { intros i. unfold s. rewrite filter_In, in_seq, Bool.negb_true_iff. split.
    - intros [Hi He]. split; [lia|]. apply Qnot_le_lt. intros H. apply Qle_bool_iff in H. congruence.
    - intros [Hi He]. split; [lia|]. destruct (Qle_bool (e i) 0) eqn:H; [|reflexivity].
      apply Qle_bool_iff in H. lra. }
  destruct s as [|i0 s'] eqn:E.
  - exists first_response. split; [apply first_response_stochastic; lia|].
    intros U _ t _ i Hi He. destruct (proj2 (Hs i) (conj Hi He)).
  - destruct (best_remap_exists (S n) (S n) (S m) l (Minimax (i0 :: s')) x) as (T & HT & Hbest);
      [lia | discriminate |].
    exists T. split; [exact HT|]. intros U HU t Ht i Hi He.
    specialize (Hbest U HU). cbn [loss] in Hbest.
    eapply Qle_trans; [exact (maximum_above (expected_loss (S m) l (product (S n) x T)) _ i (proj2 (Hs i) (conj Hi He)))|].
    eapply Qle_trans; [exact Hbest|]. apply maximum_least; [discriminate|].
    intros k Hk. apply Hs in Hk. exact (Ht k (proj1 Hk) (proj2 Hk)).
Qed.
