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

Definition has_width (width : nat) (row : priced_row) : Prop :=
  let '(c, w, losses, paid) := row in length losses = width /\ (paid = [] \/ length paid = width).

Definition prices_times (power : Z) (row : priced_row) : list Z :=
  let '(c, w, losses, paid) := row in
  let c := c * power in
  let w := w * power in
  match paid with
  | [] => map (fun l => l * c + w) losses
  | _ => zipped (fun l y => l * c + (w + y * power)) losses paid
  end.

Lemma prices_times_length width power row : has_width width row -> length (prices_times power row) = width.
Proof.
  destruct row as (((c, w), losses), paid). cbn [has_width prices_times]. cbv zeta. intros [Hl Hp].
  destruct paid as [|y paid]; [now rewrite map_length|]. destruct Hp as [Hp|Hp]; [discriminate|].
  rewrite zipped_length; congruence.
Qed.

Lemma prices_times_at width power row r :
  has_width width row -> (r < width)%nat -> nth r (prices_times power row) 0 = power * price_in row r.
Proof.
  destruct row as (((c, w), losses), paid). cbn [has_width prices_times price_in]. cbv zeta. intros [Hl Hp] Hr.
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
  0 < Qnum alpha -> (forall row, In row rows -> has_width width row) -> (r < width)%nat ->
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
    assert (Hrow : has_width width row) by (apply Hf; now left).
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
  length rows = inputs /\ (forall row, In row rows -> has_width responses row) /\
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
  rewrite E, of_sparse_found. unfold fraction, Qeq, Qplus, Qmult. cbn [Qnum Qden]. rewrite !Pos2Z.inj_mul. ring.
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
  length weights = inputs /\ length cs = length multipliers /\ Z.pos whole / Z.pos d * Z.pos d = Z.pos whole /\
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
  apply Z.eqb_eq in Hcost, Hscale. do 3 (split; [assumption|]).
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

(** On any graph: each flow is a price of one inequality, and what is left of the prices covers x ≥ 0. *)
Definition adjacency (inputs : nat) (pairs : neighbours) : tree (list nat) :=
  fold_left (fun t '(i, k) => changed (cons k) (changed (cons i) t k) i) pairs (tree_of (repeat [] inputs)).

Definition are_joined (known : tree (list nat)) (i k : nat) : bool :=
  match fetched known i with
  | Some found => existsb (Nat.eqb k) found
  | None => false
  end.

Definition joins_only (pairs : neighbours) (t : tree (list nat)) : Prop :=
  well_counted t /\ forall i found, nth_error (listed t) i = Some found -> forall k, In k found ->
    In (i, k) pairs \/ In (k, i) pairs.

Lemma joins_only_cons pairs t i k :
  joins_only pairs t -> In (i, k) pairs \/ In (k, i) pairs -> joins_only pairs (changed (cons k) t i).
Proof.
  intros [Hc H] Hik. destruct (changed_is (cons k) t Hc i) as (Hc' & _ & Hat). split; [assumption|].
  intros j found E h Hh. rewrite Hat in E. destruct (nth_error (listed t) j) as [before|] eqn:Ej.
  - destruct (j =? i)%nat eqn:Eji; cbn [option_map] in E; injection E as <-; [|now apply (H j before Ej)].
    apply Nat.eqb_eq in Eji. subst j. destruct Hh as [<-|Hh]; [assumption | now apply (H i before Ej)].
  - destruct (j =? i)%nat; discriminate.
Qed.

Lemma adjacency_is inputs pairs : joins_only pairs (adjacency inputs pairs).
Proof.
  unfold adjacency.
  assert (H : forall rest t, (forall pair, In pair rest -> In pair pairs) -> joins_only pairs t ->
    joins_only pairs (fold_left (fun t '(i, k) => changed (cons k) (changed (cons i) t k) i) rest t)).
  { induction rest as [|[i k] rest IH]; intros t Hin Ht; cbn [fold_left]; [assumption|].
    apply IH; [intros pair Hp; apply Hin; now right|].
    assert (Hik : In (i, k) pairs) by (apply Hin; now left).
    apply joins_only_cons; [apply joins_only_cons|]; auto. }
  apply H; [auto|]. destruct (tree_of_is (repeat (@nil nat) inputs)) as [Hc Hl]. split; [assumption|].
  rewrite Hl. intros i found E k Hk. apply nth_error_In, repeat_spec in E. now subst.
Qed.

Lemma are_joined_sound inputs pairs i k :
  are_joined (adjacency inputs pairs) i k = true -> In (i, k) pairs \/ In (k, i) pairs.
Proof.
  unfold are_joined. destruct (adjacency_is inputs pairs) as [Hc H]. rewrite fetched_is by assumption.
  destruct (nth_error _ i) as [found|] eqn:E; [|discriminate]. intros Hk. apply existsb_exists in Hk.
  destruct Hk as (h & Hh & Eh). apply Nat.eqb_eq in Eh. subst h. now apply (H i found E).
Qed.

(** A flow of a response r from i to k. *)
Definition written_flow : Type := nat * nat * nat * Z.

Definition apply_flow (p q : Z) (t : tree (tree Z)) (flow : written_flow) : tree (tree Z) :=
  let '(r, i, k, f) := flow in change_entry (Z.add (p * f)) (change_entry (fun v => v - q * f) t k r) i r.

Definition is_flow (inputs responses : nat) (known : tree (list nat)) (flow : written_flow) : bool :=
  let '(r, i, k, f) := flow in
  (r <? responses)%nat && (i <? inputs)%nat && (k <? inputs)%nat && (0 <=? f) && are_joined known i k.

(** What flows leave of the prices, times a common denominator. *)
Definition left_by_flows (alpha : Q) (scale : Z) (rows : list priced_row) (flows : list written_flow) : list (list Z) :=
  unplanted (fold_left (apply_flow (Qnum alpha * scale) (Z.pos (Qden alpha) * scale)) flows
    (planted_matrix (map (prices_times (Z.pos (Qden alpha))) rows))).

Definition covers_graph (inputs responses : nat) (pairs : neighbours) (alpha : Q) (scale : Z) (rows : list priced_row)
  (flows : list written_flow) : bool :=
  let known := adjacency inputs pairs in
  forallb (is_flow inputs responses known) flows && forallb (forallb (Z.leb 0)) (left_by_flows alpha scale rows flows).

Definition of_response (d : positive) (flows : list written_flow) (r : nat) : list (nat * nat * Q) :=
  map (fun '(_, i, k, f) => (i, k, f # d)) (filter (fun '(q, _, _, _) => (q =? r)%nat) flows).

Lemma left_over_plus alpha flows d e i :
  (left_over alpha flows (fun j => d j + e j) i == left_over alpha flows d i + e i)%Q.
Proof.
  induction flows as [|[[j k] f] rest IH]; cbn [left_over fold_right after_flow]; [reflexivity|].
  unfold left_over in IH. rewrite IH. ring.
Qed.

Lemma left_over_equal alpha flows d e i : (forall j, d j == e j)%Q -> (left_over alpha flows d i == left_over alpha flows e i)%Q.
Proof.
  intros H. induction flows as [|[[j k] f] rest IH]; cbn [left_over fold_right after_flow]; [apply H|].
  unfold left_over in IH. now rewrite IH.
Qed.

Lemma left_over_at alpha flows d e i : (d i == e i)%Q -> (left_over alpha flows d i == left_over alpha flows e i)%Q.
Proof.
  intros H. induction flows as [|[[j k] f] rest IH]; cbn [left_over fold_right after_flow]; [apply H|].
  unfold left_over in IH. now rewrite IH.
Qed.

Lemma apply_flow_is inputs responses alpha d scale common t flow :
  let '(r, i, k, f) := flow in
  holds inputs responses t -> (r < responses)%nat -> (i < inputs)%nat -> (k < inputs)%nat ->
  (Z.pos common = scale * Z.pos d * Z.pos (Qden alpha)) ->
  let u := apply_flow (Qnum alpha * scale) (Z.pos (Qden alpha) * scale) t flow in
  holds inputs responses u /\ forall j h, (j < inputs)%nat -> (h < responses)%nat ->
    (place (unplanted u) j h # common ==
     if (h =? r)%nat then after_flow alpha (i, k, f # d) (fun j => place (unplanted t) j r # common) j
     else place (unplanted t) j h # common)%Q.
Proof.
  destruct flow as (((r, i), k), f). intros Ht Hr Hi Hk Hc. cbv zeta. unfold apply_flow.
  set (p := Qnum alpha * scale). set (q := Z.pos (Qden alpha) * scale).
  destruct (change_entry_is (fun v => v - q * f) inputs responses t k r Ht) as [Hh Hat].
  destruct (change_entry_is (Z.add (p * f)) inputs responses _ i r Hh) as [Hh' Hat']. split; [assumption|].
  intros j h Hj Hh2. rewrite (Hat' j h Hj Hh2), (Hat j h Hj Hh2).
  destruct (h =? r)%nat eqn:E; rewrite ?andb_false_r; [|reflexivity]. rewrite !andb_true_r. apply Nat.eqb_eq in E. subst h.
  cbn [after_flow]. set (v := place (unplanted t) j r).
  assert (Ep : (alpha * (f # d) == p * f # common)%Q).
  { unfold Qeq, Qmult, p. cbn [Qnum Qden]. rewrite Hc, Pos2Z.inj_mul. ring. }
  assert (Eq : (f # d == q * f # common)%Q) by (unfold Qeq, q; cbn [Qnum Qden]; rewrite Hc; ring).
  assert (Hplus : forall a b, (a + b # common == (a # common) + (b # common))%Q).
  { intros a b. unfold Qeq, Qplus. cbn [Qnum Qden]. rewrite Pos2Z.inj_mul. ring. }
  assert (Hminus : forall a b, (a - b # common == (a # common) - (b # common))%Q).
  { intros a b. unfold Qeq, Qminus, Qplus, Qopp. cbn [Qnum Qden]. rewrite Pos2Z.inj_mul. ring. }
  destruct (j =? i)%nat, (j =? k)%nat; rewrite ?Hplus, ?Hminus, ?Ep, ?Eq; ring.
Qed.

Lemma flows_applied inputs responses alpha d scale common known r flows : forall t,
  holds inputs responses t -> (r < responses)%nat -> Z.pos common = scale * Z.pos d * Z.pos (Qden alpha) ->
  forallb (is_flow inputs responses known) flows = true ->
  let u := fold_left (apply_flow (Qnum alpha * scale) (Z.pos (Qden alpha) * scale)) flows t in
  holds inputs responses u /\ forall i, (i < inputs)%nat ->
    (place (unplanted u) i r # common ==
     left_over alpha (of_response d flows r) (fun i => place (unplanted t) i r # common) i)%Q.
Proof.
  induction flows as [|flow rest IH]; intros t Ht Hr Hc H; cbv zeta; cbn [fold_left].
  - split; [assumption|]. intros. reflexivity.
  - destruct flow as (((h, j), k), f). cbn [forallb] in H. apply andb_true_iff in H. destruct H as [Hflow H].
    unfold is_flow in Hflow. split_checks.
    destruct (apply_flow_is inputs responses alpha d scale common t (h, j, k, f)) as [Hh Hat]; try assumption.
    destruct (IH _ Hh Hr Hc) as [Hh' Hat']; [assumption|]. split; [assumption|]. intros i Hi. rewrite (Hat' i Hi).
    unfold of_response. cbn [filter]. rewrite (Nat.eqb_sym h r). specialize (Hat i r Hi Hr).
    fold (of_response d rest r). destruct (r =? h)%nat eqn:E.
    + apply Nat.eqb_eq in E. subst h. cbn [map]. fold (of_response d rest r).
      cbn [left_over fold_right]. fold (left_over alpha (of_response d rest r) (fun i => place (unplanted t) i r # common)%Q).
      set (before := fun i => (place (unplanted t) i r # common)%Q) in *.
      etransitivity; [apply (left_over_at _ _ _ (after_flow alpha (j, k, f # d)%Q before)); exact Hat|].
      exact (left_over_plus alpha (of_response d rest r) before
        (fun i => (if (i =? j)%nat then alpha * (f # d) else 0) - (if (i =? k)%nat then f # d else 0))%Q i).
    + now apply left_over_at.
Qed.

(** What they leave is not negative, and nor are the flows. *)
Lemma covers_graph_left alpha inputs responses pairs whole d rows flows (prices : matrix) r :
  prices_of inputs responses whole rows prices ->
  Z.pos whole / Z.pos d * Z.pos d = Z.pos whole ->
  covers_graph inputs responses pairs alpha (Z.pos whole / Z.pos d) rows flows = true -> (r < responses)%nat ->
  let left := left_by_flows alpha (Z.pos whole / Z.pos d) rows flows in
  length left = inputs /\ is_wide responses left /\
  (forall flow, In flow (of_response d flows r) -> flow_of inputs pairs flow) /\
  forall i, (i < inputs)%nat -> 0 <= place left i r /\
    (place left i r # (whole * Qden alpha) == left_over alpha (of_response d flows r) (fun i => prices i r) i)%Q.
Proof.
  intros (Hn & Hf & Hp) Hd H Hr. unfold covers_graph in H. cbv zeta in H. apply andb_true_iff in H. destruct H as [Hflows H].
  cbv zeta. unfold left_by_flows in *.
  set (scale := Z.pos whole / Z.pos d) in *. set (q := Z.pos (Qden alpha)) in *.
  set (t := map (prices_times q) rows) in *. set (common := (whole * Qden alpha)%positive).
  assert (Hc : Z.pos common = scale * Z.pos d * Z.pos (Qden alpha)) by (rewrite Hd; unfold common; apply Pos2Z.inj_mul).
  assert (Hwide : is_wide responses t).
  { intros l Hin. apply in_map_iff in Hin. destruct Hin as (row & <- & Hin). now apply prices_times_length, Hf. }
  destruct (planted_matrix_is t responses Hwide) as [Hh Ht]. unfold t in Hh at 1. rewrite map_length, Hn in Hh. fold t in Hh.
  destruct (flows_applied inputs responses alpha d scale common (adjacency inputs pairs) r flows _ Hh Hr Hc Hflows) as [Hh' Hat].
  rewrite Ht in Hat. fold q in Hat.
  set (u := fold_left _ flows _) in *.
  assert (Hl : length (unplanted u) = inputs) by now apply holds_length in Hh'.
  assert (Hw : is_wide responses (unplanted u)) by now apply holds_wide in Hh'.
  split; [assumption|]. split; [assumption|]. split.
  - intros [[i k] f] Hin. unfold of_response in Hin. apply in_map_iff in Hin.
    destruct Hin as ((((h, i'), k'), f') & E & Hin). injection E as <- <- <-. apply filter_In in Hin. destruct Hin as [Hin _].
    rewrite forallb_forall in Hflows. apply Hflows in Hin. unfold is_flow in Hin. split_checks.
    repeat split; try assumption.
    + match goal with K : (0 <=? f') = true |- _ => apply Z.leb_le in K; unfold Qle; cbn [Qnum Qden]; lia end.
    + eapply are_joined_sound. eassumption.
  - intros i Hi. split.
    + rewrite forallb_forall in H. assert (Hin : In (nth i (unplanted u) []) (unplanted u)) by (apply nth_In; lia).
      assert (Hrw := H _ Hin). rewrite forallb_forall in Hrw.
      assert (Hz : In (nth r (nth i (unplanted u) []) 0) (nth i (unplanted u) [])) by (apply nth_In; rewrite (Hw _ Hin); lia).
      now apply Hrw, Z.leb_le in Hz.
    + destruct (Hp i r Hi Hr) as (row & Hrow & E). rewrite (Hat i Hi). apply left_over_at. rewrite E. unfold place, t.
      rewrite (nth_error_nth _ i [] (map_nth_error _ i rows Hrow)).
      rewrite (prices_times_at responses) by (assumption || now apply Hf, (nth_error_In _ i)).
      unfold Qeq, common, q. cbn [Qnum Qden]. rewrite Pos2Z.inj_mul. ring.
Qed.

Theorem covers_graph_sound alpha inputs responses pairs whole d rows flows (prices : matrix) r :
  prices_of inputs responses whole rows prices ->
  Z.pos whole / Z.pos d * Z.pos d = Z.pos whole ->
  covers_graph inputs responses pairs alpha (Z.pos whole / Z.pos d) rows flows = true -> (r < responses)%nat ->
  covered inputs pairs alpha (fun i => prices i r).
Proof.
  intros Hp Hd H Hr. destruct (covers_graph_left _ _ _ _ _ _ _ _ _ r Hp Hd H Hr) as (_ & _ & Hf & Hl).
  apply flows_covered with (flows := of_response d flows r); [assumption|]. intros i Hi. destruct (Hl i Hi) as [H0 <-].
  unfold Qle. cbn [Qnum Qden]. lia.
Qed.
