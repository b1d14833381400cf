(** Theorems of the papers as clauses print them: products written out, one bound at a time, and indices that are at
    most n instead of less than n + 1. A test prints the clauses, and compares them with these statements. *)

From ExactDP Require Export Statements RowPattern EveryLevel Lexicographic Determinants.
From ExactDP Require UniqueMechanism ConstraintMatrix.
From Coq Require Import FinFun.

Lemma derivable_written_out n m x y :
  derivable (S n) (S n) (S m) x y <->
  exists T : nat -> nat -> Q, stochastic (S n) (S m) T /\
    (forall i : nat, (i <= n)%nat -> forall r : nat, (r <= m)%nat -> sum (S n) (fun z => y i z * T z r) == x i r).
Proof.
  split; intros (T & HT & He); exists T; (split; [exact HT|]).
  - intros i Hi r Hr. symmetry. apply He; lia.
  - intros i r Hi Hr. symmetry. apply He; lia.
Qed.

Lemma times_below a b c : 0 <= a -> b <= c -> a * b <= a * c.
Proof. intros Ha H. rewrite !(Qmult_comm a). now apply Qmult_le_compat_r. Qed.

(** * Privacy *)

(** A mechanism is private over several steps of the path, too. *)
Theorem definition_2_chain (alpha : Q) (x : nat -> nat -> Q) (n m i k r : nat) :
  0 <= alpha -> private_mechanism (S n) (S m) (path (S n)) alpha x -> (i <= n)%nat -> (k <= n)%nat -> (r <= m)%nat ->
  power alpha (distance k i) * x k r <= x i r.
Proof.
  intros H0 [_ Hp] Hi Hk Hr.
  assert (H : forall j d, (j + d <= n)%nat ->
    power alpha d * x j r <= x (j + d)%nat r /\ power alpha d * x (j + d)%nat r <= x j r).
  { intros j d. induction d as [|d IH]; intros Hd.
    - cbn [power]. rewrite Nat.add_0_r. split; lra.
    - destruct (IH ltac:(lia)) as [A B]. replace (j + S d)%nat with (S (j + d)) by lia.
      destruct (Hp (j + d)%nat (S (j + d)) (in_path (S n) (j + d) ltac:(lia)) r ltac:(lia)) as [C D].
      cbn [power]. assert (Hd0 : 0 <= power alpha d) by now apply power_nonnegative.
      assert (E := times_below alpha _ _ H0 A). assert (F := times_below (power alpha d) _ _ Hd0 D). split; lra. }
  unfold distance. destruct (Nat.le_gt_cases k i) as [Hki|Hik].
  - destruct (H k (i - k)%nat ltac:(lia)) as [A _]. replace (k + (i - k))%nat with i in A by lia.
    replace (k - i + (i - k))%nat with (i - k)%nat by lia. exact A.
  - destruct (H i (k - i)%nat ltac:(lia)) as [_ A]. replace (i + (k - i))%nat with k in A by lia.
    replace (k - i + (i - k))%nat with (k - i)%nat by lia. exact A.
Qed.

Theorem definition_2_zeros (alpha : Q) (x : nat -> nat -> Q) (n m i k r : nat) :
  0 < alpha -> private_mechanism (S n) (S m) (path (S n)) alpha x -> (i <= n)%nat -> (k <= n)%nat -> (r <= m)%nat ->
  x i r == 0 -> x k r == 0.
Proof.
  intros H0 Hx Hi Hk Hr Hz. assert (H := definition_2_chain alpha x n m i k r ltac:(lra) Hx Hi Hk Hr).
  destruct Hx as [[Hx _] _]. assert (Hk0 := Hx k r ltac:(lia) ltac:(lia)).
  assert (Hpos : 0 < power alpha (distance k i)) by now apply power_positive.
  apply Qle_antisym; [|exact Hk0]. apply Qmult_le_l with (power alpha (distance k i)); [assumption|]. lra.
Qed.

(** Definition 4: G is a mechanism, and α is its exact level. *)
Theorem definition_4_stochastic (n : nat) (alpha : Q) :
  (1 <= n)%nat -> 0 <= alpha -> alpha <= 1 -> stochastic (S n) (S n) (geometric n alpha).
Proof. intros Hn H0 H1. now apply (geometric_private_mechanism n alpha Hn (conj H0 H1)). Qed.

Theorem definition_4_private (n : nat) (alpha : Q) :
  (1 <= n)%nat -> 0 <= alpha -> alpha <= 1 -> private_mechanism (S n) (S n) (path (S n)) alpha (geometric n alpha).
Proof. intros Hn H0 H1. exact (geometric_private_mechanism n alpha Hn (conj H0 H1)). Qed.

(** Remaps keep privacy. *)
Theorem product_mechanism (y : nat -> nat -> Q) (n s : nat) (T : nat -> nat -> Q) (m : nat) :
  stochastic (S n) (S s) y -> stochastic (S s) (S m) T -> stochastic (S n) (S m) (product (S s) y T).
Proof. apply product_stochastic. Qed.

Theorem product_keeps_privacy (y : nat -> nat -> Q) (alpha : Q) (n s : nat) (T : nat -> nat -> Q) (m : nat) :
  private_mechanism (S n) (S s) (path (S n)) alpha y -> stochastic (S s) (S m) T ->
  private_mechanism (S n) (S m) (path (S n)) alpha (product (S s) y T).
Proof.
  intros [Hs Hp] HT. split; [now apply product_stochastic|]. apply product_private; [apply HT | exact Hp].
Qed.

Theorem remap_keeps_privacy (alpha : Q) (n s : nat) (x T : nat -> nat -> Q) (m : nat) :
  0 <= alpha -> private_mechanism (S n) (S s) (path (S n)) alpha x -> stochastic (S s) (S m) T ->
  private_mechanism (S n) (S m) (path (S n)) alpha (product (S s) x T).
Proof. intros _. apply product_keeps_privacy. Qed.

Theorem level_of_derivable (n m : nat) (alpha : Q) (T : nat -> nat -> Q) :
  (1 <= n)%nat -> 0 <= alpha -> alpha <= 1 -> stochastic (S n) (S m) T ->
  private_mechanism (S n) (S m) (path (S n)) alpha (product (S n) (geometric n alpha) T).
Proof. intros Hn H0 H1. exact (remap_private n (S m) alpha alpha T Hn (conj H0 H1) (Qle_refl alpha)). Qed.

Theorem theorem_3_1_private (n : nat) (alpha : Q) (T : nat -> nat -> Q) :
  (1 <= n)%nat -> 0 <= alpha -> alpha <= 1 -> stochastic (S n) (S n) T ->
  private_mechanism (S n) (S n) (path (S n)) alpha (product (S n) (geometric n alpha) T).
Proof. apply level_of_derivable. Qed.

Theorem no_better (n : nat) (alpha : Q) (T : nat -> nat -> Q) (m : nat) :
  (1 <= n)%nat -> 0 <= alpha -> alpha <= 1 -> stochastic (S n) (S m) T ->
  private_mechanism (S n) (S m) (path (S n)) alpha (product (S n) (geometric n alpha) T).
Proof. apply level_of_derivable. Qed.

(** A mixture of private mechanisms is private. *)
Theorem mixture_private (x : nat -> nat -> Q) (alpha : Q) (n m : nat) (u : nat -> nat -> Q) (beta : Q) :
  private_mechanism (S n) (S m) (path (S n)) alpha x -> private_mechanism (S n) (S m) (path (S n)) alpha u ->
  0 <= beta -> beta <= 1 ->
  private_mechanism (S n) (S m) (path (S n)) alpha (fun i r => (1 - beta) * x i r + beta * u i r).
Proof.
  intros [[Hx Hx1] Hxp] [[Hu Hu1] Hup] H0 H1. split; [split|].
  - intros i r Hi Hr.
    assert (0 <= (1 - beta) * x i r) by (apply Qmult_le_0_compat; [lra | now apply Hx]).
    assert (0 <= beta * u i r) by (apply Qmult_le_0_compat; [lra | now apply Hu]). lra.
  - intros i Hi. rewrite sum_plus, !sum_times. change (sum (S m) (fun r => x i r)) with (sum (S m) (x i)).
    change (sum (S m) (fun r => u i r)) with (sum (S m) (u i)). rewrite Hx1, Hu1 by assumption. ring.
  - intros i k Hik r Hr. destruct (Hxp i k Hik r Hr) as [A B]. destruct (Hup i k Hik r Hr) as [C D].
    assert (A' := times_below (1 - beta) _ _ ltac:(lra) A). assert (B' := times_below (1 - beta) _ _ ltac:(lra) B).
    assert (C' := times_below beta _ _ H0 C). assert (D' := times_below beta _ _ H0 D). split; lra.
Qed.

(** * What is derivable from G *)

(** Theorem 2 of Gupte and Sundararajan, both directions, at every level. *)
Theorem theorem_2_if (n : nat) (alpha : Q) (x : nat -> nat -> Q) (m : nat) :
  (1 <= n)%nat -> 0 <= alpha -> alpha <= 1 -> private_mechanism (S n) (S m) (path (S n)) alpha x ->
  (forall k : nat, (S k < n)%nat -> forall r : nat, (r <= m)%nat ->
    alpha * (x (S (S k)) r - alpha * x (S k) r) <= x (S k) r - alpha * x k r) ->
  exists T : nat -> nat -> Q, stochastic (S n) (S m) T /\
    (forall i : nat, (i <= n)%nat -> forall r : nat, (r <= m)%nat ->
      sum (S n) (fun z => geometric n alpha i z * T z r) == x i r).
Proof.
  intros Hn H0 H1 Hx H.
  apply derivable_written_out, theorem_2_at_every_level; [assumption | split; assumption | assumption|].
  intros i r Hi Hr. apply H; lia.
Qed.

Theorem theorem_2_only_if (n : nat) (alpha : Q) (x : nat -> nat -> Q) (m : nat) :
  (1 <= n)%nat -> 0 <= alpha -> alpha <= 1 -> private_mechanism (S n) (S m) (path (S n)) alpha x ->
  (exists T : nat -> nat -> Q, stochastic (S n) (S m) T /\
    (forall i : nat, (i <= n)%nat -> forall r : nat, (r <= m)%nat ->
      sum (S n) (fun z => geometric n alpha i z * T z r) == x i r)) ->
  forall k : nat, (S k < n)%nat -> forall r : nat, (r <= m)%nat ->
    alpha * (x (S (S k)) r - alpha * x (S k) r) <= x (S k) r - alpha * x k r.
Proof.
  intros Hn H0 H1 Hx H k Hk r Hr.
  apply (theorem_2_at_every_level n (S m) alpha x Hn (conj H0 H1) Hx); [now apply derivable_written_out | lia | lia].
Qed.

Theorem theorem_2_below_one (n : nat) (alpha : Q) (x : nat -> nat -> Q) (m : nat) :
  (1 <= n)%nat -> 0 <= alpha -> alpha < 1 -> private_mechanism (S n) (S m) (path (S n)) alpha x ->
  (forall k : nat, (S k < n)%nat -> forall r : nat, (r <= m)%nat ->
    alpha * (x (S (S k)) r - alpha * x (S k) r) <= x (S k) r - alpha * x k r) ->
  exists T : nat -> nat -> Q, stochastic (S n) (S m) T /\
    (forall i : nat, (i <= n)%nat -> forall r : nat, (r <= m)%nat ->
      sum (S n) (fun z => geometric n alpha i z * T z r) == x i r).
Proof. intros Hn H0 H1. apply theorem_2_if; [assumption | assumption | lra]. Qed.

Theorem equal_rows_derivable (n : nat) (x : nat -> nat -> Q) (m : nat) :
  (1 <= n)%nat -> stochastic (S n) (S m) x ->
  (forall i : nat, (i <= n)%nat -> forall r : nat, (r <= m)%nat -> x i r == x 0%nat r) ->
  exists T : nat -> nat -> Q, stochastic (S n) (S m) T /\
    (forall i : nat, (i <= n)%nat -> forall r : nat, (r <= m)%nat ->
      sum (S n) (fun z => geometric n 1 i z * T z r) == x i r).
Proof.
  intros Hn Hx H. apply theorem_2_if; [assumption | lra | lra | |].
  - split; [exact Hx|]. intros i k Hik r Hr. apply of_path in Hik. destruct Hik as [-> Hi].
    rewrite (H i), (H (S i)) by lia. split; lra.
  - intros k Hk r Hr. rewrite (H k), (H (S k)), (H (S (S k))) by lia. lra.
Qed.

(** Lemma 3. *)
Theorem lemma_3_derivable (n : nat) (alpha beta : Q) :
  (1 <= n)%nat -> 0 <= alpha -> alpha <= beta -> beta <= 1 ->
  exists T : nat -> nat -> Q, stochastic (S n) (S n) T /\
    (forall i : nat, (i <= n)%nat -> forall r : nat, (r <= n)%nat ->
      sum (S n) (fun z => geometric n alpha i z * T z r) == geometric n beta i r).
Proof. intros Hn H0 Hab H1. apply derivable_written_out. now apply lemma_3_at_every_level. Qed.

(** The row pattern of Lemma 5.5 implies derivability. *)
Theorem pattern_implies_derivable (n : nat) (alpha : Q) (x : nat -> nat -> Q) (m : nat) :
  (1 <= n)%nat -> 0 < alpha -> alpha < 1 -> private_mechanism (S n) (S m) (path (S n)) alpha x ->
  (forall i : nat, (S i <= n)%nat -> exists j : nat, (j <= m)%nat /\
    ((forall k : nat, (S k <= j)%nat -> x (S i) k == alpha * x i k) /\
     (forall k : nat, (S j <= k)%nat -> (k <= m)%nat -> x i k == alpha * x (S i) k))) ->
  exists T : nat -> nat -> Q, stochastic (S n) (S m) T /\
    (forall i : nat, (i <= n)%nat -> forall r : nat, (r <= m)%nat ->
      sum (S n) (fun z => geometric n alpha i z * T z r) == x i r).
Proof.
  intros Hn H0 H1 Hx H. apply derivable_written_out, row_pattern_derivable; [assumption | lra | assumption|].
  intros i Hi. destruct (H i Hi) as (j & _ & A & B). exists j. intros r Hr.
  split; intros; [apply A | apply B]; lia.
Qed.

(** * Algorithm 1 *)

Definition rising_levels (k : nat) (a : nat -> Q) : Prop :=
  (forall s : nat, (1 <= s)%nat -> (s <= k)%nat -> 0 <= a s /\ a s <= 1) /\
  (forall s : nat, (1 <= s)%nat -> (S s <= k)%nat -> a s <= a (S s)).

Theorem algorithm_1_remap_exists (n k : nat) (a : nat -> Q) (s : nat) :
  (1 <= n)%nat -> (1 <= k)%nat -> rising_levels k a -> (1 <= s)%nat -> (s < k)%nat ->
  exists T : nat -> nat -> Q, stochastic (S n) (S n) T /\
    (forall i : nat, (i <= n)%nat -> forall r : nat, (r <= n)%nat ->
      sum (S n) (fun z => geometric n (a s) i z * T z r) == geometric n (a (S s)) i r).
Proof.
  intros Hn _ [Ha Hle] Hs Hsk. destruct (Ha s Hs ltac:(lia)). destruct (Ha (S s) ltac:(lia) ltac:(lia)).
  apply lemma_3_derivable; [assumption | assumption | apply Hle; lia | assumption].
Qed.

(** Whatever the remaps are, each stage gives the result of G at its level. *)
Theorem algorithm_1_result (n s k : nat) (P T : nat -> nat -> nat -> Q) (a : nat -> Q) :
  (1 <= n)%nat -> (1 <= s)%nat -> (s <= k)%nat ->
  ((rising_levels k a /\
    (forall s_ : nat, (1 <= s_)%nat -> (S s_ <= k)%nat ->
      stochastic (S n) (S n) (fun i r => T s_ i r) /\
      (forall i : nat, (i <= n)%nat -> forall r : nat, (r <= n)%nat ->
        sum (S n) (fun z => geometric n (a s_) i z * T s_ z r) == geometric n (a (S s_)) i r))) /\
   ((forall i : nat, (i <= n)%nat -> forall r : nat, (r <= n)%nat -> P 1%nat i r == geometric n (a 1%nat) i r) /\
    (forall s_ : nat, (1 <= s_)%nat -> (S s_ <= k)%nat -> forall i : nat, (i <= n)%nat ->
      forall r : nat, (r <= n)%nat -> P (S s_) i r == sum (S n) (fun z => P s_ i z * T s_ z r)))) ->
  forall i : nat, (i <= n)%nat -> forall r : nat, (r <= n)%nat -> P s i r == geometric n (a s) i r.
Proof.
  intros _ Hs Hsk ((_ & HT) & Hfirst & Hnext).
  induction s as [|s IH]; [lia|]. destruct s as [|s]; [exact Hfirst|]. intros i Hi r Hr.
  rewrite (Hnext (S s)), <- (proj2 (HT (S s) ltac:(lia) Hsk)) by (assumption || lia).
  apply sum_equal. intros z Hz. rewrite IH by lia. reflexivity.
Qed.

(** Every remap between two levels is stochastic: only one matrix takes G to G of a larger level. *)
Theorem algorithm_1_every_remap (n : nat) (alpha beta : Q) (U : nat -> nat -> Q) :
  (1 <= n)%nat -> 0 <= alpha -> alpha < 1 -> alpha <= beta -> beta <= 1 ->
  (forall i : nat, (i <= n)%nat -> forall r : nat, (r <= n)%nat ->
    sum (S n) (fun z => geometric n alpha i z * U z r) == geometric n beta i r) ->
  stochastic (S n) (S n) U.
Proof.
  intros Hn H0 H1 Hab Hb HU.
  destruct (lemma_3_derivable n alpha beta Hn H0 Hab Hb) as (T & HT & He).
  assert (E : forall k r, (k <= n)%nat -> (r <= n)%nat -> U k r == T k r).
  { intros k r Hk Hr. rewrite <- (inverse_geometric n alpha U k r Hn (conj H0 H1) Hk).
    rewrite <- (inverse_geometric n alpha T k r Hn (conj H0 H1) Hk).
    assert (D : second_difference n alpha (fun i => product (S n) (geometric n alpha) U i r) k ==
      second_difference n alpha (fun i => product (S n) (geometric n alpha) T i r) k).
    { apply second_difference_equal; [assumption | assumption|]. intros i Hi. unfold product. now rewrite HU, He. }
    unfold inverse_remap. destruct ((k =? 0) || (k =? n))%nat; rewrite D; reflexivity. }
  split.
  - intros k r Hk Hr. rewrite E by lia. now apply HT.
  - intros k Hk. rewrite (sum_equal _ _ (T k)); [now apply HT|]. intros r Hr. apply E; lia.
Qed.

(** Theorem 1, part 1: two readers together have the first one's privacy, and no more. *)
Theorem part_1_private (n : nat) (alpha : Q) (R : nat -> nat -> Q) (m : nat) :
  (1 <= n)%nat -> 0 <= alpha -> alpha <= 1 -> stochastic (S n) (S m) R ->
  forall i : nat, (S i <= n)%nat -> forall r : nat, (r <= n)%nat -> forall s : nat, (s <= m)%nat ->
    alpha * (geometric n alpha (S i) r * R r s) <= geometric n alpha i r * R r s /\
    alpha * (geometric n alpha i r * R r s) <= geometric n alpha (S i) r * R r s.
Proof.
  intros Hn H0 H1 [HR _] i Hi r Hr s Hs.
  destruct (geometric_private_mechanism n alpha Hn (conj H0 H1)) as [_ Hp].
  destruct (Hp i (S i) (in_path (S n) i ltac:(lia)) r ltac:(lia)) as [A B].
  assert (K := HR r s ltac:(lia) ltac:(lia)).
  assert (A' := times_below (R r s) _ _ K A). assert (B' := times_below (R r s) _ _ K B). split; lra.
Qed.

Theorem part_1_no_more (n : nat) (alpha : Q) (R : nat -> nat -> Q) (m : nat) (beta : Q) :
  (1 <= n)%nat -> 0 <= alpha -> alpha <= 1 -> stochastic (S n) (S m) R ->
  (forall i : nat, (S i <= n)%nat -> forall r : nat, (r <= n)%nat -> forall s : nat, (s <= m)%nat ->
    beta * (geometric n alpha (S i) r * R r s) <= geometric n alpha i r * R r s /\
    beta * (geometric n alpha i r * R r s) <= geometric n alpha (S i) r * R r s) ->
  beta <= alpha.
Proof.
  intros Hn H0 H1 [_ HR] H. assert (E := HR 0%nat ltac:(lia)).
  assert (S1 : sum (S m) (fun s => beta * geometric n alpha 0%nat 0%nat * R 0%nat s) <=
    sum (S m) (fun s => geometric n alpha 1%nat 0%nat * R 0%nat s)).
  { apply sum_le. intros s Hs. destruct (H 0%nat Hn 0%nat ltac:(lia) s ltac:(lia)) as [_ B]. lra. }
  rewrite !sum_times in S1. change (sum (S m) (fun s => R 0%nat s)) with (sum (S m) (R 0%nat)) in S1. rewrite E in S1.
  destruct (geometric_exact_level n alpha Hn (conj H0 H1)) as (_ & _ & _).
  rewrite geometric_below in S1 by lia.
  assert (G0 : 0 < geometric n alpha 0%nat 0%nat).
  { unfold geometric. rewrite share_end by now left. rewrite distance_left by lia. cbn [Nat.sub power].
    assert (0 < 1 / (1 + alpha)) by (apply Qlt_shift_div_l; lra). lra. }
  apply Qmult_le_l with (geometric n alpha 0%nat 0%nat); [assumption|]. lra.
Qed.

(** * Constraint matrices and optima *)

(** Lemma 5.4: how much the entries of a row lie above falling, or above rising, is 1 - α in all. *)
Theorem lemma_5_4_falls (i n : nat) (x : nat -> nat -> Q) (alpha : Q) (m : nat) :
  (i < n)%nat -> private_mechanism (S n) (S m) (path (S n)) alpha x ->
  sum (S m) (fun r => x (S i) r - alpha * x i r) == 1 - alpha.
Proof.
  intros Hi [[_ Hs] _]. rewrite sum_minus, sum_times.
  change (sum (S m) (fun r => x (S i) r)) with (sum (S m) (x (S i))).
  change (sum (S m) (fun r => x i r)) with (sum (S m) (x i)). rewrite !Hs by lia. ring.
Qed.

Theorem lemma_5_4_rises (i n : nat) (x : nat -> nat -> Q) (alpha : Q) (m : nat) :
  (i < n)%nat -> private_mechanism (S n) (S m) (path (S n)) alpha x ->
  sum (S m) (fun r => x i r - alpha * x (S i) r) == 1 - alpha.
Proof.
  intros Hi [[_ Hs] _]. rewrite sum_minus, sum_times.
  change (sum (S m) (fun r => x (S i) r)) with (sum (S m) (x (S i))).
  change (sum (S m) (fun r => x i r)) with (sum (S m) (x i)). rewrite !Hs by lia. ring.
Qed.

Lemma some_positive m f : 0 < sum (S m) f -> exists r : nat, (r <= m)%nat /\ 0 < f r.
Proof.
  induction m as [|m IH]; cbn [sum] in *; intros H; [exists 0%nat; split; [lia | lra]|].
  destruct (Qlt_le_dec 0 (f (S m))) as [A|A]; [now exists (S m)|].
  destruct IH as (r & Hr & Hf); [lra|]. exists r. split; [lia | exact Hf].
Qed.

Theorem lemma_5_4_not_all_down (i n : nat) (x : nat -> nat -> Q) (alpha : Q) (m : nat) :
  (i < n)%nat -> private_mechanism (S n) (S m) (path (S n)) alpha x -> alpha < 1 ->
  exists r : nat, (r <= m)%nat /\ 0 < x (S i) r - alpha * x i r.
Proof.
  intros Hi Hx Ha. apply (some_positive m (fun r => x (S i) r - alpha * x i r)).
  rewrite (lemma_5_4_falls i n x alpha m Hi Hx). lra.
Qed.

Theorem lemma_5_4_not_all_up (i n : nat) (x : nat -> nat -> Q) (alpha : Q) (m : nat) :
  (i < n)%nat -> private_mechanism (S n) (S m) (path (S n)) alpha x -> alpha < 1 ->
  exists r : nat, (r <= m)%nat /\ 0 < x i r - alpha * x (S i) r.
Proof.
  intros Hi Hx Ha. apply (some_positive m (fun r => x i r - alpha * x (S i) r)).
  rewrite (lemma_5_4_rises i n x alpha m Hi Hx). lra.
Qed.

(** Lemma 5.1. *)
Theorem lemma_5_1_exists (n : nat) (alpha : Q) (p : nat -> Q) (l : nat -> nat -> Q) :
  0 <= alpha -> alpha <= 1 -> prior (S n) p ->
  (forall i : nat, (i <= n)%nat -> forall r : nat, (r <= n)%nat -> 0 <= l i r) ->
  exists x : nat -> nat -> Q, vertex (S n) (S n) (path (S n)) alpha x /\
    optimal (private_mechanism (S n) (S n) (path (S n)) alpha) (loss (S n) (S n) l (Bayesian p))
      (loss (S n) (S n) l (Bayesian p) x) x.
Proof. intros _ H1 _ _. now apply lemma_5_1; [lia|]. Qed.

(** Weak duality for a Bayesian user. *)
Theorem weak_duality_bound (p : nat -> Q) (l : nat -> nat -> Q) (n m : nat) (x : nat -> nat -> Q) (alpha : Q)
    (w : nat -> Q) :
  (prior (S n) p /\ (forall i : nat, (i <= n)%nat -> forall r : nat, (r <= m)%nat -> 0 <= l i r)) ->
  private_mechanism (S n) (S m) (path (S n)) alpha x ->
  (forall r : nat, (r <= m)%nat -> forall z : nat -> Q,
    ((forall i : nat, (i <= n)%nat -> 0 <= z i) /\
     (forall i : nat, (S i <= n)%nat -> alpha * z (S i) <= z i /\ alpha * z i <= z (S i))) ->
    sum (S n) (fun i => w i * z i) <= sum (S n) (fun i => p i * l i r * z i)) ->
  sum (S n) (fun i => w i) <= loss (S n) (S m) l (Bayesian p) x.
Proof.
  intros _ Hx H.
  assert (B := weak_duality_on_path n m x alpha (fun i r => p i * l i r) w Hx).
  eapply Qle_trans; [apply B|].
  - intros r Hr z [Hz Hp]. rewrite (sum_equal _ _ (fun i => p i * l i r * z i - w i * z i)) by (intros; ring).
    rewrite sum_minus. assert (K := H r Hr z). enough (sum (S n) (fun i => w i * z i) <=
      sum (S n) (fun i => p i * l i r * z i)) by lra.
    apply K. split; [exact Hz|]. intros i Hi. destruct (Hp i ltac:(lia)). now split.
  - cbn [loss]. apply sum_le. intros i Hi. unfold expected_loss. rewrite <- sum_times. apply sum_le. intros r Hr. lra.
Qed.

(** Theorem 6.1 of Ghosh, Roughgarden and Sundararajan: the remap that makes G is a permutation. *)
Theorem theorem_6_1_stated (n : nat) (alpha : Q) (x : nat -> nat -> Q) :
  (1 <= n)%nat -> 0 <= alpha -> alpha < 1 -> private_mechanism (S n) (S n) (path (S n)) alpha x ->
  (forall p : nat -> Q, prior (S n) p -> forall l : nat -> nat -> Q, monotone n (S n) l ->
    exists T : nat -> nat -> Q, stochastic (S n) (S n) T /\
      (forall y : nat -> nat -> Q, private_mechanism (S n) (S n) (path (S n)) alpha y ->
        loss (S n) (S n) l (Bayesian p) (product (S n) x T) <= loss (S n) (S n) l (Bayesian p) y)) ->
  exists T : nat -> nat -> Q,
    ((forall k : nat, (k <= n)%nat ->
        (forall r : nat, (r <= n)%nat -> T k r == 0 \/ T k r == 1) /\ sum (S n) (fun r => T k r) == 1) /\
     (forall r : nat, (r <= n)%nat -> sum (S n) (fun k => T k r) == 1)) /\
    (forall i : nat, (i <= n)%nat -> forall r : nat, (r <= n)%nat ->
      sum (S n) (fun z => x i z * T z r) == geometric n alpha i r).
Proof.
  intros Hn H0 H1 Hx H.
  destruct (UniqueMechanism.theorem_6_1 n alpha x Hn (conj H0 H1) Hx) as (f & Hf & Hinj & Hg).
  { intros l p Hl Hp. now apply H. }
  assert (Hto : forall r, (r <= n)%nat -> exists k, (k <= n)%nat /\ f k = r).
  { intros r Hr. assert (Hsur : bSurjective (S n) f).
    { apply bInjective_bSurjective; [intros k Hk; specialize (Hf k); lia|].
      intros j k Hj Hk. apply Hinj; lia. }
    destruct (Hsur r ltac:(lia)) as (k & Hk & E). exists k. split; [lia | exact E]. }
  set (T := fun k r => if (f k =? r)%nat then 1 else 0).
  assert (Hsingle : forall g r k, (k <= n)%nat -> f k = r -> sum (S n) (fun z => g z * T z r) == g k).
  { intros g r k Hk E. rewrite (sum_single _ k); [|lia|].
    - unfold T. rewrite (proj2 (Nat.eqb_eq _ _) E). ring.
    - intros z Hz Hne. unfold T. destruct (f z =? r)%nat eqn:F; [|ring].
      apply Nat.eqb_eq in F. elim Hne. apply Hinj; [lia | lia | congruence]. }
  exists T. split; [split|].
  - intros k Hk. split.
    + intros r _. unfold T. destruct (f k =? r)%nat; [right | left]; reflexivity.
    + rewrite (sum_single _ (f k)); [unfold T; rewrite Nat.eqb_refl; reflexivity | specialize (Hf k Hk); lia|].
      intros z _ Hne. unfold T. destruct (f k =? z)%nat eqn:F; [apply Nat.eqb_eq in F; congruence | reflexivity].
  - intros r Hr. destruct (Hto r Hr) as (k & Hk & E).
    rewrite (sum_equal _ _ (fun z => 1 * T z r)) by (intros; ring). exact (Hsingle (fun _ => 1) r k Hk E).
  - intros i Hi r Hr. destruct (Hto r Hr) as (k & Hk & E).
    rewrite (Hsingle (x i) r k Hk E), (Hg i k Hi Hk), E. reflexivity.
Qed.

(** * Determinants *)

(** X is x on {0..n} × {0..n}. *)
Definition equal_matrices (n : nat) (X x : matrix) : Prop :=
  forall i : nat, (i <= n)%nat -> forall r : nat, (r <= n)%nat -> X i r == x i r.

Lemma det_of_equal n X x : equal_matrices n X x -> det (S n) X == det (S n) x.
Proof. intros H. apply det_equal. intros i r Hi Hr. apply H; lia. Qed.

(** Lemma 1. *)
Theorem lemma_1_scaled (n : nat) (x : nat -> nat -> Q) (alpha : Q) :
  equal_matrices n x (scaled_geometric alpha) -> det (S n) x == power (1 - alpha * alpha) n.
Proof. intros H. rewrite (det_of_equal _ _ _ H). apply determinant_scaled. Qed.

Theorem lemma_1_value (n : nat) (alpha : Q) (x : nat -> nat -> Q) :
  0 <= alpha -> equal_matrices (S n) x (geometric (S n) alpha) ->
  det (S (S n)) x == power (1 - alpha) (S (2 * n)) / (1 + alpha).
Proof. intros Ha H. rewrite (det_of_equal _ _ _ H). now apply determinant_of_geometric. Qed.

Theorem lemma_1_positive (n : nat) (alpha : Q) :
  0 <= alpha -> alpha < 1 -> 0 < power (1 - alpha) (S (2 * n)) / (1 + alpha).
Proof.
  intros H0 H1. rewrite <- determinant_of_geometric by assumption. apply determinant_positive; (assumption || lia).
Qed.

(** Lemma 2: the column k of G' replaced by x. *)
Lemma lemma_2_all_parts n alpha k X x :
  0 <= alpha -> alpha < 1 -> (k <= S n)%nat -> equal_matrices (S n) X (with_column k x (scaled_geometric alpha)) ->
  det (S (S n)) X == power (1 - alpha * alpha) n * second_difference (S n) alpha x k.
Proof.
  intros H0 H1 Hk H. rewrite (det_of_equal _ _ _ H), determinant_scaled_with_column by (lia || nra).
  cbn [Nat.sub]. rewrite Nat.sub_0_r. reflexivity.
Qed.

Theorem lemma_2_part_1 (n : nat) (alpha : Q) (k : nat) (X : nat -> nat -> Q) (x : nat -> Q) :
  0 <= alpha -> alpha < 1 -> (k <= S n)%nat -> equal_matrices (S n) X (with_column k x (scaled_geometric alpha)) ->
  k = O -> det (S (S n)) X == power (1 - alpha * alpha) n * (x 0%nat - alpha * x 1%nat).
Proof. intros H0 H1 Hk H ->. exact (lemma_2_all_parts n alpha 0 X x H0 H1 Hk H). Qed.

Theorem lemma_2_part_2 (n : nat) (alpha : Q) (k : nat) (X : nat -> nat -> Q) (x : nat -> Q) :
  0 <= alpha -> alpha < 1 -> (k <= S n)%nat -> equal_matrices (S n) X (with_column k x (scaled_geometric alpha)) ->
  k = S n -> det (S (S n)) X == power (1 - alpha * alpha) n * (x (S n) - alpha * x n).
Proof.
  intros H0 H1 Hk H ->. rewrite (lemma_2_all_parts n alpha (S n) X x H0 H1 Hk H), second_difference_last by lia.
  reflexivity.
Qed.

Theorem lemma_2_part_3 (n : nat) (alpha : Q) (k : nat) (X : nat -> nat -> Q) (x : nat -> Q) :
  0 <= alpha -> alpha < 1 -> (S k <= S n)%nat ->
  equal_matrices (S n) X (with_column (S k) x (scaled_geometric alpha)) -> (S k < S n)%nat ->
  det (S (S n)) X
  == power (1 - alpha * alpha) n * ((1 + alpha * alpha) * x (S k) - alpha * (x k + x (S (S k)))).
Proof.
  intros H0 H1 Hk H Hlast. rewrite (lemma_2_all_parts n alpha (S k) X x H0 H1 Hk H), second_difference_inner by lia.
  reflexivity.
Qed.

Theorem lemma_2_positive (n : nat) (alpha : Q) : 0 <= alpha -> alpha < 1 -> 0 < power (1 - alpha * alpha) n.
Proof. intros H0 H1. apply power_positive. nra. Qed.

(** Theorem 2: Cramer's rule, where t solves G·t = x. *)
Theorem cramer_rule (n : nat) (alpha : Q) (k : nat) (t x : nat -> Q) (X : nat -> nat -> Q) :
  0 <= alpha -> (k <= S n)%nat ->
  (forall i : nat, (i <= S n)%nat -> sum (S (S n)) (fun z => geometric (S n) alpha i z * t z) == x i) ->
  equal_matrices (S n) X (with_column k x (geometric (S n) alpha)) ->
  det (S (S n)) X == power (1 - alpha) (S (2 * n)) / (1 + alpha) * t k.
Proof.
  intros Ha Hk Ht H. rewrite <- determinant_of_geometric, <- cramer, (det_of_equal _ _ _ H) by (assumption || lia).
  apply det_equal. intros i r Hi _. unfold with_column. destruct (r =? k)%nat; [|reflexivity]. symmetry. apply Ht. lia.
Qed.

Lemma cramer_closed n alpha k X x :
  0 <= alpha -> alpha < 1 -> (k <= S n)%nat -> equal_matrices (S n) X (with_column k x (geometric (S n) alpha)) ->
  det (S (S n)) X == power (1 - alpha) (S (2 * n)) / (1 + alpha) * inverse_remap (S n) alpha (fun i _ => x i) k 0%nat.
Proof.
  intros H0 H1 Hk H.
  apply (cramer_rule n alpha k (fun j => inverse_remap (S n) alpha (fun i _ => x i) j 0%nat) x); try assumption.
  intros i Hi. symmetry. apply (geometric_inverse (S n) 1 alpha (fun i _ => x i)); (lia || now split).
Qed.

Theorem cramer_first (n : nat) (alpha : Q) (X : nat -> nat -> Q) (x : nat -> Q) :
  0 <= alpha -> alpha < 1 -> equal_matrices (S n) X (with_column 0 x (geometric (S n) alpha)) ->
  det (S (S n)) X == power (1 - alpha) (2 * n) / (1 + alpha) * (x 0%nat - alpha * x 1%nat).
Proof.
  intros H0 H1 H. rewrite (cramer_closed n alpha 0 X x H0 H1 (Nat.le_0_l _) H).
  unfold inverse_remap, second_difference. cbn [Nat.eqb orb power]. field. lra.
Qed.

Theorem cramer_last (n : nat) (alpha : Q) (X : nat -> nat -> Q) (x : nat -> Q) :
  0 <= alpha -> alpha < 1 -> equal_matrices (S n) X (with_column (S n) x (geometric (S n) alpha)) ->
  det (S (S n)) X == power (1 - alpha) (2 * n) / (1 + alpha) * (x (S n) - alpha * x n).
Proof.
  intros H0 H1 H. rewrite (cramer_closed n alpha (S n) X x H0 H1 (Nat.le_refl _) H).
  unfold inverse_remap. rewrite Nat.eqb_refl, orb_true_r, second_difference_last by lia. cbn [pred power]. field. lra.
Qed.
