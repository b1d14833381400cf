(** Databases of n rows and count queries: an oblivious mechanism is private on databases exactly if it is on the path
    0–1–…–n (Definition 2 of Gupte and Sundararajan, 2010), and no mechanism needs to be anything but oblivious (Lemma
    6 there; Proposition 6.2 of Ghosh, Roughgarden and Sundararajan, 2009). *)

From ExactDP Require Export Counting UniversalOptimality.
From Coq Require Import Bool.

(** A database is a list of rows; the domain D of rows may be any type. Neighbours differ in one row. *)
Inductive differ_in_one_row {D : Type} : list D -> list D -> Prop :=
| Differ (before : list D) (a b : D) (after : list D) : differ_in_one_row (before ++ a :: after) (before ++ b :: after).

(** The count query: how many rows satisfy the predicate. *)
Definition count {D : Type} (satisfies : D -> bool) (d : list D) : nat := length (filter satisfies d).

(** A mechanism on the databases of n rows: x d r is the probability of the response r on the database d. *)
Definition stochastic_on_databases {D : Type} (n responses : nat) (x : list D -> nat -> Q) : Prop :=
  (forall d r, length d = n -> (r < responses)%nat -> 0 <= x d r) /\ (forall d, length d = n ->
    sum responses (x d) == 1).

Definition private_on_databases {D : Type} (n responses : nat) (alpha : Q) (x : list D -> nat -> Q) : Prop :=
  forall d e, length d = n -> differ_in_one_row d e -> forall r, (r < responses)%nat ->
    alpha * x d r <= x e r /\ alpha * x e r <= x d r.

Definition private_mechanism_on_databases {D : Type} (n responses : nat) (alpha : Q) (x : list D -> nat -> Q) : Prop :=
  stochastic_on_databases n responses x /\ private_on_databases n responses alpha x.

(** A mechanism is oblivious if databases of the same result get the same responses. *)
Definition oblivious {D : Type} (satisfies : D -> bool) (n responses : nat) (x : list D -> nat -> Q) : Prop :=
  forall d e, length d = n -> length e = n -> count satisfies d = count satisfies e ->
    forall r, (r < responses)%nat -> x d r == x e r.

(** The oblivious mechanism that a matrix gives, whose rows are the results 0, …, n. *)
Definition on_databases {D : Type} (satisfies : D -> bool) (y : matrix) : list D -> nat -> Q :=
  fun d r => y (count satisfies d) r.

Section Count_queries.

Variables (D : Type) (satisfies : D -> bool).

Notation count := (count satisfies).

Lemma count_cons a d : count (a :: d) = if satisfies a then S (count d) else count d.
Proof. unfold Databases.count. cbn [filter]. destruct (satisfies a); reflexivity. Qed.

Lemma count_app d e : count (d ++ e) = (count d + count e)%nat.
Proof. induction d as [|a d IH]; [reflexivity|]. cbn [app]. rewrite !count_cons, IH. destruct (satisfies a); lia. Qed.

Lemma count_most d : (count d <= length d)%nat.
Proof. induction d as [|a d IH]; [reflexivity|]. rewrite count_cons. cbn [length]. destruct (satisfies a); lia. Qed.

Lemma neighbours_length (d e : list D) : differ_in_one_row d e -> length e = length d.
Proof. intros []. rewrite !app_length. reflexivity. Qed.

Lemma neighbours_mutual (d e : list D) : differ_in_one_row d e -> differ_in_one_row e d.
Proof. intros []. constructor. Qed.

(** The result moves by at most one. *)
Lemma count_of_neighbours d e :
  differ_in_one_row d e -> count e = count d \/ count e = S (count d) \/ count d = S (count e).
Proof.
  intros [before a b after]. rewrite !count_app, !count_cons. destruct (satisfies a), (satisfies b); lia.
Qed.

Lemma count_repeat a k : count (repeat a k) = if satisfies a then k else O.
Proof.
  induction k as [|k IH]; cbn [repeat]; [destruct (satisfies a); reflexivity|].
  rewrite count_cons, IH. destruct (satisfies a); reflexivity.
Qed.

(** A database of n rows with the result i: the first i rows are yes. *)
Definition example (yes no : D) (n i : nat) : list D := repeat yes i ++ repeat no (n - i).

Lemma example_is yes no n i :
  satisfies yes = true -> satisfies no = false -> (i <= n)%nat ->
  length (example yes no n i) = n /\ count (example yes no n i) = i.
Proof.
  intros Hy Hn Hi. unfold example. rewrite app_length, !repeat_length, count_app, !count_repeat, Hy, Hn. lia.
Qed.

Lemma example_step yes no n i : (S i <= n)%nat -> differ_in_one_row (example yes no n i) (example yes no n (S i)).
Proof.
  intros Hi. unfold example. replace (n - i)%nat with (S (n - S i)) by lia. cbn [repeat].
  assert (E : forall k (rest : list D), yes :: repeat yes k ++ rest = repeat yes k ++ yes :: rest).
  { induction k as [|k IH]; intros rest; cbn [repeat app]; [reflexivity|]. now rewrite <- IH. }
  cbn [app]. rewrite E. constructor.
Qed.

(** An oblivious mechanism is a matrix on the results. *)
Theorem oblivious_by_results yes no n responses x :
  satisfies yes = true -> satisfies no = false -> oblivious satisfies n responses x ->
  forall d r, length d = n -> (r < responses)%nat ->
    x d r == on_databases satisfies (fun i => x (example yes no n i)) d r.
Proof.
  intros Hy Hn H d r Hd Hr. unfold on_databases.
  destruct (example_is yes no n (count d) Hy Hn) as [Hl Hc]; [rewrite <- Hd; apply count_most|].
  apply H; [assumption | assumption | now symmetry | assumption].
Qed.

(** Definition 2: for a count query whose predicate is not trivial, an oblivious mechanism is α-private on the
    databases of n rows exactly if its matrix is α-private on the path 0–1–…–n. *)
Theorem definition_2 yes no n responses alpha y :
  satisfies yes = true -> satisfies no = false -> 0 <= alpha <= 1 -> stochastic (S n) responses y ->
  (private_on_databases n responses alpha (on_databases satisfies y) <-> private (path (S n)) responses alpha y).
Proof.
  intros Hy Hn Ha [Hpos _]. split.
  - intros H i k Hik r Hr. apply of_path in Hik. destruct Hik as [-> Hi].
    destruct (example_is yes no n i Hy Hn) as [Hl Hc]; [lia|].
    destruct (example_is yes no n (S i) Hy Hn) as [_ Hc']; [lia|].
    specialize (H _ _ Hl (example_step yes no n i ltac:(lia)) r Hr). unfold on_databases in H.
    rewrite Hc, Hc' in H. exact H.
  - intros H d e Hd Hde r Hr. unfold on_databases.
    assert (Hdn : (count d <= n)%nat) by (rewrite <- Hd; apply count_most).
    assert (Hen : (count e <= n)%nat) by (rewrite <- Hd, <- (neighbours_length d e Hde); apply count_most).
    destruct (count_of_neighbours d e Hde) as [E|[E|E]]; rewrite E in *.
    + assert (H0 : 0 <= y (count d) r) by (apply Hpos; [lia | assumption]).
      assert (0 <= (1 - alpha) * y (count d) r) by (apply Qmult_le_0_compat; lra). lra.
    + exact (H _ _ (in_path (S n) (count d) ltac:(lia)) r Hr).
    + destruct (H _ _ (in_path (S n) (count e) ltac:(lia)) r Hr). split; assumption.
Qed.

(** The same of mechanisms. *)
Theorem oblivious_mechanism yes no n responses alpha y :
  satisfies yes = true -> satisfies no = false -> 0 <= alpha <= 1 ->
  (private_mechanism_on_databases n responses alpha (on_databases satisfies y) <->
   private_mechanism (S n) responses (path (S n)) alpha y).
Proof.
  intros Hy Hn Ha. split.
  - intros [[Hpos Hsum] Hp].
    assert (Hs : stochastic (S n) responses y).
    { split; intros i; intros; (destruct (example_is yes no n i Hy Hn) as [Hl Hc]; [lia|]).
      - rewrite <- Hc. now apply (Hpos (example yes no n i)).
      - rewrite <- Hc. now apply (Hsum (example yes no n i)). }
    split; [assumption|]. now apply (definition_2 yes no n).
  - intros [Hs Hp]. split; [|now apply (definition_2 yes no n)]. destruct Hs as [Hpos Hsum].
    assert (H : forall d, length d = n -> (count d < S n)%nat).
    { intros d <-. assert (E := count_most d). lia. }
    split; [intros d r Hd Hr; apply Hpos; auto | intros d Hd; apply Hsum; auto].
Qed.

End Count_queries.

(** All databases of n rows from a finite domain, and E(i), those of the result i. *)
Fixpoint databases {D : Type} (domain : list D) (n : nat) : list (list D) :=
  match n with
  | O => [[]]
  | S m => flat_map (fun a => map (cons a) (databases domain m)) domain
  end.

Definition of_result {D : Type} (domain : list D) (satisfies : D -> bool) (n i : nat) : list (list D) :=
  filter (fun d => count satisfies d =? i)%nat (databases domain n).

(** The average of a mechanism over E(i), which is oblivious: a matrix on the results. *)
Definition averaged {D : Type} (domain : list D) (satisfies : D -> bool) (n : nat) (x : list D -> nat -> Q) : matrix :=
  fun i r => sum_over (fun d => x d r) (of_result domain satisfies n i) / number (of_result domain satisfies n i).

Lemma in_databases {D : Type} (domain : list D) n d :
  In d (databases domain n) <-> length d = n /\ forall a, In a d -> In a domain.
Proof.
  revert d. induction n as [|n IH]; intros d; cbn [databases].
  - split.
    + intros [<-|[]]. split; [reflexivity | intros a []].
    + intros [H _]. destruct d; [now left | discriminate].
  - rewrite in_flat_map. split.
    + intros (a & Ha & Hd). apply in_map_iff in Hd. destruct Hd as (e & <- & He). apply IH in He.
      destruct He as [<- He]. split; [reflexivity|]. intros b [<-|Hb]; auto.
    + intros [Hl Hd]. destruct d as [|a e]; [discriminate|]. exists a. split; [apply Hd; now left|].
      apply in_map, IH. split; [now injection Hl | intros; apply Hd; now right].
Qed.

Section Averages.

Variables (D : Type) (domain : list D) (satisfies : D -> bool).

Notation count := (count satisfies).
Notation databases := (databases domain).

(** Sums over the values that satisfy the predicate, over those that do not, and over the databases of a result. *)
Definition over_yes (f : D -> Q) : Q := sum_over (fun a => if satisfies a then f a else 0) domain.
Definition over_no (f : D -> Q) : Q := sum_over (fun a => if satisfies a then 0 else f a) domain.
Definition over_class (n k : nat) (f : list D -> Q) : Q :=
  sum_over (fun d => if (count d =? k)%nat then f d else 0) (databases n).

Lemma over_yes_equal f g : (forall a, satisfies a = true -> f a == g a) -> over_yes f == over_yes g.
Proof. intros H. apply sum_over_equal. intros a _. destruct (satisfies a) eqn:E; [now apply H | reflexivity]. Qed.

Lemma over_no_equal f g : (forall a, satisfies a = false -> f a == g a) -> over_no f == over_no g.
Proof. intros H. apply sum_over_equal. intros a _. destruct (satisfies a) eqn:E; [reflexivity | now apply H]. Qed.

Lemma over_yes_le f g : (forall a, satisfies a = true -> f a <= g a) -> over_yes f <= over_yes g.
Proof. intros H. apply sum_over_le. intros a _. destruct (satisfies a) eqn:E; [now apply H | lra]. Qed.

Lemma over_yes_plus f g : over_yes (fun a => f a + g a) == over_yes f + over_yes g.
Proof. unfold over_yes. rewrite <- sum_over_plus. apply sum_over_equal. intros a _. destruct (satisfies a); ring. Qed.

Lemma over_no_plus f g : over_no (fun a => f a + g a) == over_no f + over_no g.
Proof. unfold over_no. rewrite <- sum_over_plus. apply sum_over_equal. intros a _. destruct (satisfies a); ring. Qed.

Lemma over_yes_times c f : over_yes (fun a => c * f a) == c * over_yes f.
Proof. unfold over_yes. rewrite <- sum_over_times. apply sum_over_equal. intros a _. destruct (satisfies a); ring. Qed.

Lemma over_no_times c f : over_no (fun a => c * f a) == c * over_no f.
Proof. unfold over_no. rewrite <- sum_over_times. apply sum_over_equal. intros a _. destruct (satisfies a); ring. Qed.

Lemma over_class_equal n k f g :
  (forall d, In d (databases n) -> count d = k -> f d == g d) -> over_class n k f == over_class n k g.
Proof.
  intros H. apply sum_over_equal. intros d Hd. destruct (count d =? k)%nat eqn:E; [|reflexivity].
  apply Nat.eqb_eq in E. now apply H.
Qed.

Lemma over_class_le n k f g :
  (forall d, In d (databases n) -> count d = k -> f d <= g d) -> over_class n k f <= over_class n k g.
Proof.
  intros H. apply sum_over_le. intros d Hd. destruct (count d =? k)%nat eqn:E; [|lra].
  apply Nat.eqb_eq in E. now apply H.
Qed.

Lemma over_class_plus n k f g : over_class n k (fun d => f d + g d) == over_class n k f + over_class n k g.
Proof. unfold over_class. rewrite <- sum_over_plus. apply sum_over_equal. intros d _.
destruct (count d =? k)%nat; ring. Qed.

Lemma over_class_times n k c f : over_class n k (fun d => c * f d) == c * over_class n k f.
Proof. unfold over_class. rewrite <- sum_over_times. apply sum_over_equal. intros d _.
destruct (count d =? k)%nat; ring. Qed.

Lemma over_class_of_yes n k (f : D -> list D -> Q) :
  over_class n k (fun d => over_yes (fun a => f a d)) == over_yes (fun a => over_class n k (f a)).
Proof.
  unfold over_class, over_yes.
  rewrite (sum_over_equal _ (fun d => sum_over (fun a => if satisfies a then if (count d =? k)%nat then f a d else 0
    else 0) domain)).
  - rewrite sum_over_exchange. apply sum_over_equal. intros a _.
    destruct (satisfies a); [reflexivity | apply sum_over_zero].
  - intros d _. destruct (count d =? k)%nat; [reflexivity|].
    rewrite (sum_over_equal _ (fun _ => 0)); [symmetry; apply sum_over_zero|]. intros a _.
    destruct (satisfies a); reflexivity.
Qed.

(** The first row, and the others. *)
Lemma over_class_step n k f :
  over_class (S n) k f ==
  over_yes (fun a => match k with O => 0 | S j => over_class n j (fun d => f (a :: d)) end) +
  over_no (fun a => over_class n k (fun d => f (a :: d))).
Proof.
  unfold over_class, over_yes, over_no. cbn [Databases.databases]. rewrite sum_over_flat_map, <- sum_over_plus.
  apply sum_over_equal. intros a _. rewrite sum_over_map. destruct (satisfies a) eqn:Ha.
  - destruct k as [|j].
    + rewrite (sum_over_equal _ (fun _ => 0)); [rewrite sum_over_zero; ring|]. intros d _. now rewrite count_cons, Ha.
    + rewrite (sum_over_equal _ (fun d => if (count d =? j)%nat then f (a :: d) else 0)); [ring|].
      intros d _. now rewrite count_cons, Ha.
  - rewrite (sum_over_equal _ (fun d => if (count d =? k)%nat then f (a :: d) else 0)); [ring|].
    intros d _. now rewrite count_cons, Ha.
Qed.

(** The sum of f over the neighbours of d in which one more row satisfies the predicate. *)
Fixpoint one_more (f : list D -> Q) (d : list D) : Q :=
  match d with
  | [] => 0
  | a :: rest => one_more (fun e => f (a :: e)) rest + (if satisfies a then 0 else over_yes (fun b => f (b :: rest)))
  end.

(** Each database with k + 1 such rows is a neighbour of (k + 1)·t databases with k, where t values are no. *)
Lemma one_more_over_class n : forall k f,
  over_class n k (one_more f) == many (S k) * over_no (fun _ => 1) * over_class n (S k) f.
Proof.
  induction n as [|n IH]; intros k f.
  - unfold over_class. cbn [Databases.databases sum_over one_more Databases.count filter length Nat.eqb].
    destruct k; ring.
  - set (t := over_no (fun _ => 1)). set (Y := over_yes (fun b => over_class n k (fun d => f (b :: d)))).
    rewrite (over_class_step n k), (over_class_step n (S k)). cbn [one_more]. fold Y.
    assert (A : over_yes (fun a => match k with O => 0 | S j => over_class n j (fun d =>
                  one_more (fun e => f (a :: e)) d + (if satisfies a then 0 else over_yes (fun b => f (b :: d)))) end)
                == many k * t * Y).
    { unfold Y. rewrite <- over_yes_times. apply over_yes_equal. intros a Ha. rewrite Ha.
      destruct k as [|j]; [unfold many; cbn [sum]; ring|].
      rewrite (over_class_equal n j _ (one_more (fun e => f (a :: e)))) by (intros; ring). apply IH. }
    assert (B : over_no (fun a => over_class n k (fun d =>
                  one_more (fun e => f (a :: e)) d + (if satisfies a then 0 else over_yes (fun b => f (b :: d)))))
                == many (S k) * t * over_no (fun a => over_class n (S k) (fun d => f (a :: d))) + Y * t).
    { unfold t at 2. rewrite <- !over_no_times, <- over_no_plus. apply over_no_equal. intros a Ha. rewrite Ha.
      rewrite over_class_plus, over_class_of_yes, IH. fold Y. fold t. ring. }
    rewrite A, B. change (many (S k)) with (many k + 1). ring.
Qed.

(** What privacy says of a function of databases. *)
Definition private_function (n : nat) (alpha : Q) (f : list D -> Q) : Prop :=
  forall d e, length d = n -> differ_in_one_row d e -> alpha * f d <= f e.

Lemma private_function_tail n alpha f a : private_function (S n) alpha f ->
  private_function n alpha (fun d => f (a :: d)).
Proof.
  intros H d e Hd Hde. revert Hd. destruct Hde as [before b c after]. intros Hd. apply H.
  - cbn [length]. now f_equal.
  - exact (Differ (a :: before) b c after).
Qed.

(** A database of k rows that do not satisfy the predicate has k·s such neighbours, where s values are yes. *)
Lemma one_more_least alpha d : forall f,
  private_function (length d) alpha f ->
  alpha * (many (length d - count d) * over_yes (fun _ => 1)) * f d <= one_more f d.
Proof.
  set (s := over_yes (fun _ => 1)). induction d as [|a d IH]; intros f Hf.
  - unfold many. cbn [length Nat.sub sum one_more]. lra.
  - cbn [one_more length]. rewrite count_cons.
    specialize (IH (fun e => f (a :: e)) (private_function_tail _ alpha f a Hf)). cbv beta in IH.
    destruct (satisfies a).
    + change (S (length d) - S (count d))%nat with (length d - count d)%nat. lra.
    + assert (Hc := count_most D satisfies d).
      replace (S (length d) - count d)%nat with (S (length d - count d)) by lia.
      assert (H : alpha * f (a :: d) * s <= over_yes (fun b => f (b :: d))).
      { unfold s. rewrite <- over_yes_times. apply over_yes_le. intros b _.
        assert (E := Hf (a :: d) (b :: d) eq_refl (Differ [] a b d)). lra. }
      change (many (S (length d - count d))) with (many (length d - count d) + 1). lra.
Qed.

Lemma one_more_of_one d : one_more (fun _ => 1) d == many (length d - count d) * over_yes (fun _ => 1).
Proof.
  induction d as [|a d IH]; [unfold many; cbn [length Nat.sub sum one_more]; ring|].
  cbn [one_more length]. rewrite count_cons, IH. destruct (satisfies a).
  { change (S (length d) - S (count d))%nat with (length d - count d)%nat. ring. }
  assert (Hc := count_most D satisfies d). replace (S (length d) - count d)%nat with (S (length d - count d)) by lia.
  change (many (S (length d - count d))) with (many (length d - count d) + 1). ring.
Qed.

Lemma class_step n k alpha f :
  (k < n)%nat -> private_function n alpha f ->
  alpha * (many (n - k) * over_yes (fun _ => 1)) * over_class n k f <=
  many (S k) * over_no (fun _ => 1) * over_class n (S k) f.
Proof.
  intros Hk Hf. rewrite <- one_more_over_class, <- over_class_times. apply over_class_le. intros d Hd <-.
  apply in_databases in Hd. destruct Hd as [<- _]. now apply one_more_least.
Qed.

Lemma class_sizes n k :
  (k < n)%nat ->
  many (n - k) * over_yes (fun _ => 1) * over_class n k (fun _ => 1) ==
  many (S k) * over_no (fun _ => 1) * over_class n (S k) (fun _ => 1).
Proof.
  intros Hk. rewrite <- one_more_over_class, <- over_class_times. apply over_class_equal. intros d Hd <-.
  apply in_databases in Hd. destruct Hd as [<- _]. rewrite one_more_of_one. ring.
Qed.

End Averages.

(** The negated predicate counts the other rows. *)
Lemma count_negated {D : Type} (satisfies : D -> bool) d :
  (count (fun a => negb (satisfies a)) d + count satisfies d = length d)%nat.
Proof.
  induction d as [|a d IH]; [reflexivity|]. rewrite !count_cons. cbn [length]. destruct (satisfies a); cbn [negb]; lia.
Qed.

Section Average.

Variables (D : Type) (domain : list D) (satisfies : D -> bool) (yes no : D).
Hypothesis yes_in : In yes domain.
Hypothesis no_in : In no domain.
Hypothesis yes_satisfies : satisfies yes = true.
Hypothesis no_satisfies_not : satisfies no = false.

Notation count := (count satisfies).
Notation class := (over_class D domain satisfies).
Notation negated := (fun a => negb (satisfies a)).

Lemma over_class_negated n k f : (k <= n)%nat -> over_class D domain negated n (n - k) f == class n k f.
Proof.
  intros Hk. apply sum_over_equal. intros d Hd. apply in_databases in Hd. destruct Hd as [Hd _].
  assert (E := count_negated satisfies d).
  destruct (Databases.count negated d =? n - k)%nat eqn:E1, (count d =? k)%nat eqn:E2; try reflexivity;
    rewrite ?Nat.eqb_eq, ?Nat.eqb_neq in *; lia.
Qed.

Lemma over_yes_negated f : over_yes D domain negated f == over_no D domain satisfies f.
Proof. apply sum_over_equal. intros a _. destruct (satisfies a); reflexivity. Qed.

Lemma over_no_negated f : over_no D domain negated f == over_yes D domain satisfies f.
Proof. apply sum_over_equal. intros a _. destruct (satisfies a); reflexivity. Qed.

Lemma class_step_down n k alpha f :
  (k < n)%nat -> private_function D n alpha f ->
  alpha * (many (S k) * over_no D domain satisfies (fun _ => 1)) * class n (S k) f <=
  many (n - k) * over_yes D domain satisfies (fun _ => 1) * class n k f.
Proof.
  intros Hk Hf. assert (H := class_step D domain negated n (n - S k) alpha f ltac:(lia) Hf).
  rewrite over_yes_negated, over_no_negated in H. replace (S (n - S k)) with (n - k)%nat in H by lia.
  rewrite !over_class_negated in H by lia. replace (n - (n - S k))%nat with (S k) in H by lia. exact H.
Qed.

Lemma class_number n i : number (of_result domain satisfies n i) == class n i (fun _ => 1).
Proof. unfold number, of_result. apply sum_over_filter. Qed.

Lemma class_positive n i : (i <= n)%nat -> 0 < class n i (fun _ => 1).
Proof.
  intros Hi. destruct (example_is D satisfies yes no n i yes_satisfies no_satisfies_not Hi) as [Hl Hc].
  assert (H : In (example D yes no n i) (databases domain n)).
  { apply in_databases. split; [assumption|]. unfold example. intros a Ha. apply in_app_or in Ha.
    destruct Ha as [Ha|Ha]; apply repeat_spec in Ha; now subst. }
  assert (E := sum_over_one (fun d => if (count d =? i)%nat then 1 else 0) _ _ H). cbv beta in E.
  rewrite Hc, Nat.eqb_refl in E. unfold over_class.
  enough (1 <= sum_over (fun d => if (count d =? i)%nat then 1 else 0) (databases domain n)) by lra. apply E.
  intros d _. destruct (count d =? i)%nat; lra.
Qed.

Lemma values_positive : 0 < over_yes D domain satisfies (fun _ => 1) /\ 0 < over_no D domain satisfies (fun _ => 1).
Proof.
  split.
  - assert (E := sum_over_one (fun a => if satisfies a then 1 else 0) _ _ yes_in). cbv beta in E.
    rewrite yes_satisfies in E. unfold over_yes.
    enough (1 <= sum_over (fun a => if satisfies a then 1 else 0) domain) by lra. apply E.
    intros a _. destruct (satisfies a); lra.
  - assert (E := sum_over_one (fun a => if satisfies a then 0 else 1) _ _ no_in). cbv beta in E.
    rewrite no_satisfies_not in E. unfold over_no.
    enough (1 <= sum_over (fun a => if satisfies a then 0 else 1) domain) by lra. apply E.
    intros a _. destruct (satisfies a); lra.
Qed.

Lemma averaged_is n x i r :
  averaged domain satisfies n x i r == class n i (fun d => x d r) / class n i (fun _ => 1).
Proof. unfold averaged. rewrite class_number. unfold of_result. rewrite sum_over_filter. reflexivity. Qed.

Lemma divided alpha u v a b c d :
  0 < u -> 0 < v -> 0 < c -> 0 < d -> u * c == v * d -> alpha * u * a <= v * b -> alpha * (a / c) <= b / d.
Proof.
  intros Hu Hv Hc Hd E H. apply Qle_shift_div_l; [assumption|].
  apply Qmult_le_l with v; [assumption|].
  assert (F : v * (alpha * (a / c) * d) == alpha * u * a).
  { transitivity (alpha * (a / c) * (v * d)); [ring|]. rewrite <- E. field. lra. }
  rewrite F. exact H.
Qed.

(** The average of a private mechanism is private. *)
Theorem averaged_private n responses alpha x :
  private_on_databases n responses alpha x ->
  private (path (S n)) responses alpha (averaged domain satisfies n x).
Proof.
  intros H i k Hik r Hr. apply of_path in Hik. destruct Hik as [-> Hi].
  assert (Hf : private_function D n alpha (fun d => x d r)) by (intros d e Hd Hde; now apply (H d e Hd Hde)).
  destruct values_positive as [Hs Ht]. assert (Hi' := class_positive n i ltac:(lia)).
  assert (Hj' := class_positive n (S i) ltac:(lia)). assert (E := class_sizes D domain satisfies n i ltac:(lia)).
  assert (Hu : 0 < many (n - i) * over_yes D domain satisfies (fun _ => 1)).
  { apply Qmult_lt_0_compat; [apply many_positive; lia | assumption]. }
  assert (Hv : 0 < many (S i) * over_no D domain satisfies (fun _ => 1)).
  { apply Qmult_lt_0_compat; [apply many_positive; lia | assumption]. }
  rewrite !averaged_is. split.
  - refine (divided alpha _ _ _ _ _ _ Hu Hv Hi' Hj' E _). apply class_step; [lia | assumption].
  - refine (divided alpha _ _ _ _ _ _ Hv Hu Hj' Hi' _ _); [now symmetry|]. apply class_step_down; [lia | assumption].
Qed.

Lemma over_class_swap n i m (f : list D -> nat -> Q) :
  class n i (fun d => sum m (f d)) == sum m (fun r => class n i (fun d => f d r)).
Proof.
  unfold over_class. rewrite <- sum_over_swap. apply sum_over_equal. intros d _.
  destruct (count d =? i)%nat; [reflexivity|]. now rewrite sum_zero.
Qed.

Theorem averaged_stochastic n responses x :
  stochastic_on_databases n responses x -> stochastic (S n) responses (averaged domain satisfies n x).
Proof.
  intros [Hx Hs]. split.
  - intros i r Hi Hr. rewrite averaged_is. assert (Hc := class_positive n i ltac:(lia)).
    apply Qle_shift_div_l; [assumption|].
    assert (0 <= class n i (fun d => x d r)); [|lra]. apply sum_over_nonnegative. intros d Hd.
    apply in_databases in Hd. destruct (count d =? i)%nat; [now apply Hx | lra].
  - intros i Hi. assert (Hc := class_positive n i ltac:(lia)).
    rewrite (sum_equal _ _ (fun r => class n i (fun d => x d r) * / class n i (fun _ => 1))) by (intros;
      apply averaged_is).
    rewrite sum_times_right, <- (over_class_swap n i responses x).
    rewrite (over_class_equal D domain satisfies n i _ (fun _ => 1)); [field; lra|].
    intros d Hd _. apply in_databases in Hd. now apply Hs.
Qed.

Theorem averaged_mechanism n responses alpha x :
  private_mechanism_on_databases n responses alpha x ->
  private_mechanism (S n) responses (path (S n)) alpha (averaged domain satisfies n x).
Proof. intros [Hs Hp]. split; [now apply averaged_stochastic | now apply averaged_private]. Qed.

(** On a result i the average loses what x loses on average over the databases of i. *)
Lemma averaged_loss n responses l x i :
  (i <= n)%nat ->
  expected_loss responses l (averaged domain satisfies n x) i ==
  class n i (fun d => sum responses (fun r => x d r * l (count d) r)) / class n i (fun _ => 1).
Proof.
  intros Hi. assert (Hc := class_positive n i Hi).
  rewrite (over_class_equal D domain satisfies n i _ (fun d => sum responses (fun r => x d r * l i r))).
  2:{ intros d _ ->. reflexivity. }
  rewrite over_class_swap. unfold expected_loss, Qdiv. rewrite <- sum_times_right. apply sum_equal. intros r Hr.
  rewrite averaged_is. transitivity (l i r * class n i (fun d => x d r) * / class n i (fun _ => 1)); [field; lra|].
  rewrite <- over_class_times.
  rewrite (over_class_equal D domain satisfies n i _ (fun d => x d r * l i r)); [reflexivity|].
  intros; ring.
Qed.

(** Databases, by their results. *)
Lemma sum_by_result n f : sum_over f (databases domain n) == sum (S n) (fun i => class n i f).
Proof.
  unfold over_class. rewrite <- sum_over_swap. apply sum_over_equal. intros d Hd. apply in_databases in Hd.
  destruct Hd as [Hd _]. assert (Hc := count_most D satisfies d).
  rewrite (sum_single (S n) (count d)); [now rewrite Nat.eqb_refl | lia |].
  intros i _ Hi. apply not_eq_sym in Hi. apply Nat.eqb_neq in Hi. now rewrite Hi.
Qed.

End Average.

(** The objective (5) of Gupte and Sundararajan is at most v: so much a minimax consumer with side information s loses
    by x, on whichever database. *)
Definition loses_at_most {D : Type} (satisfies : D -> bool) (n responses : nat) (l : matrix) (s : list nat)
  (x : list D -> nat -> Q) (v : Q) : Prop :=
  forall d, length d = n -> In (count satisfies d) s -> sum responses (fun r => x d r * l (count satisfies d) r) <= v.

(** The objective (10) of Ghosh, Roughgarden and Sundararajan: what a user with a prior q on databases loses by x. *)
Definition loss_on_databases {D : Type} (domain : list D) (satisfies : D -> bool) (n responses : nat) (l : matrix)
  (q : list D -> Q) (x : list D -> nat -> Q) : Q :=
  sum_over (fun d => q d * sum responses (fun r => x d r * l (count satisfies d) r)) (databases domain n).

(** A prior q on databases that induces the prior p on results. *)
Definition induces {D : Type} (domain : list D) (satisfies : D -> bool) (n : nat) (q : list D -> Q) (p : nat ->
  Q) : Prop :=
  (forall d, In d (databases domain n) -> 0 <= q d) /\
  (forall i, (i <= n)%nat -> sum_over q (of_result domain satisfies n i) == p i).

(** The objective (9) there is at most v: what a user with the prior p on results loses by x, whichever prior on
    databases induces p. *)
Definition worst_prior_loses_at_most {D : Type} (domain : list D) (satisfies : D ->
  bool) (n responses : nat) (l : matrix)
  (p : nat -> Q) (x : list D -> nat -> Q) (v : Q) : Prop :=
  forall q, induces domain satisfies n q p -> loss_on_databases domain satisfies n responses l q x <= v.

Section Oblivious_mechanisms_are_enough.

Variables (D : Type) (satisfies : D -> bool) (yes no : D) (domain : list D).
Hypothesis yes_satisfies : satisfies yes = true.
Hypothesis no_satisfies_not : satisfies no = false.
Hypothesis yes_in : In yes domain.
Hypothesis no_in : In no domain.

Notation count := (count satisfies).
Notation class := (over_class D domain satisfies).
Notation average := (averaged domain satisfies).

(** The average loses no more than x: for a minimax consumer, *)
Theorem averaged_minimax n responses l s x v :
  s <> [] -> (forall i, In i s -> (i <= n)%nat) -> loses_at_most satisfies n responses l s x v ->
  loss (S n) responses l (Minimax s) (average n x) <= v.
Proof.
  intros Hs Hin H. apply maximum_least; [assumption|]. intros i Hi. assert (Hn := Hin i Hi).
  assert (Hc := class_positive D domain satisfies yes no yes_in no_in yes_satisfies no_satisfies_not n i Hn).
  rewrite (averaged_loss D domain satisfies yes no) by assumption. apply Qle_shift_div_r; [assumption|].
  rewrite <- over_class_times. apply over_class_le. intros d Hd Hdi. apply in_databases in Hd.
  assert (E : sum responses (fun r => x d r * l (count d) r) <= v) by (apply H; [apply Hd | now rewrite Hdi]). lra.
Qed.

Lemma oblivious_minimax n responses l s y v :
  (forall i, In i s -> (i <= n)%nat) -> loss (S n) responses l (Minimax s) y <= v ->
  loses_at_most satisfies n responses l s (on_databases satisfies y) v.
Proof.
  intros Hin H d Hd Hs. eapply Qle_trans; [|exact H].
  exact (maximum_above (expected_loss responses l y) s (count d) Hs).
Qed.

(** and for a user with a prior on results, whatever is known of databases. *)
Lemma oblivious_bayesian n responses l p q y :
  induces domain satisfies n q p ->
  loss_on_databases domain satisfies n responses l q (on_databases satisfies y) ==
    loss (S n) responses l (Bayesian p) y.
Proof.
  intros [_ Hq]. unfold loss_on_databases. rewrite (sum_by_result D domain satisfies). cbn [loss].
  apply sum_equal. intros i Hi.
  rewrite (over_class_equal D domain satisfies n i _ (fun d => expected_loss responses l y i * q d)).
  - rewrite over_class_times. rewrite <- (Hq i) by lia. unfold of_result. rewrite sum_over_filter. unfold over_class.
    ring.
  - intros d _ <-. unfold on_databases, expected_loss. ring.
Qed.

(** The prior that spreads p evenly over the databases of each result. *)
Definition even_prior (n : nat) (p : nat -> Q) : list D -> Q := fun d => p (count d) / class n (count d) (fun _ => 1).

Lemma even_prior_induces n p : (forall i, (i <= n)%nat -> 0 <= p i) -> induces domain satisfies n (even_prior n p) p.
Proof.
  intros Hp. assert (Hpos := class_positive D domain satisfies yes no yes_in no_in yes_satisfies no_satisfies_not n).
  split.
  - intros d Hd. apply in_databases in Hd. destruct Hd as [Hd _].
    assert (Hc : (count d <= n)%nat) by (rewrite <- Hd; apply count_most).
    unfold even_prior. apply Qle_shift_div_l; [now apply Hpos|]. specialize (Hp _ Hc). lra.
  - intros i Hi. specialize (Hpos i Hi). unfold of_result. rewrite sum_over_filter. fold (class n i (even_prior n p)).
    rewrite (over_class_equal D domain satisfies n i _ (fun _ => p i / class n i (fun _ => 1) * 1)).
    + rewrite (over_class_times D domain satisfies n i (p i / class n i (fun _ => 1)) (fun _ => 1)). field. lra.
    + intros d _ <-. unfold even_prior. ring.
Qed.

Lemma even_prior_loss n responses l p x :
  loss_on_databases domain satisfies n responses l (even_prior n p) x ==
  loss (S n) responses l (Bayesian p) (average n x).
Proof.
  unfold loss_on_databases. rewrite (sum_by_result D domain satisfies). cbn [loss]. apply sum_equal. intros i Hi.
  assert (Hc := class_positive D domain satisfies yes no yes_in no_in yes_satisfies no_satisfies_not n i ltac:(lia)).
  rewrite (averaged_loss D domain satisfies yes no) by (assumption || lia).
  set (L := fun d => sum responses (fun r => x d r * l (count d) r)).
  rewrite (over_class_equal D domain satisfies n i _ (fun d => p i / class n i (fun _ => 1) * L d)).
  - rewrite over_class_times. field. lra.
  - intros d _ <-. reflexivity.
Qed.

Theorem averaged_bayesian n responses l p x v :
  (forall i, (i <= n)%nat -> 0 <= p i) -> worst_prior_loses_at_most domain satisfies n responses l p x v ->
  worst_prior_loses_at_most domain satisfies n responses l p (on_databases satisfies (average n x)) v.
Proof.
  intros Hp H q Hq. rewrite (oblivious_bayesian n responses l p q) by assumption. rewrite <- even_prior_loss.
  apply H. now apply even_prior_induces.
Qed.

(** So a matrix that is optimal on the path is optimal among all private mechanisms on databases: for a minimax
    consumer, by the objective (5), *)
Theorem minimax_on_databases n responses alpha l s v y :
  s <> [] -> (forall i, In i s -> (i <= n)%nat) ->
  optimal (private_mechanism (S n) responses (path (S n)) alpha) (loss (S n) responses l (Minimax s)) v y ->
  forall x w, private_mechanism_on_databases n responses alpha x -> loses_at_most satisfies n responses l s x w ->
    loses_at_most satisfies n responses l s (on_databases satisfies y) w.
Proof.
  intros Hs Hin (_ & Hv & Hbest) x w Hx Hw. apply oblivious_minimax; [assumption|]. rewrite Hv.
  eapply Qle_trans; [|exact (averaged_minimax n responses l s x w Hs Hin Hw)].
  apply Hbest. now apply (averaged_mechanism D domain satisfies yes no).
Qed.

(** and for a user with a prior on results, by the objective (9). *)
Theorem bayesian_on_databases n responses alpha l p v y :
  (forall i, (i <= n)%nat -> 0 <= p i) ->
  optimal (private_mechanism (S n) responses (path (S n)) alpha) (loss (S n) responses l (Bayesian p)) v y ->
  forall x w, private_mechanism_on_databases n responses alpha x ->
    worst_prior_loses_at_most domain satisfies n responses l p x w ->
    worst_prior_loses_at_most domain satisfies n responses l p (on_databases satisfies y) w.
Proof.
  intros Hp (_ & Hv & Hbest) x w Hx Hw q Hq. rewrite (oblivious_bayesian n responses l p q) by assumption. rewrite Hv.
  eapply Qle_trans; [|apply (Hw (even_prior n p)); now apply even_prior_induces].
  rewrite even_prior_loss. apply Hbest. now apply (averaged_mechanism D domain satisfies yes no).
Qed.

End Oblivious_mechanisms_are_enough.

(** Lemma 6 of Gupte and Sundararajan (2010): for every minimax consumer some α-private mechanism that minimizes the
    objective (5) is oblivious. The domain of rows may be infinite. *)
Theorem lemma_6 (D : Type) (satisfies : D -> bool) (yes no : D) n responses alpha l s :
  satisfies yes = true -> satisfies no = false -> (0 < responses)%nat -> 0 <= alpha <= 1 ->
  s <> [] -> (forall i, In i s -> (i <= n)%nat) ->
  exists z, private_mechanism_on_databases n responses alpha z /\ oblivious satisfies n responses z /\
    forall x w, private_mechanism_on_databases n responses alpha x -> loses_at_most satisfies n responses l s x w ->
      loses_at_most satisfies n responses l s z w.
Proof.
  intros Hy Hn Hr Ha Hs Hin.
  destruct (private_optimum_exists (S n) responses (path (S n)) alpha l (Minimax s)) as (y & Hopt); try assumption.
  - intros i k. apply path_inside.
  - intros i Hi. specialize (Hin i Hi). lia.
  - apply Ha.
  - exists (on_databases satisfies y). split; [|split].
    + apply (oblivious_mechanism D satisfies yes no); try assumption. apply Hopt.
    + intros d e _ _ H r _. unfold on_databases. rewrite H. reflexivity.
    + eapply (minimax_on_databases D satisfies yes no [yes; no]); try eassumption; [now left | right; now left].
Qed.

(** Proposition 6.2 of Ghosh, Roughgarden and Sundararajan (2009): for every user with a prior on results some
    α-private mechanism that minimizes the objective (9) is oblivious. *)
Theorem proposition_6_2 (D : Type) (domain : list D) (satisfies : D -> bool) (yes no : D) n responses alpha l p :
  In yes domain -> In no domain -> satisfies yes = true -> satisfies no = false ->
  (0 < responses)%nat -> 0 <= alpha <= 1 -> prior (S n) p ->
  exists z, private_mechanism_on_databases n responses alpha z /\ oblivious satisfies n responses z /\
    forall x w, private_mechanism_on_databases n responses alpha x ->
      worst_prior_loses_at_most domain satisfies n responses l p x w ->
      worst_prior_loses_at_most domain satisfies n responses l p z w.
Proof.
  intros Hyin Hnin Hy Hn Hr Ha [Hp _].
  destruct (private_optimum_exists (S n) responses (path (S n)) alpha l (Bayesian p)) as (y & Hopt); try assumption.
  - intros i k. apply path_inside.
  - exact I.
  - intros i Hi. exact Hi.
  - apply Ha.
  - exists (on_databases satisfies y). split; [|split].
    + apply (oblivious_mechanism D satisfies yes no); try assumption. apply Hopt.
    + intros d e _ _ H r _. unfold on_databases. rewrite H. reflexivity.
    + eapply (bayesian_on_databases D satisfies yes no domain); try eassumption. intros i Hi. apply Hp. lia.
Qed.

(** The main theorems on databases: the user's best remap of G is optimal among all α-private mechanisms on databases,
    oblivious or not. *)
Theorem theorem_3_1_on_databases (D : Type) (domain : list D) (satisfies : D -> bool) (yes no : D) n alpha l p t :
  In yes domain -> In no domain -> satisfies yes = true -> satisfies no = false ->
  (1 <= n)%nat -> 0 <= alpha <= 1 -> prior (S n) p -> monotone n (S n) l -> stochastic (S n) (S n) t ->
  (forall u, stochastic (S n) (S n) u ->
     loss (S n) (S n) l (Bayesian p) (product (S n) (geometric n alpha) t) <=
     loss (S n) (S n) l (Bayesian p) (product (S n) (geometric n alpha) u)) ->
  forall x w, private_mechanism_on_databases n (S n) alpha x ->
    worst_prior_loses_at_most domain satisfies n (S n) l p x w ->
    worst_prior_loses_at_most domain satisfies n (S n) l p
      (on_databases satisfies (product (S n) (geometric n alpha) t)) w.
Proof.
  intros Hyin Hnin Hy Hn Hn1 Ha Hp Hl Ht Hbest. assert (Hp0 : forall i, (i <= n)%nat -> 0 <= p i).
  { intros i Hi. apply Hp. lia. }
  eapply (bayesian_on_databases D satisfies yes no domain); try assumption.
  apply universally_optimal with (mode := fun i => i); try assumption.
  - intros j k Hjk _. exact Hjk.
  - now apply monotone_unimodal.
Qed.

Theorem theorem_1_on_databases (D : Type) (satisfies : D -> bool) (yes no : D) n alpha l s t :
  satisfies yes = true -> satisfies no = false ->
  (1 <= n)%nat -> 0 <= alpha <= 1 -> s <> [] -> (forall i, In i s -> (i <= n)%nat) -> monotone n (S n) l ->
  stochastic (S n) (S n) t ->
  (forall u, stochastic (S n) (S n) u ->
     loss (S n) (S n) l (Minimax s) (product (S n) (geometric n alpha) t) <=
     loss (S n) (S n) l (Minimax s) (product (S n) (geometric n alpha) u)) ->
  forall x w, private_mechanism_on_databases n (S n) alpha x -> loses_at_most satisfies n (S n) l s x w ->
    loses_at_most satisfies n (S n) l s (on_databases satisfies (product (S n) (geometric n alpha) t)) w.
Proof.
  intros Hy Hn Hn1 Ha Hs Hin Hl Ht Hbest.
  eapply (minimax_on_databases D satisfies yes no [yes; no]); try assumption; [now left | right; now left |].
  apply universally_optimal with (mode := fun i => i); try assumption.
  - intros j k Hjk _. exact Hjk.
  - now apply monotone_unimodal.
  - now split.
Qed.
