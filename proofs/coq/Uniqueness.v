(** The only optimum: what the prices force on every optimal mechanism, and that this determines it. *)

From ExactDP Require Export Vertices.
From Coq Require Import Bool.

(** Complementary slackness: an inequality with a positive price is tight at every optimum. *)
Definition flow_costs (alpha : Q) (z : nat -> Q) (flows : list (nat * nat * Q)) : Q :=
  fold_right (fun '(i, k, f) rest => f * (z k - alpha * z i) + rest) 0 flows.

Lemma flow_costs_add inputs pairs alpha z d flows :
  (forall flow, In flow flows -> flow_of inputs pairs flow) ->
  sum inputs (fun i => d i * z i) ==
  sum inputs (fun i => left_over alpha flows d i * z i) + flow_costs alpha z flows.
Proof.
  induction flows as [|[[i k] f] rest IH]; intros Hf; [cbn; ring|].
  rewrite IH by (intros; apply Hf; now right).
  destruct (Hf (i, k, f)) as (Hi & Hk & _); [now left|].
  cbn [left_over fold_right after_flow flow_costs]. fold (left_over alpha rest d). fold (flow_costs alpha z rest).
  set (e := left_over alpha rest d).
  assert (E : sum inputs (fun j => (e j + ((if (j =? i)%nat then alpha * f else 0) - (if (j =? k)%nat then f else 0))) * z j)
     == sum inputs (fun j => e j * z j) + (alpha * f * z i - f * z k)).
  { rewrite <- (sum_indicator inputs i (alpha * f) z Hi), <- (sum_indicator inputs k f z Hk).
    rewrite <- sum_minus, <- sum_plus. apply sum_equal. intros; ring. }
  change (fold_right (after_flow alpha) d rest) with e. rewrite E. ring.
Qed.

Lemma flow_costs_nonnegative inputs pairs alpha z flows :
  column inputs pairs alpha z -> (forall flow, In flow flows -> flow_of inputs pairs flow) ->
  0 <= flow_costs alpha z flows /\
  (flow_costs alpha z flows <= 0 -> forall i k f, In (i, k, f) flows -> 0 < f -> z k == alpha * z i).
Proof.
  intros [_ Hz]. induction flows as [|[[i k] f] rest IH]; intros Hf; [split; [cbn; lra | intros _ ? ? ? []]|].
  destruct IH as [H0 IH]; [intros; apply Hf; now right|].
  destruct (Hf (i, k, f)) as (_ & _ & Hpos & Hn); [now left|].
  cbn [flow_costs fold_right]. fold (flow_costs alpha z rest).
  assert (Hle : alpha * z i <= z k) by (destruct Hn as [Hn|Hn]; now apply Hz in Hn).
  assert (Hterm : 0 <= f * (z k - alpha * z i)) by (apply Qmult_le_0_compat; lra).
  split; [lra|]. intros Hs j h g [E|Hin] Hg.
  - injection E as -> -> ->. assert (Ht : g * (z h - alpha * z j) == 0) by lra.
    apply Qmult_integral in Ht. destruct Ht; lra.
  - apply (IH ltac:(lra) j h g Hin Hg).
Qed.

Lemma flows_slack inputs pairs alpha d flows z :
  column inputs pairs alpha z -> (forall flow, In flow flows -> flow_of inputs pairs flow) ->
  (forall i, (i < inputs)%nat -> 0 <= left_over alpha flows d i) -> sum inputs (fun i => d i * z i) <= 0 ->
  (forall i k f, In (i, k, f) flows -> 0 < f -> z k == alpha * z i) /\
  (forall i, (i < inputs)%nat -> 0 < left_over alpha flows d i -> z i == 0).
Proof.
  intros Hz Hf Hl Hs. rewrite (flow_costs_add inputs pairs alpha z d flows Hf) in Hs.
  destruct (flow_costs_nonnegative inputs pairs alpha z flows Hz Hf) as [H0 Htight].
  assert (Hleft : forall i, (i < inputs)%nat -> 0 <= left_over alpha flows d i * z i).
  { intros i Hi. apply Qmult_le_0_compat; [auto | now apply Hz]. }
  assert (Hsum := sum_nonnegative _ _ Hleft). split.
  - apply Htight. lra.
  - intros i Hi Hp. assert (E : left_over alpha flows d i * z i == 0).
    { apply (sum_nothing inputs (fun j => left_over alpha flows d j * z j)); [assumption | lra | assumption]. }
    apply Qmult_integral in E. destruct E; lra.
Qed.

Lemma kept_slack inputs responses x priced :
  (forall c y, In (c, y) priced -> keeps inputs responses x c /\ allowed_multiplier c y) ->
  combination inputs responses (of_constraints priced) x <= bounds priced ->
  forall c y, In (c, y) priced -> ~ y == 0 -> combination inputs responses (coefficients_of c) x == bound_of c.
Proof.
  induction priced as [|[c y] rest IH]; intros H Hs c' y' Hin Hy; [destruct Hin|].
  assert (E : combination inputs responses (of_constraints ((c, y) :: rest)) x ==
    y * combination inputs responses (coefficients_of c) x + combination inputs responses (of_constraints rest) x).
  { rewrite <- combination_times, <- combination_plus. reflexivity. }
  rewrite E in Hs. cbn [bounds] in Hs.
  assert (Hrest : bounds rest <= combination inputs responses (of_constraints rest) x).
  { apply bounds_kept. intros. apply H. now right. }
  destruct (H c y) as [Hk Ha]; [now left|].
  assert (Hterm : y * bound_of c <= y * combination inputs responses (coefficients_of c) x).
  { destruct c as [b a|b a]; cbn in *.
    - rewrite !(Qmult_comm y). now apply Qmult_le_compat_r.
    - rewrite Hk. lra. }
  destruct Hin as [Heq|Hin].
  - injection Heq as -> ->.
    assert (Et : y' * (combination inputs responses (coefficients_of c') x - bound_of c') == 0) by lra.
    apply Qmult_integral in Et. destruct Et as [Et|Et]; [contradiction | lra].
  - apply (IH ltac:(intros; apply H; now right) ltac:(lra) c' y' Hin Hy).
Qed.

Theorem optimum_slack inputs responses pairs alpha l who p w priced v y :
  prices_inputs inputs who p ->
  (forall r, (r < responses)%nat ->
     covered inputs pairs alpha (fun i => p i * l i r - w i - of_constraints priced i r)) ->
  (forall k m, In (k, m) priced -> allowed_multiplier k m) ->
  v <= sum inputs w + bounds priced ->
  feasible inputs responses pairs alpha (map fst priced) y -> loss inputs responses l who y <= v ->
  (forall r, (r < responses)%nat -> sum inputs (fun i => (p i * l i r - w i - of_constraints priced i r) * y i r) <= 0) /\
  (forall c m, In (c, m) priced -> ~ m == 0 -> combination inputs responses (coefficients_of c) y == bound_of c) /\
  (forall s, who = Minimax s -> forall i, (i < inputs)%nat -> 0 < p i -> expected_loss responses l y i == v).
Proof.
  intros Hp Hd Hm Hv [Hy Hk] Hl.
  set (D := fun r => sum inputs (fun i => (p i * l i r - w i - of_constraints priced i r) * y i r)).
  assert (HD : forall r, (r < responses)%nat -> 0 <= D r).
  { intros r Hr. apply (Hd r Hr). now apply column_of with (responses := responses). }
  assert (HsD := sum_nonnegative _ _ HD).
  assert (Hmean := mean_loss_below inputs responses l who p y Hp).
  assert (Hkeep : forall c m, In (c, m) priced -> keeps inputs responses y c /\ allowed_multiplier c m).
  { intros c m Hin. split; [|now apply Hm]. apply Hk. apply in_map_iff. now exists (c, m). }
  assert (Hb := bounds_kept inputs responses y priced Hkeep).
  assert (He : combination inputs responses (fun i r => p i * l i r) y ==
     sum responses D + sum inputs w + combination inputs responses (of_constraints priced) y).
  { unfold D. rewrite <- (sum_swap inputs responses (fun i r => (p i * l i r - w i - of_constraints priced i r) * y i r)).
    fold (combination inputs responses (fun i r => p i * l i r - w i - of_constraints priced i r) y).
    rewrite <- (combination_rows inputs responses w y (proj1 Hy)), <- !combination_plus.
    apply combination_equal. intros; ring. }
  split; [|split].
  - intros r Hr. assert (E := sum_nothing responses D HD ltac:(lra) r Hr). unfold D in E. lra.
  - apply kept_slack; [assumption | lra].
  - intros s -> i Hi Hpi. destruct Hp as ([Hp0 Hp1] & Hne & Hout).
    set (L := loss inputs responses l (Minimax s) y) in *.
    assert (Hterm : forall j, (j < inputs)%nat -> 0 <= p j * (L - expected_loss responses l y j)).
    { intros j Hj. destruct (in_dec Nat.eq_dec j s) as [Hin|Hno].
      - apply Qmult_le_0_compat; [now apply Hp0|].
        assert (expected_loss responses l y j <= L) by now apply maximum_above. lra.
      - rewrite (Hout j Hj Hno). lra. }
    assert (Hs : sum inputs (fun j => p j * (L - expected_loss responses l y j)) ==
                 L - combination inputs responses (fun i r => p i * l i r) y).
    { rewrite mean_loss. rewrite (sum_equal _ _ (fun j => p j * L - p j * expected_loss responses l y j)) by (intros; ring).
      rewrite sum_minus, sum_times_right, Hp1. ring. }
    assert (E := sum_nothing inputs _ Hterm ltac:(lra) i Hi).
    apply Qmult_integral in E. destruct E as [E|E]; lra.
Qed.

(** The equations: each row's sum, the expected losses on the inputs of positive probability, and tight constraints. *)
Inductive equation : Type :=
| RowSum (i : nat)
| LossOn (i : nat)
| Tight (c : nat).

Definition row_part (responses : nat) (label : nat -> nat -> nat) (x : matrix) (e : nat -> Q) (i b : nat) : Q :=
  total responses (fun r => if (label i r =? b)%nat then x i r * e r else 0).

Definition coefficient (inputs responses : nat) (l : matrix) (cs : list constraint) (label : nat -> nat -> nat)
  (x : matrix) (equation : equation) (b : nat) : Q :=
  match equation with
  | RowSum i => row_part responses label x (fun _ => 1) i b
  | LossOn i => row_part responses label x (l i) i b
  | Tight c => total inputs (fun i => row_part responses label x (coefficients_of (nth c cs (AtLeast 0 (fun _ _ => 0))) i) i b)
  end.

Definition may_equate (inputs : nat) (who : user) (p : nat -> Q) (cs : list constraint) (multipliers : list Q)
  (equation : equation) : bool :=
  match equation with
  | RowSum i => (i <? inputs)%nat
  | LossOn i => (i <? inputs)%nat && below 0 (p i) && match who with Bayesian _ => false | Minimax _ => true end
  | Tight c => (c <? length cs)%nat && (c <? length multipliers)%nat &&
      match nth c cs (AtLeast 0 (fun _ _ => 0)) with Exactly _ _ => true | AtLeast _ _ => negb (Qeq_bool (nth c multipliers 0) 0) end
  end.

Definition value_of (inputs responses : nat) (l : matrix) (cs : list constraint) (equation : equation) (z : matrix) : Q :=
  match equation with
  | RowSum i => sum responses (z i)
  | LossOn i => expected_loss responses l z i
  | Tight c => combination inputs responses (coefficients_of (nth c cs (AtLeast 0 (fun _ _ => 0)))) z
  end.

Lemma row_part_sum responses unknowns label x u d e i :
  (forall r, (r < responses)%nat -> d r == u (label i r) * x i r /\ ((label i r < unknowns)%nat \/ x i r == 0)) ->
  sum responses (fun r => d r * e r) == sum unknowns (fun b => row_part responses label x e i b * u b).
Proof.
  intros H. unfold row_part.
  rewrite (sum_equal unknowns _ (fun b => sum responses (fun r => (if (label i r =? b)%nat then x i r * e r else 0) * u b)))
    by (intros; now rewrite total_sum, sum_times_right).
  rewrite <- (sum_swap responses unknowns (fun r b => (if (label i r =? b)%nat then x i r * e r else 0) * u b)).
  apply sum_equal. intros r Hr. destruct (H r Hr) as [E [Hl|Hz]]; rewrite E.
  - rewrite (sum_single _ (label i r)); [| assumption |].
    + rewrite Nat.eqb_refl. ring.
    + intros b _ Hb. assert (F : (label i r =? b)%nat = false) by (apply Nat.eqb_neq; lia). rewrite F. ring.
  - rewrite (sum_equal _ _ (fun _ => 0)); [rewrite sum_zero, Hz; ring|].
    intros b _. destruct (label i r =? b)%nat; [rewrite Hz|]; ring.
Qed.

Lemma coefficient_sum inputs responses unknowns l cs label x u d eq :
  (forall i r, (i < inputs)%nat -> (r < responses)%nat ->
     d i r == u (label i r) * x i r /\ ((label i r < unknowns)%nat \/ x i r == 0)) ->
  (forall i, match eq with RowSum j | LossOn j => j = i -> (i < inputs)%nat | Tight _ => True end) ->
  value_of inputs responses l cs eq d ==
  sum unknowns (fun b => coefficient inputs responses l cs label x eq b * u b).
Proof.
  intros H Hin. destruct eq as [i|i|c]; cbn [value_of coefficient].
  - rewrite <- (row_part_sum responses unknowns label x u (d i)) by (intros r Hr; apply H; [now apply Hin | assumption]).
    apply sum_equal. intros; ring.
  - unfold expected_loss.
    rewrite <- (row_part_sum responses unknowns label x u (d i)) by (intros r Hr; apply H; [now apply Hin | assumption]).
    reflexivity.
  - set (a := coefficients_of _). unfold combination.
    rewrite (sum_equal inputs _ (fun i => sum unknowns (fun b => row_part responses label x (a i) i b * u b))).
    + rewrite sum_swap. apply sum_equal. intros b _. now rewrite total_sum, sum_times_right.
    + intros i Hi. rewrite <- (row_part_sum responses unknowns label x u (d i)) by (intros r Hr; now apply H).
      apply sum_equal. intros; ring.
Qed.

Definition flows_of (flows : list (nat * (nat * nat * Q))) (r : nat) : list (nat * nat * Q) :=
  map snd (filter (fun '(q, _) => (q =? r)%nat) flows).

Definition computed_left (alpha : Q) (flows : list (nat * nat * Q)) (d : Q) (i : nat) : Q :=
  fold_right (fun '(j, k, f) rest =>
    add rest (add (if (i =? j)%nat then alpha * f else 0) (if (i =? k)%nat then - f else 0))) d flows.

Lemma computed_left_is alpha flows d i : computed_left alpha flows (d i) i == left_over alpha flows d i.
Proof.
  induction flows as [|[[j k] f] rest IH]; [reflexivity|].
  cbn [computed_left fold_right left_over after_flow]. fold (computed_left alpha rest (d i) i).
  change (fold_right (after_flow alpha) d rest) with (left_over alpha rest d).
  rewrite !add_plus, IH. destruct (i =? j)%nat, (i =? k)%nat; ring.
Qed.

Lemma computed_left_equal alpha flows d e i : d == e -> computed_left alpha flows d i == computed_left alpha flows e i.
Proof.
  intros He. induction flows as [|[[j k] f] rest IH]; [assumption|].
  cbn [computed_left fold_right]. fold (computed_left alpha rest d i). fold (computed_left alpha rest e i).
  rewrite (add_plus (computed_left alpha rest d i)), (add_plus (computed_left alpha rest e i)).
  apply Qplus_inj_r. exact IH.
Qed.

Definition tied_step (inputs : nat) (pairs : neighbours) (responses : nat) (alpha : Q)
  (flows : list (nat * (nat * nat * Q))) (label : nat -> nat -> nat) (i k r : nat) : bool :=
  (i <? inputs)%nat && (k <? inputs)%nat && (r <? responses)%nat && (label i r =? label k r)%nat && below 0 alpha &&
  (existsb (fun '(a, b, f) => below 0 f && ((a =? i) && (b =? k) || (a =? k) && (b =? i))%nat) (flows_of flows r) ||
   Qeq_bool alpha 1 && are_neighbours pairs i k).

Definition zero_step (inputs : nat) (pairs : neighbours) (responses : nat) (alpha : Q) (i k r : nat) : bool :=
  (i <? inputs)%nat && (r <? responses)%nat && below 0 alpha && are_neighbours pairs i k.

Definition price (l : matrix) (p w : nat -> Q) (priced : list (constraint * Q)) (i r : nat) : Q :=
  add (p i * l i r) (add (- w i) (- total_price priced i r)).

Definition is_only (inputs responses : nat) (pairs : neighbours) (alpha : Q) (cs : list constraint) (l : matrix)
  (who : user) (v : Q) (x : matrix) (p : nat -> Q) (flows : list (nat * (nat * nat * Q))) (w : nat -> Q)
  (multipliers : list Q) (unknowns : nat) (written_labels : list (list nat)) (roots : list (nat * nat))
  (ties : list (nat * nat * nat)) (zeros : list (nat * nat)) (spread : list (nat * nat * nat))
  (equations : list equation) (scales : list Q) (m : Z) (written_inverse : list (list Z)) : bool :=
  let label := labels written_labels in
  let inverse := integers written_inverse in
  let scale := numbers scales in
  let losses := tabulated inputs responses l in
  let q := prior_of who p in
  let priced := combine cs multipliers in
  let masses := integers (map (fun j =>
    map (fun b => Qnum (Qred (scale j * coefficient inputs responses losses cs label x (nth j equations (RowSum O)) b)))
      (seq 0 unknowns)) (seq 0 (length equations))) in
  is_optimal inputs responses pairs alpha cs l who v x p (Flows flows) w multipliers &&
  (length roots =? unknowns)%nat &&
  all unknowns (fun b => let (i, r) := nth b roots (O, O) in
    (i <? inputs)%nat && (r <? responses)%nat && (label i r =? b)%nat && below 0 (x i r)) &&
  forallb (fun '(i, r) => (i <? inputs)%nat && (r <? responses)%nat &&
    below 0 (computed_left alpha (flows_of flows r) (price losses q w priced i r) i)) zeros &&
  match chained (tied_step inputs pairs responses alpha flows label) roots ties,
        chained (zero_step inputs pairs responses alpha) zeros spread with
  | Some known, Some nothing => all inputs (fun i => all responses (fun r =>
      Qeq_bool (x i r) 0 && known_entry nothing i r || known_entry known i r && (label i r <? unknowns)%nat))
  | _, _ => false
  end &&
  forallb (may_equate inputs who q cs multipliers) equations &&
  all (length equations) (fun j => all unknowns (fun b =>
    Qeq_bool (inject_Z (masses j b))
      (scale j * coefficient inputs responses losses cs label x (nth j equations (RowSum O)) b))) &&
  (2 <=? m)%Z &&
  all unknowns (fun b => all unknowns (fun c =>
    (zsum (length equations) (fun j => inverse b j * masses j c) mod m =? if (c =? b)%nat then 1 else 0)%Z)).

Lemma coefficient_losses inputs responses l cs label x eq b :
  (forall i, match eq with LossOn j => j = i -> (i < inputs)%nat | _ => True end) ->
  coefficient inputs responses (tabulated inputs responses l) cs label x eq b ==
  coefficient inputs responses l cs label x eq b.
Proof.
  intros Hin. destruct eq as [i|i|c]; cbn [coefficient]; try reflexivity.
  unfold row_part. rewrite !total_sum. apply sum_equal. intros r Hr.
  destruct (label i r =? b)%nat; [|reflexivity]. rewrite tabulated_is by (try apply Hin; trivial). reflexivity.
Qed.

Theorem only_sound inputs responses pairs alpha cs l who v x p flows w multipliers unknowns label roots ties zeros spread
  equations scales m inverse :
  is_only inputs responses pairs alpha cs l who v x p flows w multipliers unknowns label roots ties zeros spread
    equations scales m inverse = true ->
  only_optimal inputs responses (feasible inputs responses pairs alpha cs) (loss inputs responses l who) v x.
Proof.
  unfold is_only. cbv zeta. set (lab := labels label). set (scale := numbers scales).
  set (masses := integers _). set (q := prior_of who p). set (priced := combine cs multipliers). intros H.
  apply andb_true_iff in H; destruct H as [H Hinv]; apply andb_true_iff in H; destruct H as [H Hm].
  apply andb_true_iff in H; destruct H as [H Hmass]; apply andb_true_iff in H; destruct H as [H Heqs].
  apply andb_true_iff in H; destruct H as [H Hreach]; apply andb_true_iff in H; destruct H as [H Hzeros].
  apply andb_true_iff in H; destruct H as [H Hroots]; apply andb_true_iff in H; destruct H as [Hopt Hlen].
  apply Z.leb_le in Hm. apply Nat.eqb_eq in Hlen.
  assert (Hx := optimal_sound _ _ _ _ _ _ _ _ _ _ _ _ _ Hopt). split; [assumption|]. intros y Hy.
  (* What the certificate of the optimum says. *)
  unfold is_optimal in Hopt. cbv zeta in Hopt. fold priced q in Hopt.
  apply andb_true_iff in Hopt; destruct Hopt as [Hopt Hv]; apply andb_true_iff in Hopt; destruct Hopt as [Hopt Hd].
  apply andb_true_iff in Hopt; destruct Hopt as [Hopt _]; apply andb_true_iff in Hopt; destruct Hopt as [Hopt Hp].
  apply andb_true_iff in Hopt; destruct Hopt as [Hn _].
  apply Nat.eqb_eq in Hn. apply Qle_bool_iff in Hv. rewrite add_plus, total_sum, total_bound_is in Hv.
  assert (Hmap := map_fst_combine cs multipliers Hn). fold priced in Hmap.
  apply price_of_inputs_sound in Hp. fold q in Hp.
  assert (Hd' := Hd). apply dual_sound in Hd'. destruct Hd' as [Hsign Hcov].
  assert (Hcovered : forall r, (r < responses)%nat ->
     covered inputs pairs alpha (fun i => q i * l i r - w i - of_constraints priced i r)).
  { intros r Hr z Hz. specialize (Hcov r Hr z Hz). eapply Qle_trans; [exact Hcov|]. apply Qle_lteq. right.
    apply sum_equal. intros i Hi. now rewrite tabulated_is. }
  assert (Hslack : forall z, optimal (feasible inputs responses pairs alpha cs) (loss inputs responses l who) v z ->
    private_mechanism inputs responses pairs alpha z /\
    (forall r, (r < responses)%nat -> sum inputs (fun i => (q i * l i r - w i - of_constraints priced i r) * z i r) <= 0) /\
    (forall c k, In (c, k) priced -> ~ k == 0 -> combination inputs responses (coefficients_of c) z == bound_of c) /\
    (forall s, who = Minimax s -> forall i, (i < inputs)%nat -> 0 < q i -> expected_loss responses l z i == v)).
  { intros z (Hzf & Hzl & _). split; [apply Hzf|].
    apply optimum_slack with (who := who) (pairs := pairs) (alpha := alpha); try assumption.
    - now rewrite Hmap.
    - rewrite Hzl. lra. }
  (* Ties and zeros of every optimal mechanism. *)
  assert (Hflows : forall r, (r < responses)%nat ->
    (forall flow, In flow (flows_of flows r) -> flow_of inputs pairs flow) /\
    (forall i, (i < inputs)%nat ->
       computed_left alpha (flows_of flows r) (price (tabulated inputs responses l) q w priced i r) i ==
       left_over alpha (flows_of flows r) (fun j => q j * l j r - w j - of_constraints priced j r) i /\
       0 <= left_over alpha (flows_of flows r) (fun j => q j * l j r - w j - of_constraints priced j r) i)).
  { intros r Hr. unfold is_dual in Hd. cbv zeta in Hd. apply andb_true_iff in Hd. destruct Hd as [_ Hd].
    assert (Hc := all_true _ _ Hd r Hr). cbn [is_covered] in Hc. fold (flows_of flows r) in Hc.
    apply andb_true_iff in Hc. destruct Hc as [Hok Hleft]. split.
    - intros [[i k] f] Hin. rewrite forallb_forall in Hok. apply Hok in Hin. split_checks.
      repeat split; try assumption. now apply are_neighbours_sound.
    - intros i Hi.
      assert (Ep : computed_left alpha (flows_of flows r) (price (tabulated inputs responses l) q w priced i r) i ==
        left_over alpha (flows_of flows r) (fun j => q j * l j r - w j - of_constraints priced j r) i).
      { rewrite <- computed_left_is. apply computed_left_equal. unfold price. rewrite !add_plus, total_price_is, tabulated_is by assumption.
        ring. }
      split; [exact Ep|]. rewrite <- Ep.
      apply all_true with (k := i) in Hleft; [|assumption]. apply Qle_bool_iff in Hleft.
      rewrite tabulated_is in Hleft by lia. exact Hleft. }
  assert (Htight : forall z, optimal (feasible inputs responses pairs alpha cs) (loss inputs responses l who) v z ->
    forall r, (r < responses)%nat ->
    (forall i k f, In (i, k, f) (flows_of flows r) -> 0 < f -> z k r == alpha * z i r) /\
    (forall i, (i < inputs)%nat ->
       0 < computed_left alpha (flows_of flows r) (price (tabulated inputs responses l) q w priced i r) i -> z i r == 0)).
  { intros z Hz r Hr. destruct (Hslack z Hz) as (Hzp & Hzd & _). destruct (Hflows r Hr) as [Hf Hl].
    destruct (flows_slack inputs pairs alpha (fun j => q j * l j r - w j - of_constraints priced j r) (flows_of flows r)
      (fun i => z i r)) as [H1 H2]; try assumption.
    - now apply column_of with (responses := responses).
    - intros i Hi. now apply Hl.
    - now apply Hzd.
    - split; [assumption|]. intros i Hi Hpos. apply H2; [assumption|]. destruct (Hl i Hi) as [E _]. now rewrite <- E. }
  set (d := fun i r => y i r - x i r).
  set (u := fun b => let (i, r) := nth b roots (O, O) in d i r / x i r).
  destruct (chained (tied_step inputs pairs responses alpha flows lab) roots ties) as [known|] eqn:Hknown; [|discriminate].
  destruct (chained (zero_step inputs pairs responses alpha) zeros spread) as [nothing|] eqn:Hnothing; [|discriminate].
  assert (Hmultiple : forall i r, known_entry known i r = true -> d i r == u (lab i r) * x i r).
  { apply (chained_all (tied_step inputs pairs responses alpha flows lab)
      (fun i r => d i r == u (lab i r) * x i r)) with (steps := ties) (known := roots); [| |assumption].
    - intros i k r Hstep Hk. unfold tied_step in Hstep.
      apply andb_true_iff in Hstep; destruct Hstep as [Hstep Htie]; apply andb_true_iff in Hstep; destruct Hstep as [Hstep Ha].
      apply andb_true_iff in Hstep; destruct Hstep as [Hstep Hlab]; apply andb_true_iff in Hstep; destruct Hstep as [Hstep Hr].
      apply andb_true_iff in Hstep; destruct Hstep as [Hi Hk'].
      apply Nat.ltb_lt in Hi, Hk', Hr. apply Nat.eqb_eq in Hlab. apply below_lt in Ha. rewrite Hlab.
      set (c := u (lab k r)) in *. apply orb_true_iff in Htie. destruct Htie as [Htie|Htie].
      + apply existsb_exists in Htie. destruct Htie as ([[a b] f] & Hin & Hab). apply andb_true_iff in Hab.
        destruct Hab as [Hf Hab]. apply below_lt in Hf.
        destruct (Htight x Hx r Hr) as [Hxt _]. destruct (Htight y Hy r Hr) as [Hyt _].
        specialize (Hxt a b f Hin Hf). specialize (Hyt a b f Hin Hf).
        apply orb_true_iff in Hab. destruct Hab as [Hab|Hab]; split_checks; subst a b.
        * assert (Hdd : alpha * d i r == c * (alpha * x i r)) by (rewrite <- Hxt, <- Hk; unfold d; rewrite Hxt, Hyt; ring).
          assert (Hne : ~ alpha == 0) by lra. apply (Qmult_inj_l _ _ alpha Hne). rewrite Hdd. ring.
        * assert (Hdd : d i r == alpha * d k r) by (unfold d; rewrite Hxt, Hyt; ring). rewrite Hdd, Hk, Hxt. ring.
      + apply andb_true_iff in Htie. destruct Htie as [H1 Hnb]. apply Qeq_bool_iff in H1.
        apply are_neighbours_sound in Hnb.
        assert (Hequal : forall z, private_mechanism inputs responses pairs alpha z -> z i r == z k r).
        { intros z [_ Hz]. destruct Hnb as [Hnb|Hnb]; destruct (Hz _ _ Hnb r Hr) as [Hz1 Hz2]; rewrite H1 in Hz1, Hz2; lra. }
        assert (Exy := Hequal y (proj1 (Hslack y Hy))). assert (Exx := Hequal x (proj1 (Hslack x Hx))).
        rewrite Exx, <- Hk. unfold d. rewrite Exy, Exx. reflexivity.
    - intros i r Hk. apply known_entry_in in Hk. destruct (In_nth _ _ (O, O) Hk) as (b & Hb & E).
      assert (Hrb := all_true _ _ Hroots b ltac:(lia)). cbv beta in Hrb. rewrite E in Hrb. split_checks.
      match goal with H : lab i r = b |- _ => rewrite H end. unfold u. rewrite E. field. lra. }
  assert (Hvanish : forall z, optimal (feasible inputs responses pairs alpha cs) (loss inputs responses l who) v z ->
    forall i r, known_entry nothing i r = true -> (i < inputs)%nat /\ z i r == 0).
  { intros z Hz. apply (chained_all (zero_step inputs pairs responses alpha)
      (fun i r => (i < inputs)%nat /\ z i r == 0)) with (steps := spread) (known := zeros); [| |assumption].
    - intros i k r Hstep [Hki Hk]. unfold zero_step in Hstep. split_checks. split; [assumption|].
      destruct (Hslack z Hz) as ([[Hz0 _] Hzp] & _).
      match goal with H : are_neighbours _ _ _ = true |- _ => apply are_neighbours_sound in H; rename H into Hnb end.
      assert (Hle : alpha * z i r <= z k r) by (destruct Hnb as [Hnb|Hnb]; now apply (Hzp _ _ Hnb r)).
      assert (0 <= z i r) by now apply Hz0.
      rewrite Hk in Hle. apply Qle_antisym; [|assumption]. apply Qnot_lt_le. intros Hpos.
      assert (0 < alpha * z i r) by now apply Qmult_lt_0_compat. lra.
    - intros i r Hk. apply known_entry_in in Hk. rewrite forallb_forall in Hzeros. apply Hzeros in Hk. split_checks.
      split; [assumption|]. destruct (Htight z Hz r) as [_ Hz0]; [assumption | now apply Hz0]. }
  assert (Hall : forall i r, (i < inputs)%nat -> (r < responses)%nat ->
    d i r == u (lab i r) * x i r /\ ((lab i r < unknowns)%nat \/ x i r == 0)).
  { intros i r Hi Hr. assert (Hcase := all_true _ _ (all_true _ _ Hreach i Hi) r Hr). cbv beta in Hcase.
    apply orb_true_iff in Hcase. destruct Hcase as [Hcase|Hcase]; split_checks.
    - match goal with H : x i r == 0 |- _ => rename H into Hx0 end.
      match goal with H : known_entry nothing i r = true |- _ => destruct (Hvanish y Hy i r H) as [_ Hy0] end.
      split; [|now right]. unfold d. rewrite Hx0, Hy0. ring.
    - split; [now apply Hmultiple | now left]. }
  assert (Hequation : forall eq, may_equate inputs who q cs multipliers eq = true ->
    value_of inputs responses l cs eq y == value_of inputs responses l cs eq x).
  { intros eq He. destruct (Hslack y Hy) as ([[_ Hys] _] & _ & Hyc & Hyl).
    destruct (Hslack x Hx) as ([[_ Hxs] _] & _ & Hxc & Hxl).
    destruct eq as [i|i|c]; cbn [may_equate value_of] in *; split_checks.
    - now rewrite Hys, Hxs.
    - destruct who as [|s]; [discriminate|]. rewrite (Hyl s eq_refl), (Hxl s eq_refl) by assumption. reflexivity.
    - assert (Hnth : In (nth c cs (AtLeast 0 (fun _ _ => 0)), nth c multipliers 0) priced).
      { unfold priced. rewrite <- combine_nth by assumption. apply nth_In. rewrite combine_length. lia. }
      assert (Hin : In (nth c cs (AtLeast 0 (fun _ _ => 0))) cs) by now apply nth_In.
      destruct (nth c cs (AtLeast 0 (fun _ _ => 0))) as [b a|b a] eqn:Ec.
      + match goal with H : negb _ = true |- _ => apply negb_true_iff in H; rename H into Hneq end.
        assert (Hne : ~ nth c multipliers 0 == 0) by (intros Hz; apply Qeq_bool_iff in Hz; congruence).
        rewrite (Hyc _ _ Hnth Hne), (Hxc _ _ Hnth Hne). reflexivity.
      + destruct Hy as ((_ & Hyk) & _). destruct Hx as ((_ & Hxk) & _).
        specialize (Hyk _ Hin). specialize (Hxk _ Hin). cbn in *. now rewrite Hyk, Hxk. }
  assert (Hzero : forall b, (b < unknowns)%nat -> u b == 0).
  { apply (no_solution m (length equations) unknowns (integers inverse) masses).
    - split; [assumption|]. intros b c Hb Hc. assert (E := all_true _ _ (all_true _ _ Hinv b Hb) c Hc).
      cbv beta in E. now apply Z.eqb_eq in E.
    - intros j Hj. set (eq := nth j equations (RowSum O)).
      assert (Hmay : may_equate inputs who q cs multipliers eq = true).
      { rewrite forallb_forall in Heqs. apply Heqs. now apply nth_In. }
      assert (Hinside : forall i, match eq with RowSum k | LossOn k => k = i -> (i < inputs)%nat | Tight _ => True end).
      { intros i. destruct eq; trivial; intros ->; cbn [may_equate] in Hmay; split_checks; assumption. }
      rewrite (sum_equal _ _ (fun b => scale j * (coefficient inputs responses l cs lab x eq b * u b))).
      + rewrite sum_times, <- (coefficient_sum inputs responses unknowns l cs lab x u d eq Hall Hinside).
        assert (Hval := Hequation eq Hmay).
        assert (Hdiff : value_of inputs responses l cs eq d ==
          value_of inputs responses l cs eq y - value_of inputs responses l cs eq x).
        { unfold d. destruct eq as [i|i|c]; cbn [value_of].
          - apply sum_minus.
          - unfold expected_loss. rewrite <- sum_minus. apply sum_equal. intros; ring.
          - unfold combination. rewrite <- sum_minus. apply sum_equal. intros i _. rewrite <- sum_minus.
            apply sum_equal. intros; ring. }
        rewrite Hdiff, Hval. ring.
      + intros b Hb. assert (E := all_true _ _ (all_true _ _ Hmass j Hj) b Hb). cbv beta in E.
        apply Qeq_bool_iff in E. rewrite E. fold eq. rewrite coefficient_losses; [ring|].
        intros i. specialize (Hinside i). destruct eq; trivial. }
  intros i r Hi Hr. destruct (Hall i r Hi Hr) as [E [Hl|H0]].
  - rewrite Hzero in E by assumption. unfold d in E. lra.
  - unfold d in E. rewrite H0 in E. lra.
Qed.

Theorem only_by inputs responses x y pairs alpha cs l who v p flows w multipliers unknowns label roots ties zeros spread
  equations scales m inverse :
  same inputs responses x y ->
  is_only inputs responses pairs alpha cs l who v (tabulated inputs responses y) p flows w multipliers unknowns label
    roots ties zeros spread equations scales m inverse = true ->
  only_optimal inputs responses (feasible inputs responses pairs alpha cs) (loss inputs responses l who) v x.
Proof.
  intros Hs H. assert (H' := H). apply only_sound in H'. destruct H' as [_ Honly].
  assert (He : same inputs responses x (tabulated inputs responses y)).
  { intros i r Hi Hr. rewrite tabulated_is by assumption. now apply Hs. }
  unfold is_only in H. cbv zeta in H. do 8 (apply andb_true_iff in H; destruct H as [H _]).
  split; [now apply (optimal_by _ _ x (tabulated inputs responses y) He) in H|].
  intros z Hz i r Hi Hr. rewrite (He i r Hi Hr). now apply Honly.
Qed.
