(** The columns of an optimal vertex's constraint matrix, and the remap of G that induces it (Lemmas 5.9 and 5.11 of
    Ghosh, Roughgarden and Sundararajan, 2009). Both are about every α-private mechanism with the row pattern of Lemma 5.5
    and as many entries S as Z-columns. A column r of it that is no Z-column, with i such columns and S' entries S before
    it and s entries S of its own, rises in the first i+S' rows, then has its s entries S, and falls from there on. It is
    what the responses i+S', …, i+S'+s of G make together. *)

From ExactDP Require Export ConstraintCounts.

Lemma total_grows a b f : (a <= b)%nat -> (total a f <= total b f)%nat.
Proof. intros H. replace b with (a + (b - a))%nat by lia. rewrite total_split. lia. Qed.

Section Balanced.

Variables (n : nat) (alpha : Q) (x : matrix).
Hypothesis level : 0 < alpha < 1.
Hypothesis x_private : private_mechanism (S n) (S n) (path (S n)) alpha x.
Hypothesis patterns : forall i, (i < n)%nat -> turns n alpha x i.
Hypothesis balance : slacks_above alpha x n n = count (S n) (zero_column x).

Notation downs i := (count (S n) (down_entry alpha x i)).
Notation slacks i := (count (S n) (slack_entry alpha x i)).
Notation before r := (count r (other_column x)).
Notation above k := (slacks_above alpha x n k).

(** The number of ↓ in row k is known, since the chain of Corollary 5.7 is one of equations. *)
Lemma downs_known k : (k < n)%nat -> (downs k + slacks k + above k = S k)%nat.
Proof.
  intros Hk. assert (A := counted_down n n alpha x level x_private patterns k Hk).
  assert (B := counted_back n n alpha x level x_private patterns k Hk). rewrite balance in B.
  unfold slacks_above in *. cbn [total] in *. lia.
Qed.

Lemma few_slacks i q : (i <= q)%nat -> (q <= n)%nat -> (above q <= above i + (q - i))%nat.
Proof.
  intros H. induction q as [|q IH]; intros Hq; [replace i with O by lia; lia|].
  destruct (Nat.eq_dec i (S q)) as [->|Hne]; [lia|]. specialize (IH ltac:(lia) ltac:(lia)).
  assert (S1 := one_slack n alpha x q (patterns q ltac:(lia))). unfold slacks_above in *. cbn [total]. lia.
Qed.

Section A_column.

Variable r : nat.
Hypothesis (inside : (r <= n)%nat) (nonzero : 0 < x O r).

Lemma positive_entry k : (k <= n)%nat -> 0 < x k r.
Proof. exact (fun Hk => positive_throughout n n alpha x level x_private O k r (Nat.le_0_l n) Hk inside nonzero). Qed.

(** A row in three parts: before column r, in it, and after it. *)
Lemma parts p : count (S n) p = (count r p + Nat.b2n (p r) + total (n - r) (fun k => Nat.b2n (p (S r + k)%nat)))%nat.
Proof.
  unfold count. replace (S n) with (S r + (n - r))%nat by lia. rewrite total_split. cbn [total]. lia.
Qed.

Lemma columns_before_fall k : (k < n)%nat -> ~ rises alpha x k r ->
  count r (down_entry alpha x k) = before r /\ count r (slack_entry alpha x k) = O.
Proof.
  intros Hk R. assert (H := proj2 (turns_where_in_order n alpha x k) (patterns k Hk)).
  assert (F : forall c, (c < r)%nat -> falls alpha x k c) by (intros c Hc; now destruct (H c r Hc inside)).
  split; [apply total_equal | apply total_nothing]; intros c Hc;
    destruct (entry_falling n n alpha x level x_private k c Hk ltac:(lia) (F c Hc)) as [E1 E2]; now rewrite ?E1, ?E2.
Qed.

Lemma columns_after_rise k : (k < n)%nat -> ~ falls alpha x k r ->
  total (n - r) (fun c => Nat.b2n (down_entry alpha x k (S r + c)%nat)) = O /\
  total (n - r) (fun c => Nat.b2n (slack_entry alpha x k (S r + c)%nat)) = O.
Proof.
  intros Hk F. assert (H := proj2 (turns_where_in_order n alpha x k) (patterns k Hk)).
  split; apply total_nothing; intros c Hc; destruct (H r (S r + c)%nat ltac:(lia) ltac:(lia)) as [|R]; try contradiction;
    destruct (entry_rising alpha x level k _ R) as [E1 E2]; now rewrite ?E1, ?E2.
Qed.

Lemma row_not_rising k : (k < n)%nat -> ~ rises alpha x k r ->
  (before r + 1 <= downs k + slacks k)%nat /\ count r (slack_entry alpha x k) = O.
Proof.
  intros Hk R. destruct (columns_before_fall k Hk R) as [E1 E2]. split; [|exact E2].
  assert (E := entry_not_rising n n alpha x level x_private k r Hk inside R). rewrite !parts, E1. lia.
Qed.

Lemma row_falling k : (k < n)%nat -> falls alpha x k r ->
  (before r + 1 <= downs k)%nat /\ count (S r) (slack_entry alpha x k) = O.
Proof.
  intros Hk F. assert (R := falls_strictly alpha x level k r (positive_entry k ltac:(lia)) F).
  destruct (columns_before_fall k Hk R) as [E1 E2].
  destruct (entry_falling n n alpha x level x_private k r Hk inside F) as [D N].
  assert (O : other_column x r = true) by now apply is_positive_iff. rewrite O in D. split.
  - rewrite parts, E1, D. cbn [Nat.b2n]. lia.
  - unfold count in *. cbn [total]. rewrite E2, N. reflexivity.
Qed.

Lemma entries_before k : (k < n)%nat ->
  (count r (down_entry alpha x k) + count r (slack_entry alpha x k) <= before r)%nat.
Proof.
  intros Hk. unfold count. rewrite <- total_plus. apply total_le. intros c Hc.
  apply (entry_at_most n n alpha x level x_private); lia.
Qed.

Lemma row_not_falling k : (k < n)%nat -> ~ falls alpha x k r ->
  (downs k <= before r)%nat /\ count (S r) (slack_entry alpha x k) = slacks k.
Proof.
  intros Hk F. destruct (columns_after_rise k Hk F) as [E1 E2]. rewrite !parts, E1, E2.
  assert (D : down_entry alpha x k r = false).
  { destruct (down_entry alpha x k r) eqn:E; [apply down_entry_iff in E; tauto | reflexivity]. }
  assert (H := entries_before k Hk). rewrite D. cbn [Nat.b2n]. split; [lia|]. unfold count. cbn [total]. lia.
Qed.

Lemma row_rising k : (k < n)%nat -> rises alpha x k r ->
  (downs k + slacks k <= before r)%nat /\ count r (slack_entry alpha x k) = slacks k.
Proof.
  intros Hk R. assert (F : ~ falls alpha x k r).
  { intros F. exact (falls_strictly alpha x level k r (positive_entry k ltac:(lia)) F R). }
  destruct (columns_after_rise k Hk F) as [E1 E2]. destruct (entry_rising alpha x level k r R) as [D N].
  assert (H := entries_before k Hk). rewrite !parts, E1, E2, D, N. cbn [Nat.b2n]. lia.
Qed.

(** The row where the column stops to rise, and that where it begins to fall. *)
Definition begins : nat := (before r + total n (fun i => count r (slack_entry alpha x i)))%nat.
Definition ends : nat := (before r + total n (fun i => count (S r) (slack_entry alpha x i)))%nat.

Lemma in_two k f : (k <= n)%nat -> total n f = (total k f + total (n - k) (fun q => f (k + q)%nat))%nat.
Proof. intros Hk. replace n with (k + (n - k))%nat at 1 by lia. apply total_split. Qed.

Lemma count_in_row w k : (w <= S n)%nat -> (count w (slack_entry alpha x k) <= slacks k)%nat.
Proof. intros Hw. now apply total_grows. Qed.

Theorem rises_exactly k : (k < n)%nat -> (rises alpha x k r <-> (k < begins)%nat).
Proof.
  intros Hk. unfold begins. split.
  - intros R. destruct (row_rising k Hk R) as [Hrow _]. assert (Dk := downs_known k Hk).
    assert (H : (above (S k) <= total n (fun i => count r (slack_entry alpha x i)))%nat).
    { rewrite (in_two (S k)) by lia. unfold slacks_above.
      rewrite (total_equal (S k) (fun i => count r _) (fun i => slacks i)); [lia|].
      intros q Hq. destruct (rises_or_not alpha x q r) as [Rq|Rq]; [apply row_rising; lia || assumption|]. exfalso.
      destruct (row_not_rising q ltac:(lia) Rq) as [Hq' _]. assert (Dq := downs_known q ltac:(lia)).
      assert (Few := few_slacks q k ltac:(lia) ltac:(lia)). lia. }
    unfold slacks_above in *. cbn [total] in *. lia.
  - intros H. destruct (rises_or_not alpha x k r) as [|R]; [assumption|]. exfalso.
    destruct (row_not_rising k Hk R) as [Hrow _]. assert (Dk := downs_known k Hk).
    rewrite (in_two k) in H by lia.
    assert (A : (total k (fun i => count r (slack_entry alpha x i)) <= above k)%nat).
    { apply total_le. intros q Hq. apply count_in_row. lia. }
    assert (B : total (n - k) (fun q => count r (slack_entry alpha x (k + q)%nat)) = O).
    { apply total_nothing. intros q Hq. destruct (rises_or_not alpha x (k + q) r) as [Rq|Rq];
        [|apply row_not_rising; lia || assumption].
      exfalso. destruct (row_rising (k + q) ltac:(lia) Rq) as [Hq' _]. assert (Dq := downs_known (k + q) ltac:(lia)).
      assert (Few := few_slacks k (k + q) ltac:(lia) ltac:(lia)). lia. }
    lia.
Qed.

Theorem falls_exactly k : (k < n)%nat -> (falls alpha x k r <-> (ends <= k)%nat).
Proof.
  intros Hk. unfold ends. split.
  - intros F. destruct (row_falling k Hk F) as [Hrow _]. assert (Dk := downs_known k Hk).
    rewrite (in_two k) by lia.
    assert (A : (total k (fun i => count (S r) (slack_entry alpha x i)) <= above k)%nat).
    { apply total_le. intros q Hq. apply count_in_row. lia. }
    assert (B : total (n - k) (fun q => count (S r) (slack_entry alpha x (k + q)%nat)) = O).
    { apply total_nothing. intros q Hq. destruct (falls_or_not alpha x (k + q) r) as [Fq|Fq];
        [apply row_falling; lia || assumption|].
      exfalso. destruct (row_not_falling (k + q) ltac:(lia) Fq) as [Hq' _]. assert (Dq := downs_known (k + q) ltac:(lia)).
      assert (Few := few_slacks (S k) (S (k + q)) ltac:(lia) ltac:(lia)). unfold slacks_above in *. cbn [total] in *. lia. }
    lia.
  - intros H. destruct (falls_or_not alpha x k r) as [|F]; [assumption|]. exfalso.
    destruct (row_not_falling k Hk F) as [Hrow _]. assert (Dk := downs_known k Hk).
    assert (A : (above (S k) <= total n (fun i => count (S r) (slack_entry alpha x i)))%nat).
    { rewrite (in_two (S k)) by lia. unfold slacks_above.
      rewrite (total_equal (S k) (fun i => count (S r) _) (fun i => slacks i)); [lia|].
      intros q Hq. destruct (falls_or_not alpha x q r) as [Fq|Fq]; [|apply row_not_falling; lia || assumption]. exfalso.
      destruct (row_falling q ltac:(lia) Fq) as [Hq' _]. assert (Dq := downs_known q ltac:(lia)).
      assert (Few := few_slacks (S q) (S k) ltac:(lia) ltac:(lia)). unfold slacks_above in *. cbn [total] in *. lia. }
    unfold slacks_above in *. cbn [total] in *. lia.
Qed.

Lemma begins_before_it_ends : (begins <= ends)%nat.
Proof.
  unfold begins, ends. enough (total n (fun i => count r (slack_entry alpha x i)) <=
    total n (fun i => count (S r) (slack_entry alpha x i)))%nat by lia.
  apply total_le. intros i Hi. unfold count. cbn [total]. lia.
Qed.

Lemma ends_inside : (ends <= n)%nat.
Proof.
  unfold ends. assert (A : (total n (fun i => count (S r) (slack_entry alpha x i)) <= above n)%nat).
  { apply total_le. intros q Hq. apply count_in_row. lia. }
  rewrite balance in A.
  assert (B : (count (S n) (other_column x) + count (S n) (zero_column x) <= S n)%nat).
  { unfold count. rewrite <- total_plus. rewrite <- (Nat.mul_1_r (S n)) at 2. rewrite <- total_constant. apply total_le.
    intros k Hk. destruct (other_column x k) eqn:E, (zero_column x k) eqn:Z; cbn [Nat.b2n]; try lia.
    apply is_positive_iff in E. apply Qeq_bool_iff in Z. lra. }
  assert (O : other_column x r = true) by now apply is_positive_iff.
  rewrite (parts (other_column x)), O in B. cbn [Nat.b2n] in B. lia.
Qed.

End A_column.

Lemma intervals_apart q r : (q < r)%nat -> 0 < x O q -> (ends q < begins r)%nat.
Proof.
  clear balance. intros H Hq. unfold ends, begins. assert (O : other_column x q = true) by now apply is_positive_iff.
  assert (A := total_grows (S q) r (fun k => Nat.b2n (other_column x k)) H). cbn [total] in A. rewrite O in A.
  assert (B : (total n (fun i => count (S q) (slack_entry alpha x i)) <=
    total n (fun i => count r (slack_entry alpha x i)))%nat).
  { apply total_le. intros i _. now apply total_grows. }
  unfold count in *. cbn [Nat.b2n] in A. lia.
Qed.

(** * The remap *)

Hypothesis some_row : (1 <= n)%nat.

Notation preimage := (inverse_remap n alpha x).

Lemma preimage_zero k r : second_difference n alpha (fun i => x i r) k == 0 -> preimage k r == 0.
Proof. intros H. unfold inverse_remap, Qdiv. destruct ((k =? 0) || (k =? n))%nat%bool; rewrite H; ring. Qed.

Lemma preimage_above k r : (r <= n)%nat -> 0 < x O r -> (k < begins r)%nat -> preimage k r == 0.
Proof.
  intros Hr H0 Hk. assert (A := begins_before_it_ends r). assert (B := ends_inside r Hr H0).
  assert (R := fun q Hq => proj2 (rises_exactly r Hr H0 q Hq)). unfold rises in R. apply preimage_zero.
  destruct k as [|k].
  - unfold second_difference. cbn [Nat.eqb]. rewrite (R O ltac:(lia) Hk). ring.
  - rewrite second_difference_inner by lia. unfold three_term. cbn [pred].
    rewrite (R k ltac:(lia) ltac:(lia)), (R (S k) ltac:(lia) Hk). ring.
Qed.

Lemma preimage_below k r : (k <= n)%nat -> (r <= n)%nat -> 0 < x O r -> (ends r < k)%nat -> preimage k r == 0.
Proof.
  intros Hkn Hr H0 Hk. assert (F := fun q Hq => proj2 (falls_exactly r Hr H0 q Hq)). unfold falls in F.
  apply preimage_zero. destruct k as [|k]; [lia|]. destruct (Nat.eq_dec (S k) n) as [E|E].
  - rewrite E, second_difference_last by assumption. rewrite <- E. cbn [pred]. rewrite (F k) by lia. ring.
  - rewrite second_difference_inner by lia. unfold three_term. cbn [pred]. rewrite (F (S k)), (F k) by lia. ring.
Qed.

Lemma preimage_empty k r : (k <= n)%nat -> (r <= n)%nat -> ~ 0 < x O r -> preimage k r == 0.
Proof.
  intros Hk Hr H0. assert (Z : forall i, (i <= n)%nat -> x i r == 0).
  { intros i Hi. assert (E0 := entry_nonnegative n n alpha x x_private i r Hi Hr).
    destruct (Qlt_le_dec 0 (x i r)) as [P|P]; [|lra]. exfalso. apply H0.
    exact (positive_throughout n n alpha x level x_private i O r Hi ltac:(lia) Hr P). }
  apply preimage_zero. rewrite (second_difference_equal n alpha _ (fun _ => 0)) by assumption.
  unfold second_difference, three_term. destruct (k =? 0)%nat, (k =? n)%nat; ring.
Qed.

Lemma preimage_inside k r : (k <= n)%nat -> (r <= n)%nat -> 0 < x O r -> (begins r <= k <= ends r)%nat ->
  preimage k r == 1.
Proof.
  intros Hk Hr H0 Hin. rewrite <- (inverse_remap_sums n (S n) alpha x k some_row ltac:(lra) (proj1 x_private) Hk).
  symmetry. apply sum_single; [lia|]. intros q Hq Hne. destruct (Qlt_le_dec 0 (x O q)) as [P|P].
  - destruct (Nat.lt_trichotomy q r) as [Hqr|[|Hqr]]; [|contradiction|].
    + apply preimage_below; try lia; try assumption. assert (A := intervals_apart q r Hqr P). lia.
    + apply preimage_above; try lia; try assumption. assert (A := intervals_apart r q Hqr H0). lia.
  - apply preimage_empty; lia || lra.
Qed.

End Balanced.

(** * Lemma 5.9 *)

(** With the pattern of Lemma 5.5, and as many entries S as Z-columns. *)
Definition balanced (n : nat) (alpha : Q) (x : matrix) : Prop :=
  patterned n alpha x /\ number_of_slacks n alpha x == number_of_zero_columns n x.

(** i + S_(i-1) and i + S_i, for the column that is the i-th of those that are not zero, counted from 0. *)
Definition first_slack (n : nat) (alpha : Q) (x : matrix) (r : nat) : Q :=
  number_of r (other_column x) + sum n (fun i => number_of r (slack_entry alpha x i)).

Definition first_down (n : nat) (alpha : Q) (x : matrix) (r : nat) : Q :=
  number_of r (other_column x) + sum n (fun i => number_of (S r) (slack_entry alpha x i)).

Lemma balance_counted n alpha x :
  number_of_slacks n alpha x == number_of_zero_columns n x <->
  slacks_above alpha x n n = count (S n) (zero_column x).
Proof.
  rewrite slacks_counted. unfold number_of_zero_columns. rewrite number_counted. symmetry. apply natural_equal.
Qed.

Lemma first_slack_counted n alpha x r : first_slack n alpha x r == natural (begins n alpha x r).
Proof.
  unfold first_slack, begins. rewrite natural_plus, number_counted.
  rewrite (sum_totalled n _ (fun i => count r (slack_entry alpha x i))) by (intros; apply number_counted). reflexivity.
Qed.

Lemma first_down_counted n alpha x r : first_down n alpha x r == natural (ends n alpha x r).
Proof.
  unfold first_down, ends. rewrite natural_plus, number_counted.
  rewrite (sum_totalled n _ (fun i => count (S r) (slack_entry alpha x i))) by (intros; apply number_counted).
  reflexivity.
Qed.

Theorem lemma_5_9_up (n : nat) (alpha : Q) (x : matrix) (r i : nat) :
  (1 <= n)%nat -> 0 < alpha -> alpha < 1 -> balanced n alpha x -> (r <= n)%nat -> 0 < x O r -> (i < n)%nat ->
  natural i < first_slack n alpha x r -> (0 < x i r /\ 0 < x (S i) r) /\ rises alpha x i r.
Proof.
  intros _ H0 H1 [[Hx Hpat] Hb] Hr Hpos Hi H. apply balance_counted in Hb.
  rewrite first_slack_counted in H. apply natural_lt in H. assert (Ha := conj H0 H1).
  assert (P := positive_entry n alpha x Ha Hx r Hr Hpos). split; [split; apply P; lia|].
  now apply (rises_exactly n alpha x Ha Hx Hpat Hb r Hr Hpos i Hi).
Qed.

Theorem lemma_5_9_slack (n : nat) (alpha : Q) (x : matrix) (r i : nat) :
  (1 <= n)%nat -> 0 < alpha -> alpha < 1 -> balanced n alpha x -> (r <= n)%nat -> 0 < x O r -> (i < n)%nat ->
  first_slack n alpha x r <= natural i -> natural i < first_down n alpha x r -> is_slack alpha x i r.
Proof.
  intros _ H0 H1 [[Hx Hpat] Hb] Hr Hpos Hi Hfrom Hto. apply balance_counted in Hb.
  rewrite first_slack_counted in Hfrom. apply natural_le in Hfrom.
  rewrite first_down_counted in Hto. apply natural_lt in Hto. assert (Ha := conj H0 H1).
  assert (R := rises_exactly n alpha x Ha Hx Hpat Hb r Hr Hpos i Hi).
  assert (F := falls_exactly n alpha x Ha Hx Hpat Hb r Hr Hpos i Hi).
  split; [apply (not_falling n n) | apply (not_rising n n)]; try assumption; [rewrite F | rewrite R]; lia.
Qed.

Theorem lemma_5_9_down (n : nat) (alpha : Q) (x : matrix) (r i : nat) :
  (1 <= n)%nat -> 0 < alpha -> alpha < 1 -> balanced n alpha x -> (r <= n)%nat -> 0 < x O r -> (i < n)%nat ->
  first_down n alpha x r <= natural i -> (0 < x i r /\ 0 < x (S i) r) /\ falls alpha x i r.
Proof.
  intros _ H0 H1 [[Hx Hpat] Hb] Hr Hpos Hi H. apply balance_counted in Hb.
  rewrite first_down_counted in H. apply natural_le in H. assert (Ha := conj H0 H1).
  assert (P := positive_entry n alpha x Ha Hx r Hr Hpos). split; [split; apply P; lia|].
  now apply (falls_exactly n alpha x Ha Hx Hpat Hb r Hr Hpos i Hi).
Qed.

(** An optimal vertex of a user who is strict on the inputs 0 and n is such a mechanism. *)
Theorem lemma_5_9_of_optimum (n : nat) (alpha : Q) (p : nat -> Q) (l x : matrix) :
  (1 <= n)%nat -> 0 < alpha -> alpha < 1 -> strict_user n p l -> best_private n n alpha l p x ->
  vertex (S n) (S n) (path (S n)) alpha x ->
  balanced n alpha x.
Proof.
  intros Hn H0 H1 Hu Hx Hv. split; [now apply (patterned_optimum n alpha p l)|].
  now apply (lemma_5_8_of_optimum n alpha p l).
Qed.

(** * Lemma 5.11 *)

(** The column r, if it is no Z-column, takes the responses of G from the one number to the other. *)
Definition induced_remap (n : nat) (alpha : Q) (x : matrix) : matrix :=
  fun k r => if other_column x r && Qle_bool (first_slack n alpha x r) (natural k)
    && negb (Qle_bool (first_down n alpha x r + 1) (natural k)) then 1 else 0.

Definition takes (n : nat) (alpha : Q) (x : matrix) (k r : nat) : bool :=
  other_column x r && (begins n alpha x r <=? k)%nat && (k <=? ends n alpha x r)%nat.

Lemma takes_iff n alpha x k r :
  takes n alpha x k r = true <-> 0 < x O r /\ (begins n alpha x r <= k <= ends n alpha x r)%nat.
Proof. unfold takes, other_column. rewrite !andb_true_iff, is_positive_iff, !Nat.leb_le. tauto. Qed.

Lemma induced_remap_takes n alpha x k r : induced_remap n alpha x k r = if takes n alpha x k r then 1 else 0.
Proof.
  unfold induced_remap, takes.
  assert (A : Qle_bool (first_slack n alpha x r) (natural k) = (begins n alpha x r <=? k)%nat).
  { apply eq_true_iff_eq. rewrite Qle_bool_iff, Nat.leb_le, first_slack_counted. symmetry. apply natural_le. }
  assert (B : negb (Qle_bool (first_down n alpha x r + 1) (natural k)) = (k <=? ends n alpha x r)%nat).
  { apply eq_true_iff_eq. rewrite not_at_most, Nat.leb_le, first_down_counted. change 1 with (natural 1).
    rewrite <- natural_plus, <- natural_lt. lia. }
  now rewrite A, B.
Qed.

Lemma induced_remap_inverse n alpha x k r :
  (1 <= n)%nat -> 0 < alpha -> alpha < 1 -> balanced n alpha x -> (k <= n)%nat -> (r <= n)%nat ->
  inverse_remap n alpha x k r == induced_remap n alpha x k r.
Proof.
  intros Hn H0 H1 [[Hx Hpat] Hb] Hk Hr. apply balance_counted in Hb. assert (Ha := conj H0 H1).
  rewrite induced_remap_takes. destruct (takes n alpha x k r) eqn:E.
  - apply takes_iff in E. now apply preimage_inside.
  - destruct (Qlt_le_dec 0 (x O r)) as [P|P]; [|apply preimage_empty; try assumption; lra].
    destruct (le_lt_dec (begins n alpha x r) k); [|now apply preimage_above].
    destruct (le_lt_dec k (ends n alpha x r)); [|now apply preimage_below].
    exfalso. assert (T : takes n alpha x k r = true) by now apply takes_iff. congruence.
Qed.

Theorem lemma_5_11_remap (n : nat) (alpha : Q) (x : matrix) :
  (1 <= n)%nat -> 0 < alpha -> alpha < 1 -> balanced n alpha x -> stochastic (S n) (S n) (induced_remap n alpha x).
Proof.
  intros Hn H0 H1 Hb. split.
  - intros k r _ _. unfold induced_remap. destruct (_ && _ && _)%bool; lra.
  - intros k Hk. rewrite (sum_equal _ _ (inverse_remap n alpha x k)).
    + apply inverse_remap_sums; [assumption | lra | apply Hb | lia].
    + intros r Hr. symmetry. apply induced_remap_inverse; assumption || lia.
Qed.

Theorem lemma_5_11_induced (n : nat) (alpha : Q) (x : matrix) (i r : nat) :
  (1 <= n)%nat -> 0 < alpha -> alpha < 1 -> balanced n alpha x -> (i <= n)%nat -> (r <= n)%nat ->
  sum (S n) (fun k => geometric n alpha i k * induced_remap n alpha x k r) == x i r.
Proof.
  intros Hn H0 H1 Hb Hi Hr. rewrite (geometric_inverse n (S n) alpha x Hn ltac:(lra) i r ltac:(lia) ltac:(lia)).
  apply sum_equal. intros k Hk. rewrite <- induced_remap_inverse by (assumption || lia). reflexivity.
Qed.

Theorem lemma_5_11_of_pattern (n : nat) (alpha : Q) (x : matrix) :
  (1 <= n)%nat -> 0 < alpha -> alpha < 1 -> balanced n alpha x ->
  exists t, stochastic (S n) (S n) t /\ (forall i, (i <= n)%nat -> forall r, (r <= n)%nat ->
    sum (S n) (fun z => geometric n alpha i z * t z r) == x i r).
Proof.
  intros Hn H0 H1 Hb. exists (induced_remap n alpha x). split; [now apply lemma_5_11_remap|].
  intros i Hi r Hr. now apply lemma_5_11_induced.
Qed.

Theorem lemma_5_11 (n : nat) (alpha : Q) (p : nat -> Q) (l x : matrix) :
  (1 <= n)%nat -> 0 < alpha -> alpha < 1 -> strict_user n p l -> best_private n n alpha l p x ->
  vertex (S n) (S n) (path (S n)) alpha x ->
  exists t, stochastic (S n) (S n) t /\ (forall i, (i <= n)%nat -> forall r, (r <= n)%nat ->
    sum (S n) (fun z => geometric n alpha i z * t z r) == x i r).
Proof.
  intros Hn H0 H1 Hu Hx Hv. apply lemma_5_11_of_pattern; try assumption. now apply (lemma_5_9_of_optimum n alpha p l).
Qed.

(** So the remap is a map of the responses, which keeps their order: x is G with intervals of responses merged. *)
Definition response_of (n : nat) (alpha : Q) (x : matrix) (k : nat) : nat :=
  match find (takes n alpha x k) (seq 0 (S n)) with
  | Some r => r
  | None => O
  end.

Lemma response_taken n alpha x k :
  (1 <= n)%nat -> 0 < alpha -> alpha < 1 -> balanced n alpha x -> (k <= n)%nat ->
  (response_of n alpha x k <= n)%nat /\ takes n alpha x k (response_of n alpha x k) = true.
Proof.
  intros Hn H0 H1 Hb Hk. unfold response_of. destruct (find (takes n alpha x k) (seq 0 (S n))) as [r|] eqn:E.
  - apply find_some in E. destruct E as [Hr E]. apply in_seq in Hr. split; [lia | exact E].
  - exfalso. assert (S1 := proj2 (lemma_5_11_remap n alpha x Hn H0 H1 Hb) k ltac:(lia)).
    rewrite (sum_equal _ _ (fun _ => 0)), sum_zero in S1; [lra|]. intros r Hr.
    assert (F := find_none _ _ E r ltac:(apply in_seq; lia)). rewrite induced_remap_takes, F. reflexivity.
Qed.

Lemma taken_in_order n alpha x j k q r :
  takes n alpha x j q = true -> takes n alpha x k r = true -> (j <= k)%nat -> (q <= r)%nat.
Proof.
  rewrite !takes_iff. intros (_ & Hj & _) (Hr & _ & Hk) Hjk. destruct (le_lt_dec q r) as [|H]; [assumption|].
  assert (A := intervals_apart n alpha x r q H Hr). lia.
Qed.

Theorem merged_responses n alpha x :
  (1 <= n)%nat -> 0 < alpha -> alpha < 1 -> balanced n alpha x ->
  exists f, (forall k, (k <= n)%nat -> (f k <= n)%nat) /\
    (forall j k, (j <= k)%nat -> (k <= n)%nat -> (f j <= f k)%nat) /\
    forall i r, (i <= n)%nat -> (r <= n)%nat ->
      x i r == sum (S n) (fun k => if (f k =? r)%nat then geometric n alpha i k else 0).
Proof.
  intros Hn H0 H1 Hb. assert (T := fun k => response_taken n alpha x k Hn H0 H1 Hb). exists (response_of n alpha x).
  split; [intros k Hk; now apply T|]. split.
  - intros j k Hjk Hk. apply (taken_in_order n alpha x j k); [apply T; lia | now apply T | assumption].
  - intros i r Hi Hr. rewrite <- (lemma_5_11_induced n alpha x i r Hn H0 H1 Hb Hi Hr). apply sum_equal. intros k Hk.
    rewrite induced_remap_takes. destruct (T k ltac:(lia)) as [_ Tk]. destruct (_ =? r)%nat eqn:E.
    + apply Nat.eqb_eq in E. rewrite E in Tk. rewrite Tk. ring.
    + destruct (takes n alpha x k r) eqn:F; [|ring]. apply Nat.eqb_neq in E. exfalso. apply E.
      apply Nat.le_antisymm; [now apply (taken_in_order n alpha x k k) | now apply (taken_in_order n alpha x k k)].
Qed.
