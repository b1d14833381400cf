(** The definitions that the claims call by their names in Coq. For each one the claims also have a formula; the two agree.

    A test prints the formulas, and compares them with these statements. *)

From ExactDP Require Export UniversalOptimality.

Theorem stochastic_written_out (n m : nat) (x : nat -> nat -> Q) :
  stochastic (S n) (S m) x <->
  (forall i : nat, (i <= n)%nat -> forall r : nat, (r <= m)%nat -> 0 <= x i r) /\
  (forall i : nat, (i <= n)%nat -> sum (S m) (fun r => x i r) == 1).
Proof. split; intros [H0 H1]; (split; intros; [apply H0 | apply H1]; lia). Qed.

Theorem private_written_out (n m : nat) (x : nat -> nat -> Q) (alpha : Q) :
  private_mechanism (S n) (S m) (path (S n)) alpha x <->
  stochastic (S n) (S m) x /\
  (forall i : nat, (S i <= n)%nat -> forall r : nat, (r <= m)%nat ->
    alpha * x (S i) r <= x i r /\ alpha * x i r <= x (S i) r).
Proof.
  split; intros [Hs H]; (split; [exact Hs|]).
  - intros i Hi r Hr. destruct (H i (S i) (in_path (S n) i ltac:(lia)) r ltac:(lia)). now split.
  - intros i k Hik r Hr. apply of_path in Hik. destruct Hik as [-> Hi]. destruct (H i ltac:(lia) r ltac:(lia)). now split.
Qed.

Theorem product_written_out (q u v : nat) (x T : nat -> nat -> Q) :
  product (S q) x T u v == sum (S q) (fun z => x u z * T z v).
Proof. reflexivity. Qed.

Theorem geometric_written_out (n u v : nat) (alpha : Q) :
  geometric n alpha u v ==
  power alpha (distance u v) * (if (v =? 0)%nat then 1 else (if (v =? n)%nat then 1 else 1 - alpha)) / (1 + alpha).
Proof. unfold geometric, share, Qdiv. destruct (v =? 0)%nat, (v =? n)%nat; cbn [orb]; ring. Qed.

Theorem prior_written_out (n : nat) (p : nat -> Q) :
  prior (S n) p <-> (forall i : nat, (i <= n)%nat -> 0 <= p i) /\ sum (S n) (fun i => p i) == 1.
Proof. split; intros [H0 H1]; (split; [intros; apply H0; lia | exact H1]). Qed.

Theorem monotone_written_out (n m : nat) (l : nat -> nat -> Q) :
  monotone n (S m) l <->
  (forall i : nat, (i <= n)%nat -> forall r : nat, (r <= m)%nat -> forall k : nat, (k <= m)%nat ->
    (distance i r <= distance i k)%nat -> l i r <= l i k).
Proof. split; [intros H i Hi r Hr k Hk | intros H i r k Hi Hr Hk]; apply H; lia. Qed.

Theorem loss_written_out (n m : nat) (p : nat -> Q) (l x : nat -> nat -> Q) :
  loss (S n) (S m) l (Bayesian p) x == sum (S n) (fun i => p i * sum (S m) (fun r => x i r * l i r)).
Proof. reflexivity. Qed.

Theorem optimal_written_out (n m : nat) (x : nat -> nat -> Q) (p : nat -> Q) (l : nat -> nat -> Q) (alpha : Q) :
  optimal (private_mechanism (S n) (S m) (path (S n)) alpha) (loss (S n) (S m) l (Bayesian p))
    (loss (S n) (S m) l (Bayesian p) x) x <->
  private_mechanism (S n) (S m) (path (S n)) alpha x /\
  (forall y : nat -> nat -> Q, private_mechanism (S n) (S m) (path (S n)) alpha y ->
    loss (S n) (S m) l (Bayesian p) x <= loss (S n) (S m) l (Bayesian p) y).
Proof.
  split; [intros (Hx & _ & H); now split|]. intros [Hx H]. split; [exact Hx|]. split; [reflexivity | exact H].
Qed.

Theorem vertex_written_out (n m : nat) (x : nat -> nat -> Q) (alpha : Q) :
  vertex (S n) (S m) (path (S n)) alpha x <->
  private_mechanism (S n) (S m) (path (S n)) alpha x /\
  (forall y : nat -> nat -> Q, private_mechanism (S n) (S m) (path (S n)) alpha y ->
   forall z : nat -> nat -> Q, private_mechanism (S n) (S m) (path (S n)) alpha z ->
    (forall i : nat, (i <= n)%nat -> forall r : nat, (r <= m)%nat -> 2 * x i r == y i r + z i r) ->
    forall i : nat, (i <= n)%nat -> forall r : nat, (r <= m)%nat -> x i r == y i r).
Proof.
  split; intros [Hx H]; (split; [exact Hx|]).
  - intros y Hy z Hz Hmid i Hi r Hr. symmetry. apply (H y z Hy Hz); try lia. intros j q Hj Hq. symmetry. apply Hmid; lia.
  - intros y z Hy Hz Hmid i r Hi Hr. symmetry. apply (H y Hy z Hz); try lia. intros j Hj q Hq. symmetry. apply Hmid; lia.
Qed.
