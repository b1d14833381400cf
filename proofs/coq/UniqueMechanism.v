(** Theorem 6.1 of Ghosh, Roughgarden and Sundararajan (2009): for 0 ≤ α < 1 a mechanism with the responses 0, …, n
    that every user can remap into an optimal one is the geometric mechanism with its responses permuted.

    One user is enough: the one with the uniform prior and the 0-1 loss. Its loss is least where the sum of the
    largest entries of the columns is Σ_i G_ii, and this is so only of columns that fall by the factor α from one row
    on. *)

From ExactDP Require Export Integers.

Lemma distance_symmetric i k : distance i k = distance k i.
Proof. unfold distance. lia. Qed.

(** A private column falls by the factor α at most, from row to row. *)
Lemma column_falls n alpha (v : nat -> Q) i r :
  0 <= alpha -> (forall j, (S j <= n)%nat -> alpha * v j <= v (S j) /\ alpha * v (S j) <= v j) ->
  (i <= n)%nat -> (r <= n)%nat -> power alpha (distance i r) * v r <= v i.
Proof.
  intros Ha Hv Hi Hr.
  assert (H : forall d k, (k + d <= n)%nat ->
    power alpha d * v k <= v (k + d)%nat /\ power alpha d * v (k + d)%nat <= v k).
  { induction d as [|d IH]; intros k Hk; [rewrite Nat.add_0_r; cbn [power]; lra|]. cbn [power].
    rewrite Nat.add_succ_r in *. destruct (IH k ltac:(lia)) as [H1 H2]. destruct (Hv (k + d)%nat Hk) as [H3 H4].
    assert (Hp := power_nonnegative alpha d Ha). split.
    - assert (0 <= alpha * (v (k + d)%nat - power alpha d * v k)) by (apply Qmult_le_0_compat; lra). lra.
    - assert (0 <= power alpha d * (v (k + d)%nat - alpha * v (S (k + d)))) by (apply Qmult_le_0_compat; lra). lra. }
  destruct (le_lt_dec i r) as [Hle|Hlt].
  - rewrite distance_right by assumption. destruct (H (r - i)%nat i ltac:(lia)) as [_ H2].
    replace (i + (r - i))%nat with r in H2 by lia. exact H2.
  - rewrite distance_left by lia. destruct (H (i - r)%nat r ltac:(lia)) as [H1 _].
    replace (r + (i - r))%nat with i in H1 by lia. exact H1.
Qed.

(** The shares weigh a column that falls by α from row r on with what it has there. *)
Lemma shares_weigh n alpha r :
  (1 <= n)%nat -> 0 <= alpha <= 1 -> (r <= n)%nat ->
  sum (S n) (fun i => share n alpha i * power alpha (distance i r)) == 1.
Proof.
  intros Hn Ha Hr. destruct (geometric_stochastic n alpha Hn Ha) as [_ Hs]. rewrite <- (Hs r) by lia.
  apply sum_equal. intros i _. unfold geometric. rewrite (distance_symmetric i r). ring.
Qed.

Lemma shares_are_diagonal n alpha : sum (S n) (fun r => geometric n alpha r r) == sum (S n) (share n alpha).
Proof.
  apply sum_equal. intros r _. unfold geometric, distance. rewrite Nat.sub_diag. cbn [Nat.add power]. ring.
Qed.

(** The shares are the only numbers v with Σ_r α^|i-r|·v_r = 1 for every i. *)
Lemma only_shares n alpha (v : nat -> Q) :
  (1 <= n)%nat -> 0 <= alpha < 1 ->
  (forall i, (i <= n)%nat -> sum (S n) (fun r => power alpha (distance i r) * v r) == 1) ->
  forall r, (r <= n)%nat -> v r == share n alpha r.
Proof.
  intros Hn Ha Hv r Hr. set (t := fun k (_ : nat) => v k / share n alpha k).
  assert (Hpos : forall k, 0 < share n alpha k) by (intros; now apply share_positive).
  destruct (geometric_stochastic n alpha Hn ltac:(lra)) as [_ Hs].
  assert (E : forall u, (forall i, (i <= n)%nat -> product (S n) (geometric n alpha) u i O == 1) ->
                u r O == inverse_remap n alpha (fun _ _ => 1) r O).
  { intros u Hu. rewrite <- (inverse_geometric n alpha u r O Hn Ha Hr). unfold inverse_remap.
    assert (D := second_difference_equal n alpha (fun i => product (S n) (geometric n alpha) u i O) (fun _ => 1) r Hn
      Hr Hu).
    destruct ((r =? 0) || (r =? n))%nat; rewrite D; reflexivity. }
  assert (T : t r O == 1).
  { rewrite (E t), <- (E (fun _ _ => 1)).
    - reflexivity.
    - intros i Hi. unfold product. rewrite sum_times_right, Hs by lia. ring.
    - intros i Hi. rewrite <- (Hv i Hi). unfold product. apply sum_equal. intros k _. unfold geometric, t.
      field. specialize (Hpos k). lra. }
  specialize (Hpos r). transitivity (t r O * share n alpha r); [unfold t; field; lra|]. rewrite T. ring.
Qed.

Section Largest_entries.

Variables (n : nat) (alpha : Q) (x : matrix).
Hypothesis at_least_one : (1 <= n)%nat.
Hypothesis level : 0 <= alpha < 1.
Hypothesis x_private : private_mechanism (S n) (S n) (path (S n)) alpha x.

(** The row of the largest entry of a column. *)
Definition top (k : nat) : nat := least_at (S n) (fun i => - x i k).

Lemma top_is k : (top k <= n)%nat /\ forall i, (i <= n)%nat -> x i k <= x (top k) k.
Proof.
  destruct (least_at_is (S n) (fun i => - x i k) ltac:(lia)) as [Hl He]. fold (top k) in *. split; [lia|].
  intros i Hi. assert (H := least_below (S n) (fun i => - x i k) i ltac:(lia)). rewrite <- He in H. cbv beta in H. lra.
Qed.

Lemma column_steps k j : (k <= n)%nat -> (S j <= n)%nat -> alpha * x j k <= x (S j) k /\ alpha * x (S j) k <= x j k.
Proof. intros Hk Hj. apply (proj2 x_private); [apply in_path; lia | lia]. Qed.

Lemma falls_from_top k i : (k <= n)%nat -> (i <= n)%nat -> power alpha (distance i (top k)) * x (top k) k <= x i k.
Proof.
  intros Hk Hi. apply (column_falls n alpha (fun j => x j k) i (top k)); [lra | | assumption | apply top_is].
  intros j Hj. now apply column_steps.
Qed.

Lemma shares_positive i : 0 < share n alpha i.
Proof. now apply share_positive. Qed.

Lemma weighed_column k :
  (k <= n)%nat ->
  sum (S n) (fun i => share n alpha i * (x i k - power alpha (distance i (top k)) * x (top k) k)) ==
  sum (S n) (fun i => share n alpha i * x i k) - x (top k) k.
Proof.
  intros Hk. assert (E := shares_weigh n alpha (top k) at_least_one ltac:(lra) (proj1 (top_is k))).
  rewrite (sum_equal _ _ (fun i => share n alpha i * x i k - share n alpha i * power alpha (distance i (top k)) * x
    (top k) k)).
  2:{ intros; ring. }
  rewrite sum_minus, sum_times_right, E. ring.
Qed.

Lemma weighed_terms k i : (k <= n)%nat -> (i <= n)%nat ->
  0 <= share n alpha i * (x i k - power alpha (distance i (top k)) * x (top k) k).
Proof.
  intros Hk Hi. assert (H := falls_from_top k i Hk Hi). assert (P := shares_positive i).
  apply Qmult_le_0_compat; lra.
Qed.

Lemma tops_at_most : sum (S n) (fun k => sum (S n) (fun i => share n alpha i * x i k) - x (top k) k) ==
  sum (S n) (share n alpha) - sum (S n) (fun k => x (top k) k).
Proof.
  rewrite sum_minus, <- (sum_swap (S n) (S n) (fun i k => share n alpha i * x i k)).
  rewrite (sum_equal (S n) (fun i => sum (S n) (fun k => share n alpha i * x i k)) (share n alpha)); [reflexivity|].
  intros i Hi. rewrite sum_times. destruct x_private as [[_ Hs] _]. rewrite Hs by assumption. ring.
Qed.

Hypothesis tops_large : sum (S n) (share n alpha) <= sum (S n) (fun k => x (top k) k).

Lemma column_is k i : (k <= n)%nat -> (i <= n)%nat -> x i k == power alpha (distance i (top k)) * x (top k) k.
Proof.
  intros Hk Hi.
  assert (Hcolumn : forall j, (j < S n)%nat -> 0 <= sum (S n) (fun i => share n alpha i * x i j) - x (top j) j).
  { intros j Hj. rewrite <- weighed_column by lia. apply sum_nonnegative. intros; apply weighed_terms; lia. }
  assert (Hzero := sum_nothing (S n) _ Hcolumn).
  rewrite tops_at_most in Hzero. specialize (Hzero ltac:(lra) k ltac:(lia)).
  rewrite <- weighed_column in Hzero by assumption.
  assert (Hterm := sum_nothing (S n) _ (fun j Hj => weighed_terms k j Hk (proj1 (Nat.lt_succ_r _ _) Hj))).
  cbv beta in Hterm. specialize (Hterm ltac:(lra) i ltac:(lia)).
  apply Qmult_integral in Hterm. assert (P := shares_positive i). destruct Hterm; lra.
Qed.

(** What the columns with their top in row r have there. *)
Definition at_row (r : nat) : Q := sum (S n) (fun k => if (top k =? r)%nat then x (top k) k else 0).

Lemma at_row_share r : (r <= n)%nat -> at_row r == share n alpha r.
Proof.
  apply only_shares; [assumption | assumption |]. intros i Hi. destruct x_private as [[_ Hs] _].
  rewrite <- (Hs i) by lia. unfold at_row.
  rewrite (sum_equal _ _ (fun r => sum (S n) (fun k => if (top k =? r)%nat then power alpha (distance i r) * x (top k)
    k else 0))).
  2:{ intros q _. rewrite <- sum_times. apply sum_equal. intros k _. destruct (top k =? q)%nat; ring. }
  rewrite sum_swap. apply sum_equal. intros k Hk. destruct (top_is k) as [Ht _].
  rewrite (sum_single (S n) (top k)); [| lia |].
  - rewrite Nat.eqb_refl, <- column_is by lia. reflexivity.
  - intros q _ Hq. apply not_eq_sym in Hq. apply Nat.eqb_neq in Hq. rewrite Hq. reflexivity.
Qed.

Lemma some_column r : (r <= n)%nat -> In r (map top (seq 0 (S n))).
Proof.
  intros Hr. destruct (in_dec Nat.eq_dec r (map top (seq 0 (S n)))) as [H|H]; [assumption|]. exfalso.
  assert (E := at_row_share r Hr). assert (P := shares_positive r). unfold at_row in E.
  rewrite (sum_equal _ _ (fun _ => 0)), sum_zero in E; [lra|]. intros k Hk.
  assert (Hne : top k <> r) by (intros <-; apply H, in_map, in_seq; lia). apply Nat.eqb_neq in Hne. rewrite Hne.
  reflexivity.
Qed.

Lemma map_injective {A B : Type} (f : A -> B) (all : list A) a b :
  NoDup (map f all) -> In a all -> In b all -> f a = f b -> a = b.
Proof.
  induction all as [|c all IH]; intros Hd Ha Hb He; [destruct Ha|]. cbn [map] in Hd.
  inversion Hd as [|? ? Hout Hrest]. subst.
  destruct Ha as [<-|Ha], Hb as [<-|Hb]; [reflexivity | | | now apply IH].
  - exfalso. apply Hout. rewrite He. now apply in_map.
  - exfalso. apply Hout. rewrite <- He. now apply in_map.
Qed.

Lemma top_injective j k : (j <= n)%nat -> (k <= n)%nat -> top j = top k -> j = k.
Proof.
  intros Hj Hk. apply (map_injective top (seq 0 (S n))).
  - apply NoDup_incl_NoDup with (l := seq 0 (S n)); [apply seq_NoDup | rewrite map_length; reflexivity |].
    intros r Hr. apply in_seq in Hr. apply some_column. lia.
  - apply in_seq. lia.
  - apply in_seq. lia.
Qed.

Lemma permuted k i : (k <= n)%nat -> (i <= n)%nat -> x i k == geometric n alpha i (top k).
Proof.
  intros Hk Hi. rewrite column_is by assumption. unfold geometric. apply Qmult_comp; [reflexivity|].
  destruct (top_is k) as [Ht _]. rewrite <- at_row_share by assumption. unfold at_row.
  rewrite (sum_single (S n) k); [rewrite Nat.eqb_refl; reflexivity | lia |].
  intros j Hj Hne. destruct (top j =? top k)%nat eqn:E; [|reflexivity]. apply Nat.eqb_eq in E.
  exfalso. apply Hne, top_injective; [lia | assumption | assumption].
Qed.

End Largest_entries.

(** The user with the uniform prior and the 0-1 loss. *)
Definition uniform (n : nat) : nat -> Q := fun _ => 1 / inject_Z (Z.of_nat (S n)).

Lemma uniform_positive n : 0 < uniform n 0.
Proof.
  unfold uniform. assert (H := natural_nonnegative n). assert (E := natural_step n). apply Qlt_shift_div_l; lra.
Qed.

Lemma uniform_prior n : prior (S n) (uniform n).
Proof.
  assert (H := uniform_positive n). split; [intros; apply Qlt_le_weak; exact H|]. unfold uniform.
  rewrite sum_constant. assert (K := natural_nonnegative n). assert (E := natural_step n). field. lra.
Qed.

Lemma zero_one_loss n x :
  stochastic (S n) (S n) x ->
  loss (S n) (S n) (threshold_loss 0) (Bayesian (uniform n)) x ==
  uniform n 0 * (sum (S n) (fun _ => 1) - sum (S n) (fun i => x i i)).
Proof.
  intros [_ Hs]. cbn [loss]. rewrite <- sum_minus, <- sum_times. apply sum_equal. intros i Hi.
  assert (E : expected_loss (S n) (threshold_loss 0) x i == 1 - x i i); [|rewrite E; reflexivity].
  unfold expected_loss. rewrite <- (Hs i Hi).
  rewrite (sum_equal _ _ (fun r => x i r - (if (r =? i)%nat then 1 else 0) * x i r)).
  - rewrite sum_minus, (sum_indicator (S n) i 1 (x i) Hi). ring.
  - intros r _. unfold threshold_loss. destruct (r =? i)%nat eqn:Er.
    + apply Nat.eqb_eq in Er. subst. unfold distance. rewrite Nat.sub_diag. cbn [Nat.add Z.of_nat Z.ltb Z.compare].
      ring.
    + apply Nat.eqb_neq in Er. assert (Hd : (0 <? Z.of_nat (distance i r))%Z = true).
      { apply Z.ltb_lt. unfold distance. lia. }
      rewrite Hd. ring.
Qed.

(** Theorem 6.1. *)
Theorem theorem_6_1 n alpha x :
  (1 <= n)%nat -> 0 <= alpha < 1 -> private_mechanism (S n) (S n) (path (S n)) alpha x ->
  (forall l p, monotone n (S n) l -> prior (S n) p ->
     exists y, stochastic (S n) (S n) y /\
       forall z, private_mechanism (S n) (S n) (path (S n)) alpha z ->
         loss (S n) (S n) l (Bayesian p) (product (S n) x y) <= loss (S n) (S n) l (Bayesian p) z) ->
  exists permutation,
    (forall k, (k <= n)%nat -> (permutation k <= n)%nat) /\
    (forall j k, (j <= n)%nat -> (k <= n)%nat -> permutation j = permutation k -> j = k) /\
    forall i k, (i <= n)%nat -> (k <= n)%nat -> x i k == geometric n alpha i (permutation k).
Proof.
  intros Hn Ha Hx Hall.
  destruct (Hall (threshold_loss 0) (uniform n) (threshold_loss_monotone n (S n) 0) (uniform_prior n)) as (y & Hy &
    Hbest).
  specialize (Hbest (geometric n alpha) (geometric_private_mechanism n alpha Hn ltac:(lra))).
  rewrite (zero_one_loss n (product (S n) x y)) in Hbest by (apply product_stochastic; [apply Hx | assumption]).
  rewrite (zero_one_loss n (geometric n alpha)) in Hbest by (apply geometric_stochastic; [assumption | lra]).
  apply Qmult_le_l in Hbest; [|apply uniform_positive]. rewrite shares_are_diagonal in Hbest.
  assert (Htops : sum (S n) (share n alpha) <= sum (S n) (fun k => x (top n x k) k)).
  { enough (sum (S n) (fun i => product (S n) x y i i) <= sum (S n) (fun k => x (top n x k) k)) by lra.
    unfold product. rewrite sum_swap. apply sum_le. intros k Hk. destruct Hy as [Hy Hy1].
    assert (E : x (top n x k) k ==
      sum (S n) (fun i => x (top n x k) k * y k i)) by (rewrite sum_times, Hy1 by assumption; ring).
    rewrite E. apply sum_le. intros i Hi. apply Qmult_le_compat_r; [apply top_is; lia | now apply Hy]. }
  exists (top n x). split; [intros k _; apply (top_is n x Hn)|]. split.
  - intros j k. now apply (top_injective n alpha).
  - intros i k Hi Hk. now apply permuted.
Qed.
