(** How many entries of each kind the rows of a constraint matrix have, if each row reads ↓…↓, one entry, ↑…↑: Lemma
    5.6, Corollary 5.7 and Lemma 5.8 of Ghosh, Roughgarden and Sundararajan (2009). *)

From ExactDP Require Export OptimalRows TightConstraints.

(** * Natural numbers as sums *)

Fixpoint total (n : nat) (f : nat -> nat) : nat :=
  match n with
  | O => O
  | S m => (total m f + f m)%nat
  end.

(** How many numbers below n have the property p. *)
Definition count (n : nat) (p : nat -> bool) : nat := total n (fun k => Nat.b2n (p k)).

Lemma total_le n f g : (forall k, (k < n)%nat -> (f k <= g k)%nat) -> (total n f <= total n g)%nat.
Proof.
  induction n as [|n IH]; cbn [total]; intros H; [lia|]. specialize (IH ltac:(intros; apply H; lia)).
  specialize (H n ltac:(lia)). lia.
Qed.

Lemma total_equal n f g : (forall k, (k < n)%nat -> f k = g k) -> total n f = total n g.
Proof. induction n as [|n IH]; cbn [total]; intros H; [reflexivity|]. rewrite IH, H; auto. Qed.

Lemma total_plus n f g : total n (fun k => (f k + g k)%nat) = (total n f + total n g)%nat.
Proof. induction n as [|n IH]; cbn [total]; lia. Qed.

Lemma total_split a b f : total (a + b) f = (total a f + total b (fun k => f (a + k)%nat))%nat.
Proof.
  induction b as [|b IH]; cbn [total]; [rewrite Nat.add_0_r; lia|]. rewrite Nat.add_succ_r. cbn [total]. lia.
Qed.

Lemma total_nothing n f : total n f = O <-> forall k, (k < n)%nat -> f k = O.
Proof.
  induction n as [|n IH]; cbn [total]; [split; [intros; lia | reflexivity]|]. split.
  - intros H k Hk. destruct (Nat.eq_dec k n) as [->|]; [lia|]. apply IH; lia.
  - intros H. rewrite (proj2 IH), (H n); auto.
Qed.

Lemma total_constant n c : total n (fun _ => c) = (n * c)%nat.
Proof. induction n as [|n IH]; cbn [total]; lia. Qed.

Lemma count_one n j : (j < n)%nat -> count n (fun k => (k =? j)%nat) = 1%nat.
Proof.
  unfold count. intros H. induction n as [|n IH]; cbn [total]; [lia|]. destruct (Nat.eq_dec j n) as [->|Hne].
  - rewrite Nat.eqb_refl. rewrite (proj2 (total_nothing n _)); [reflexivity|].
    intros k Hk. destruct (k =? n)%nat eqn:E; [apply Nat.eqb_eq in E; lia | reflexivity].
  - rewrite IH by lia. destruct (n =? j)%nat eqn:E; [apply Nat.eqb_eq in E; lia | reflexivity].
Qed.

Definition natural (n : nat) : Q := inject_Z (Z.of_nat n).

Lemma natural_plus a b : natural (a + b) == natural a + natural b.
Proof.
  unfold natural. induction b as [|b IH].
  - rewrite Nat.add_0_r. change (inject_Z (Z.of_nat 0)) with 0. ring.
  - rewrite Nat.add_succ_r, !natural_step, IH. ring.
Qed.

Lemma natural_lt a b : (a < b)%nat <-> natural a < natural b.
Proof.
  assert (K : forall c d, (c < d)%nat -> natural c < natural d).
  { intros c d H. assert (E := inject_Z_le (Z.of_nat (S c)) (Z.of_nat d) ltac:(lia)).
    rewrite natural_step in E. unfold natural. lra. }
  split; [apply K|]. intros H. destruct (Nat.lt_trichotomy a b) as [|[->|Hba]]; [assumption | lra|].
  apply K in Hba. lra.
Qed.

Lemma natural_le a b : (a <= b)%nat <-> natural a <= natural b.
Proof.
  destruct (le_lt_dec a b) as [H|H].
  - split; intros _; [|assumption]. apply inject_Z_le. lia.
  - split; intros K; [lia|]. apply natural_lt in H. lra.
Qed.

Lemma natural_equal a b : a = b <-> natural a == natural b.
Proof.
  split; [now intros ->|]. intros H. apply Nat.le_antisymm; apply natural_le; rewrite H; lra.
Qed.

(** The same count as a number. *)
Definition number_of (n : nat) (p : nat -> bool) : Q := sum n (fun k => if p k then 1 else 0).

Lemma number_counted n p : number_of n p == natural (count n p).
Proof.
  unfold number_of, count. induction n as [|n IH]; cbn [sum total]; [reflexivity|]. rewrite natural_plus, IH.
  destruct (p n); reflexivity.
Qed.

Lemma sum_totalled n f g : (forall k, f k == natural (g k)) -> sum n f == natural (total n g).
Proof.
  intros H. induction n as [|n IH]; cbn [sum total]; [reflexivity|]. now rewrite natural_plus, IH, H.
Qed.

(** * Entries *)

Definition down_entry (alpha : Q) (x : matrix) (i r : nat) : bool :=
  is_positive (x i r) && is_positive (x (S i) r) && Qeq_bool (x (S i) r) (alpha * x i r).

Definition slack_entry (alpha : Q) (x : matrix) (i r : nat) : bool :=
  negb (Qle_bool (x (S i) r) (alpha * x i r)) && negb (Qle_bool (x i r) (alpha * x (S i) r)).

(** Z-columns, and the others. *)
Definition zero_column (x : matrix) (r : nat) : bool := Qeq_bool (x O r) 0.

Definition other_column (x : matrix) (r : nat) : bool := is_positive (x O r).

Lemma down_entry_iff alpha x i r :
  down_entry alpha x i r = true <-> 0 < x i r /\ 0 < x (S i) r /\ falls alpha x i r.
Proof. unfold down_entry. rewrite !andb_true_iff, !is_positive_iff, Qeq_bool_iff. unfold falls. tauto. Qed.

Lemma not_at_most a b : negb (Qle_bool a b) = true <-> b < a.
Proof.
  rewrite negb_true_iff. destruct (Qle_bool a b) eqn:E.
  - apply Qle_bool_iff in E. split; [discriminate | lra].
  - split; [|reflexivity]. intros _. apply Qnot_le_lt. intros H. apply Qle_bool_iff in H. congruence.
Qed.

Lemma slack_entry_iff alpha x i r : slack_entry alpha x i r = true <-> is_slack alpha x i r.
Proof. unfold slack_entry, is_slack. now rewrite andb_true_iff, !not_at_most. Qed.

(** All entries S in the rows 0, …, k-1. *)
Definition slacks_above (alpha : Q) (x : matrix) (m k : nat) : nat :=
  total k (fun i => count (S m) (slack_entry alpha x i)).

Section Patterned.

Variables (n m : nat) (alpha : Q) (x : matrix).
Hypothesis level : 0 < alpha < 1.
Hypothesis x_private : private_mechanism (S n) (S m) (path (S n)) alpha x.

Notation downs i := (count (S m) (down_entry alpha x i)).
Notation slacks i := (count (S m) (slack_entry alpha x i)).

Lemma falls_strictly i r : 0 < x i r -> falls alpha x i r -> ~ rises alpha x i r.
Proof.
  unfold falls, rises. intros H F R. assert (0 < (1 - alpha * alpha) * x i r) by (apply Qmult_lt_0_compat; nra).
  rewrite F in R. lra.
Qed.

Lemma not_falling i r : (i < n)%nat -> (r <= m)%nat -> ~ falls alpha x i r -> alpha * x i r < x (S i) r.
Proof.
  intros Hi Hr H. destruct (next_row n m alpha x x_private i r Hi Hr).
  destruct (Qlt_le_dec (alpha * x i r) (x (S i) r)); [assumption|]. exfalso. apply H. unfold falls. lra.
Qed.

Lemma not_rising i r : (i < n)%nat -> (r <= m)%nat -> ~ rises alpha x i r -> alpha * x (S i) r < x i r.
Proof.
  intros Hi Hr H. destruct (next_row n m alpha x x_private i r Hi Hr).
  destruct (Qlt_le_dec (alpha * x (S i) r) (x i r)); [assumption|]. exfalso. apply H. unfold rises. lra.
Qed.

Lemma falls_or_not i r : falls alpha x i r \/ ~ falls alpha x i r.
Proof.
  unfold falls. destruct (Qeq_bool (x (S i) r) (alpha * x i r)) eqn:E.
  - left. now apply Qeq_bool_iff.
  - right. intros H. apply Qeq_bool_iff in H. congruence.
Qed.

Lemma rises_or_not i r : rises alpha x i r \/ ~ rises alpha x i r.
Proof.
  unfold rises. destruct (Qeq_bool (x i r) (alpha * x (S i) r)) eqn:E.
  - left. now apply Qeq_bool_iff.
  - right. intros H. apply Qeq_bool_iff in H. congruence.
Qed.

(** Of each entry: ↓ or S where it does not rise, never ↓ where it rises. *)
Lemma entry_not_rising i r : (i < n)%nat -> (r <= m)%nat -> ~ rises alpha x i r ->
  (Nat.b2n (down_entry alpha x i r) + Nat.b2n (slack_entry alpha x i r) = 1)%nat.
Proof.
  intros Hi Hr H. assert (Hless := not_rising i r Hi Hr H).
  assert (E0 := entry_nonnegative n m alpha x x_private).
  assert (Hx : 0 < x i r).
  { assert (0 <= alpha * x (S i) r) by (apply Qmult_le_0_compat; [lra | apply E0; lia]). lra. }
  assert (Hx' := positive_throughout n m alpha x level x_private i (S i) r ltac:(lia) ltac:(lia) Hr Hx).
  destruct (falls_or_not i r) as [F|F].
  - rewrite (proj2 (down_entry_iff alpha x i r)) by now repeat split.
    destruct (slack_entry alpha x i r) eqn:E; [|reflexivity]. apply slack_entry_iff in E. unfold is_slack, falls in *. lra.
  - rewrite (proj2 (slack_entry_iff alpha x i r)) by (split; [now apply not_falling | assumption]).
    destruct (down_entry alpha x i r) eqn:E; [|reflexivity]. apply down_entry_iff in E. tauto.
Qed.

Lemma entry_rising i r : rises alpha x i r ->
  down_entry alpha x i r = false /\ slack_entry alpha x i r = false.
Proof.
  intros R. split.
  - destruct (down_entry alpha x i r) eqn:E; [|reflexivity]. apply down_entry_iff in E. destruct E as (H & _ & F).
    exfalso. exact (falls_strictly i r H F R).
  - destruct (slack_entry alpha x i r) eqn:E; [|reflexivity]. apply slack_entry_iff in E. unfold is_slack, rises in *. lra.
Qed.

Lemma entry_falling i r : (i < n)%nat -> (r <= m)%nat -> falls alpha x i r ->
  down_entry alpha x i r = other_column x r /\ slack_entry alpha x i r = false.
Proof.
  intros Hi Hr F. split.
  - destruct (other_column x r) eqn:E.
    + apply is_positive_iff in E. apply down_entry_iff.
      assert (H := fun k Hk => positive_throughout n m alpha x level x_private O k r ltac:(lia) Hk Hr E).
      repeat split; [apply H; lia | apply H; lia | assumption].
    + destruct (down_entry alpha x i r) eqn:D; [|reflexivity]. apply down_entry_iff in D.
      assert (H := positive_throughout n m alpha x level x_private i O r ltac:(lia) ltac:(lia) Hr (proj1 D)).
      apply is_positive_iff in H. unfold other_column in E. congruence.
  - destruct (slack_entry alpha x i r) eqn:E; [|reflexivity]. apply slack_entry_iff in E. unfold is_slack, falls in *. lra.
Qed.

Lemma entry_at_most i r : (i < n)%nat -> (r <= m)%nat ->
  (Nat.b2n (down_entry alpha x i r) + Nat.b2n (slack_entry alpha x i r) <= Nat.b2n (other_column x r))%nat.
Proof.
  intros Hi Hr. destruct (rises_or_not i r) as [R|R].
  - destruct (entry_rising i r R) as [-> ->]. cbn. lia.
  - assert (H := entry_not_rising i r Hi Hr R). apply not_rising in R; [|assumption|assumption].
    assert (Hx : 0 < x i r).
    { assert (0 <= alpha * x (S i) r).
      { apply Qmult_le_0_compat; [lra | apply (entry_nonnegative n m alpha x x_private); lia]. }
      lra. }
    assert (H0 := positive_throughout n m alpha x level x_private i O r ltac:(lia) ltac:(lia) Hr Hx).
    unfold other_column. apply is_positive_iff in H0. rewrite H0. cbn [Nat.b2n]. lia.
Qed.

(** * Rows *)

(** Lemma 5.6: where the rows i and i+1 have the pattern, the lower one has one ↓ or S more than the other has ↓. *)
Lemma one_more i : (S i < n)%nat -> turns m alpha x i -> turns m alpha x (S i) ->
  (downs i + 1 <= downs (S i) + slacks (S i))%nat.
Proof.
  intros Hi Hturns Hturns'. rewrite <- turns_where_in_order in Hturns, Hturns'.
  destruct (first_not_falling alpha x i (S m)) as [Hall|(j & Hj & Hnot & Hbefore)].
  { exfalso. now apply (proj1 (lemma_5_4 (S n) (S m) alpha x i ltac:(lra) (proj1 x_private) ltac:(lia))). }
  assert (Hafter : forall k, (j < k)%nat -> (k <= m)%nat -> rises alpha x i k).
  { intros k Hk Hkm. now destruct (Hturns j k Hk Hkm). }
  assert (Hless := not_falling i j ltac:(lia) ltac:(lia) Hnot).
  assert (Hxj : 0 < x (S i) j).
  { assert (0 <= alpha * x i j).
    { apply Qmult_le_0_compat; [lra | apply (entry_nonnegative n m alpha x x_private); lia]. }
    lra. }
  assert (Hup : ~ rises alpha x (S i) j).
  { intros R. assert (Hsum := three_entries_sum n (S m) alpha x i (proj2 (proj1 x_private)) ltac:(lia)).
    assert (Hlater : forall k, (j < k)%nat -> (k <= m)%nat -> rises alpha x (S i) k).
    { intros k Hk Hkm. destruct (Hturns' j k Hk Hkm) as [F|]; [|assumption].
      exfalso. exact (falls_strictly (S i) j Hxj F R). }
    assert (Hnone : sum (S m) (fun c => (1 + alpha * alpha) * x (S i) c - alpha * (x i c + x (S (S i)) c)) <= 0).
    { rewrite <- (sum_zero (S m)). apply sum_le. intros k Hk.
      destruct (next_row n m alpha x x_private i k ltac:(lia) ltac:(lia)) as [A1 A2].
      destruct (next_row n m alpha x x_private (S i) k ltac:(lia) ltac:(lia)) as [B1 B2].
      destruct (Nat.lt_trichotomy k j) as [Hkj|[->|Hkj]].
      - assert (F := Hbefore k Hkj). unfold falls in F. rewrite F in *.
        assert (0 <= alpha * (x (S (S i)) k - alpha * (alpha * x i k))) by (apply Qmult_le_0_compat; lra). lra.
      - unfold rises in R. assert (0 <= alpha * (x i j - alpha * x (S i) j)) by (apply Qmult_le_0_compat; lra).
        rewrite R in *. lra.
      - assert (R1 := Hafter k Hkj ltac:(lia)). assert (R2 := Hlater k Hkj ltac:(lia)). unfold rises in R1, R2.
        rewrite R1, R2. lra. }
    assert (0 < (1 - alpha) * (1 - alpha)) by (apply Qmult_lt_0_compat; lra). lra. }
  unfold count. rewrite <- (count_one (S m) j) by lia. unfold count. rewrite <- !total_plus. apply total_le.
  intros k Hk. destruct (Nat.lt_trichotomy k j) as [Hkj|[->|Hkj]].
  - destruct (entry_falling i k ltac:(lia) ltac:(lia) (Hbefore k Hkj)) as [-> _].
    destruct (Hturns' k j Hkj ltac:(lia)) as [F|]; [|contradiction].
    destruct (entry_falling (S i) k ltac:(lia) ltac:(lia) F) as [-> _].
    destruct (k =? j)%nat eqn:E; [apply Nat.eqb_eq in E; lia | cbn [Nat.b2n]; lia].
  - rewrite Nat.eqb_refl. assert (E := entry_not_rising (S i) j ltac:(lia) ltac:(lia) Hup).
    destruct (down_entry alpha x i j) eqn:D; [apply down_entry_iff in D; tauto | cbn [Nat.b2n] in *; lia].
  - destruct (entry_rising i k (Hafter k Hkj ltac:(lia))) as [-> _].
    destruct (k =? j)%nat eqn:E; [apply Nat.eqb_eq in E; lia | cbn [Nat.b2n]; lia].
Qed.

Lemma one_slack i : turns m alpha x i -> (slacks i <= 1)%nat.
Proof.
  intros (j & Hj & Hbefore & Hafter). rewrite <- (count_one (S m) j) by lia. apply total_le. intros k Hk.
  destruct (slack_entry alpha x i k) eqn:E; [|cbn [Nat.b2n]; lia]. apply slack_entry_iff in E. unfold is_slack in E.
  destruct (Nat.lt_trichotomy k j) as [Hkj|[->|Hkj]].
  - specialize (Hbefore k Hkj). unfold falls in Hbefore. lra.
  - rewrite Nat.eqb_refl. cbn. lia.
  - specialize (Hafter k Hkj ltac:(lia)). unfold rises in Hafter. lra.
Qed.

Lemma some_not_rising i : (i < n)%nat -> (1 <= downs i + slacks i)%nat.
Proof.
  intros Hi. destruct (le_lt_dec 1 (downs i + slacks i)) as [|H]; [assumption|]. exfalso.
  unfold count in H. rewrite <- total_plus in H.
  assert (Hzero : forall k, (k < S m)%nat ->
    (Nat.b2n (down_entry alpha x i k) + Nat.b2n (slack_entry alpha x i k) = 0)%nat).
  { apply (total_nothing (S m) (fun k => (Nat.b2n (down_entry alpha x i k) + Nat.b2n (slack_entry alpha x i k))%nat)).
    lia. }
  apply (proj2 (lemma_5_4 (S n) (S m) alpha x i ltac:(lra) (proj1 x_private) ltac:(lia))). intros r Hr.
  destruct (rises_or_not i r) as [|R]; [assumption|]. specialize (Hzero r Hr).
  rewrite entry_not_rising in Hzero by (assumption || lia). lia.
Qed.

Lemma some_not_falling i : (i < n)%nat -> (downs i + count (S m) (zero_column x) <= m)%nat.
Proof.
  intros Hi. destruct (le_lt_dec (downs i + count (S m) (zero_column x)) m) as [|H]; [assumption|]. exfalso.
  set (neither := fun r => negb (down_entry alpha x i r) && negb (zero_column x r)).
  assert (Hone : (downs i + count (S m) (zero_column x) + count (S m) neither)%nat = S m).
  { unfold count. rewrite <- !total_plus. rewrite <- (Nat.mul_1_r (S m)) at 2. rewrite <- total_constant.
    apply total_equal. intros k Hk. unfold neither.
    destruct (down_entry alpha x i k) eqn:D, (zero_column x k) eqn:Z; try reflexivity. exfalso.
    apply down_entry_iff in D. apply Qeq_bool_iff in Z.
    assert (H0 := positive_throughout n m alpha x level x_private i O k ltac:(lia) ltac:(lia) ltac:(lia) (proj1 D)). lra. }
  assert (Hnone : forall k, (k < S m)%nat -> Nat.b2n (neither k) = O) by (apply total_nothing; unfold count in *; lia).
  apply (proj1 (lemma_5_4 (S n) (S m) alpha x i ltac:(lra) (proj1 x_private) ltac:(lia))). intros r Hr.
  specialize (Hnone r Hr). unfold neither in Hnone.
  destruct (down_entry alpha x i r) eqn:D; [now apply down_entry_iff in D|].
  destruct (zero_column x r) eqn:Z; [|discriminate]. apply Qeq_bool_iff in Z.
  assert (E0 := entry_nonnegative n m alpha x x_private).
  assert (K : forall k, (k <= n)%nat -> x k r == 0).
  { intros k Hkn. destruct (Qlt_le_dec 0 (x k r)) as [P|P].
    - assert (H0 := positive_throughout n m alpha x level x_private k O r Hkn ltac:(lia) ltac:(lia) P). lra.
    - specialize (E0 k r Hkn ltac:(lia)). lra. }
  unfold falls. rewrite !K by lia. ring.
Qed.

Hypothesis patterns : forall i, (i < n)%nat -> turns m alpha x i.

(** Row k has k+1 entries ↓ at least, counting the S of the rows down to it; and, counted back from the last row, not
    more than that but for the difference of all S and Z. *)
Lemma counted_down k : (k < n)%nat -> (S k <= downs k + slacks_above alpha x m (S k))%nat.
Proof.
  induction k as [|k IH]; intros Hk.
  - assert (H := some_not_rising 0 Hk). unfold slacks_above. cbn [total]. lia.
  - specialize (IH ltac:(lia)). assert (H := one_more k Hk (patterns k ltac:(lia)) (patterns (S k) Hk)).
    unfold slacks_above in *. cbn [total] in *. lia.
Qed.

Lemma counted_back k : (k < n)%nat ->
  (downs k + slacks_above alpha x m (S k) + count (S m) (zero_column x) + n <= S k + m + slacks_above alpha x m n)%nat.
Proof.
  intros Hk. assert (H : forall d, (k + d < n)%nat ->
    (downs k + slacks_above alpha x m (S k) + d <= downs (k + d) + slacks_above alpha x m (S (k + d)))%nat).
  { induction d as [|d IH]; intros Hd; [rewrite !Nat.add_0_r; lia|]. specialize (IH ltac:(lia)).
    rewrite !Nat.add_succ_r in *.
    assert (H := one_more (k + d)%nat Hd (patterns (k + d)%nat ltac:(lia)) (patterns (S (k + d)) Hd)).
    unfold slacks_above in *. cbn [total] in *. lia. }
  specialize (H (n - S k)%nat ltac:(lia)). replace (k + (n - S k))%nat with (pred n) in H by lia.
  replace (S (pred n)) with n in H by lia. assert (Hlast := some_not_falling (pred n) ltac:(lia)). lia.
Qed.

End Patterned.

(** * Corollary 5.7 and Lemma 5.8 *)

(** An α-private mechanism with the pattern in all rows. *)
Definition patterned (n : nat) (alpha : Q) (x : matrix) : Prop :=
  private_mechanism (S n) (S n) (path (S n)) alpha x /\ (forall i, (S i <= n)%nat -> turns n alpha x i).

Definition number_of_slacks (n : nat) (alpha : Q) (x : matrix) : Q :=
  sum n (fun i => number_of (S n) (slack_entry alpha x i)).

Definition number_of_zero_columns (n : nat) (x : matrix) : Q := number_of (S n) (zero_column x).

Lemma slacks_counted n alpha x : number_of_slacks n alpha x == natural (slacks_above alpha x n n).
Proof. apply sum_totalled. intros k. apply number_counted. Qed.

Theorem lemma_5_6 (alpha : Q) (p : nat -> Q) (l : matrix) (n : nat) (x : matrix) (i : nat) :
  0 < alpha -> alpha < 1 -> strict_user n p l -> best_private n n alpha l p x -> (S i < n)%nat ->
  number_of (S n) (down_entry alpha x i) + 1 <=
  number_of (S n) (down_entry alpha x (S i)) + number_of (S n) (slack_entry alpha x (S i)).
Proof.
  intros H0 H1 Hu Hx Hi. rewrite !number_counted. change 1 with (natural 1). rewrite <- !natural_plus.
  apply natural_le, (one_more n); try assumption; [lra | apply Hx | |]; apply (lemma_5_5 alpha p l n); assumption || lia.
Qed.

Theorem corollary_5_7_of_pattern (n : nat) (alpha : Q) (x : matrix) :
  (1 <= n)%nat -> 0 < alpha -> alpha < 1 -> patterned n alpha x ->
  number_of_zero_columns n x <= number_of_slacks n alpha x.
Proof.
  intros Hn H0 H1 [Hx Hpat]. rewrite slacks_counted. unfold number_of_zero_columns. rewrite number_counted.
  apply natural_le.
  assert (A := counted_down n n alpha x (conj H0 H1) Hx Hpat (pred n) ltac:(lia)).
  assert (B := counted_back n n alpha x (conj H0 H1) Hx Hpat (pred n) ltac:(lia)).
  replace (S (pred n)) with n in * by lia. lia.
Qed.

Lemma patterned_optimum n alpha p l x :
  0 < alpha -> alpha < 1 -> strict_user n p l -> best_private n n alpha l p x -> patterned n alpha x.
Proof.
  intros H0 H1 Hu Hx. split; [apply Hx|]. intros i Hi. now apply (lemma_5_5 alpha p l n).
Qed.

Theorem corollary_5_7 (n : nat) (alpha : Q) (p : nat -> Q) (l x : matrix) :
  (1 <= n)%nat -> 0 < alpha -> alpha < 1 -> strict_user n p l -> best_private n n alpha l p x ->
  number_of_zero_columns n x <= number_of_slacks n alpha x.
Proof.
  intros Hn H0 H1 Hu Hx. apply corollary_5_7_of_pattern; try assumption. now apply (patterned_optimum n alpha p l).
Qed.

Lemma length_filter_seq w p : length (filter p (seq 0 w)) = count w p.
Proof.
  unfold count. induction w as [|w IH]; [reflexivity|]. rewrite seq_S, filter_app, app_length, IH.
  cbn [total filter Nat.add]. destruct (p w); reflexivity.
Qed.

Lemma filter_filter {A : Type} (p q : A -> bool) all : filter p (filter q all) = filter (fun a => q a && p a) all.
Proof.
  induction all as [|a all IH]; [reflexivity|]. cbn [filter]. destruct (q a); cbn [filter andb]; [|exact IH].
  destruct (p a); now rewrite IH.
Qed.

Lemma length_filter_pairs p those n :
  length (filter (fun c : nat * nat => p (fst c) (snd c)) (list_prod (seq 0 n) those)) =
  total n (fun i => length (filter (p i) those)).
Proof.
  assert (H : forall these first : list nat,
    length (filter (fun c : nat * nat => p (fst c) (snd c)) (list_prod (first ++ these) those)) =
    (length (filter (fun c : nat * nat => p (fst c) (snd c)) (list_prod first those)) +
     length (filter (fun c : nat * nat => p (fst c) (snd c)) (list_prod these those)))%nat).
  { intros these first. induction first as [|i first IH]; [reflexivity|]. cbn [list_prod app].
    rewrite !filter_app, !app_length, IH. lia. }
  induction n as [|n IH]; [reflexivity|]. rewrite seq_S, H, IH. cbn [total list_prod Nat.add]. rewrite app_nil_r.
  f_equal. clear. induction those as [|r those IH]; [reflexivity|]. cbn [map filter fst snd].
  destruct (p n r); cbn [length]; now rewrite IH.
Qed.

Theorem lemma_5_8_of_vertex (n : nat) (alpha : Q) (x : matrix) :
  (1 <= n)%nat -> 0 < alpha -> alpha < 1 -> vertex (S n) (S n) (path (S n)) alpha x ->
  number_of_slacks n alpha x <= number_of_zero_columns n x.
Proof.
  intros _ H0 H1 Hx. assert (Hp := proj1 Hx).
  assert (H := lemma_5_8 n alpha x (conj H0 H1) Hx). unfold slacks, columns, zero_columns in H.
  rewrite (length_filter_pairs (fun i r => negb (is_down alpha x i r || is_up alpha x i r))), length_filter_seq in H.
  rewrite slacks_counted. unfold number_of_zero_columns. rewrite number_counted. apply natural_le.
  assert (E0 := entry_nonnegative n n alpha x Hp).
  assert (Hzero : count (S n) (fun r => negb (is_positive (x O r))) = count (S n) (zero_column x)).
  { apply total_equal. intros r Hr. f_equal. unfold zero_column. destruct (Qeq_bool (x O r) 0) eqn:Z.
    - apply Qeq_bool_iff in Z. apply negb_true_iff. destruct (is_positive (x O r)) eqn:P; [|reflexivity].
      apply is_positive_iff in P. lra.
    - apply negb_false_iff, is_positive_iff. specialize (E0 O r ltac:(lia) ltac:(lia)).
      destruct (Qlt_le_dec 0 (x O r)) as [|P]; [assumption|]. assert (F : x O r == 0) by lra.
      apply Qeq_bool_iff in F. congruence. }
  rewrite <- Hzero. eapply Nat.le_trans; [|exact H]. unfold slacks_above. apply total_le. intros i Hi.
  rewrite filter_filter, length_filter_seq. apply total_le. intros r Hr.
  destruct (slack_entry alpha x i r) eqn:Hs; [|cbn [Nat.b2n]; lia].
  assert (Hmost := entry_at_most n n alpha x (conj H0 H1) Hp i r Hi ltac:(lia)). rewrite Hs in Hmost.
  unfold other_column in Hmost. destruct (is_positive (x O r)); [|cbn [Nat.b2n] in Hmost; lia].
  apply slack_entry_iff in Hs. unfold is_slack in Hs. unfold is_down, is_up.
  destruct (Qeq_bool (x (S i) r) (alpha * x i r)) eqn:D; [apply Qeq_bool_iff in D; lra|].
  destruct (Qeq_bool (x i r) (alpha * x (S i) r)) eqn:U; [apply Qeq_bool_iff in U; lra|]. reflexivity.
Qed.

Theorem lemma_5_8_of_optimum (n : nat) (alpha : Q) (p : nat -> Q) (l x : matrix) :
  (1 <= n)%nat -> 0 < alpha -> alpha < 1 -> strict_user n p l -> best_private n n alpha l p x ->
  vertex (S n) (S n) (path (S n)) alpha x ->
  number_of_slacks n alpha x == number_of_zero_columns n x.
Proof.
  intros Hn H0 H1 Hu Hx Hv.
  assert (A := corollary_5_7 n alpha p l x Hn H0 H1 Hu Hx). assert (B := lemma_5_8_of_vertex n alpha x Hn H0 H1 Hv). lra.
Qed.
