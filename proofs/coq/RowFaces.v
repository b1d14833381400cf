(** A checker on rows of the only optimum, where it is G or a remap of G: the signs of the folded prices say which entries
    of the remap may differ, and an inverse modulo m that none does. *)

From ExactDP Require Export UniqueRemaps RowRemaps.
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
