(** Why no α-private mechanism does better: the cone of the columns, its dual, and weak duality. *)

From ExactDP Require Export Definitions.

(** Columns that an α-private mechanism may have. *)
Definition column (inputs : nat) (pairs : neighbours) (alpha : Q) (z : nat -> Q) : Prop :=
  (forall i, (i < inputs)%nat -> 0 <= z i) /\
  (forall i k, In (i, k) pairs -> alpha * z i <= z k /\ alpha * z k <= z i).

(** Prices at which no such column costs less than nothing. *)
Definition covered (inputs : nat) (pairs : neighbours) (alpha : Q) (d : nat -> Q) : Prop :=
  forall z, column inputs pairs alpha z -> 0 <= sum inputs (fun i => d i * z i).

Lemma column_of inputs responses pairs alpha x r :
  private_mechanism inputs responses pairs alpha x -> (r < responses)%nat -> column inputs pairs alpha (fun i => x i r).
Proof.
  intros [[Hx _] Hp] Hr. split; [now intros; apply Hx|].
  intros i k Hik. now apply (Hp i k Hik).
Qed.

(** On the path: F_i = d_i + min(α·F_(i+1), F_(i+1)/α), and F_0 decides. *)
Fixpoint cheapest (alpha : Q) (d : list Q) : Q :=
  match d with
  | [] => 0
  | first :: rest =>
      let f := cheapest alpha rest in
      first + (if Qle_bool 0 f then alpha * f else f / alpha)
  end.

Definition nth_of (d : list Q) (i : nat) : Q := nth i d 0.

Lemma cheapest_bound alpha d : 0 < alpha -> forall z j,
  (forall t, (t < length d)%nat -> 0 <= z (j + t)%nat) ->
  (forall t, (S t < length d)%nat ->
     alpha * z (j + t)%nat <= z (j + S t)%nat /\ alpha * z (j + S t)%nat <= z (j + t)%nat) ->
  cheapest alpha d * z j <= sum (length d) (fun t => nth_of d t * z (j + t)%nat).
Proof.
  intros Ha. induction d as [|first rest IH]; intros z j Hz Hs; [simpl; lra|].
  change (length (first :: rest)) with (S (length rest)). rewrite sum_first.
  simpl cheapest. set (f := cheapest alpha rest) in *.
  assert (H : f * z (S j) <= sum (length rest) (fun t => nth_of rest t * z (S j + t)%nat)).
  { apply IH; intros t Ht.
    - specialize (Hz (S t)). replace (j + S t)%nat with (S j + t)%nat in Hz by lia. apply Hz; simpl; lia.
    - specialize (Hs (S t)). replace (j + S (S t))%nat with (S j + S t)%nat in Hs by lia.
      replace (j + S t)%nat with (S j + t)%nat in Hs by lia. apply Hs; simpl; lia. }
  rewrite (sum_equal _ (fun k => nth_of (first :: rest) (S k) * z (j + S k)%nat)
    (fun t => nth_of rest t * z (S j + t)%nat)).
  2:{ intros t _. replace (j + S t)%nat with (S j + t)%nat by lia. reflexivity. }
  change (nth_of (first :: rest) 0) with first. rewrite Nat.add_0_r.
  set (right := sum (length rest) (fun t => nth_of rest t * z (S j + t)%nat)) in *.
  destruct rest as [|second rest'].
  - (* f = 0 *)
    assert (Hf : f == 0) by (unfold f; simpl; reflexivity).
    assert (Hr : right == 0) by (unfold right; simpl; reflexivity).
    assert (He : (if Qle_bool 0 f then alpha * f else f / alpha) == 0).
    { destruct (Qle_bool 0 f); rewrite Hf; [ring | field; lra]. }
    rewrite He, Hr. lra.
  - destruct (Hs O) as [Ha1 Ha2]; [simpl; lia|].
    rewrite Nat.add_0_r in *. replace (j + 1)%nat with (S j) in * by lia.
    destruct (Qle_bool 0 f) eqn:Hf.
    + apply Qle_bool_iff in Hf. nra.
    + assert (Hn : f < 0).
      { apply Qnot_le_lt. intro Hc. apply Qle_bool_iff in Hc. congruence. }
      assert (Hg : alpha * (f / alpha) == f) by (field; lra).
      set (g := f / alpha) in *.
      assert (Hneg : g < 0) by nra. nra.
Qed.

Lemma in_path inputs i : (S i < inputs)%nat -> In (i, S i) (path inputs).
Proof.
  intros H. unfold path. apply in_map_iff. exists i. split; [reflexivity|]. apply in_seq. lia.
Qed.

Lemma of_path inputs i k : In (i, k) (path inputs) -> k = S i /\ (S i < inputs)%nat.
Proof.
  unfold path. rewrite in_map_iff. intros (j & Hj & H). apply in_seq in H. injection Hj. intros. subst. split; lia.
Qed.

Theorem path_covered alpha d :
  0 < alpha -> 0 <= cheapest alpha d -> covered (length d) (path (length d)) alpha (nth_of d).
Proof.
  intros Ha Hd z [Hz Hp].
  destruct d as [|first rest]; [simpl; lra|].
  eapply Qle_trans; [|apply (cheapest_bound alpha (first :: rest) Ha z 0)].
  - apply Qmult_le_0_compat; [assumption | apply Hz; simpl; lia].
  - assumption.
  - intros t Ht. apply Hp. now apply in_path.
Qed.

(** On any graph: flows, each a price of one inequality of a neighbour's. *)
Definition after_flow (alpha : Q) (flow : nat * nat * Q) (d : nat -> Q) : nat -> Q :=
  let '(i, k, f) := flow in
  fun j => d j + ((if (j =? i)%nat then alpha * f else 0) - (if (j =? k)%nat then f else 0)).

Definition left_over (alpha : Q) (flows : list (nat * nat * Q)) (d : nat -> Q) : nat -> Q :=
  fold_right (after_flow alpha) d flows.

Definition flow_of (inputs : nat) (pairs : neighbours) (flow : nat * nat * Q) : Prop :=
  let '(i, k, f) := flow in (i < inputs)%nat /\ (k < inputs)%nat /\ 0 <= f /\ (In (i, k) pairs \/ In (k, i) pairs).

Lemma covered_nonnegative inputs pairs alpha d :
  (forall i, (i < inputs)%nat -> 0 <= d i) -> covered inputs pairs alpha d.
Proof.
  intros Hd z [Hz _]. apply sum_nonnegative. intros i Hi. apply Qmult_le_0_compat; auto.
Qed.

Lemma sum_indicator n i c z :
  (i < n)%nat -> sum n (fun j => (if (j =? i)%nat then c else 0) * z j) == c * z i.
Proof.
  intros Hi. rewrite (sum_single n i); [|assumption|].
  - rewrite Nat.eqb_refl. reflexivity.
  - intros k _ Hk. apply Nat.eqb_neq in Hk. rewrite Hk. ring.
Qed.

Theorem flows_covered inputs pairs alpha d flows :
  (forall flow, In flow flows -> flow_of inputs pairs flow) ->
  (forall i, (i < inputs)%nat -> 0 <= left_over alpha flows d i) -> covered inputs pairs alpha d.
Proof.
  intros Hf Hl z Hz.
  assert (Hend : 0 <= sum inputs (fun i => left_over alpha flows d i * z i)).
  { apply sum_nonnegative. intros i Hi. apply Qmult_le_0_compat; [auto | now apply Hz]. }
  clear Hl. induction flows as [|[[i k] f] rest IH]; [assumption|].
  apply IH; [intros; apply Hf; now right|].
  destruct (Hf (i, k, f)) as (Hi & Hk & Hpos & Hpair); [now left|].
  simpl in Hend. fold (left_over alpha rest d) in Hend. set (e := left_over alpha rest d) in *.
  assert (Hsum : sum inputs (fun j => (e j + ((if (j =? i)%nat then alpha * f else 0) - (if (j =? k)%nat then f else 0))) * z j)
     == sum inputs (fun j => e j * z j) + (alpha * f * z i - f * z k)).
  { rewrite <- (sum_indicator inputs i (alpha * f) z Hi), <- (sum_indicator inputs k f z Hk).
    rewrite <- sum_minus, <- sum_plus. apply sum_equal. intros; ring. }
  rewrite Hsum in Hend.
  assert (Hle : alpha * z i <= z k).
  { destruct Hz as [_ Hz]. destruct Hpair as [H|H]; now apply Hz in H. }
  assert (f * (alpha * z i) <= f * z k) by (rewrite !(Qmult_comm f); now apply Qmult_le_compat_r).
  lra.
Qed.

(** A priced constraint: its multiplier beside it. *)
Definition bound_of (c : constraint) : Q := match c with AtLeast b _ => b | Exactly b _ => b end.
Definition coefficients_of (c : constraint) : matrix := match c with AtLeast _ a => a | Exactly _ a => a end.
Definition allowed_multiplier (c : constraint) (y : Q) : Prop :=
  match c with AtLeast _ _ => 0 <= y | Exactly _ _ => True end.

Fixpoint of_constraints (priced : list (constraint * Q)) (i r : nat) : Q :=
  match priced with
  | [] => 0
  | (c, y) :: rest => y * coefficients_of c i r + of_constraints rest i r
  end.

Fixpoint bounds (priced : list (constraint * Q)) : Q :=
  match priced with
  | [] => 0
  | (c, y) :: rest => y * bound_of c + bounds rest
  end.

Lemma combination_plus inputs responses a b x :
  combination inputs responses (fun i r => a i r + b i r) x ==
  combination inputs responses a x + combination inputs responses b x.
Proof.
  unfold combination. rewrite <- sum_plus. apply sum_equal. intros i _.
  rewrite <- sum_plus. apply sum_equal. intros; ring.
Qed.

Lemma combination_times inputs responses c a x :
  combination inputs responses (fun i r => c * a i r) x == c * combination inputs responses a x.
Proof.
  unfold combination. rewrite <- sum_times. apply sum_equal. intros i _.
  rewrite <- sum_times. apply sum_equal. intros; ring.
Qed.

Lemma combination_zero inputs responses x : combination inputs responses (fun _ _ => 0) x == 0.
Proof.
  unfold combination. rewrite (sum_equal _ _ (fun _ => 0)); [apply sum_zero|]. intros i _.
  rewrite (sum_equal _ _ (fun _ => 0)); [apply sum_zero|]. intros; ring.
Qed.

Lemma combination_equal inputs responses a b x :
  (forall i r, (i < inputs)%nat -> (r < responses)%nat -> a i r == b i r) ->
  combination inputs responses a x == combination inputs responses b x.
Proof.
  intros H. apply sum_equal. intros i Hi. apply sum_equal. intros r Hr. now rewrite H.
Qed.

Lemma bounds_kept inputs responses x priced :
  (forall c y, In (c, y) priced -> keeps inputs responses x c /\ allowed_multiplier c y) ->
  bounds priced <= combination inputs responses (of_constraints priced) x.
Proof.
  induction priced as [|[c y] rest IH]; intros H.
  - simpl. rewrite combination_zero. lra.
  - rewrite (combination_equal _ _ (of_constraints ((c, y) :: rest))
      (fun i r => y * coefficients_of c i r + of_constraints rest i r)) by (intros; reflexivity).
    rewrite combination_plus, combination_times. simpl.
    assert (bounds rest <= combination inputs responses (of_constraints rest) x).
    { apply IH. intros. apply H. now right. }
    destruct (H c y) as [Hk Hy]; [now left|].
    destruct c as [b a|b a]; simpl in *.
    + assert (y * b <= y * combination inputs responses a x) by (rewrite !(Qmult_comm y); now apply Qmult_le_compat_r).
      lra.
    + rewrite Hk. lra.
Qed.

Lemma combination_rows inputs responses w x :
  stochastic inputs responses x -> combination inputs responses (fun i _ => w i) x == sum inputs w.
Proof.
  intros [_ Hs]. apply sum_equal. intros i Hi. rewrite sum_times. rewrite Hs by assumption. ring.
Qed.

(** Weak duality: costs c, prices w of the rows and of the constraints. *)
Theorem weak_duality inputs responses pairs alpha c w priced x :
  (forall r, (r < responses)%nat ->
     covered inputs pairs alpha (fun i => c i r - w i - of_constraints priced i r)) ->
  (forall k y, In (k, y) priced -> allowed_multiplier k y) ->
  feasible inputs responses pairs alpha (map fst priced) x ->
  sum inputs w + bounds priced <= combination inputs responses c x.
Proof.
  intros Hd Hm [Hx Hk].
  assert (H : 0 <= combination inputs responses (fun i r => c i r - w i - of_constraints priced i r) x).
  { unfold combination. rewrite sum_swap. apply sum_nonnegative. intros r Hr.
    apply (Hd r Hr). now apply column_of with (responses := responses). }
  assert (He : combination inputs responses c x ==
     combination inputs responses (fun i r => c i r - w i - of_constraints priced i r) x
     + combination inputs responses (fun i _ => w i) x + combination inputs responses (of_constraints priced) x).
  { rewrite <- !combination_plus. apply combination_equal. intros; ring. }
  rewrite combination_rows in He by apply Hx.
  assert (bounds priced <= combination inputs responses (of_constraints priced) x).
  { apply bounds_kept. intros k y Hky. split; [|now apply Hm].
    apply Hk. apply in_map_iff. now exists (k, y). }
  lra.
Qed.

(** A user's loss is at least the mean loss by a prior: its own, or any on its side information. *)
Definition prices_inputs (inputs : nat) (who : user) (p : nat -> Q) : Prop :=
  match who with
  | Bayesian q => forall i, (i < inputs)%nat -> p i == q i
  | Minimax s => prior inputs p /\ s <> [] /\ forall i, (i < inputs)%nat -> ~ In i s -> p i == 0
  end.

Lemma mean_loss inputs responses l p x :
  combination inputs responses (fun i r => p i * l i r) x == sum inputs (fun i => p i * expected_loss responses l x i).
Proof.
  apply sum_equal. intros i _. unfold expected_loss. rewrite <- sum_times. apply sum_equal. intros; ring.
Qed.

Theorem mean_loss_below inputs responses l who p x :
  prices_inputs inputs who p -> combination inputs responses (fun i r => p i * l i r) x <= loss inputs responses l who x.
Proof.
  intros H. rewrite mean_loss. destruct who as [q|s]; simpl in *.
  - apply sum_le. intros i Hi. rewrite H by assumption. lra.
  - destruct H as ([Hp H1] & _ & H0). set (v := maximum (expected_loss responses l x) s).
    assert (Hv : v == sum inputs (fun i => p i * v)) by (rewrite sum_times_right, H1; ring).
    rewrite Hv. apply sum_le. intros i Hi.
    destruct (in_dec Nat.eq_dec i s) as [Hin|Hout].
    + rewrite !(Qmult_comm (p i)). apply Qmult_le_compat_r; [now apply maximum_above | now apply Hp].
    + rewrite (H0 i Hi Hout). lra.
Qed.

Theorem dual_bound inputs responses pairs alpha l who p w priced :
  prices_inputs inputs who p ->
  (forall r, (r < responses)%nat ->
     covered inputs pairs alpha (fun i => p i * l i r - w i - of_constraints priced i r)) ->
  (forall k y, In (k, y) priced -> allowed_multiplier k y) ->
  forall x, feasible inputs responses pairs alpha (map fst priced) x ->
  sum inputs w + bounds priced <= loss inputs responses l who x.
Proof.
  intros Hp Hd Hm x Hx. eapply Qle_trans; [|apply mean_loss_below, Hp].
  now apply weak_duality with (pairs := pairs) (alpha := alpha).
Qed.

Theorem dual_optimal inputs responses pairs alpha l who p w priced v x :
  feasible inputs responses pairs alpha (map fst priced) x ->
  loss inputs responses l who x <= v ->
  prices_inputs inputs who p ->
  (forall r, (r < responses)%nat ->
     covered inputs pairs alpha (fun i => p i * l i r - w i - of_constraints priced i r)) ->
  (forall k y, In (k, y) priced -> allowed_multiplier k y) ->
  v <= sum inputs w + bounds priced ->
  optimal (feasible inputs responses pairs alpha (map fst priced)) (loss inputs responses l who) v x.
Proof.
  intros Hx Hl Hp Hd Hm Hv.
  assert (H : forall y, feasible inputs responses pairs alpha (map fst priced) y -> v <= loss inputs responses l who y).
  { intros y Hy. eapply Qle_trans; [exact Hv|]. now apply dual_bound with (pairs := pairs) (alpha := alpha) (p := p). }
  split; [assumption|]. split; [|assumption]. apply Qle_antisym; auto.
Qed.

(** Farkas: with all costs 0, a positive bound leaves nothing feasible. *)
Theorem dual_infeasible inputs responses pairs alpha w priced :
  (forall r, (r < responses)%nat -> covered inputs pairs alpha (fun i => 0 - w i - of_constraints priced i r)) ->
  (forall k y, In (k, y) priced -> allowed_multiplier k y) ->
  0 < sum inputs w + bounds priced ->
  forall x, ~ feasible inputs responses pairs alpha (map fst priced) x.
Proof.
  intros Hd Hm Hv x Hx.
  assert (H := weak_duality inputs responses pairs alpha (fun _ _ => 0) w priced x Hd Hm Hx).
  rewrite combination_zero in H. lra.
Qed.
