(** The geometric mechanism x^G, whose responses are all integers: what can be derived from it is what can be derived
    from its range-restricted version G (Definitions 1 and 4 of Gupte and Sundararajan, 2010), so Theorem 3.1 of
    Ghosh, Roughgarden and Sundararajan (2009) holds of x^G as it is printed. *)

From ExactDP Require Export NamedLosses.
From Coq Require Import Bool.

(** Limits of sequences. *)
Definition limit (f : nat -> Q) (s : Q) : Prop :=
  forall eps, 0 < eps -> exists start, forall m, (start <= m)%nat -> s - eps <= f m /\ f m <= s + eps.

Lemma limit_unique f s t : limit f s -> limit f t -> s == t.
Proof.
  enough (H : forall s t, limit f s -> limit f t -> s <= t) by (intros; apply Qle_antisym; now apply H).
  clear. intros s t Hs Ht. destruct (Qlt_le_dec t s) as [Hlt|Hle]; [|assumption]. exfalso.
  assert (E : 3 * ((s - t) / 3) == s - t) by field. set (third := (s - t) / 3) in *.
  destruct (Hs third) as (a & Ha); [lra|]. destruct (Ht third) as (b & Hb); [lra|].
  destruct (Ha (a + b)%nat ltac:(lia)) as [H1 _]. destruct (Hb (a + b)%nat ltac:(lia)) as [_ H2]. lra.
Qed.

Lemma limit_equal f g s : (forall m, f m == g m) -> limit f s -> limit g s.
Proof.
  intros H Hf eps He. destruct (Hf eps He) as (a & Ha). exists a. intros m Hm. rewrite <- H. now apply Ha.
Qed.

Lemma limit_value f s t : s == t -> limit f s -> limit f t.
Proof. intros H Hf eps He. destruct (Hf eps He) as (a & Ha). exists a. intros m Hm. rewrite <- H. now apply Ha. Qed.

Lemma limit_plus f g s t : limit f s -> limit g t -> limit (fun m => f m + g m) (s + t).
Proof.
  intros Hf Hg eps He. assert (E : 2 * (eps / 2) == eps) by field. set (half := eps / 2) in *.
  destruct (Hf half) as (a & Ha); [lra|]. destruct (Hg half) as (b & Hb); [lra|].
  exists (a + b)%nat. intros m Hm. destruct (Ha m ltac:(lia)). destruct (Hb m ltac:(lia)). lra.
Qed.

Lemma limit_times c f s : limit f s -> limit (fun m => c * f m) (c * s).
Proof.
  intros Hf eps He.
  assert (Hc : exists b, 0 < b /\ - b <= c /\ c <= b).
  { destruct (Qlt_le_dec c 0); [exists (1 - c) | exists (1 + c)]; repeat split; lra. }
  destruct Hc as (b & Hb & Hl & Hu). destruct (Hf (eps / b)) as (a & Ha); [apply Qlt_shift_div_l; lra|].
  exists a. intros m Hm. destruct (Ha m Hm) as [H1 H2].
  assert (E : b * (eps / b) == eps) by (field; lra).
  assert (0 <= (b - c) * (eps / b - (f m - s))) by (apply Qmult_le_0_compat; lra).
  assert (0 <= (b + c) * (eps / b + (f m - s))) by (apply Qmult_le_0_compat; lra).
  assert (0 <= (b + c) * (eps / b - (f m - s))) by (apply Qmult_le_0_compat; lra).
  assert (0 <= (b - c) * (eps / b + (f m - s))) by (apply Qmult_le_0_compat; lra). lra.
Qed.

Lemma limit_constant c : limit (fun _ => c) c.
Proof. intros eps He. exists O. intros; lra. Qed.

Lemma limit_nonnegative f s : limit f s -> (forall m, 0 <= f m) -> 0 <= s.
Proof.
  intros Hf H. destruct (Qlt_le_dec s 0) as [Hs|Hs]; [|assumption]. exfalso.
  assert (E : 2 * (- s / 2) == - s) by field. set (half := - s / 2) in *.
  destruct (Hf half) as (a & Ha); [lra|].
  destruct (Ha a (le_n a)) as [_ H2]. specialize (H a). lra.
Qed.

Lemma limit_sum n (f : nat -> nat -> Q) (s : nat -> Q) :
  (forall r, (r < n)%nat -> limit (f r) (s r)) -> limit (fun m => sum n (fun r => f r m)) (sum n s).
Proof.
  induction n as [|n IH]; intros H; cbn [sum]; [apply limit_constant|].
  apply (limit_plus (fun m => sum n (fun r => f r m)) (f n)); [apply IH; intros; apply H; lia | apply H; lia].
Qed.

(** Every number is at most some natural number, so α^m gets as small as one likes for α < 1. *)
Lemma some_natural q : exists m : nat, q <= inject_Z (Z.of_nat m).
Proof.
  assert (H : exists z, q <= inject_Z z).
  { first [ destruct (Qarchimedean q) as (p & Hp); exists (Zpos p); apply Qlt_le_weak; exact Hp
          | exists (up q); destruct (archimed q); unfold inject_Z; lra ]. }
  destruct H as (z & Hz). exists (Z.to_nat z). eapply Qle_trans; [exact Hz|]. apply inject_Z_le. lia.
Qed.

Lemma bernoulli a m : 0 <= a <= 1 -> power a m * (1 + inject_Z (Z.of_nat m) * (1 - a)) <= 1.
Proof.
  intros Ha. induction m as [|m IH]; cbn [power].
  - change (inject_Z (Z.of_nat 0)) with 0. lra.
  - rewrite natural_step. set (k := inject_Z (Z.of_nat m)) in *.
    assert (Hk : 0 <= k) by apply natural_nonnegative. assert (Hp := power_nonnegative a m ltac:(lra)).
    set (p := power a m) in *.
    assert (0 <= p * ((k + 1) * ((1 - a) * (1 - a)))) by (repeat apply Qmult_le_0_compat; lra). lra.
Qed.

Lemma power_vanishes a : 0 <= a < 1 -> limit (power a) 0.
Proof.
  intros Ha eps He.
  destruct (some_natural (1 / (eps * (1 - a)))) as (m & Hm).
  assert (Hd : 0 < eps * (1 - a)) by (apply Qmult_lt_0_compat; lra).
  exists m. intros k Hk. assert (Hp := power_nonnegative a k ltac:(lra)). split; [lra|].
  assert (Hb := bernoulli a k ltac:(lra)). set (p := power a k) in *.
  assert (Hmk : 1 / (eps * (1 - a)) <= inject_Z (Z.of_nat k)).
  { eapply Qle_trans; [exact Hm|]. apply inject_Z_le. lia. }
  assert (E : 1 / (eps * (1 - a)) * (1 - a) == 1 / eps) by (field; lra).
  assert (H1 : 1 / eps <= inject_Z (Z.of_nat k) * (1 - a)) by (rewrite <- E; apply Qmult_le_compat_r; lra).
  assert (H2 : p * (1 / eps) <= 1).
  { assert (0 <= p * (inject_Z (Z.of_nat k) * (1 - a) - 1 / eps)) by (apply Qmult_le_0_compat; lra). lra. }
  assert (F : p == eps * (p * (1 / eps))) by (field; lra).
  assert (eps * (p * (1 / eps)) <= eps * 1) by (apply Qmult_le_l; assumption). lra.
Qed.

Lemma power_plus a d e : power a (d + e) == power a d * power a e.
Proof. induction d as [|d IH]; cbn [power Nat.add]; [ring|]. rewrite IH. ring. Qed.

(** A sum over all integers is the limit of the sums over -m, …, m. *)
Definition window (m : nat) (f : Z -> Q) : Q :=
  sum (S m) (fun k => f (Z.of_nat k)) + sum m (fun k => f (- Z.of_nat (S k))%Z).

Definition sums_to (f : Z -> Q) (s : Q) : Prop := limit (fun m => window m f) s.

(** Definition 1: the response i + Z has the probability (1-α)/(1+α)·α^|Z|. *)
Definition geometric_on_integers (alpha : Q) (i : nat) (z : Z) : Q :=
  (1 - alpha) / (1 + alpha) * power alpha (Z.abs_nat (Z.of_nat i - z)).

(** A remap of the integers to finitely many responses, and what it makes of x^G. *)
Definition stochastic_on_integers (responses : nat) (y : Z -> nat -> Q) : Prop :=
  (forall z r, (r < responses)%nat -> 0 <= y z r) /\ forall z, sum responses (y z) == 1.

Definition induced_from_integers (inputs responses : nat) (alpha : Q) (y : Z -> nat -> Q) (x : matrix) : Prop :=
  forall i r, (i < inputs)%nat -> (r < responses)%nat ->
    sums_to (fun z => geometric_on_integers alpha i z * y z r) (x i r).

Definition derivable_from_integers (inputs responses : nat) (alpha : Q) (x : matrix) : Prop :=
  exists y, stochastic_on_integers responses y /\ induced_from_integers inputs responses alpha y x.

(** G is x^G with all responses below 0 read as 0 and all above n read as n. *)
Definition clamped (n : nat) (z : Z) : nat := Z.to_nat (Z.min (Z.max z 0) (Z.of_nat n)).

Definition mass (alpha : Q) : Q := (1 - alpha) / (1 + alpha).

Lemma left_tail alpha i m :
  0 <= alpha -> sum m (fun k => geometric_on_integers alpha i (- Z.of_nat (S k))) ==
  (power alpha (S i) - power alpha (S i + m)) / (1 + alpha).
Proof.
  intros Ha. induction m as [|m IH].
  - cbn [sum]. rewrite Nat.add_0_r. field. lra.
  - cbn [sum]. rewrite IH. unfold geometric_on_integers.
    replace (Z.abs_nat (Z.of_nat i - - Z.of_nat (S m))) with (S i + m)%nat by lia.
    rewrite Nat.add_succ_r. cbn [power]. field. lra.
Qed.

Lemma right_tail alpha n i d :
  0 <= alpha -> (i <= n)%nat -> sum d (fun k => geometric_on_integers alpha i (Z.of_nat (S n + k))) ==
  (power alpha (S (n - i)) - power alpha (S (n - i) + d)) / (1 + alpha).
Proof.
  intros Ha Hi. induction d as [|d IH].
  - cbn [sum]. rewrite Nat.add_0_r. field. lra.
  - cbn [sum]. rewrite IH. unfold geometric_on_integers.
    replace (Z.abs_nat (Z.of_nat i - Z.of_nat (S n + d))) with (S (n - i) + d)%nat by lia.
    rewrite Nat.add_succ_r. cbn [power]. field. lra.
Qed.

Lemma share_is n alpha k :
  (1 <= n)%nat -> 0 <= alpha ->
  share n alpha k == (1 - alpha) / (1 + alpha) + ((if (k =? 0)%nat then alpha / (1 + alpha) else 0) +
                                                  (if (k =? n)%nat then alpha / (1 + alpha) else 0)).
Proof.
  intros Hn Ha. unfold share. destruct (k =? 0)%nat eqn:E0, (k =? n)%nat eqn:En; cbn [orb]; try (field; lra).
  apply Nat.eqb_eq in E0, En. lia.
Qed.

Lemma window_clamped n alpha (h : nat -> Q) i d :
  (1 <= n)%nat -> 0 <= alpha -> (i <= n)%nat ->
  window (n + d) (fun z => geometric_on_integers alpha i z * h (clamped n z)) ==
  sum (S n) (fun k => geometric n alpha i k * h k) -
  (h O * power alpha (S i + (n + d)) + h n * power alpha (S (n - i) + d)) / (1 + alpha).
Proof.
  intros Hn Ha Hi. unfold window. change (S (n + d)) with (S n + d)%nat. rewrite sum_split.
  rewrite (sum_equal (S n) _ (fun k => (1 - alpha) / (1 + alpha) * (power alpha (distance i k) * h k))).
  2:{ intros k Hk. unfold geometric_on_integers, clamped.
      replace (Z.to_nat (Z.min (Z.max (Z.of_nat k) 0) (Z.of_nat n))) with k by lia.
      replace (Z.abs_nat (Z.of_nat i - Z.of_nat k)) with (distance i k) by (unfold distance; lia). ring. }
  rewrite (sum_equal d _ (fun k => geometric_on_integers alpha i (Z.of_nat (S n + k)) * h n)).
  2:{ intros k Hk. unfold clamped. replace (Z.to_nat (Z.min (Z.max (Z.of_nat (S n + k)) 0) (Z.of_nat n))) with n by lia.
      reflexivity. }
  rewrite (sum_equal (n + d) _ (fun k => geometric_on_integers alpha i (- Z.of_nat (S k)) * h O)).
  2:{ intros k Hk. unfold clamped. replace (Z.to_nat (Z.min (Z.max (- Z.of_nat (S k)) 0) (Z.of_nat n))) with O by lia.
      reflexivity. }
  rewrite !sum_times_right, left_tail, right_tail, sum_times by assumption.
  rewrite (sum_equal (S n) (fun k => geometric n alpha i k * h k)
    (fun k => (1 - alpha) / (1 + alpha) * (power alpha (distance i k) * h k) +
      ((if (k =? 0)%nat then alpha / (1 + alpha) else 0) * (power alpha (distance i k) * h k) +
       (if (k =? n)%nat then alpha / (1 + alpha) else 0) * (power alpha (distance i k) * h k)))).
  2:{ intros k Hk. unfold geometric. rewrite share_is by assumption. ring. }
  rewrite !sum_plus, sum_times.
  rewrite (sum_indicator (S n) 0 (alpha / (1 + alpha)) (fun k => power alpha (distance i k) * h k)) by lia.
  rewrite (sum_indicator (S n) n (alpha / (1 + alpha)) (fun k => power alpha (distance i k) * h k)) by lia.
  rewrite (distance_left i 0), (distance_right i n) by lia. rewrite Nat.sub_0_r. cbn [power Nat.add]. field. lra.
Qed.

Lemma limit_shift f s d : limit (fun m => f (d + m)%nat) s -> limit f s.
Proof.
  intros H eps He. destruct (H eps He) as (a & Ha). exists (d + a)%nat. intros m Hm.
  replace m with (d + (m - d))%nat by lia. apply Ha. lia.
Qed.

Lemma clamped_sums n alpha h i :
  (1 <= n)%nat -> 0 <= alpha < 1 -> (i <= n)%nat ->
  sums_to (fun z => geometric_on_integers alpha i z * h (clamped n z)) (sum (S n) (fun k => geometric n alpha i k * h
    k)).
Proof.
  intros Hn Ha Hi. apply (limit_shift _ _ n).
  apply limit_equal with (f := fun d => sum (S n) (fun k => geometric n alpha i k * h k) +
    - (h O * power alpha (S i + n) + h n * power alpha (S (n - i))) / (1 + alpha) * power alpha d).
  { intros d. rewrite window_clamped by (assumption || lra). rewrite Nat.add_assoc, !power_plus. cbn [power]. field.
    lra. }
  apply limit_value with (s := sum (S n) (fun k => geometric n alpha i k * h k) +
    - (h O * power alpha (S i + n) + h n * power alpha (S (n - i))) / (1 + alpha) * 0); [ring|].
  apply limit_plus; [apply limit_constant | apply limit_times; now apply power_vanishes].
Qed.

(** x^G sums to 1. *)
Theorem geometric_on_integers_sums n alpha i :
  (1 <= n)%nat -> 0 <= alpha < 1 -> (i <= n)%nat -> sums_to (geometric_on_integers alpha i) 1.
Proof.
  intros Hn Ha Hi. assert (H := clamped_sums n alpha (fun _ => 1) i Hn Ha Hi).
  destruct (geometric_stochastic n alpha Hn ltac:(lra)) as [_ Hs].
  apply limit_value with (s := sum (S n) (fun k => geometric n alpha i k * 1)).
  - rewrite sum_times_right, Hs by lia. ring.
  - revert H. apply limit_equal. intros m. unfold window. rewrite !sum_times_right. ring.
Qed.

(** What can be derived from G can be derived from x^G: clamp first. *)
Theorem integers_from_geometric n responses alpha t :
  (1 <= n)%nat -> 0 <= alpha < 1 -> stochastic (S n) responses t ->
  stochastic_on_integers responses (fun z => t (clamped n z)) /\
  induced_from_integers (S n) responses alpha (fun z => t (clamped n z)) (product (S n) (geometric n alpha) t).
Proof.
  intros Hn Ha [Ht Ht1].
  assert (Hc : forall z, (clamped n z < S n)%nat) by (intros z; unfold clamped; lia). split; [split|].
  - intros z r Hr. now apply Ht.
  - intros z. now apply Ht1.
  - intros i r Hi Hr. exact (clamped_sums n alpha (fun k => t k r) i Hn Ha ltac:(lia)).
Qed.

Lemma window_plus m f g : window m (fun z => f z + g z) == window m f + window m g.
Proof. unfold window. rewrite !sum_plus. ring. Qed.

Lemma window_times m c f : window m (fun z => c * f z) == c * window m f.
Proof. unfold window. rewrite !sum_times. ring. Qed.

Lemma window_nonnegative m f : (forall z, 0 <= f z) -> 0 <= window m f.
Proof.
  intros H. assert (A := sum_nonnegative (S m) (fun k => f (Z.of_nat k)) (fun k _ => H _)).
  assert (B := sum_nonnegative m (fun k => f (- Z.of_nat (S k))%Z) (fun k _ => H _)). unfold window. lra.
Qed.

Lemma window_equal m f g : (forall z, f z == g z) -> window m f == window m g.
Proof.
  intros H. unfold window.
  now rewrite (sum_equal (S m) _ (fun k => g (Z.of_nat k))), (sum_equal m _ (fun k => g (- Z.of_nat (S k))%Z)) by auto.
Qed.

Lemma window_sum m n (f : Z -> nat ->
  Q) : window m (fun z => sum n (f z)) == sum n (fun r => window m (fun z => f z r)).
Proof.
  unfold window. rewrite sum_plus, (sum_swap (S m) n (fun k => f (Z.of_nat k))).
  rewrite (sum_swap m n (fun k => f (- Z.of_nat (S k))%Z)). reflexivity.
Qed.

Lemma sums_nonnegative f s : sums_to f s -> (forall z, 0 <= f z) -> 0 <= s.
Proof. intros H Hf. apply (limit_nonnegative _ s H). intros m. now apply window_nonnegative. Qed.

Lemma sums_plus f g s t : sums_to f s -> sums_to g t -> sums_to (fun z => f z + g z) (s + t).
Proof.
  intros Hf Hg. apply limit_equal with (f := fun m => window m f + window m g); [intros m; symmetry;
    apply window_plus|].
  now apply limit_plus.
Qed.

Lemma sums_times c f s : sums_to f s -> sums_to (fun z => c * f z) (c * s).
Proof.
  intros Hf. apply limit_equal with (f := fun m => c * window m f); [intros m; symmetry; apply window_times|].
  now apply limit_times.
Qed.

Lemma sums_equal f g s : (forall z, f z == g z) -> sums_to f s -> sums_to g s.
Proof. intros H. apply limit_equal. intros m. now apply window_equal. Qed.

Lemma sums_step f g s t c : sums_to f s -> sums_to g t -> (forall z, c * f z <= g z) -> c * s <= t.
Proof.
  intros Hf Hg H. assert (K : 0 <= t + - (1) * (c * s)); [|lra].
  apply (sums_nonnegative (fun z => g z + - (1) * (c * f z))); [apply sums_plus;
    [assumption | now apply sums_times, sums_times]|].
  intros z. specialize (H z). lra.
Qed.

Lemma abs_step i z :
  (Z.of_nat i < z)%Z /\ Z.abs_nat (Z.of_nat i - z) = S (Z.abs_nat (Z.of_nat (S i) - z)) \/
  (z <= Z.of_nat i)%Z /\ Z.abs_nat (Z.of_nat (S i) - z) = S (Z.abs_nat (Z.of_nat i - z)).
Proof. lia. Qed.

Lemma mass_nonnegative alpha : 0 <= alpha <= 1 -> 0 <= (1 - alpha) / (1 + alpha).
Proof. intros H. apply Qle_shift_div_l; lra. Qed.

Lemma geometric_on_integers_nonnegative alpha i z : 0 <= alpha <= 1 -> 0 <= geometric_on_integers alpha i z.
Proof.
  intros Ha. unfold geometric_on_integers.
  apply Qmult_le_0_compat; [now apply mass_nonnegative | apply power_nonnegative; lra].
Qed.

(** x^G is α-private: neighbouring results differ by the factor α. *)
Theorem geometric_on_integers_private alpha i z :
  0 <= alpha <= 1 ->
  alpha * geometric_on_integers alpha i z <= geometric_on_integers alpha (S i) z /\
  alpha * geometric_on_integers alpha (S i) z <= geometric_on_integers alpha i z.
Proof.
  intros Ha. assert (Hc := mass_nonnegative alpha Ha). unfold geometric_on_integers.
  set (c := (1 - alpha) / (1 + alpha)) in *.
  assert (K : forall d, 0 <= c * power alpha d * (1 - alpha * alpha)).
  { intros d. apply Qmult_le_0_compat; [|nra]. apply Qmult_le_0_compat; [exact Hc | apply power_nonnegative; lra]. }
  destruct (abs_step i z) as [[_ ->]|[_ ->]]; cbn [power].
  - specialize (K (Z.abs_nat (Z.of_nat (S i) - z))). split; lra.
  - specialize (K (Z.abs_nat (Z.of_nat i - z))). split; lra.
Qed.

Lemma geometric_on_integers_three_entries alpha i z :
  0 <= alpha <= 1 ->
  alpha * (geometric_on_integers alpha (S (S i)) z - alpha * geometric_on_integers alpha (S i) z) <=
  geometric_on_integers alpha (S i) z - alpha * geometric_on_integers alpha i z.
Proof.
  intros Ha. assert (Hc := mass_nonnegative alpha Ha). unfold geometric_on_integers.
  set (c := (1 - alpha) / (1 + alpha)) in *.
  assert (K : forall d, 0 <= c * power alpha d * (1 - alpha * alpha)).
  { intros d. apply Qmult_le_0_compat; [|nra]. apply Qmult_le_0_compat; [exact Hc | apply power_nonnegative; lra]. }
  destruct (abs_step i z) as [[H1 E1]|[H1 E1]], (abs_step (S i) z) as [[H2 E2]|[H2 E2]]; try lia; rewrite ?E1, ?E2;
    cbn [power].
  - rewrite E2 in E1. rewrite ?E1, ?E2. cbn [power]. lra.
  - specialize (K (Z.abs_nat (Z.of_nat (S i) - z))). lra.
  - rewrite E1. cbn [power]. lra.
Qed.

(** Whatever can be derived from x^G can be derived from G, and conversely. *)
Theorem integers_and_geometric n responses alpha x :
  (1 <= n)%nat -> 0 <= alpha < 1 ->
  (derivable_from_integers (S n) responses alpha x <-> derivable (S n) (S n) responses x (geometric n alpha)).
Proof.
  intros Hn Ha. split.
  - intros (y & [Hy Hy1] & Hx). apply theorem_2; [assumption | assumption | | ].
    + assert (Hpos : forall i z, 0 <= geometric_on_integers alpha i z).
      { intros i z. apply geometric_on_integers_nonnegative. lra. }
      split; [split|].
      * intros i r Hi Hr. apply (sums_nonnegative _ _ (Hx i r Hi Hr)). intros z.
        apply Qmult_le_0_compat; [apply Hpos | now apply Hy].
      * intros i Hi. apply (limit_unique (fun m => window m (fun z => sum responses (fun r => geometric_on_integers
          alpha i z * y z r)))).
        -- apply limit_equal with (f := fun m => sum responses (fun r => window m (fun z => geometric_on_integers
             alpha i z * y z r))).
           ++ intros m. symmetry. apply window_sum.
           ++ apply limit_sum. intros r Hr. now apply Hx.
        -- apply (sums_equal (geometric_on_integers alpha i)).
           ++ intros z. rewrite sum_times, Hy1. ring.
           ++ apply (geometric_on_integers_sums n); [assumption | assumption | lia].
      * intros i k Hik r Hr. apply of_path in Hik. destruct Hik as [-> Hi].
        assert (G0 := fun z => geometric_on_integers_private alpha i z ltac:(lra)).
        split; (eapply sums_step; [apply Hx; (assumption || lia) | apply Hx; (assumption || lia) |]); intros z;
          cbv beta; rewrite Qmult_assoc; (apply Qmult_le_compat_r; [|now apply Hy]).
        -- exact (proj1 (G0 z)).
        -- exact (proj2 (G0 z)).
    + intros i r Hi Hr.
      assert (X : forall j, (j <= n)%nat -> sums_to (fun z => geometric_on_integers alpha j z * y z r) (x j r)).
      { intros j Hj. apply Hx; [lia | assumption]. }
      assert (K : 0 <= (1 + alpha * alpha) * x (S i) r + - alpha * (x i r + x (S (S i)) r)); [|lra].
      eapply sums_nonnegative.
      * apply sums_plus; [apply sums_times, X; lia | apply sums_times, sums_plus; apply X; lia].
      * intros z. cbv beta. assert (G0 := geometric_on_integers_three_entries alpha i z ltac:(lra)).
        assert (0 <= (geometric_on_integers alpha (S i) z - alpha * geometric_on_integers alpha i z -
                      alpha * (geometric_on_integers alpha (S (S i)) z - alpha * geometric_on_integers alpha (S i) z))
                        * y z r).
        { apply Qmult_le_0_compat; [lra | now apply Hy]. } lra.
  - intros (t & Ht & Hx). destruct (integers_from_geometric n responses alpha t Hn Ha Ht) as [Hs Hi].
    exists (fun z => t (clamped n z)). split; [assumption|]. intros i r Hi' Hr. unfold same in Hx.
    apply limit_value with (s := product (S n) (geometric n alpha) t i r); [symmetry; now apply Hx | now apply Hi].
Qed.

(** Theorem 3.1 as printed: y^u, any optimal remap of x^G for a user with a prior p and a monotone loss, induces a
    mechanism that is optimal among all α-private mechanisms. *)
Theorem theorem_3_1 n alpha l p y x :
  (1 <= n)%nat -> 0 <= alpha < 1 -> prior (S n) p -> monotone n (S n) l ->
  stochastic_on_integers (S n) y -> induced_from_integers (S n) (S n) alpha y x ->
  (forall u z, stochastic_on_integers (S n) u -> induced_from_integers (S n) (S n) alpha u z ->
     loss (S n) (S n) l (Bayesian p) x <= loss (S n) (S n) l (Bayesian p) z) ->
  optimal (private_mechanism (S n) (S n) (path (S n)) alpha) (loss (S n) (S n) l (Bayesian p))
    (loss (S n) (S n) l (Bayesian p) x) x.
Proof.
  intros Hn Ha [Hp Hp1] Hl Hy Hx Hbest. split; [|split; [reflexivity|]].
  - destruct (proj1 (integers_and_geometric n (S n) alpha x Hn Ha)) as (t & Ht & He); [now exists y|].
    assert (Hs : stochastic (S n) (S n) x).
    { apply (stochastic_same _ _ _ _ He).
      apply product_stochastic; [apply geometric_stochastic; [assumption | lra] | assumption]. }
    split; [assumption|]. intros i k Hik r Hr. destruct (path_inside _ _ _ Hik). unfold same in He.
    rewrite !He by assumption.
    apply (product_private (path (S n)) (S n) (S n) alpha (geometric n alpha) t); [apply Ht | apply geometric_private;
      lra | assumption..].
  - intros z Hz. destruct (universal n (S n) alpha (fun i => i) l (Bayesian p) z Hn ltac:(lra)) as (t & Ht & Hle).
    + intros j k Hjk _. exact Hjk.
    + now apply monotone_unimodal.
    + intros i Hi. apply Hp. lia.
    + assumption.
    + eapply Qle_trans; [|exact Hle].
      destruct (integers_from_geometric n (S n) alpha t Hn Ha Ht) as [Hu Hi]. exact (Hbest _ _ Hu Hi).
Qed.
