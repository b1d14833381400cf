(** Checkers on rows of what is feasible, of what a user loses, and of the prices that prove an optimum. *)

From ExactDP Require Export RowMechanisms.
From Coq Require Import Bool.

Local Open Scope Z_scope.

(** Rows over one denominator. *)
Definition table : Type := positive * list (list Z).

Definition tabulates (inputs responses : nat) (t : table) (x : matrix) : Prop :=
  length (snd t) = inputs /\ is_wide responses (snd t) /\
  forall i r, (i < inputs)%nat -> (r < responses)%nat -> (x i r == place (snd t) i r # fst t)%Q.

Definition over_one (inputs responses : nat) (rows : list row) : option table :=
  let common := Z.to_pos (fold_left (fun c (given : row) => Z.lcm c (Z.pos (fst given))) rows 1) in
  if is_shaped inputs responses rows &&
     forallb (fun given : row => Z.pos common / Z.pos (fst given) * Z.pos (fst given) =? Z.pos common) rows
  then Some (common, map (fun given : row => let c := Z.pos common / Z.pos (fst given) in map (Z.mul c) (snd given)) rows)
  else None.

Lemma over_one_is inputs responses rows t (x : matrix) :
  writes inputs responses rows x -> over_one inputs responses rows = Some t -> tabulates inputs responses t x.
Proof.
  unfold over_one. cbv zeta. intros Hx H.
  destruct (_ && _) eqn:E in H; [|discriminate]. injection H as <-. apply andb_true_iff in E. destruct E as [_ E].
  set (common := Z.to_pos _) in *. unfold tabulates. cbn [fst snd]. destruct Hx as [Hn Hw Hr]. split; [|split].
  - now rewrite map_length.
  - intros l Hin. apply in_map_iff in Hin. destruct Hin as (given & <- & Hin). rewrite map_length. now apply Hw.
  - intros i r Hi Hlt. rewrite (Hr i r Hi Hlt).
    destruct (nth_error rows i) as [[d l]|] eqn:Ei; [|apply nth_error_None in Ei; lia].
    rewrite (of_rows_entry rows i r d l Ei). unfold place.
    rewrite (nth_error_nth _ i [] (map_nth_error _ i rows Ei)). cbn [fst snd].
    assert (Hl : length l = responses) by (apply nth_error_In, Hw in Ei; exact Ei).
    rewrite map_at by lia. apply nth_error_In in Ei. rewrite forallb_forall in E. apply E in Ei. cbn [fst] in Ei.
    apply Z.eqb_eq in Ei. unfold Qeq. cbn [Qnum Qden]. rewrite <- Ei at 1. ring.
Qed.

(** The losses. *)
Definition loss_table (inputs responses : nat) (l : written_loss) : option table :=
  match l with
  | PowerLoss p q =>
      if (q =? 1)%nat then Some (1%positive, by_rule inputs responses (fun i r => Z.of_nat (distance i r) ^ Z.of_nat p))
      else if (Nat.max inputs responses <=? 2)%nat
      then Some (1%positive, by_rule inputs responses (fun i r => Z.of_nat (distance i r) ^ 1)) else None
  | ThresholdLoss k =>
      Some (1%positive, by_rule inputs responses (fun i r => if k <? Z.of_nat (distance i r) then 1 else 0))
  | AsymmetricLoss d a b =>
      Some (d, by_rule inputs responses (fun i r =>
        if (i <? r)%nat then a * Z.of_nat (r - i) else b * Z.of_nat (i - r)))
  | TableLoss given => over_one inputs responses given
  end.

Lemma by_rule_tabulates inputs responses d f (x : matrix) :
  (forall i r, x i r == f i r # d)%Q -> tabulates inputs responses (d, by_rule inputs responses f) x.
Proof.
  intros H. unfold tabulates. cbn [fst snd]. split; [apply by_rule_length | split; [apply by_rule_wide|]].
  intros i r Hi Hr. now rewrite by_rule_place.
Qed.

Theorem loss_table_is inputs responses l t :
  loss_table inputs responses l = Some t ->
  exists x, loss_of inputs responses l = Some x /\ tabulates inputs responses t x.
Proof.
  destruct l as [p q|k|d a b|given]; cbn [loss_table loss_of]; intros H.
  - destruct (q =? 1)%nat.
    + injection H as <-. eexists. split; [reflexivity|]. apply by_rule_tabulates. intros. reflexivity.
    + destruct (Nat.max inputs responses <=? 2)%nat; [|discriminate]. injection H as <-. eexists. split; [reflexivity|].
      apply by_rule_tabulates. intros. reflexivity.
  - injection H as <-. eexists. split; [reflexivity|]. apply by_rule_tabulates. intros i r. unfold threshold_loss.
    now destruct (k <? Z.of_nat (distance i r)).
  - injection H as <-. eexists. split; [reflexivity|]. apply by_rule_tabulates. intros i r. unfold asymmetric_loss.
    destruct (i <? r)%nat; unfold Qeq, Qmult, inject_Z; cbn [Qnum Qden]; rewrite Pos.mul_1_r; reflexivity.
  - eexists. split; [reflexivity|]. eapply over_one_is; [|exact H]. apply shaped_writes.
    unfold over_one in H. cbv zeta in H. destruct (_ && _) eqn:E in H; [|discriminate].
    now apply andb_true_iff in E.
Qed.

(** The expected loss on each input. *)
Fixpoint expected_losses (d : positive) (rows : list row) (t : list (list Z)) : list Q :=
  match rows, t with
  | (e, l) :: rows, m :: t => (dot_from 0 l m # (e * d)) :: expected_losses d rows t
  | _, _ => []
  end.

Lemma expected_losses_at d rows : forall t i e l m,
  nth_error rows i = Some (e, l) -> nth_error t i = Some m ->
  nth_error (expected_losses d rows t) i = Some (dot_from 0 l m # (e * d)).
Proof.
  induction rows as [|[e' l'] rows IH]; intros [|m' t] i e l m Hr Ht; try (now destruct i).
  destruct i as [|i]; cbn [nth_error expected_losses] in *; [injection Hr as -> ->; injection Ht as ->; reflexivity | now apply IH].
Qed.

Lemma expected_losses_length d rows : forall t, length rows = length t -> length (expected_losses d rows t) = length rows.
Proof.
  induction rows as [|[e l] rows IH]; intros [|m t] H; cbn in *; try discriminate; [reflexivity|]. now rewrite IH by congruence.
Qed.

Section Losses.

Variables (inputs responses : nat) (rows : list row) (x : matrix) (t : table) (l : matrix).
Hypothesis written : writes inputs responses rows x.
Hypothesis tabulated : tabulates inputs responses t l.

Lemma expected_losses_are i :
  (i < inputs)%nat -> exists v, nth_error (expected_losses (fst t) rows (snd t)) i = Some v /\
    (v == expected_loss responses l x i)%Q.
Proof.
  intros Hi. destruct tabulated as (Hn & Hw & Ht). destruct (has_row inputs responses rows x written i Hi) as (e & n & E).
  destruct (read_row inputs responses rows x written i e n E) as (_ & Hl & Hx).
  destruct (nth_error (snd t) i) as [m|] eqn:Em; [|apply nth_error_None in Em; lia].
  eexists. split; [eapply expected_losses_at; eassumption|].
  assert (Hm : length m = responses) by (apply nth_error_In, Hw in Em; exact Em).
  rewrite dot_is by congruence. rewrite Z.add_0_l, Hl, <- sum_over. apply sum_equal. intros r Hr.
  rewrite (Hx r Hr), (Ht i r Hi Hr). unfold place. rewrite (nth_error_nth _ i [] Em). reflexivity.
Qed.

Lemma expected_losses_number : length (expected_losses (fst t) rows (snd t)) = inputs.
Proof.
  destruct tabulated as (Hn & _ & _). destruct written as [Hr _ _]. rewrite expected_losses_length; congruence.
Qed.

(** A Bayesian user's loss is their mean by the prior, a minimax consumer's the largest of some. *)
Fixpoint mean_from (before : Q) (prior : list Z) (losses : list Q) : Q :=
  match prior, losses with
  | p :: prior, v :: losses => mean_from (add before (p * Qnum v # Qden v)) prior losses
  | _, _ => before
  end.

Fixpoint selected (inside : list bool) (losses : list Q) : list Q :=
  match inside, losses with
  | b :: inside, v :: losses => if b then v :: selected inside losses else selected inside losses
  | _, _ => []
  end.

Fixpoint greatest (losses : list Q) : Q :=
  match losses with
  | [] => 0
  | [v] => v
  | v :: rest => let m := greatest rest in if Qle_bool v m then m else v
  end.

Definition risk (knows : knowledge) (losses : list Q) : Q :=
  match knows with
  | Prior (d, p) => let v := mean_from 0 p losses in Qnum v # (Qden v * d)
  | Inputs inside => greatest (selected inside losses)
  end.

Definition is_knowledge (inputs : nat) (knows : knowledge) : bool :=
  match knows with
  | Prior _ => true
  | Inputs inside => (length inside =? inputs)%nat && existsb (fun b => b) inside
  end.

Lemma mean_from_is prior : forall losses before f n,
  length losses = n -> (forall i v, nth_error losses i = Some v -> v == f i)%Q ->
  (mean_from before prior losses == before + sum n (fun i => inject_Z (nth i prior 0%Z) * f i))%Q.
Proof.
  induction prior as [|p prior IH]; intros losses before f n Hn Hf.
  - rewrite (sum_equal _ _ (fun _ => 0)%Q); [rewrite sum_zero; cbn; ring|]. intros i _. destruct i; cbn [nth]; ring.
  - destruct losses as [|v losses]; cbn [length] in Hn; subst n; [cbn; ring|].
    cbn [mean_from]. rewrite (IH losses _ (fun i => f (S i)) _ eq_refl) by (intros i; apply (Hf (S i))).
    rewrite sum_first, add_plus. cbn [nth].
    assert (E : (p * Qnum v # Qden v == inject_Z p * f O)%Q).
    { rewrite <- (Hf O v eq_refl). destruct v as [a d]. unfold Qeq, Qmult, inject_Z. cbn [Qnum Qden]. reflexivity. }
    rewrite E. ring.
Qed.

Lemma numbers_at d p i : (numbers (over d p) i == nth i p 0%Z # d)%Q.
Proof.
  unfold numbers, over. destruct (lt_dec i (length p)) as [H|H].
  - rewrite (nth_indep _ 0%Q (0 # d)%Q) by now rewrite map_length. rewrite (map_nth (fun n => n # d)). reflexivity.
  - rewrite !nth_overflow by (rewrite ?map_length; lia). reflexivity.
Qed.

Lemma greatest_is f indices losses :
  Forall2 (fun i v => v == f i)%Q indices losses -> (greatest losses == maximum f indices)%Q.
Proof.
  induction 1 as [|i v indices losses Hv H IH]; [reflexivity|].
  destruct H as [|k w indices losses Hw H]; [exact Hv|].
  change (greatest (v :: w :: losses)) with
    (let m := greatest (w :: losses) in if Qle_bool v m then m else v).
  change (maximum f (i :: k :: indices)) with (Qmax (f i) (maximum f (k :: indices))). cbv zeta.
  set (m := greatest (w :: losses)) in *. set (n := maximum f (k :: indices)) in *.
  destruct (Qle_bool v m) eqn:E.
  - apply Qle_bool_iff in E. rewrite Q.max_r; [assumption | now rewrite <- IH, <- Hv].
  - assert (m < v)%Q by (apply below_lt; unfold below; now rewrite E).
    rewrite Q.max_l; [assumption|]. rewrite <- IH, <- Hv. lra.
Qed.

Lemma selected_are f inside : forall losses from, length inside = length losses ->
  (forall i v, nth_error losses i = Some v -> v == f (from + i)%nat)%Q ->
  Forall2 (fun i v => v == f i)%Q
    (filter (fun i => nth (i - from) inside false) (seq from (length inside))) (selected inside losses).
Proof.
  induction inside as [|b inside IH]; intros [|v losses] from Hl Hf; cbn in Hl; try discriminate; [constructor|].
  assert (Hrest : Forall2 (fun i v => v == f i)%Q
    (filter (fun i => nth (i - from) (b :: inside) false) (seq (S from) (length inside))) (selected inside losses)).
  { rewrite (filter_ext_in _ (fun i => nth (i - S from) inside false)).
    - apply IH; [congruence|]. intros i w Hi. replace (S from + i)%nat with (from + S i)%nat by lia. now apply Hf.
    - intros i Hi. apply in_seq in Hi. now replace (i - from)%nat with (S (i - S from)) by lia. }
  cbn [length seq filter selected]. rewrite Nat.sub_diag. cbn [nth]. destruct b; [|exact Hrest].
  constructor; [|exact Hrest]. assert (E := Hf O v eq_refl). now rewrite Nat.add_0_r in E.
Qed.

Theorem risk_is knows :
  is_knowledge inputs knows = true ->
  (risk knows (expected_losses (fst t) rows (snd t)) == loss inputs responses l (user_of knows) x)%Q.
Proof.
  intros Hk.
  assert (Hf : forall i v, nth_error (expected_losses (fst t) rows (snd t)) i = Some v -> (v == expected_loss responses l x i)%Q).
  { intros i v E. destruct (expected_losses_are i) as (w & Ew & Hw).
    - rewrite <- expected_losses_number. apply nth_error_Some. congruence.
    - rewrite E in Ew. now injection Ew as ->. }
  destruct knows as [[d p]|inside]; cbn [risk user_of loss is_knowledge] in *.
  - cbv zeta. set (v := mean_from _ _ _).
    assert (E : (Qnum v # Qden v * d == v * (1 # d))%Q).
    { destruct v as [a e]. unfold Qeq, Qmult. cbn [Qnum Qden]. ring. }
    rewrite E. unfold v. rewrite (mean_from_is p _ 0 (expected_loss responses l x) inputs expected_losses_number Hf).
    rewrite Qplus_0_l, <- sum_times_right. apply sum_equal. intros i Hi. unfold numbers_of. cbn [fst snd].
    rewrite numbers_at. unfold Qeq, Qmult, inject_Z. cbn [Qnum Qden]. rewrite !Pos2Z.inj_mul. ring.
  - apply andb_true_iff in Hk. destruct Hk as [Hl _]. apply Nat.eqb_eq in Hl. apply greatest_is. unfold chosen.
    assert (H := selected_are (expected_loss responses l x) inside (expected_losses (fst t) rows (snd t)) O).
    rewrite (filter_ext_in _ (fun i => nth (i - 0) inside false)).
    + apply H; [rewrite expected_losses_number; congruence | intros; now apply Hf].
    + intros i _. now rewrite Nat.sub_0_r.
Qed.

End Losses.

(** The constraints: their entries, each with what x has there. *)
Fixpoint are_after (i r : nat) (l : sparse) : bool :=
  match l with
  | [] => true
  | (j, k, _) :: rest => ((i <? j)%nat || ((i =? j)%nat && (r <? k)%nat)) && are_after j k rest
  end.

Definition are_increasing (l : sparse) : bool :=
  match l with
  | [] => true
  | (i, r, _) :: rest => are_after i r rest
  end.

Definition found_at (l : sparse) (i r : nat) : Z :=
  match find (fun '(j, q, _) => (j =? i)%nat && (q =? r)%nat) l with
  | Some (_, _, a) => a
  | None => 0
  end.

Lemma of_sparse_found d l i r : (of_sparse d l i r == found_at l i r # d)%Q.
Proof.
  unfold of_sparse, entries, found_at. induction l as [|((j, k), a) l IH]; cbn [map find]; [reflexivity|].
  destruct ((j =? i) && (k =? r))%nat; [reflexivity | exact IH].
Qed.

Lemma are_after_rest l : forall i r, are_after i r l = true -> are_increasing l = true.
Proof. destruct l as [|((j, k), a) l]; intros i r H; [reflexivity|]. cbn in *. now apply andb_true_iff in H. Qed.

Lemma are_after_nothing l : forall i r j k, are_after i r l = true -> (j < i \/ j = i /\ k <= r)%nat -> found_at l j k = 0.
Proof.
  induction l as [|((h, q), a) l IH]; intros i r j k H Hjk; [reflexivity|].
  cbn [are_after] in H. apply andb_true_iff in H. destruct H as [H Hrest].
  assert (Hlt : (i < h \/ i = h /\ r < q)%nat).
  { apply orb_true_iff in H. destruct H as [H|H]; [left; now apply Nat.ltb_lt in H|].
    apply andb_true_iff in H. destruct H as [H1 H2]. right. now apply Nat.eqb_eq in H1; apply Nat.ltb_lt in H2. }
  unfold found_at. cbn [find].
  assert (E : ((h =? j) && (q =? k))%nat = false).
  { apply andb_false_iff. destruct (Nat.eq_dec h j); [right | left]; apply Nat.eqb_neq; lia. }
  rewrite E. apply (IH h q j k Hrest). lia.
Qed.

Definition entry_of (known : tree (positive * tree Z)) (i r : nat) : option Q :=
  match fetched known i with
  | Some (d, l) => match fetched l r with Some v => Some (v # d) | None => None end
  | None => None
  end.

Definition known_entries (rows : list row) : tree (positive * tree Z) :=
  tree_of (map (fun given : row => (fst given, tree_of (snd given))) rows).

Fixpoint combined_from (known : tree (positive * tree Z)) (before : Q) (l : sparse) : option Q :=
  match l with
  | [] => Some before
  | (i, r, a) :: rest =>
      match entry_of known i r with
      | Some v => combined_from known (add before (a * Qnum v # Qden v)) rest
      | None => None
      end
  end.

Definition holds_constraint (known : tree (positive * tree Z)) (c : written_constraint) : bool :=
  are_increasing (left_side c) &&
  match combined_from known 0 (left_side c) with
  | Some v => if is_exact c then Qeq_bool v (right_side c # 1) else Qle_bool (right_side c # 1) v
  | None => false
  end.

Section Kept.

Variables (inputs responses : nat) (rows : list row) (x : matrix).
Hypothesis written : writes inputs responses rows x.

Lemma entry_of_is i r v :
  entry_of (known_entries rows) i r = Some v -> (i < inputs)%nat /\ (r < responses)%nat /\ (v == x i r)%Q.
Proof.
  unfold entry_of, known_entries. intros H.
  destruct (fetched (tree_of _) i) as [[d l]|] eqn:E; [|discriminate]. apply tree_read in E.
  rewrite nth_error_map in E. destruct (nth_error rows i) as [[e m]|] eqn:Ei; [|discriminate].
  cbn [option_map fst snd] in E. injection E as <- <-.
  destruct (fetched (tree_of m) r) as [a|] eqn:Er; [|discriminate]. apply tree_read in Er. injection H as <-.
  destruct (read_row inputs responses rows x written i e m Ei) as (Hi & Hl & Hx).
  assert (Hr : (r < responses)%nat) by (rewrite <- Hl; apply nth_error_Some; congruence).
  split; [assumption | split; [assumption|]]. rewrite (Hx r Hr). now rewrite (nth_error_nth _ _ 0 Er).
Qed.

Lemma combination_entry i r a :
  (i < inputs)%nat -> (r < responses)%nat ->
  (combination inputs responses (fun j k => if ((j =? i) && (k =? r))%nat then a else 0) x == a * x i r)%Q.
Proof.
  intros Hi Hr. unfold combination. rewrite (sum_single inputs i); [|assumption|].
  - rewrite (sum_single responses r); [now rewrite !Nat.eqb_refl | assumption |].
    intros k _ Hk. apply Nat.eqb_neq in Hk. rewrite Hk, andb_false_r. ring.
  - intros j _ Hj. apply Nat.eqb_neq in Hj. rewrite (sum_equal _ _ (fun _ => 0)%Q); [apply sum_zero|].
    intros k _. rewrite Hj. cbn [andb]. ring.
Qed.

Lemma combined_from_is l : forall before v,
  are_increasing l = true -> combined_from (known_entries rows) before l = Some v ->
  (v == before + combination inputs responses (of_sparse 1 l) x)%Q.
Proof.
  induction l as [|((i, r), a) l IH]; intros before v Hl H; cbn [combined_from] in H.
  - injection H as <-. rewrite (combination_equal _ _ _ (fun _ _ => 0)%Q) by reflexivity.
    rewrite combination_zero. ring.
  - destruct (entry_of (known_entries rows) i r) as [u|] eqn:E; [|discriminate].
    destruct (entry_of_is i r u E) as (Hi & Hr & Hu). cbn [are_increasing] in Hl.
    rewrite (IH _ _ (are_after_rest l i r Hl) H), add_plus.
    rewrite (combination_equal _ _ (of_sparse 1 ((i, r, a) :: l))
      (fun j k => (if ((j =? i) && (k =? r))%nat then inject_Z a else 0) + of_sparse 1 l j k)%Q).
    + rewrite combination_plus, combination_entry by assumption. rewrite <- Hu.
      assert (Ea : (a * Qnum u # Qden u == inject_Z a * u)%Q) by (destruct u; reflexivity). rewrite Ea. ring.
    + intros j k _ _. rewrite !of_sparse_found. unfold found_at at 1. cbn [find].
      rewrite (Nat.eqb_sym i j), (Nat.eqb_sym r k). destruct ((j =? i) && (k =? r))%nat eqn:Ejk.
      * apply andb_true_iff in Ejk. destruct Ejk as [Ej Ek]. apply Nat.eqb_eq in Ej, Ek. subst j k.
        rewrite (are_after_nothing l i r i r Hl) by lia. unfold Qeq, Qplus, inject_Z. cbn [Qnum Qden]. lia.
      * fold (found_at l j k). ring.
Qed.

Lemma holds_constraint_sound c : holds_constraint (known_entries rows) c = true -> keeps inputs responses x (constraint_of c).
Proof.
  unfold holds_constraint, constraint_of. intros H. apply andb_true_iff in H. destruct H as [Hl H].
  destruct (combined_from _ _ _) as [v|] eqn:E; [|discriminate].
  apply combined_from_is in E; [|assumption].
  rewrite Qplus_0_l in E. destruct (is_exact c); cbn [keeps]; split_checks; rewrite <- E; assumption.
Qed.

End Kept.

(** Feasible. G and its remaps are private on the path, at every level up to their own. *)
Definition counts_private (x : written) (pairs : neighbours) (g : graph) (alpha : Q) : bool :=
  match x with
  | Given _ _ given => are_private pairs alpha given
  | Geometric _ own => match g with Path => Qle_bool alpha own && Qle_bool own 1 | _ => false end
  | Remap _ own _ _ remap =>
      match g with
      | Path => Qle_bool alpha own && Qle_bool own 1 && forallb (fun '(_, _, a) => 0 <=? a) remap
      | _ => false
      end
  end.

Definition keep_constraints (cs : list written_constraint) (rows : list row) : bool :=
  match cs with
  | [] => true
  | _ => let known := known_entries rows in forallb (holds_constraint known) cs
  end.

Definition is_feasible_written (p : privacy) (cs : list written_constraint) (x : written) (rows : list row) : bool :=
  is_written x && are_stochastic rows &&
  counts_private x (pairs_of (graph_of p) (inputs_of x)) (graph_of p) (at_level p) && keep_constraints cs rows.

Lemma of_sparse_nonnegative common remap k r :
  forallb (fun '(_, _, a) => 0 <=? a) remap = true -> (0 <= of_sparse common remap k r)%Q.
Proof.
  intros H. rewrite of_sparse_found. unfold found_at. destruct (find _ remap) as [((j, h), a)|] eqn:E.
  - apply find_some in E. destruct E as [Hin _]. rewrite forallb_forall in H. apply H in Hin. apply Z.leb_le in Hin.
    unfold Qle. cbn [Qnum Qden]. lia.
  - unfold Qle. cbn [Qnum Qden]. lia.
Qed.

Lemma counts_private_sound x g alpha :
  is_written x = true -> stochastic (inputs_of x) (responses_of x) (matrix_of x) ->
  counts_private x (pairs_of g (inputs_of x)) g alpha = true ->
  private (pairs_of g (inputs_of x)) (responses_of x) alpha (matrix_of x).
Proof.
  intros Hw Hs H. assert (Hx := rows_of_write x Hw).
  destruct x as [inputs responses given|n own|n own responses common remap]; cbn [counts_private] in H.
  - exact (are_private_sound _ _ _ _ Hx _ _ H).
  - destruct g; try discriminate. cbn [is_written] in Hw. apply andb_true_iff in Hw. destruct Hw as [Hn Hp].
    apply Z.leb_le in Hp. split_checks. cbn [matrix_of inputs_of responses_of pairs_of] in *.
    apply private_below with (inputs := S n) (alpha := own); try assumption.
    + intros. now apply path_inside.
    + apply geometric_private. unfold Qle at 1. cbn [Qnum Qden]. split; [lia | assumption].
  - destruct g; try discriminate. cbn [is_written] in Hw. apply andb_true_iff in Hw. destruct Hw as [Hn Hp].
    apply Z.leb_le in Hp. split_checks. cbn [matrix_of inputs_of responses_of pairs_of] in *.
    apply private_below with (inputs := S n) (alpha := own); try assumption.
    + intros. now apply path_inside.
    + apply product_private with (columns := S n).
      * intros k r _ _. now apply of_sparse_nonnegative.
      * apply geometric_private. unfold Qle at 1. cbn [Qnum Qden]. split; [lia | assumption].
Qed.

Theorem is_feasible_written_sound p cs x :
  is_feasible_written p cs x (rows_of x) = true -> allowed (inputs_of x) (responses_of x) p cs (matrix_of x).
Proof.
  unfold is_feasible_written, allowed. intros H. apply andb_true_iff in H; destruct H as [H Hc].
  apply andb_true_iff in H; destruct H as [H Hp]. apply andb_true_iff in H; destruct H as [Hw Hs].
  assert (Hx := rows_of_write x Hw). apply (are_stochastic_sound _ _ _ _ Hx) in Hs.
  split; [split; [assumption | now apply counts_private_sound]|].
  intros c Hin. apply in_map_iff in Hin. destruct Hin as (c' & <- & Hin). unfold keep_constraints in Hc.
  destruct cs as [|first rest]; [contradiction|]. cbv zeta in Hc. rewrite forallb_forall in Hc. apply Hc in Hin.
  exact (holds_constraint_sound _ _ _ _ Hx _ Hin).
Qed.
