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
