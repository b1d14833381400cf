(** The only optimum, checked on rows, where the mechanism is written out: its prices tie entries into blocks, and an
    inverse modulo m shows that no block has another factor. *)

From ExactDP Require Export RowOnly RowVertices.
From Coq Require Import Bool.

Local Open Scope Z_scope.

(** Entries that are 0 at every optimum: some zeros, and what ties and neighbours reach from them. *)
Definition is_marked (o : option nat) : bool := match o with Some _ => true | None => false end.

Definition vanishing (inputs : nat) (near : tree (list nat)) (zeros : list nat) : list bool :=
  let (waiting, m) := mark_new O zeros [] (tree_of (repeat None inputs)) in
  map is_marked (listed (mark_reached (S inputs) O near waiting m)).

Lemma vanishing_sound (P : nat -> nat -> Prop) inputs near zeros :
  hands_on P near -> (forall i, In i zeros -> P i O) ->
  forall i, nth i (vanishing inputs near zeros) false = true -> exists b, P i b.
Proof.
  intros Hn Hz i H. unfold vanishing in H.
  assert (M := mark_new_sound P O zeros [] _ (nothing_marked P inputs)).
  destruct (mark_new _ _ _ _) as [waiting m]. destruct M as [Hm Hw]; [intros j [Hj|[]]; now apply Hz|].
  destruct (mark_reached_sound P O near (S inputs) Hn waiting m Hm Hw) as [_ Hat].
  set (final := mark_reached _ _ _ _ _) in *.
  destruct (lt_dec i (length (listed final))) as [Hi|Hi].
  - rewrite (nth_indep _ false (is_marked None)) in H by now rewrite map_length.
    rewrite map_nth in H.
    destruct (nth i (listed final) None) as [b|] eqn:E; [|discriminate]. exists b. now apply Hat.
  - rewrite nth_overflow in H by (rewrite map_length; lia). discriminate.
Qed.

(** The coefficients of the expected losses of the inputs that have a price. *)
Fixpoint loss_rows (zeros : tree Z) (common : Z) (labels : list (list (option nat))) (rows : list row) (prior : list Z)
  (losses : list (list Z)) : list (list Z) :=
  match labels, rows, prior, losses with
  | here :: labels, given :: rows, p :: prior, l :: losses =>
      let rest := loss_rows zeros common labels rows prior losses in
      if 0 <? p then
        let c := common / Z.pos (fst given) in
        coefficients_from zeros (combine here (zipped (fun v w => v * c * w) (snd given) l)) :: rest
      else rest
  | _, _, _, _ => []
  end.

Lemma loss_rows_in zeros common found labels : forall rows prior losses,
  In found (loss_rows zeros common labels rows prior losses) ->
  exists i given l, nth_error rows i = Some given /\ nth_error losses i = Some l /\ 0 < nth i prior 0 /\
    found = coefficients_from zeros
      (combine (nth i labels []) (zipped (fun v w => v * (common / Z.pos (fst given)) * w) (snd given) l)).
Proof.
  induction labels as [|here labels IH]; intros [|given rows] [|p prior] [|l losses] H; cbn [loss_rows] in H;
    try contradiction.
  assert (Hrest : In found (loss_rows zeros common labels rows prior losses) ->
    exists i each m, nth_error (given :: rows) i = Some each /\ nth_error (l :: losses) i = Some m /\
      0 < nth i (p :: prior) 0 /\
      found = coefficients_from zeros
        (combine (nth i (here :: labels) []) (zipped (fun v w => v * (common / Z.pos (fst each)) * w) (snd each) m))).
  { intros Hin. destruct (IH _ _ _ Hin) as (i & each & m & H1 & H2 & H3 & H4). now exists (S i), each, m. }
  cbv zeta in H. destruct (0 <? p) eqn:E; [|now apply Hrest]. destruct H as [<-|H]; [|now apply Hrest].
  exists O, given, l. apply Z.ltb_lt in E. now repeat split.
Qed.

(** Those of a constraint. *)
Definition constraint_piece (common : Z) (labels : tree (tree (option nat))) (known : tree (positive * tree Z))
  (entry : nat * nat * Z) : option nat * Z :=
  let '(i, r, a) := entry in
  match fetched labels i, fetched known i with
  | Some here, Some (d, l) =>
      match fetched here r, fetched l r with
      | Some o, Some v => (o, v * (common / Z.pos d) * a)
      | _, _ => (None, 0)
      end
  | _, _ => (None, 0)
  end.

Definition planted_labels (labels : list (list (option nat))) : tree (tree (option nat)) := tree_of (map tree_of labels).

Section Pieces.

Variables (inputs responses unknowns : nat) (rows : list row) (x d : matrix) (labels : list (list (option nat)))
  (vanish : list (list bool)) (u : nat -> Q) (common : positive).
Hypothesis written : writes inputs responses rows x.
Hypothesis multiples : forall i r b, label_at labels i r = Some b -> (d i r == u b * x i r)%Q.
Hypothesis marked : all_marked unknowns labels vanish = true.
Hypothesis shaped : length vanish = responses /\ forall r, (r < responses)%nat -> length (nth r vanish []) = inputs.
Hypothesis vanishes : forall i r,
  (i < inputs)%nat -> (r < responses)%nat -> nth i (nth r vanish []) false = true -> (d i r == 0)%Q.
Hypothesis over_common : forall given,
  In given rows -> Z.pos common / Z.pos (fst given) * Z.pos (fst given) = Z.pos common.

Lemma label_fetched i : (i < inputs)%nat ->
  fetched (planted_labels (labels_by_row inputs labels)) i = Some (tree_of (nth i (labels_by_row inputs labels) [])).
Proof.
  intros Hi. unfold planted_labels. destruct (tree_of_is (map tree_of (labels_by_row inputs labels))) as [Hc Hl].
  rewrite fetched_is, Hl, nth_error_map by assumption.
  destruct (labels_shaped inputs responses unknowns labels vanish marked shaped) as [_ Hw].
  destruct (transposed_is None inputs labels Hw) as (H1 & _ & _). fold (labels_by_row inputs labels) in H1.
  now rewrite (nth_error_nth' _ []) by lia.
Qed.

Lemma piece_is i r a :
  let piece := constraint_piece (Z.pos common) (planted_labels (labels_by_row inputs labels)) (known_entries rows) (i,
    r, a) in
  (forall b v, piece = (Some b, v) -> (b < unknowns)%nat) /\
  (contribution u piece == inject_Z (Z.pos common) *
    combination inputs responses (fun j k => if ((j =? i) && (k =? r))%nat then inject_Z a else 0) d)%Q.
Proof.
  cbv zeta. cbn [constraint_piece].
  assert (Hnone : ~ ((i < inputs)%nat /\ (r < responses)%nat) ->
    (contribution u (None, 0%Z) == inject_Z (Z.pos common) *
      combination inputs responses (fun j k => if ((j =? i) && (k =? r))%nat then inject_Z a else 0) d)%Q).
  { intros Hout. unfold contribution. cbn [fst]. unfold combination.
    rewrite (sum_equal _ _ (fun _ => 0)%Q); [rewrite sum_zero; ring|].
    intros j Hj. rewrite (sum_equal _ _ (fun _ => 0)%Q); [apply sum_zero|]. intros k Hk.
    destruct ((j =? i) && (k =? r))%nat eqn:E; [|ring]. apply andb_true_iff in E. destruct E as [E1 E2].
    apply Nat.eqb_eq in E1, E2. subst. exfalso. now apply Hout. }
  destruct (lt_dec i inputs) as [Hi|Hi].
  2:{ unfold known_entries.
  destruct (tree_of_is (map (fun given : row => (fst given, tree_of (snd given))) rows)) as [Hc Hl].
      rewrite (fetched_is _ Hc), Hl, nth_error_map. destruct written as [Hn _ _].
      rewrite (proj2 (nth_error_None rows i)) by lia. cbn [option_map].
      split; [destruct (fetched _ i); discriminate|]. destruct (fetched _ i); apply Hnone; tauto. }
  rewrite (label_fetched i Hi). destruct (has_row inputs responses rows x written i Hi) as (e & l & E).
  destruct (read_row inputs responses rows x written i e l E) as (_ & Hl & Hx).
  assert (Ek : fetched (known_entries rows) i = Some (e, tree_of l)).
  { unfold known_entries.
    destruct (tree_of_is (map (fun given : row => (fst given, tree_of (snd given))) rows)) as [Hc Hls].
    rewrite (fetched_is _ Hc), Hls, nth_error_map, E. reflexivity. }
  rewrite Ek. destruct (tree_of_is (nth i (labels_by_row inputs labels) [])) as [Hc1 Hl1].
  destruct (tree_of_is l) as [Hc2 Hl2].
  rewrite (fetched_is _ Hc1), (fetched_is _ Hc2), Hl1, Hl2.
  destruct (labels_by_row_at inputs responses unknowns labels vanish marked shaped i Hi) as [Hlen Hat].
  destruct (lt_dec r responses) as [Hr|Hr].
  - rewrite (nth_error_nth' _ None), (nth_error_nth' l 0) by lia. rewrite Hat.
    assert (K := labelled inputs responses unknowns d labels vanish marked shaped vanishes i r Hi Hr).
    rewrite (combination_entry inputs responses d i r (inject_Z a) Hi Hr).
    destruct (label_at labels i r) as [b|] eqn:Eb.
    + split; [now intros b' v [= <- _]|]. unfold contribution. cbn [fst snd]. rewrite (multiples i r b Eb), (Hx r Hr).
      assert (Hcom := over_common (e, l) (nth_error_In _ _ E)). cbn [fst] in Hcom.
      set (c := Z.pos common / Z.pos e) in *. rewrite <- Hcom, !inject_Z_mult.
      assert (Ev : (nth r l 0%Z # e == inject_Z (nth r l 0%Z) / inject_Z (Z.pos e))%Q) by apply Qmake_Qdiv.
      rewrite Ev. field. unfold Qeq, inject_Z. cbn [Qnum Qden]. lia.
    + split; [discriminate|]. unfold contribution. cbn [fst]. rewrite K. ring.
  - rewrite (proj2 (nth_error_None l r)) by lia.
    split; [destruct (nth_error _ r); discriminate|]. destruct (nth_error _ r); apply Hnone; tauto.
Qed.

Lemma constraint_equation l : are_increasing l = true ->
  (sum unknowns (fun b => inject_Z (nth b (coefficients_from (tree_of (repeat 0%Z unknowns))
     (map (constraint_piece (Z.pos common) (planted_labels (labels_by_row inputs labels))
       (known_entries rows)) l)) 0%Z) * u b) ==
   inject_Z (Z.pos common) * combination inputs responses (of_sparse 1 l) d)%Q.
Proof.
  intros Hl. set (f := constraint_piece _ _ _).
  destruct (coefficients_are_contributions unknowns u (map f l)) as [_ E].
  { intros b v Hin. apply in_map_iff in Hin. destruct Hin as (((i, r), a) & Ef & _).
    destruct (piece_is i r a) as [Hb _]. exact (Hb b v Ef). }
  rewrite E. clear E. induction l as [|((i, r), a) l IH]; cbn [map fold_right].
  - rewrite (combination_equal _ _ _ (fun _ _ => 0)%Q) by reflexivity. rewrite combination_zero. ring.
  - cbn [are_increasing] in Hl. rewrite (IH (are_after_rest l i r Hl)). destruct (piece_is i r a) as [_ Ep].
    fold f in Ep. rewrite Ep.
    rewrite <- Qmult_plus_distr_r, <- combination_plus. apply Qmult_comp; [reflexivity|]. apply combination_equal.
    intros j k _ _. rewrite !of_sparse_found. unfold found_at at 2. cbn [find].
    rewrite (Nat.eqb_sym i j), (Nat.eqb_sym r k). destruct ((j =? i) && (k =? r))%nat eqn:Ejk.
    + apply andb_true_iff in Ejk. destruct Ejk as [Ej Ek]. apply Nat.eqb_eq in Ej, Ek. subst j k.
      rewrite (are_after_nothing l i r i r Hl) by lia. unfold Qeq, Qplus, inject_Z. cbn [Qnum Qden]. lia.
    + fold (found_at l j k). unfold Qeq, Qplus, inject_Z. cbn [Qnum Qden]. lia.
Qed.

End Pieces.

(** The mechanism is the only one of those that share its ties and zeros and have the same values in these equations. *)
Definition leaves_no_other (inputs responses : nat) (near : tree (list nat)) (ties : list (list (nat * nat)))
  (zeros : list (list nat)) (prior : list Z) (losses : list (list Z)) (tight : list sparse) (m : Z)
  (inverse : list (list Z)) (given : list row) : bool :=
  let rows := map lowest_row given in
  let (labels, roots) := blocks_of inputs ties (columns_of responses rows) in
  let unknowns := length roots in
  let vanish := map (vanishing inputs near) zeros in
  let common := Z.to_pos (fold_left (fun c (given : row) => Z.lcm c (Z.pos (fst given))) rows 1) in
  let by_row := labels_by_row inputs labels in
  let none := tree_of (repeat 0 unknowns) in
  let matrix :=
    coefficient_rows inputs unknowns labels (map snd rows) ++ loss_rows none (Z.pos common) by_row rows prior losses ++
    match tight with
    | [] => []
    | _ =>
        let planted := planted_labels by_row in
        let known := known_entries rows in
        map (fun l => coefficients_from none (map (constraint_piece (Z.pos common) planted known) l)) tight
    end in
  (length vanish =? responses)%nat && forallb (fun l =>
    (length l =? inputs)%nat) vanish && all_marked unknowns labels vanish &&
  forallb (fun given : row => Z.pos common / Z.pos (fst given) * Z.pos (fst given) =? Z.pos common) rows &&
  is_left_inverse m (length matrix) unknowns matrix inverse.

Theorem leaves_no_other_sound inputs responses near ties zeros prior losses tight m inverse given (x d l : matrix)
  (gone : nat -> nat -> Prop)
  (alpha : Q) (whole : positive) :
  writes inputs responses given x ->
  leaves_no_other inputs responses near ties zeros prior losses tight m inverse given = true ->
  (forall r tie, (r < responses)%nat -> In tie (nth r ties []) -> is_tie alpha x d r tie) ->
    (length ties <= responses)%nat ->
  (forall i r, gone i r -> (i < inputs)%nat -> (d i r == 0)%Q) ->
  (forall r, (r < responses)%nat -> hands_on (fun i _ => gone i r) near) ->
  (forall r i, (r < responses)%nat -> In i (nth r zeros []) -> gone i r) ->
  (forall i, (i < inputs)%nat -> (sum responses (d i) == 0)%Q) ->
  length losses = inputs -> (forall each, In each losses -> length each = responses) ->
  (forall i r, (i < inputs)%nat -> (r < responses)%nat -> (l i r == place losses i r # whole)%Q) ->
  (forall i, (i < inputs)%nat -> 0 < nth i prior 0 -> (sum responses (fun r => d i r * l i r) == 0)%Q) ->
  (forall c, In c tight -> are_increasing c = true /\ (combination inputs responses (of_sparse 1 c) d == 0)%Q) ->
  forall i r, (i < inputs)%nat -> (r < responses)%nat -> (d i r == 0)%Q.
Proof.
  intros Hgiven H Hties Hmany Hgone Hnear Hzeros Hsums Hheight Hwide Hl Hlosses Htight. apply lowest_rows_write in Hgiven.
  unfold leaves_no_other in H. cbv zeta in H.
  set (rows := map lowest_row given) in *. rename Hgiven into Hrows. clearbody rows.
  destruct (blocks_of inputs ties _) as [labels roots] eqn:Eb.
  set (common := Z.to_pos _) in *. set (vanish := map (vanishing inputs near) zeros) in *.
  apply andb_true_iff in H; destruct H as [H Hinv]; apply andb_true_iff in H; destruct H as [H Hcommon].
  apply andb_true_iff in H; destruct H as [H Hmarked]; apply andb_true_iff in H; destruct H as [Hlen Hheights].
  apply Nat.eqb_eq in Hlen. rewrite forallb_forall in Hheights, Hcommon.
  assert (Hshaped : length vanish = responses /\ forall r, (r < responses)%nat -> length (nth r vanish []) = inputs).
  { split; [assumption|]. intros r Hr. apply Nat.eqb_eq, Hheights, nth_In. lia. }
  assert (Hvanishes : forall i r,
    (i < inputs)%nat -> (r < responses)%nat -> nth i (nth r vanish []) false = true -> (d i r == 0)%Q).
  { intros i r Hi Hr Hv. unfold vanish in Hv, Hlen. rewrite map_length in Hlen.
    assert (Ez : nth_error zeros r = Some (nth r zeros [])) by (apply nth_error_nth'; lia).
    rewrite (nth_error_nth _ r [] (map_nth_error (vanishing inputs near) r zeros Ez)) in Hv.
    destruct (vanishing_sound (fun i _ => gone i r) inputs near (nth r zeros []) (Hnear r Hr)
      (fun j Hj => Hzeros r j Hr Hj) i Hv) as [_ K]. now apply Hgone. }
  set (u := factor x d roots).
  assert (Hall : forall r tie, In tie (nth r ties []) -> is_tie alpha x d r tie).
  { intros r tie Hin. destruct (lt_dec r responses) as [Hr|Hr]; [now apply Hties|].
    rewrite nth_overflow in Hin by lia. contradiction. }
  assert (Hmultiples := blocks_are_multiples inputs responses rows x d alpha ties labels roots Hrows Eb Hall).
  fold u in Hmultiples.
  assert (Hshape := labels_shaped inputs responses (length roots) labels vanish Hmarked Hshaped).
  destruct Hshape as [_ Hlw].
  apply (differences_vanish inputs responses (length roots) x d labels vanish u Hmultiples Hmarked Hshaped Hvanishes).
  set (matrix := _ ++ _ ++ _) in Hinv.
  apply (no_solution m (length matrix) (length roots) _ _ (is_left_inverse_sound _ _ _ _ _ Hinv)). intros j Hj.
  unfold integers. assert (Hin := nth_In matrix [] Hj). set (equation := nth j matrix []) in *. clearbody equation.
  unfold matrix in Hin. apply in_app_or in Hin.
  destruct Hin as [Hin|Hin]; [|apply in_app_or in Hin; destruct Hin as [Hin|Hin]].
  - destruct (In_nth _ _ [] Hin) as (i & Hi & <-).
    assert (Hlr : length (labels_by_row inputs labels) = inputs) by (apply (transposed_is None inputs labels Hlw)).
    assert (Hi' : (i < inputs)%nat).
    { unfold coefficient_rows in Hi. cbv zeta in Hi. rewrite map_length, combine_length, Hlr in Hi. lia. }
    destruct (has_row inputs responses rows x Hrows i Hi') as (e & n & E).
    destruct (read_row inputs responses rows x Hrows i e n E) as (_ & Hn & Hv).
    rewrite (coefficient_rows_at inputs (length roots) labels _ i n Hlw Hi') by (now apply map_nth_error with (f :=
      snd) in E).
    rewrite (row_equation inputs responses (length roots) x d labels vanish u Hmultiples Hmarked Hshaped Hvanishes
      i n (inject_Z (Z.pos e)) (fun _ => 1)%Q Hi' Hn).
    + rewrite (sum_equal _ _ (d i)) by (intros; ring). rewrite (Hsums i Hi'). ring.
    + intros r Hr. rewrite (Hv r Hr). unfold Qeq, Qmult, inject_Z. cbn [Qnum Qden]. lia.
  - destruct (loss_rows_in _ _ _ _ _ _ _ Hin) as (i & [e n] & each & E & Em & Hp & ->). cbn [fst snd].
    destruct (read_row inputs responses rows x Hrows i e n E) as (Hi & Hn & Hv).
    assert (Hw : length each = responses) by (apply Hwide; now apply nth_error_In in Em).
    set (c := Z.pos common / Z.pos e).
    rewrite (row_equation inputs responses (length roots) x d labels vanish u Hmultiples Hmarked Hshaped Hvanishes
      i _ (inject_Z (Z.pos e * c * Z.pos whole)) (l i) Hi).
    + rewrite (Hlosses i Hi Hp). ring.
    + rewrite zipped_length; congruence.
    + intros r Hr. rewrite zipped_at by congruence. cbv beta. fold c. rewrite (Hv r Hr), (Hl i r Hi Hr). unfold place.
      rewrite (nth_error_nth _ i [] Em). unfold Qeq, Qmult, inject_Z. cbn [Qnum Qden]. rewrite !Pos2Z.inj_mul. ring.
  - assert (Hin' : In equation (map (fun l => coefficients_from (tree_of (repeat 0 (length roots)))
      (map (constraint_piece (Z.pos common) (planted_labels (labels_by_row inputs labels))
        (known_entries rows)) l)) tight))
      by (now destruct tight).
    apply in_map_iff in Hin'. destruct Hin' as (c & <- & Hc). destruct (Htight c Hc) as [Hinc E0].
    rewrite (constraint_equation inputs responses (length roots) rows x d labels vanish u common Hrows Hmultiples Hmarked
      Hshaped Hvanishes (fun each Hi => proj1 (Z.eqb_eq _ _) (Hcommon each Hi)) c Hinc). rewrite E0. ring.
Qed.

(** What positive prices force: ties and zeros, column by column. At α = 1 all neighbours are tied; at α = 0 none are, and
    zeros do not spread. *)
Definition ties_at_one (responses : nat) (pairs : neighbours) (alpha : Q) : list (nat * nat * (unit -> list bool)) :=
  if Qeq_bool alpha 1 then map (fun tie => (tie, fun _ : unit => repeat true responses)) pairs else [].

Definition along_path_ties (signs : list (list Z)) : list (nat * nat * (unit -> list bool)) :=
  map (fun '(i, here) => ((i, S i),
    fun _ : unit => map (fun s => negb (s =? 0)) here)) (combine (seq 0 (length signs)) signs).

Definition face_on_path (responses : nat) (pairs : neighbours) (alpha : Q) (prices : list priced_row) :
  list (list (nat * nat)) * list (list nat) :=
  let signs := snd (signs_along (Qnum alpha) (Z.pos (Qden alpha)) responses prices) in
  (column_ties responses (ties_at_one responses pairs alpha ++ along_path_ties (tl signs)),
   map (fun s => if 0 <? s then [O] else []) (hd [] signs)).

Fixpoint positive_from (i : nat) (l : list Z) : list nat :=
  match l with
  | [] => []
  | v :: l => if 0 <? v then i :: positive_from (S i) l else positive_from (S i) l
  end.

Definition face_by_flows (responses : nat) (pairs : neighbours) (alpha : Q) (scale : Z) (prices : list priced_row)
  (flows : list written_flow) : list (list (nat * nat)) * list (list nat) :=
  (listed (fold_left (fun t '(r, i, k, f) => if 0 <? f then changed (cons (i, k)) t r else t) flows
     (tree_of (column_ties responses (ties_at_one responses pairs alpha)))),
   map (positive_from O) (transposed responses (left_by_flows alpha scale prices flows))).

Definition is_only_written (x : written) (u : problem) (v : number) (given : row) (d : positive)
  (weights multipliers : list Z) (flows : option (list written_flow)) (m : Z) (inverse : list (list Z)) : bool :=
  let inputs := inputs_of x in
  let responses := responses_of x in
  let alpha := at_level (keeping u) in
  let knows := knows (serves u) in
  let pairs := pairs_of (graph_of (keeping u)) inputs in
  is_optimum x u v given d weights multipliers flows && inside inputs pairs &&
  match loss_table inputs responses (loses (serves u)), prior_of_inputs inputs knows given with
  | Some t, Some p =>
      match priced_rows inputs responses (constraints u) t p d weights multipliers with
      | Some (whole, prices) =>
          let (ties, zeros) :=
            match flows with
            | None => face_on_path responses pairs alpha prices
            | Some flows => face_by_flows responses pairs alpha (Z.pos whole / Z.pos d) prices flows
            end in
          let (near, tied) :=
            if below 0 alpha then (adjacency inputs pairs, ties) else (Empty, repeat [] responses) in
          leaves_no_other inputs responses near tied zeros
            match knows with Prior _ => [] | Inputs _ => snd p end (snd t)
            (map (fun each => left_side (fst each)) (filter is_active (combine (constraints u) multipliers))) m inverse
            (rows_of x)
      | None => false
      end
  | _, _ => false
  end.

Lemma ties_at_one_in responses pairs alpha i k flags :
  In ((i, k), flags) (ties_at_one responses pairs alpha) -> (alpha == 1)%Q /\ In (i, k) pairs.
Proof.
  unfold ties_at_one. destruct (Qeq_bool alpha 1) eqn:E; [|contradiction]. intros H. apply Qeq_bool_iff in E.
  apply in_map_iff in H. destruct H as (tie & Et & H). injection Et as -> _. now split.
Qed.

Lemma column_ties_length responses flagged : (length (column_ties responses flagged) <= responses)%nat.
Proof.
  unfold column_ties. assert (H : forall columns, length (fold_left (fun columns '(each,
    flags) => with_tie each (flags tt) columns) flagged columns) = length columns).
  { induction flagged as [|[each flags] flagged IH]; intros columns; cbn [fold_left]; [reflexivity|]. rewrite IH.
    generalize (flags tt). clear. intros l. revert columns.
    induction l as [|b l IH]; intros [|c columns]; cbn; try reflexivity.
    now rewrite IH. }
  rewrite H, repeat_length. lia.
Qed.

Lemma along_path_ties_in signs tie flags r : In (tie, flags) (along_path_ties signs) -> nth r (flags tt) false = true ->
  exists i, tie = (i, S i) /\ (i < length signs)%nat /\ nth r (nth i signs []) 0 <> 0.
Proof.
  intros H Hr. unfold along_path_ties in H. apply in_map_iff in H. destruct H as ([i here] & E & H). injection E as <- <-.
  destruct (In_nth _ _ (O, []) H) as (k & Hk & Ek). rewrite combine_length, seq_length in Hk.
  rewrite combine_nth in Ek by apply seq_length. rewrite seq_nth in Ek by lia. injection Ek as <- <-.
  exists k. split; [reflexivity|]. split; [lia|]. intros E0.
  destruct (lt_dec r (length (nth k signs []))) as [Hl|Hl].
  - rewrite (nth_indep _ false (negb (0 =? 0))) in Hr by now rewrite map_length.
    rewrite (map_nth (fun s => negb (s =? 0))) in Hr. rewrite E0 in Hr. discriminate.
  - rewrite nth_overflow in Hr by (rewrite map_length; lia). discriminate.
Qed.

Lemma positive_from_in l : forall from i, In i (positive_from from l) -> (from <= i)%nat /\ 0 < nth (i - from) l 0.
Proof.
  induction l as [|v l IH]; intros from i H; cbn [positive_from] in H; [contradiction|].
  assert (Hrest : In i (positive_from (S from) l) -> (from <= i)%nat /\ 0 < nth (i - from) (v :: l) 0).
  { intros Hin. destruct (IH (S from) i Hin) as [H1 H2]. split; [lia|].
    now replace (i - from)%nat with (S (i - S from)) by lia. }
  destruct (0 <? v) eqn:E; [|now apply Hrest]. destruct H as [<-|H]; [|now apply Hrest].
  apply Z.ltb_lt in E. split; [lia|]. now rewrite Nat.sub_diag.
Qed.

Lemma flow_ties_in r tie flows : forall t, well_counted t ->
  let u := fold_left (fun t '(r, i, k, f) => if 0 <? f then changed (cons (i, k)) t r else t) flows t in
  length (listed u) = length (listed t) /\
  (In tie (nth r (listed u) []) -> In tie (nth r (listed t) []) \/
    exists f, 0 < f /\ In (r, fst tie, snd tie, f) (flows : list written_flow)).
Proof.
  induction flows as [|(((q, i), k), f) flows IH]; intros t Ht; cbv zeta; cbn [fold_left]; [split;
    [reflexivity | now left]|].
  destruct (0 <? f) eqn:E.
  - destruct (changed_is (cons (i, k)) t Ht q) as (Hc & Hl & Hat). destruct (IH _ Hc) as [Hn Hin].
    split; [congruence|]. intros H.
    destruct (Hin H) as [H'|(g & Hg & Hf)]; [|right; exists g; split; [assumption | now right]].
    specialize (Hat r). destruct (nth_error (listed t) r) as [before|] eqn:Er.
    + destruct (r =? q)%nat eqn:Eq; cbn [option_map] in Hat; rewrite (nth_error_nth _ _ [] Hat) in H'.
      * destruct H' as [<-|H']; [|left; now rewrite (nth_error_nth _ _ [] Er)]. right. exists f. apply Z.ltb_lt in E.
        apply Nat.eqb_eq in Eq. subst q. split; [assumption | now left].
      * left. now rewrite (nth_error_nth _ _ [] Er).
    + left. apply nth_error_None in Er. rewrite nth_overflow in H' by lia. contradiction.
  - destruct (IH t Ht) as [Hn Hin]. split; [assumption|]. intros H.
    destruct (Hin H) as [H'|(g & Hg & Hf)]; [now left|]. right. exists g. split; [assumption | now right].
Qed.

(** Two columns that what is forced applies to: their difference is tied where they both are, and vanishes there. *)
Lemma both_tied (alpha : Q) (x y : matrix) i k r : (~ alpha == 0)%Q ->
  ((alpha * x i r == x k r /\ alpha * y i r == y k r) \/ (alpha * x k r == x i r /\ alpha * y k r == y i r))%Q ->
  is_tie alpha x (fun i r => y i r - x i r)%Q r (i, k).
Proof.
  intros Ha H. split; [assumption|]. destruct H as [[H1 H2]|[H1 H2]]; [left | right]; (split; [assumption|]);
    rewrite <- H1, <- H2; ring.
Qed.

Theorem is_only_written_sound x u v given d weights multipliers flows m inverse :
  is_only_written x u v given d weights multipliers flows m inverse = true -> meaning (IsOnlyOptimal x u v).
Proof.
  unfold is_only_written. cbv zeta. intros H. apply andb_true_iff in H; destruct H as [H Hface].
  apply andb_true_iff in H; destruct H as [Hopt Hinside].
  assert (Hbest := is_optimum_sound _ _ _ _ _ _ _ _ Hopt). cbn [meaning] in *. unfold with_loss in *.
  destruct (loss_table _ _ _) as [t|] eqn:Et; [|discriminate].
  destruct (loss_table_is _ _ _ _ Et) as (l & El & Ht). rewrite El in *.
  destruct (prior_of_inputs _ _ _) as [p|] eqn:Ep; [|discriminate].
  destruct (priced_rows _ _ _ _ _ _ _ _) as [[whole prices]|] eqn:Ew; [|discriminate].
  destruct (optimum_forces x u v given d weights multipliers flows t l p Hopt Et Ht Ep) as (Hwritten & Hprices & Hslack).
  unfold are_prices in Hprices. rewrite Ew in Hprices. apply andb_true_iff in Hprices. destruct Hprices as [_ Hcovers].
  destruct (priced_rows_are _ _ _ _ _ _ _ _ _ _ _ Ht Ew) as (_ & _ & Hd & Hp).
  destruct (priced_rows_increasing _ _ _ _ _ _ _ _ _ Ew) as [Hinc Hplen].
  unfold allowed_by, allowed in *. assert (Hx := rows_of_write x Hwritten).
  set (cs := map constraint_of (constraints u)) in *. set (priced := combine cs (over d multipliers)) in *.
  set (alpha := at_level (keeping u)) in *. set (inputs := inputs_of x) in *. set (responses := responses_of x) in *.
  set (pairs := pairs_of (graph_of (keeping u)) inputs) in *.
  split; [assumption|]. intros y Hy. assert (Fx := Hslack _ Hbest). assert (Fy := Hslack y Hy).
  set (xm := matrix_of x) in *. set (dd := fun i r => (y i r - xm i r)%Q).
  assert (Hone : forall i k r flags, (r < responses)%nat -> In ((i, k), flags) (ties_at_one responses pairs alpha) ->
    is_tie alpha xm dd r (i, k)).
  { intros i k r flags Hr Hin. apply ties_at_one_in in Hin. destruct Hin as [E1 Hik]. apply both_tied; [lra|]. left.
    destruct Fx as [[_ Px] _]. destruct Fy as [[_ Py] _]. destruct (Px i k Hik r Hr) as [X1 X2].
    destruct (Py i k Hik r Hr) as [Y1 Y2].
    rewrite E1 in X1, X2, Y1, Y2 |- *. split; lra. }
  set (gone := fun i r => (i < inputs)%nat /\ (xm i r == 0)%Q /\ (y i r == 0)%Q).
  (* The ties and zeros of the face. *)
  destruct (match flows with None => _ | Some _ => _ end) as [ties zeros] eqn:Ef in Hface.
  assert (Hfound : (length ties <= responses)%nat /\
    ((0 < alpha)%Q -> forall r tie, (r < responses)%nat -> In tie (nth r ties []) -> is_tie alpha xm dd r tie) /\
    (forall r i, (r < responses)%nat -> In i (nth r zeros []) -> gone i r)).
  { unfold covers in Hcovers. destruct flows as [flows|].
    - unfold face_by_flows in Ef. injection Ef as <- <-. fold alpha in Hcovers. fold pairs in Hcovers.
      set (base := column_ties responses (ties_at_one responses pairs alpha)).
      destruct (tree_of_is base) as [Bc Bl].
      assert (Hslacks : forall r, (r < responses)%nat -> forall z,
        forced inputs responses pairs alpha (user_of (knows (serves u))) l
          (value_of_number v) cs (numbers_of p)
          (fun i r => (numbers_of p i * l i r - numbers (over d weights) i - of_constraints priced i r)%Q) priced z ->
        (forall i k f, In (i, k, f) (of_response d flows r) -> (0 < f)%Q -> (z k r == alpha * z i r)%Q) /\
        (forall i, (i < inputs)%nat -> 0 < place (left_by_flows alpha (Z.pos whole / Z.pos d) prices flows) i r ->
          (z i r == 0)%Q)).
      { intros r Hr z (Hzp & _ & Hzd & _).
        destruct (covers_graph_left _ _ _ _ _ _ _ _ _ r Hp Hd Hcovers Hr) as (_ & _ & Hf & Hl).
        destruct (flows_slack inputs pairs alpha
          (fun i => numbers_of p i * l i r - numbers (over d weights) i - of_constraints priced i r)%Q
            (of_response d flows r) (fun i => z i r)
          (column_of _ _ _ _ _ r Hzp Hr) Hf) as [S1 S2]; [|exact (Hzd r Hr)|].
        { intros i Hi. destruct (Hl i Hi) as [H0 <-]. unfold Qle. cbn [Qnum Qden]. lia. }
        split; [exact S1|]. intros i Hi Hpos. apply S2; [assumption|]. destruct (Hl i Hi) as [_ <-].
        unfold Qlt. cbn [Qnum Qden]. lia. }
      split; [|split].
      + destruct (flow_ties_in O (O, O) flows _ Bc) as [-> _]. rewrite Bl. apply column_ties_length.
      + intros Ha r [i k] Hr Hin. destruct (flow_ties_in r (i, k) flows _ Bc) as [_ Hin'].
        destruct (Hin' Hin) as [Hb|(f & Hf & Hflow)].
        * rewrite Bl in Hb. apply column_ties_in in Hb. destruct Hb as (flags & Hb & _). now apply (Hone i k r flags).
        * cbn [fst snd] in Hflow. apply both_tied; [lra|]. left.
          assert (Hof : In (i, k, (f # d)%Q) (of_response d flows r)).
          { unfold of_response. apply in_map_iff. exists (r, i, k, f). split; [reflexivity|]. apply filter_In.
            split; [assumption | now rewrite Nat.eqb_refl]. }
          assert (Hpos : (0 < f # d)%Q) by (unfold Qlt; cbn [Qnum Qden]; lia).
          split; symmetry; [now apply (Hslacks r Hr xm Fx) with (f := (f # d)%Q) |
            now apply (Hslacks r Hr y Fy) with (f := (f # d)%Q)].
      + intros r i Hr Hin.
        destruct (covers_graph_left _ _ _ _ _ _ _ _ _ r Hp Hd Hcovers Hr) as (Ll & Lw & _ & _).
        set (left := left_by_flows _ _ _ _) in *.
        destruct (transposed_is 0 responses left Lw) as (T1 & T2 & T3).
        assert (Er : nth_error (transposed responses left) r = Some (nth r (transposed responses left) [])) by
          (apply nth_error_nth'; lia).
        rewrite (nth_error_nth _ r [] (map_nth_error (positive_from O) r _ Er)) in Hin. apply positive_from_in in Hin.
        destruct Hin as [_ Hpos]. rewrite Nat.sub_0_r in Hpos.
        assert (Hi : (i < inputs)%nat).
        { rewrite <- Ll, <- (T2 r Hr). destruct (lt_dec i (length (nth r (transposed responses left) []))); [assumption|].
          rewrite nth_overflow in Hpos by lia. lia. }
        rewrite T3 in Hpos by assumption.
        destruct (Hslacks r Hr xm Fx) as [_ Zx]. destruct (Hslacks r Hr y Fy) as [_ Zy].
        split; [assumption|]. split; [now apply Zx | now apply Zy].
    - destruct (graph_of (keeping u)) eqn:Eg; try discriminate. cbn [pairs_of] in *.
      unfold face_on_path in Ef. cbv zeta in Ef. injection Ef as <- <-. fold alpha in Hcovers.
      set (signs := snd (signs_along (Qnum alpha) (Z.pos (Qden alpha)) responses prices)) in *.
      assert (Hp' := Hp). destruct Hp' as (Hrn & Hrw & _).
      destruct (signs_shape (Qnum alpha) (Z.pos (Qden alpha)) responses prices Hrw) as (Sl & Sw & _).
      fold signs in Sl, Sw.
      assert (Hcolumn : forall r, (r < responses)%nat -> forall z,
        forced inputs responses pairs alpha (user_of (knows (serves u))) l
          (value_of_number v) cs (numbers_of p)
          (fun i r => (numbers_of p i * l i r - numbers (over d weights) i - of_constraints priced i r)%Q) priced z ->
        let s i := nth r (nth i signs []) 0 in
        (forall i, (S i < inputs)%nat ->
           (0 < s (S i) -> (z (S i) r == alpha * z i r)%Q) /\ (s (S i) < 0 -> (z i r == alpha * z (S i) r)%Q)) /\
        ((0 < inputs)%nat -> 0 < s O -> (z O r == 0)%Q)).
      { intros r Hr z (Hzp & _ & Hzd & _).
        exact (column_forced alpha inputs responses whole prices _ r (fun i => z i r) Hp Hcovers Hr
          (column_of _ _ _ _ _ r Hzp Hr) (Hzd r Hr)). }
      split; [apply column_ties_length | split].
      + intros Ha r tie Hr Hin. apply column_ties_in in Hin. destruct Hin as (flags & Hin & Hflag).
        apply in_app_or in Hin. destruct Hin as [Hin|Hin]; [destruct tie; now apply (Hone _ _ r flags)|].
        destruct (along_path_ties_in _ _ _ r Hin Hflag) as (i & -> & Hi & Hne).
        assert (Es : nth i (tl signs) [] = nth (S i) signs []) by (destruct signs; [now destruct i | reflexivity]).
        assert (Hi' : (S i < inputs)%nat) by (destruct signs; cbn in Hi, Sl; lia).
        rewrite Es in Hne. apply both_tied; [lra|].
        destruct (Hcolumn r Hr xm Fx) as [Cx _]. destruct (Hcolumn r Hr y Fy) as [Cy _].
        destruct (Cx i Hi') as [Cx1 Cx2]. destruct (Cy i Hi') as [Cy1 Cy2].
        destruct (Z.lt_trichotomy (nth r (nth (S i) signs []) 0) 0) as [Hneg|[Hz|Hpos]]; [right | contradiction | left];
          split; symmetry; auto.
      + intros r i Hr Hin. destruct signs as [|first later]; cbn [hd] in Hin; [cbn in Hin; destruct r; contradiction|].
        assert (Hf : length first = responses) by (apply Sw; now left).
        assert (Er : nth_error first r = Some (nth r first 0)) by (apply nth_error_nth'; lia).
        rewrite (nth_error_nth _ r [] (map_nth_error _ r first Er)) in Hin.
        destruct (0 <? nth r first 0) eqn:E; [|contradiction]. apply Z.ltb_lt in E. destruct Hin as [<-|[]].
        assert (Hi : (0 < inputs)%nat) by (cbn in Sl; lia).
        destruct (Hcolumn r Hr xm Fx) as [_ Zx]. destruct (Hcolumn r Hr y Fy) as [_ Zy]. cbn [nth] in Zx, Zy.
        split; [assumption|]. split; [now apply Zx | now apply Zy]. }
  destruct Hfound as (Hmany & Hties & Hzeros).
  assert (Hsum : forall i, (i < inputs)%nat -> (sum responses (dd i) == 0)%Q).
  { intros i Hi. unfold dd. rewrite sum_minus. destruct Fx as [[[_ Sx] _] _]. destruct Fy as [[[_ Sy] _] _].
    rewrite (Sx i Hi), (Sy i Hi). ring. }
  destruct Ht as (Ht1 & Ht2 & Ht3).
  enough (Hzero : forall i r, (i < inputs)%nat -> (r < responses)%nat -> (dd i r == 0)%Q).
  { intros i r Hi Hr. specialize (Hzero i r Hi Hr). unfold dd in Hzero. lra. }
  destruct (if below 0 alpha then _ else _) as [near tied] eqn:En in Hface.
  assert (Htied : (length tied <= responses)%nat /\
    (forall r tie, (r < responses)%nat -> In tie (nth r tied []) -> is_tie alpha xm dd r tie) /\
    (forall r, (r < responses)%nat -> hands_on (fun i _ => gone i r) near)).
  { destruct (below 0 alpha) eqn:Ha; injection En as <- <-.
    - apply below_lt in Ha. split; [assumption|]. split; [now apply Hties|].
      intros r Hr. apply (adjacency_hands_on (fun i _ => gone i r)); intros i k _ Hik (_ & X0 & Y0);
        destruct (inside_sound _ _ _ _ Hinside Hik) as [Hi Hk]; destruct Fx as [[[Zx _] Px] _];
          destruct Fy as [[[Zy _] Py] _];
        destruct (Px _ _ Hik r Hr) as [X1 X2]; destruct (Py _ _ Hik r Hr) as [Y1 Y2].
      + specialize (Zx k r Hk Hr). specialize (Zy k r Hk Hr). rewrite X0 in X2. rewrite Y0 in Y2.
        split; [assumption|]. split; (apply Qle_antisym; [|assumption]); apply Qnot_lt_le; intros Hpos;
          assert (K := Qmult_lt_0_compat _ _ Ha Hpos); lra.
      + specialize (Zx i r Hi Hr). specialize (Zy i r Hi Hr). rewrite X0 in X1. rewrite Y0 in Y1.
        split; [assumption|]. split; (apply Qle_antisym; [|assumption]); apply Qnot_lt_le; intros Hpos;
          assert (K := Qmult_lt_0_compat _ _ Ha Hpos); lra.
    - split; [now rewrite repeat_length|]. split.
      + intros r tie _ Hin. rewrite nth_repeat in Hin. contradiction.
      + intros r _ k j label Hj _. contradiction. }
  destruct Htied as (Hfew & Htied & Hnear).
  apply (leaves_no_other_sound inputs responses near tied zeros _ (snd t) _ m inverse (rows_of x) xm dd l gone alpha
    (fst t)
    Hx Hface Htied Hfew); try assumption.
  - intros i r (_ & X0 & Y0) _. unfold dd. rewrite X0, Y0. ring.
  - intros i Hi Hpos. destruct (knows (serves u)) as [pr|inside]; [destruct i; cbn in Hpos; lia|].
    apply (forced_losses _ _ _ _ _ _ _ _ _ _ _ y xm i Fy Fx Hi). unfold numbers_of. rewrite numbers_at.
    unfold Qlt. cbn [Qnum Qden]. lia.
  - intros c Hc. apply in_map_iff in Hc. destruct Hc as ([c' k] & <- & Hc). apply filter_In in Hc.
    destruct Hc as [Hck Hact].
    cbn [fst]. split; [rewrite forallb_forall in Hinc; exact (Hinc (c', k) Hck)|].
    rewrite <- (forced_constraints _ _ _ _ _ _ _ _ _ d _ _ y xm c' k Fy Fx Hck Hact).
    apply combination_equal. intros i r _ _. unfold constraint_of. destruct (is_exact c'); reflexivity.
Qed.
