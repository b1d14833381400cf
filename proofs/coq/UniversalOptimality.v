(** The geometric mechanism is universally optimal, for every n: for every α-private mechanism x there is one remap of G
    that loses no more than x on any input, for every loss that falls up to a mode and rises from there, where the modes
    never decrease. So G serves every such user, Bayesian or minimax, as well as any α-private mechanism can.

    Each event "the response is at most r" of x is compared with the event of G that a threshold makes and that has its
    probability on one input. Such events of G fall as fast as privacy allows, so on one side of that input G's is the
    larger and on the other x's. The thresholds grow with r, and their differences are the columns of the remap. The
    proof uses no vertex, no dual and no limit. *)

From ExactDP Require Export Geometric Existence.
From Coq Require Import Bool.

(** A threshold (κ, θ) counts every response k < κ fully, κ itself with θ, and none after it. *)
Definition threshold (c : nat * Q) (k : nat) : Q :=
  if (k <? fst c)%nat then 1 else if (k =? fst c)%nat then snd c else 0.

Definition is_threshold (n : nat) (c : nat * Q) : Prop := (fst c <= n)%nat /\ 0 <= snd c <= 1.

Definition event (n : nat) (alpha : Q) (c : nat * Q) (i : nat) : Q :=
  sum (S n) (fun k => geometric n alpha i k * threshold c k).

Lemma threshold_before c k : (k < fst c)%nat -> threshold c k = 1.
Proof. intros H. unfold threshold. apply Nat.ltb_lt in H. now rewrite H. Qed.

Lemma threshold_at c k : k = fst c -> threshold c k = snd c.
Proof. intros ->. unfold threshold. now rewrite Nat.ltb_irrefl, Nat.eqb_refl. Qed.

Lemma threshold_after c k : (fst c < k)%nat -> threshold c k = 0.
Proof.
  intros H. unfold threshold.
  assert (Hl : (k <? fst c)%nat = false) by (apply Nat.ltb_ge; lia).
  assert (He : (k =? fst c)%nat = false) by (apply Nat.eqb_neq; lia). now rewrite Hl, He.
Qed.

Lemma threshold_range n c k : is_threshold n c -> 0 <= threshold c k <= 1.
Proof.
  intros [_ H]. unfold threshold. destruct (k <? fst c)%nat; [split; lra|].
  destruct (k =? fst c)%nat; [assumption | split; lra].
Qed.

(** From κ on, the event falls by the factor α, and up to κ its complement grows by 1/α. *)
Lemma event_falls n alpha c i : (fst c <= i)%nat -> event n alpha c (S i) == alpha * event n alpha c i.
Proof.
  intros H. unfold event. rewrite <- sum_times. apply sum_equal. intros k Hk.
  destruct (le_lt_dec k i) as [Hle|Hlt].
  - rewrite geometric_below by assumption. ring.
  - rewrite threshold_after by lia. ring.
Qed.

Lemma event_complement n alpha c i :
  (1 <= n)%nat -> 0 <= alpha <= 1 -> (i <= n)%nat ->
  1 - event n alpha c i == sum (S n) (fun k => geometric n alpha i k * (1 - threshold c k)).
Proof.
  intros Hn Ha Hi. destruct (geometric_stochastic n alpha Hn Ha) as [_ Hs].
  specialize (Hs i ltac:(lia)). unfold event. symmetry.
  rewrite (sum_equal _ _ (fun k => geometric n alpha i k - geometric n alpha i k * threshold c k)) by (intros; ring).
  rewrite sum_minus, Hs. reflexivity.
Qed.

Lemma event_rises n alpha c i :
  (1 <= n)%nat -> 0 <= alpha <= 1 -> (S i <= n)%nat -> (i < fst c)%nat ->
  1 - event n alpha c i == alpha * (1 - event n alpha c (S i)).
Proof.
  intros Hn Ha Hi Hc. rewrite !event_complement by (assumption || lia). rewrite <- sum_times. apply sum_equal.
  intros k Hk. destruct (le_lt_dec k i) as [Hle|Hlt].
  - rewrite threshold_before by lia. ring.
  - rewrite (geometric_above n alpha i k) by lia. ring.
Qed.

(** The probabilities of an event of an α-private mechanism: it and its complement change by a factor of at most 1/α. *)
Definition private_event (n : nat) (alpha : Q) (f : nat -> Q) : Prop :=
  forall i, (S i <= n)%nat ->
    (alpha * f i <= f (S i) /\ alpha * f (S i) <= f i) /\
    (alpha * (1 - f i) <= 1 - f (S i) /\ alpha * (1 - f (S i)) <= 1 - f i).

Lemma right_of n alpha c f i j :
  (1 <= n)%nat -> 0 < alpha < 1 -> private_event n alpha f ->
  event n alpha c i <= f i -> (i <= j)%nat -> (j <= n)%nat -> event n alpha c j <= f j.
Proof.
  intros Hn Ha Hf Hi Hij. induction Hij as [|j Hij IH]; intros Hj; [assumption|].
  specialize (IH ltac:(lia)). destruct (Hf j Hj) as [[H1 H2] [H3 H4]].
  destruct (le_lt_dec (fst c) j) as [Hc|Hc].
  - rewrite event_falls by assumption.
    assert (0 <= alpha * (f j - event n alpha c j)) by (apply Qmult_le_0_compat; lra). lra.
  - assert (E := event_rises n alpha c j Hn ltac:(lra) Hj Hc).
    assert (H : alpha * (event n alpha c (S j)) <= alpha * f (S j)) by lra.
    apply Qmult_le_l in H; lra.
Qed.

Lemma left_of n alpha c f i j :
  (1 <= n)%nat -> 0 < alpha < 1 -> private_event n alpha f ->
  f i <= event n alpha c i -> (j <= i)%nat -> (i <= n)%nat -> f j <= event n alpha c j.
Proof.
  intros Hn Ha Hf Hi Hij. induction Hij as [|i Hij IH]; intros Hin; [assumption|].
  apply IH; [|lia]. destruct (Hf i Hin) as [[H1 H2] [H3 H4]].
  destruct (le_lt_dec (fst c) i) as [Hc|Hc].
  - assert (E := event_falls n alpha c i Hc).
    assert (H : alpha * f i <= alpha * event n alpha c i) by lra.
    apply Qmult_le_l in H; lra.
  - assert (E := event_rises n alpha c i Hn ltac:(lra) Hin Hc).
    assert (0 <= alpha * (event n alpha c (S i) - f (S i))) by (apply Qmult_le_0_compat; lra). lra.
Qed.

(** The threshold whose event has a given probability: fill the weights v from the left. *)
Fixpoint fill (m : nat) (v : nat -> Q) (f : Q) : nat * Q :=
  match m with
  | O => (O, f / v O)
  | S p => if Qlt_le_dec (sum (S p) v) f then (S p, (f - sum (S p) v) / v (S p)) else fill p v f
  end.

Lemma fill_reaches m v f :
  (forall k, (k <= m)%nat -> 0 < v k) -> 0 <= f <= sum (S m) v ->
  is_threshold m (fill m v f) /\ sum (S m) (fun k => v k * threshold (fill m v f) k) == f.
Proof.
  induction m as [|p IH]; intros Hv Hf.
  - cbn [fill]. assert (H0 := Hv O (Nat.le_refl O)). cbn [sum] in *. split; [split; [reflexivity|]|].
    + cbn [snd]. split; [apply Qle_shift_div_l; lra | apply Qle_shift_div_r; lra].
    + rewrite threshold_at by reflexivity. cbn [snd]. field. lra.
  - assert (Hlast := Hv (S p) (Nat.le_refl _)). cbn [fill].
    change (sum (S (S p)) ?g) with (sum (S p) g + g (S p)) in *. cbv beta in *.
    destruct (Qlt_le_dec (sum (S p) v) f) as [Hlt|Hle].
    + split; [split; [reflexivity|]|].
      * cbn [snd]. split; [apply Qle_shift_div_l; lra | apply Qle_shift_div_r; lra].
      * rewrite threshold_at by reflexivity. cbn [snd].
        rewrite (sum_equal (S p) _ v) by (intros; rewrite threshold_before by (cbn [fst]; lia); ring).
        field. lra.
    + destruct IH as [[Hb Ht] Hs]; [intros; apply Hv; lia | lra |].
      split; [split; [lia | assumption]|]. rewrite threshold_after by lia. rewrite Hs. ring.
Qed.

(** Of two thresholds one is nowhere smaller; so it is the one whose event is likelier, on any input. *)
Lemma threshold_order n c d :
  is_threshold n c -> is_threshold n d ->
  (forall k, threshold c k <= threshold d k) \/ (forall k, threshold d k <= threshold c k).
Proof.
  assert (Hcase : forall a b, is_threshold n a -> is_threshold n b -> (fst a < fst b)%nat ->
    forall k, threshold a k <= threshold b k).
  { intros a b Ha Hb Hlt k. destruct (le_lt_dec k (fst a)) as [Hk|Hk].
    - rewrite (threshold_before b) by lia. now apply (threshold_range n a k).
    - rewrite (threshold_after a) by lia. now apply (threshold_range n b k). }
  intros Hc Hd. destruct (lt_eq_lt_dec (fst c) (fst d)) as [[Hlt|Heq]|Hgt].
  - left. now apply Hcase.
  - destruct (Qlt_le_dec (snd c) (snd d)) as [Hs|Hs]; [left|right]; intros k; unfold threshold; rewrite Heq;
      (destruct (k <? fst d)%nat; [lra|]); destruct (k =? fst d)%nat; lra.
  - right. now apply Hcase.
Qed.

Lemma geometric_positive n alpha i k : 0 < alpha < 1 -> 0 < geometric n alpha i k.
Proof.
  intros H. unfold geometric. apply Qmult_lt_0_compat; [apply power_positive; lra | apply share_positive; lra].
Qed.

Lemma thresholds_grow n alpha c d i :
  0 < alpha < 1 -> is_threshold n c -> is_threshold n d ->
  event n alpha c i <= event n alpha d i -> forall k, (k <= n)%nat -> threshold c k <= threshold d k.
Proof.
  intros Ha Hc Hd He k Hk. destruct (threshold_order n c d Hc Hd) as [H|H]; [apply H|].
  assert (Hz : geometric n alpha i k * (threshold c k - threshold d k) == 0).
  { apply (sum_nothing (S n) (fun j => geometric n alpha i j * (threshold c j - threshold d j))); [| |lia].
    - intros j Hj. specialize (H j). apply Qmult_le_0_compat; [|lra].
      apply Qlt_le_weak. now apply geometric_positive.
    - unfold event in He.
      assert (E : sum (S n) (fun j => geometric n alpha i j * (threshold c j - threshold d j)) ==
                  sum (S n) (fun j => geometric n alpha i j * threshold c j)
                  - sum (S n) (fun j => geometric n alpha i j * threshold d j)).
      { rewrite <- sum_minus. apply sum_equal. intros; ring. }
      rewrite E. lra. }
  apply Qmult_integral in Hz. destruct Hz as [Hz|Hz]; [|lra].
  assert (Hp := geometric_positive n alpha i k Ha). lra.
Qed.

(** The cut after r: the probability of a response up to r. *)
Definition cut (x : matrix) (r i : nat) : Q := sum (S r) (x i).

Lemma cut_private n responses alpha x r :
  0 <= alpha -> (r < responses)%nat -> private_mechanism (S n) responses (path (S n)) alpha x ->
  private_event n alpha (cut x r).
Proof.
  intros Ha Hr [[Hx Hs] Hp] i Hi.
  assert (Hrest : forall j, (j <= n)%nat ->
    1 - cut x r j == sum (responses - S r) (fun q => x j (S r + q)%nat)).
  { intros j Hj. rewrite <- (Hs j) by lia. unfold cut.
    replace responses with (S r + (responses - S r))%nat at 1 by lia. rewrite sum_split. ring. }
  assert (Hstep := Hp i (S i) (in_path (S n) i ltac:(lia))).
  rewrite !Hrest by lia. unfold cut. rewrite <- !sum_times.
  split; split; apply sum_le; intros q Hq; apply Hstep; lia.
Qed.

Lemma cut_range n responses x r i :
  (r < responses)%nat -> stochastic (S n) responses x -> (i <= n)%nat -> 0 <= cut x r i <= 1.
Proof.
  intros Hr [Hx Hs] Hi. split.
  - apply sum_nonnegative. intros; apply Hx; lia.
  - rewrite <- (Hs i) by lia. unfold cut.
    replace responses with (S r + (responses - S r))%nat by lia. rewrite sum_split.
    assert (0 <= sum (responses - S r) (fun k => x i (S r + k)%nat)) by (apply sum_nonnegative; intros; apply Hx; lia).
    lra.
Qed.

(** The last input whose mode is at most r, or else input 0. *)
Fixpoint last_input (n : nat) (mode : nat -> nat) (r : nat) : nat :=
  match n with
  | O => O
  | S p => if (mode n <=? r)%nat then n else last_input p mode r
  end.

Lemma last_input_range n mode r : (last_input n mode r <= n)%nat.
Proof. induction n as [|p IH]; cbn [last_input]; [lia|]. destruct (mode (S p) <=? r)%nat; lia. Qed.

Lemma last_input_after n mode r i : (i <= n)%nat -> (mode i <= r)%nat -> (i <= last_input n mode r)%nat.
Proof.
  induction n as [|p IH]; intros Hi Hm; cbn [last_input]; [lia|].
  destruct (mode (S p) <=? r)%nat eqn:H; [lia|]. apply Nat.leb_gt in H.
  destruct (Nat.eq_dec i (S p)) as [->|]; [lia | apply IH; lia].
Qed.

Lemma last_input_before n mode r i :
  (forall j k, (j <= k)%nat -> (k <= n)%nat -> (mode j <= mode k)%nat) ->
  (i <= n)%nat -> (r < mode i)%nat -> (last_input n mode r <= i)%nat.
Proof.
  induction n as [|p IH]; intros Hmode Hi Hm; cbn [last_input]; [lia|].
  destruct (mode (S p) <=? r)%nat eqn:H.
  - apply Nat.leb_le in H. specialize (Hmode i (S p) Hi (Nat.le_refl _)). lia.
  - destruct (Nat.eq_dec i (S p)) as [->|].
    + assert (Hr := last_input_range p mode r). lia.
    + apply IH; [intros; apply Hmode; lia | lia | assumption].
Qed.

Lemma last_input_grows n mode r : (last_input n mode r <= last_input n mode (S r))%nat.
Proof.
  induction n as [|p IH]; cbn [last_input]; [lia|].
  destruct (mode (S p) <=? r)%nat eqn:H1, (mode (S p) <=? S r)%nat eqn:H2; try lia.
  - apply Nat.leb_le in H1. apply Nat.leb_gt in H2. lia.
  - assert (Hr := last_input_range p mode r). lia.
Qed.

(** The remap: differences of the thresholds of the cuts. *)
Definition cut_threshold (n : nat) (alpha : Q) (mode : nat -> nat) (x : matrix) (r : nat) : nat * Q :=
  let i := last_input n mode r in fill n (geometric n alpha i) (cut x r i).

Definition concentrated_remap (n : nat) (alpha : Q) (mode : nat -> nat) (x : matrix) : matrix :=
  fun k r =>
    threshold (cut_threshold n alpha mode x r) k -
    match r with O => 0 | S q => threshold (cut_threshold n alpha mode x q) k end.

Definition never_decrease (n : nat) (mode : nat -> nat) : Prop :=
  forall j k, (j <= k)%nat -> (k <= n)%nat -> (mode j <= mode k)%nat.

Section Concentration.

Variables (n responses : nat) (alpha : Q) (mode : nat -> nat) (x : matrix).
Hypothesis at_least_one : (1 <= n)%nat.
Hypothesis level : 0 < alpha < 1.
Hypothesis x_private : private_mechanism (S n) responses (path (S n)) alpha x.
Hypothesis modes : never_decrease n mode.

Let T := concentrated_remap n alpha mode x.
Let t := cut_threshold n alpha mode x.

Lemma cut_threshold_reaches r :
  (r < responses)%nat ->
  is_threshold n (t r) /\ event n alpha (t r) (last_input n mode r) == cut x r (last_input n mode r).
Proof.
  intros Hr. unfold t, cut_threshold, event. set (i := last_input n mode r).
  assert (Hi : (i <= n)%nat) by apply last_input_range.
  apply fill_reaches.
  - intros. now apply geometric_positive.
  - destruct (geometric_stochastic n alpha at_least_one) as [_ Hs]; [lra|]. rewrite Hs by lia.
    now apply (cut_range n responses x r i Hr (proj1 x_private)).
Qed.

Lemma before_the_cut r i :
  (r < responses)%nat -> (i <= last_input n mode r)%nat -> cut x r i <= event n alpha (t r) i.
Proof.
  intros Hr Hi. destruct (cut_threshold_reaches r Hr) as [_ He].
  apply left_of with (i := last_input n mode r); try assumption.
  - apply cut_private with (responses := responses); try assumption. lra.
  - rewrite He. lra.
  - apply last_input_range.
Qed.

Lemma behind_the_cut r i :
  (r < responses)%nat -> (last_input n mode r <= i)%nat -> (i <= n)%nat -> event n alpha (t r) i <= cut x r i.
Proof.
  intros Hr Hi Hn. destruct (cut_threshold_reaches r Hr) as [_ He].
  apply right_of with (i := last_input n mode r); try assumption.
  - apply cut_private with (responses := responses); try assumption. lra.
  - rewrite He. lra.
Qed.

Lemma next_threshold r k : (S r < responses)%nat -> (k <= n)%nat -> threshold (t r) k <= threshold (t (S r)) k.
Proof.
  intros Hr Hk. destruct (cut_threshold_reaches r ltac:(lia)) as [Ht _].
  destruct (cut_threshold_reaches (S r) Hr) as [Ht' He'].
  apply thresholds_grow with (n := n) (alpha := alpha) (i := last_input n mode (S r)); try assumption.
  rewrite He'. set (i := last_input n mode (S r)).
  assert (Hi : (i <= n)%nat) by apply last_input_range.
  assert (Hg : event n alpha (t r) i <= cut x r i).
  { apply behind_the_cut; [lia | apply last_input_grows | assumption]. }
  assert (Hx : 0 <= x i (S r)) by (destruct x_private as [[Hx _] _]; apply Hx; lia).
  unfold cut in *. change (sum (S (S r)) (x i)) with (sum (S r) (x i) + x i (S r)). lra.
Qed.

Lemma remap_sums r k : sum (S r) (T k) == threshold (t r) k.
Proof.
  induction r as [|r IH].
  - cbn [sum]. unfold T, concentrated_remap. fold t. ring.
  - change (sum (S (S r)) (T k)) with (sum (S r) (T k) + T k (S r)). rewrite IH.
    unfold T, concentrated_remap. fold t. ring.
Qed.

Lemma some_response : exists p, responses = S p.
Proof.
  destruct responses as [|p]; [|now exists p].
  destruct x_private as [[_ Hs] _]. specialize (Hs O ltac:(lia)). cbn [sum] in Hs. lra.
Qed.

Lemma last_threshold p k : responses = S p -> (k <= n)%nat -> threshold (t p) k == 1.
Proof.
  intros Hp Hk. destruct (cut_threshold_reaches p ltac:(lia)) as [Ht He].
  set (i := last_input n mode p) in *. assert (Hi : (i <= n)%nat) by apply last_input_range.
  assert (Hc : cut x p i == 1).
  { destruct x_private as [[_ Hs] _]. unfold cut. rewrite <- Hp. apply Hs. lia. }
  assert (Hz : geometric n alpha i k * (1 - threshold (t p) k) == 0).
  { apply (sum_nothing (S n) (fun j => geometric n alpha i j * (1 - threshold (t p) j))); [| |lia].
    - intros j Hj. assert (Hr := threshold_range n (t p) j Ht).
      apply Qmult_le_0_compat; [apply Qlt_le_weak; now apply geometric_positive | lra].
    - rewrite <- event_complement by (assumption || lra). rewrite He, Hc. lra. }
  apply Qmult_integral in Hz. destruct Hz as [Hz|Hz]; [|lra].
  assert (Hpos := geometric_positive n alpha i k level). lra.
Qed.

Theorem concentrated_remap_stochastic : stochastic (S n) responses T.
Proof.
  split.
  - intros k r Hk Hr. unfold T, concentrated_remap. fold t. destruct r as [|r].
    + destruct (cut_threshold_reaches O Hr) as [Ht _]. assert (H := threshold_range n (t O) k Ht). lra.
    + assert (H := next_threshold r k Hr ltac:(lia)). lra.
  - intros k Hk. destruct some_response as [p Hp]. rewrite Hp, remap_sums. apply last_threshold; [assumption | lia].
Qed.

Lemma cut_of_remap r i : cut (product (S n) (geometric n alpha) T) r i == event n alpha (t r) i.
Proof.
  unfold cut, product, event. rewrite sum_swap. apply sum_equal. intros k Hk. rewrite sum_times.
  now rewrite remap_sums.
Qed.

(** On every input, G·T is at least as concentrated around the mode as x is, on both sides. *)
Theorem concentration r i :
  (r < responses)%nat -> (i <= n)%nat ->
  ((mode i <= r)%nat -> cut x r i <= cut (product (S n) (geometric n alpha) T) r i) /\
  ((r < mode i)%nat -> cut (product (S n) (geometric n alpha) T) r i <= cut x r i).
Proof.
  intros Hr Hi. rewrite cut_of_remap. split; intros Hm.
  - apply before_the_cut; [assumption|]. now apply last_input_after.
  - apply behind_the_cut; [assumption| |assumption]. now apply last_input_before.
Qed.

End Concentration.

(** Losses that fall up to the mode and rise from there. *)
Definition unimodal (n responses : nat) (mode : nat -> nat) (l : matrix) : Prop :=
  forall i r, (i <= n)%nat -> (S r < responses)%nat ->
    ((mode i <= r)%nat -> l i r <= l i (S r)) /\ ((r < mode i)%nat -> l i (S r) <= l i r).

Lemma summation_by_parts p l x :
  sum (S p) (fun r => x r * l r) == l p * sum (S p) x - sum p (fun r => sum (S r) x * (l (S r) - l r)).
Proof.
  induction p as [|p IH]; [cbn [sum]; ring|].
  change (sum (S (S p)) (fun r => x r * l r)) with (sum (S p) (fun r => x r * l r) + x (S p) * l (S p)).
  rewrite IH. change (sum (S (S p)) x) with (sum (S p) x + x (S p)).
  change (sum (S p) (fun r => sum (S r) x * (l (S r) - l r))) with
    (sum p (fun r => sum (S r) x * (l (S r) - l r)) + sum (S p) x * (l (S p) - l p)). ring.
Qed.

Lemma concentrated_loses_less n responses mode l x y i :
  unimodal n responses mode l -> (i <= n)%nat ->
  stochastic (S n) responses x -> stochastic (S n) responses y ->
  (forall r, (r < responses)%nat ->
     ((mode i <= r)%nat -> cut x r i <= cut y r i) /\ ((r < mode i)%nat -> cut y r i <= cut x r i)) ->
  expected_loss responses l y i <= expected_loss responses l x i.
Proof.
  intros Hl Hi [_ Hx] [_ Hy] Hc. specialize (Hx i ltac:(lia)). specialize (Hy i ltac:(lia)).
  destruct responses as [|p]; [cbn [sum] in Hx; lra|].
  unfold expected_loss. rewrite !summation_by_parts, Hx, Hy.
  assert (H : sum p (fun r => sum (S r) (x i) * (l i (S r) - l i r)) <=
              sum p (fun r => sum (S r) (y i) * (l i (S r) - l i r))).
  { apply sum_le. intros r Hr. destruct (Hl i r Hi ltac:(lia)) as [Hup Hdown].
    destruct (Hc r ltac:(lia)) as [Hcu Hcd]. unfold cut in *.
    destruct (le_lt_dec (mode i) r) as [Hm|Hm].
    - specialize (Hup Hm). specialize (Hcu Hm). apply Qmult_le_compat_r; lra.
    - specialize (Hdown Hm). specialize (Hcd Hm).
      assert (0 <= (sum (S r) (x i) - sum (S r) (y i)) * (l i r - l i (S r))) by (apply Qmult_le_0_compat; lra). lra. }
  lra.
Qed.

(** The main theorem: one remap of G, chosen by x and the modes alone, loses no more on any input. *)
Theorem universal_remap n responses alpha mode x :
  (1 <= n)%nat -> 0 < alpha < 1 -> private_mechanism (S n) responses (path (S n)) alpha x -> never_decrease n mode ->
  exists t, stochastic (S n) responses t /\
    forall l, unimodal n responses mode l -> forall i, (i <= n)%nat ->
      expected_loss responses l (product (S n) (geometric n alpha) t) i <= expected_loss responses l x i.
Proof.
  intros Hn Ha Hx Hm. exists (concentrated_remap n alpha mode x).
  assert (Ht := concentrated_remap_stochastic n responses alpha mode x Hn Ha Hx).
  split; [assumption|]. intros l Hl i Hi.
  apply concentrated_loses_less with (n := n) (mode := mode); try assumption.
  - apply Hx.
  - apply product_stochastic; [apply geometric_stochastic; [assumption | lra] | assumption].
  - intros r Hr. now apply concentration with (responses := responses).
Qed.

(** At the outer levels α = 0 and α = 1, G·x is x itself. *)
Lemma remap_at_zero n responses alpha x :
  (1 <= n)%nat -> alpha == 0 -> same (S n) responses (product (S n) (geometric n alpha) x) x.
Proof.
  intros Hn Ha i r Hi Hr. unfold product. rewrite (sum_single _ i); [| assumption |].
  - unfold geometric. rewrite distance_left, Nat.sub_diag by lia. cbn [power].
    destruct (Nat.eq_dec i 0) as [->|H0]; [|destruct (Nat.eq_dec i n) as [->|Hin]].
    + rewrite share_end by lia. rewrite Ha. field.
    + rewrite share_end by lia. rewrite Ha. field.
    + rewrite share_inner by lia. rewrite Ha. field.
  - intros k Hk Hne. unfold geometric. destruct (distance i k) as [|d] eqn:E; [unfold distance in E; lia|].
    cbn [power]. assert (E0 : alpha * power alpha d == 0 * power alpha d) by (apply Qmult_comp; [assumption | reflexivity]).
    rewrite E0. ring.
Qed.

Lemma remap_at_one n responses alpha x :
  (1 <= n)%nat -> alpha == 1 -> private_mechanism (S n) responses (path (S n)) alpha x ->
  same (S n) responses (product (S n) (geometric n alpha) x) x.
Proof.
  intros Hn Ha [_ Hp] i r Hi Hr.
  assert (Hequal : forall k, (k <= n)%nat -> x k r == x O r).
  { induction k as [|k IH]; intros Hk; [reflexivity|]. rewrite <- IH by lia.
    destruct (Hp k (S k) (in_path (S n) k ltac:(lia)) r Hr) as [H1 H2]. rewrite Ha in H1, H2. lra. }
  destruct (geometric_stochastic n alpha Hn) as [_ Hs]; [rewrite Ha; lra|].
  unfold product. rewrite (sum_equal _ _ (fun k => geometric n alpha i k * x O r)).
  - rewrite sum_times_right, Hs by assumption. rewrite (Hequal i) by lia. ring.
  - intros k Hk. rewrite (Hequal k) by lia. reflexivity.
Qed.

Lemma expected_loss_of_same n responses l x y i :
  same (S n) responses y x -> (i <= n)%nat -> expected_loss responses l y i <= expected_loss responses l x i.
Proof.
  intros Hs Hi. apply sum_le. intros r Hr. rewrite (Hs i r) by (assumption || lia). lra.
Qed.

Theorem universal_remap_at_every_level n responses alpha mode x :
  (1 <= n)%nat -> 0 <= alpha <= 1 -> private_mechanism (S n) responses (path (S n)) alpha x -> never_decrease n mode ->
  exists t, stochastic (S n) responses t /\
    forall l, unimodal n responses mode l -> forall i, (i <= n)%nat ->
      expected_loss responses l (product (S n) (geometric n alpha) t) i <= expected_loss responses l x i.
Proof.
  intros Hn [H0 H1] Hx Hm.
  destruct (Qlt_le_dec 0 alpha) as [Hpos|Hzero]; [destruct (Qlt_le_dec alpha 1) as [Hlt|Hone]|].
  - now apply universal_remap.
  - exists x. split; [apply Hx|]. intros l _ i Hi. apply expected_loss_of_same with (n := n); [|assumption].
    apply remap_at_one; [assumption | lra | assumption].
  - exists x. split; [apply Hx|]. intros l _ i Hi. apply expected_loss_of_same with (n := n); [|assumption].
    apply remap_at_zero; [assumption | lra].
Qed.

(** A user of the n + 1 inputs. *)
Definition user_of (n : nat) (who : user) : Prop :=
  match who with
  | Bayesian p => forall i, (i <= n)%nat -> 0 <= p i
  | Minimax s => s <> [] /\ forall i, In i s -> (i <= n)%nat
  end.

Lemma loses_less n responses l who x y :
  user_of n who ->
  (forall i, (i <= n)%nat -> expected_loss responses l y i <= expected_loss responses l x i) ->
  loss (S n) responses l who y <= loss (S n) responses l who x.
Proof.
  intros Hu H. destruct who as [p|s]; cbn [loss].
  - apply sum_le. intros i Hi. rewrite !(Qmult_comm (p i)). apply Qmult_le_compat_r; [apply H; lia | apply Hu; lia].
  - destruct Hu as [Hs Hin]. apply maximum_least; [assumption|]. intros i Hi.
    eapply Qle_trans; [apply H; now apply Hin | now apply maximum_above].
Qed.

Theorem universal n responses alpha mode l who x :
  (1 <= n)%nat -> 0 <= alpha <= 1 -> never_decrease n mode -> unimodal n responses mode l -> user_of n who ->
  private_mechanism (S n) responses (path (S n)) alpha x ->
  exists t, stochastic (S n) responses t /\
    loss (S n) responses l who (product (S n) (geometric n alpha) t) <= loss (S n) responses l who x.
Proof.
  intros Hn Ha Hm Hl Hu Hx. destruct (universal_remap_at_every_level n responses alpha mode x Hn Ha Hx Hm) as (t & Ht & H).
  exists t. split; [assumption|]. apply loses_less; [assumption|]. now apply H.
Qed.

(** A user's best remap of G is optimal among all α-private mechanisms. *)
Theorem universally_optimal n responses alpha mode l who t :
  (1 <= n)%nat -> 0 <= alpha <= 1 -> never_decrease n mode -> unimodal n responses mode l -> user_of n who ->
  stochastic (S n) responses t ->
  (forall u, stochastic (S n) responses u ->
     loss (S n) responses l who (product (S n) (geometric n alpha) t) <=
     loss (S n) responses l who (product (S n) (geometric n alpha) u)) ->
  optimal (private_mechanism (S n) responses (path (S n)) alpha) (loss (S n) responses l who)
    (loss (S n) responses l who (product (S n) (geometric n alpha) t)) (product (S n) (geometric n alpha) t).
Proof.
  intros Hn Ha Hm Hl Hu Ht Hbest. split; [|split; [reflexivity|]].
  - apply remap_private; [assumption | assumption | lra | assumption].
  - intros x Hx. destruct (universal n responses alpha mode l who x Hn Ha Hm Hl Hu Hx) as (u & Hst & Hle).
    exact (Qle_trans _ _ _ (Hbest u Hst) Hle).
Qed.

(** So some remap of G is a best one, and it is optimal. *)
Theorem some_remap_optimal n responses alpha mode l who :
  (1 <= n)%nat -> 0 <= alpha <= 1 -> (0 < responses)%nat -> never_decrease n mode -> unimodal n responses mode l ->
  user_of n who ->
  exists t, stochastic (S n) responses t /\
    (forall u, stochastic (S n) responses u ->
       loss (S n) responses l who (product (S n) (geometric n alpha) t) <=
       loss (S n) responses l who (product (S n) (geometric n alpha) u)) /\
    optimal (private_mechanism (S n) responses (path (S n)) alpha) (loss (S n) responses l who)
      (loss (S n) responses l who (product (S n) (geometric n alpha) t)) (product (S n) (geometric n alpha) t).
Proof.
  intros Hn Ha Hr Hm Hl Hu.
  destruct (best_remap_exists (S n) (S n) responses l who (geometric n alpha) Hr) as (t & Ht & Hbest).
  { destruct who; [exact I | apply Hu]. }
  exists t. split; [assumption|]. split; [assumption|]. now apply universally_optimal with (mode := mode).
Qed.

(** The smallest f r is one of them. *)
Fixpoint least_at (n : nat) (f : nat -> Q) : nat :=
  match n with
  | O => O
  | S O => O
  | S m => if Qle_bool (least m f) (f m) then least_at m f else m
  end.

Lemma least_at_is n f : (0 < n)%nat -> (least_at n f < n)%nat /\ f (least_at n f) = least n f.
Proof.
  induction n as [|[|m] IH]; intros H; [lia | split; [cbn; lia | reflexivity] |].
  change (least_at (S (S m)) f) with (if Qle_bool (least (S m) f) (f (S m)) then least_at (S m) f else S m).
  change (least (S (S m)) f) with (if Qle_bool (least (S m) f) (f (S m)) then least (S m) f else f (S m)).
  destruct IH as [Hl He]; [lia|]. destruct (Qle_bool (least (S m) f) (f (S m))); split; (assumption || reflexivity || lia).
Qed.

(** The remap of a Bayesian user: each response becomes one of the least cost. *)
Definition bayes_remap (inputs responses : nat) (w y : matrix) : matrix :=
  fun k r => if (r =? least_at responses (remap_cost inputs w y k))%nat then 1 else 0.

Lemma bayes_remap_stochastic inputs columns responses w y :
  (0 < responses)%nat -> stochastic columns responses (bayes_remap inputs responses w y).
Proof.
  intros H. split.
  - intros k r _ _. unfold bayes_remap. destruct (r =? _)%nat; lra.
  - intros k _. destruct (least_at_is responses (remap_cost inputs w y k) H) as [Hl _].
    rewrite (sum_single _ _ _ Hl); unfold bayes_remap.
    + rewrite Nat.eqb_refl. reflexivity.
    + intros r _ Hr. apply Nat.eqb_neq in Hr. rewrite Hr. reflexivity.
Qed.

Lemma bayes_remap_reaches inputs columns responses w y :
  (0 < responses)%nat ->
  combination inputs responses w (product columns y (bayes_remap inputs responses w y)) ==
  sum columns (fun k => least responses (remap_cost inputs w y k)).
Proof.
  intros H. set (t := bayes_remap inputs responses w y).
  assert (E : combination inputs responses w (product columns y t) ==
              sum columns (fun k => sum responses (fun r => t k r * remap_cost inputs w y k r))).
  { unfold combination, product, remap_cost.
    rewrite (sum_equal inputs _ (fun i => sum columns (fun k => sum responses (fun r => t k r * (y i k * w i r))))).
    - rewrite sum_swap. apply sum_equal. intros k Hk. rewrite sum_swap. apply sum_equal. intros r Hr. apply sum_times.
    - intros i Hi. rewrite sum_swap. apply sum_equal. intros r Hr. rewrite <- sum_times. apply sum_equal. intros; ring. }
  rewrite E. apply sum_equal. intros k Hk.
  destruct (least_at_is responses (remap_cost inputs w y k) H) as [Hl He].
  rewrite (sum_single _ _ _ Hl); unfold t, bayes_remap.
  - rewrite Nat.eqb_refl, He. ring.
  - intros r _ Hr. apply Nat.eqb_neq in Hr. rewrite Hr. ring.
Qed.

(** For every Bayesian user some deterministic remap of G is optimal among all α-private mechanisms. *)
Theorem bayes_remap_optimal n responses alpha mode l p :
  (1 <= n)%nat -> 0 <= alpha <= 1 -> (0 < responses)%nat -> never_decrease n mode -> unimodal n responses mode l ->
  (forall i, (i <= n)%nat -> 0 <= p i) ->
  let t := bayes_remap (S n) responses (fun i r => p i * l i r) (geometric n alpha) in
  optimal (private_mechanism (S n) responses (path (S n)) alpha) (loss (S n) responses l (Bayesian p))
    (loss (S n) responses l (Bayesian p) (product (S n) (geometric n alpha) t)) (product (S n) (geometric n alpha) t).
Proof.
  intros Hn Ha Hr Hm Hl Hp t.
  assert (Hloss : forall x, loss (S n) responses l (Bayesian p) x == combination (S n) responses (fun i r => p i * l i r) x).
  { intros x. now rewrite mean_loss. }
  apply universally_optimal with (mode := mode); try assumption; [now apply bayes_remap_stochastic|].
  intros u Hu. rewrite !Hloss. unfold t. rewrite bayes_remap_reaches by assumption. now apply no_remap_below.
Qed.

(** The papers' losses: what counts is how far the response is from the result. *)
Definition monotone (n responses : nat) (l : matrix) : Prop :=
  forall i r q, (i <= n)%nat -> (r < responses)%nat -> (q < responses)%nat ->
    (distance i r <= distance i q)%nat -> l i r <= l i q.

Lemma monotone_unimodal n responses l : monotone n responses l -> unimodal n responses (fun i => i) l.
Proof. intros H i r Hi Hr. split; intros Hm; apply H; unfold distance; lia. Qed.

(** Ghosh, Roughgarden and Sundararajan (2009), Theorem 3.1. *)
Theorem bayesian_main_theorem n alpha l p :
  (1 <= n)%nat -> 0 <= alpha <= 1 -> monotone n (S n) l -> (forall i, (i <= n)%nat -> 0 <= p i) ->
  let t := bayes_remap (S n) (S n) (fun i r => p i * l i r) (geometric n alpha) in
  optimal (private_mechanism (S n) (S n) (path (S n)) alpha) (loss (S n) (S n) l (Bayesian p))
    (loss (S n) (S n) l (Bayesian p) (product (S n) (geometric n alpha) t)) (product (S n) (geometric n alpha) t).
Proof.
  intros Hn Ha Hl Hp. apply bayes_remap_optimal with (mode := fun i => i); try assumption; [lia | | ].
  - intros j k Hjk _. exact Hjk.
  - now apply monotone_unimodal.
Qed.

(** The same, of any best remap. *)
Theorem bayesian_best_remap n alpha p l t :
  (1 <= n)%nat -> 0 <= alpha -> alpha <= 1 -> prior (S n) p -> monotone n (S n) l -> stochastic (S n) (S n) t ->
  (forall u, stochastic (S n) (S n) u ->
     loss (S n) (S n) l (Bayesian p) (product (S n) (geometric n alpha) t) <=
     loss (S n) (S n) l (Bayesian p) (product (S n) (geometric n alpha) u)) ->
  forall x, private_mechanism (S n) (S n) (path (S n)) alpha x ->
    loss (S n) (S n) l (Bayesian p) (product (S n) (geometric n alpha) t) <= loss (S n) (S n) l (Bayesian p) x.
Proof.
  intros Hn H0 H1 [Hp _] Hl Ht Hbest.
  apply universally_optimal with (mode := fun i => i) (who := Bayesian p); try assumption.
  - now split.
  - intros j k Hjk _. exact Hjk.
  - now apply monotone_unimodal.
  - intros i Hi. apply Hp. lia.
Qed.

(** Gupte and Sundararajan (2010), Theorem 1, part 2: a minimax consumer who interacts optimally with G, and there is an
    optimal interaction, loses no more than by any α-private mechanism. *)
Theorem minimax_main_theorem n alpha l s :
  (1 <= n)%nat -> 0 <= alpha <= 1 -> monotone n (S n) l -> s <> [] -> (forall i, In i s -> (i <= n)%nat) ->
  exists t, stochastic (S n) (S n) t /\
    (forall u, stochastic (S n) (S n) u ->
       loss (S n) (S n) l (Minimax s) (product (S n) (geometric n alpha) t) <=
       loss (S n) (S n) l (Minimax s) (product (S n) (geometric n alpha) u)) /\
    optimal (private_mechanism (S n) (S n) (path (S n)) alpha) (loss (S n) (S n) l (Minimax s))
      (loss (S n) (S n) l (Minimax s) (product (S n) (geometric n alpha) t)) (product (S n) (geometric n alpha) t).
Proof.
  intros Hn Ha Hl Hs Hin. apply some_remap_optimal with (mode := fun i => i); try assumption.
  - lia.
  - intros j k Hjk _. exact Hjk.
  - now apply monotone_unimodal.
  - now split.
Qed.
