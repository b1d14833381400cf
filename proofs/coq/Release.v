(** Algorithm 1 of Gupte and Sundararajan (2010): one result released at several levels of privacy, so that readers
    who share what they hold learn no more than the least private of them. Theorem 1, Lemma 4, for every n and any
    number of levels. *)

From ExactDP Require Export EveryLevel.
From Coq Require Import Bool.

(** Levels 0 ≤ α_1 ≤ … ≤ α_k ≤ 1. *)
Fixpoint rising (a : Q) (alphas : list Q) : Prop :=
  match alphas with
  | [] => a <= 1
  | b :: rest => a <= b /\ rising b rest
  end.

Definition levels (alphas : list Q) : Prop := rising 0 alphas.

Lemma rising_range a alphas : rising a alphas -> forall b, In b alphas -> a <= b /\ b <= 1.
Proof.
  revert a. induction alphas as [|c rest IH]; intros a H b Hb; [destruct Hb|].
  destruct H as [Hac H]. destruct Hb as [<-|Hb].
  - split; [assumption|]. destruct rest as [|d rest]; [exact H|].
    destruct (IH c H d (or_introl eq_refl)). lra.
  - destruct (IH c H b Hb). lra.
Qed.

(** What Algorithm 1 computes: the remaps T_1, …, T_k, where T_1 = G_{α_1} and G_{α_j}·T_(j+1) = G_{α_(j+1)}. Before
    the first stage stands the true result, which the truthful mechanism gives. *)
Fixpoint remaps (n : nat) (before : matrix) (alphas : list Q) (ts : list matrix) : Prop :=
  match alphas, ts with
  | [], [] => True
  | a :: alphas, t :: ts =>
      (stochastic (S n) (S n) t /\ same (S n) (S n) (geometric n a) (product (S n) before t)) /\
      remaps n (geometric n a) alphas ts
  | _, _ => False
  end.

Definition algorithm_1 (n : nat) (alphas : list Q) (ts : list matrix) : Prop := remaps n truthful alphas ts.

(** Algorithm 1 finds its remaps, whatever the levels are. *)
Theorem algorithm_1_runs n alphas : (1 <= n)%nat -> levels alphas -> exists ts, algorithm_1 n alphas ts.
Proof.
  intros Hn. unfold levels, algorithm_1.
  assert (H : forall alphas a, 0 <= a -> rising a alphas -> exists ts, remaps n (geometric n a) alphas ts).
  { clear alphas. intros alphas. induction alphas as [|b rest IH]; intros a Ha Hr; [now exists []|].
    assert (Hb := rising_range a (b :: rest) Hr b (or_introl eq_refl)). destruct Hr as [Hab Hr].
    destruct (IH b ltac:(lra) Hr) as (ts & Hts).
    destruct (lemma_3_at_every_level n a b Hn Ha Hab ltac:(lra)) as (t & Ht). exists (t :: ts). split; assumption. }
  destruct alphas as [|a rest]; intros Hr; [now exists []|].
  assert (Ha := rising_range 0 (a :: rest) Hr a (or_introl eq_refl)). destruct Hr as [_ Hr].
  destruct (H rest a ltac:(lra) Hr) as (ts & Hts). exists (geometric n a :: ts). split; [split|exact Hts].
  - now apply geometric_stochastic.
  - intros i r Hi _. unfold product. symmetry. exact (after_truthful (S n) (fun k => geometric n a k r) i Hi).
Qed.

(** Readers: of each stage in turn, whether its reader is in the group C. *)
Definition group : Type := list bool.

Fixpoint members (C : group) : nat :=
  match C with
  | [] => O
  | true :: rest => S (members rest)
  | false :: rest => members rest
  end.

(** The level of the first member of C, which is the least private one. *)
Fixpoint level_of (C : group) (alphas : list Q) : Q :=
  match C, alphas with
  | true :: _, a :: _ => a
  | false :: rest, _ :: alphas => level_of rest alphas
  | _, _ => 1
  end.

(** The probability that the members of C see the results rs, where the stages ts start from the result r. The chain
    goes on from each result by the next remap; the results of the others are summed out. *)
Fixpoint seen (n : nat) (ts : list matrix) (C : group) (rs : list nat) (r : nat) : Q :=
  match ts, C with
  | t :: ts, true :: rest =>
      match rs with
      | s :: rs => t r s * seen n ts rest rs s
      | [] => 0
      end
  | t :: ts, false :: rest => sum (S n) (fun s => t r s * seen n ts rest rs s)
  | _, _ => match rs with [] => 1 | _ => 0 end
  end.

(** The lists of so many results from {0..n}, numbered: the digits of c to the base n + 1. *)
Fixpoint results (n count c : nat) : list nat :=
  match count with
  | O => []
  | S rest => (c / S n ^ rest)%nat :: results n rest (c mod (S n ^ rest))%nat
  end.

Definition lists (n count : nat) : nat := (S n ^ count)%nat.

(** The mechanism that gives the members of C their results together: row i is the true result, column c the list. *)
Definition together (n : nat) (ts : list matrix) (C : group) : matrix :=
  fun i c => seen n ts C (results n (members C) c) i.

Lemma results_at n rest s c :
  (c < lists n rest)%nat -> results n (S rest) (s * lists n rest + c) = s :: results n rest c.
Proof.
  unfold lists. intros H. cbn [results]. assert (Hp : (S n ^ rest <> 0)%nat) by (apply Nat.pow_nonzero; lia).
  rewrite Nat.div_add_l, Nat.div_small, Nat.add_0_r by assumption.
  rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by assumption. reflexivity.
Qed.

Lemma sum_lists n rest f :
  sum (lists n (S rest)) f == sum (S n) (fun s => sum (lists n rest) (fun c => f (s * lists n rest + c)%nat)).
Proof. unfold lists. rewrite Nat.pow_succ_r'. apply sum_of_rows. Qed.

Lemma results_inside n count c : (c < lists n count)%nat -> forall s, In s (results n count c) -> (s <= n)%nat.
Proof.
  revert c. induction count as [|rest IH]; intros c Hc s Hs; [destruct Hs|]. unfold lists in *.
  assert (Hp : (S n ^ rest <> 0)%nat) by (apply Nat.pow_nonzero; lia). cbn [results] in Hs. destruct Hs as [<-|Hs].
  - rewrite Nat.pow_succ_r' in Hc. apply Nat.lt_succ_r. apply Nat.div_lt_upper_bound; lia.
  - apply (IH (c mod S n ^ rest)%nat); [now apply Nat.mod_upper_bound | assumption].
Qed.

(** The stages of a chain are stochastic. *)
Fixpoint all_stochastic (n : nat) (ts : list matrix) : Prop :=
  match ts with
  | [] => True
  | t :: rest => stochastic (S n) (S n) t /\ all_stochastic n rest
  end.

Lemma remaps_stochastic n alphas : forall before ts, remaps n before alphas ts -> all_stochastic n ts.
Proof.
  induction alphas as [|a rest IH]; intros before [|t ts] H; try contradiction; [exact I|].
  destruct H as [[Ht _] H]. split; [assumption | now apply (IH (geometric n a))].
Qed.

Lemma remaps_length n alphas : forall before ts, remaps n before alphas ts -> length ts = length alphas.
Proof.
  induction alphas as [|a rest IH]; intros before [|t ts] H; try contradiction; [reflexivity|].
  destruct H as [_ H]. cbn [length]. f_equal. now apply (IH (geometric n a)).
Qed.

Lemma seen_nonnegative n : forall ts C rs r,
  all_stochastic n ts -> (forall s, In s rs -> (s <= n)%nat) -> (r <= n)%nat -> 0 <= seen n ts C rs r.
Proof.
  induction ts as [|t ts IH]; intros C rs r Hs Hrs Hr.
  - cbn. destruct rs; lra.
  - destruct Hs as ([Ht _] & Hs). destruct C as [|[] C]; cbn [seen].
    + destruct rs; lra.
    + destruct rs as [|s rs]; [lra|]. assert (Hsn := Hrs s (or_introl eq_refl)).
      apply Qmult_le_0_compat; [apply Ht; lia|]. apply IH; [assumption | intros; apply Hrs; now right | assumption].
    + apply sum_nonnegative. intros s Hsn. apply Qmult_le_0_compat; [apply Ht; lia|].
      apply IH; [assumption | assumption | lia].
Qed.

(** What a group of readers of the stages ts sees is one list or another. *)
Lemma seen_sums n : forall ts C r,
  all_stochastic n ts -> length C = length ts -> (r <= n)%nat ->
  sum (lists n (members C)) (fun c => seen n ts C (results n (members C) c) r) == 1.
Proof.
  induction ts as [|t ts IH]; intros [|member C] r Hs Hl Hr; try discriminate; [cbn; ring|].
  destruct Hs as ([_ Ht] & Hs). injection Hl as Hl. destruct member; cbn [members].
  - rewrite sum_lists. rewrite <- (Ht r) by lia. apply sum_equal. intros s Hsn.
    rewrite (sum_equal _ _ (fun c => t r s * seen n ts C (results n (members C) c) s)).
    + rewrite sum_times, IH by (assumption || lia). ring.
    + intros c Hc. rewrite results_at by assumption. reflexivity.
  - cbn [seen]. rewrite sum_swap. rewrite <- (Ht r) by lia. apply sum_equal. intros s Hsn.
    rewrite sum_times, IH by (assumption || lia). ring.
Qed.

Theorem together_stochastic n alphas ts C :
  algorithm_1 n alphas ts -> length C = length alphas -> stochastic (S n) (lists n (members C)) (together n ts C).
Proof.
  intros H Hl. assert (Hs := remaps_stochastic n alphas _ _ H). rewrite <- (remaps_length n alphas _ _ H) in Hl. split.
  - intros i c Hi Hc. apply seen_nonnegative; [assumption | now apply results_inside | lia].
  - intros i Hi. apply seen_sums; [assumption | assumption | lia].
Qed.

(** The stages after the first member's, and who is in C among their readers. *)
Fixpoint later (ts : list matrix) (C : group) : list matrix * group :=
  match ts, C with
  | _ :: ts, true :: rest => (ts, rest)
  | _ :: ts, false :: rest => later ts rest
  | _, _ => ([], [])
  end.

(** Lemma 4: the first member's result s comes from G at that member's level; the others' results rs are made from s,
    the same for every true result i. *)
Lemma seen_factors n alphas : forall before ts C s rs i,
  remaps n before alphas ts -> length C = length alphas -> (1 <= members C)%nat -> (s <= n)%nat ->
  (i <= n)%nat ->
  sum (S n) (fun r => before i r * seen n ts C (s :: rs) r) ==
  geometric n (level_of C alphas) i s * seen n (fst (later ts C)) (snd (later ts C)) rs s.
Proof.
  induction alphas as [|a alphas IH]; intros before [|t ts] [|member C] s rs i Ht Hl Hc Hs Hi;
    try contradiction; try discriminate; [cbn in Hc; lia|].
  destruct Ht as ([_ Hg] & Ht). injection Hl as Hl. destruct member; cbn [seen level_of later fst snd].
  - rewrite (Hg i s) by lia. unfold product. rewrite <- sum_times_right. apply sum_equal. intros; ring.
  - rewrite <- (IH (geometric n a) ts C s rs i) by assumption.
    rewrite (sum_equal (S n) _ (fun r => sum (S n) (fun q => before i r * t r q * seen n ts C (s :: rs) q))).
    2:{ intros. rewrite <- sum_times. apply sum_equal. intros; ring. }
    rewrite sum_swap. apply sum_equal. intros q Hq. rewrite sum_times_right, (Hg i q) by lia. reflexivity.
Qed.

Lemma later_stochastic n : forall ts C, all_stochastic n ts -> all_stochastic n (fst (later ts C)).
Proof.
  induction ts as [|t ts IH]; intros [|[] C] H; cbn [later fst]; try exact I; destruct H as [_ H];
    [exact H | now apply IH].
Qed.

Lemma later_length : forall ts C, length C = length ts -> length (snd (later ts C)) = length (fst (later ts C)).
Proof.
  induction ts as [|t ts IH]; intros [|[] C] H; try discriminate; [reflexivity | |]; injection H as H;
    [exact H | now apply IH].
Qed.

Lemma later_members : forall ts C, length C = length ts -> (1 <= members C)%nat ->
  members C = S (members (snd (later ts C))).
Proof.
  induction ts as [|t ts IH]; intros [|[] C] H Hc; try discriminate; cbn [members] in *; [lia | reflexivity |].
  injection H as H. now apply IH.
Qed.

Lemma seen_from_the_truth n ts C rs i : (i <= n)%nat ->
  sum (S n) (fun r => truthful i r * seen n ts C rs r) == seen n ts C rs i.
Proof. intros Hi. exact (after_truthful (S n) (seen n ts C rs) i ltac:(lia)). Qed.

(** Lemma 4 as the paper says it: what a group holds can be made from its first member's result alone, and conversely.
    So the group knows as much about the true result as that member. *)
Theorem lemma_4 n alphas ts C :
  algorithm_1 n alphas ts -> length C = length alphas -> (1 <= members C)%nat ->
  derivable (S n) (S n) (lists n (members C)) (together n ts C) (geometric n (level_of C alphas)) /\
  derivable (S n) (lists n (members C)) (S n) (geometric n (level_of C alphas)) (together n ts C).
Proof.
  intros H Hl Hc. assert (Hs := remaps_stochastic n alphas _ _ H).
  assert (Hlt : length C = length ts) by (rewrite (remaps_length n alphas _ _ H); assumption).
  set (ts' := fst (later ts C)). set (C' := snd (later ts C)). set (m := lists n (members C')).
  assert (Hmembers : members C = S (members C')) by now apply later_members.
  assert (Hs' : all_stochastic n ts') by now apply later_stochastic.
  assert (Hl' : length C' = length ts') by now apply later_length.
  assert (Hm : m <> O) by (apply Nat.pow_nonzero; lia).
  assert (E : forall s c i, (s <= n)%nat -> (c < m)%nat -> (i <= n)%nat ->
    together n ts C i (s * m + c)%nat ==
    geometric n (level_of C alphas) i s * seen n ts' C' (results n (members C') c) s).
  { intros s c i Hsn Hcm Hi. unfold together. rewrite Hmembers. unfold m. rewrite results_at by assumption.
    rewrite <- (seen_from_the_truth n ts C (s :: results n (members C') c) i Hi).
    now apply seen_factors. }
  assert (Hcode : forall c, (c < lists n (members C))%nat ->
    exists s d, c = (s * m + d)%nat /\ (s <= n)%nat /\ (d < m)%nat).
  { intros c Hcb. rewrite Hmembers in Hcb. unfold lists in Hcb. rewrite Nat.pow_succ_r' in Hcb.
    fold (lists n (members C')) in Hcb.
    fold m in Hcb. exists (c / m)%nat, (c mod m)%nat. split; [rewrite Nat.mul_comm; now apply Nat.div_mod|].
    split; [apply Nat.lt_succ_r, Nat.div_lt_upper_bound; lia | now apply Nat.mod_upper_bound]. }
  assert (Hdiv : forall s d, (d < m)%nat -> ((s * m + d) / m)%nat = s /\ ((s * m + d) mod m)%nat = d).
  { intros s d Hd. split.
    - rewrite Nat.div_add_l, Nat.div_small by assumption. lia.
    - rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by assumption. reflexivity. }
  assert (Hsum : forall f, sum (lists n (members C)) f == sum (S n) (fun s => sum m (fun d => f (s * m + d)%nat))).
  { intros f. rewrite Hmembers. apply sum_lists. }
  split.
  - exists (fun s c => if (c / m =? s)%nat then seen n ts' C' (results n (members C') (c mod m)) s else 0). split.
    + split.
      * intros s c Hsn Hcb. destruct (Hcode c Hcb) as (q & d & -> & Hq & Hd). destruct (Hdiv q d Hd) as [-> ->].
        destruct (q =? s)%nat; [|lra]. apply seen_nonnegative; [assumption | now apply results_inside | lia].
      * intros s Hsn. rewrite Hsum. rewrite (sum_single (S n) s); [|assumption|].
        -- rewrite (sum_equal m _ (fun d => seen n ts' C' (results n (members C') d) s)).
           ++ apply seen_sums; [assumption | assumption | lia].
           ++ intros d Hd. destruct (Hdiv s d Hd) as [-> ->]. rewrite Nat.eqb_refl. reflexivity.
        -- intros q Hq Hne. rewrite (sum_equal m _ (fun _ => 0)); [apply sum_zero|]. intros d Hd.
           destruct (Hdiv q d Hd) as [-> _]. apply Nat.eqb_neq in Hne. rewrite Hne. reflexivity.
    + intros i c Hi Hcb. destruct (Hcode c Hcb) as (q & d & -> & Hq & Hd). rewrite (E q d i) by lia.
      unfold product. rewrite (sum_single (S n) q); [|lia|].
      * destruct (Hdiv q d Hd) as [-> ->]. rewrite Nat.eqb_refl. reflexivity.
      * intros k _ Hk. destruct (Hdiv q d Hd) as [-> _]. apply not_eq_sym in Hk. apply Nat.eqb_neq in Hk. rewrite Hk.
        ring.
  - exists (fun c s => if (c / m =? s)%nat then 1 else 0). split.
    + split; [intros c s _ _; destruct (_ =? _)%nat; lra|]. intros c Hcb.
      destruct (Hcode c Hcb) as (q & d & -> & Hq & Hd). destruct (Hdiv q d Hd) as [-> _].
      rewrite (sum_single (S n) q); [rewrite Nat.eqb_refl; ring | lia |].
      intros s _ Hne. apply not_eq_sym in Hne. apply Nat.eqb_neq in Hne. rewrite Hne. reflexivity.
    + intros i r Hi Hr. unfold product. rewrite Hsum. rewrite (sum_single (S n) r); [|assumption|].
      * rewrite (sum_equal m _ (fun d => geometric n (level_of C alphas) i r * seen n ts' C' (results n (members C')
          d) r)).
        -- rewrite sum_times. unfold m. rewrite seen_sums by (assumption || lia). ring.
        -- intros d Hd. destruct (Hdiv r d Hd) as [-> _]. rewrite Nat.eqb_refl, (E r d i) by lia. ring.
      * intros q Hq Hne. rewrite (sum_equal m _ (fun _ => 0)); [apply sum_zero|]. intros d Hd.
        destruct (Hdiv q d Hd) as [-> _]. apply Nat.eqb_neq in Hne. rewrite Hne. ring.
Qed.

Lemma level_of_is_one C : forall alphas, length C = length alphas -> (1 <= members C)%nat ->
  In (level_of C alphas) alphas.
Proof.
  induction C as [|[] C IH]; intros [|a alphas] Hl Hc; try discriminate; cbn [members level_of] in *;
    [lia | now left |].
  injection Hl as Hl. right. now apply IH.
Qed.

(** It is the least level of a member. *)
Theorem level_of_least C alphas j :
  levels alphas -> length C = length alphas -> nth j C false = true -> level_of C alphas <= nth j alphas 1.
Proof.
  unfold levels. revert alphas j. enough (H : forall alphas a j, rising a alphas -> length C = length alphas ->
    nth j C false = true -> level_of C alphas <= nth j alphas 1) by (intros; now apply (H alphas 0)).
  induction C as [|member C IH]; intros [|a alphas] b j Hr Hl Hj; try discriminate; [destruct j; discriminate|].
  injection Hl as Hl. destruct Hr as [_ Hr].
  destruct member; cbn [level_of].
  - destruct j as [|j]; cbn [nth]; [lra|]. cbn [nth] in Hj.
    destruct (le_lt_dec (length alphas) j) as [Hle|Hlt].
    + rewrite nth_overflow in Hj by lia. discriminate.
    + now apply (rising_range a alphas Hr), nth_In.
  - destruct j as [|j]; [discriminate|]. exact (IH alphas a j Hr Hl Hj).
Qed.

Lemma derivable_private inputs columns responses pairs alpha x y :
  (forall i k, In (i, k) pairs -> (i < inputs)%nat /\ (k < inputs)%nat) ->
  derivable inputs columns responses x y -> private pairs columns alpha y -> private pairs responses alpha x.
Proof.
  intros Hin (t & [Ht _] & He) Hp i k Hik r Hr. unfold same in He. destruct (Hin i k Hik). rewrite !He by assumption.
  exact (product_private pairs columns responses alpha y t Ht Hp i k Hik r Hr).
Qed.

(** Theorem 1, part 1 (collusion resistance): what any group of readers holds together is private at the level of its
    least private member, and at no larger one. *)
Theorem collusion_resistance n alphas ts C :
  (1 <= n)%nat -> levels alphas -> algorithm_1 n alphas ts -> length C = length alphas -> (1 <= members C)%nat ->
  private_mechanism (S n) (lists n (members C)) (path (S n)) (level_of C alphas) (together n ts C) /\
  exact_level (path (S n)) (lists n (members C)) (level_of C alphas) (together n ts C).
Proof.
  intros Hn Hlevels H Hl Hc.
  assert (Ha := rising_range 0 alphas Hlevels _ (level_of_is_one C alphas Hl Hc)).
  destruct (lemma_4 n alphas ts C H Hl Hc) as [Hto Hback].
  assert (Hp : private (path (S n)) (lists n (members C)) (level_of C alphas) (together n ts C)).
  { apply (derivable_private (S n) (S n)) with (y := geometric n (level_of C alphas)); [now intros;
      apply path_inside | assumption |].
    now apply geometric_private. }
  split; [split; [now apply (together_stochastic n alphas) | exact Hp]|].
  split; [exact Hp|]. split; [apply Ha|]. intros beta Hb Hbp.
  destruct (geometric_exact_level n (level_of C alphas) Hn Ha) as (_ & _ & Hmost). apply Hmost; [assumption|].
  apply (derivable_private (S n) (lists n (members C))) with (y := together n ts C); [now intros;
    apply path_inside | assumption..].
Qed.

(** The group of the reader j alone, of so many. *)
Definition only (j readers : nat) : group := map (Nat.eqb j) (seq 0 readers).

Lemma nobody j : forall readers start, (j < start)%nat -> members (map (Nat.eqb j) (seq start readers)) = O.
Proof.
  induction readers as [|p IH]; intros start H; [reflexivity|]. cbn [seq map].
  assert (E : (j =? start)%nat = false) by (apply Nat.eqb_neq; lia). rewrite E. cbn [members]. apply IH. lia.
Qed.

Lemma only_members_from j : forall readers start,
  (start <= j)%nat -> (j < start + readers)%nat -> members (map (Nat.eqb j) (seq start readers)) = 1%nat.
Proof.
  induction readers as [|p IH]; intros start H1 H2; [lia|]. cbn [seq map].
  destruct (Nat.eq_dec j start) as [->|Hne].
  - rewrite Nat.eqb_refl. cbn [members]. rewrite nobody by lia. reflexivity.
  - assert (E : (j =? start)%nat = false) by (apply Nat.eqb_neq; lia). rewrite E. cbn [members]. apply IH; lia.
Qed.

Lemma only_members j readers : (j < readers)%nat -> members (only j readers) = 1%nat.
Proof. intros H. unfold only. apply only_members_from; lia. Qed.

Lemma only_length j readers : length (only j readers) = readers.
Proof. unfold only. now rewrite map_length, seq_length. Qed.

Lemma only_level j alphas : (j < length alphas)%nat -> level_of (only j (length alphas)) alphas = nth j alphas 1.
Proof.
  intros H. unfold only.
  enough (G : forall alphas start j, (start <= j)%nat -> (j < start + length alphas)%nat ->
    level_of (map (Nat.eqb j) (seq start (length alphas))) alphas = nth (j - start) alphas 1).
  { rewrite G by lia. now rewrite Nat.sub_0_r. }
  clear. induction alphas as [|a alphas IH]; intros start j H1 H2; cbn [length seq map level_of] in *; [lia|].
  destruct (Nat.eq_dec j start) as [->|Hne].
  - rewrite Nat.eqb_refl, Nat.sub_diag. reflexivity.
  - assert (E : (j =? start)%nat = false) by (apply Nat.eqb_neq; lia). rewrite E. rewrite IH by lia.
    replace (j - start)%nat with (S (j - S start)) by lia. reflexivity.
Qed.

Lemma nobody_sees n : forall ts C s, all_stochastic n ts -> members C = O -> length C = length ts -> (s <= n)%nat ->
  seen n ts C [] s == 1.
Proof.
  intros ts C s Hs Hc Hl Hsn. assert (H := seen_sums n ts C s Hs Hl Hsn). rewrite Hc in H. unfold lists in H.
  cbn [Nat.pow sum results] in H. lra.
Qed.

(** The result of the reader j, of any of them, is that of the geometric mechanism at the reader's own level. *)
Theorem released_result n alphas ts j :
  algorithm_1 n alphas ts -> (j < length alphas)%nat ->
  same (S n) (S n) (fun i r => seen n ts (only j (length alphas)) [r] i) (geometric n (nth j alphas 1)).
Proof.
  intros H Hj i r Hi Hr. assert (Hs := remaps_stochastic n alphas _ _ H). assert (Hlt := remaps_length n alphas _ _ H).
  set (C := only j (length alphas)). assert (Hl : length C = length alphas) by apply only_length.
  assert (Hc : members C = 1%nat) by now apply only_members.
  rewrite <- (seen_from_the_truth n ts C [r] i) by lia.
  rewrite (seen_factors n alphas truthful ts C r [] i H Hl) by (rewrite ?Hc; lia).
  unfold C at 1. rewrite only_level by assumption. rewrite nobody_sees; [ring | | | |lia].
  - now apply later_stochastic.
  - assert (E := later_members ts C ltac:(congruence) ltac:(lia)). lia.
  - apply later_length. congruence.
Qed.

(** Theorem 1 of Gupte and Sundararajan (2010). At any levels 0 ≤ α_1 ≤ … ≤ α_k ≤ 1 there is a release of k results
    such that (1) what any group C of readers holds together is private at the least of their levels, and (2) a reader
    j who remaps the result j in the best way loses no more than by any α_j-private mechanism. *)
Theorem theorem_1 n alphas :
  (1 <= n)%nat -> levels alphas ->
  exists ts, algorithm_1 n alphas ts /\
    (forall C, length C = length alphas -> (1 <= members C)%nat ->
       private_mechanism (S n) (lists n (members C)) (path (S n)) (level_of C alphas) (together n ts C)) /\
    (forall j l s t, (j < length alphas)%nat -> monotone n (S n) l -> s <> [] -> (forall i, In i s -> (i <= n)%nat) ->
       let result := fun i r => seen n ts (only j (length alphas)) [r] i in
       stochastic (S n) (S n) t ->
       (forall u, stochastic (S n) (S n) u ->
          loss (S n) (S n) l (Minimax s) (product (S n) result t) <= loss (S n) (S n) l (Minimax s) (product (S n)
            result u)) ->
       forall x, private_mechanism (S n) (S n) (path (S n)) (nth j alphas 1) x ->
         loss (S n) (S n) l (Minimax s) (product (S n) result t) <= loss (S n) (S n) l (Minimax s) x).
Proof.
  intros Hn Hlevels. destruct (algorithm_1_runs n alphas Hn Hlevels) as (ts & H). exists ts. split; [assumption|].
  split.
  - intros C Hl Hc. now apply collusion_resistance.
  - intros j l s t Hj Hl Hs Hin result Ht Hbest x Hx.
    assert (Hr : same (S n) (S n) result (geometric n (nth j alphas 1))) by now apply released_result.
    assert (Ha := rising_range 0 alphas Hlevels (nth j alphas 1) (nth_In _ _ Hj)).
    destruct (universal n (S n) (nth j alphas 1) (fun i => i) l (Minimax s) x Hn Ha) as (u & Hu & Hle).
    + intros i k Hik _. exact Hik.
    + now apply monotone_unimodal.
    + now split.
    + assumption.
    + eapply Qle_trans; [exact (Hbest u Hu)|]. eapply Qle_trans; [|exact Hle].
      apply (loses_less n (S n)); [now split|]. intros i Hi. apply expected_loss_of_same with (n := n); [|assumption].
      apply product_same with (columns := S n); [assumption|]. intros k q _ _. reflexivity.
Qed.
