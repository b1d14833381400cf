(** The only optimum, checked on rows, where it is G or a remap of G. *)

From ExactDP Require Export RowFaces.
From Coq Require Import Bool.

Local Open Scope Z_scope.

(** The equations besides those of the rows: the expected losses on inputs of positive probability, for a minimax
    consumer, and the constraints that are equalities or have a price. *)
Fixpoint loss_equations (i : nat) (prior : list Z) (losses : list (list Z)) : list extra_equation :=
  match prior, losses with
  | p :: prior, l :: losses =>
      if 0 <? p then map (fun v => [(i, v)]) l :: loss_equations (S i) prior losses else loss_equations (S i) prior losses
  | _, _ => []
  end.

Definition by_column (responses : nat) (l : sparse) : extra_equation :=
  listed (fold_left (fun t '(i, r, a) => changed (cons (i, a)) t r) l (tree_of (repeat [] responses))).

Definition is_active (priced : written_constraint * Z) : bool := let (c, y) := priced in is_exact c || negb (y =? 0).

Definition extra_equations (responses : nat) (knows : knowledge) (prior : list Z) (losses : list (list Z))
  (priced : list (written_constraint * Z)) : list extra_equation :=
  match knows with Prior _ => [] | Inputs _ => loss_equations O prior losses end ++
  map (fun each => by_column responses (left_side (fst each))) (filter is_active priced).

Lemma loss_equations_in prior : forall losses from e,
  In e (loss_equations from prior losses) -> length losses = length prior ->
  exists i, (i < length prior)%nat /\ 0 < nth i prior 0 /\ e = map (fun v => [((from + i)%nat, v)]) (nth i losses []).
Proof.
  induction prior as [|p prior IH]; intros [|l losses] from e Hin Hl; cbn in Hl; try discriminate; cbn [loss_equations] in Hin; [contradiction|].
  assert (Hrest : In e (loss_equations (S from) prior losses) ->
    exists i, (i < S (length prior))%nat /\ 0 < nth i (p :: prior) 0 /\ e = map (fun v => [((from + i)%nat, v)]) (nth i (l :: losses) [])).
  { intros H. destruct (IH losses (S from) e H ltac:(congruence)) as (i & Hi & Hp & He). exists (S i). cbn [nth].
    replace (from + S i)%nat with (S from + i)%nat by lia. split; [lia | now split]. }
  cbn [length]. destruct (0 <? p) eqn:E; [|now apply Hrest]. destruct Hin as [<-|Hin]; [|now apply Hrest].
  exists O. cbn [nth]. rewrite Nat.add_0_r. apply Z.ltb_lt in E. split; [lia | now split].
Qed.

Lemma loss_equation_matrix i l j r :
  (equation_matrix (map (fun v => [(i, v)]) l) j r == if (j =? i)%nat then inject_Z (nth r l 0%Z) else 0)%Q.
Proof.
  unfold equation_matrix. destruct (lt_dec r (length l)) as [Hr|Hr].
  - assert (E : nth_error l r = Some (nth r l 0)) by now apply nth_error_nth'.
    rewrite (nth_error_nth _ r [] (map_nth_error (fun v => [(i, v)]) r l E)). cbn [weight_at].
    destruct (j =? i)%nat; [rewrite Z.add_0_r|]; reflexivity.
  - rewrite !nth_overflow by (rewrite ?map_length; lia). cbn [weight_at]. now destruct (j =? i)%nat.
Qed.

Lemma by_column_is responses l : forall t,
  are_increasing l = true -> well_counted t -> length (listed t) = responses ->
  let u := fold_left (fun t '(i, r, a) => changed (cons (i, a)) t r) l t in
  forall i r, (r < responses)%nat ->
    weight_at (nth r (listed u) []) i = weight_at (nth r (listed t) []) i + found_at l i r.
Proof.
  induction l as [|((j, k), a) l IH]; intros t Hl Hc Hn; cbv zeta; cbn [fold_left]; intros i r Hr.
  - unfold found_at. cbn [find]. ring.
  - cbn [are_increasing] in Hl. destruct (changed_is (cons (j, a)) t Hc k) as (Hc' & Hn' & Hat).
    rewrite (IH _ (are_after_rest l j k Hl) Hc' ltac:(congruence) i r Hr). specialize (Hat r).
    destruct (nth_error (listed t) r) as [before|] eqn:E; [|apply nth_error_None in E; lia].
    rewrite (nth_error_nth _ r [] E). unfold found_at at 2. cbn [find].
    rewrite (Nat.eqb_sym j i), (Nat.eqb_sym k r).
    destruct (r =? k)%nat eqn:Ek; cbn [option_map] in Hat; rewrite (nth_error_nth _ r [] Hat).
    + rewrite andb_true_r. cbn [weight_at]. apply Nat.eqb_eq in Ek. subst k. destruct (i =? j)%nat eqn:Ei.
      * apply Nat.eqb_eq in Ei. subst j. rewrite (are_after_nothing l i r i r Hl) by lia. ring.
      * fold (found_at l i r). ring.
    + rewrite andb_false_r. fold (found_at l i r). ring.
Qed.

Lemma by_column_matrix responses l i r :
  are_increasing l = true -> (r < responses)%nat -> (equation_matrix (by_column responses l) i r == of_sparse 1 l i r)%Q.
Proof.
  intros Hl Hr. unfold equation_matrix, by_column. destruct (tree_of_is (repeat (@nil (nat * Z)) responses)) as [Hc Ht].
  rewrite (by_column_is responses l _ Hl Hc) by (assumption || now rewrite Ht, repeat_length).
  rewrite Ht, nth_repeat. cbn [weight_at]. rewrite Z.add_0_l, of_sparse_found. reflexivity.
Qed.

(** G or a remap of it: n, its own level, and where the remap's rows are positive. *)
Fixpoint places_not_zero (r : nat) (l : list Z) : list nat :=
  match l with
  | [] => []
  | v :: rest => if v =? 0 then places_not_zero (S r) rest else r :: places_not_zero (S r) rest
  end.

Definition remap_of (x : written) : option (nat * Q * list (list nat)) :=
  match x with
  | Given _ _ _ => None
  | Geometric n own => Some (n, own, map (fun k => [k]) (seq 0 (S n)))
  | Remap n own responses common remap => Some (n, own, map (places_not_zero O) (dense (S n) responses remap))
  end.

Definition same_places (opens supports : list (list nat)) : bool :=
  if list_eq_dec (list_eq_dec Nat.eq_dec) opens supports then true else false.

Definition is_only_remap_written (x : written) (u : problem) (v : number) (given : row) (d : positive)
  (weights multipliers : list Z) (flows : option (list written_flow)) (m : Z) (inverse : list (list Z)) : bool :=
  let inputs := inputs_of x in
  let responses := responses_of x in
  let alpha := at_level (keeping u) in
  let knows := knows (serves u) in
  match graph_of (keeping u), flows, remap_of x with
  | Path, None, Some (n, own, supports) =>
      is_optimum x u v given d weights multipliers None && below own 1 &&
      match loss_table inputs responses (loses (serves u)), prior_of_inputs inputs knows given with
      | Some t, Some p =>
          match priced_rows inputs responses (constraints u) t p d weights multipliers with
          | Some (_, rows) =>
              let signs := snd (signs_along (Qnum alpha) (Z.pos (Qden alpha)) responses rows) in
              let opens := opens_of (Qeq_bool alpha own) responses signs in
              same_places opens supports &&
              leave_nothing n responses (Qnum own) (Qden own) opens
                (extra_equations responses knows (snd p) (snd t) (combine (constraints u) multipliers)) m inverse
          | None => false
          end
      | _, _ => false
      end
  | _, _, _ => false
  end.

Lemma priced_rows_increasing inputs responses cs t p d weights multipliers found :
  priced_rows inputs responses cs t p d weights multipliers = Some found ->
  forallb (fun each : written_constraint * Z => are_increasing (left_side (fst each))) (combine cs multipliers) = true /\
  length (snd p) = inputs.
Proof.
  unfold priced_rows. cbv zeta. destruct (_ && _) eqn:E; [|discriminate]. intros _.
  apply andb_true_iff in E; destruct E as [E H]; split; [assumption|].
  do 4 (apply andb_true_iff in E; destruct E as [E _]). now apply Nat.eqb_eq in E.
Qed.

Lemma in_priced d cs : forall ys c y, In (c, y) (combine cs ys) ->
  In (constraint_of c, (y # d)%Q) (combine (map constraint_of cs) (over d ys)).
Proof.
  induction cs as [|c' cs IH]; intros [|y' ys] c y H; cbn [combine map over] in *; try contradiction.
  destruct H as [E|H]; [injection E as -> ->; now left | right; now apply IH].
Qed.

(** What the prices of an optimum force on every optimal mechanism. *)
Definition forced (inputs responses : nat) (pairs : neighbours) (alpha : Q) (who : user) (l : matrix) (v : Q)
  (cs : list constraint) (p : nat -> Q) (prices : matrix) (priced : list (constraint * Q)) (z : matrix) : Prop :=
  private_mechanism inputs responses pairs alpha z /\ (forall c, In c cs -> keeps inputs responses z c) /\
  (forall r, (r < responses)%nat -> (sum inputs (fun i => prices i r * z i r) <= 0)%Q) /\
  (forall c k, In (c, k) priced -> ~ (k == 0)%Q -> (combination inputs responses (coefficients_of c) z == bound_of c)%Q) /\
  (forall s, who = Minimax s -> forall i, (i < inputs)%nat -> (0 < p i)%Q -> (expected_loss responses l z i == v)%Q).

Lemma optimum_forces x u v given d weights multipliers flows t (l : matrix) p :
  is_optimum x u v given d weights multipliers flows = true ->
  loss_table (inputs_of x) (responses_of x) (loses (serves u)) = Some t -> tabulates (inputs_of x) (responses_of x) t l ->
  prior_of_inputs (inputs_of x) (knows (serves u)) given = Some p ->
  let pairs := pairs_of (graph_of (keeping u)) (inputs_of x) in
  let alpha := at_level (keeping u) in
  let cs := map constraint_of (constraints u) in
  let who := user_of (knows (serves u)) in
  let priced := combine cs (over d multipliers) in
  is_written x = true /\
  are_prices (inputs_of x) (responses_of x) (keeping u) (constraints u) t p d weights multipliers flows = true /\
  forall z, optimal (feasible (inputs_of x) (responses_of x) pairs alpha cs) (loss (inputs_of x) (responses_of x) l who)
      (value_of_number v) z ->
    forced (inputs_of x) (responses_of x) pairs alpha who l (value_of_number v) cs (numbers_of p)
      (fun i r => (numbers_of p i * l i r - numbers (over d weights) i - of_constraints priced i r)%Q) priced z.
Proof.
  intros Hopt Et Ht Ep. cbv zeta. unfold is_optimum in Hopt. cbv zeta in Hopt. rewrite Et, Ep in Hopt.
  apply andb_true_iff in Hopt; destruct Hopt as [Hopt Hbound]; apply andb_true_iff in Hopt; destruct Hopt as [Hopt Hprices].
  apply andb_true_iff in Hopt; destruct Hopt as [Hopt _]; apply andb_true_iff in Hopt; destruct Hopt as [Hk Hf].
  apply Qle_bool_iff in Hbound. split; [exact (feasible_rows_written _ _ _ Hf)|]. split; [assumption|].
  destruct (are_prices_sound _ _ _ _ _ _ _ _ _ _ _ Ht Hprices) as (Hw & Hm & Hs & Hc).
  set (cs := map constraint_of (constraints u)) in *. set (priced := combine cs (over d multipliers)) in *.
  assert (Hfst : map fst priced = cs).
  { apply map_fst_combine. unfold cs. now rewrite map_length, over_length. }
  assert (Hpi := prior_of_inputs_sound _ _ _ _ Hk Ep).
  assert (Hv : (value_of_number v <= sum (inputs_of x) (numbers (over d weights)) + bounds priced)%Q).
  { unfold bound_of_prices in Hbound. rewrite bound_from_is in Hbound. now rewrite sum_numbers. }
  intros z (Hzf & Hzl & _). split; [apply Hzf|]. split; [apply Hzf|].
  apply optimum_slack with (pairs := pairs_of (graph_of (keeping u)) (inputs_of x)) (alpha := at_level (keeping u))
    (p := numbers_of p) (w := numbers (over d weights)) (priced := priced); try assumption.
  - now rewrite Hfst.
  - rewrite Hzl. lra.
Qed.

(** Two of them have the same value in these equations: of the inputs that have a price, for a minimax consumer, and of
    the constraints that are equalities or have one. *)
Lemma forced_combination inputs responses (e y z : matrix) :
  (combination inputs responses e y == combination inputs responses e z)%Q ->
  (combination inputs responses e (fun i r => y i r - z i r) == 0)%Q.
Proof.
  intros E. assert (Ed : (combination inputs responses e (fun i r => y i r - z i r) ==
    combination inputs responses e y - combination inputs responses e z)%Q).
  { unfold combination. rewrite <- sum_minus. apply sum_equal. intros i _. rewrite <- sum_minus.
    apply sum_equal. intros. ring. }
  rewrite Ed, E. ring.
Qed.

Lemma forced_losses inputs responses pairs alpha s l v cs p prices priced y z i :
  forced inputs responses pairs alpha (Minimax s) l v cs p prices priced y ->
  forced inputs responses pairs alpha (Minimax s) l v cs p prices priced z ->
  (i < inputs)%nat -> (0 < p i)%Q -> (sum responses (fun r => (y i r - z i r) * l i r) == 0)%Q.
Proof.
  intros (_ & _ & _ & _ & Hy) (_ & _ & _ & _ & Hz) Hi Hp.
  assert (E : (sum responses (fun r => (y i r - z i r) * l i r) ==
    expected_loss responses l y i - expected_loss responses l z i)%Q).
  { unfold expected_loss. rewrite <- sum_minus. apply sum_equal. intros. ring. }
  rewrite E, (Hy s eq_refl i Hi Hp), (Hz s eq_refl i Hi Hp). ring.
Qed.

Lemma forced_constraints inputs responses pairs alpha who l v p prices d cs ys y z c k :
  let priced := combine (map constraint_of cs) (over d ys) in
  forced inputs responses pairs alpha who l v (map constraint_of cs) p prices priced y ->
  forced inputs responses pairs alpha who l v (map constraint_of cs) p prices priced z ->
  In (c, k) (combine cs ys) -> is_active (c, k) = true ->
  (combination inputs responses (coefficients_of (constraint_of c)) (fun i r => y i r - z i r) == 0)%Q.
Proof.
  intros priced (_ & Hyk & _ & Hyc & _) (_ & Hzk & _ & Hzc & _) Hin Hact. apply forced_combination.
  assert (Hpair := in_priced d _ _ _ _ Hin). fold priced in Hpair. cbn [is_active] in Hact.
  apply orb_true_iff in Hact. destruct Hact as [Hex|Hne].
  - assert (Hc : In (constraint_of c) (map constraint_of cs)) by (apply in_map; now apply in_combine_l in Hin).
    specialize (Hyk _ Hc). specialize (Hzk _ Hc). unfold constraint_of in *. rewrite Hex in *. cbn [keeps coefficients_of] in *.
    now rewrite Hyk, Hzk.
  - apply negb_true_iff, Z.eqb_neq in Hne.
    assert (Hk0 : ~ (k # d == 0)%Q) by (unfold Qeq; cbn [Qnum Qden]; lia).
    rewrite (Hyc _ _ Hpair Hk0), (Hzc _ _ Hpair Hk0). reflexivity.
Qed.

Lemma rises_nowhere (a b c d : Q) : (c == a * b -> d == a * c -> (1 + a * a) * c - a * (b + d) == 0)%Q.
Proof. intros Hc Hd. rewrite Hd, Hc. ring. Qed.

Lemma falls_nowhere (a b c d : Q) : (b == a * c -> c == a * d -> (1 + a * a) * c - a * (b + d) == 0)%Q.
Proof. intros Hb Hc. rewrite Hb, Hc. ring. Qed.

Theorem is_only_remap_written_sound x u v given d weights multipliers flows m inverse :
  is_only_remap_written x u v given d weights multipliers flows m inverse = true -> meaning (IsOnlyOptimal x u v).
Proof.
  unfold is_only_remap_written. cbv zeta. intros H.
  destruct (graph_of (keeping u)) eqn:Eg; try discriminate. destruct flows as [flows|]; [discriminate|].
  destruct (remap_of x) as [[[n own] supports]|] eqn:Er; [|discriminate].
  apply andb_true_iff in H; destruct H as [H Hface]; apply andb_true_iff in H; destruct H as [Hopt Hown].
  apply below_lt in Hown. assert (Hbest := is_optimum_sound _ _ _ _ _ _ _ _ Hopt).
  cbn [meaning] in *. unfold with_loss in *.
  destruct (loss_table _ _ _) as [t|] eqn:Et; [|discriminate].
  destruct (loss_table_is _ _ _ _ Et) as (l & El & Ht). rewrite El in *.
  destruct (prior_of_inputs _ _ _) as [p|] eqn:Ep; [|discriminate].
  destruct (priced_rows _ _ _ _ _ _ _ _) as [[whole rows]|] eqn:Ew; [|discriminate].
  apply andb_true_iff in Hface. destruct Hface as [_ Hleave].
  destruct (optimum_forces x u v given d weights multipliers None t l p Hopt Et Ht Ep) as (Hwritten & Hprices & Hslack).
  unfold are_prices in Hprices. rewrite Ew in Hprices. apply andb_true_iff in Hprices. destruct Hprices as [_ Hcovers].
  unfold covers in Hcovers. rewrite Eg in Hcovers, Hslack. cbn [pairs_of] in Hslack.
  destruct (priced_rows_are _ _ _ _ _ _ _ _ _ _ _ Ht Ew) as (_ & _ & _ & Hp).
  destruct (priced_rows_increasing _ _ _ _ _ _ _ _ _ Ew) as [Hinc Hplen].
  unfold allowed_by, allowed in *. rewrite Eg in *. cbn [pairs_of] in *.
  set (cs := map constraint_of (constraints u)) in *. set (priced := combine cs (over d multipliers)) in *.
  set (alpha := at_level (keeping u)) in *. set (inputs := inputs_of x) in *. set (responses := responses_of x) in *.
  assert (Hn : (1 <= n)%nat /\ inputs = S n /\ (0 <= own)%Q).
  { unfold inputs. destruct x as [a b c|a b|a b c e f]; cbn [remap_of inputs_of is_written] in *; try discriminate;
      injection Er as <- <- _; apply andb_true_iff in Hwritten; destruct Hwritten as [W1 W2]; apply Nat.leb_le in W1;
      apply Z.leb_le in W2; (split; [assumption | split; [reflexivity | unfold Qle; cbn [Qnum Qden]; lia]]). }
  clearbody inputs. destruct Hn as (Hn & -> & Hown0).
  split; [assumption|]. intros y Hy.
  assert (Fx := Hslack _ Hbest). assert (Fy := Hslack y Hy).
  assert (Fx' := Fx). assert (Fy' := Fy).
  destruct Fx' as (Hxp & _ & Hxd & _). destruct Fy' as (Hyp & _ & Hyd & _).
  set (xm := matrix_of x) in *. set (dd := fun i r => (y i r - xm i r)%Q).
  assert (Hzero : forall i r, (i < S n)%nat -> (r < responses)%nat -> (dd i r == 0)%Q).
  { assert (Hownq : (Qnum own # Qden own)%Q = own) by now destruct own.
    eapply (leave_nothing_sound n responses (Qnum own) (Qden own)); [exact Hn | | exact Hleave | | |].
    - rewrite Hownq. now split.
    - intros i Hi. unfold dd. rewrite sum_minus. destruct Hyp as [[_ Hys] _]. destruct Hxp as [[_ Hxs] _].
      rewrite Hys, Hxs by assumption. ring.
    - intros e He. unfold extra_equations in He. apply in_app_or in He. destruct He as [He|He].
      + destruct (knows (serves u)) as [pr|inside] eqn:Eknows; [contradiction|].
        destruct Ht as (Ht1 & Ht2 & Ht3).
        destruct (loss_equations_in _ _ _ _ He ltac:(congruence)) as (i & Hi & Hpos & ->). cbn [Nat.add].
        rewrite Hplen in Hi.
        assert (Hpp : (0 < numbers_of p i)%Q).
        { unfold numbers_of. rewrite numbers_at. unfold Qlt. cbn [Qnum Qden]. lia. }
        assert (E0 := forced_losses _ _ _ _ _ _ _ _ _ _ _ y xm i Fy Fx Hi Hpp).
        transitivity (inject_Z (Z.pos (fst t)) * sum responses (fun r => (y i r - xm i r) * l i r))%Q; [|rewrite E0; ring].
        unfold combination. rewrite (sum_single (S n) i); [|assumption|].
        * rewrite <- sum_times. apply sum_equal. intros r Hr. rewrite loss_equation_matrix, Nat.eqb_refl.
          rewrite (Ht3 i r Hi Hr). fold (place (snd t) i r). unfold dd.
          assert (Eq : (inject_Z (place (snd t) i r) == inject_Z (Z.pos (fst t)) * (place (snd t) i r # fst t))%Q).
          { unfold Qeq, Qmult, inject_Z. cbn [Qnum Qden]. lia. }
          rewrite Eq. ring.
        * intros j _ Hj. apply Nat.eqb_neq in Hj. rewrite (sum_equal _ _ (fun _ => 0%Q)); [apply sum_zero|].
          intros r _. rewrite loss_equation_matrix, Hj. ring.
      + apply in_map_iff in He. destruct He as ([c k] & <- & He). apply filter_In in He. destruct He as [Hck Hact].
        cbn [fst]. assert (Hincr : are_increasing (left_side c) = true).
        { rewrite forallb_forall in Hinc. now apply (Hinc (c, k)). }
        rewrite <- (forced_constraints _ _ _ _ _ _ _ _ _ d _ _ y xm c k Fy Fx Hck Hact).
        apply combination_equal. intros i r _ Hr. rewrite by_column_matrix by assumption.
        unfold constraint_of. destruct (is_exact c); reflexivity.
    - intros k r Hkn Hr Hnot. rewrite Hownq.
      assert (Hp' := Hp). destruct Hp' as (Hrn & Hrw & _).
      destruct (signs_shape (Qnum alpha) (Z.pos (Qden alpha)) responses rows Hrw) as (Sl & Sw & _). rewrite Hrn in Sl.
      set (signs := snd (signs_along (Qnum alpha) (Z.pos (Qden alpha)) responses rows)) in *.
      assert (Hcx := column_forced alpha (S n) responses whole rows _ r (fun i => xm i r) Hp Hcovers Hr
        (column_of _ _ _ _ _ r Hxp Hr) (Hxd r Hr)). cbv zeta in Hcx. fold signs in Hcx.
      assert (Hcy := column_forced alpha (S n) responses whole rows _ r (fun i => y i r) Hp Hcovers Hr
        (column_of _ _ _ _ _ r Hyp Hr) (Hyd r Hr)). cbv zeta in Hcy. fold signs in Hcy.
      destruct Hcx as [Hx1 Hx2]. destruct Hcy as [Hy1 Hy2].
      assert (Hal : (0 < alpha)%Q).
      { unfold covers_path in Hcovers. apply andb_true_iff in Hcovers. destruct Hcovers as [Ha _]. apply Z.ltb_lt in Ha.
        unfold Qlt. cbn [Qnum Qden]. lia. }
      assert (Ed : (second_difference n own (fun i => dd i r) k ==
        second_difference n own (fun i => y i r) k - second_difference n own (fun i => xm i r) k)%Q)
        by apply (second_difference_minus n own (fun i => y i r) (fun i => xm i r)).
      rewrite Ed. unfold opens_of in Hnot.
      destruct signs as [|first later] eqn:Es; [cbn in Sl; lia|]. cbn [hd tl] in Hnot. cbn [length] in Sl.
      apply is_wide_rest in Sw. destruct Sw as [Sf Sw].
      rewrite open_rows_at in Hnot.
      2:{ cbn [length]. rewrite app_length. cbn [length]. lia. }
      2:{ cbn [length]. lia. }
      assert (Hlow : length (nth k (repeat (-1) responses :: later) []) = responses).
      { destruct k as [|k]; cbn [nth]; [apply repeat_length|]. apply Sw, nth_In. lia. }
      assert (Hupp : length (nth k (later ++ [repeat 1 responses]) []) = responses).
      { destruct (Nat.eq_dec k n) as [->|Hne].
        - rewrite app_nth2 by lia. replace (n - length later)%nat with O by lia. apply repeat_length.
        - rewrite app_nth1 by lia. apply Sw, nth_In. lia. }
      apply (open_in_not _ first _ _ O r) in Hnot; try congruence. cbn [nth] in Hx1, Hx2, Hy1, Hy2.
      destruct Hnot as [Hpos|(Hlevel & Heq & Hne)].
      + rewrite (second_difference_zero n own (fun i => y i r) k), (second_difference_zero n own (fun i => xm i r) k); try lia; [ring | |].
        * intros i Hi. apply (zero_column (S n) responses alpha xm r Hal Hxp Hr (Hx2 ltac:(lia) Hpos) i). lia.
        * intros i Hi. apply (zero_column (S n) responses alpha y r Hal Hyp Hr (Hy2 ltac:(lia) Hpos) i). lia.
      + apply Qeq_bool_iff in Hlevel.
        assert (Hvanish : forall z : nat -> Q,
          (forall i, (S i < S n)%nat -> (0 < nth r (nth i later []) 0 -> (z (S i) == alpha * z i)%Q) /\
            (nth r (nth i later []) 0 < 0 -> (z i == alpha * z (S i))%Q)) -> (second_difference n own z k == 0)%Q).
        { intros z Hz. unfold second_difference, three_term. destruct k as [|k].
          - cbn [nth] in *. change (0 =? 0)%nat with true. cbv iota. rewrite app_nth1 in Heq by lia.
            assert (E0 : nth r (repeat (-1) responses) 0 = -1).
            { rewrite (nth_indep _ 0 (-1)) by now rewrite repeat_length. apply nth_repeat. }
            rewrite E0 in Heq. destruct (Hz O ltac:(lia)) as [_ Hdown]. assert (A := Hdown ltac:(lia)). rewrite Hlevel in A. rewrite A. ring.
          - cbn [nth] in *. change (S k =? 0)%nat with false. cbv iota. destruct (S k =? n)%nat eqn:En.
            + apply Nat.eqb_eq in En. subst n. rewrite app_nth2 in Heq by lia.
              replace (S k - length later)%nat with O in Heq by lia. cbn [nth] in Heq.
              assert (E1 : nth r (repeat 1 responses) 0 = 1).
              { rewrite (nth_indep _ 0 1) by now rewrite repeat_length. apply nth_repeat. }
              rewrite E1 in Heq. destruct (Hz k ltac:(lia)) as [Hup _]. assert (A := Hup ltac:(lia)). rewrite Hlevel in A. cbn [pred].
              rewrite A. ring.
            + apply Nat.eqb_neq in En. rewrite app_nth1 in Heq by lia.
              destruct (Hz k ltac:(lia)) as [Hup1 Hdown1]. destruct (Hz (S k) ltac:(lia)) as [Hup2 Hdown2]. cbn [pred].
              destruct (Z.lt_trichotomy (nth r (nth k later []) 0) 0) as [Hneg|[Hz0|Hpos]]; [| contradiction |].
              * assert (A := Hdown1 Hneg). assert (B := Hdown2 ltac:(lia)). rewrite Hlevel in A, B. now apply falls_nowhere.
              * assert (A := Hup1 Hpos). assert (B := Hup2 ltac:(lia)). rewrite Hlevel in A, B. now apply rises_nowhere. }
        rewrite (Hvanish (fun i => y i r)), (Hvanish (fun i => xm i r)); [ring | |].
        * intros i Hi. exact (Hx1 i Hi).
        * intros i Hi. exact (Hy1 i Hi). }
  intros i r Hi Hr. specialize (Hzero i r Hi Hr). unfold dd in Hzero. lra.
Qed.
