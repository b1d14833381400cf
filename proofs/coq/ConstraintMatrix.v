(** The constraint matrix of Ghosh, Roughgarden and Sundararajan (2009), section 5: between the rows i and i+1 an
    entry of a column falls by the factor α (↓), rises by 1/α (↑), or neither constraint is tight (S). Lemmas 5.4 and
    5.10. *)

From ExactDP Require Export UniversalOptimality.

Definition falls (alpha : Q) (x : matrix) (i r : nat) : Prop := x (S i) r == alpha * x i r.

Definition rises (alpha : Q) (x : matrix) (i r : nat) : Prop := x i r == alpha * x (S i) r.

Definition is_slack (alpha : Q) (x : matrix) (i r : nat) : Prop := alpha * x i r < x (S i) r /\
  alpha * x (S i) r < x i r.

(** Lemma 5.4: in no row do all entries fall, and in none do all rise. *)
Theorem lemma_5_4 inputs responses alpha x i :
  alpha < 1 -> stochastic inputs responses x -> (S i < inputs)%nat ->
  ~ (forall r, (r < responses)%nat -> falls alpha x i r) /\ ~ (forall r, (r < responses)%nat -> rises alpha x i r).
Proof.
  intros Ha [_ Hs] Hi. assert (H1 := Hs i ltac:(lia)). assert (H2 := Hs (S i) Hi).
  split; intros H.
  - rewrite (sum_equal _ _ (fun r => alpha * x i r)), sum_times, H1 in H2 by exact H. lra.
  - rewrite (sum_equal _ _ (fun r => alpha * x (S i) r)), sum_times, H2 in H1 by exact H. lra.
Qed.

Lemma term_below_sum n f k : (forall j, (j < n)%nat -> 0 <= f j) -> (k < n)%nat -> f k <= sum n f.
Proof.
  induction n as [|n IH]; intros Hf Hk; [lia|]. cbn [sum]. assert (Hn : 0 <= f n) by (apply Hf; lia).
  destruct (Nat.eq_dec k n) as [->|Hne].
  - assert (0 <= sum n f) by (apply sum_nonnegative; intros; apply Hf; lia). lra.
  - assert (f k <= sum n f) by (apply IH; [intros; apply Hf; lia | lia]). lra.
Qed.

(** The column that a deterministic map makes of G when it sends the responses a, …, b to it, and no others. *)
Definition merged (n : nat) (alpha : Q) (a b i : nat) : Q := sum (S (b - a)) (fun k => geometric n alpha i (a + k)%nat).

(** Lemma 5.10: such a column rises in the rows before a, is slack in the rows a, …, b-1, and falls from row b on. *)
Theorem lemma_5_10 n alpha a b l i :
  0 < alpha < 1 -> (a <= b)%nat -> (b <= n)%nat -> (i < n)%nat ->
  let x := fun i (_ : nat) => merged n alpha a b i in
  ((i < a)%nat -> rises alpha x i l) /\
  ((a <= i)%nat -> (i < b)%nat -> is_slack alpha x i l) /\
  ((b <= i)%nat -> falls alpha x i l).
Proof.
  intros Ha Hab Hb Hi x. unfold rises, falls, is_slack, x, merged. repeat split.
  - intros H. rewrite <- sum_times. apply sum_equal. intros k _. apply geometric_above. lia.
  - set (d := fun k => geometric n alpha (S i) (a + k)%nat - alpha * geometric n alpha i (a + k)%nat).
    assert (Hd : forall k, (k < S (b - a))%nat -> 0 <= d k).
    { intros k Hk. destruct (geometric_private n alpha ltac:(lra) i (S i) (in_path (S n) i ltac:(lia)) (a + k)%nat
        ltac:(lia)).
      unfold d. lra. }
    assert (Hlarge := term_below_sum (S (b - a)) d (S i - a) Hd ltac:(lia)). unfold d in Hlarge at 1.
    replace (a + (S i - a))%nat with (S i) in Hlarge by lia. rewrite (geometric_above n alpha i (S i)) in Hlarge by lia.
    assert (Hp := geometric_positive n alpha (S i) (S i) Ha).
    assert (0 < (1 - alpha * alpha) * geometric n alpha (S i) (S i)) by (apply Qmult_lt_0_compat; nra).
    unfold d in Hlarge. rewrite sum_minus, sum_times in Hlarge. lra.
  - set (d := fun k => geometric n alpha i (a + k)%nat - alpha * geometric n alpha (S i) (a + k)%nat).
    assert (Hd : forall k, (k < S (b - a))%nat -> 0 <= d k).
    { intros k Hk. destruct (geometric_private n alpha ltac:(lra) i (S i) (in_path (S n) i ltac:(lia)) (a + k)%nat
        ltac:(lia)).
      unfold d. lra. }
    assert (Hlarge := term_below_sum (S (b - a)) d (i - a) Hd ltac:(lia)). unfold d in Hlarge at 1.
    replace (a + (i - a))%nat with i in Hlarge by lia. rewrite (geometric_below n alpha i i) in Hlarge by lia.
    assert (Hp := geometric_positive n alpha i i Ha).
    assert (0 < (1 - alpha * alpha) * geometric n alpha i i) by (apply Qmult_lt_0_compat; nra).
    unfold d in Hlarge. rewrite sum_minus, sum_times in Hlarge. lra.
  - intros H. rewrite <- sum_times. apply sum_equal. intros k Hk. apply geometric_below. lia.
Qed.
