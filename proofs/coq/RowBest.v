(** Checkers on rows of the kinds of optima: optimal, infeasible, not optimal, not the only optimum. *)

From ExactDP Require Export RowPrices.
From Coq Require Import Bool.

Local Open Scope Z_scope.

(** The prices of the inputs: a Bayesian user's own prior, or any prior on a consumer's side information. *)
Fixpoint stays_inside (inside : list bool) (prior : list Z) : bool :=
  match inside, prior with
  | b :: inside, p :: prior => (b || (p =? 0)) && stays_inside inside prior
  | _, _ => true
  end.

Definition is_prior (given : row) : bool :=
  forallb (Z.leb 0) (snd given) && (total_from 0 (snd given) =? Z.pos (fst given)).

Definition prior_of_inputs (inputs : nat) (knows : knowledge) (given : row) : option row :=
  match knows with
  | Prior p => Some p
  | Inputs inside =>
      if (length (snd given) =? inputs)%nat && is_prior given && stays_inside inside (snd given) then Some given else None
  end.

Lemma stays_inside_at inside : forall prior i,
  stays_inside inside prior = true -> length inside = length prior -> nth i inside false = false -> nth i prior 0 = 0.
Proof.
  induction inside as [|b inside IH]; intros [|p prior] i H Hl Hi; cbn in Hl; try discriminate; [now destruct i|].
  cbn [stays_inside] in H. apply andb_true_iff in H. destruct H as [Hb H]. destruct i as [|i]; cbn [nth] in *.
  - subst b. cbn [orb] in Hb. now apply Z.eqb_eq in Hb.
  - apply IH; [assumption | congruence | assumption].
Qed.

Lemma sum_numbers n d l : length l = n -> (sum n (numbers (over d l)) == total_from 0 l # d)%Q.
Proof.
  intros <-. rewrite total_is, Z.add_0_l, <- sum_over. apply sum_equal. intros i _. apply numbers_at.
Qed.

Theorem prior_of_inputs_sound inputs knows given p :
  is_knowledge inputs knows = true -> prior_of_inputs inputs knows given = Some p ->
  prices_inputs inputs (user_of knows) (numbers_of p).
Proof.
  destruct knows as [q|inside]; cbn [is_knowledge prior_of_inputs user_of prices_inputs]; intros Hk H.
  - injection H as <-. reflexivity.
  - destruct (_ && _) eqn:E in H; [|discriminate]. injection H as <-. split_checks.
    match goal with K : is_prior given = true |- _ => unfold is_prior in K; apply andb_true_iff in K; destruct K as [Hpos Htotal] end.
    apply Z.eqb_eq in Htotal. unfold numbers_of. split; [split|split].
    + intros i Hi. rewrite numbers_at. rewrite forallb_forall in Hpos.
      assert (Hz : In (nth i (snd given) 0) (snd given)) by (apply nth_In; lia).
      apply Hpos, Z.leb_le in Hz. unfold Qle. cbn [Qnum Qden]. lia.
    + rewrite sum_numbers by assumption. rewrite Htotal. unfold Qeq. cbn [Qnum Qden]. lia.
    + match goal with K : existsb _ inside = true |- _ => apply existsb_exists in K; destruct K as (b & Hb & Eb) end.
      cbn in Eb. subst b. apply In_nth with (d := false) in Hb. destruct Hb as (i & Hi & Ei).
      intros Hnone. assert (Hin : In i (chosen inside)).
      { unfold chosen. apply filter_In. split; [apply in_seq; lia | assumption]. }
      rewrite Hnone in Hin. contradiction.
    + intros i Hi Hout. rewrite numbers_at. rewrite (stays_inside_at inside); [reflexivity | assumption | congruence |].
      destruct (nth i inside false) eqn:E; [|reflexivity]. exfalso. apply Hout. unfold chosen. apply filter_In.
      split; [apply in_seq; lia | assumption].
Qed.

(** The prices: a denominator, the prior where it is asked for, weights, multipliers, and flows unless it is the path. *)
Definition have_signs (priced : list (written_constraint * Z)) : bool :=
  forallb (fun '(c, y) => is_exact c || (0 <=? y)) priced.

Definition covers (inputs responses : nat) (p : privacy) (d whole : positive) (rows : list priced_row)
  (flows : option (list written_flow)) : bool :=
  match flows with
  | None => match graph_of p with Path => covers_path (at_level p) responses rows | _ => false end
  | Some flows =>
      covers_graph inputs responses (pairs_of (graph_of p) inputs) (at_level p) (Z.pos whole / Z.pos d) rows flows
  end.

Definition are_prices (inputs responses : nat) (p : privacy) (cs : list written_constraint) (t : table) (prior : row)
  (d : positive) (weights multipliers : list Z) (flows : option (list written_flow)) : bool :=
  have_signs (combine cs multipliers) &&
  match priced_rows inputs responses cs t prior d weights multipliers with
  | Some (whole, rows) => covers inputs responses p d whole rows flows
  | None => false
  end.

Fixpoint bound_from (before : Z) (priced : list (written_constraint * Z)) : Z :=
  match priced with
  | [] => before
  | (c, y) :: rest => bound_from (before + y * right_side c) rest
  end.

(** Σ_i w_i + Σ_c y_c·b_c. *)
Definition bound_of_prices (cs : list written_constraint) (d : positive) (weights multipliers : list Z) : Q :=
  bound_from (total_from 0 weights) (combine cs multipliers) # d.

Lemma bound_from_is d cs : forall ys before,
  (bound_from before (combine cs ys) # d == (before # d) + bounds (combine (map constraint_of cs) (over d ys)))%Q.
Proof.
  induction cs as [|c cs IH]; intros [|y ys] before; cbn [combine map over bound_from bounds]; try ring.
  fold (over d ys). rewrite IH. unfold fraction.
  assert (E : bound_of (constraint_of c) = (right_side c # 1)%Q) by (unfold constraint_of; now destruct (is_exact c)).
  rewrite E.
  assert (Es : (before + y * right_side c # d == (before # d) + (y # d) * (right_side c # 1))%Q).
  { unfold Qeq, Qplus, Qmult. cbn [Qnum Qden]. rewrite !Pos2Z.inj_mul. ring. }
  rewrite Es. ring.
Qed.

Lemma over_length d l : length (over d l) = length l.
Proof. apply map_length. Qed.

Lemma have_signs_sound d cs : forall ys, have_signs (combine cs ys) = true ->
  forall c y, In (c, y) (combine (map constraint_of cs) (over d ys)) -> allowed_multiplier c y.
Proof.
  induction cs as [|c cs IH]; intros [|y ys] H k m Hin; cbn [combine map over] in Hin; try contradiction.
  cbn [combine have_signs forallb] in H. apply andb_true_iff in H. destruct H as [Hc H]. destruct Hin as [E|Hin].
  - injection E as <- <-. unfold constraint_of. destruct (is_exact c); cbn [allowed_multiplier]; [exact I|].
    cbn [orb] in Hc. apply Z.leb_le in Hc. unfold fraction, Qle. cbn [Qnum Qden]. lia.
  - now apply (IH ys H).
Qed.

Lemma are_prices_sound inputs responses p cs t prior d weights multipliers flows (l : matrix) :
  tabulates inputs responses t l ->
  are_prices inputs responses p cs t prior d weights multipliers flows = true ->
  length weights = inputs /\ length cs = length multipliers /\
  (forall c y, In (c, y) (combine (map constraint_of cs) (over d multipliers)) -> allowed_multiplier c y) /\
  forall r, (r < responses)%nat -> covered inputs (pairs_of (graph_of p) inputs) (at_level p)
    (fun i => numbers_of prior i * l i r - numbers (over d weights) i -
      of_constraints (combine (map constraint_of cs) (over d multipliers)) i r)%Q.
Proof.
  intros Ht H. unfold are_prices in H. apply andb_true_iff in H. destruct H as [Hs H].
  destruct (priced_rows _ _ _ _ _ _ _ _) as [[whole rows]|] eqn:E; [|discriminate].
  destruct (priced_rows_are _ _ _ _ _ _ _ _ _ _ _ Ht E) as (Hw & Hm & Hd & Hp).
  split; [assumption|]. split; [assumption|]. split; [now apply have_signs_sound|].
  intros r Hr. unfold covers in H. destruct flows as [flows|].
  - exact (covers_graph_sound _ _ _ _ _ _ _ _ _ r Hp Hd H Hr).
  - destruct (graph_of p); try discriminate. exact (covers_path_sound _ _ _ _ _ _ r Hp H Hr).
Qed.

Definition losses_of_rows (knows : knowledge) (rows : list row) (t : table) : Q :=
  risk knows (expected_losses (fst t) rows (snd t)).

Definition is_optimum (x : written) (u : problem) (v : number) (prior : row) (d : positive) (weights multipliers : list Z)
  (flows : option (list written_flow)) : bool :=
  let inputs := inputs_of x in
  let responses := responses_of x in
  let rows := rows_of x in
  let knows := knows (serves u) in
  match loss_table inputs responses (loses (serves u)), prior_of_inputs inputs knows prior with
  | Some t, Some p =>
      is_knowledge inputs knows && is_feasible_written (keeping u) (constraints u) x rows &&
      Qle_bool (losses_of_rows knows rows t) (value_of_number v) &&
      are_prices inputs responses (keeping u) (constraints u) t p d weights multipliers flows &&
      Qle_bool (value_of_number v) (bound_of_prices (constraints u) d weights multipliers)
  | _, _ => false
  end.

Lemma feasible_rows_written p cs x : is_feasible_written p cs x (rows_of x) = true -> is_written x = true.
Proof. unfold is_feasible_written. intros H. now split_checks. Qed.

Theorem is_optimum_sound x u v prior d weights multipliers flows :
  is_optimum x u v prior d weights multipliers flows = true -> meaning (IsOptimal x u v).
Proof.
  unfold is_optimum. cbv zeta. intros H. cbn [meaning]. unfold with_loss, allowed_by.
  destruct (loss_table _ _ _) as [t|] eqn:Et; [|discriminate].
  destruct (loss_table_is _ _ _ _ Et) as (l & -> & Ht).
  destruct (prior_of_inputs _ _ _) as [p|] eqn:Ep; [|discriminate].
  apply andb_true_iff in H; destruct H as [H Hbound]; apply andb_true_iff in H; destruct H as [H Hprices].
  apply andb_true_iff in H; destruct H as [H Hloss]; apply andb_true_iff in H; destruct H as [Hk Hf].
  apply Qle_bool_iff in Hbound, Hloss.
  assert (Hx := rows_of_write x (feasible_rows_written _ _ _ Hf)). apply is_feasible_written_sound in Hf.
  unfold losses_of_rows in Hloss. rewrite (risk_is _ _ _ _ _ _ Hx Ht _ Hk) in Hloss.
  destruct (are_prices_sound _ _ _ _ _ _ _ _ _ _ _ Ht Hprices) as (Hw & Hm & Hs & Hc).
  set (cs := map constraint_of (constraints u)) in *.
  assert (Hfst : map fst (combine cs (over d multipliers)) = cs).
  { apply map_fst_combine. unfold cs. now rewrite map_length, over_length. }
  unfold allowed in *. fold cs in Hf |- *. rewrite <- Hfst in Hf |- *.
  apply dual_optimal with (p := numbers_of p) (w := numbers (over d weights)); try assumption.
  - now apply (prior_of_inputs_sound _ _ prior).
  - unfold bound_of_prices in Hbound. rewrite bound_from_is in Hbound. now rewrite sum_numbers.
Qed.

(** No mechanism is feasible: all costs are 0. *)
Definition no_costs (inputs responses : nat) : table := (1%positive, by_rule inputs responses (fun _ _ => 0)).

Definition are_infeasible (inputs responses : nat) (p : privacy) (cs : list written_constraint) (d : positive)
  (weights multipliers : list Z) (flows : option (list written_flow)) : bool :=
  are_prices inputs responses p cs (no_costs inputs responses) (1%positive, repeat 0 inputs) d weights multipliers flows &&
  below 0 (bound_of_prices cs d weights multipliers).

Theorem are_infeasible_sound inputs responses p cs d weights multipliers flows :
  are_infeasible inputs responses p cs d weights multipliers flows = true -> meaning (IsInfeasible inputs responses p cs).
Proof.
  unfold are_infeasible. intros H. apply andb_true_iff in H. destruct H as [H Hb]. apply below_lt in Hb.
  cbn [meaning]. unfold allowed.
  assert (Ht : tabulates inputs responses (no_costs inputs responses) (fun _ _ => 0%Q)).
  { apply by_rule_tabulates. reflexivity. }
  destruct (are_prices_sound _ _ _ _ _ _ _ _ _ _ _ Ht H) as (Hw & Hm & Hs & Hc).
  set (written := map constraint_of cs) in *.
  assert (Hfst : map fst (combine written (over d multipliers)) = written).
  { apply map_fst_combine. unfold written. now rewrite map_length, over_length. }
  rewrite <- Hfst. apply dual_infeasible with (w := numbers (over d weights)).
  - intros r Hr z Hz. eapply Qle_trans; [exact (Hc r Hr z Hz)|]. apply Qle_lteq. right. apply sum_equal. intros. ring.
  - exact Hs.
  - unfold bound_of_prices in Hb. rewrite bound_from_is in Hb. now rewrite sum_numbers.
Qed.

(** Another of the same size. *)
Definition are_alike (x y : written) : bool :=
  (inputs_of x =? inputs_of y)%nat && (responses_of x =? responses_of y)%nat.

Definition is_better_written (x : written) (u : problem) (y : written) : bool :=
  let rows := rows_of x in
  let others := rows_of y in
  let knows := knows (serves u) in
  match loss_table (inputs_of x) (responses_of x) (loses (serves u)) with
  | Some t =>
      are_alike x y && is_knowledge (inputs_of x) knows && is_feasible_written (keeping u) (constraints u) x rows &&
      is_feasible_written (keeping u) (constraints u) y others &&
      below (losses_of_rows knows others t) (losses_of_rows knows rows t)
  | None => false
  end.

Theorem is_better_written_sound x u y : is_better_written x u y = true -> meaning (IsNotOptimal x u).
Proof.
  unfold is_better_written. cbv zeta. intros H. cbn [meaning]. unfold with_loss, allowed_by.
  destruct (loss_table _ _ _) as [t|] eqn:Et; [|discriminate]. destruct (loss_table_is _ _ _ _ Et) as (l & -> & Ht).
  apply andb_true_iff in H; destruct H as [H Hl]; apply andb_true_iff in H; destruct H as [H Hy].
  apply andb_true_iff in H; destruct H as [H Hx]; apply andb_true_iff in H; destruct H as [Hs Hk].
  unfold are_alike in Hs. apply andb_true_iff in Hs. destruct Hs as [Hi Hr]. apply Nat.eqb_eq in Hi, Hr.
  assert (Wx := rows_of_write x (feasible_rows_written _ _ _ Hx)).
  assert (Wy := rows_of_write y (feasible_rows_written _ _ _ Hy)). rewrite <- Hi, <- Hr in Wy.
  apply is_feasible_written_sound in Hx, Hy. rewrite <- Hi, <- Hr in Hy. apply below_lt in Hl. unfold losses_of_rows in Hl.
  rewrite (risk_is _ _ _ _ _ _ Wx Ht _ Hk), (risk_is _ _ _ _ _ _ Wy Ht _ Hk) in Hl.
  split; [assumption|]. now exists (matrix_of y).
Qed.

(** Rows that write two matrices: whether some entries differ. *)
Fixpoint rows_differ (rows others : list row) : bool :=
  match rows, others with
  | (d, l) :: rows, (e, m) :: others =>
      if all_pairs (fun u v => u * Z.pos e =? v * Z.pos d) l m then rows_differ rows others else true
  | _, _ => false
  end.

Lemma all_pairs_intro f a : forall b, length a = length b ->
  (forall r, (r < length a)%nat -> f (nth r a 0) (nth r b 0) = true) -> all_pairs f a b = true.
Proof.
  induction a as [|u a IH]; intros [|v b] Hl H; cbn in Hl; try discriminate; [reflexivity|].
  cbn [all_pairs]. assert (H0 := H O ltac:(cbn; lia)). cbn [nth] in H0. rewrite H0. apply IH; [congruence|].
  intros r Hr. apply (H (S r)). cbn. lia.
Qed.

Lemma rows_differ_at rows : forall others, rows_differ rows others = true ->
  exists i d l e m, nth_error rows i = Some (d, l) /\ nth_error others i = Some (e, m) /\
    all_pairs (fun u v => u * Z.pos e =? v * Z.pos d) l m = false.
Proof.
  induction rows as [|[d l] rows IH]; intros [|[e m] others] H; cbn [rows_differ] in H; try discriminate.
  destruct (all_pairs _ l m) eqn:E.
  - destruct (IH others H) as (i & H'). now exists (S i).
  - now exists O, d, l, e, m.
Qed.

Lemma rows_differ_sound inputs responses rows others x y :
  writes inputs responses rows x -> writes inputs responses others y -> rows_differ rows others = true ->
  ~ same inputs responses x y.
Proof.
  intros Hx Hy H Hs. destruct (rows_differ_at rows others H) as (i & d & l & e & m & Ei & Ej & E).
  destruct (read_row _ _ _ _ Hx i d l Ei) as (Hi & Hl & Hxe). destruct (read_row _ _ _ _ Hy i e m Ej) as (_ & Hm & Hye).
  rewrite all_pairs_intro in E; [discriminate | congruence |]. intros r Hr. rewrite Hl in Hr.
  specialize (Hs i r Hi Hr). rewrite (Hxe r Hr), (Hye r Hr) in Hs. apply Z.eqb_eq. unfold Qeq in Hs. cbn [Qnum Qden] in Hs. exact Hs.
Qed.

Definition is_other_optimum (x : written) (u : problem) (v : number) (y : written) : bool :=
  let others := rows_of y in
  let knows := knows (serves u) in
  match loss_table (inputs_of x) (responses_of x) (loses (serves u)) with
  | Some t =>
      are_alike x y && is_knowledge (inputs_of x) knows && is_feasible_written (keeping u) (constraints u) y others &&
      Qle_bool (losses_of_rows knows others t) (value_of_number v) && rows_differ (rows_of x) others
  | None => false
  end.

Theorem is_other_optimum_sound x u v y :
  is_written x = true -> meaning (IsOptimal x u v) -> is_other_optimum x u v y = true -> meaning (IsNotOnlyOptimal x u v).
Proof.
  unfold is_other_optimum. cbv zeta. intros Hwx Hbest H. cbn [meaning] in *. unfold with_loss, allowed_by in *.
  destruct (loss_table _ _ _) as [t|] eqn:Et; [|discriminate]. destruct (loss_table_is _ _ _ _ Et) as (l & El & Ht).
  rewrite El in *. apply andb_true_iff in H; destruct H as [H Hd]; apply andb_true_iff in H; destruct H as [H Hl].
  apply andb_true_iff in H; destruct H as [H Hy]; apply andb_true_iff in H; destruct H as [Hs Hk].
  unfold are_alike in Hs. apply andb_true_iff in Hs. destruct Hs as [Hi Hr]. apply Nat.eqb_eq in Hi, Hr.
  assert (Wx := rows_of_write x Hwx).
  assert (Wy := rows_of_write y (feasible_rows_written _ _ _ Hy)). rewrite <- Hi, <- Hr in Wy.
  apply is_feasible_written_sound in Hy. rewrite <- Hi, <- Hr in Hy. apply Qle_bool_iff in Hl. unfold losses_of_rows in Hl.
  rewrite (risk_is _ _ _ _ _ _ Wy Ht _ Hk) in Hl. split; [assumption|]. exists (matrix_of y).
  destruct Hbest as (_ & _ & Hleast). split; [|now apply (rows_differ_sound _ _ _ _ _ _ Wx Wy)].
  split; [assumption|]. split; [|assumption]. apply Qle_antisym; [assumption | now apply Hleast].
Qed.
