(** The least in an order of several losses, one after the other: of the mechanisms that are best by the first loss,
    those that are best by the second one, and so on. The order (L, L') of Lemma 5 of Gupte and Sundararajan (2010)
    has a least mechanism, and of all optimal mechanisms of a user one is a vertex (Lemma 5.1 of Ghosh, Roughgarden
    and Sundararajan, 2009). *)

From ExactDP Require Export Statements.

(** A loss is the largest of finitely many linear numbers; v is at least the loss of x. *)
Definition at_most (goals : list (matrix -> Q)) (x : matrix) (v : Q) : Prop := forall g, In g goals -> g x <= v.

(** x loses no more than y. *)
Definition no_more (goals : list (matrix -> Q)) (x y : matrix) : Prop := forall v, at_most goals y v ->
  at_most goals x v.

(** x comes before y in the order of the losses, or has the same. *)
Fixpoint before (losses : list (list (matrix -> Q))) (x y : matrix) : Prop :=
  match losses with
  | [] => True
  | goals :: rest => no_more goals x y /\ (no_more goals y x -> before rest x y)
  end.

Definition linear_loss (m n : nat) (goals : list (matrix -> Q)) : Prop :=
  goals <> [] /\ forall g, In g goals -> linear m n g.

Lemma largest_goal (goals : list (matrix -> Q)) x :
  goals <> [] -> exists v, at_most goals x v /\ forall w, at_most goals x w -> v <= w.
Proof.
  induction goals as [|g goals IH]; intros H; [contradiction|]. destruct goals as [|h goals].
  - exists (g x). split; [intros k [<-|[]]; apply Qle_refl|]. intros w Hw. apply Hw. now left.
  - destruct IH as (v & Hv & Hleast); [discriminate|]. exists (Qmax (g x) v). split.
    + intros k [<-|Hk]; [apply Q.le_max_l|]. eapply Qle_trans; [now apply Hv | apply Q.le_max_r].
    + intros w Hw. apply Q.max_lub; [apply Hw; now left|]. apply Hleast. intros k Hk. apply Hw. now right.
Qed.

(** Of the stochastic matrices that keep finitely many linear constraints, one is the least in the order. *)
Theorem lexicographic_least m n losses : forall P,
  polyhedron m n P -> (forall x, P x -> stochastic m n x) -> (exists x, P x) ->
  (forall goals, In goals losses -> linear_loss m n goals) ->
  exists x, P x /\ forall y, P y -> before losses x y.
Proof.
  induction losses as [|goals rest IH]; intros P HP Hst Hsome Hlin.
  - destruct Hsome as (x & Hx). exists x. split; [assumption|]. intros; exact I.
  - destruct (Hlin goals) as [Hne Hg]; [now left|].
    destruct (least_attained m n P goals HP Hst Hsome Hne Hg) as (x0 & Hx0 & Hleast).
    destruct (largest_goal goals x0 Hne) as (v & Hv & Hsmallest).
    destruct (IH (fun x => P x /\ at_most goals x v)) as (x & [Hx Hxv] & Hbest).
    + apply polyhedron_and; [assumption|]. apply (polyhedron_all m n goals (fun g x => g x <= v)).
      intros g Hin. apply polyhedron_same with (R := fun x => - v <= (-1) * g x); [intros x; split; lra|].
      apply polyhedron_at_least, linear_times. now apply Hg.
    + intros x [Hx _]. now apply Hst.
    + now exists x0.
    + intros more Hmore. apply Hlin. now right.
    + exists x. split; [assumption|]. intros y Hy. split.
      * intros w Hw g Hin. eapply Qle_trans; [now apply Hxv|]. apply Hsmallest.
        intros h Hh. exact (Hleast y w Hy Hw h Hh).
      * intros Hyx. apply Hbest. split; [assumption|]. exact (Hyx v Hxv).
Qed.

Lemma linear_expected_loss m n l i : (i < m)%nat -> linear m n (fun x => expected_loss n l x i).
Proof.
  intros Hi. apply (linear_sum m n n (fun r x => x i r * l i r)). intros r Hr.
  apply linear_equal with (f := fun x => l i r * x i r); [intros; ring|]. apply linear_times. now apply linear_entry.
Qed.

Lemma private_mechanism_polyhedron inputs responses alpha :
  polyhedron inputs responses (private_mechanism inputs responses (path inputs) alpha).
Proof.
  apply polyhedron_and; [apply stochastic_polyhedron|]. apply private_polyhedron. intros i k. apply path_inside.
Qed.

Lemma private_mechanism_exists inputs responses alpha :
  alpha <= 1 -> (0 < responses)%nat -> exists x, private_mechanism inputs responses (path inputs) alpha x.
Proof.
  intros Ha Hr. exists first_response. split; [now apply first_response_stochastic | now apply first_response_private].
Qed.

(** The inputs of positive weight. *)
Definition weighted (n : nat) (e : nat -> Q) : list nat := filter (fun i => negb (Qle_bool (e i) 0)) (seq 0 (S n)).

Lemma in_weighted n e i : In i (weighted n e) <-> (i <= n)%nat /\ 0 < e i.
Proof.
  unfold weighted. rewrite filter_In, in_seq, Bool.negb_true_iff. split.
  - intros [Hi He]. split; [lia|]. apply Qnot_le_lt. intros H. apply Qle_bool_iff in H. congruence.
  - intros [Hi He]. split; [lia|]. destruct (Qle_bool (e i) 0) eqn:H; [|reflexivity].
    apply Qle_bool_iff in H. lra.
Qed.

(** The worst of some numbers is one of them. *)
Lemma worst_of (f : nat -> Q) (indices : list nat) :
  indices <> [] -> exists k, In k indices /\ forall i, In i indices -> f i <= f k.
Proof.
  induction indices as [|i rest IH]; intros H; [contradiction|]. destruct rest as [|j rest].
  - exists i. split; [now left|]. intros k [<-|[]]. apply Qle_refl.
  - destruct IH as (k & Hk & Hworst); [discriminate|]. destruct (Qlt_le_dec (f k) (f i)) as [Hlt|Hle].
    + exists i. split; [now left|]. intros h [<-|Hh]; [apply Qle_refl|]. specialize (Hworst h Hh). lra.
    + exists k. split; [now right|]. intros h [<-|Hh]; [assumption | now apply Hworst].
Qed.

(** Lemma 5's optimum, as a clause prints it: of the α-private mechanisms with the least worst loss on the inputs of
    positive weight, one has the least total error Σ_i Σ_r |i-r|·x_ir. *)
Theorem lexicographic_optimum_exists (n : nat) (alpha : Q) (l : nat -> nat -> Q) (e : nat -> Q) :
  0 <= alpha -> alpha <= 1 ->
  exists x : nat -> nat -> Q, private_mechanism (S n) (S n) (path (S n)) alpha x /\
    (forall y : nat -> nat -> Q, private_mechanism (S n) (S n) (path (S n)) alpha y ->
      (forall i : nat, (i <= n)%nat -> 0 < e i -> exists k : nat, (k <= n)%nat /\ 0 < e k /\
        sum (S n) (fun r => x i r * l i r) <= sum (S n) (fun r => y k r * l k r)) /\
      ((forall i : nat, (i <= n)%nat -> 0 < e i -> exists k : nat, (k <= n)%nat /\ 0 < e k /\
         sum (S n) (fun r => y i r * l i r) <= sum (S n) (fun r => x k r * l k r)) ->
       sum (S n) (fun i => sum (S n) (fun r => x i r * (fun i_ r_ => inject_Z (Z.of_nat (distance i_ r_))) i r)) <=
       sum (S n) (fun i => sum (S n) (fun r => y i r * (fun i_ r_ => inject_Z (Z.of_nat (distance i_ r_))) i r)))).
Proof.
  intros H0 H1. set (s := weighted n e).
  set (row i x := expected_loss (S n) l x i).
  set (error x := sum (S n) (fun i => expected_loss (S n) (fun i r => inject_Z (Z.of_nat (distance i r))) x i)).
  set (losses := match s with [] => [[error]] | _ => [map (fun i x => row i x) s; [error]] end).
  assert (Herror : linear_loss (S n) (S n) [error]).
  { split; [discriminate|]. intros g [<-|[]].
    apply (linear_sum (S n) (S n) (S n) (fun i x => expected_loss (S n) (fun i r => inject_Z (Z.of_nat (distance i
      r))) x i)).
    intros i Hi. now apply linear_expected_loss. }
  assert (Hlin : forall goals, In goals losses -> linear_loss (S n) (S n) goals).
  { unfold losses. destruct s as [|i0 s'] eqn:Es; [intros goals [<-|[]]; assumption|].
    intros goals [<-|[<-|[]]]; [|assumption]. split; [discriminate|]. rewrite <- Es. intros g Hg.
    apply in_map_iff in Hg. destruct Hg as (i & <- & Hi). apply in_weighted in Hi. apply linear_expected_loss. lia. }
  destruct (lexicographic_least (S n) (S n) losses (private_mechanism (S n) (S n) (path (S n)) alpha)) as (x & Hx &
    Hbest).
  - apply private_mechanism_polyhedron.
  - now intros y [Hy _].
  - apply private_mechanism_exists; [assumption | lia].
  - assumption.
  - exists x. split; [assumption|]. intros y Hy. specialize (Hbest y Hy).
    assert (Hsingle : no_more [error] x y -> error x <= error y).
    { intros H. apply (H (error y)); [intros g [<-|[]]; apply Qle_refl | now left]. }
    unfold losses in Hbest. destruct s as [|i0 s'] eqn:Es.
    + cbn [before] in Hbest. split; [|intros _; apply Hsingle, Hbest].
      intros i Hi He. assert (Hin : In i s) by (apply in_weighted; now split). rewrite Es in Hin. destruct Hin.
    + rewrite <- Es in Hbest. destruct Hbest as [Hfirst Hsecond]. cbn [before] in Hsecond.
      assert (Hone : forall u v, no_more (map (fun i x => row i x) s) u v ->
                forall i, (i <= n)%nat -> 0 < e i -> exists k, (k <= n)%nat /\ 0 < e k /\ row i u <= row k v).
      { intros u v H i Hi He.
        destruct (worst_of (fun k => row k v) s) as (k & Hk & Hworst); [rewrite Es; discriminate|].
        exists k. apply in_weighted in Hk. split; [apply Hk|]. split; [apply Hk|].
        apply (H (row k v)).
        - intros g Hg. apply in_map_iff in Hg. destruct Hg as (j & <- & Hj). now apply Hworst.
        - apply (in_map (fun i x => row i x)). apply in_weighted. now split. }
      split; [exact (Hone x y Hfirst)|]. intros H. apply Hsingle, Hsecond.
      intros v Hv g Hg. apply in_map_iff in Hg. destruct Hg as (i & <- & Hi). apply in_weighted in Hi.
      destruct (H i (proj1 Hi) (proj2 Hi)) as (k & Hk & Hek & Hle). eapply Qle_trans; [exact Hle|].
      apply (Hv (row k)). apply (in_map (fun i x => row i x)). apply in_weighted. now split.
Qed.

(** Midway between two matrices that come after x in the order, each linear number is as it is at x. *)
Lemma midway_same m n losses x y z :
  (forall goals, In goals losses -> exists g, goals = [g] /\ linear m n g) ->
  (forall i r, (i < m)%nat -> (r < n)%nat -> y i r + z i r == 2 * x i r) ->
  before losses x y -> before losses x z -> forall g, In [g] losses -> g y == g x.
Proof.
  intros Hlin Hmid. induction losses as [|goals rest IH]; intros Hy Hz g Hg; [destruct Hg|].
  destruct (Hlin goals) as (h & -> & (a & Ha)); [now left|].
  assert (One : forall u v, no_more [h] u v -> h u <= h v).
  { intros u v H. apply (H (h v)); [intros k [<-|[]]; apply Qle_refl | now left]. }
  assert (More : forall u v, h u <= h v -> no_more [h] u v).
  { intros u v H w Hw k [<-|[]]. eapply Qle_trans; [exact H | apply Hw; now left]. }
  destruct Hy as [Hy Hy']. destruct Hz as [Hz Hz']. apply One in Hy, Hz.
  assert (E : h y + h z == 2 * h x).
  { rewrite !Ha. unfold combination. rewrite <- sum_plus, <- sum_times. apply sum_equal. intros i Hi.
    rewrite <- sum_plus, <- sum_times. apply sum_equal. intros r Hr. specialize (Hmid i r Hi Hr).
    transitivity (a i r * (y i r + z i r)); [ring|]. rewrite Hmid. ring. }
  assert (Hyx : h y == h x) by lra.
  destruct Hg as [Hg|Hg]; [injection Hg as <-; exact Hyx|].
  apply IH; [intros goals Hgoals; apply Hlin; now right | apply Hy', More; lra | apply Hz', More; lra | assumption].
Qed.

(** Lemma 5.1 of Ghosh, Roughgarden and Sundararajan: every Bayesian user has an optimal mechanism that is a vertex.
    *)
Theorem lemma_5_1 inputs responses alpha l p :
  (0 < responses)%nat -> alpha <= 1 ->
  exists x, vertex inputs responses (path inputs) alpha x /\
    optimal (private_mechanism inputs responses (path inputs) alpha) (loss inputs responses l (Bayesian p))
      (loss inputs responses l (Bayesian p) x) x.
Proof.
  intros Hr Ha. set (total := loss inputs responses l (Bayesian p)).
  set (cells := flat_map (fun i => map (fun r => [fun x : matrix => x i r]) (seq 0 responses)) (seq 0 inputs)).
  assert (Htotal : linear inputs responses total).
  { apply (linear_sum inputs responses inputs (fun i x => p i * expected_loss responses l x i)). intros i Hi.
    apply linear_times. now apply linear_expected_loss. }
  assert (Hsingle : forall goals, In goals ([total] :: cells) -> exists g, goals = [g] /\ linear inputs responses g).
  { intros goals [<-|H]; [now exists total|]. unfold cells in H. apply in_flat_map in H. destruct H as (i & Hi & H).
    apply in_map_iff in H. destruct H as (r & <- & Hir). apply in_seq in Hi, Hir.
    exists (fun x => x i r). split; [reflexivity|]. apply linear_entry; lia. }
  destruct (lexicographic_least inputs responses ([total] :: cells) (private_mechanism inputs responses (path inputs)
    alpha))
    as (x & Hx & Hbest).
  - apply private_mechanism_polyhedron.
  - now intros y [Hy _].
  - now apply private_mechanism_exists.
  - intros goals H. destruct (Hsingle goals H) as (g & -> & Hg). split; [discriminate|]. intros h [<-|[]]. exact Hg.
  - exists x. split.
    + split; [assumption|]. intros y z Hy Hz Hmid i r Hi Hir.
      apply (midway_same inputs responses ([total] :: cells) x y z Hsingle Hmid (Hbest y Hy) (Hbest z Hz) (fun x => x
        i r)).
      right. apply in_flat_map. exists i. split; [apply in_seq; lia|].
      apply (in_map (fun r => [fun x : matrix => x i r])). apply in_seq. lia.
    + split; [assumption|]. split; [reflexivity|]. intros y Hy. destruct (Hbest y Hy) as [H _].
      apply (H (total y)); [intros g [<-|[]]; apply Qle_refl | now left].
Qed.
