(** An inverse modulo m, checked with one product for each pair of an entry of the inverse and a row of the matrix: a
    row is packed into one integer, whose digits are its entries. *)

From ExactDP Require Export RowMechanisms.
From Coq Require Import Bool.

Local Open Scope Z_scope.

(** The columns of a list of rows. *)
Fixpoint before_each {A} (l : list A) (rest : list (list A)) : list (list A) :=
  match l, rest with
  | v :: l, each :: rest => (v :: each) :: before_each l rest
  | _, _ => []
  end.

Definition transposed {A} (many : nat) (t : list (list A)) : list (list A) := fold_right before_each (repeat [] many) t.

Lemma before_each_length {A} (l : list A) : forall rest, length l = length rest -> length (before_each l rest) = length l.
Proof. induction l as [|v l IH]; intros [|each rest] H; cbn in *; try discriminate; [reflexivity|].
now rewrite IH by congruence. Qed.

Lemma before_each_at {A} (d : A) l : forall rest j,
  length l = length rest -> (j < length l)%nat -> nth j (before_each l rest) [] = nth j l d :: nth j rest [].
Proof.
  induction l as [|v l IH]; intros [|each rest] j H Hj; cbn in H, Hj; try lia.
  destruct j as [|j]; cbn [before_each nth]; [reflexivity|]. apply IH; [congruence | lia].
Qed.

Lemma transposed_is {A} (d : A) many t :
  (forall l, In l t -> length l = many) ->
  length (transposed many t) = many /\
  (forall j, (j < many)%nat -> length (nth j (transposed many t) []) = length t) /\
  forall i j, (j < many)%nat -> nth i (nth j (transposed many t) []) d = nth j (nth i t []) d.
Proof.
  induction t as [|l t IH]; intros H; cbn [transposed fold_right].
  - split; [apply repeat_length|]. split; intros; rewrite nth_repeat; [reflexivity|]. now destruct i, j.
  - destruct IH as (Hl & Hw & Hn); [intros; apply H; now right|]. fold (transposed many t).
    assert (Hll : length l = many) by (apply H; now left).
    assert (E : forall j, (j < many)%nat ->
      nth j (before_each l (transposed many t)) [] = nth j l d :: nth j (transposed many t) []).
    { intros j Hj. apply before_each_at; congruence. }
    split; [|split].
    + rewrite before_each_length; congruence.
    + intros j Hj. rewrite E by assumption. cbn [length]. now rewrite Hw.
    + intros i j Hj. rewrite E by assumption. destruct i as [|i]; cbn [nth]; [reflexivity | now apply Hn].
Qed.

(** Σ_c l_c·2^(w·c), and what is left of the list after its first 2^depth entries. *)
Fixpoint packed (w : Z) (depth : nat) (l : list Z) : Z * list Z :=
  match depth with
  | O => match l with [] => (0, []) | v :: rest => (v, rest) end
  | S below =>
      let (low, rest) := packed w below l in
      let (high, rest) := packed w below rest in (low + Z.shiftl high (w * 2 ^ Z.of_nat below), rest)
  end.

(** A check of each digit of an integer, that number `from` on. *)
Fixpoint all_digits (w : Z) (check : nat -> Z -> bool) (depth from : nat) (z : Z) : bool :=
  match depth with
  | O => check from z
  | S below =>
      let k := w * 2 ^ Z.of_nat below in
      all_digits w check below from (Z.land z (Z.ones k)) &&
      all_digits w check below (from + 2 ^ below) (Z.shiftr z k)
  end.

Definition digits_sum (w : Z) (n : nat) (s : nat -> Z) : Z := zsum n (fun c => s c * 2 ^ (w * Z.of_nat c)).

Lemma digits_sum_split w a b s : 0 <= w ->
  digits_sum w (a + b) s = digits_sum w a s + 2 ^ (w * Z.of_nat a) * digits_sum w b (fun c => s (a + c)%nat).
Proof.
  intros Hw. unfold digits_sum. rewrite zsum_split, <- zsum_times. f_equal. apply zsum_equal. intros c _.
  rewrite Nat2Z.inj_add, Z.mul_add_distr_l, Z.pow_add_r by lia. ring.
Qed.

Lemma of_nat_power k : Z.of_nat (2 ^ k) = 2 ^ Z.of_nat k.
Proof. rewrite Nat2Z.inj_pow. reflexivity. Qed.

Lemma skipped_at {A} (d : A) a : forall l c, nth c (skipn a l) d = nth (a + c) l d.
Proof. induction a as [|a IH]; intros [|v l] c; cbn; try reflexivity; [now destruct c | apply IH]. Qed.

Lemma skipped_twice {A} a b : forall l : list A, skipn b (skipn a l) = skipn (a + b) l.
Proof. induction a as [|a IH]; intros [|v l]; cbn; try reflexivity; [apply skipn_nil | apply IH]. Qed.

Lemma packed_is w depth : 0 <= w -> forall l,
  packed w depth l = (digits_sum w (2 ^ depth) (fun c => nth c l 0), skipn (2 ^ depth) l).
Proof.
  intros Hw. induction depth as [|below IH]; intros l; cbn [packed].
  - unfold digits_sum. cbn [Nat.pow zsum]. rewrite Z.mul_0_r. destruct l as [|v l]; cbn [nth skipn]; f_equal; lia.
  - rewrite (IH l), IH, Nat.pow_succ_r', skipped_twice.
    replace (2 * 2 ^ below)%nat with (2 ^ below + 2 ^ below)%nat by lia.
    rewrite digits_sum_split, Z.shiftl_mul_pow2, of_nat_power by (assumption || apply Z.mul_nonneg_nonneg; lia). f_equal.
    rewrite Z.mul_comm. f_equal. f_equal. unfold digits_sum. apply zsum_equal. intros c _. now rewrite skipped_at.
Qed.

Lemma digits_sum_bounds w n s : 0 <= w -> (forall c, 0 <= s c < 2 ^ w) -> 0 <= digits_sum w n s < 2 ^ (w * Z.of_nat n).
Proof.
  intros Hw Hs. induction n as [|n IH]; [cbn; rewrite Z.mul_0_r; cbn; lia|].
  unfold digits_sum in *. cbn [zsum]. rewrite Nat2Z.inj_succ, Z.mul_succ_r, Z.pow_add_r by lia.
  assert (0 < 2 ^ (w * Z.of_nat n)) by (apply Z.pow_pos_nonneg; lia). specialize (Hs n). nia.
Qed.

Lemma all_digits_sound w check depth : 0 <= w -> forall from z s,
  (forall c, 0 <= s c < 2 ^ w) -> z = digits_sum w (2 ^ depth) (fun c => s (from + c)%nat) ->
  all_digits w check depth from z = true ->
  forall c, (c < 2 ^ depth)%nat -> check (from + c)%nat (s (from + c)%nat) = true.
Proof.
  intros Hw. induction depth as [|below IH]; intros from z s Hs Hz H c Hc; cbn [all_digits] in H.
  - cbn in Hc. assert (c = O) by lia. subst c. unfold digits_sum in Hz. cbn [Nat.pow zsum] in Hz. rewrite Z.mul_0_r in Hz.
    replace (s (from + 0)%nat) with z by (rewrite Hz; lia). now rewrite Nat.add_0_r.
  - cbv zeta in H. rewrite Nat.pow_succ_r' in Hz, Hc.
    replace (2 * 2 ^ below)%nat with (2 ^ below + 2 ^ below)%nat in Hz by lia.
    rewrite digits_sum_split, of_nat_power in Hz by assumption. set (k := w * 2 ^ Z.of_nat below) in *.
    assert (Hk : 0 <= k) by (apply Z.mul_nonneg_nonneg; lia).
    assert (Hlow : 0 <= digits_sum w (2 ^ below) (fun c => s (from + c)%nat) < 2 ^ k).
    { unfold k. rewrite <- of_nat_power. apply digits_sum_bounds; [assumption | intros; apply Hs]. }
    set (low := digits_sum w (2 ^ below) (fun c => s (from + c)%nat)) in *.
    set (high := digits_sum w (2 ^ below) _) in Hz.
    apply andb_true_iff in H. destruct H as [H1 H2].
    rewrite Z.land_ones in H1 by assumption. rewrite Z.shiftr_div_pow2 in H2 by assumption.
    assert (E1 : z mod 2 ^ k = low).
    { rewrite Hz, Z.mul_comm, Z.mod_add by lia. now apply Z.mod_small. }
    assert (E2 : z / 2 ^ k = high).
    { rewrite Hz, Z.mul_comm, Z.div_add by lia. rewrite Z.div_small by assumption. lia. }
    rewrite E1 in H1. rewrite E2 in H2. destruct (le_lt_dec (2 ^ below) c) as [Hbig|Hsmall].
    + replace (from + c)%nat with (from + 2 ^ below + (c - 2 ^ below))%nat by lia.
      apply (IH _ high s Hs); [|assumption | lia]. unfold high, digits_sum. apply zsum_equal. intros i _.
      now rewrite Nat.add_assoc.
    + now apply (IH from low s Hs).
Qed.

(** Bits of a digit: above the sum of as many products of two residues as there are equations. *)
Definition digit_bits (m : Z) (equations : nat) : Z := Z.succ (Z.log2 (Z.of_nat equations * (m * m))).

Definition residues (m : Z) (l : list Z) : list Z := map (fun v => v mod m) l.

Fixpoint all_identity (m w : Z) (depth unknowns equations b : nat) (packs : list Z) (inverse : list (list Z)) : bool :=
  match inverse with
  | [] => true
  | row :: rest =>
      (length row =? equations)%nat &&
      all_digits w (fun c v => (unknowns <=? c)%nat || (v mod m =? if (c =? b)%nat then 1 else 0)) depth O
        (dot_from 0 (residues m row) packs) &&
      all_identity m w depth unknowns equations (S b) packs rest
  end.

Definition is_left_inverse (m : Z) (equations unknowns : nat) (matrix inverse : list (list Z)) : bool :=
  let w := digit_bits m equations in
  let depth := S (Nat.log2 unknowns) in
  let packs := map (fun row => fst (packed w depth (residues m row))) matrix in
  (2 <=? m) && (length matrix =? equations)%nat && (length inverse =? unknowns)%nat &&
  forallb (fun row => (length row =? unknowns)%nat) matrix && all_identity m w depth unknowns equations O packs inverse.

Lemma residue_at m l c : nth c (residues m l) 0 = nth c l 0 mod m.
Proof.
  unfold residues. destruct (lt_dec c (length l)) as [H|H].
  - now rewrite map_at.
  - rewrite !nth_overflow by (rewrite ?map_length; lia). now destruct m.
Qed.

Lemma zsum_residues m n f g : m <> 0 ->
  zsum n (fun i => f i mod m * (g i mod m)) mod m = zsum n (fun i => f i * g i) mod m.
Proof.
  intros Hm. induction n as [|n IH]; [reflexivity|]. cbn [zsum].
  rewrite Z.add_mod, IH, <- Z.mul_mod, <- Z.add_mod by assumption. reflexivity.
Qed.

Lemma zsum_bounds n f bound : (forall i, 0 <= f i < bound) -> 0 <= zsum n f <= Z.of_nat n * bound.
Proof. intros H. induction n as [|n IH]; cbn [zsum]; [lia|]. specialize (H n). lia. Qed.

Lemma all_identity_at m w depth unknowns equations packs inverse : forall from b,
  all_identity m w depth unknowns equations from packs inverse = true -> (b < length inverse)%nat ->
  length (nth b inverse []) = equations /\
  all_digits w (fun c v => (unknowns <=? c)%nat || (v mod m =? if (c =? from + b)%nat then 1 else 0)) depth O
    (dot_from 0 (residues m (nth b inverse [])) packs) = true.
Proof.
  induction inverse as [|row rest IH]; intros from b H Hb; cbn in Hb; [lia|]. cbn [all_identity] in H.
  apply andb_true_iff in H. destruct H as [H1 H2]. apply andb_true_iff in H1. destruct H1 as [H1 H3].
  destruct b as [|b]; cbn [nth].
  - apply Nat.eqb_eq in H1. split; [assumption|]. now rewrite Nat.add_0_r.
  - replace (from + S b)%nat with (S from + b)%nat by lia. apply IH; [assumption | lia].
Qed.

Theorem is_left_inverse_sound m equations unknowns matrix inverse :
  is_left_inverse m equations unknowns matrix inverse = true ->
  inverse_modulo m equations unknowns (integers inverse) (integers matrix).
Proof.
  unfold is_left_inverse. cbv zeta. set (w := digit_bits m equations). set (depth := S (Nat.log2 unknowns)).
  set (packs := map _ matrix). intros H.
  apply andb_true_iff in H; destruct H as [H Hid]; apply andb_true_iff in H; destruct H as [H Hwide].
  apply andb_true_iff in H; destruct H as [H Hmany]; apply andb_true_iff in H; destruct H as [Hm Hlen].
  apply Z.leb_le in Hm. apply Nat.eqb_eq in Hmany, Hlen. rewrite forallb_forall in Hwide.
  split; [assumption|]. intros b c Hb Hc.
  assert (Hw : 0 <= w) by (unfold w, digit_bits; assert (K := Z.log2_nonneg (Z.of_nat equations * (m * m))); lia).
  assert (Hbig : Z.of_nat equations * (m * m) < 2 ^ w).
  { unfold w, digit_bits. destruct (Z.eq_dec (Z.of_nat equations * (m * m)) 0) as [E|E]; [rewrite E; reflexivity|].
    apply Z.log2_spec. nia. }
  assert (Hdepth : (unknowns < 2 ^ depth)%nat).
  { unfold depth. destruct unknowns as [|u]; [lia|]. apply Nat.log2_spec. lia. }
  destruct (all_identity_at m w depth unknowns equations packs inverse O b Hid ltac:(lia)) as [Hrow Hdigits].
  cbn [Nat.add] in Hdigits. set (row := nth b inverse []) in *.
  set (s := fun c => zsum equations (fun i => nth i row 0 mod m * (integers matrix i c mod m))).
  assert (Hs : forall c, 0 <= s c < 2 ^ w).
  { intros k. unfold s. destruct equations as [|e]; [cbn [zsum]; split; [lia|]; cbn in Hbig; assumption|].
    assert (Hterm : forall i, 0 <= nth i row 0 mod m * (integers matrix i k mod m) < m * m).
    { intros i. assert (0 <= nth i row 0 mod m < m) by (apply Z.mod_pos_bound; lia).
      assert (0 <= integers matrix i k mod m < m) by (apply Z.mod_pos_bound; lia). nia. }
    assert (K := zsum_bounds (S e) _ _ Hterm). lia. }
  assert (Hz : dot_from 0 (residues m row) packs = digits_sum w (2 ^ depth) (fun c => s (0 + c)%nat)).
  { rewrite dot_is by (unfold packs, residues; rewrite !map_length; congruence).
    unfold residues at 1. rewrite map_length, Hrow, Z.add_0_l.
    rewrite (zsum_equal _ _ (fun i => zsum (2 ^ depth) (fun c =>
      nth i row 0 mod m * (integers matrix i c mod m) * 2 ^ (w * Z.of_nat c)))).
    - rewrite zsum_swap. unfold digits_sum, s. apply zsum_equal. intros k _. cbn [Nat.add].
      transitivity (2 ^ (w * Z.of_nat k) * zsum equations (fun i => nth i row 0 mod m * (integers matrix i k mod m)));
        [|ring].
      rewrite <- zsum_times. apply zsum_equal. intros; ring.
    - intros i Hi. rewrite residue_at. unfold packs.
      destruct (nth_error matrix i) as [l|] eqn:El; [|apply nth_error_None in El; lia].
      rewrite (nth_error_nth _ i 0 (map_nth_error (fun row => fst (packed w depth (residues m row))) i matrix El)).
      rewrite packed_is by assumption. cbn [fst]. unfold digits_sum. rewrite <- zsum_times. apply zsum_equal. intros k _.
      rewrite residue_at. unfold integers. rewrite (nth_error_nth _ i [] El). ring. }
  assert (Hcheck := all_digits_sound w _ depth Hw O _ s Hs Hz Hdigits c ltac:(lia)). cbn [Nat.add] in Hcheck.
  apply orb_true_iff in Hcheck. destruct Hcheck as [Hcheck|Hcheck]; [apply Nat.leb_le in Hcheck; lia|].
  apply Z.eqb_eq in Hcheck. rewrite <- Hcheck. unfold s. rewrite zsum_residues by lia. reflexivity.
Qed.
