(** The only optimum among remaps of G: on the path the difference of two optimal mechanisms is A·D for A = (α^|i-k|), and
    the prices and an inverse modulo m leave no D but 0. *)

From ExactDP Require Export Uniqueness.
From Coq Require Import Bool.

(** What an accepted dual forces on every optimal mechanism. *)
Lemma optimum_forces inputs responses pairs alpha cs l who v x p flows w multipliers z :
  is_optimal inputs responses pairs alpha cs l who v x p (Flows flows) w multipliers = true ->
  optimal (feasible inputs responses pairs alpha cs) (loss inputs responses l who) v z ->
  private_mechanism inputs responses pairs alpha z /\
  (forall r, (r < responses)%nat ->
    (forall i k f, In (i, k, f) (flows_of flows r) -> 0 < f -> z k r == alpha * z i r) /\
    (forall i, (i < inputs)%nat ->
       0 < computed_left alpha (flows_of flows r)
             (price (tabulated inputs responses l) (prior_of who p) w (combine cs multipliers) i r) i -> z i r == 0)) /\
  (forall eq, may_equate inputs who (prior_of who p) cs multipliers eq = true ->
     value_of inputs responses l cs eq z == value_of inputs responses l cs eq x).
Proof.
  set (q := prior_of who p). set (priced := combine cs multipliers). intros Hopt Hz.
  assert (Hx := optimal_sound _ _ _ _ _ _ _ _ _ _ _ _ _ Hopt).
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
  { intros r Hr y Hy. specialize (Hcov r Hr y Hy). eapply Qle_trans; [exact Hcov|]. apply Qle_lteq. right.
    apply sum_equal. intros i Hi. now rewrite tabulated_is. }
  assert (Hslack : forall y, optimal (feasible inputs responses pairs alpha cs) (loss inputs responses l who) v y ->
    private_mechanism inputs responses pairs alpha y /\
    (forall r, (r < responses)%nat -> sum inputs (fun i => (q i * l i r - w i - of_constraints priced i r) * y i r) <= 0) /\
    (forall c k, In (c, k) priced -> ~ k == 0 -> combination inputs responses (coefficients_of c) y == bound_of c) /\
    (forall s, who = Minimax s -> forall i, (i < inputs)%nat -> 0 < q i -> expected_loss responses l y i == v)).
  { intros y (Hyf & Hyl & _). split; [apply Hyf|].
    apply optimum_slack with (who := who) (pairs := pairs) (alpha := alpha); try assumption.
    - now rewrite Hmap.
    - rewrite Hyl. lra. }
  destruct (Hslack z Hz) as (Hzp & Hzd & Hzc & Hzl). destruct (Hslack x Hx) as (Hxp & _ & Hxc & Hxl).
  split; [assumption|]. split.
  - intros r Hr. unfold is_dual in Hd. cbv zeta in Hd. apply andb_true_iff in Hd. destruct Hd as [_ Hd].
    assert (Hc := all_true _ _ Hd r Hr). cbn [is_covered] in Hc. fold (flows_of flows r) in Hc.
    apply andb_true_iff in Hc. destruct Hc as [Hok Hleft].
    assert (Hf : forall flow, In flow (flows_of flows r) -> flow_of inputs pairs flow).
    { intros [[i k] f] Hin. rewrite forallb_forall in Hok. apply Hok in Hin. split_checks.
      repeat split; try assumption. now apply are_neighbours_sound. }
    assert (Hl : forall i, (i < inputs)%nat ->
       computed_left alpha (flows_of flows r) (price (tabulated inputs responses l) q w priced i r) i ==
       left_over alpha (flows_of flows r) (fun j => q j * l j r - w j - of_constraints priced j r) i /\
       0 <= left_over alpha (flows_of flows r) (fun j => q j * l j r - w j - of_constraints priced j r) i).
    { intros i Hi.
      assert (Ep : computed_left alpha (flows_of flows r) (price (tabulated inputs responses l) q w priced i r) i ==
        left_over alpha (flows_of flows r) (fun j => q j * l j r - w j - of_constraints priced j r) i).
      { rewrite <- computed_left_is. apply computed_left_equal. unfold price.
        rewrite !add_plus, total_price_is, tabulated_is by assumption. ring. }
      split; [exact Ep|]. rewrite <- Ep.
      apply all_true with (k := i) in Hleft; [|assumption]. apply Qle_bool_iff in Hleft.
      rewrite tabulated_is in Hleft by lia. exact Hleft. }
    destruct (flows_slack inputs pairs alpha (fun j => q j * l j r - w j - of_constraints priced j r) (flows_of flows r)
      (fun i => z i r)) as [H1 H2]; try assumption.
    + now apply column_of with (responses := responses).
    + intros i Hi. now apply Hl.
    + now apply Hzd.
    + split; [assumption|]. intros i Hi Hpos. apply H2; [assumption|]. destruct (Hl i Hi) as [E _]. now rewrite <- E.
  - intros eq He. destruct Hzp as [[_ Hzs] _]. destruct Hxp as [[_ Hxs] _].
    destruct eq as [i|i|c]; cbn [may_equate value_of] in *; split_checks.
    + now rewrite Hzs, Hxs.
    + destruct who as [|s]; [discriminate|]. rewrite (Hzl s eq_refl), (Hxl s eq_refl) by assumption. reflexivity.
    + assert (Hnth : In (nth c cs (AtLeast 0 (fun _ _ => 0)), nth c multipliers 0) priced).
      { unfold priced. rewrite <- combine_nth by assumption. apply nth_In. rewrite combine_length. lia. }
      assert (Hin : In (nth c cs (AtLeast 0 (fun _ _ => 0))) cs) by now apply nth_In.
      destruct (nth c cs (AtLeast 0 (fun _ _ => 0))) as [b a|b a] eqn:Ec.
      * match goal with H : negb _ = true |- _ => apply negb_true_iff in H; rename H into Hneq end.
        assert (Hne : ~ nth c multipliers 0 == 0) by (intros H0; apply Qeq_bool_iff in H0; congruence).
        rewrite (Hzc _ _ Hnth Hne), (Hxc _ _ Hnth Hne). reflexivity.
      * destruct Hz as ((_ & Hzk) & _). destruct Hx as ((_ & Hxk) & _).
        specialize (Hzk _ Hin). specialize (Hxk _ Hin). cbn in *. now rewrite Hzk, Hxk.
Qed.

(** Sums of which only some terms are not 0. *)
Definition is_place (k r : nat) (u : nat * nat) : bool := (fst u =? k)%nat && (snd u =? r)%nat.

Fixpoint distinct (places : list (nat * nat)) : bool :=
  match places with
  | [] => true
  | (k, r) :: rest => negb (existsb (is_place k r) rest) && distinct rest
  end.

Lemma is_place_in k r places : existsb (is_place k r) places = true <-> In (k, r) places.
Proof.
  rewrite existsb_exists. split.
  - intros ([j q] & Hin & H). unfold is_place in H. cbn in H. split_checks. now subst.
  - intros H. exists (k, r). split; [assumption|]. unfold is_place. cbn. now rewrite !Nat.eqb_refl.
Qed.

Lemma picked_terms inputs responses places : forall (e d : matrix),
  distinct places = true ->
  forallb (fun '(k, r) => (k <? inputs)%nat && (r <? responses)%nat) places = true ->
  (forall k r, (k < inputs)%nat -> (r < responses)%nat -> existsb (is_place k r) places = true \/ d k r == 0) ->
  combination inputs responses e d == fold_right (fun '(k, r) rest => e k r * d k r + rest) 0 places.
Proof.
  induction places as [|[k r] rest IH]; intros e d Hd Hin H.
  - cbn [fold_right]. rewrite <- (combination_zero inputs responses e).
    unfold combination. apply sum_equal. intros i Hi. apply sum_equal. intros j Hj.
    destruct (H i j Hi Hj) as [Hc|E]; [discriminate|]. rewrite E. ring.
  - cbn [distinct forallb fold_right] in *. apply andb_true_iff in Hd. destruct Hd as [Hnot Hd].
    apply andb_true_iff in Hin. destruct Hin as [Hkr Hin]. split_checks. apply negb_true_iff in Hnot.
    set (d' := fun i j => if (i =? k)%nat && (j =? r)%nat then 0 else d i j).
    assert (Erest : fold_right (fun '(i, j) t => e i j * d i j + t) 0 rest ==
                    fold_right (fun '(i, j) t => e i j * d' i j + t) 0 rest).
    { clear - Hnot. induction rest as [|[i j] rest IH]; [reflexivity|]. cbn [existsb fold_right] in *.
      apply orb_false_iff in Hnot. destruct Hnot as [H1 H2]. rewrite (IH H2). unfold d'.
      unfold is_place in H1. cbn in H1. rewrite H1. reflexivity. }
    rewrite Erest, <- (IH e d' Hd Hin).
    + assert (Esingle : e k r * d k r == combination inputs responses (fun i j => if (i =? k)%nat && (j =? r)%nat then e k r else 0) d).
      { unfold combination. rewrite (sum_single inputs k); [| assumption |].
        - rewrite (sum_single responses r); [| assumption |].
          + rewrite !Nat.eqb_refl. reflexivity.
          + intros j _ Hne. assert (E : (j =? r)%nat = false) by (now apply Nat.eqb_neq). rewrite E, andb_false_r. ring.
        - intros i _ Hne. assert (E : (i =? k)%nat = false) by (now apply Nat.eqb_neq). rewrite <- (sum_zero responses).
          apply sum_equal. intros j _. rewrite E. cbn [andb]. ring. }
      rewrite Esingle. unfold combination. rewrite <- sum_plus. apply sum_equal. intros i _. rewrite <- sum_plus.
      apply sum_equal. intros j _. unfold d'. destruct (i =? k)%nat eqn:Ei, (j =? r)%nat eqn:Ej; cbn [andb]; try ring.
      apply Nat.eqb_eq in Ei, Ej. subst. ring.
    + intros i j Hi Hj. unfold d'. destruct (i =? k)%nat eqn:Ei, (j =? r)%nat eqn:Ej; cbn [andb]; try (now right);
        destruct (H i j Hi Hj) as [Hc|E]; try (now right); left; cbn [existsb] in Hc; apply orb_true_iff in Hc;
        destruct Hc as [Hc|Hc]; try assumption; unfold is_place in Hc; cbn in Hc; apply andb_true_iff in Hc;
        destruct Hc as [Hu Hw]; apply Nat.eqb_eq in Hu, Hw; first [apply Nat.eqb_neq in Ei | apply Nat.eqb_neq in Ej]; lia.
Qed.

Lemma listed_terms (g : nat * nat -> Q) places :
  fold_right (fun u rest => g u + rest) 0 places == sum (length places) (fun b => g (nth b places (O, O))).
Proof.
  induction places as [|u rest IH]; [reflexivity|]. cbn [fold_right length]. rewrite sum_first. cbn [nth]. now rewrite IH.
Qed.

(** D_kr = 0 where the flows tie the column above and below k in one direction, or make all of it 0. *)
Definition flows_from (flows : list (nat * nat * Q)) (i k : nat) : bool :=
  existsb (fun '(a, b, f) => (a =? i)%nat && (b =? k)%nat && below 0 f) flows.

Definition vanishes (n : nat) (same_level zero : bool) (flows : list (nat * nat * Q)) (k : nat) : bool :=
  let falls i := flows_from flows i (S i) in
  let rises i := flows_from flows (S i) i in
  zero ||
  same_level &&
  (if (k =? 0)%nat then rises O
   else if (k =? n)%nat then falls (pred n)
   else falls (pred k) && falls k || rises (pred k) && rises k).

Lemma vanishes_sound n (alpha : Q) flows k (z : nat -> Q) :
  (1 <= n)%nat -> (k <= n)%nat ->
  (forall i j f, In (i, j, f) flows -> 0 < f -> z j == alpha * z i) ->
  vanishes n true false flows k = true -> second_difference n alpha z k == 0.
Proof.
  intros Hn Hk Hties H. unfold vanishes in H. cbv zeta in H. cbn [orb andb] in H.
  assert (Hflow : forall i j, flows_from flows i j = true -> z j == alpha * z i).
  { intros i j Hf. unfold flows_from in Hf. apply existsb_exists in Hf. destruct Hf as ([[a b] f] & Hin & Hf).
    split_checks. subst. now apply (Hties _ _ f). }
  unfold second_difference, three_term. destruct (k =? 0)%nat eqn:E0; [|destruct (k =? n)%nat eqn:En].
  - apply Hflow in H. rewrite H. ring.
  - apply Hflow in H. replace (S (pred n)) with n in H by lia. rewrite H. ring.
  - apply Nat.eqb_neq in E0. apply orb_true_iff in H. destruct H as [H|H]; apply andb_true_iff in H; destruct H as [H1 H2];
      apply Hflow in H1, H2; replace (S (pred k)) with k in H1 by lia.
    + transitivity ((z k - alpha * z (pred k)) + alpha * (alpha * z k - z (S k))); [ring|]. rewrite <- H1, H2. ring.
    + transitivity ((z k - alpha * z (S k)) + alpha * (alpha * z k - z (pred k))); [ring|]. rewrite <- H2, H1. ring.
Qed.

Lemma second_difference_zero n alpha (z : nat -> Q) k :
  (1 <= n)%nat -> (k <= n)%nat -> (forall i, (i <= n)%nat -> z i == 0) -> second_difference n alpha z k == 0.
Proof.
  intros Hn Hk H. rewrite (second_difference_equal n alpha z (fun _ => 0)) by assumption.
  unfold second_difference, three_term. destruct (k =? 0)%nat; [|destruct (k =? n)%nat]; ring.
Qed.

Lemma second_difference_minus n alpha (f g : nat -> Q) k :
  second_difference n alpha (fun i => f i - g i) k == second_difference n alpha f k - second_difference n alpha g k.
Proof. unfold second_difference, three_term. destruct (k =? 0)%nat; [|destruct (k =? n)%nat]; ring. Qed.

(** The coefficient of D_kr in an equation. *)
Definition remap_coefficient (inputs : nat) (beta : Q) (l : matrix) (cs : list constraint) (eq : equation) (k r : nat) : Q :=
  match eq with
  | RowSum i => if (k =? i)%nat then 1 else 0
  | LossOn i => power beta (distance i k) * l i r
  | Tight c =>
      total inputs (fun i => coefficients_of (nth c cs (AtLeast 0 (fun _ _ => 0))) i r * power beta (distance i k))
  end.

Lemma spread_combination n responses beta (e d : matrix) :
  (1 <= n)%nat ->
  combination (S n) responses (fun k r => sum (S n) (fun i => e i r * power beta (distance i k)))
    (fun k r => second_difference n beta (fun i => d i r) k)
  == (1 - beta * beta) * combination (S n) responses e d.
Proof.
  intros Hn. unfold combination. rewrite (sum_swap (S n) responses), (sum_swap (S n) responses (fun i r => e i r * d i r)).
  rewrite <- sum_times. apply sum_equal. intros r _.
  rewrite (sum_equal (S n) _ (fun k => sum (S n) (fun i =>
    e i r * (power beta (distance i k) * second_difference n beta (fun j => d j r) k)))).
  - rewrite sum_swap, <- sum_times. apply sum_equal. intros i Hi. rewrite sum_times, (kernel_inverse n beta (fun j => d j r) i Hn) by lia.
    ring.
  - intros k _. rewrite <- sum_times_right. apply sum_equal. intros; ring.
Qed.

Lemma remap_equation n responses beta l cs eq (d : matrix) :
  (1 <= n)%nat ->
  match eq with RowSum i | LossOn i => (i < S n)%nat | Tight _ => True end ->
  (forall i, (i < S n)%nat -> sum responses (d i) == 0) ->
  value_of (S n) responses l cs eq d == 0 ->
  combination (S n) responses (remap_coefficient (S n) beta l cs eq)
    (fun k r => second_difference n beta (fun i => d i r) k) == 0.
Proof.
  intros Hn Hi Hsum Hval. destruct eq as [i|i|c]; cbn [value_of remap_coefficient] in *.
  - unfold combination. cbn [remap_coefficient]. rewrite (sum_single (S n) i); [| assumption |].
    + transitivity (sum responses (fun r => second_difference n beta (fun j => d j r) i));
        [apply sum_equal; intros; rewrite Nat.eqb_refl; ring|].
      rewrite <- (second_difference_sum n responses beta (fun j r => d j r) i).
      apply second_difference_zero; try lia. intros j Hj. apply Hsum. lia.
    + intros k _ Hne. assert (E : (k =? i)%nat = false) by now apply Nat.eqb_neq. rewrite E, <- (sum_zero responses).
      apply sum_equal. intros; ring.
  - rewrite (combination_equal _ _ _ (fun k r => sum (S n) (fun j => (if (j =? i)%nat then l i r else 0) * power beta (distance j k)))).
    + rewrite spread_combination by assumption. unfold combination. rewrite (sum_single (S n) i); [| assumption |].
      * transitivity ((1 - beta * beta) * sum responses (fun r => d i r * l i r));
          [|unfold expected_loss in Hval; rewrite Hval; ring].
        apply Qmult_comp; [reflexivity|]. apply sum_equal. intros. rewrite Nat.eqb_refl. ring.
      * intros k _ Hne. assert (E : (k =? i)%nat = false) by now apply Nat.eqb_neq. rewrite E, <- (sum_zero responses).
        apply sum_equal. intros; ring.
    + intros k r _ _. cbn [remap_coefficient]. rewrite (sum_single (S n) i); [rewrite Nat.eqb_refl; ring | assumption |].
      intros j _ Hne. assert (E : (j =? i)%nat = false) by now apply Nat.eqb_neq. rewrite E. ring.
  - set (a := coefficients_of _) in *.
    rewrite (combination_equal _ _ _ (fun k r => sum (S n) (fun j => a j r * power beta (distance j k)))).
    + rewrite spread_combination by assumption. rewrite Hval. ring.
    + intros k r _ _. apply total_sum.
Qed.

Definition is_only_remap (n responses : nat) (alpha beta : Q) (cs : list constraint) (l : matrix) (who : user) (v : Q)
  (x : matrix) (p : nat -> Q) (flows : list (nat * (nat * nat * Q))) (w : nat -> Q) (multipliers : list Q)
  (unknowns : list (nat * nat)) (equations : list equation) (scales : list Q) (m : Z) (written_inverse : list (list Z)) :
  bool :=
  let inputs := S n in
  let losses := tabulated inputs responses l in
  let inverse := integers written_inverse in
  let scale := numbers scales in
  let q := prior_of who p in
  let priced := combine cs multipliers in
  let many := length unknowns in
  let masses := integers (map (fun j =>
    map (fun '(k, r) => Qnum (Qred (scale j * remap_coefficient inputs beta l cs (nth j equations (RowSum O)) k r)))
      unknowns) (seq 0 (length equations))) in
  let columns := map (fun r =>
    let here := flows_of flows r in
    (here, below 0 (computed_left alpha here (price losses q w priced O r) O))) (seq 0 responses) in
  let gone := fun k r => let '(here, zero) := nth r columns ([], false) in vanishes n (Qeq_bool alpha beta) zero here k in
  (1 <=? n)%nat && below 0 alpha && Qle_bool 0 beta && below beta 1 &&
  is_optimal inputs responses (path inputs) alpha cs l who v x p (Flows flows) w multipliers &&
  distinct unknowns && forallb (fun '(k, r) => (k <? inputs)%nat && (r <? responses)%nat) unknowns &&
  all inputs (fun k =>
    let opened := filter (fun r => negb (gone k r)) (seq 0 responses) in
    (length opened <=? 1)%nat || forallb (fun r => existsb (is_place k r) unknowns) opened) &&
  forallb (may_equate inputs who q cs multipliers) equations &&
  all (length equations) (fun j => all many (fun b => let (k, r) := nth b unknowns (O, O) in
    Qeq_bool (inject_Z (masses j b)) (scale j * remap_coefficient inputs beta l cs (nth j equations (RowSum O)) k r))) &&
  (2 <=? m)%Z &&
  all many (fun b => all many (fun c =>
    (zsum (length equations) (fun j => inverse b j * masses j c) mod m =? if (c =? b)%nat then 1 else 0)%Z)).

Lemma all_but_one responses (f : nat -> Q) (gone : nat -> bool) :
  (forall r, (r < responses)%nat -> gone r = true -> f r == 0) ->
  (length (filter (fun r => negb (gone r)) (seq 0 responses)) <= 1)%nat ->
  sum responses f == 0 -> forall r, (r < responses)%nat -> f r == 0.
Proof.
  intros Hgone Hlen Hsum r Hr. destruct (gone r) eqn:E; [now apply Hgone|].
  rewrite <- Hsum. symmetry. apply sum_single; [assumption|]. intros j Hj Hne.
  destruct (gone j) eqn:Ej; [now apply Hgone|]. exfalso.
  assert (Hin : forall i, (i < responses)%nat -> gone i = false -> In i (filter (fun r => negb (gone r)) (seq 0 responses))).
  { intros i Hi Hg. apply filter_In. split; [apply in_seq; lia | now rewrite Hg]. }
  assert (H1 := Hin r Hr E). assert (H2 := Hin j Hj Ej).
  destruct (filter _ _) as [|a [|b rest]]; cbn in *; [contradiction | | lia].
  destruct H1 as [->|[]]. destruct H2 as [->|[]]. now apply Hne.
Qed.

Lemma zero_column inputs responses alpha z r :
  0 < alpha -> private_mechanism inputs responses (path inputs) alpha z -> (r < responses)%nat -> z O r == 0 ->
  forall i, (i < inputs)%nat -> z i r == 0.
Proof.
  intros Ha [[Hz _] Hp] Hr H0. induction i as [|i IH]; intros Hi; [assumption|].
  destruct (Hp i (S i) (in_path _ _ Hi) r Hr) as [_ Hle]. rewrite (IH ltac:(lia)) in Hle.
  assert (Hpos := Hz (S i) r Hi Hr). apply Qle_antisym; [|assumption]. apply Qnot_lt_le. intros Hlt.
  assert (0 < alpha * z (S i) r) by now apply Qmult_lt_0_compat. lra.
Qed.

Theorem only_remap_sound n responses alpha beta cs l who v x p flows w multipliers unknowns equations scales m inverse :
  is_only_remap n responses alpha beta cs l who v x p flows w multipliers unknowns equations scales m inverse = true ->
  only_optimal (S n) responses (feasible (S n) responses (path (S n)) alpha cs) (loss (S n) responses l who) v x.
Proof.
  unfold is_only_remap. cbv zeta. set (scale := numbers scales). set (masses := integers (map _ _)).
  set (q := prior_of who p). set (columns := map _ (seq 0 responses)). intros H.
  apply andb_true_iff in H; destruct H as [H Hinv]; apply andb_true_iff in H; destruct H as [H Hm].
  apply andb_true_iff in H; destruct H as [H Hmass]; apply andb_true_iff in H; destruct H as [H Heqs].
  apply andb_true_iff in H; destruct H as [H Hopen]; apply andb_true_iff in H; destruct H as [H Hin].
  apply andb_true_iff in H; destruct H as [H Hdist]; apply andb_true_iff in H; destruct H as [H Hopt].
  apply andb_true_iff in H; destruct H as [H Hb1]; apply andb_true_iff in H; destruct H as [H Hb0].
  apply andb_true_iff in H; destruct H as [Hn Ha]. apply Nat.leb_le in Hn. apply below_lt in Ha, Hb1.
  apply Qle_bool_iff in Hb0. apply Z.leb_le in Hm.
  assert (Hx := optimal_sound _ _ _ _ _ _ _ _ _ _ _ _ _ Hopt). split; [assumption|]. intros y Hy.
  destruct (optimum_forces _ _ _ _ _ _ _ _ _ _ _ _ _ x Hopt Hx) as (Hxp & Hxt & _).
  destruct (optimum_forces _ _ _ _ _ _ _ _ _ _ _ _ _ y Hopt Hy) as (Hyp & Hyt & Heq). fold q in Hxt, Hyt, Heq.
  set (d := fun i r => y i r - x i r).
  set (D := fun k r => second_difference n beta (fun i => d i r) k).
  set (gone := fun k r => let '(here, zero) := nth r columns ([], false) in vanishes n (Qeq_bool alpha beta) zero here k) in *.
  assert (Hgone : forall k r, (k < S n)%nat -> (r < responses)%nat -> gone k r = true -> D k r == 0).
  { intros k r Hk Hr Hg. unfold gone, columns in Hg. rewrite nth_map_seq in Hg by assumption.
    destruct (Hxt r Hr) as [Hxt1 Hxt2]. destruct (Hyt r Hr) as [Hyt1 Hyt2].
    unfold vanishes in Hg. cbv zeta in Hg. apply orb_true_iff in Hg. destruct Hg as [Hg|Hg].
    - apply below_lt in Hg. apply second_difference_zero; try lia. intros i Hi. unfold d.
      rewrite (zero_column (S n) responses alpha y r Ha Hyp Hr (Hyt2 O ltac:(lia) Hg) i) by lia.
      rewrite (zero_column (S n) responses alpha x r Ha Hxp Hr (Hxt2 O ltac:(lia) Hg) i) by lia. ring.
    - apply andb_true_iff in Hg. destruct Hg as [He Hg]. apply Qeq_bool_iff in He.
      assert (Hv : vanishes n true false (flows_of flows r) k = true) by exact Hg.
      assert (Ed : D k r == second_difference n beta (fun i => y i r) k - second_difference n beta (fun i => x i r) k).
      { unfold D, d. apply (second_difference_minus n beta (fun i => y i r) (fun i => x i r)). }
      rewrite Ed.
      rewrite (vanishes_sound n beta (flows_of flows r) k (fun i => y i r)); [| assumption | lia | | assumption].
      2:{ intros i j f Hf Hpos. rewrite <- He. now apply (Hyt1 i j f). }
      rewrite (vanishes_sound n beta (flows_of flows r) k (fun i => x i r)); [ring | assumption | lia | | assumption].
      intros i j f Hf Hpos. rewrite <- He. now apply (Hxt1 i j f). }
  assert (Hsums : forall i, (i < S n)%nat -> sum responses (d i) == 0).
  { intros i Hi. unfold d. rewrite sum_minus. destruct Hyp as [[_ Hys] _]. destruct Hxp as [[_ Hxs] _].
    rewrite Hys, Hxs by assumption. ring. }
  assert (Hplaces : forall k r, (k < S n)%nat -> (r < responses)%nat -> existsb (is_place k r) unknowns = true \/ D k r == 0).
  { intros k r Hk Hr. assert (Ho := all_true _ _ Hopen k Hk). cbv beta in Ho. apply orb_true_iff in Ho.
    destruct Ho as [Ho|Ho].
    - right. apply Nat.leb_le in Ho. apply (all_but_one responses (D k) (gone k)); try assumption.
      + intros j Hj Hg. now apply Hgone.
      + unfold D. rewrite <- (second_difference_sum n responses beta (fun j r => d j r) k).
        apply second_difference_zero; try lia. intros j Hj. apply Hsums. lia.
    - destruct (gone k r) eqn:Hg; [right; now apply Hgone|]. left. rewrite forallb_forall in Ho. apply Ho.
      apply filter_In. split; [apply in_seq; lia|]. change (negb (gone k r) = true). now rewrite Hg. }
  set (u := fun b => let (k, r) := nth b unknowns (O, O) in D k r).
  assert (Hzero : forall b, (b < length unknowns)%nat -> u b == 0).
  { apply (no_solution m (length equations) (length unknowns) (integers inverse) masses).
    - split; [assumption|]. intros b c Hb Hc. assert (E := all_true _ _ (all_true _ _ Hinv b Hb) c Hc).
      cbv beta in E. now apply Z.eqb_eq in E.
    - intros j Hj. set (eq := nth j equations (RowSum O)).
      assert (Hmay : may_equate (S n) who q cs multipliers eq = true).
      { rewrite forallb_forall in Heqs. apply Heqs. now apply nth_In. }
      assert (Hinside : match eq with RowSum i | LossOn i => (i < S n)%nat | Tight _ => True end).
      { destruct eq; trivial; cbn [may_equate] in Hmay; split_checks; assumption. }
      assert (Hval : value_of (S n) responses l cs eq d == 0).
      { assert (Hdiff : value_of (S n) responses l cs eq d ==
          value_of (S n) responses l cs eq y - value_of (S n) responses l cs eq x).
        { unfold d. destruct eq as [i|i|c]; cbn [value_of].
          - apply sum_minus.
          - unfold expected_loss. rewrite <- sum_minus. apply sum_equal. intros; ring.
          - unfold combination. rewrite <- sum_minus. apply sum_equal. intros i _. rewrite <- sum_minus.
            apply sum_equal. intros; ring. }
        rewrite Hdiff, (Heq eq Hmay). ring. }
      assert (Hcomb := remap_equation n responses beta l cs eq d Hn Hinside Hsums Hval). fold D in Hcomb.
      rewrite (picked_terms _ _ unknowns _ D Hdist Hin Hplaces) in Hcomb.
      set (g := fun kr : nat * nat => let (k, r) := kr in remap_coefficient (S n) beta l cs eq k r * D k r).
      assert (Eg : fold_right (fun '(k, r) rest => remap_coefficient (S n) beta l cs eq k r * D k r + rest) 0 unknowns ==
                   fold_right (fun kr rest => g kr + rest) 0 unknowns).
      { clear. induction unknowns as [|[k r] rest IH]; [reflexivity|]. cbn [fold_right]. rewrite IH. reflexivity. }
      rewrite Eg, listed_terms in Hcomb.
      rewrite (sum_equal _ _ (fun b => scale j * g (nth b unknowns (O, O)))); [rewrite sum_times, Hcomb; ring|].
      intros b Hb. assert (E := all_true _ _ (all_true _ _ Hmass j Hj) b Hb). cbv beta in E. unfold u, g.
      destruct (nth b unknowns (O, O)) as [k r]. apply Qeq_bool_iff in E. rewrite E. fold eq. ring. }
  assert (HD : forall k r, (k < S n)%nat -> (r < responses)%nat -> D k r == 0).
  { intros k r Hk Hr. destruct (Hplaces k r Hk Hr) as [Hp|]; [|assumption]. apply is_place_in in Hp.
    destruct (In_nth _ _ (O, O) Hp) as (b & Hb & E). specialize (Hzero b Hb). unfold u in Hzero. now rewrite E in Hzero. }
  intros i r Hi Hr.
  assert (E := kernel_inverse n beta (fun j => d j r) i Hn ltac:(lia)).
  rewrite (sum_equal _ _ (fun _ => 0)), sum_zero in E.
  - symmetry in E. apply Qmult_integral in E. destruct E as [E|E]; [nra|]. unfold d in E. lra.
  - intros k Hk. fold (D k r). rewrite (HD k r Hk Hr). ring.
Qed.

Theorem only_remap_by n responses x y alpha beta cs l who v p flows w multipliers unknowns equations scales m inverse :
  same (S n) responses x y ->
  is_only_remap n responses alpha beta cs l who v y p flows w multipliers unknowns equations scales m inverse = true ->
  only_optimal (S n) responses (feasible (S n) responses (path (S n)) alpha cs) (loss (S n) responses l who) v x.
Proof.
  intros He H. assert (H' := H). apply only_remap_sound in H'. destruct H' as [_ Honly].
  unfold is_only_remap in H. cbv zeta in H. do 7 (apply andb_true_iff in H; destruct H as [H _]).
  apply andb_true_iff in H; destruct H as [_ H].
  split; [now apply (optimal_by _ _ x y He) in H|].
  intros z Hz i r Hi Hr. rewrite (He i r Hi Hr). now apply Honly.
Qed.
