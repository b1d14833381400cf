(** The rows of a mechanism as it is written: given row by row, or G and its remaps, whose rows are computed with all
    powers once. *)

From ExactDP Require Export Rows.
From Coq Require Import Bool.

Local Open Scope Z_scope.

(** Matrices of integers: what stands at a place. *)
Definition place (t : list (list Z)) (i r : nat) : Z := nth r (nth i t []) 0.

Definition is_wide (width : nat) (t : list (list Z)) : Prop := forall l, In l t -> length l = width.

Lemma writes_over inputs responses d t (x : matrix) :
  length t = inputs -> is_wide responses t ->
  (forall i r, (i < inputs)%nat -> (r < responses)%nat -> (x i r == place t i r # d)%Q) ->
  writes inputs responses (map (fun l => (d, l)) t) x.
Proof.
  intros Hn Hw Hx. split.
  - now rewrite map_length.
  - intros given Hin. apply in_map_iff in Hin. destruct Hin as (l & <- & Hl). cbn [snd]. now apply Hw.
  - intros i r Hi Hr. rewrite (Hx i r Hi Hr).
    rewrite (of_rows_entry _ i r d (nth i t [])); [reflexivity|].
    rewrite nth_error_map. rewrite (nth_error_nth' t []) by lia. reflexivity.
Qed.

(** A matrix written out by a rule. *)
Definition by_rule (inputs responses : nat) (f : nat -> nat -> Z) : list (list Z) :=
  map (fun i => map (f i) (seq 0 responses)) (seq 0 inputs).

Lemma by_rule_length inputs responses f : length (by_rule inputs responses f) = inputs.
Proof. unfold by_rule. now rewrite map_length, seq_length. Qed.

Lemma by_rule_wide inputs responses f : is_wide responses (by_rule inputs responses f).
Proof.
  intros l H. apply in_map_iff in H. destruct H as (i & <- & _). now rewrite map_length, seq_length.
Qed.

Lemma by_rule_place inputs responses f i r :
  (i < inputs)%nat -> (r < responses)%nat -> place (by_rule inputs responses f) i r = f i r.
Proof. intros Hi Hr. unfold place, by_rule. rewrite nth_map_seq by assumption. now rewrite nth_map_seq. Qed.

(** A matrix in trees, so that any entry can be changed. *)
Definition planted_matrix (t : list (list Z)) : tree (tree Z) := tree_of (map tree_of t).

Definition change_entry (f : Z -> Z) (t : tree (tree Z)) (i r : nat) : tree (tree Z) :=
  changed (fun row => changed f row r) t i.

Definition unplanted (t : tree (tree Z)) : list (list Z) := map listed (listed t).

Definition holds (inputs responses : nat) (t : tree (tree Z)) : Prop :=
  well_counted t /\ length (listed t) = inputs /\
  forall row, In row (listed t) -> well_counted row /\ length (listed row) = responses.

Lemma planted_place t j row k : nth_error (listed t) j = Some row -> place (unplanted t) j k = nth k (listed row) 0.
Proof.
  intros H. unfold place, unplanted.
  assert (E : nth_error (map listed (listed t)) j = Some (listed row)) by now rewrite nth_error_map, H.
  now rewrite (nth_error_nth _ _ [] E).
Qed.

Lemma planted_matrix_is t width :
  is_wide width t -> holds (length t) width (planted_matrix t) /\ unplanted (planted_matrix t) = t.
Proof.
  intros Hw. unfold planted_matrix, unplanted. destruct (tree_of_is (map tree_of t)) as [Hc Hl]. rewrite Hl.
  split; [split; [assumption | split]|].
  - now rewrite Hl, map_length.
  - intros row Hin. rewrite Hl in Hin. apply in_map_iff in Hin. destruct Hin as (l & <- & Hin).
    destruct (tree_of_is l) as [Hc' Hl']. split; [assumption|]. rewrite Hl'. now apply Hw.
  - rewrite map_map. rewrite <- (map_id t) at 2. apply map_ext. intros l. apply tree_of_is.
Qed.

Lemma change_entry_is f inputs responses t i r :
  holds inputs responses t ->
  holds inputs responses (change_entry f t i r) /\
  forall j k, (j < inputs)%nat -> (k < responses)%nat ->
    place (unplanted (change_entry f t i r)) j k =
    if ((j =? i) && (k =? r))%nat then f (place (unplanted t) j k) else place (unplanted t) j k.
Proof.
  intros (Hc & Hn & Hw). unfold change_entry.
  destruct (changed_is (fun row => changed f row r) t Hc i) as (Hc' & Hn' & Hat).
  assert (Hrow : forall j row, nth_error (listed (changed (fun row => changed f row r) t i)) j = Some row ->
    exists before, nth_error (listed t) j = Some before /\ row = if (j =? i)%nat then changed f before r else before).
  { intros j row H. rewrite Hat in H. destruct (nth_error (listed t) j) as [before|]; destruct (j =? i)%nat;
      cbn [option_map] in H; try discriminate; injection H as <-; eauto. }
  split; [split; [assumption | split; [congruence|]]|].
  - intros row Hin. apply In_nth_error in Hin. destruct Hin as [j Hj]. destruct (Hrow j row Hj) as (before & Hb & ->).
    apply nth_error_In in Hb. destruct (Hw before Hb) as [H1 H2]. destruct (j =? i)%nat; [|now split].
    destruct (changed_is f before H1 r) as (H3 & H4 & _). split; [assumption | congruence].
  - intros j k Hj Hk.
    destruct (nth_error (listed (changed (fun row => changed f row r) t i)) j) as [row|] eqn:E.
    2:{ apply nth_error_None in E. lia. }
    destruct (Hrow j row E) as (before & Hb & Hrow'). rewrite (planted_place _ j row k E), (planted_place t j before k Hb).
    destruct (j =? i)%nat; cbn [andb]; [|now rewrite Hrow'].
    destruct (Hw before (nth_error_In _ _ Hb)) as [H1 H2]. destruct (changed_is f before H1 r) as (H3 & H4 & H5).
    rewrite Hrow'. destruct (nth_error (listed before) k) as [v|] eqn:Ev.
    2:{ apply nth_error_None in Ev. lia. }
    rewrite (nth_error_nth (listed before) k 0 Ev). specialize (H5 k). rewrite Ev in H5.
    destruct (k =? r)%nat; cbn [option_map] in H5; exact (nth_error_nth _ k 0 H5).
Qed.

Lemma holds_length inputs responses t : holds inputs responses t -> length (unplanted t) = inputs.
Proof. intros (_ & H & _). unfold unplanted. now rewrite map_length. Qed.

Lemma holds_wide inputs responses t : holds inputs responses t -> is_wide responses (unplanted t).
Proof. intros (_ & _ & H) l Hin. apply in_map_iff in Hin. destruct Hin as (row & <- & Hin). now apply H. Qed.

(** Sparse entries written out: of two at one place the first counts. *)
Definition nothing (inputs responses : nat) : tree (tree Z) := planted_matrix (repeat (repeat 0 responses) inputs).

Lemma nothing_is inputs responses :
  holds inputs responses (nothing inputs responses) /\ forall i r, place (unplanted (nothing inputs responses)) i r = 0.
Proof.
  unfold nothing. destruct (planted_matrix_is (repeat (repeat 0 responses) inputs) responses) as [H E].
  - intros l Hin. apply repeat_spec in Hin. subst l. apply repeat_length.
  - rewrite repeat_length in H. split; [assumption|]. rewrite E. intros i r. unfold place.
    destruct (lt_dec i inputs) as [Hi|Hi].
    + rewrite (nth_indep _ [] (repeat 0 responses)) by now rewrite repeat_length. rewrite nth_repeat. apply nth_repeat.
    + rewrite (nth_overflow (repeat _ _)) by (rewrite repeat_length; lia). now destruct r.
Qed.

Definition put (t : tree (tree Z)) (entry : nat * nat * Z) : tree (tree Z) :=
  let '(i, r, a) := entry in change_entry (fun _ => a) t i r.

Definition dense (inputs responses : nat) (given : sparse) : list (list Z) :=
  unplanted (fold_left put (rev' given) (nothing inputs responses)).

Lemma dense_is inputs responses common given :
  length (dense inputs responses given) = inputs /\ is_wide responses (dense inputs responses given) /\
  forall i r, (i < inputs)%nat -> (r < responses)%nat ->
    (of_sparse common given i r == place (dense inputs responses given) i r # common)%Q.
Proof.
  unfold dense. replace (rev' given) with (rev given) by (unfold rev'; now rewrite <- rev_alt).
  assert (E : fold_left put (rev given) (nothing inputs responses) =
    fold_right (fun e t => put t e) (nothing inputs responses) given).
  { rewrite <- (fold_left_rev_right (fun e t => put t e)), rev_involutive. reflexivity. }
  rewrite E. clear E.
  assert (H : holds inputs responses (fold_right (fun e t => put t e) (nothing inputs responses) given) /\
    forall i r, (i < inputs)%nat -> (r < responses)%nat -> (of_sparse common given i r ==
      place (unplanted (fold_right (fun e t => put t e) (nothing inputs responses) given)) i r # common)%Q).
  { induction given as [|((j & k) & a) given [IHh IH]]; cbn [fold_right].
    - destruct (nothing_is inputs responses) as [Hh H0]. split; [assumption|]. intros i r _ _. now rewrite H0.
    - unfold put at 1 3. destruct (change_entry_is (fun _ => a) inputs responses
        (fold_right (fun e t => put t e) (nothing inputs responses) given) j k IHh) as [Hh Hat].
      split; [assumption|]. intros i r Hi Hr. rewrite (Hat i r Hi Hr).
      specialize (IH i r Hi Hr). unfold of_sparse, entries in *. cbn [map find].
      rewrite (Nat.eqb_sym j i), (Nat.eqb_sym k r). destruct ((i =? j) && (r =? k))%nat; [reflexivity | exact IH]. }
  destruct H as [Hh H]. split; [now apply holds_length in Hh | split; [now apply holds_wide in Hh | assumption]].
Qed.

(** The powers c, c·a, …, c·a^n. *)
Fixpoint powers_from (c a : Z) (n : nat) : list Z :=
  match n with
  | O => [c]
  | S m => c :: powers_from (c * a) a m
  end.

Lemma powers_from_length a n : forall c, length (powers_from c a n) = S n.
Proof. induction n as [|n IH]; intros c; cbn [powers_from length]; [reflexivity | now rewrite IH]. Qed.

Lemma power_next a d : a ^ Z.of_nat (S d) = a * a ^ Z.of_nat d.
Proof. rewrite Nat2Z.inj_succ. apply Z.pow_succ_r. lia. Qed.

Lemma powers_from_at a n : forall c d, (d <= n)%nat -> nth d (powers_from c a n) 0 = c * a ^ Z.of_nat d.
Proof.
  induction n as [|n IH]; intros c [|d] H; cbn [powers_from nth]; try lia.
  rewrite IH, power_next by lia. ring.
Qed.

(** p^d·q^(n-d), for d from 0 to n. *)
Definition mixed_powers (p q : Z) (n : nat) : list Z := zipped Z.mul (powers_from 1 p n) (rev (powers_from 1 q n)).

Lemma mixed_powers_length p q n : length (mixed_powers p q n) = S n.
Proof. unfold mixed_powers. rewrite zipped_length; rewrite ?rev_length, !powers_from_length; reflexivity. Qed.

Lemma mixed_powers_at p q n d : (d <= n)%nat -> nth d (mixed_powers p q n) 0 = p ^ Z.of_nat d * q ^ Z.of_nat (n - d).
Proof.
  intros H. unfold mixed_powers.
  rewrite zipped_at by (rewrite ?rev_length, ?powers_from_length; lia).
  rewrite rev_nth by (rewrite powers_from_length; lia). rewrite powers_from_length.
  rewrite !powers_from_at by lia. replace (S n - S d)%nat with (n - d)%nat by lia. ring.
Qed.

(** G, over (q+p)·q^n: row i has the powers by their distance from i, times the share of each column. *)
Definition by_distance (powers : list Z) (n i : nat) : list Z := rev' (firstn (S i) powers) ++ firstn (n - i) (tl powers).

Definition shares (p q : Z) (n : nat) : list Z :=
  map (fun k => if ((k =? 0) || (k =? n))%nat then q else q - p) (seq 0 (S n)).

Definition geometric_numerators (n : nat) (p q : Z) : list (list Z) :=
  let powers := mixed_powers p q n in
  let each := shares p q n in
  map (fun i => zipped Z.mul (by_distance powers n i) each) (seq 0 (S n)).

Definition geometric_common (n : nat) (p : N) (q : positive) : positive :=
  Z.to_pos (Z.pos q + Z.of_N p) * q ^ Pos.of_nat n.

Definition geometric_rows (n : nat) (p : N) (q : positive) : list row :=
  let common := geometric_common n p q in
  map (fun l => (common, l)) (geometric_numerators n (Z.of_N p) (Z.pos q)).

Lemma tl_at (l : list Z) k : nth k (tl l) 0 = nth (S k) l 0.
Proof. destruct l; [now destruct k | reflexivity]. Qed.

Lemma firstn_at (l : list Z) n k : (k < n)%nat -> nth k (firstn n l) 0 = nth k l 0.
Proof. revert l k. induction n as [|n IH]; intros [|v l] [|k] H; cbn; try lia; try reflexivity. apply IH. lia. Qed.

Lemma by_distance_is powers n i :
  length powers = S n -> (i <= n)%nat -> length (by_distance powers n i) = S n /\
  forall k, (k <= n)%nat -> nth k (by_distance powers n i) 0 = nth (distance i k) powers 0.
Proof.
  intros Hl Hi. unfold by_distance, rev'. rewrite <- rev_alt.
  assert (Hf : length (firstn (S i) powers) = S i) by (rewrite firstn_length; lia).
  split.
  - rewrite app_length, rev_length, Hf, firstn_length. destruct powers; cbn in *; lia.
  - intros k Hk. destruct (le_lt_dec k i) as [H|H].
    + rewrite app_nth1 by (rewrite rev_length; lia). rewrite rev_nth by lia. rewrite Hf, firstn_at by lia.
      rewrite distance_left by assumption. replace (S i - S k)%nat with (i - k)%nat by lia. reflexivity.
    + rewrite app_nth2 by (rewrite rev_length; lia). rewrite rev_length, Hf, firstn_at, tl_at by lia.
      rewrite distance_right by lia. now replace (S (k - S i)) with (k - i)%nat by lia.
Qed.

Definition geometric_numerator (n : nat) (p q : Z) (i k : nat) : Z :=
  p ^ Z.of_nat (distance i k) * q ^ Z.of_nat (n - distance i k) * (if ((k =? 0) || (k =? n))%nat then q else q - p).

Lemma geometric_numerators_are n p q :
  length (geometric_numerators n p q) = S n /\ is_wide (S n) (geometric_numerators n p q) /\
  forall i k, (i <= n)%nat -> (k <= n)%nat -> place (geometric_numerators n p q) i k = geometric_numerator n p q i k.
Proof.
  assert (Hs : length (shares p q n) = S n) by (unfold shares; now rewrite map_length, seq_length).
  unfold geometric_numerators. cbv zeta. split; [|split].
  - now rewrite map_length, seq_length.
  - intros l Hin. apply in_map_iff in Hin. destruct Hin as (i & <- & Hin). apply in_seq in Hin.
    destruct (by_distance_is (mixed_powers p q n) n i (mixed_powers_length p q n)) as [Hl _]; [lia|].
    rewrite zipped_length; lia.
  - intros i k Hi Hk. unfold place. rewrite nth_map_seq by lia.
    destruct (by_distance_is (mixed_powers p q n) n i (mixed_powers_length p q n)) as [Hl Hat]; [lia|].
    rewrite zipped_at by lia. rewrite Hat, mixed_powers_at by (unfold distance; lia).
    unfold geometric_numerator, shares. now rewrite nth_map_seq by lia.
Qed.

Lemma geometric_over n p q i k :
  (1 <= n)%nat -> (i <= n)%nat -> (k <= n)%nat ->
  (geometric n (Z.of_N p # q) i k == geometric_numerator n (Z.of_N p) (Z.pos q) i k # geometric_common n p q)%Q.
Proof.
  intros Hn Hi Hk. rewrite geometric_written by assumption. unfold written_geometric, geometric_numerator. cbv zeta.
  rewrite (nth_map_seq _ (S n)) by (unfold distance; lia). reflexivity.
Qed.

Theorem geometric_rows_write n p q :
  (1 <= n)%nat -> writes (S n) (S n) (geometric_rows n p q) (geometric n (Z.of_N p # q)).
Proof.
  intros Hn. destruct (geometric_numerators_are n (Z.of_N p) (Z.pos q)) as (Hl & Hw & Hat).
  unfold geometric_rows. cbv zeta. apply writes_over; try assumption.
  intros i k Hi Hk. rewrite Hat by lia. apply geometric_over; lia.
Qed.

(** G·T, row by row: Σ_k α^|i-k|·c_k·T_k is summed by Horner's rule from both ends. The part with k > i, times q^(n-i), is
    after_i = p·(after_(i+1) + q^(n-i-1)·c_(i+1)·T_(i+1)); the part with k ≤ i, times q^i, is
    before_i = p·before_(i-1) + q^i·c_i·T_i. *)
Fixpoint weighted (weights : list Z) (t : list (list Z)) : list (list Z) :=
  match weights, t with
  | c :: weights, l :: t => map (Z.mul c) l :: weighted weights t
  | _, _ => []
  end.

Fixpoint afters (p q : Z) (width : nat) (t : list (list Z)) : list (Z * list Z) :=
  match t with
  | [] => []
  | _ :: rest =>
      let more := afters p q width rest in
      match rest, more with
      | next :: _, (there, after) :: _ => (there * q, zipped (fun v w => p * (v + there * w)) after next) :: more
      | _, _ => (1, repeat 0 width) :: more
      end
  end.

Fixpoint blurred_from (p q here : Z) (before : list Z) (t : list (list Z)) (after : list (Z * list Z)) :
  list (list Z) :=
  match t, after with
  | l :: t, (there, a) :: after =>
      let b := zipped (fun u w => p * u + here * w) before l in
      zipped (fun u v => there * u + here * v) b a :: blurred_from p q (here * q) b t after
  | _, _ => []
  end.

Definition blurred (n : nat) (p q : Z) (width : nat) (t : list (list Z)) : list (list Z) :=
  let scaled := weighted (shares p q n) t in
  blurred_from p q 1 (repeat 0 width) scaled (afters p q width scaled).

Lemma weighted_length weights : forall t, length weights = length t -> length (weighted weights t) = length t.
Proof. induction weights as [|c weights IH]; intros [|l t] H; cbn in *; try discriminate; [reflexivity|]. now rewrite IH by congruence. Qed.

Lemma weighted_wide width weights : forall t, is_wide width t -> is_wide width (weighted weights t).
Proof.
  induction weights as [|c weights IH]; intros [|l t] H m Hin; cbn in Hin; try contradiction.
  destruct Hin as [<-|Hin].
  - rewrite map_length. apply H. now left.
  - apply (IH t); [|assumption]. intros l' Hl'. apply H. now right.
Qed.

Lemma weighted_place weights : forall t k r, length weights = length t -> (k < length t)%nat ->
  place (weighted weights t) k r = nth k weights 0 * place t k r.
Proof.
  induction weights as [|c weights IH]; intros [|l t] k r H Hk; cbn in H, Hk; try discriminate; try lia.
  destruct k as [|k]; unfold place; cbn [weighted nth].
  - destruct (lt_dec r (length l)) as [Hr|Hr]; [now rewrite map_at|].
    rewrite !nth_overflow by (rewrite ?map_length; lia). ring.
  - apply (IH t k r); [congruence | lia].
Qed.

Lemma is_wide_rest width l t : is_wide width (l :: t) -> length l = width /\ is_wide width t.
Proof. intros H. split; [apply H; now left|]. intros m Hm. apply H. now right. Qed.

Lemma nth_zeros width r : nth r (repeat 0 width) 0 = 0.
Proof. apply nth_repeat. Qed.

Lemma afters_is p q width r : (r < width)%nat -> forall t i, is_wide width t -> (i < length t)%nat ->
  exists after, nth_error (afters p q width t) i = Some (q ^ Z.of_nat (length t - 1 - i), after) /\
    length after = width /\
    nth r after 0 = zsum (length t - 1 - i) (fun k =>
      p ^ Z.of_nat (S k) * q ^ Z.of_nat (length t - 1 - i - 1 - k) * place t (S (i + k)) r).
Proof.
  intros Hr. induction t as [|l rest IH]; intros i Hw Hi; cbn [length] in Hi; [lia|].
  apply is_wide_rest in Hw. destruct Hw as [_ Hw].
  assert (Hhead : exists head, afters p q width (l :: rest) = head :: afters p q width rest).
  { cbn [afters]. cbv zeta. destruct rest as [|next rest']; [eauto|].
    generalize (afters p q width (next :: rest')). intros [|[there after] more]; eauto. }
  destruct i as [|i].
  - destruct rest as [|next rest'].
    + exists (repeat 0 width). cbn. repeat split; [now rewrite repeat_length | apply nth_zeros].
    + destruct (IH O Hw ltac:(cbn; lia)) as (after & He & Hl & Ha).
      change (afters p q width (l :: next :: rest')) with
        (let more := afters p q width (next :: rest') in
         match more with
         | (there, after) :: _ => (there * q, zipped (fun v w => p * (v + there * w)) after next) :: more
         | [] => (1, repeat 0 width) :: more
         end).
      cbv zeta.
      destruct (afters p q width (next :: rest')) as [|[there after'] more]; [discriminate|].
      cbn [nth_error] in He. injection He as -> ->. cbn [nth_error].
      exists (zipped (fun v w => p * (v + q ^ Z.of_nat (length (next :: rest') - 1 - 0) * w)) after next).
      assert (Hn : length next = width) by (apply Hw; now left).
      cbn [length] in *. rewrite !Nat.sub_0_r in *. cbn [Nat.sub] in *. rewrite !Nat.sub_0_r in *.
      split; [|split].
      * rewrite (power_next q (length rest')). f_equal. f_equal. ring.
      * rewrite zipped_length; congruence.
      * rewrite zipped_at by congruence. rewrite Ha, zsum_first.
        rewrite Z.mul_add_distr_l, <- zsum_times, Z.add_comm. f_equal.
        -- unfold place. cbn [nth Nat.add].
           change (Z.of_nat 1) with 1. rewrite Z.pow_1_r, Nat.sub_0_r. ring.
        -- apply zsum_equal. intros k Hk. rewrite (power_next p (S k)).
           replace (length rest' - S k)%nat with (length rest' - 1 - k)%nat by lia.
           unfold place. cbn [nth Nat.add]. ring.
  - destruct Hhead as [head ->]. cbn [nth_error length]. destruct (IH i Hw ltac:(lia)) as (after & He & Hl & Ha).
    exists after. replace (S (length rest) - 1 - S i)%nat with (length rest - 1 - i)%nat by lia.
    now repeat split.
Qed.

Lemma afters_length p q width t : length (afters p q width t) = length t.
Proof.
  induction t as [|l rest IH]; cbn [afters length]; [reflexivity|]. cbv zeta.
  destruct rest as [|next rest']; [now rewrite <- IH|].
  rewrite <- IH. generalize (afters p q width (next :: rest')). now intros [|[there after] more].
Qed.

Lemma blurred_from_length p q t : forall here before after,
  length after = length t -> length (blurred_from p q here before t after) = length t.
Proof.
  induction t as [|l t IH]; intros here before [|[there a] after] H; cbn in *; try discriminate; [reflexivity|].
  now rewrite IH by congruence.
Qed.

Lemma blurred_from_wide p q width t : forall here before after,
  is_wide width t -> length before = width -> (forall a, In a after -> length (snd a) = width) ->
  is_wide width (blurred_from p q here before t after).
Proof.
  induction t as [|l t IH]; intros here before [|[there a] after] Hw Hb Ha m Hin; cbn in Hin; try contradiction.
  apply is_wide_rest in Hw. destruct Hw as [Hl Hw].
  assert (Hz : length (zipped (fun u w => p * u + here * w) before l) = width) by (rewrite zipped_length; congruence).
  assert (Hlen : length a = width) by (apply (Ha (there, a)); now left).
  destruct Hin as [<-|Hin].
  - rewrite zipped_length; congruence.
  - eapply IH; [exact Hw | exact Hz | | exact Hin]. intros b Hb'. apply Ha. now right.
Qed.

Lemma blurred_from_place p q width r : (r < width)%nat -> forall t i here before after there a,
  is_wide width t -> length before = width -> (forall a, In a after -> length (snd a) = width) ->
  nth_error after i = Some (there, a) -> (i < length t)%nat ->
  place (blurred_from p q here before t after) i r =
  there * (p ^ Z.of_nat (S i) * nth r before 0 +
           here * zsum (S i) (fun k => p ^ Z.of_nat (i - k) * q ^ Z.of_nat k * place t k r))
  + here * q ^ Z.of_nat i * nth r a 0.
Proof.
  intros Hr. induction t as [|l t IH]; intros i here before [|[there' a'] after] there a Hw Hb Ha He Hi;
    cbn [length] in Hi; try lia; try (now destruct i).
  apply is_wide_rest in Hw. destruct Hw as [Hl Hw].
  assert (Hz : length (zipped (fun u w => p * u + here * w) before l) = width) by (rewrite zipped_length; congruence).
  assert (Hat : nth r (zipped (fun u w => p * u + here * w) before l) 0 = p * nth r before 0 + here * nth r l 0)
    by (apply zipped_at; congruence).
  destruct i as [|i]; cbn [nth_error] in He.
  - injection He as -> ->. assert (Hlen : length a = width) by (apply (Ha (there, a)); now left).
    unfold place at 1. cbn [blurred_from nth]. cbv zeta. rewrite zipped_at by congruence. rewrite Hat.
    cbn [zsum Nat.sub]. unfold place. cbn [nth]. change (Z.of_nat 1) with 1. change (Z.of_nat 0) with 0.
    rewrite Z.pow_1_r, !Z.pow_0_r. ring.
  - unfold place at 1. cbn [blurred_from nth]. cbv zeta. fold (place (blurred_from p q (here * q)
      (zipped (fun u w => p * u + here * w) before l) t after) i r).
    rewrite (IH i (here * q) _ after there a Hw Hz); [|intros b Hb'; apply Ha; now right | assumption | lia].
    rewrite Hat, (zsum_first (S i)), (power_next p (S i)), (power_next q i).
    rewrite (zsum_equal (S i) (fun k => p ^ Z.of_nat (S i - S k) * q ^ Z.of_nat (S k) * place (l :: t) (S k) r)
      (fun k => q * (p ^ Z.of_nat (i - k) * q ^ Z.of_nat k * place t k r))).
    + rewrite zsum_times. change (place (l :: t) 0 r) with (nth r l 0). rewrite Nat.sub_0_r.
      change (Z.of_nat 0) with 0. rewrite Z.pow_0_r. ring.
    + intros k _. rewrite (power_next q k). cbn [Nat.sub]. unfold place. cbn [nth]. ring.
Qed.

Lemma zsum_split a b f : zsum (a + b) f = zsum a f + zsum b (fun k => f (a + k)%nat).
Proof.
  induction b as [|b IH]; [rewrite Nat.add_0_r; cbn [zsum]; lia|].
  rewrite Nat.add_succ_r. cbn [zsum]. lia.
Qed.

Lemma power_plus a d e : a ^ Z.of_nat (d + e) = a ^ Z.of_nat d * a ^ Z.of_nat e.
Proof. rewrite Nat2Z.inj_add. apply Z.pow_add_r; lia. Qed.

Lemma blurred_is n p q width t :
  length t = S n -> is_wide width t ->
  length (blurred n p q width t) = S n /\ is_wide width (blurred n p q width t) /\
  forall i r, (i <= n)%nat -> (r < width)%nat ->
    place (blurred n p q width t) i r = zsum (S n) (fun k => geometric_numerator n p q i k * place t k r).
Proof.
  intros Hn Hw. unfold blurred. cbv zeta. set (s := weighted (shares p q n) t).
  assert (Hshares : length (shares p q n) = S n) by (unfold shares; now rewrite map_length, seq_length).
  assert (Hs : length s = S n) by (unfold s; rewrite weighted_length; congruence).
  assert (Hsw : is_wide width s) by now apply weighted_wide.
  assert (Hbefore : length (repeat 0 width) = width) by apply repeat_length.
  assert (Hafter : forall a, In a (afters p q width s) -> length (snd a) = width).
  { destruct width as [|width'].
    - assert (G : forall u, is_wide O u -> forall a, In a (afters p q O u) -> length (snd a) = O).
      { induction u as [|l rest IH]; intros Hu a Hin; [contradiction|]. apply is_wide_rest in Hu. destruct Hu as [_ Hu].
        specialize (IH Hu). cbn [afters] in Hin. cbv zeta in Hin. destruct rest as [|next rest'].
        - destruct Hin as [<-|[]]. reflexivity.
        - revert Hin IH. generalize (afters p q O (next :: rest')). intros [|[there after] more] Hin IH.
          + destruct Hin as [<-|[]]. reflexivity.
          + destruct Hin as [<-|Hin]; [|now apply IH]. cbn [snd].
            assert (E : length after = O) by (apply (IH (there, after)); now left). destruct after; [reflexivity | discriminate]. }
      now apply G.
    - intros a Hin. apply In_nth_error in Hin. destruct Hin as [i Hi].
      assert (Hlt : (i < length s)%nat).
      { rewrite <- (afters_length p q (S width') s). apply nth_error_Some. congruence. }
      destruct (afters_is p q (S width') O ltac:(lia) s i Hsw Hlt) as (after & He & Hl & _).
      rewrite Hi in He. injection He as ->. exact Hl. }
  split; [rewrite blurred_from_length; [assumption | now rewrite afters_length]|].
  split; [now apply blurred_from_wide|]. intros i r Hi Hr.
  destruct (afters_is p q width r Hr s i Hsw ltac:(lia)) as (after & He & Hl & Ha).
  rewrite (blurred_from_place p q width r Hr s i 1 _ _ _ _ Hsw Hbefore Hafter He ltac:(lia)).
  rewrite Ha, nth_zeros, Hs. replace (S n - 1 - i)%nat with (n - i)%nat by lia.
  replace (S n) with (S i + (n - i))%nat at 1 by lia. rewrite zsum_split.
  rewrite Z.mul_0_r, Z.add_0_l, !Z.mul_1_l, <- !zsum_times.
  assert (Hplace : forall k, (k <= n)%nat -> place s k r = (if ((k =? 0) || (k =? n))%nat then q else q - p) * place t k r).
  { intros k Hk. unfold s. rewrite weighted_place by lia. f_equal. unfold shares. now rewrite nth_map_seq by lia. }
  f_equal; apply zsum_equal; intros k Hk; unfold geometric_numerator.
  - rewrite Hplace, distance_left by lia. replace (n - (i - k))%nat with ((n - i) + k)%nat by lia.
    rewrite power_plus. ring.
  - replace (S (i + k)) with (S i + k)%nat by lia. rewrite Hplace, distance_right by lia.
    replace (S i + k - i)%nat with (S k) by lia. replace (n - S k)%nat with (i + (n - i - 1 - k))%nat by lia.
    rewrite power_plus. ring.
Qed.

(** A remap of G that is over one denominator, in full. *)
Definition remap_rows (n : nat) (p : N) (q : positive) (width : nat) (common : positive) (t : list (list Z)) : list row :=
  let whole := (geometric_common n p q * common)%positive in
  map (fun l => (whole, l)) (blurred n (Z.of_N p) (Z.pos q) width t).

Theorem remap_rows_write n p q width common t (z : matrix) :
  (1 <= n)%nat -> length t = S n -> is_wide width t ->
  (forall k r, (k < S n)%nat -> (r < width)%nat -> z k r == place t k r # common)%Q ->
  writes (S n) width (remap_rows n p q width common t) (product (S n) (geometric n (Z.of_N p # q)) z).
Proof.
  intros Hn Ht Hw Hz. destruct (blurred_is n (Z.of_N p) (Z.pos q) width t Ht Hw) as (Hl & Hb & Hat).
  unfold remap_rows. cbv zeta. apply writes_over; try assumption.
  intros i r Hi Hr. rewrite Hat by lia. rewrite <- sum_over. apply sum_equal. intros k Hk.
  rewrite (geometric_over n p q i k) by lia. rewrite (Hz k r Hk Hr). reflexivity.
Qed.

(** The rows of a mechanism as it is written. *)
Definition rows_of (x : written) : list row :=
  match x with
  | Given _ _ given => given
  | Geometric n level => geometric_rows n (Z.to_N (Qnum level)) (Qden level)
  | Remap n level responses common remap =>
      remap_rows n (Z.to_N (Qnum level)) (Qden level) responses common (dense (S n) responses remap)
  end.

Definition is_written (x : written) : bool :=
  match x with
  | Given inputs responses given => is_shaped inputs responses given
  | Geometric n level | Remap n level _ _ _ => (1 <=? n)%nat && (0 <=? Qnum level)
  end.

Lemma level_of_natural (a : Q) : 0 <= Qnum a -> Z.of_N (Z.to_N (Qnum a)) # Qden a = a.
Proof. intros H. rewrite Z2N.id by assumption. now destruct a. Qed.

Theorem rows_of_write x :
  is_written x = true -> writes (inputs_of x) (responses_of x) (rows_of x) (matrix_of x).
Proof.
  destruct x as [inputs responses given|n level|n level responses common remap];
    cbn [is_written rows_of matrix_of inputs_of responses_of]; intros H.
  - now apply shaped_writes.
  - apply andb_true_iff in H. destruct H as [Hn Hp]. apply Nat.leb_le in Hn. apply Z.leb_le in Hp.
    rewrite <- (level_of_natural level Hp) at 3. now apply geometric_rows_write.
  - apply andb_true_iff in H. destruct H as [Hn Hp]. apply Nat.leb_le in Hn. apply Z.leb_le in Hp.
    rewrite <- (level_of_natural level Hp) at 3.
    destruct (dense_is (S n) responses common remap) as (Hl & Hw & Hat). now apply remap_rows_write.
Qed.
