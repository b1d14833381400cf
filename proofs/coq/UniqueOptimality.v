(** Where a user has one best remap of G, and the loss strictly falls and rises on the inputs 0 and n, what this remap
    makes of G is the only optimum among all α-private mechanisms, for every n.

    Any other optimum y loses no more than some remap of G that is at least as concentrated on every input. That remap
    is the best one. On the inputs 0 and n both lose the same, so there they have the same cuts. An event of G that a
    threshold makes, and an event of y that has the same probability on the inputs 0 and n, agree on all others. *)

From ExactDP Require Export UniversalOptimality.

(** On the input i the loss strictly falls up to the mode, and strictly rises from there. *)
Definition strict_on (responses : nat) (mode : nat -> nat) (l : matrix) (i : nat) : Prop :=
  forall r, (S r < responses)%nat ->
    ((mode i <= r)%nat -> l i r < l i (S r)) /\ ((r < mode i)%nat -> l i (S r) < l i r).

Lemma same_cuts n responses mode l x y i :
  strict_on responses mode l i -> (i <= n)%nat ->
  stochastic (S n) responses x -> stochastic (S n) responses y ->
  (forall r, (r < responses)%nat ->
     ((mode i <= r)%nat -> cut x r i <= cut y r i) /\ ((r < mode i)%nat -> cut y r i <= cut x r i)) ->
  expected_loss responses l x i <= expected_loss responses l y i ->
  forall r, (r < responses)%nat -> cut x r i == cut y r i.
Proof.
  intros Hl Hi [_ Hx] [_ Hy] Hc Hle. specialize (Hx i ltac:(lia)). specialize (Hy i ltac:(lia)).
  destruct responses as [|p]; [cbn [sum] in Hx; lra|].
  unfold expected_loss in Hle. rewrite !summation_by_parts, Hx, Hy in Hle.
  set (gain := fun r => (cut y r i - cut x r i) * (l i (S r) - l i r)).
  assert (Hgain : forall r, (r < p)%nat -> 0 <= gain r).
  { intros r Hr. destruct (Hl r ltac:(lia)) as [Hup Hdown]. destruct (Hc r ltac:(lia)) as [Hcu Hcd]. unfold gain.
    destruct (le_lt_dec (mode i) r) as [Hm|Hm].
    - specialize (Hup Hm). specialize (Hcu Hm). apply Qmult_le_0_compat; lra.
    - specialize (Hdown Hm). specialize (Hcd Hm).
      assert (0 <= (cut x r i - cut y r i) * (l i r - l i (S r))) by (apply Qmult_le_0_compat; lra). lra. }
  assert (Hsum : sum p gain <= 0).
  { unfold gain, cut. rewrite (sum_equal p _ (fun r =>
      sum (S r) (y i) * (l i (S r) - l i r) - sum (S r) (x i) * (l i (S r) - l i r))) by (intros; ring).
    rewrite sum_minus. lra. }
  intros r Hr. destruct (Nat.eq_dec r p) as [->|Hne]; [unfold cut; rewrite Hx, Hy; reflexivity|].
  assert (E := sum_nothing p gain Hgain Hsum r ltac:(lia)). unfold gain in E.
  destruct (Hl r ltac:(lia)) as [Hup Hdown]. apply Qmult_integral in E. destruct E as [E|E]; [lra|].
  destruct (le_lt_dec (mode i) r) as [Hm|Hm]; [specialize (Hup Hm) | specialize (Hdown Hm)]; lra.
Qed.

Lemma same_by_cuts inputs responses x y :
  (forall r i, (r < responses)%nat -> (i < inputs)%nat -> cut x r i == cut y r i) -> same inputs responses x y.
Proof.
  intros H i r Hi Hr. assert (E := H r i Hr Hi). unfold cut in E.
  destruct r as [|q]; [cbn [sum] in E; lra|].
  assert (E' := H q i ltac:(lia) Hi). unfold cut in E'.
  change (sum (S (S q)) (x i)) with (sum (S q) (x i) + x i (S q)) in E.
  change (sum (S (S q)) (y i)) with (sum (S q) (y i) + y i (S q)) in E. lra.
Qed.

(** An α-private mechanism that loses no more than its concentrated remap of G, on the inputs 0 and n, is that remap. *)
Theorem concentrated_is_itself n responses alpha mode l y :
  (1 <= n)%nat -> 0 < alpha < 1 -> never_decrease n mode -> strict_on responses mode l 0 -> strict_on responses mode l n ->
  private_mechanism (S n) responses (path (S n)) alpha y ->
  let best := product (S n) (geometric n alpha) (concentrated_remap n alpha mode y) in
  expected_loss responses l y 0 <= expected_loss responses l best 0 ->
  expected_loss responses l y n <= expected_loss responses l best n ->
  same (S n) responses y best.
Proof.
  intros Hn Ha Hm H0 Hlast Hy best Hfirst Hend.
  assert (Hbest : stochastic (S n) responses best).
  { apply product_stochastic; [apply geometric_stochastic; [assumption | lra]|].
    now apply concentrated_remap_stochastic with (responses := responses). }
  assert (Hends : forall i, (i <= n)%nat -> strict_on responses mode l i ->
    expected_loss responses l y i <= expected_loss responses l best i ->
    forall r, (r < responses)%nat -> cut y r i == event n alpha (cut_threshold n alpha mode y r) i).
  { intros i Hi Hs Hle r Hr. rewrite (same_cuts n responses mode l y best i); try assumption.
    - apply cut_of_remap.
    - apply Hy.
    - intros q Hq. now apply concentration with (responses := responses). }
  apply same_by_cuts. intros r i Hr Hi.
  assert (Hevent := cut_private n responses alpha y r ltac:(lra) Hr Hy).
  assert (Ecut : cut best r i == event n alpha (cut_threshold n alpha mode y r) i)
    by apply cut_of_remap.
  rewrite Ecut. apply Qle_antisym.
  - apply left_of with (i := n); try assumption; try lia. rewrite Hends by (assumption || lia). lra.
  - apply right_of with (i := O); try assumption; try lia. rewrite <- Hends by (assumption || lia). lra.
Qed.

Section BestRemaps.

Variables (n responses : nat) (alpha : Q) (l : matrix) (who : user) (p : nat -> Q) (v : Q).
Hypothesis prices : prices_inputs (S n) who p.

Let G := geometric n alpha.
Let cost := remap_cost (S n) (fun i r => p i * l i r) G.

Hypothesis bound : v <= sum (S n) (fun k => least responses (cost k)).

(** A best remap gives no response that costs more than another. *)
Lemma best_remap_costs u :
  stochastic (S n) responses u -> loss (S n) responses l who (product (S n) G u) <= v ->
  forall k r, (k <= n)%nat -> (r < responses)%nat -> least responses (cost k) < cost k r -> u k r == 0.
Proof.
  intros Hu Hl k r Hk Hr Hlt.
  assert (Hmean := mean_loss_below (S n) responses l who p (product (S n) G u) prices).
  assert (E : combination (S n) responses (fun i r => p i * l i r) (product (S n) G u) ==
              sum (S n) (fun k => sum responses (fun r => u k r * cost k r))).
  { unfold combination, product, cost, remap_cost.
    rewrite (sum_equal (S n) _ (fun i => sum (S n) (fun k => sum responses (fun r => u k r * (G i k * (p i * l i r)))))).
    - rewrite sum_swap. apply sum_equal. intros j Hj. rewrite sum_swap. apply sum_equal. intros q Hq. apply sum_times.
    - intros i Hi. rewrite sum_swap. apply sum_equal. intros q Hq. rewrite <- sum_times. apply sum_equal. intros; ring. }
  assert (Hterm : forall j q, (j < S n)%nat -> (q < responses)%nat -> 0 <= u j q * (cost j q - least responses (cost j))).
  { intros j q Hj Hq. apply Qmult_le_0_compat; [now apply Hu|].
    assert (H := least_below responses (cost j) q Hq). lra. }
  assert (Hrow : forall j, (j < S n)%nat ->
    sum responses (fun q => u j q * (cost j q - least responses (cost j))) ==
    sum responses (fun q => u j q * cost j q) - least responses (cost j)).
  { intros j Hj. rewrite (sum_equal responses _ (fun q => u j q * cost j q - u j q * least responses (cost j)))
      by (intros; ring).
    rewrite sum_minus, sum_times_right. destruct Hu as [_ Hu]. rewrite Hu by assumption. ring. }
  assert (Hnothing : sum responses (fun q => u k q * (cost k q - least responses (cost k))) == 0).
  { apply (sum_nothing (S n) (fun j => sum responses (fun q => u j q * (cost j q - least responses (cost j))))).
    - intros j Hj. apply sum_nonnegative. intros q Hq. now apply Hterm.
    - rewrite (sum_equal (S n) _ _ Hrow), sum_minus. lra.
    - lia. }
  assert (Hz : u k r * (cost k r - least responses (cost k)) == 0).
  { apply (sum_nothing responses (fun q => u k q * (cost k q - least responses (cost k)))); [|lra|assumption].
    intros q Hq. apply Hterm; [lia | assumption]. }
  apply Qmult_integral in Hz. destruct Hz; [assumption | lra].
Qed.

(** What a minimax consumer loses is the same on all inputs of positive probability. *)
Lemma mean_reached s x :
  who = Minimax s -> loss (S n) responses l who x <= v ->
  v <= combination (S n) responses (fun i r => p i * l i r) x ->
  forall i, (i <= n)%nat -> 0 < p i -> expected_loss responses l x i == v.
Proof.
  intros Hwho Hl Hv i Hi Hpi. subst who. destruct prices as ([Hp0 Hp1] & Hne & Hout).
  set (L := loss (S n) responses l (Minimax s) x) in *.
  assert (Hterm : forall j, (j < S n)%nat -> 0 <= p j * (L - expected_loss responses l x j)).
  { intros j Hj. destruct (in_dec Nat.eq_dec j s) as [Hin|Hno].
    - apply Qmult_le_0_compat; [now apply Hp0|].
      assert (expected_loss responses l x j <= L) by now apply maximum_above. lra.
    - rewrite (Hout j Hj Hno). lra. }
  assert (Hs : sum (S n) (fun j => p j * (L - expected_loss responses l x j)) ==
               L - combination (S n) responses (fun i r => p i * l i r) x).
  { rewrite mean_loss. rewrite (sum_equal _ _ (fun j => p j * L - p j * expected_loss responses l x j)) by (intros; ring).
    rewrite sum_minus, sum_times_right, Hp1. ring. }
  assert (E := sum_nothing (S n) _ Hterm ltac:(lra) i ltac:(lia)).
  apply Qmult_integral in E. destruct E as [E|E]; [lra|].
  assert (combination (S n) responses (fun i r => p i * l i r) x <= L)
    by exact (mean_loss_below (S n) responses l (Minimax s) p x prices). lra.
Qed.

Lemma best_remap_losses s u :
  who = Minimax s -> stochastic (S n) responses u -> loss (S n) responses l who (product (S n) G u) <= v ->
  forall i, (i <= n)%nat -> 0 < p i -> expected_loss responses l (product (S n) G u) i == v.
Proof.
  intros Hwho Hu Hl. apply mean_reached with (s := s); try assumption.
  eapply Qle_trans; [exact bound|]. now apply no_remap_below.
Qed.

(** A best remap of G is optimal, and the only optimum if it is the only best remap. *)
Theorem only_universally_optimal mode t :
  (1 <= n)%nat -> 0 < alpha < 1 -> never_decrease n mode -> unimodal n responses mode l ->
  strict_on responses mode l 0 -> strict_on responses mode l n ->
  user_of n who -> (forall i, (i <= n)%nat -> 0 <= p i) -> 0 < p O -> 0 < p n ->
  stochastic (S n) responses t -> loss (S n) responses l who (product (S n) G t) == v ->
  (forall u, stochastic (S n) responses u -> loss (S n) responses l who (product (S n) G u) <= v ->
     same (S n) responses u t) ->
  forall y, private_mechanism (S n) responses (path (S n)) alpha y -> loss (S n) responses l who y <= v ->
    same (S n) responses y (product (S n) G t).
Proof.
  intros Hn Ha Hm Hl H0 Hlast Hwho Hp Hp0 Hpn Ht Hv Honly y Hy Hle.
  set (u := concentrated_remap n alpha mode y). set (best := product (S n) G u).
  assert (Hu : stochastic (S n) responses u) by now apply concentrated_remap_stochastic with (responses := responses).
  assert (Hbest : stochastic (S n) responses best).
  { apply product_stochastic; [apply geometric_stochastic; [assumption | lra] | assumption]. }
  assert (Hless : forall i, (i <= n)%nat -> expected_loss responses l best i <= expected_loss responses l y i).
  { intros i Hi. apply concentrated_loses_less with (n := n) (mode := mode); try assumption; [apply Hy|].
    intros r Hr. now apply concentration with (responses := responses). }
  assert (Hgood : loss (S n) responses l who best <= v).
  { eapply Qle_trans; [|exact Hle]. now apply loses_less. }
  assert (Hequal : forall i, (i <= n)%nat -> 0 < p i -> expected_loss responses l y i <= expected_loss responses l best i).
  { assert (Hterm : forall i, (i < S n)%nat ->
      0 <= p i * (expected_loss responses l y i - expected_loss responses l best i)).
    { intros i Hi. assert (H := Hless i ltac:(lia)). apply Qmult_le_0_compat; [apply Hp; lia | lra]. }
    assert (Hsum : sum (S n) (fun i => p i * (expected_loss responses l y i - expected_loss responses l best i)) <= 0).
    { rewrite (sum_equal _ _ (fun i => p i * expected_loss responses l y i - p i * expected_loss responses l best i))
        by (intros; ring).
      rewrite sum_minus, <- !mean_loss.
      assert (combination (S n) responses (fun i r => p i * l i r) y <= loss (S n) responses l who y)
        by now apply mean_loss_below.
      assert (Hrest : v <= combination (S n) responses (fun i r => p i * l i r) best).
      { eapply Qle_trans; [exact bound|]. now apply no_remap_below. }
      lra. }
    intros i Hi Hpi. assert (E := sum_nothing (S n) _ Hterm Hsum i ltac:(lia)).
    apply Qmult_integral in E. destruct E; lra. }
  assert (Hsame : same (S n) responses y best).
  { apply concentrated_is_itself with (l := l); try assumption; apply Hequal; (assumption || lia). }
  assert (Hproduct : same (S n) responses best (product (S n) G t)).
  { apply product_same with (x := G) (t := u); [intros ? ? ? ?; reflexivity | now apply Honly]. }
  intros i r Hi Hr. rewrite (Hsame i r Hi Hr). now apply Hproduct.
Qed.

End BestRemaps.
