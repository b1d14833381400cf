(** Checkers on rows of the prices that prove an optimum: costs less prices, each column's folded along the path or
    covered by flows. *)

From ExactDP Require Export RowOptima.
From Coq Require Import Bool.

Local Open Scope Z_scope.

(** One input's prices, over one denominator: for every response its loss times c, plus w, plus what is paid there; where
    nothing is paid the last list is empty. *)
Definition priced_row : Type := Z * Z * list Z * list Z.

Definition price_in (row : priced_row) (r : nat) : Z :=
  let '(c, w, losses, paid) := row in nth r losses 0 * c + w + nth r paid 0.

Definition fits (width : nat) (row : priced_row) : Prop :=
  let '(c, w, losses, paid) := row in length losses = width /\ (paid = [] \/ length paid = width).

Definition prices_times (power : Z) (row : priced_row) : list Z :=
  let '(c, w, losses, paid) := row in
  let c := c * power in
  let w := w * power in
  match paid with
  | [] => map (fun l => l * c + w) losses
  | _ => zipped (fun l y => l * c + (w + y * power)) losses paid
  end.

Lemma prices_times_length width power row : fits width row -> length (prices_times power row) = width.
Proof.
  destruct row as (((c, w), losses), paid). cbn [fits prices_times]. cbv zeta. intros [Hl Hp].
  destruct paid as [|y paid]; [now rewrite map_length|]. destruct Hp as [Hp|Hp]; [discriminate|].
  rewrite zipped_length; congruence.
Qed.

Lemma prices_times_at width power row r :
  fits width row -> (r < width)%nat -> nth r (prices_times power row) 0 = power * price_in row r.
Proof.
  destruct row as (((c, w), losses), paid). cbn [fits prices_times price_in]. cbv zeta. intros [Hl Hp] Hr.
  destruct paid as [|y paid].
  - rewrite map_at by lia. destruct r; cbn [nth]; ring.
  - destruct Hp as [Hp|Hp]; [discriminate|]. rewrite zipped_at by congruence. ring.
Qed.

(** On the path, all columns at once, from the last input to the first: (h, e) of a column is such that
    q·h = q^m·e·F over the denominator, where m inputs are behind. *)
Fixpoint step_along (p qq : Z) (states : list (Z * Z)) (prices : list Z) : list (Z * Z) :=
  match states, prices with
  | (h, e) :: states, v :: prices =>
      (if h <? 0 then let e := e * p in (h * qq + v * e, e) else (h * p + v * e, e)) :: step_along p qq states prices
  | _, _ => []
  end.

Fixpoint along_path (p q : Z) (width : nat) (rows : list priced_row) : Z * list (Z * Z) :=
  match rows with
  | [] => (1, repeat (0, 1) width)
  | row :: rest =>
      let (power, states) := along_path p q width rest in
      (power * q, step_along p (q * q) states (prices_times power row))
  end.

Lemma step_along_is p qq states : forall prices, length states = length prices ->
  length (step_along p qq states prices) = length states /\
  forall r h e, nth_error states r = Some (h, e) ->
    nth_error (step_along p qq states prices) r =
      Some (if h <? 0 then (h * qq + nth r prices 0 * (e * p), e * p) else (h * p + nth r prices 0 * e, e)).
Proof.
  induction states as [|[h e] states IH]; intros [|v prices] H; cbn in H; try discriminate.
  - split; [reflexivity|]. now intros [|r].
  - destruct (IH prices ltac:(congruence)) as [Hl Hat]. cbn [step_along length]. cbv zeta. split; [now rewrite Hl|].
    intros [|r] h' e' Hr; cbn [nth_error nth] in *; [now injection Hr as -> ->|]. now apply Hat.
Qed.

Lemma inject_positive z : 0 < z -> (0 < inject_Z z)%Q.
Proof. intros H. unfold Qlt, inject_Z. cbn [Qnum Qden]. lia. Qed.

Lemma along_path_is (alpha : Q) width whole rows r :
  0 < Qnum alpha -> (forall row, In row rows -> fits width row) -> (r < width)%nat ->
  let (power, states) := along_path (Qnum alpha) (Z.pos (Qden alpha)) width rows in
  0 < power /\ length states = width /\ exists h e, nth_error states r = Some (h, e) /\ 0 < e /\
    (inject_Z (Z.pos (Qden alpha)) * inject_Z h == inject_Z power * inject_Z e *
      (inject_Z (Z.pos whole) * cheapest alpha (map (fun row => price_in row r # whole) rows)))%Q.
Proof.
  intros Ha. set (p := Qnum alpha) in *. set (q := Z.pos (Qden alpha)).
  assert (Hq : 0 < q) by (unfold q; lia).
  assert (Hal : (alpha == inject_Z p / inject_Z q)%Q) by (destruct alpha; apply Qmake_Qdiv).
  assert (Hpp := inject_positive p Ha). assert (Hqq := inject_positive q Hq).
  assert (Hw := inject_positive (Z.pos whole) ltac:(lia)).
  induction rows as [|row rest IH]; intros Hf Hr; cbn [along_path map cheapest].
  - split; [lia|]. split; [apply repeat_length|]. exists 0, 1. split; [|split; [lia | unfold inject_Z; ring]].
    rewrite (nth_error_nth' _ (0, 1)) by now rewrite repeat_length. now rewrite nth_repeat.
  - assert (H := IH (fun row' H => Hf row' (or_intror H)) Hr).
    destruct (along_path p q width rest) as [power states]. destruct H as (Hpow & Hlen & h & e & He & Hpos & Hh).
    assert (Hrow : fits width row) by (apply Hf; now left).
    destruct (step_along_is p (q * q) states (prices_times power row)) as [Hl Hat].
    { rewrite (prices_times_length width); assumption. }
    split; [nia|]. split; [congruence|]. specialize (Hat r h e He).
    rewrite (prices_times_at width) in Hat by assumption.
    set (F := cheapest alpha (map (fun row => price_in row r # whole) rest)) in *. set (v := price_in row r) in *.
    assert (Hv : (inject_Z v == inject_Z (Z.pos whole) * (v # whole))%Q).
    { unfold Qeq, Qmult, inject_Z. cbn [Qnum Qden]. lia. }
    assert (Hpe : (0 < inject_Z power * inject_Z e * inject_Z (Z.pos whole))%Q).
    { repeat apply Qmult_lt_0_compat; now apply inject_positive. }
    assert (Hsign : Qle_bool 0 F = negb (h <? 0)).
    { apply eq_true_iff_eq. rewrite Qle_bool_iff, negb_true_iff, Z.ltb_ge.
      assert (Hz : 0 <= h <-> (0 <= inject_Z h)%Q) by (unfold Qle, inject_Z; cbn [Qnum Qden]; lia).
      rewrite Hz. assert (HF : (inject_Z q * inject_Z h == inject_Z power * inject_Z e * inject_Z (Z.pos whole) * F)%Q)
        by (rewrite Hh; ring).
      split; intros Hs.
      - apply Qnot_lt_le. intros Hn.
        assert (0 < inject_Z q * (- inject_Z h))%Q by (apply Qmult_lt_0_compat; lra).
        assert (0 <= inject_Z power * inject_Z e * inject_Z (Z.pos whole) * F)%Q by (apply Qmult_le_0_compat; lra). lra.
      - apply Qnot_lt_le. intros Hn.
        assert (0 < inject_Z power * inject_Z e * inject_Z (Z.pos whole) * (- F))%Q by (apply Qmult_lt_0_compat; lra).
        assert (0 <= inject_Z q * inject_Z h)%Q by (apply Qmult_le_0_compat; lra). lra. }
    rewrite Hsign. destruct (h <? 0) eqn:E; cbn [negb].
    + exists (h * (q * q) + power * v * (e * p)), (e * p). split; [assumption|]. split; [nia|].
      rewrite !inject_Z_plus, !inject_Z_mult.
      assert (H1 : (inject_Z q * (inject_Z h * (inject_Z q * inject_Z q)) ==
        inject_Z q * inject_Z q * (inject_Z q * inject_Z h))%Q) by ring.
      rewrite Qmult_plus_distr_r, H1, Hh, Hv, Hal. field. lra.
    + exists (h * p + power * v * e), e. split; [assumption|]. split; [lia|].
      rewrite !inject_Z_plus, !inject_Z_mult.
      assert (H1 : (inject_Z q * (inject_Z h * inject_Z p) == inject_Z p * (inject_Z q * inject_Z h))%Q) by ring.
      rewrite Qmult_plus_distr_r, H1, Hh, Hv, Hal. field. lra.
Qed.

Definition covers_path (alpha : Q) (responses : nat) (rows : list priced_row) : bool :=
  (0 <? Qnum alpha) &&
  forallb (fun '(h, _) => 0 <=? h) (snd (along_path (Qnum alpha) (Z.pos (Qden alpha)) responses rows)).

(** A matrix of prices, as rows write it. *)
Definition prices_of (inputs responses : nat) (whole : positive) (rows : list priced_row) (d : matrix) : Prop :=
  length rows = inputs /\ (forall row, In row rows -> fits responses row) /\
  forall i r, (i < inputs)%nat -> (r < responses)%nat ->
    exists row, nth_error rows i = Some row /\ (d i r == price_in row r # whole)%Q.

Theorem covers_path_sound alpha inputs responses whole rows d r :
  prices_of inputs responses whole rows d -> covers_path alpha responses rows = true -> (r < responses)%nat ->
  covered inputs (path inputs) alpha (fun i => d i r).
Proof.
  intros (Hn & Hf & Hd) H Hr. unfold covers_path in H. apply andb_true_iff in H. destruct H as [Ha H].
  apply Z.ltb_lt in Ha. assert (P := along_path_is alpha responses whole rows r Ha Hf Hr).
  destruct (along_path _ _ _ _) as [power states]. destruct P as (Hpow & _ & h & e & He & Hpos & Hh). cbn [snd] in H.
  apply (forallb_at _ _ _ _ H) in He. apply Z.leb_le in He.
  set (written := map (fun row => price_in row r # whole) rows) in *.
  assert (Hlen : length written = inputs) by (unfold written; now rewrite map_length).
  assert (Hal : (0 < alpha)%Q) by (unfold Qlt; cbn [Qnum Qden]; lia).
  assert (Hc : (0 <= cheapest alpha written)%Q).
  { apply Qnot_lt_le. intros Hneg.
    assert (Hw := inject_positive (Z.pos whole) ltac:(lia)). assert (Hp := inject_positive power Hpow).
    assert (Hee := inject_positive e Hpos).
    assert (0 < inject_Z power * inject_Z e * (inject_Z (Z.pos whole) * (- cheapest alpha written)))%Q
      by (repeat apply Qmult_lt_0_compat; lra).
    assert (0 <= inject_Z (Z.pos (Qden alpha)) * inject_Z h)%Q
      by (apply Qmult_le_0_compat; unfold Qle, inject_Z; cbn [Qnum Qden]; lia).
    lra. }
  intros z Hz. assert (Hcov := path_covered alpha written Hal Hc). rewrite Hlen in Hcov. specialize (Hcov z Hz).
  rewrite (sum_equal _ _ (fun i => nth_of written i * z i)%Q); [assumption|].
  intros i Hi. destruct (Hd i r Hi Hr) as (row & Hrow & Hp). rewrite Hp. unfold nth_of, written.
  rewrite (nth_error_nth _ i 0%Q (map_nth_error _ i rows Hrow)). reflexivity.
Qed.

(** What is paid for the constraints, entry by entry. *)
Definition pay (scale : Z) (t : tree (tree Z)) (priced : written_constraint * Z) : tree (tree Z) :=
  let (c, y) := priced in
  let each := - (y * scale) in
  fold_left (fun t '(i, r, a) => change_entry (Z.add (each * a)) t i r) (left_side c) t.

Fixpoint owed (priced : list (written_constraint * Z)) (i r : nat) : Z :=
  match priced with
  | [] => 0
  | (c, y) :: rest => y * found_at (left_side c) i r + owed rest i r
  end.

Lemma pay_entries inputs responses each l : forall t,
  are_increasing l = true -> holds inputs responses t ->
  let u := fold_left (fun t '(i, r, a) => change_entry (Z.add (each * a)) t i r) l t in
  holds inputs responses u /\
  forall i r, (i < inputs)%nat -> (r < responses)%nat ->
    place (unplanted u) i r = place (unplanted t) i r + each * found_at l i r.
Proof.
  induction l as [|((j, k), a) l IH]; intros t Hl Ht; cbv zeta; cbn [fold_left].
  - split; [assumption|]. intros. unfold found_at. cbn [find]. ring.
  - destruct (change_entry_is (Z.add (each * a)) inputs responses t j k Ht) as [Hh Hat]. cbn [are_increasing] in Hl.
    destruct (IH _ (are_after_rest l j k Hl) Hh) as [Hh' Hat']. split; [assumption|]. intros i r Hi Hr.
    rewrite (Hat' i r Hi Hr), (Hat i r Hi Hr). unfold found_at at 2. cbn [find].
    rewrite (Nat.eqb_sym j i), (Nat.eqb_sym k r). destruct ((i =? j) && (r =? k))%nat eqn:E.
    + apply andb_true_iff in E. destruct E as [E1 E2]. apply Nat.eqb_eq in E1, E2. subst i r.
      rewrite (are_after_nothing l j k j k Hl) by lia. ring.
    + fold (found_at l i r). ring.
Qed.

Lemma pay_is inputs responses scale priced : forall t,
  forallb (fun each : written_constraint * Z => are_increasing (left_side (fst each))) priced = true ->
  holds inputs responses t ->
  holds inputs responses (fold_left (pay scale) priced t) /\
  forall i r, (i < inputs)%nat -> (r < responses)%nat ->
    place (unplanted (fold_left (pay scale) priced t)) i r = place (unplanted t) i r - scale * owed priced i r.
Proof.
  induction priced as [|[c y] priced IH]; intros t H Ht; cbn [fold_left owed].
  - split; [assumption|]. intros. ring.
  - cbn [forallb fst] in H. apply andb_true_iff in H. destruct H as [Hc H].
    destruct (pay_entries inputs responses (- (y * scale)) (left_side c) t Hc Ht) as [Hh Hat].
    destruct (IH (pay scale t (c, y)) H Hh) as [Hh' Hat']. split; [assumption|]. intros i r Hi Hr.
    rewrite (Hat' i r Hi Hr). unfold pay at 1. cbv zeta. rewrite (Hat i r Hi Hr). ring.
Qed.

Lemma owed_is d cs : forall ys i r,
  (of_constraints (combine (map constraint_of cs) (over d ys)) i r == owed (combine cs ys) i r # d)%Q.
Proof.
  induction cs as [|c cs IH]; intros [|y ys] i r; cbn [map combine over of_constraints owed]; try reflexivity.
  fold (over d ys). rewrite IH. unfold constraint_of.
  assert (E : coefficients_of ((if is_exact c then Exactly else AtLeast) (right_side c # 1) (of_sparse 1 (left_side c))) =
    of_sparse 1 (left_side c)) by now destruct (is_exact c).
  rewrite E, of_sparse_found. unfold Qeq, Qplus, Qmult. cbn [Qnum Qden]. rewrite !Pos2Z.inj_mul. ring.
Qed.

(** All prices: the costs p_i·l(i, r), less the weights and what is paid for the constraints. *)
Fixpoint priced_each (c scale : Z) (prior weights : list Z) (losses paid : list (list Z)) : list priced_row :=
  match prior, weights, losses with
  | p :: prior, w :: weights, l :: losses =>
      (p * c, - (w * scale), l, hd [] paid) :: priced_each c scale prior weights losses (tl paid)
  | _, _, _ => []
  end.

Definition priced_rows (inputs responses : nat) (cs : list written_constraint) (t : table) (prior : row) (d : positive)
  (weights multipliers : list Z) : option (positive * list priced_row) :=
  let cost := (fst t * fst prior)%positive in
  let whole := Z.to_pos (Z.lcm (Z.pos cost) (Z.pos d)) in
  let c := Z.pos whole / Z.pos cost in
  let scale := Z.pos whole / Z.pos d in
  let priced := combine cs multipliers in
  if (length (snd prior) =? inputs)%nat && (length weights =? inputs)%nat && (length cs =? length multipliers)%nat &&
     (c * Z.pos cost =? Z.pos whole) && (scale * Z.pos d =? Z.pos whole) &&
     forallb (fun each : written_constraint * Z => are_increasing (left_side (fst each))) priced
  then Some (whole, priced_each c scale (snd prior) weights (snd t)
    (match cs with [] => [] | _ => unplanted (fold_left (pay scale) priced (nothing inputs responses)) end))
  else None.

Lemma priced_each_length c scale prior : forall weights losses paid,
  length weights = length prior -> length losses = length prior ->
  length (priced_each c scale prior weights losses paid) = length prior.
Proof.
  induction prior as [|p prior IH]; intros [|w weights] [|l losses] paid H1 H2; cbn in *; try discriminate; [reflexivity|].
  now rewrite IH by congruence.
Qed.

Lemma hd_at {A} (l : list (list A)) i : hd [] (skipn i l) = nth i l [].
Proof. revert l. induction i as [|i IH]; intros [|a l]; cbn; try reflexivity. apply IH. Qed.

Lemma priced_each_at c scale prior : forall weights losses paid i,
  length weights = length prior -> length losses = length prior -> (i < length prior)%nat ->
  nth_error (priced_each c scale prior weights losses paid) i =
    Some (nth i prior 0 * c, - (nth i weights 0 * scale), nth i losses [], nth i paid []).
Proof.
  induction prior as [|p prior IH]; intros [|w weights] [|l losses] paid i H1 H2 Hi; cbn in H1, H2, Hi; try discriminate; try lia.
  destruct i as [|i]; cbn [priced_each nth_error nth].
  - now destruct paid.
  - rewrite IH by (congruence || lia). destruct paid as [|y paid]; cbn [tl nth]; [now destruct i | reflexivity].
Qed.

Theorem priced_rows_are inputs responses cs t prior d weights multipliers (l : matrix) whole rows :
  tabulates inputs responses t l ->
  priced_rows inputs responses cs t prior d weights multipliers = Some (whole, rows) ->
  length weights = inputs /\ length cs = length multipliers /\
  prices_of inputs responses whole rows (fun i r =>
    numbers_of prior i * l i r - numbers (over d weights) i -
    of_constraints (combine (map constraint_of cs) (over d multipliers)) i r)%Q.
Proof.
  intros (Ht & Hwide & Hat) H. unfold priced_rows in H. cbv zeta in H.
  set (cost := (fst t * fst prior)%positive) in *.
  destruct (_ && _) eqn:E in H; [|discriminate]. injection H as Hwhole <-. rewrite Hwhole in E. rewrite Hwhole.
  apply andb_true_iff in E; destruct E as [E Hinc]; apply andb_true_iff in E; destruct E as [E Hscale].
  apply andb_true_iff in E; destruct E as [E Hcost]; apply andb_true_iff in E; destruct E as [E Hmany].
  apply andb_true_iff in E; destruct E as [Hprior Hweights]. apply Nat.eqb_eq in Hprior, Hweights, Hmany.
  apply Z.eqb_eq in Hcost, Hscale. split; [assumption|]. split; [assumption|].
  set (c := Z.pos whole / Z.pos cost) in *. set (scale := Z.pos whole / Z.pos d) in *.
  set (paid := match cs with [] => [] | _ => _ end).
  assert (Hpaid : (forall i, nth i paid [] = [] \/ length (nth i paid []) = responses) /\
    forall i r, (i < inputs)%nat -> (r < responses)%nat ->
      nth r (nth i paid []) 0 = - (scale * owed (combine cs multipliers) i r)).
  { unfold paid. destruct cs as [|first rest].
    - split; [intros [|i]; now left|]. intros [|i] [|r] _ _; cbn; lia.
    - destruct (nothing_is inputs responses) as [Hh H0].
      destruct (pay_is inputs responses scale (combine (first :: rest) multipliers) _ Hinc Hh) as [Hh' Hat'].
      apply holds_wide in Hh'. split.
      + intros i. destruct (nth_in_or_default i (unplanted (fold_left (pay scale) (combine (first :: rest) multipliers)
          (nothing inputs responses))) []) as [Hin|Hd]; [right; now apply Hh' | now left].
      + intros i r Hi Hr. specialize (Hat' i r Hi Hr). rewrite H0 in Hat'. unfold place in Hat'. rewrite Hat'. ring. }
  destruct Hpaid as [Hlen Hpaid]. split; [|split].
  - rewrite priced_each_length; congruence.
  - intros row Hin. apply In_nth_error in Hin. destruct Hin as [i Hi].
    assert (Hlt : (i < length (snd prior))%nat).
    { rewrite <- (priced_each_length c scale (snd prior) weights (snd t) paid) by congruence.
      apply nth_error_Some. congruence. }
    rewrite priced_each_at in Hi by congruence. injection Hi as <-. split; [|apply Hlen].
    apply Hwide, nth_In. lia.
  - intros i r Hi Hr. eexists. split; [apply priced_each_at; congruence|]. cbn [price_in].
    fold (place (snd t) i r). rewrite (Hpaid i r Hi Hr), (Hat i r Hi Hr), owed_is. unfold numbers_of.
    rewrite !numbers_at. set (u := place (snd t) i r). set (p := nth i (snd prior) 0). set (w := nth i weights 0).
    set (o := owed (combine cs multipliers) i r).
    assert (E : (u * (p * c) + - (w * scale) + - (scale * o) # whole ==
      (u * p * c # whole) - (w * scale # whole) - (scale * o # whole))%Q).
    { unfold Qeq, Qminus, Qplus, Qopp. cbn [Qnum Qden]. rewrite !Pos2Z.inj_mul. ring. }
    rewrite E. assert (E1 : (u * p * c # whole == (p # fst prior) * (u # fst t))%Q).
    { unfold Qeq, Qmult. cbn [Qnum Qden]. fold cost. rewrite <- Hcost. unfold cost. rewrite !Pos2Z.inj_mul. ring. }
    assert (E2 : (w * scale # whole == w # d)%Q) by (unfold Qeq; cbn [Qnum Qden]; rewrite <- Hscale; ring).
    assert (E3 : (scale * o # whole == o # d)%Q) by (unfold Qeq; cbn [Qnum Qden]; rewrite <- Hscale; ring).
    rewrite E1, E2, E3. reflexivity.
Qed.
