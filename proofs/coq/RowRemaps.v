(** Checkers on rows of remaps: products, derivable and not, interactions, and what lies midway between two others. *)

From ExactDP Require Export RowBest.
From Coq Require Import Bool.

Local Open Scope Z_scope.

(** Σ_k n_k·t_k, of rows t_k. *)
Fixpoint mixed_from (before : list Z) (numbers : list Z) (t : list (list Z)) : list Z :=
  match numbers, t with
  | n :: numbers, l :: t => mixed_from (if n =? 0 then before else zipped (fun u v => u + n * v) before l) numbers t
  | _, _ => before
  end.

Lemma mixed_from_is width numbers : forall t before,
  length before = width -> is_wide width t -> length numbers = length t ->
  length (mixed_from before numbers t) = width /\ forall r, (r < width)%nat ->
    nth r (mixed_from before numbers t) 0 =
    nth r before 0 + zsum (length t) (fun k => nth k numbers 0 * place t k r).
Proof.
  induction numbers as [|n numbers IH]; intros [|l t] before Hb Hw Hl; cbn in Hl; try discriminate.
  - cbn [mixed_from length zsum]. split; [assumption|]. intros. lia.
  - apply is_wide_rest in Hw. destruct Hw as [Hwl Hw]. cbn [mixed_from length].
    set (next := if n =? 0 then before else zipped (fun u v => u + n * v) before l).
    assert (Hn : length next = width).
    { unfold next. destruct (n =? 0); [assumption|]. rewrite zipped_length; congruence. }
    destruct (IH t next Hn Hw ltac:(congruence)) as [H1 H2]. split; [assumption|]. intros r Hr.
    rewrite (H2 r Hr), zsum_first. cbn [nth]. change (place (l :: t) 0 r) with (nth r l 0).
    assert (E : nth r next 0 = nth r before 0 + n * nth r l 0).
    { unfold next. destruct (n =? 0) eqn:E; [apply Z.eqb_eq in E; subst; lia|]. apply zipped_at; congruence. }
    rewrite E. rewrite <- Z.add_assoc. reflexivity.
Qed.

(** The rows of y·T, where T is over one denominator. *)
Definition product_rows (rows : list row) (width : nat) (t : table) : list row :=
  let nothing := repeat 0 width in
  map (fun given : row => ((fst given * fst t)%positive, mixed_from nothing (snd given) (snd t))) rows.

Lemma product_rows_write inputs columns width rows t (y z : matrix) :
  writes inputs columns rows y -> tabulates columns width t z ->
  writes inputs width (product_rows rows width t) (product columns y z).
Proof.
  intros Hy (Hn & Hw & Hz). unfold product_rows. cbv zeta. split.
  - rewrite map_length. apply Hy.
  - intros given Hin. apply in_map_iff in Hin. destruct Hin as ([d l] & <- & Hin). cbn [fst snd].
    assert (Hl : length l = columns) by (destruct Hy as [_ H _]; apply H in Hin; exact Hin).
    destruct (mixed_from_is width l (snd t) (repeat 0 width)) as [H _]; [apply repeat_length | assumption | congruence | assumption].
  - intros i r Hi Hr. destruct (has_row _ _ _ _ Hy i Hi) as (d & l & E).
    destruct (read_row _ _ _ _ Hy i d l E) as (_ & Hl & Hx).
    rewrite (of_rows_entry _ i r _ _ (map_nth_error _ i rows E)). cbn [fst snd].
    destruct (mixed_from_is width l (snd t) (repeat 0 width)) as [_ H]; [apply repeat_length | assumption | congruence |].
    rewrite (H r Hr), nth_zeros, Z.add_0_l, Hn, <- sum_over. unfold product. apply sum_equal. intros k Hk.
    rewrite (Hx k Hk), (Hz k r Hk Hr). reflexivity.
Qed.

(** Where y is G the product is computed from both ends. *)
Definition remapped_rows (y : written) (width : nat) (t : table) : list row :=
  match y with
  | Geometric n level => remap_rows n (Z.to_N (Qnum level)) (Qden level) width (fst t) (snd t)
  | _ => product_rows (rows_of y) width t
  end.

Theorem remapped_rows_write y width t (z : matrix) :
  is_written y = true -> tabulates (responses_of y) width t z ->
  writes (inputs_of y) width (remapped_rows y width t) (product (responses_of y) (matrix_of y) z).
Proof.
  intros Hy Ht. assert (W := rows_of_write y Hy). destruct y as [inputs responses given|n level|n level responses common remap];
    cbn [remapped_rows]; try now apply product_rows_write.
  cbn [is_written] in Hy. apply andb_true_iff in Hy. destruct Hy as [Hn Hp]. apply Nat.leb_le in Hn. apply Z.leb_le in Hp.
  destruct Ht as (Hl & Hw & Hz). cbn [inputs_of responses_of matrix_of] in *.
  rewrite <- (level_of_natural level Hp) at 3. now apply remap_rows_write.
Qed.

(** Two matrices with the same entries. *)
Fixpoint rows_agree (rows others : list row) : bool :=
  match rows, others with
  | [], [] => true
  | (d, l) :: rows, (e, m) :: others =>
      if all_pairs (fun u v => u * Z.pos e =? v * Z.pos d) l m then rows_agree rows others else false
  | _, _ => false
  end.

Lemma rows_agree_at rows : forall others i d l e m, rows_agree rows others = true ->
  nth_error rows i = Some (d, l) -> nth_error others i = Some (e, m) ->
  all_pairs (fun u v => u * Z.pos e =? v * Z.pos d) l m = true.
Proof.
  induction rows as [|[d' l'] rows IH]; intros [|[e' m'] others] i d l e m H Hi Hj; try (now destruct i).
  cbn [rows_agree] in H. destruct (all_pairs _ l' m') eqn:E; [|discriminate].
  destruct i as [|i]; cbn [nth_error] in *; [|now apply (IH others i)].
  injection Hi as -> ->. injection Hj as -> ->. exact E.
Qed.

Lemma rows_agree_sound inputs responses rows others x y :
  writes inputs responses rows x -> writes inputs responses others y -> rows_agree rows others = true ->
  same inputs responses x y.
Proof.
  intros Hx Hy H i r Hi Hr. destruct (has_row _ _ _ _ Hx i Hi) as (d & l & Ei).
  destruct (has_row _ _ _ _ Hy i Hi) as (e & m & Ej). assert (E := rows_agree_at rows others i d l e m H Ei Ej).
  destruct (read_row _ _ _ _ Hx i d l Ei) as (_ & Hl & Hxe). destruct (read_row _ _ _ _ Hy i e m Ej) as (_ & Hm & Hye).
  rewrite (Hxe r Hr), (Hye r Hr). apply all_pairs_at in E. destruct E as [_ E]. specialize (E r ltac:(lia)).
  apply Z.eqb_eq in E. exact E.
Qed.

(** Derivable. *)
Definition is_table (inputs responses : nat) (t : list (list Z)) : bool :=
  (length t =? inputs)%nat && forallb (fun l => (length l =? responses)%nat) t.

Lemma is_table_tabulates inputs responses d t :
  is_table inputs responses t = true -> tabulates inputs responses (d, t) (of_rows (map (fun l => (d, l)) t)).
Proof.
  unfold is_table. intros H. apply andb_true_iff in H. destruct H as [Hn Hw]. apply Nat.eqb_eq in Hn.
  assert (Hwide : is_wide responses t).
  { intros l Hin. rewrite forallb_forall in Hw. now apply Hw, Nat.eqb_eq in Hin. }
  split; [assumption | split; [assumption|]]. intros i r Hi Hr. unfold place. cbn [fst snd].
  destruct (nth_error t i) as [l|] eqn:E; [|apply nth_error_None in E; lia].
  rewrite (of_rows_entry _ i r d l) by now rewrite nth_error_map, E. now rewrite (nth_error_nth _ i [] E).
Qed.

Lemma tabulates_writes inputs responses t (x : matrix) :
  tabulates inputs responses t x -> writes inputs responses (map (fun l => (fst t, l)) (snd t)) x.
Proof. intros (Hn & Hw & Hx). now apply writes_over. Qed.

Definition is_derived (x y : written) (d : Z) (t : list (list Z)) : bool :=
  let columns := responses_of y in
  let responses := responses_of x in
  let common := Z.to_pos d in
  is_written x && is_written y && (inputs_of x =? inputs_of y)%nat && are_stochastic (rows_of x) &&
  are_stochastic (rows_of y) && (1 <=? d) && is_table columns responses t &&
  are_stochastic (map (fun l => (common, l)) t) && rows_agree (rows_of x) (remapped_rows y responses (common, t)).

Theorem is_derived_sound x y d t : is_derived x y d t = true -> meaning (IsDerivable x y).
Proof.
  unfold is_derived. cbv zeta. intros H. cbn [meaning].
  apply andb_true_iff in H; destruct H as [H Ha]; apply andb_true_iff in H; destruct H as [H Hst].
  apply andb_true_iff in H; destruct H as [H Ht]; apply andb_true_iff in H; destruct H as [H _].
  apply andb_true_iff in H; destruct H as [H Hsy]; apply andb_true_iff in H; destruct H as [H Hsx].
  apply andb_true_iff in H; destruct H as [H Hn]; apply andb_true_iff in H; destruct H as [Hx Hy].
  apply Nat.eqb_eq in Hn. assert (Wx := rows_of_write x Hx). assert (Wy := rows_of_write y Hy).
  split; [assumption|]. split; [exact (are_stochastic_sound _ _ _ _ Wx Hsx)|].
  split; [exact (are_stochastic_sound _ _ _ _ Wy Hsy)|].
  assert (T := is_table_tabulates _ _ (Z.to_pos d) _ Ht).
  assert (Wt := tabulates_writes _ _ _ _ T). cbn [fst snd] in Wt.
  eexists. split; [exact (are_stochastic_sound _ _ _ _ Wt Hst)|].
  assert (Wp := remapped_rows_write y _ _ _ Hy T). rewrite <- Hn in Wp.
  exact (rows_agree_sound _ _ _ _ _ _ Wx Wp Ha).
Qed.

(** The least costs of reading each response: of every response k of y the least Σ_i c_r[i]·y_ik over all r. *)
Definition least_costs (columns : nat) (costs : list (list Z)) (y : list (list Z)) (first : list Z) : list Z :=
  let nothing := repeat 0 columns in
  fold_left (fun least cost => zipped Z.min least (mixed_from nothing cost y)) costs first.

Lemma least_costs_is columns inputs y costs : forall first,
  length y = inputs -> is_wide columns y -> (forall cost, In cost costs -> length cost = inputs) ->
  length first = columns ->
  length (least_costs columns costs y first) = columns /\ forall k, (k < columns)%nat ->
    nth k (least_costs columns costs y first) 0 <= nth k first 0 /\
    forall cost, In cost costs ->
      nth k (least_costs columns costs y first) 0 <= zsum inputs (fun i => nth i cost 0 * place y i k).
Proof.
  unfold least_costs. cbv zeta. induction costs as [|cost costs IH]; intros first Hy Hw Hc Hf; cbn [fold_left].
  - split; [assumption|]. intros k Hk. split; [lia|]. intros cost [].
  - assert (Hlen : length cost = inputs) by (apply Hc; now left).
    destruct (mixed_from_is columns cost y (repeat 0 columns)) as [Hl Hat]; [apply repeat_length | assumption | congruence |].
    destruct (IH (zipped Z.min first (mixed_from (repeat 0 columns) cost y))) as [Hl' Hat']; try assumption.
    { intros c Hin. apply Hc. now right. }
    { rewrite zipped_length; congruence. }
    split; [assumption|]. intros k Hk. destruct (Hat' k Hk) as [H1 H2].
    rewrite zipped_at in H1 by congruence. rewrite (Hat k Hk), nth_zeros, Hy in H1. split; [lia|].
    intros c [<-|Hin]; [lia | now apply H2].
Qed.

Lemma least_above n f b : (n = O -> b <= 0)%Q -> (forall r, (r < n)%nat -> (b <= f r)%Q) -> (b <= least n f)%Q.
Proof.
  induction n as [|[|m] IH]; intros H0 H; [now apply H0 | apply H; lia |].
  change (least (S (S m)) f) with (if Qle_bool (least (S m) f) (f (S m)) then least (S m) f else f (S m)).
  destruct (Qle_bool (least (S m) f) (f (S m))); [|apply H; lia]. apply IH; [discriminate|]. intros r Hr. apply H. lia.
Qed.

Lemma zsum_least n f g : (forall k, (k < n)%nat -> f k <= g k) -> zsum n f <= zsum n g.
Proof.
  induction n as [|n IH]; intros H; cbn [zsum]; [lia|]. assert (f n <= g n) by (apply H; lia).
  assert (zsum n f <= zsum n g) by (apply IH; intros; apply H; lia). lia.
Qed.

(** Costs c over one denominator d, response by response; y over one. *)
Theorem least_costs_bound inputs columns responses d costs t first (w y : matrix) :
  tabulates inputs columns t y -> length costs = responses -> is_wide inputs costs ->
  (forall i r, (i < inputs)%nat -> (r < responses)%nat -> w i r == place costs r i # d)%Q ->
  length first = columns -> (responses = O -> forall k, (k < columns)%nat -> nth k first 0 <= 0) ->
  (total_from 0 (least_costs columns costs (snd t) first) # d * fst t <=
   sum columns (fun k => least responses (remap_cost inputs w y k)))%Q.
Proof.
  intros (Hy & Hw & Ht) Hr Hc Hcost Hf H0.
  destruct (least_costs_is columns inputs (snd t) costs first Hy Hw Hc Hf) as [Hl Hat].
  rewrite total_is, Z.add_0_l, Hl, <- sum_over. apply sum_le. intros k Hk. destruct (Hat k Hk) as [H1 H2].
  apply least_above.
  - intros E. specialize (H0 E k Hk). unfold Qle. cbn [Qnum Qden]. lia.
  - intros r Hlt. unfold remap_cost.
    rewrite (sum_equal inputs _ (fun i => nth i (nth r costs []) 0%Z * place (snd t) i k # d * fst t)%Q).
    + rewrite sum_over. unfold Qle. cbn [Qnum Qden]. apply Z.mul_le_mono_nonneg_r; [lia|]. apply H2, nth_In. lia.
    + intros i Hi. rewrite (Ht i k Hi Hk), (Hcost i r Hi Hlt). unfold place, Qeq, Qmult. cbn [Qnum Qden]. rewrite !Pos2Z.inj_mul. ring.
Qed.

(** Not derivable: a user's losses l(r, i), by which x costs less than any remap of y. *)
Definition turned (w : sparse) : sparse := rev' (map (fun '(r, i, a) => (i, r, a)) (rev' w)).

Definition total_of_list (l : list Q) : Q := fold_left add l 0%Q.

Definition is_not_derived (x y : written) (w : sparse) : bool :=
  let inputs := inputs_of x in
  let responses := responses_of x in
  let columns := responses_of y in
  is_written x && is_written y && (inputs =? inputs_of y)%nat && are_stochastic (rows_of x) &&
  are_stochastic (rows_of y) &&
  match over_one inputs columns (rows_of y) with
  | Some t =>
      below (total_of_list (expected_losses 1 (rows_of x) (dense inputs responses (turned w))))
        (total_from 0 (least_costs columns (dense responses inputs w) (snd t) (repeat 0 columns)) # fst t)
  | None => false
  end.

Lemma total_of_list_is l : forall n f before,
  length l = n -> (forall i v, nth_error l i = Some v -> v == f i)%Q -> (fold_left add l before == before + sum n f)%Q.
Proof.
  induction l as [|v l IH]; intros n f before Hn Hf; cbn [length] in Hn; subst n; cbn [fold_left]; [cbn; ring|].
  rewrite (IH _ (fun i => f (S i)) _ eq_refl) by (intros i; apply (Hf (S i))). rewrite sum_first, add_plus.
  rewrite (Hf O v eq_refl). ring.
Qed.

Lemma turned_is w i r : found_at (turned w) i r = found_at w r i.
Proof.
  unfold turned, rev'. rewrite <- !rev_alt, <- map_rev, rev_involutive. unfold found_at.
  induction w as [|((j, k), a) w IH]; cbn [map find]; [reflexivity|].
  rewrite andb_comm. destruct ((j =? r) && (k =? i))%nat; [reflexivity | exact IH].
Qed.

Theorem is_not_derived_sound x y w : is_not_derived x y w = true -> meaning (IsNotDerivable x y).
Proof.
  unfold is_not_derived. cbv zeta. intros H. cbn [meaning].
  apply andb_true_iff in H; destruct H as [H Hb]; apply andb_true_iff in H; destruct H as [H Hsy].
  apply andb_true_iff in H; destruct H as [H Hsx]; apply andb_true_iff in H; destruct H as [H Hn].
  apply andb_true_iff in H; destruct H as [Hx Hy]. apply Nat.eqb_eq in Hn.
  assert (Wx := rows_of_write x Hx). assert (Wy := rows_of_write y Hy).
  split; [assumption|]. split; [exact (are_stochastic_sound _ _ _ _ Wx Hsx)|].
  split; [exact (are_stochastic_sound _ _ _ _ Wy Hsy)|]. rewrite <- Hn in Wy.
  destruct (over_one _ _ _) as [t|] eqn:Et; [|discriminate]. assert (T := over_one_is _ _ _ _ _ Wy Et).
  apply below_lt in Hb. set (l := of_sparse 1 (turned w)).
  destruct (dense_is (inputs_of x) (responses_of x) 1 (turned w)) as (D1 & D2 & D3).
  destruct (dense_is (responses_of x) (inputs_of x) 1 w) as (E1 & E2 & E3).
  assert (Tl : tabulates (inputs_of x) (responses_of x) (1%positive, dense (inputs_of x) (responses_of x) (turned w)) l)
    by (split; [assumption | now split]).
  apply not_derivable_witness with (w := l). eapply Qle_lt_trans; [|eapply Qlt_le_trans; [exact Hb|]].
  - apply Qle_lteq. right. unfold total_of_list.
    rewrite (total_of_list_is _ (inputs_of x) (expected_loss (responses_of x) l (matrix_of x))).
    + rewrite Qplus_0_l. apply sum_equal. intros i _. apply sum_equal. intros r _. ring.
    + exact (expected_losses_number _ _ _ _ _ _ Wx Tl).
    + intros i v E. destruct (expected_losses_are _ _ _ _ _ _ Wx Tl i) as (u & Eu & Hu).
      { rewrite <- (expected_losses_number _ _ _ _ _ _ Wx Tl). apply nth_error_Some. cbn [fst snd]. congruence. }
      cbn [fst snd] in Eu. rewrite E in Eu. now injection Eu as ->.
  - apply (least_costs_bound (inputs_of x) (responses_of y) (responses_of x) 1 (dense (responses_of x) (inputs_of x) w) t
      (repeat 0 (responses_of y)) l (matrix_of y)); try assumption.
    + intros i r Hi Hr. unfold l. rewrite of_sparse_found, turned_is, <- of_sparse_found. now apply E3.
    + apply repeat_length.
    + intros _ k _. rewrite nth_zeros. lia.
Qed.

(** A table's columns. *)
Fixpoint put_first (l : list Z) (t : list (list Z)) : list (list Z) :=
  match l, t with
  | v :: l, m :: t => (v :: m) :: put_first l t
  | _, _ => []
  end.

Fixpoint transposed (width : nat) (t : list (list Z)) : list (list Z) :=
  match t with
  | [] => repeat [] width
  | l :: t => put_first l (transposed width t)
  end.

Lemma put_first_is l : forall t, length l = length t ->
  length (put_first l t) = length t /\ forall r, (r < length t)%nat -> nth r (put_first l t) [] = nth r l 0 :: nth r t [].
Proof.
  induction l as [|v l IH]; intros [|m t] H; cbn in H; try discriminate; [split; [reflexivity | cbn; lia]|].
  destruct (IH t ltac:(congruence)) as [H1 H2]. cbn [put_first length]. split; [now rewrite H1|].
  intros [|r] Hr; cbn [nth]; [reflexivity|]. apply H2. cbn in Hr. lia.
Qed.

Lemma transposed_is width t : is_wide width t ->
  length (transposed width t) = width /\ is_wide (length t) (transposed width t) /\
  forall i r, (r < width)%nat -> place (transposed width t) r i = place t i r.
Proof.
  induction t as [|l t IH]; intros Hw; cbn [transposed length].
  - split; [apply repeat_length|]. split; [intros l Hin; apply repeat_spec in Hin; now subst|].
    intros i r Hr. unfold place. rewrite nth_repeat. now destruct r, i.
  - apply is_wide_rest in Hw. destruct Hw as [Hl Hw]. destruct (IH Hw) as (H1 & H2 & H3).
    destruct (put_first_is l (transposed width t) ltac:(congruence)) as [P1 P2]. split; [congruence|]. split.
    + intros m Hin. apply In_nth with (d := []) in Hin. destruct Hin as (r & Hr & <-). rewrite P1 in Hr.
      rewrite (P2 r Hr). cbn [length]. f_equal. apply H2, nth_In. assumption.
    + intros i r Hr. unfold place. rewrite P2 by lia. destruct i as [|i]; cbn [nth]; [reflexivity|]. now apply H3.
Qed.

(** An interaction: the loss of x·z is at most v, and that of every other remap at least. *)
Definition is_best_remap (x z : written) (u : written_user) (v : number) (given : row) : bool :=
  let inputs := inputs_of x in
  let columns := responses_of x in
  let responses := responses_of z in
  is_written x && is_written z && (columns =? inputs_of z)%nat && are_stochastic (rows_of x) && are_stochastic (rows_of z) &&
  is_knowledge inputs (knows u) && (1 <=? responses)%nat &&
  match loss_table inputs responses (loses u), prior_of_inputs inputs (knows u) given,
        over_one columns responses (rows_of z), over_one inputs columns (rows_of x) with
  | Some t, Some p, Some remap, Some source =>
      (length (snd p) =? inputs)%nat &&
      Qle_bool (losses_of_rows (knows u) (remapped_rows x responses remap) t) (value_of_number v) &&
      match map (zipped Z.mul (snd p)) (transposed responses (snd t)) with
      | [] => false
      | cost :: costs =>
          let first := mixed_from (repeat 0 columns) cost (snd source) in
          Qle_bool (value_of_number v)
            (total_from 0 (least_costs columns (cost :: costs) (snd source) first) # (fst p * fst t) * fst source)
      end
  | _, _, _, _ => false
  end.

Theorem is_best_remap_sound x z u v given : is_best_remap x z u v given = true -> meaning (IsInteraction x z u v).
Proof.
  unfold is_best_remap. cbv zeta. intros H. cbn [meaning].
  apply andb_true_iff in H; destruct H as [H Hb]; apply andb_true_iff in H; destruct H as [H Hone].
  apply andb_true_iff in H; destruct H as [H Hk]; apply andb_true_iff in H; destruct H as [H Hsz].
  apply andb_true_iff in H; destruct H as [H Hsx]; apply andb_true_iff in H; destruct H as [H Hn].
  apply andb_true_iff in H; destruct H as [Hx Hz]. apply Nat.eqb_eq in Hn. apply Nat.leb_le in Hone.
  assert (Wx := rows_of_write x Hx). assert (Wz := rows_of_write z Hz). rewrite <- Hn in Wz.
  assert (Sz := are_stochastic_sound _ _ _ _ Wz Hsz).
  split; [assumption|]. split; [exact (are_stochastic_sound _ _ _ _ Wx Hsx)|].
  destruct (loss_table _ _ _) as [t|] eqn:Et; [|discriminate]. destruct (loss_table_is _ _ _ _ Et) as (l & -> & Tl).
  destruct (prior_of_inputs _ _ _) as [p|] eqn:Ep; [|discriminate].
  destruct (over_one (responses_of x) _ _) as [remap|] eqn:Er; [|discriminate].
  destruct (over_one (inputs_of x) _ _) as [source|] eqn:Es; [|discriminate].
  assert (Tz := over_one_is _ _ _ _ _ Wz Er). assert (Tx := over_one_is _ _ _ _ _ Wx Es).
  apply andb_true_iff in Hb. destruct Hb as [Hb Hv]. apply andb_true_iff in Hb. destruct Hb as [Hlen Hl].
  apply Nat.eqb_eq in Hlen. apply Qle_bool_iff in Hl.
  assert (Wp := remapped_rows_write x _ _ _ Hx Tz). unfold losses_of_rows in Hl.
  rewrite (risk_is _ _ _ _ _ _ Wp Tl _ Hk) in Hl.
  assert (Hp := prior_of_inputs_sound _ _ _ _ Hk Ep).
  destruct Tl as (Ht1 & Ht2 & Ht3). destruct (transposed_is (responses_of z) (snd t) Ht2) as (H1 & H2 & H3). rewrite Ht1 in H2.
  destruct (map (zipped Z.mul (snd p)) (transposed (responses_of z) (snd t))) as [|cost costs] eqn:Ec; [discriminate|].
  apply Qle_bool_iff in Hv.
  assert (Hcosts : length (cost :: costs) = responses_of z) by (rewrite <- Ec, map_length; assumption).
  assert (Hwide : is_wide (inputs_of x) (cost :: costs)).
  { rewrite <- Ec. intros m Hin. apply in_map_iff in Hin. destruct Hin as (m' & <- & Hin).
    rewrite zipped_length; [assumption|]. apply H2 in Hin. congruence. }
  assert (Hb := interaction_bound (inputs_of x) (responses_of x) (responses_of z) l (user_of (knows u)) (numbers_of p)
    (matrix_of x) (value_of_number v) Hp).
  assert (Hbound : forall s, stochastic (responses_of x) (responses_of z) s ->
    (value_of_number v <= loss (inputs_of x) (responses_of z) l (user_of (knows u)) (product (responses_of x) (matrix_of x) s))%Q).
  { apply Hb. eapply Qle_trans; [exact Hv|].
    apply (least_costs_bound (inputs_of x) (responses_of x) (responses_of z) (fst p * fst t) (cost :: costs) source); try assumption.
    - intros i r Hi Hr. rewrite <- Ec. unfold place.
      assert (Er' : nth_error (transposed (responses_of z) (snd t)) r = Some (nth r (transposed (responses_of z) (snd t)) []))
        by (apply nth_error_nth'; lia).
      rewrite (nth_error_nth _ r [] (map_nth_error (zipped Z.mul (snd p)) r _ Er')).
      rewrite zipped_at; [| rewrite Hlen; symmetry; apply H2, nth_In; lia | lia].
      fold (place (transposed (responses_of z) (snd t)) r i). rewrite (H3 i r Hr), (Ht3 i r Hi Hr).
      unfold numbers_of. rewrite numbers_at. unfold Qeq, Qmult. cbn [Qnum Qden]. rewrite !Pos2Z.inj_mul. ring.
    - destruct Tx as (X1 & X2 & _).
      destruct (mixed_from_is (responses_of x) cost (snd source) (repeat 0 (responses_of x))) as [M _];
        [apply repeat_length | assumption | rewrite X1; apply Hwide; now left | assumption].
    - lia. }
  split; [assumption|]. split; [|exact Hbound]. apply Qle_antisym; [assumption | now apply Hbound].
Qed.

(** Midway between two others, so no vertex. *)
Fixpoint opposite_rows (rows others : list row) : list row :=
  match rows, others with
  | (d, l) :: rows, (e, m) :: others =>
      ((d * e)%positive, zipped (fun u v => 2 * u * Z.pos e - v * Z.pos d) l m) :: opposite_rows rows others
  | _, _ => []
  end.

Lemma opposite_rows_at rows : forall others i d l e m,
  nth_error rows i = Some (d, l) -> nth_error others i = Some (e, m) ->
  nth_error (opposite_rows rows others) i = Some ((d * e)%positive, zipped (fun u v => 2 * u * Z.pos e - v * Z.pos d) l m).
Proof.
  induction rows as [|[d' l'] rows IH]; intros [|[e' m'] others] i d l e m Hi Hj; try (now destruct i).
  destruct i as [|i]; cbn [nth_error opposite_rows] in *; [|now apply IH].
  injection Hi as -> ->. injection Hj as -> ->. reflexivity.
Qed.

Lemma opposite_rows_length rows : forall others, length rows = length others -> length (opposite_rows rows others) = length rows.
Proof.
  induction rows as [|[d l] rows IH]; intros [|[e m] others] H; cbn in *; try discriminate; [reflexivity|]. now rewrite IH by congruence.
Qed.

Lemma opposite_rows_write inputs responses rows others x y :
  writes inputs responses rows x -> writes inputs responses others y ->
  writes inputs responses (opposite_rows rows others) (fun i r => 2 * x i r - y i r)%Q.
Proof.
  intros Hx Hy. assert (Hlx : length rows = inputs) by apply Hx. assert (Hly : length others = inputs) by apply Hy.
  assert (Hrow : forall i, (i < inputs)%nat -> exists d l e m, nth_error rows i = Some (d, l) /\ nth_error others i = Some (e, m)).
  { intros i Hi. destruct (has_row _ _ _ _ Hx i Hi) as (d & l & Ei). destruct (has_row _ _ _ _ Hy i Hi) as (e & m & Ej). eauto 8. }
  assert (Hlen : length (opposite_rows rows others) = inputs) by (rewrite opposite_rows_length; congruence).
  split; [assumption | |].
  - intros given Hin. apply In_nth_error in Hin. destruct Hin as [i Hi].
    assert (Hlt : (i < inputs)%nat) by (rewrite <- Hlen; apply nth_error_Some; congruence).
    destruct (Hrow i Hlt) as (d & l & e & m & Ei & Ej). rewrite (opposite_rows_at _ _ _ _ _ _ _ Ei Ej) in Hi. injection Hi as <-.
    destruct (read_row _ _ _ _ Hx i d l Ei) as (_ & Hl & _). destruct (read_row _ _ _ _ Hy i e m Ej) as (_ & Hm & _).
    cbn [snd]. rewrite zipped_length; congruence.
  - intros i r Hi Hr. destruct (Hrow i Hi) as (d & l & e & m & Ei & Ej).
    destruct (read_row _ _ _ _ Hx i d l Ei) as (_ & Hl & Hxe). destruct (read_row _ _ _ _ Hy i e m Ej) as (_ & Hm & Hye).
    rewrite (of_rows_entry _ i r _ _ (opposite_rows_at _ _ _ _ _ _ _ Ei Ej)), (Hxe r Hr), (Hye r Hr).
    rewrite zipped_at by congruence. unfold Qeq, Qminus, Qplus, Qopp, Qmult. cbn [Qnum Qden]. rewrite !Pos2Z.inj_mul. ring.
Qed.

Definition lies_midway (x : written) (p : privacy) (other : list row) : bool :=
  let pairs := pairs_of (graph_of p) (inputs_of x) in
  let rows := rows_of x in
  let opposite := opposite_rows rows other in
  is_written x && are_stochastic rows && is_shaped (inputs_of x) (responses_of x) other &&
  (are_stochastic other && are_private pairs (at_level p) other) &&
  (are_stochastic opposite && are_private pairs (at_level p) opposite) && rows_differ other rows.

Theorem lies_midway_sound x p other : lies_midway x p other = true -> meaning (IsNotVertex x p).
Proof.
  unfold lies_midway. cbv zeta. intros H. cbn [meaning].
  apply andb_true_iff in H; destruct H as [H Hd]; apply andb_true_iff in H; destruct H as [H Ho].
  apply andb_true_iff in H; destruct H as [H Hy]; apply andb_true_iff in H; destruct H as [H Hs].
  apply andb_true_iff in H; destruct H as [Hx Hsx]. assert (Wx := rows_of_write x Hx). assert (Wy := shaped_writes _ _ _ Hs).
  assert (Wo := opposite_rows_write _ _ _ _ _ _ Wx Wy).
  split; [exact (are_stochastic_sound _ _ _ _ Wx Hsx)|]. intros [_ Hv].
  apply (rows_differ_sound _ _ _ _ _ _ Wy Wx Hd).
  apply (Hv (of_rows other) (fun i r => 2 * matrix_of x i r - of_rows other i r)%Q).
  - exact (are_private_mechanism_sound _ _ _ _ Wy _ _ Hy).
  - exact (are_private_mechanism_sound _ _ _ _ Wo _ _ Ho).
  - intros. ring.
Qed.
