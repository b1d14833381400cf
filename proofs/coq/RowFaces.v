(** A checker on rows of the only optimum, where it is G or a remap of G: the signs of the folded prices say which entries
    of the remap may differ, and an inverse modulo m that none does. *)

From ExactDP Require Export UniqueRemaps RowRemaps Inverses.
From Coq Require Import Bool.

Local Open Scope Z_scope.

(** On the path: what a column of the cone that costs nothing has in common with its prices. *)
Lemma cheapest_slack alpha d : (0 < alpha)%Q -> forall z j,
  (forall t, (t < length d)%nat -> 0 <= z (j + t)%nat)%Q ->
  (forall t, (S t < length d)%nat ->
     alpha * z (j + t)%nat <= z (j + S t)%nat /\ alpha * z (j + S t)%nat <= z (j + t)%nat)%Q ->
  (sum (length d) (fun t => nth_of d t * z (j + t)%nat) <= cheapest alpha d * z j)%Q ->
  forall t, (S t < length d)%nat ->
    (0 < cheapest alpha (skipn (S t) d) -> z (j + S t)%nat == alpha * z (j + t)%nat)%Q /\
    (cheapest alpha (skipn (S t) d) < 0 -> z (j + t)%nat == alpha * z (j + S t)%nat)%Q.
Proof.
  intros Ha. induction d as [|first rest IH]; intros z j Hz Hs H t Ht; [cbn in Ht; lia|].
  change (length (first :: rest)) with (S (length rest)) in *. rewrite sum_first in H.
  rewrite (sum_equal _ (fun k => nth_of (first :: rest) (S k) * z (j + S k)%nat)%Q
    (fun t => nth_of rest t * z (S j + t)%nat)%Q) in H.
  2:{ intros i _. replace (j + S i)%nat with (S j + i)%nat by lia. reflexivity. }
  change (nth_of (first :: rest) 0) with first in H. rewrite Nat.add_0_r in H.
  set (right := sum (length rest) (fun t => nth_of rest t * z (S j + t)%nat)%Q) in *.
  cbn [cheapest] in H. set (f := cheapest alpha rest) in *.
  assert (Hz' : forall t, (t < length rest)%nat -> (0 <= z (S j + t)%nat)%Q).
  { intros i Hi. replace (S j + i)%nat with (j + S i)%nat by lia. apply Hz. lia. }
  assert (Hs' : forall t, (S t < length rest)%nat ->
     (alpha * z (S j + t)%nat <= z (S j + S t)%nat /\ alpha * z (S j + S t)%nat <= z (S j + t)%nat)%Q).
  { intros i Hi. replace (S j + S i)%nat with (j + S (S i))%nat by lia. replace (S j + i)%nat with (j + S i)%nat by lia.
    apply Hs. lia. }
  assert (Hright : (f * z (S j) <= right)%Q) by now apply cheapest_bound.
  destruct (Hs O ltac:(lia)) as [H1 H2]. rewrite Nat.add_0_r in H1, H2. replace (j + 1)%nat with (S j) in H1, H2 by lia.
  assert (Hhere : (right <= f * z (S j))%Q /\ (0 < f -> z (S j) == alpha * z j)%Q /\ (f < 0 -> z j == alpha * z (S j))%Q).
  { destruct (Qle_bool 0 f) eqn:E.
    - apply Qle_bool_iff in E.
      assert (Hf : (0 <= f * (z (S j) - alpha * z j))%Q) by (apply Qmult_le_0_compat; lra).
      assert (Heq : (f * (z (S j) - alpha * z j) == 0)%Q) by lra. split; [lra|]. split; [|lra]. intros Hpos.
      apply Qmult_integral in Heq. destruct Heq; lra.
    - assert (Hn : (f < 0)%Q) by (apply Qnot_le_lt; intros Hc; apply Qle_bool_iff in Hc; congruence).
      assert (Hg : (alpha * (f / alpha) == f)%Q) by (field; lra). set (g := (f / alpha)%Q) in *.
      assert (Hneg : (g < 0)%Q) by (apply Qnot_le_lt; intros Hc; assert (0 <= alpha * g)%Q by (apply Qmult_le_0_compat; lra); lra).
      assert (Hf : (0 <= (- g) * (z j - alpha * z (S j)))%Q) by (apply Qmult_le_0_compat; lra).
      assert (Ef : (g * (alpha * z (S j)) == f * z (S j))%Q) by (rewrite <- Hg; ring).
      assert (Heq : ((- g) * (z j - alpha * z (S j)) == 0)%Q) by lra. split; [lra|]. split; [lra|]. intros _.
      apply Qmult_integral in Heq. destruct Heq; lra. }
  destruct Hhere as (Hle & Hup & Hdown). destruct t as [|t].
  - rewrite Nat.add_0_r. replace (j + 1)%nat with (S j) by lia. cbn [skipn]. fold f. now split.
  - cbn [skipn]. replace (j + S (S t))%nat with (S j + S t)%nat by lia. replace (j + S t)%nat with (S j + t)%nat by lia.
    apply IH; try assumption. lia.
Qed.

(** The signs of what is folded, from the first input on. *)
Fixpoint signs_along (p q : Z) (width : nat) (rows : list priced_row) : Z * list (Z * Z) * list (list Z) :=
  match rows with
  | [] => (1, repeat (0, 1) width, [])
  | row :: rest =>
      let '(power, states, signs) := signs_along p q width rest in
      let states := step_along p (q * q) states (prices_times power row) in
      (power * q, states, map (fun '(h, _) => Z.sgn h) states :: signs)
  end.

Lemma signs_along_is p q width rows :
  fst (signs_along p q width rows) = along_path p q width rows /\
  forall i, (i < length rows)%nat ->
    nth i (snd (signs_along p q width rows)) [] = map (fun '(h, _) => Z.sgn h) (snd (along_path p q width (skipn i rows))).
Proof.
  induction rows as [|row rest IH]; cbn [signs_along along_path length].
  - split; [reflexivity|]. intros. lia.
  - destruct (signs_along p q width rest) as [[power states] signs]. cbn [fst snd] in IH. destruct IH as [E IH].
    destruct (along_path p q width rest) as [power' states'] eqn:Ea. injection E as -> ->. cbv zeta. cbn [fst snd].
    split; [reflexivity|]. intros [|i] Hi; cbn [nth skipn].
    + cbn [along_path]. rewrite Ea. reflexivity.
    + apply IH. lia.
Qed.

Lemma sign_is (alpha : Q) width whole rows i r :
  0 < Qnum alpha -> (forall row, In row rows -> has_width width row) -> (i < length rows)%nat -> (r < width)%nat ->
  let s := nth r (nth i (snd (signs_along (Qnum alpha) (Z.pos (Qden alpha)) width rows)) []) 0 in
  let F := cheapest alpha (skipn i (map (fun row => price_in row r # whole) rows)) in
  (0 < s -> (0 < F)%Q) /\ (s < 0 -> (F < 0)%Q).
Proof.
  intros Ha Hf Hi Hr. cbv zeta. destruct (signs_along_is (Qnum alpha) (Z.pos (Qden alpha)) width rows) as [_ Hs].
  rewrite (Hs i Hi). rewrite skipn_map.
  assert (Hf' : forall row, In row (skipn i rows) -> has_width width row).
  { intros row Hin. apply Hf. rewrite <- (firstn_skipn i rows). apply in_or_app. now right. }
  assert (P := along_path_is alpha width whole (skipn i rows) r Ha Hf' Hr).
  destruct (along_path _ _ _ _) as [power states]. destruct P as (Hpow & Hlen & h & e & He & Hpos & Hh). cbn [snd].
  rewrite (nth_error_nth _ r 0 (map_nth_error (fun '(h, _) => Z.sgn h) r states He)).
  set (F := cheapest alpha _) in *.
  assert (Hc : (0 < inject_Z power * inject_Z e * inject_Z (Z.pos whole))%Q).
  { repeat apply Qmult_lt_0_compat; apply inject_positive; lia. }
  assert (Hq := inject_positive (Z.pos (Qden alpha)) ltac:(lia)).
  set (c := (inject_Z power * inject_Z e * inject_Z (Z.pos whole))%Q) in *.
  assert (E : (inject_Z (Z.pos (Qden alpha)) * inject_Z h == c * F)%Q) by (rewrite Hh; unfold c; ring).
  split; intros Hsgn.
  - assert (Hpos' : (0 < inject_Z h)%Q) by (apply inject_positive; destruct h; cbn in *; lia).
    assert (0 < inject_Z (Z.pos (Qden alpha)) * inject_Z h)%Q by now apply Qmult_lt_0_compat.
    apply Qnot_le_lt. intros Hle. assert (0 <= c * (- F))%Q by (apply Qmult_le_0_compat; lra). lra.
  - assert (Hneg' : (0 < - inject_Z h)%Q).
    { assert (0 < - h) by (destruct h; cbn in *; lia). rewrite <- inject_Z_opp. now apply inject_positive. }
    assert (0 < inject_Z (Z.pos (Qden alpha)) * (- inject_Z h))%Q by now apply Qmult_lt_0_compat.
    apply Qnot_le_lt. intros Hle. assert (0 <= c * F)%Q by (apply Qmult_le_0_compat; lra). lra.
Qed.

(** A column of the cone that costs nothing: its ties, upwards and downwards, and whether it is 0. *)
Lemma column_forced (alpha : Q) inputs responses whole rows (d : matrix) r z :
  prices_of inputs responses whole rows d -> covers_path alpha responses rows = true -> (r < responses)%nat ->
  column inputs (path inputs) alpha z -> (sum inputs (fun i => d i r * z i) <= 0)%Q ->
  let s i := nth r (nth i (snd (signs_along (Qnum alpha) (Z.pos (Qden alpha)) responses rows)) []) 0 in
  (forall i, (S i < inputs)%nat ->
     (0 < s (S i) -> (z (S i) == alpha * z i)%Q) /\ (s (S i) < 0 -> (z i == alpha * z (S i))%Q)) /\
  ((0 < inputs)%nat -> 0 < s O -> (z O == 0)%Q).
Proof.
  intros Hp Hcov Hr Hz Hsum. cbv zeta. assert (Hp' := Hp). destruct Hp' as (Hn & Hf & Hd).
  assert (Ha : 0 < Qnum alpha).
  { unfold covers_path in Hcov. apply andb_true_iff in Hcov. destruct Hcov as [Ha _]. now apply Z.ltb_lt. }
  assert (Hal : (0 < alpha)%Q) by (unfold Qlt; cbn [Qnum Qden]; lia).
  set (written := map (fun row => price_in row r # whole)%Q rows).
  assert (Hlen : length written = inputs) by (unfold written; now rewrite map_length).
  assert (Hw : (sum (length written) (fun t => nth_of written t * z (0 + t)%nat) <= 0)%Q).
  { rewrite Hlen. rewrite (sum_equal _ _ (fun i => d i r * z i)%Q); [assumption|]. intros i Hi.
    destruct (Hd i r Hi Hr) as (row & Hrow & E). rewrite E. unfold nth_of, written.
    rewrite (nth_error_nth _ i 0%Q (map_nth_error _ i rows Hrow)). reflexivity. }
  destruct Hz as [Hz0 Hzp].
  assert (Hstep : forall t, (S t < length written)%nat ->
     (alpha * z (0 + t)%nat <= z (0 + S t)%nat /\ alpha * z (0 + S t)%nat <= z (0 + t)%nat)%Q).
  { intros t Ht. cbn [Nat.add]. apply Hzp, in_path. lia. }
  assert (Hpos : forall t, (t < length written)%nat -> (0 <= z (0 + t)%nat)%Q) by (intros t Ht; apply Hz0; lia).
  assert (Hbound := cheapest_bound alpha written Hal z O Hpos Hstep).
  assert (Hfirst : (0 < inputs)%nat -> (0 <= cheapest alpha written)%Q).
  { intros Hin. apply Qnot_lt_le. intros Hneg.
    unfold covers_path in Hcov. apply andb_true_iff in Hcov. destruct Hcov as [_ Hcov].
    assert (P := along_path_is alpha responses whole rows r Ha Hf Hr).
    destruct (along_path _ _ _ _) as [power states]. destruct P as (Hpow & _ & h & e & He & Hpos' & Hh). cbn [snd] in Hcov.
    apply (forallb_at _ _ _ _ Hcov) in He. apply Z.leb_le in He. fold written in Hh.
    assert (Hc : (0 < inject_Z power * inject_Z e * (inject_Z (Z.pos whole) * (- cheapest alpha written)))%Q).
    { assert (Hq1 := inject_positive power Hpow). assert (Hq2 := inject_positive e Hpos').
      assert (Hq3 := inject_positive (Z.pos whole) ltac:(lia)). repeat apply Qmult_lt_0_compat; lra. }
    assert (0 <= inject_Z (Z.pos (Qden alpha)) * inject_Z h)%Q
      by (apply Qmult_le_0_compat; unfold Qle, inject_Z; cbn [Qnum Qden]; lia). lra. }
  split.
  - intros i Hi. destruct (sign_is alpha responses whole rows (S i) r Ha Hf ltac:(lia) Hr) as [S1 S2]. fold written in S1, S2.
    assert (Hle : (sum (length written) (fun t => nth_of written t * z (0 + t)%nat) <= cheapest alpha written * z O)%Q).
    { assert (0 <= cheapest alpha written * z O)%Q by (apply Qmult_le_0_compat; [apply Hfirst; lia | apply Hz0; lia]). lra. }
    destruct (cheapest_slack alpha written Hal z O Hpos Hstep Hle i ltac:(lia)) as [C1 C2]. cbn [Nat.add] in C1, C2.
    split; intros Hs; [apply C1, S1, Hs | apply C2, S2, Hs].
  - intros Hin Hs. destruct (sign_is alpha responses whole rows O r Ha Hf ltac:(lia) Hr) as [S1 _]. fold written in S1.
    cbn [skipn] in S1. specialize (S1 Hs). assert (H0 := Hz0 O Hin).
    assert (Hle : (cheapest alpha written * z O <= 0)%Q) by lra.
    apply Qle_antisym; [|assumption]. apply Qnot_lt_le. intros Hlt.
    assert (0 < cheapest alpha written * z O)%Q by now apply Qmult_lt_0_compat. lra.
Qed.

(** Which entries of a remap may differ between two optima: row k of the result lists the responses r for which the prices
    do not make D_kr vanish. *)
Fixpoint open_in (at_level : bool) (r : nat) (zeros lower upper : list Z) : list nat :=
  match zeros, lower, upper with
  | z :: zeros, a :: lower, b :: upper =>
      if (0 <? z) || (at_level && (a =? b) && negb (a =? 0)) then open_in at_level (S r) zeros lower upper
      else r :: open_in at_level (S r) zeros lower upper
  | _, _, _ => []
  end.

Fixpoint open_rows (at_level : bool) (zeros : list Z) (lower upper : list (list Z)) : list (list nat) :=
  match lower, upper with
  | a :: lower, b :: upper => open_in at_level O zeros a b :: open_rows at_level zeros lower upper
  | _, _ => []
  end.

Definition opens_of (at_level : bool) (responses : nat) (signs : list (list Z)) : list (list nat) :=
  open_rows at_level (hd [] signs) (repeat (-1) responses :: tl signs) (tl signs ++ [repeat 1 responses]).

Lemma open_in_not at_level zeros : forall lower upper from r,
  length lower = length zeros -> length upper = length zeros -> (r < length zeros)%nat ->
  ~ In (from + r)%nat (open_in at_level from zeros lower upper) ->
  0 < nth r zeros 0 \/ (at_level = true /\ nth r lower 0 = nth r upper 0 /\ nth r lower 0 <> 0).
Proof.
  induction zeros as [|z zeros IH]; intros [|a lower] [|b upper] from r H1 H2 Hr H; cbn in H1, H2, Hr; try discriminate; try lia.
  cbn [open_in] in H. destruct r as [|r]; cbn [nth].
  - rewrite Nat.add_0_r in H. destruct ((0 <? z) || (at_level && (a =? b) && negb (a =? 0))) eqn:E.
    + apply orb_true_iff in E. destruct E as [E|E]; [left; now apply Z.ltb_lt in E|].
      apply andb_true_iff in E. destruct E as [E Hne]. apply andb_true_iff in E. destruct E as [El Eq].
      right. apply Z.eqb_eq in Eq. apply negb_true_iff, Z.eqb_neq in Hne. auto.
    + exfalso. apply H. now left.
  - apply (IH lower upper (S from) r); try congruence; [lia|]. replace (S from + r)%nat with (from + S r)%nat by lia.
    intros Hin. apply H. destruct (_ || _); [assumption | now right].
Qed.

Lemma open_rows_at at_level zeros : forall lower upper k,
  length lower = length upper -> (k < length lower)%nat ->
  nth k (open_rows at_level zeros lower upper) [] = open_in at_level O zeros (nth k lower []) (nth k upper []).
Proof.
  induction lower as [|a lower IH]; intros [|b upper] k H Hk; cbn in H, Hk; try discriminate; try lia.
  destruct k as [|k]; cbn [open_rows nth]; [reflexivity|]. apply IH; [congruence | lia].
Qed.

Lemma signs_shape p q width rows :
  (forall row, In row rows -> has_width width row) ->
  length (snd (signs_along p q width rows)) = length rows /\ is_wide width (snd (signs_along p q width rows)) /\
  length (snd (fst (signs_along p q width rows))) = width.
Proof.
  induction rows as [|row rest IH]; intros H; cbn [signs_along length].
  - cbn [fst snd]. split; [reflexivity|]. split; [intros l []| apply repeat_length].
  - specialize (IH (fun r Hr => H r (or_intror Hr))). destruct (signs_along p q width rest) as [[power states] signs].
    cbn [fst snd] in *. cbv zeta. destruct IH as (H1 & H2 & H3). cbn [fst snd length].
    assert (Hl : length (step_along p (q * q) states (prices_times power row)) = width).
    { destruct (step_along_is p (q * q) states (prices_times power row)) as [Hl _]; [|congruence].
      rewrite (prices_times_length width); [assumption | apply H; now left]. }
    split; [congruence|]. split; [|assumption]. intros l [<-|Hin]; [now rewrite map_length | now apply H2].
Qed.

(** The unknowns: the open entries of the rows that have at least two. *)
Fixpoint places_from (k : nat) (opens : list (list nat)) : list (nat * nat) :=
  match opens with
  | [] => []
  | (_ :: _ :: _) as here :: rest => map (fun r => (k, r)) here ++ places_from (S k) rest
  | _ :: rest => places_from (S k) rest
  end.

Lemma places_from_in opens : forall from k r,
  In r (nth k opens []) -> (2 <= length (nth k opens []))%nat -> In ((from + k)%nat, r) (places_from from opens).
Proof.
  induction opens as [|here rest IH]; intros from k r Hin Hl; [now destruct k|]. destruct k as [|k]; cbn [nth] in *.
  - rewrite Nat.add_0_r. destruct here as [|a [|b here]]; cbn in Hl; try lia. cbn [places_from]. apply in_or_app. left.
    now apply (in_map (fun r => (from, r))) in Hin.
  - replace (from + S k)%nat with (S from + k)%nat by lia. specialize (IH (S from) k r Hin Hl).
    destruct here as [|a [|b here]]; cbn [places_from]; try assumption. apply in_or_app. now right.
Qed.

(** An equation besides those of the rows, column by column: inputs with their weights. *)
Notation weights_in := (list (nat * Z)) (only parsing).

Fixpoint weight_at (l : weights_in) (i : nat) : Z :=
  match l with
  | [] => 0
  | (j, a) :: rest => (if (i =? j)%nat then a else 0) + weight_at rest i
  end.

Definition fetched_or {A} (default : A) (t : tree A) (i : nat) : A :=
  match fetched t i with Some v => v | None => default end.

Lemma fetched_or_is {A} (default : A) l i : fetched_or default (tree_of l) i = nth i l default.
Proof.
  unfold fetched_or. destruct (tree_of_is l) as [Hc Hl]. rewrite fetched_is, Hl by assumption.
  destruct (nth_error l i) as [v|] eqn:E; [now rewrite (nth_error_nth _ _ default E)|].
  apply nth_error_None in E. now rewrite nth_overflow.
Qed.

Fixpoint coefficient_from (before : Z) (n : nat) (powers : tree Z) (k : nat) (l : weights_in) : Z :=
  match l with
  | [] => before
  | (i, a) :: rest =>
      coefficient_from (if (i <=? n)%nat then before + a * fetched_or 0 powers (distance i k) else before) n powers k rest
  end.

Notation extra_equation := (list (list (nat * Z))) (only parsing).

Definition coefficients_at (n : nat) (powers : tree Z) (extra : list (tree weights_in)) (place : nat * nat) : list Z :=
  let (k, r) := place in map (fun e => coefficient_from 0 n powers k (fetched_or [] e r)) extra.

Lemma coefficient_from_is n powers k l : forall before,
  coefficient_from before n (tree_of powers) k l =
  before + zsum (S n) (fun i => weight_at l i * nth (distance i k) powers 0).
Proof.
  induction l as [|[j a] rest IH]; intros before; cbn [coefficient_from weight_at].
  - rewrite (zsum_equal _ _ (fun _ => 0)) by (intros; ring). rewrite zsum_zero. lia.
  - rewrite IH, fetched_or_is.
    rewrite (zsum_equal (S n) (fun i => ((if (i =? j)%nat then a else 0) + weight_at rest i) * nth (distance i k) powers 0)
      (fun i => a * ((if (i =? j)%nat then 1 else 0) * nth (distance i k) powers 0) + weight_at rest i * nth (distance i k) powers 0))
      by (intros i _; destruct (i =? j)%nat; ring).
    rewrite zsum_plus, zsum_times. destruct (j <=? n)%nat eqn:E.
    + apply Nat.leb_le in E. rewrite (zsum_indicator (S n) j (fun i => nth (distance i k) powers 0)) by lia. ring.
    + apply Nat.leb_gt in E. rewrite (zsum_equal (S n) (fun i => (if (i =? j)%nat then 1 else 0) * nth (distance i k) powers 0) (fun _ => 0)).
      * rewrite zsum_zero. ring.
      * intros i Hi. assert (F : (i =? j)%nat = false) by (apply Nat.eqb_neq; lia). rewrite F. ring.
Qed.

Definition equation_matrix (e : extra_equation) : matrix := fun i r => inject_Z (weight_at (nth r e []) i).

Lemma mixed_power n p q d :
  (d <= n)%nat -> (inject_Z (p ^ Z.of_nat d * Z.pos q ^ Z.of_nat (n - d)) ==
    inject_Z (Z.pos q ^ Z.of_nat n) * power (p # q) d)%Q.
Proof.
  intros H. assert (Hb : (0 < inject_Z (Z.pos q))%Q) by (apply inject_positive; lia).
  assert (Hab : (p # q == inject_Z p / inject_Z (Z.pos q))%Q) by apply Qmake_Qdiv.
  rewrite inject_Z_mult, <- !power_injected, (power_equal _ _ d Hab).
  rewrite <- (power_quotient (inject_Z p) (inject_Z (Z.pos q)) d) by lra.
  replace n with (d + (n - d))%nat at 2 by lia. rewrite power_sum. ring.
Qed.

Lemma coefficients_are n p q extra k r e :
  (k <= n)%nat ->
  (inject_Z (nth e (coefficients_at n (tree_of (mixed_powers p (Z.pos q) n)) (map tree_of extra) (k, r)) 0%Z) ==
   inject_Z (Z.pos q ^ Z.of_nat n) *
     sum (S n) (fun i => equation_matrix (nth e extra []) i r * power (p # q) (distance i k)))%Q.
Proof.
  intros Hk. unfold coefficients_at. rewrite map_map. destruct (lt_dec e (length extra)) as [He|He].
  - assert (E : nth_error extra e = Some (nth e extra [])) by (now apply nth_error_nth').
    rewrite (nth_error_nth _ e 0 (map_nth_error _ e extra E)), fetched_or_is, coefficient_from_is, Z.add_0_l.
    rewrite zsum_injected, <- sum_times. apply sum_equal. intros i Hi. rewrite inject_Z_mult.
    rewrite mixed_powers_at, mixed_power by (unfold distance; lia). unfold equation_matrix.
    rewrite !Qmult_assoc. apply Qmult_comp; [apply Qmult_comm | reflexivity].
  - rewrite nth_overflow by (rewrite map_length; lia). rewrite (sum_equal _ _ (fun _ => 0%Q)).
    + rewrite sum_zero. unfold inject_Z. ring.
    + intros i _. unfold equation_matrix. rewrite (nth_overflow extra) by lia. destruct r; cbn; unfold inject_Z; ring.
Qed.

(** The matrix of the unknowns: each has a 1 in the sum of its row, and its coefficients in the other equations. *)
Definition sum_coefficients (height k : nat) : list Z := map (fun j => if (k =? j)%nat then 1 else 0) (seq 0 height).

Definition unknown_rows (height many : nat) (unknowns : list (nat * list Z)) : list (list Z) :=
  transposed (height + many)
    (map (fun unknown => sum_coefficients height (fst unknown) ++ snd unknown) unknowns).

Definition unknown_matrix (height : nat) (unknowns : list (nat * list Z)) : nat -> nat -> Z := fun j c =>
  let (k, extra) := nth c unknowns (O, []) in
  if (j <? height)%nat then if (k =? j)%nat then 1 else 0 else nth (j - height) extra 0.

Lemma unknown_rows_at height many unknowns j c :
  (forall k extra, In (k, extra) unknowns -> length extra = many) ->
  (j < height + many)%nat -> (c < length unknowns)%nat ->
  integers (unknown_rows height many unknowns) j c = unknown_matrix height unknowns j c.
Proof.
  intros Hu Hj Hc. unfold integers, unknown_rows, unknown_matrix.
  destruct (transposed_is 0 (height + many)
    (map (fun unknown => sum_coefficients height (fst unknown) ++ snd unknown) unknowns)) as (_ & _ & E).
  { intros l Hl. apply in_map_iff in Hl. destruct Hl as ([k extra] & <- & Hin). cbn [fst snd].
    rewrite app_length. unfold sum_coefficients. rewrite map_length, seq_length. f_equal. now apply (Hu k). }
  rewrite E by assumption. clear E.
  destruct (nth c unknowns (O, [])) as [k extra] eqn:Eu.
  assert (Ec : nth_error unknowns c = Some (k, extra)) by (rewrite <- Eu; now apply nth_error_nth').
  rewrite (nth_error_nth _ c [] (map_nth_error _ c unknowns Ec)). cbn [fst snd].
  assert (Hl : length (sum_coefficients height k) = height) by (unfold sum_coefficients; now rewrite map_length, seq_length).
  destruct (j <? height)%nat eqn:Ej.
  - apply Nat.ltb_lt in Ej. rewrite app_nth1 by lia. unfold sum_coefficients. now rewrite nth_map_seq.
  - apply Nat.ltb_ge in Ej. rewrite app_nth2 by lia. now rewrite Hl.
Qed.

(** The difference of two matrices with the same row sums, and the same value in each of these equations, is 0 if an
    inverse shows it. *)
Definition leave_nothing (n responses : nat) (p : Z) (q : positive) (opens : list (list nat)) (extra : list extra_equation)
  (m : Z) (inverse : list (list Z)) : bool :=
  let places := places_from O opens in
  let powers := tree_of (mixed_powers p (Z.pos q) n) in
  let trees := map tree_of extra in
  let unknowns := map (fun place => (fst place, coefficients_at n powers trees place)) places in
  distinct places && forallb (fun '(k, r) => (k <? S n)%nat && (r <? responses)%nat) places &&
  is_left_inverse m (S n + length extra) (length unknowns) (unknown_rows (S n) (length extra) unknowns) inverse.

Theorem leave_nothing_sound n responses p q opens extra m inverse (d : matrix) :
  (1 <= n)%nat -> (0 <= p # q < 1)%Q ->
  leave_nothing n responses p q opens extra m inverse = true ->
  (forall i, (i < S n)%nat -> sum responses (d i) == 0)%Q ->
  (forall e, In e extra -> combination (S n) responses (equation_matrix e) d == 0)%Q ->
  (forall k r, (k <= n)%nat -> (r < responses)%nat -> ~ In r (nth k opens []) ->
     second_difference n (p # q) (fun i => d i r) k == 0)%Q ->
  forall i r, (i < S n)%nat -> (r < responses)%nat -> (d i r == 0)%Q.
Proof.
  intros Hn Hb H Hsums Hextra Hgone. unfold leave_nothing in H. cbv zeta in H. set (beta := (p # q)%Q) in *.
  set (places := places_from O opens) in *.
  set (unknowns := map (fun place => (fst place, coefficients_at n (tree_of (mixed_powers p (Z.pos q) n)) (map tree_of extra) place)) places) in *.
  apply andb_true_iff in H; destruct H as [H Hinv]; apply andb_true_iff in H; destruct H as [Hdist Hin].
  set (D := fun k r => second_difference n beta (fun i => d i r) k).
  assert (Hrows : forall k, (k <= n)%nat -> (sum responses (D k) == 0)%Q).
  { intros k Hk. unfold D. rewrite <- (second_difference_sum n responses beta (fun j r => d j r) k).
    apply second_difference_zero; try lia. intros j Hj. apply Hsums. lia. }
  assert (Hplaces : forall k r, (k < S n)%nat -> (r < responses)%nat -> existsb (is_place k r) places = true \/ (D k r == 0)%Q).
  { intros k r Hk Hr. destruct (in_dec Nat.eq_dec r (nth k opens [])) as [Ho|Ho]; [|right; apply Hgone; (assumption || lia)].
    destruct (le_lt_dec 2 (length (nth k opens []))) as [Hl|Hl].
    - left. apply is_place_in. exact (places_from_in opens O k r Ho Hl).
    - right. rewrite <- (Hrows k) by lia. symmetry. apply sum_single; [assumption|]. intros j Hj Hne. apply Hgone; [lia | assumption|].
      destruct (nth k opens []) as [|a [|b l]]; cbn in Hl, Ho |- *; try lia; intuition congruence. }
  assert (Hall : forall k r, In (k, r) places -> (k < S n)%nat /\ (r < responses)%nat).
  { intros k r Hkr. rewrite forallb_forall in Hin. apply Hin in Hkr. now split_checks. }
  assert (Hul : length unknowns = length places) by (unfold unknowns; apply map_length).
  assert (Hmodulo : inverse_modulo m (S n + length extra) (length unknowns) (integers inverse) (unknown_matrix (S n) unknowns)).
  { destruct (is_left_inverse_sound _ _ _ _ _ Hinv) as [Hm Hi]. split; [assumption|]. intros b c Hbb Hcc.
    rewrite <- (Hi b c Hbb Hcc). f_equal. apply zsum_equal. intros j Hj. f_equal. symmetry.
    apply unknown_rows_at; [|assumption | assumption]. intros k l Hkl. unfold unknowns in Hkl.
    apply in_map_iff in Hkl. destruct Hkl as ([k' r'] & E & _). injection E as _ <-.
    cbn [coefficients_at]. now rewrite !map_length. }
  set (t := fun b => let (k, r) := nth b places (O, O) in D k r).
  assert (Hpicked : forall e : matrix,
    (combination (S n) responses e D == sum (length places) (fun b => let (k, r) := nth b places (O, O) in e k r * D k r))%Q).
  { intros e. rewrite (picked_terms _ _ places e D Hdist Hin Hplaces).
    set (g := fun kr : nat * nat => let (k, r) := kr in (e k r * D k r)%Q).
    assert (Eg : (fold_right (fun '(k, r) rest => e k r * D k r + rest) 0 places == fold_right (fun kr rest => g kr + rest) 0 places)%Q).
    { clear. induction places as [|[k r] rest IH]; [reflexivity|]. cbn [fold_right]. rewrite IH. reflexivity. }
    rewrite Eg, listed_terms. apply sum_equal. intros b _. unfold g. now destruct (nth b places (O, O)). }
  assert (Hcell : forall b k r, (b < length places)%nat -> nth b places (O, O) = (k, r) ->
    nth b unknowns (O, []) = (k, coefficients_at n (tree_of (mixed_powers p (Z.pos q) n)) (map tree_of extra) (k, r))).
  { intros b k r Hlt E. unfold unknowns.
    assert (Eb : nth_error places b = Some (k, r)) by (rewrite <- E; now apply nth_error_nth').
    now rewrite (nth_error_nth _ b (O, []) (map_nth_error _ b places Eb)). }
  assert (Hzero : forall b, (b < length unknowns)%nat -> (t b == 0)%Q).
  { apply (no_solution m (S n + length extra) (length unknowns) (integers inverse) (unknown_matrix (S n) unknowns) Hmodulo).
    intros j Hj. rewrite Hul. destruct (lt_dec j (S n)) as [Hjn|Hjn].
    - transitivity (combination (S n) responses (remap_coefficient (S n) beta (fun _ _ => 0%Q) [] (RowSum j)) D).
      + rewrite Hpicked. apply sum_equal. intros b Hlt. unfold t. destruct (nth b places (O, O)) as [k r] eqn:E.
        unfold unknown_matrix. rewrite (Hcell b k r Hlt E). assert (Hj' : (j <? S n)%nat = true) by now apply Nat.ltb_lt.
        rewrite Hj'. cbn [remap_coefficient]. destruct (k =? j)%nat; reflexivity.
      + apply remap_equation; try assumption. cbn [value_of]. apply Hsums. assumption.
    - set (e := nth (j - S n) extra []).
      transitivity (inject_Z (Z.pos q ^ Z.of_nat n) *
        combination (S n) responses (fun k r => sum (S n) (fun i => equation_matrix e i r * power beta (distance i k))) D)%Q.
      + rewrite Hpicked, <- sum_times. apply sum_equal. intros b Hlt. unfold t.
        destruct (nth b places (O, O)) as [k r] eqn:E. unfold unknown_matrix. rewrite (Hcell b k r Hlt E).
        assert (Hj' : (j <? S n)%nat = false) by (apply Nat.ltb_ge; lia). rewrite Hj'.
        assert (Hkr : In (k, r) places) by (rewrite <- E; now apply nth_In). destruct (Hall k r Hkr) as [Hk _].
        rewrite coefficients_are by lia. fold e beta. rewrite <- Qmult_assoc. reflexivity.
      + unfold D. rewrite (spread_combination n responses beta (equation_matrix e) d Hn).
        rewrite Hextra; [ring|]. unfold e. apply nth_In. lia. }
  assert (HD : forall k r, (k < S n)%nat -> (r < responses)%nat -> (D k r == 0)%Q).
  { intros k r Hk Hr. destruct (Hplaces k r Hk Hr) as [Hp|]; [|assumption]. apply is_place_in in Hp.
    destruct (In_nth _ _ (O, O) Hp) as (b & Hlt & E). specialize (Hzero b ltac:(lia)). unfold t in Hzero. now rewrite E in Hzero. }
  intros i r Hi Hr. assert (E := kernel_inverse n beta (fun j => d j r) i Hn ltac:(lia)).
  rewrite (sum_equal _ _ (fun _ => 0%Q)), sum_zero in E.
  - symmetry in E. apply Qmult_integral in E. destruct E as [E|E]; [nra | assumption].
  - intros k Hk. fold (D k r). rewrite (HD k r Hk Hr). ring.
Qed.
