(** The library's main theorems, each in full, with all the definitions that they need.

    To know what is proved, read this file and nothing else: every definition of the theorems below is in it, every proof
    is one name. Q is the type of the numbers, the rational numbers or the real numbers, see [Scalars.v].

    From Arpita Ghosh, Tim Roughgarden and Mukund Sundararajan, "Universally utility-maximizing privacy mechanisms" (STOC
    2009), and from Mangesh Gupte and Mukund Sundararajan, "Universally optimal privacy mechanisms for minimax agents"
    (PODS 2010). *)

From ExactDP Require Import Scalars.
From ExactDP Require StatedOptimality RowPattern InducedRemap ClaimDefinitions.
From ExactDP Require EveryLevel UniqueMechanism Databases DatabasePriors Integers Release.

(** * Definitions *)

(** f 0 + … + f (n-1), α^d, and the largest f i for i in a list. *)
Fixpoint sum (n : nat) (f : nat -> Q) : Q := match n with O => 0 | S m => sum m f + f m end.

Fixpoint power (a : Q) (d : nat) : Q := match d with O => 1 | S e => a * power a e end.

Fixpoint maximum (f : nat -> Q) (indices : list nat) : Q :=
  match indices with [] => 0 | [i] => f i | i :: rest => Qmax (f i) (maximum f rest) end.

(** A matrix has an entry x i r for an input i and a response r, both counted from 0. *)
Definition matrix : Type := nat -> nat -> Q.

(** A mechanism: no entry is negative, and each row sums to 1. *)
Definition stochastic (inputs responses : nat) (x : matrix) : Prop :=
  (forall i r, (i < inputs)%nat -> (r < responses)%nat -> 0 <= x i r) /\
  (forall i, (i < inputs)%nat -> sum responses (x i) == 1).

(** Which inputs are neighbours; those of a count are 0-1, 1-2, … *)
Definition neighbours : Type := list (nat * nat).

Definition path (inputs : nat) : neighbours := map (fun i => (i, S i)) (seq 0 (pred inputs)).

(** α-private: the probabilities of a response on neighbouring inputs are at least α times each other. *)
Definition private (pairs : neighbours) (responses : nat) (alpha : Q) (x : matrix) : Prop :=
  forall i k, In (i, k) pairs -> forall r, (r < responses)%nat -> alpha * x i r <= x k r /\ alpha * x k r <= x i r.

Definition private_mechanism (inputs responses : nat) (pairs : neighbours) (alpha : Q) (x : matrix) : Prop :=
  stochastic inputs responses x /\ private pairs responses alpha x.

(** The mechanism y with its responses remapped by t; x is derivable from y where it is such a mechanism. *)
Definition product (columns : nat) (y t : matrix) : matrix := fun i r => sum columns (fun k => y i k * t k r).

Definition derivable (inputs columns responses : nat) (x y : matrix) : Prop :=
  exists t, stochastic columns responses t /\
    forall i r, (i < inputs)%nat -> (r < responses)%nat -> x i r == product columns y t i r.

(** The geometric mechanism G on the inputs 0, …, n. *)
Definition distance (i k : nat) : nat := (i - k) + (k - i).

Definition share (n : nat) (alpha : Q) (k : nat) : Q :=
  (if (k =? 0)%nat || (k =? n)%nat then 1 else 1 - alpha) / (1 + alpha).

Definition geometric (n : nat) (alpha : Q) : matrix := fun i k => power alpha (distance i k) * share n alpha k.

(** The loss l i r of the response r on input i: expected on one input, of a user with a prior p (Bayesian), and of one who
    knows that the input is in s (minimax). *)
Definition expected_loss (responses : nat) (l x : matrix) (i : nat) : Q := sum responses (fun r => x i r * l i r).

Definition bayesian_loss (inputs responses : nat) (l : matrix) (p : nat -> Q) (x : matrix) : Q :=
  sum inputs (fun i => p i * expected_loss responses l x i).

Definition minimax_loss (responses : nat) (l : matrix) (s : list nat) (x : matrix) : Q :=
  maximum (expected_loss responses l x) s.

(** The papers' losses: a response that is further from the input loses no less. *)
Definition monotone (n responses : nat) (l : matrix) : Prop :=
  forall i r q, (i <= n)%nat -> (r < responses)%nat -> (q < responses)%nat ->
    (distance i r <= distance i q)%nat -> l i r <= l i q.

(** The loss on input i grows with the distance. *)
Definition strictly_monotone (n : nat) (l : matrix) (i : nat) : Prop :=
  forall r, (r <= n)%nat -> forall k, (k <= n)%nat -> (distance i r < distance i k)%nat -> l i r < l i k.

(** A user with a monotone loss that is strict on the inputs 0 and n, and a positive prior there. *)
Definition strict_user (n : nat) (p : nat -> Q) (l : matrix) : Prop :=
  (forall i, (i < S n)%nat -> 0 <= p i) /\ sum (S n) p == 1 /\ 0 < p O /\ 0 < p n /\
  monotone n (S n) l /\ strictly_monotone n l O /\ strictly_monotone n l n.

(** Losses that fall up to a mode and rise from there, with modes that never decrease from input to input. *)
Definition unimodal (n responses : nat) (mode : nat -> nat) (l : matrix) : Prop :=
  forall i r, (i <= n)%nat -> (S r < responses)%nat ->
    ((mode i <= r)%nat -> l i r <= l i (S r)) /\ ((r < mode i)%nat -> l i (S r) <= l i r).

Definition never_decrease (n : nat) (mode : nat -> nat) : Prop :=
  forall j k, (j <= k)%nat -> (k <= n)%nat -> (mode j <= mode k)%nat.

(** The row pattern: from row i to i+1, every column before a pivot falls by the factor α, and every one after it rises by
    1/α. *)
Definition row_pattern (n responses : nat) (alpha : Q) (x : matrix) : Prop :=
  forall i, (S i <= n)%nat -> exists pivot, forall r, (r < responses)%nat ->
    ((r < pivot)%nat -> x (S i) r == alpha * x i r) /\ ((pivot < r)%nat -> x i r == alpha * x (S i) r).

(** A vertex of the α-private mechanisms: x is not midway between two others. *)
Definition vertex (inputs responses : nat) (pairs : neighbours) (alpha : Q) (x : matrix) : Prop :=
  private_mechanism inputs responses pairs alpha x /\
  forall y z, private_mechanism inputs responses pairs alpha y -> private_mechanism inputs responses pairs alpha z ->
    (forall i r, (i < inputs)%nat -> (r < responses)%nat -> y i r + z i r == 2 * x i r) ->
    forall i r, (i < inputs)%nat -> (r < responses)%nat -> y i r == x i r.

(** Databases are lists of rows, and the rows may have any type. Neighbours differ in one row. The result of a count query
    is the number of rows that satisfy a predicate. *)
Definition differ_in_one_row {row : Type} (d e : list row) : Prop :=
  exists before a b after, d = before ++ a :: after /\ e = before ++ b :: after.

Definition result {row : Type} (satisfies : row -> bool) (d : list row) : nat := length (filter satisfies d).

(** All databases of n bits, and the sum of f over a list. *)
Fixpoint databases (n : nat) : list (list bool) :=
  match n with O => [[]] | S m => flat_map (fun bit => map (cons bit) (databases m)) [true; false] end.

Fixpoint sum_over (f : list bool -> Q) (l : list (list bool)) : Q :=
  match l with [] => 0 | d :: rest => f d + sum_over f rest end.

(** A mechanism on the databases of n bits is any matrix x with a row for each of them; its privacy, and the loss of a user
    with a prior p on the databases, for the count of the bits that are true. *)
Definition private_on_databases (n responses : nat) (alpha : Q) (x : list bool -> nat -> Q) : Prop :=
  ((forall d r, length d = n -> (r < responses)%nat -> 0 <= x d r) /\
   (forall d, length d = n -> sum responses (x d) == 1)) /\
  forall before a b after, length (before ++ a :: after) = n -> forall r, (r < responses)%nat ->
    alpha * x (before ++ a :: after) r <= x (before ++ b :: after) r.

Definition loss_on_databases (n responses : nat) (l : matrix) (p : list bool -> Q) (x : list bool -> nat -> Q) : Q :=
  sum_over (fun d => p d * sum responses (fun r => x d r * l (result (fun bit => bit) d) r)) (databases n).

(** x^G responds with every integer. A sum over all integers is the limit of the sums over -m, …, m. *)
Definition geometric_on_integers (alpha : Q) (i : nat) (z : Z) : Q :=
  (1 - alpha) / (1 + alpha) * power alpha (Z.abs_nat (Z.of_nat i - z)).

Definition sum_to (m : nat) (f : Z -> Q) : Q :=
  sum (S m) (fun k => f (Z.of_nat k)) + sum m (fun k => f (- Z.of_nat (S k))%Z).

Definition sums_to (f : Z -> Q) (s : Q) : Prop :=
  forall eps, 0 < eps -> exists start, forall m, (start <= m)%nat -> s - eps <= sum_to m f /\ sum_to m f <= s + eps.

(** A remap y of the integers to finitely many responses, and the mechanism that it makes of x^G. *)
Definition remap_of_integers (responses : nat) (y : Z -> nat -> Q) : Prop :=
  (forall z r, (r < responses)%nat -> 0 <= y z r) /\ forall z, sum responses (y z) == 1.

Definition made_of_integers (inputs responses : nat) (alpha : Q) (y : Z -> nat -> Q) (x : matrix) : Prop :=
  forall i r, (i < inputs)%nat -> (r < responses)%nat ->
    sums_to (fun z => geometric_on_integers alpha i z * y z r) (x i r).

(** Algorithm 1 of Gupte and Sundararajan releases results at the levels α_1 ≤ … ≤ α_k: the remap of each stage takes the
    true result, or G of the last level, to G of the next level. *)
Definition truthful : matrix := fun i r => if (i =? r)%nat then 1 else 0.

Fixpoint rising (alpha : Q) (levels : list Q) : Prop :=
  match levels with [] => alpha <= 1 | beta :: rest => alpha <= beta /\ rising beta rest end.

Fixpoint stages (n : nat) (before : matrix) (levels : list Q) (remaps : list matrix) : Prop :=
  match levels, remaps with
  | [], [] => True
  | alpha :: levels, t :: remaps =>
      (stochastic (S n) (S n) t /\
       forall i r, (i < S n)%nat -> (r < S n)%nat -> geometric n alpha i r == product (S n) before t i r) /\
      stages n (geometric n alpha) levels remaps
  | _, _ => False
  end.

(** A group marks its members by true. Its level is that of its first member. *)
Fixpoint members (group : list bool) : nat :=
  match group with [] => O | true :: rest => S (members rest) | false :: rest => members rest end.

Fixpoint first_level (group : list bool) (levels : list Q) : Q :=
  match group, levels with
  | true :: _, alpha :: _ => alpha
  | false :: group, _ :: levels => first_level group levels
  | _, _ => 1
  end.

(** The probability that the members see these results, when the stages start at r; and all lists of so many results, as
    the columns of a matrix. *)
Fixpoint seen (n : nat) (remaps : list matrix) (group : list bool) (results : list nat) (r : nat) : Q :=
  match remaps, group with
  | t :: remaps, true :: group =>
      match results with s :: results => t r s * seen n remaps group results s | [] => 0 end
  | t :: remaps, false :: group => sum (S n) (fun s => t r s * seen n remaps group results s)
  | _, _ => match results with [] => 1 | _ => 0 end
  end.

Fixpoint list_of (n length column : nat) : list nat :=
  match length with
  | O => []
  | S rest => (column / S n ^ rest)%nat :: list_of n rest (column mod (S n ^ rest))%nat
  end.

Definition held_together (n : nat) (remaps : list matrix) (group : list bool) : matrix :=
  fun i column => seen n remaps group (list_of n (members group) column) i.

(** * The geometric mechanism *)

(** G is an α-private mechanism. *)
Theorem geometric_is_private (n : nat) (alpha : Q) :
  (1 <= n)%nat -> 0 <= alpha <= 1 -> private_mechanism (S n) (S n) (path (S n)) alpha (geometric n alpha).
Proof. exact (Geometric.geometric_private_mechanism n alpha). Qed.

(** A remap keeps privacy, for any neighbours. *)
Theorem remap_keeps_privacy (pairs : neighbours) (columns responses : nat) (alpha : Q) (y t : matrix) :
  (forall k r, (k < columns)%nat -> (r < responses)%nat -> 0 <= t k r) ->
  private pairs columns alpha y -> private pairs responses alpha (product columns y t).
Proof. exact (PostProcessing.product_private pairs columns responses alpha y t). Qed.

(** Theorem 2 of Gupte and Sundararajan: an α-private mechanism is derivable from G if and only if every three
    consecutive entries of each of its columns keep x₂ - α·x₁ ≥ α·(x₃ - α·x₂). *)
Theorem what_is_derivable (n responses : nat) (alpha : Q) (x : matrix) :
  (1 <= n)%nat -> 0 <= alpha <= 1 -> private_mechanism (S n) responses (path (S n)) alpha x ->
  (derivable (S n) (S n) responses x (geometric n alpha) <->
   forall i r, (S (S i) <= n)%nat -> (r < responses)%nat ->
     alpha * (x (S (S i)) r - alpha * x (S i) r) <= x (S i) r - alpha * x i r).
Proof. exact (EveryLevel.theorem_2_at_every_level n responses alpha x). Qed.

(** Their Lemma 3: for α ≤ β, G_β is derivable from G_α. *)
Theorem more_private_is_derivable (n : nat) (alpha beta : Q) :
  (1 <= n)%nat -> 0 <= alpha -> alpha <= beta -> beta <= 1 ->
  derivable (S n) (S n) (S n) (geometric n beta) (geometric n alpha).
Proof. exact (EveryLevel.lemma_3_at_every_level n alpha beta). Qed.

(** A mechanism of the row pattern (Lemma 5.5 of Ghosh, Roughgarden and Sundararajan) is derivable from G. *)
Theorem row_pattern_is_derivable (n responses : nat) (alpha : Q) (x : matrix) :
  (1 <= n)%nat -> 0 <= alpha < 1 -> private_mechanism (S n) responses (path (S n)) alpha x ->
  row_pattern n responses alpha x -> derivable (S n) (S n) responses x (geometric n alpha).
Proof. exact (RowPattern.row_pattern_derivable n responses alpha x). Qed.

(** * The geometric mechanism on the integers *)

(** x^G is an α-private mechanism. *)
Theorem geometric_on_integers_is_private (alpha : Q) (i : nat) :
  0 <= alpha < 1 ->
  sums_to (geometric_on_integers alpha i) 1 /\
  forall z, 0 <= geometric_on_integers alpha i z /\
    alpha * geometric_on_integers alpha i z <= geometric_on_integers alpha (S i) z /\
    alpha * geometric_on_integers alpha (S i) z <= geometric_on_integers alpha i z.
Proof.
  intros Ha. split.
  - exact (Integers.geometric_on_integers_sums (S i) alpha i (le_n_S _ _ (Nat.le_0_l i)) Ha (Nat.le_succ_diag_r i)).
  - intros z. split; [exact (Integers.geometric_on_integers_nonnegative alpha i z ltac:(lra))|].
    exact (Integers.geometric_on_integers_private alpha i z ltac:(lra)).
Qed.

(** A remap makes x of x^G if and only if x is derivable from G. *)
Theorem integers_make_what_geometric_makes (n responses : nat) (alpha : Q) (x : matrix) :
  (1 <= n)%nat -> 0 <= alpha < 1 ->
  ((exists y, remap_of_integers responses y /\ made_of_integers (S n) responses alpha y x) <->
   derivable (S n) (S n) responses x (geometric n alpha)).
Proof. exact (Integers.integers_and_geometric n responses alpha x). Qed.

(** * Optima *)

(** Weak duality: where no column of an α-private mechanism costs less than its prices, no such mechanism costs less than
    the sum of the prices. *)
Theorem prices_bound_the_loss (n m : nat) (x : matrix) (alpha : Q) (c : matrix) (w : nat -> Q) :
  private_mechanism (S n) (S m) (path (S n)) alpha x ->
  (forall r, (r <= m)%nat -> forall z : nat -> Q,
    (forall i, (i <= n)%nat -> 0 <= z i) /\
    (forall i, (i < n)%nat -> alpha * z i <= z (S i) /\ alpha * z (S i) <= z i) ->
    0 <= sum (S n) (fun i => (c i r - w i) * z i)) ->
  sum (S n) w <= sum (S n) (fun i => sum (S m) (fun r => c i r * x i r)).
Proof. exact (Statements.weak_duality_on_path n m x alpha c w). Qed.

(** Every user has a best remap of every matrix. *)
Theorem best_remap_of_a_bayesian_user (inputs columns responses : nat) (l y : matrix) (p : nat -> Q) :
  (0 < responses)%nat ->
  exists t, stochastic columns responses t /\ forall u, stochastic columns responses u ->
    bayesian_loss inputs responses l p (product columns y t) <= bayesian_loss inputs responses l p (product columns y u).
Proof. intros H. exact (Existence.best_remap_exists inputs columns responses l (Definitions.Bayesian p) y H I). Qed.

Theorem best_remap_of_a_minimax_user (columns responses : nat) (l y : matrix) (s : list nat) :
  (0 < responses)%nat -> s <> [] ->
  exists t, stochastic columns responses t /\ forall u, stochastic columns responses u ->
    minimax_loss responses l s (product columns y t) <= minimax_loss responses l s (product columns y u).
Proof. exact (Existence.best_remap_exists O columns responses l (Definitions.Minimax s) y). Qed.

(** Every user has an optimal α-private mechanism, for any neighbours. *)
Theorem optimum_of_a_bayesian_user (inputs responses : nat) (pairs : neighbours) (alpha : Q) (l : matrix) (p : nat -> Q) :
  (forall i k, In (i, k) pairs -> (i < inputs)%nat /\ (k < inputs)%nat) -> (0 < responses)%nat -> alpha <= 1 ->
  exists x, private_mechanism inputs responses pairs alpha x /\ forall y, private_mechanism inputs responses pairs alpha y ->
    bayesian_loss inputs responses l p x <= bayesian_loss inputs responses l p y.
Proof.
  intros Hp Hr Ha.
  destruct (Existence.private_optimum_exists inputs responses pairs alpha l (Definitions.Bayesian p) Hp I (fun _ H => H) Hr Ha)
    as (x & Hx & _ & Hbest). now exists x.
Qed.

Theorem optimum_of_a_minimax_user (inputs responses : nat) (pairs : neighbours) (alpha : Q) (l : matrix) (s : list nat) :
  (forall i k, In (i, k) pairs -> (i < inputs)%nat /\ (k < inputs)%nat) -> (0 < responses)%nat -> alpha <= 1 ->
  s <> [] -> (forall i, In i s -> (i < inputs)%nat) ->
  exists x, private_mechanism inputs responses pairs alpha x /\ forall y, private_mechanism inputs responses pairs alpha y ->
    minimax_loss responses l s x <= minimax_loss responses l s y.
Proof.
  intros Hp Hr Ha Hs Hin.
  destruct (Existence.private_optimum_exists inputs responses pairs alpha l (Definitions.Minimax s) Hp Hs Hin Hr Ha)
    as (x & Hx & _ & Hbest). now exists x.
Qed.

(** * Universal optimality *)

(** Concentration: of every α-private mechanism x there is one remap of G that, on every input i, has at least the
    probability of x for an answer up to r, where r is not before the mode, and at most that where it is. *)
Theorem one_remap_is_more_concentrated (n responses : nat) (alpha : Q) (mode : nat -> nat) (x : matrix) :
  (1 <= n)%nat -> 0 < alpha < 1 -> private_mechanism (S n) responses (path (S n)) alpha x -> never_decrease n mode ->
  exists t, stochastic (S n) responses t /\ forall r i, (r < responses)%nat -> (i <= n)%nat ->
    ((mode i <= r)%nat -> sum (S r) (x i) <= sum (S r) (product (S n) (geometric n alpha) t i)) /\
    ((r < mode i)%nat -> sum (S r) (product (S n) (geometric n alpha) t i) <= sum (S r) (x i)).
Proof.
  intros Hn Ha Hx Hm. exists (UniversalOptimality.concentrated_remap n alpha mode x). split.
  - exact (UniversalOptimality.concentrated_remap_stochastic n responses alpha mode x Hn Ha Hx).
  - exact (UniversalOptimality.concentration n responses alpha mode x Hn Ha Hx Hm).
Qed.

(** So one remap of G, the same for all these losses, loses no more than x on any input. *)
Theorem one_remap_for_all_losses (n responses : nat) (alpha : Q) (mode : nat -> nat) (x : matrix) :
  (1 <= n)%nat -> 0 <= alpha <= 1 -> private_mechanism (S n) responses (path (S n)) alpha x -> never_decrease n mode ->
  exists t, stochastic (S n) responses t /\ forall l, unimodal n responses mode l -> forall i, (i <= n)%nat ->
    expected_loss responses l (product (S n) (geometric n alpha) t) i <= expected_loss responses l x i.
Proof. exact (UniversalOptimality.universal_remap_at_every_level n responses alpha mode x). Qed.

(** Theorem 3.1 of Ghosh, Roughgarden and Sundararajan: what a Bayesian user makes of G by a best remap loses no more than
    any α-private mechanism. *)
Theorem every_bayesian_user (n : nat) (alpha : Q) (p : nat -> Q) (l t : matrix) :
  (1 <= n)%nat -> 0 <= alpha -> alpha <= 1 ->
  (forall i, (i < S n)%nat -> 0 <= p i) /\ sum (S n) p == 1 -> monotone n (S n) l -> stochastic (S n) (S n) t ->
  (forall u, stochastic (S n) (S n) u ->
     bayesian_loss (S n) (S n) l p (product (S n) (geometric n alpha) t) <=
     bayesian_loss (S n) (S n) l p (product (S n) (geometric n alpha) u)) ->
  forall x, private_mechanism (S n) (S n) (path (S n)) alpha x ->
    bayesian_loss (S n) (S n) l p (product (S n) (geometric n alpha) t) <= bayesian_loss (S n) (S n) l p x.
Proof. exact (UniversalOptimality.bayesian_best_remap n alpha p l t). Qed.

(** The same theorem of x^G, as it is printed: what a Bayesian user makes of x^G by a best remap is an α-private mechanism,
    and loses no more than any other. *)
Theorem every_bayesian_user_of_integers (n : nat) (alpha : Q) (l : matrix) (p : nat -> Q) (y : Z -> nat -> Q)
    (x : matrix) :
  (1 <= n)%nat -> 0 <= alpha < 1 ->
  (forall i, (i < S n)%nat -> 0 <= p i) /\ sum (S n) p == 1 -> monotone n (S n) l ->
  remap_of_integers (S n) y -> made_of_integers (S n) (S n) alpha y x ->
  (forall u z, remap_of_integers (S n) u -> made_of_integers (S n) (S n) alpha u z ->
     bayesian_loss (S n) (S n) l p x <= bayesian_loss (S n) (S n) l p z) ->
  private_mechanism (S n) (S n) (path (S n)) alpha x /\
  forall z, private_mechanism (S n) (S n) (path (S n)) alpha z ->
    bayesian_loss (S n) (S n) l p x <= bayesian_loss (S n) (S n) l p z.
Proof.
  intros Hn Ha Hp Hl Hy Hx Hbest. destruct (Integers.theorem_3_1 n alpha l p y x Hn Ha Hp Hl Hy Hx Hbest) as (H & _ & K).
  now split.
Qed.

(** Theorem 1, part 2, of Gupte and Sundararajan: the same for a minimax user, and there is a best remap. *)
Theorem every_minimax_user (n : nat) (alpha : Q) (l : matrix) (s : list nat) :
  (1 <= n)%nat -> 0 <= alpha <= 1 -> monotone n (S n) l -> s <> [] -> (forall i, In i s -> (i <= n)%nat) ->
  exists t, stochastic (S n) (S n) t /\
    (forall u, stochastic (S n) (S n) u ->
       minimax_loss (S n) l s (product (S n) (geometric n alpha) t) <=
       minimax_loss (S n) l s (product (S n) (geometric n alpha) u)) /\
    forall x, private_mechanism (S n) (S n) (path (S n)) alpha x ->
      minimax_loss (S n) l s (product (S n) (geometric n alpha) t) <= minimax_loss (S n) l s x.
Proof.
  intros Hn Ha Hl Hs Hin.
  destruct (UniversalOptimality.minimax_main_theorem n alpha l s Hn Ha Hl Hs Hin) as (t & Ht & Hbest & _ & _ & H).
  now exists t.
Qed.

(** * Optimal mechanisms of strict users *)

(** Lemma 5.5 of Ghosh, Roughgarden and Sundararajan: every optimal mechanism of such a user has the row pattern. *)
Theorem optimal_rows (n : nat) (alpha : Q) (p : nat -> Q) (l x : matrix) :
  0 < alpha < 1 -> strict_user n p l -> private_mechanism (S n) (S n) (path (S n)) alpha x ->
  (forall y, private_mechanism (S n) (S n) (path (S n)) alpha y ->
     bayesian_loss (S n) (S n) l p x <= bayesian_loss (S n) (S n) l p y) ->
  row_pattern n (S n) alpha x.
Proof.
  intros [Ha0 Ha1] Hu Hx Hbest. apply OptimalRows.turning_rows. intros i Hi.
  apply (OptimalRows.lemma_5_5 alpha p l n x i); try assumption; [unfold strict_user in Hu; now repeat split|].
  exact (proj2 (ClaimDefinitions.optimal_written_out n n x p l alpha) (conj Hx Hbest)).
Qed.

(** Lemma 5.11: such a mechanism that is a vertex is G with intervals of its responses merged. *)
Theorem optimal_vertex_merges_responses (n : nat) (alpha : Q) (p : nat -> Q) (l x : matrix) :
  (1 <= n)%nat -> 0 < alpha < 1 -> strict_user n p l -> vertex (S n) (S n) (path (S n)) alpha x ->
  (forall y, private_mechanism (S n) (S n) (path (S n)) alpha y ->
     bayesian_loss (S n) (S n) l p x <= bayesian_loss (S n) (S n) l p y) ->
  exists f, (forall k, (k <= n)%nat -> (f k <= n)%nat) /\
    (forall j k, (j <= k)%nat -> (k <= n)%nat -> (f j <= f k)%nat) /\
    forall i r, (i <= n)%nat -> (r <= n)%nat ->
      x i r == sum (S n) (fun k => if (f k =? r)%nat then geometric n alpha i k else 0).
Proof.
  intros Hn [Ha0 Ha1] Hu Hv Hbest. apply InducedRemap.merged_responses; try assumption.
  apply (InducedRemap.lemma_5_9_of_optimum n alpha p l x); try assumption; [unfold strict_user in Hu; now repeat split|].
  exact (proj2 (ClaimDefinitions.optimal_written_out n n x p l alpha) (conj (proj1 Hv) Hbest)).
Qed.

(** Theorem 6.1: a mechanism from which every user can make an optimal one is G, with its responses permuted. *)
Theorem only_geometric_serves_everybody (n : nat) (alpha : Q) (x : matrix) :
  (1 <= n)%nat -> 0 <= alpha < 1 -> private_mechanism (S n) (S n) (path (S n)) alpha x ->
  (forall l p, monotone n (S n) l -> (forall i, (i < S n)%nat -> 0 <= p i) /\ sum (S n) p == 1 ->
     exists t, stochastic (S n) (S n) t /\ forall y, private_mechanism (S n) (S n) (path (S n)) alpha y ->
       bayesian_loss (S n) (S n) l p (product (S n) x t) <= bayesian_loss (S n) (S n) l p y) ->
  exists f, (forall k, (k <= n)%nat -> (f k <= n)%nat) /\
    (forall j k, (j <= n)%nat -> (k <= n)%nat -> f j = f k -> j = k) /\
    forall i k, (i <= n)%nat -> (k <= n)%nat -> x i k == geometric n alpha i (f k).
Proof. exact (UniqueMechanism.theorem_6_1 n alpha x). Qed.

(** * Databases and several readers *)

(** Definition 2 of Gupte and Sundararajan: for a predicate that some row satisfies and some row does not, a mechanism that
    only uses the result is α-private on the databases of n rows if and only if its matrix is α-private on the path. *)
Theorem privacy_on_databases (row : Type) (satisfies : row -> bool) (yes no : row) (n responses : nat) (alpha : Q)
    (y : matrix) :
  satisfies yes = true -> satisfies no = false -> 0 <= alpha <= 1 -> stochastic (S n) responses y ->
  ((forall d e, length d = n -> differ_in_one_row d e -> forall r, (r < responses)%nat ->
      alpha * y (result satisfies d) r <= y (result satisfies e) r /\
      alpha * y (result satisfies e) r <= y (result satisfies d) r) <->
   private (path (S n)) responses alpha y).
Proof.
  intros Hy Hn Ha Hs. rewrite <- (Databases.definition_2 row satisfies yes no n responses alpha y Hy Hn Ha Hs).
  split; intros H d e Hd He.
  - destruct He as [before a b after]. apply H; [exact Hd|]. now exists before, a, b, after.
  - destruct He as (before & a & b & after & -> & ->). apply H; [exact Hd | apply Databases.Differ].
Qed.

(** Theorem 6.3 of Ghosh, Roughgarden and Sundararajan: for some n, α, monotone loss and two priors on databases, no
    mechanism on databases has two remaps, one that is optimal for each prior. *)
Theorem no_mechanism_serves_priors_on_databases :
  exists (n : nat) (alpha : Q) (l : matrix) (p q : list bool -> Q),
    0 <= alpha <= 1 /\ monotone n (S n) l /\
    (forall d, 0 <= p d /\ 0 <= q d) /\ sum_over p (databases n) == 1 /\ sum_over q (databases n) == 1 /\
    forall columns x t u,
      private_on_databases n columns alpha x -> stochastic columns (S n) t -> stochastic columns (S n) u ->
      ~ ((forall z, private_on_databases n (S n) alpha z ->
            loss_on_databases n (S n) l p (fun d r => sum columns (fun k => x d k * t k r)) <=
            loss_on_databases n (S n) l p z) /\
         (forall z, private_on_databases n (S n) alpha z ->
            loss_on_databases n (S n) l q (fun d r => sum columns (fun k => x d k * u k r)) <=
            loss_on_databases n (S n) l q z)).
Proof.
  assert (E : forall n responses alpha (x : list bool -> nat -> Q),
    Databases.private_mechanism_on_databases n responses alpha x <-> private_on_databases n responses alpha x).
  { intros n responses alpha x. split; intros [Hs Hp]; (split; [exact Hs|]).
    - intros before a b after Hd r Hr. exact (proj1 (Hp _ _ Hd (Databases.Differ before a b after) r Hr)).
    - intros d e Hd He r Hr. revert Hd. destruct He as [before a b after]. intros Hd.
      split; (apply Hp; [|exact Hr]); [exact Hd|]. rewrite app_length in *. exact Hd. }
  assert (Eall : forall n, Databases.databases DatabasePriors.bits n = databases n).
  { induction n as [|n IH]; [reflexivity|]. cbn [Databases.databases databases]. now rewrite IH. }
  assert (Esum : forall f all, Counting.sum_over f all = sum_over f all).
  { intros f all. induction all as [|d all IH]; [reflexivity|]. cbn [Counting.sum_over sum_over]. now rewrite IH. }
  assert (Eloss : forall n responses l p x,
    Databases.loss_on_databases DatabasePriors.bits DatabasePriors.is_one n responses l p x = loss_on_databases n responses l p x).
  { intros n responses l p x. unfold Databases.loss_on_databases. rewrite Eall, Esum. reflexivity. }
  destruct DatabasePriors.theorem_6_3 as (n & alpha & l & p & q & Ha & Hl & Hpq & Hp & Hq & H).
  rewrite Eall, Esum in Hp, Hq. exists n, alpha, l, p, q. repeat (split; [assumption|]).
  intros columns x t u Hx Ht Hu [H1 H2]. apply (H columns x t u (proj2 (E _ _ _ _) Hx) Ht Hu).
  split; intros z Hz; apply E in Hz; rewrite !Eloss; [exact (H1 z Hz) | exact (H2 z Hz)].
Qed.

(** Theorem 1, part 1, with Lemma 4: Algorithm 1 runs at all levels, and what any group of readers holds together is private
    at the level of its first member, and at no larger one. *)
Theorem every_group_of_readers (n : nat) (levels : list Q) :
  (1 <= n)%nat -> rising 0 levels ->
  exists remaps, stages n truthful levels remaps /\
    forall group, length group = length levels -> (1 <= members group)%nat ->
      private_mechanism (S n) (S n ^ members group)%nat (path (S n)) (first_level group levels)
        (held_together n remaps group) /\
      forall beta, beta <= 1 ->
        private (path (S n)) (S n ^ members group)%nat beta (held_together n remaps group) ->
        beta <= first_level group levels.
Proof.
  intros Hn Hl. destruct (Release.algorithm_1_runs n levels Hn Hl) as (remaps & H). exists remaps. split; [exact H|].
  intros group Hg Hm. destruct (Release.collusion_resistance n levels remaps group Hn Hl H Hg Hm) as [Hp (_ & _ & Hmost)].
  split; [exact Hp | exact Hmost].
Qed.
