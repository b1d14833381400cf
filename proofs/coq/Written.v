(** The geometric mechanism and its remaps written over one denominator, and what may be shown of such a written matrix
    instead of the matrix that it is the same as. *)

From ExactDP Require Export Checkers Geometric.
From Coq Require Import Bool.

(** G for α = p/q, over (q+p)·q^n. *)
Definition written_geometric (n : nat) (p : N) (q : positive) : matrix :=
  let common := (Z.to_pos (Z.pos q + Z.of_N p) * q ^ Pos.of_nat n)%positive in
  let powers := map (fun d => Z.of_N p ^ Z.of_nat d * Z.pos q ^ Z.of_nat (n - d))%Z (seq 0 (S n)) in
  fun i k =>
    (nth (distance i k) powers 0 * (if ((k =? 0) || (k =? n))%nat then Z.pos q else Z.pos q - Z.of_N p))%Z # common.

Lemma power_injected a d : power (inject_Z a) d == inject_Z (a ^ Z.of_nat d).
Proof.
  induction d as [|d IH]; [reflexivity|].
  rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. rewrite inject_Z_mult, <- IH. reflexivity.
Qed.

Lemma power_equal a b d : a == b -> power a d == power b d.
Proof. intros H. induction d as [|d IH]; cbn [power]; [reflexivity|]. now apply Qmult_comp. Qed.

Lemma power_quotient a b d : ~ b == 0 -> power (a / b) d * power b d == power a d.
Proof. intros H. induction d as [|d IH]; cbn [power]; [ring|]. rewrite <- IH. field. assumption. Qed.

Lemma power_sum a d e : power a (d + e) == power a d * power a e.
Proof. induction d as [|d IH]; cbn [Nat.add power]; [ring|]. rewrite IH. ring. Qed.

Lemma geometric_written n p q i k :
  (1 <= n)%nat -> (i <= n)%nat -> (k <= n)%nat -> geometric n (Z.of_N p # q) i k == written_geometric n p q i k.
Proof.
  intros Hn Hi Hk. unfold written_geometric. cbv zeta.
  assert (Hd : (distance i k <= n)%nat) by (unfold distance; lia). set (d := distance i k) in *.
  rewrite (nth_map_seq _ (S n)) by lia. unfold geometric. fold d.
  set (a := inject_Z (Z.of_N p)). set (b := inject_Z (Z.pos q)).
  assert (Ha : 0 <= a) by (unfold a, Qle; cbn; lia).
  assert (Hb : 0 < b) by (unfold b, Qlt; cbn; lia).
  assert (Hab : (Z.of_N p # q) == a / b) by apply Qmake_Qdiv.
  rewrite (Qmake_Qdiv (_ * _)%Z).
  assert (Hcommon : inject_Z (Z.pos (Z.to_pos (Z.pos q + Z.of_N p) * q ^ Pos.of_nat n)) == (b + a) * power b n).
  { rewrite Pos2Z.inj_mul, inject_Z_mult, Z2Pos.id by lia. rewrite inject_Z_plus.
    rewrite Pos2Z.inj_pow. rewrite <- (positive_nat_Z (Pos.of_nat n)), Nat2Pos.id by lia.
    apply Qmult_comp; [reflexivity|]. symmetry. apply power_injected. }
  rewrite Hcommon, !inject_Z_mult, <- !power_injected. fold a b.
  assert (Hp : power (Z.of_N p # q) d * power b d == power a d).
  { rewrite (power_equal _ _ d Hab). apply power_quotient. lra. }
  assert (Hs : power b n == power b d * power b (n - d)).
  { rewrite <- power_sum. replace (d + (n - d))%nat with n by lia. reflexivity. }
  rewrite Hs, <- Hp.
  assert (Hpd := power_positive b d Hb). assert (Hpn := power_positive b (n - d) Hb).
  unfold share. set (u := power (Z.of_N p # q) d) in *.
  assert (Hab1 : 0 < b + a) by lra.
  destruct ((k =? 0) || (k =? n))%nat.
  - rewrite Hab. fold b. field. repeat split; lra.
  - rewrite Hab. unfold Z.sub. rewrite inject_Z_plus, inject_Z_opp. fold a b. field. repeat split; lra.
Qed.

Definition written_remap (n : nat) (p : N) (q : positive) (responses : nat) (t : matrix) : matrix :=
  let source := written_geometric n p q in
  let remap := tabulated (S n) responses t in
  tabulated (S n) responses (fun i r => total (S n) (fun k => source i k * remap k r)).

Theorem same_geometric n p q :
  (1 <=? n)%nat = true -> same (S n) (S n) (geometric n (Z.of_N p # q)) (written_geometric n p q).
Proof. intros H i k Hi Hk. apply Nat.leb_le in H. apply geometric_written; lia. Qed.

Theorem same_remap n p q responses t :
  (1 <=? n)%nat = true ->
  same (S n) responses (product (S n) (geometric n (Z.of_N p # q)) t) (written_remap n p q responses t).
Proof.
  intros H i r Hi Hr. apply Nat.leb_le in H. unfold written_remap. cbv zeta.
  rewrite tabulated_is, total_sum by assumption. apply sum_equal. intros k Hk.
  rewrite geometric_written by lia. now rewrite tabulated_is.
Qed.

Theorem same_itself inputs responses x : same inputs responses x x.
Proof. intros i r _ _. reflexivity. Qed.

(** What is shown of the written matrix. *)
Section Written.

Variables (inputs responses : nat) (x y : matrix).
Hypothesis written : same inputs responses x y.

Lemma written_back : same inputs responses y x.
Proof. intros i r Hi Hr. symmetry. now apply written. Qed.

Theorem stochastic_by : is_stochastic inputs responses y = true -> stochastic inputs responses x.
Proof. intros H. apply stochastic_same with (y := y); [assumption | now apply stochastic_sound]. Qed.

Lemma private_inside pairs alpha z : is_private inputs pairs responses alpha z = true -> inside inputs pairs = true.
Proof. unfold is_private. cbv zeta. intros H. now apply andb_true_iff in H. Qed.

Theorem private_mechanism_by pairs alpha :
  is_private_mechanism inputs responses pairs alpha y = true -> private_mechanism inputs responses pairs alpha x.
Proof.
  intros H.
  assert (Hin : inside inputs pairs = true).
  { unfold is_private_mechanism in H. cbv zeta in H. apply andb_true_iff in H. destruct H as [_ H].
    now apply private_inside in H. }
  apply private_mechanism_sound in H. destruct H as [Hs Hp]. split.
  - now apply stochastic_same with (y := y).
  - now apply private_same with (inputs := inputs) (x := y); [|apply written_back|].
Qed.

Theorem not_private_by pairs alpha i k r :
  inside inputs pairs && breaks_privacy pairs responses alpha y i k r = true -> ~ private pairs responses alpha x.
Proof.
  intros H Hp. apply andb_true_iff in H. destruct H as [Hin H]. apply not_private_sound in H. apply H.
  now apply private_same with (inputs := inputs) (x := x).
Qed.

Lemma level_of_written pairs alpha :
  inside inputs pairs = true -> exact_level pairs responses alpha y -> exact_level pairs responses alpha x.
Proof.
  intros Hin (Hp & H1 & Hm). split; [|split; [assumption|]].
  - now apply private_same with (inputs := inputs) (x := y); [|apply written_back|].
  - intros beta Hb Hx. apply Hm; [assumption|]. now apply private_same with (inputs := inputs) (x := x).
Qed.

Theorem level_by pairs alpha i k r :
  is_private inputs pairs responses alpha y && is_tight pairs responses alpha y i k r = true ->
  exact_level pairs responses alpha x.
Proof.
  intros H. apply level_of_written.
  - apply andb_true_iff in H. destruct H as [H _]. now apply private_inside in H.
  - eapply level_sound. exact H.
Qed.

Theorem level_one_by pairs alpha :
  is_private inputs pairs responses alpha y && Qeq_bool alpha 1 = true -> exact_level pairs responses alpha x.
Proof.
  intros H. apply level_of_written.
  - apply andb_true_iff in H. destruct H as [H _]. now apply private_inside in H.
  - eapply level_one_sound. exact H.
Qed.

Lemma probability_written i set :
  (i < inputs)%nat -> probability responses x i set == probability responses y i set.
Proof. intros Hi. apply sum_equal. intros r Hr. destruct (set r); [now apply written | reflexivity]. Qed.

Theorem approximately_private_by pairs alpha delta :
  is_approximately_private inputs pairs responses alpha delta y = true ->
  approximately_private pairs responses alpha delta x.
Proof.
  intros H i k Hik set.
  assert (Hin : inside inputs pairs = true).
  { unfold is_approximately_private in H. cbv zeta in H. now apply andb_true_iff in H. }
  destruct (inside_sound _ _ _ _ Hin Hik). rewrite !probability_written by assumption.
  now apply (approximately_private_sound _ _ _ _ _ _ H).
Qed.

Theorem not_approximately_private_by pairs alpha delta i k :
  inside inputs pairs && breaks_approximate_privacy pairs responses alpha delta y i k = true ->
  ~ approximately_private pairs responses alpha delta x.
Proof.
  intros H Hp. apply andb_true_iff in H. destruct H as [Hin H]. apply not_approximately_private_sound in H. apply H.
  intros j h Hjh set. destruct (inside_sound _ _ _ _ Hin Hjh). rewrite <- !probability_written by assumption.
  now apply Hp.
Qed.

Theorem not_vertex_by pairs alpha z :
  is_midway inputs responses pairs alpha y z = true -> ~ vertex inputs responses pairs alpha x.
Proof.
  intros H [Hx Hv]. assert (H' := H). unfold is_midway in H. cbv zeta in H.
  apply andb_true_iff in H. destruct H as [H _]. apply andb_true_iff in H. destruct H as [H _].
  unfold is_private_mechanism in H. cbv zeta in H. apply andb_true_iff in H. destruct H as [_ H].
  apply private_inside in H. apply not_vertex_sound in H'. apply H'. split.
  - destruct Hx as [Hs Hp]. split.
    + now apply stochastic_same with (y := x); [apply written_back|].
    + now apply private_same with (inputs := inputs) (x := x).
  - intros a b Ha Hb Hab i r Hi Hr. rewrite <- (written i r Hi Hr). apply (Hv a b Ha Hb); try assumption.
    intros j q Hj Hq. rewrite (written j q Hj Hq). now apply Hab.
Qed.

Lemma loss_written l who :
  users_inputs inputs who = true -> loss inputs responses l who x == loss inputs responses l who y.
Proof.
  intros Hu.
  assert (He : forall i, (i < inputs)%nat -> expected_loss responses l x i == expected_loss responses l y i).
  { intros i Hi. apply sum_equal. intros r Hr. now rewrite (written i r Hi Hr). }
  destruct who as [p|s]; cbn [loss].
  - apply sum_equal. intros i Hi. now rewrite He.
  - apply maximum_equal. intros i Hi. apply He. unfold users_inputs in Hu.
    apply andb_true_iff in Hu. destruct Hu as [_ Hu]. rewrite forallb_forall in Hu. apply Hu in Hi. now apply Nat.ltb_lt.
Qed.

Theorem optimal_by pairs alpha cs l who v p how w multipliers :
  is_optimal inputs responses pairs alpha cs l who v y p how w multipliers = true ->
  optimal (feasible inputs responses pairs alpha cs) (loss inputs responses l who) v x.
Proof.
  intros H. assert (H' := H). apply optimal_sound in H'. destruct H' as (Hf & Hl & Ho).
  unfold is_optimal in H. cbv zeta in H.
  apply andb_true_iff in H; destruct H as [H _]; apply andb_true_iff in H; destruct H as [H _].
  apply andb_true_iff in H; destruct H as [H _]; apply andb_true_iff in H; destruct H as [H Hp].
  apply andb_true_iff in H; destruct H as [_ H].
  apply feasible_inside in H. unfold is_price_of_inputs in Hp. apply andb_true_iff in Hp. destruct Hp as [Hu _].
  split; [|split; [|assumption]].
  - now apply feasible_same with (x := y); [|apply written_back|].
  - now rewrite loss_written.
Qed.

End Written.

Theorem derivable_by inputs columns responses x y z u t :
  same inputs responses x z -> same inputs columns y u ->
  is_remap inputs columns responses z u t = true -> derivable inputs columns responses x y.
Proof.
  unfold same. intros Hx Hy H. apply derivable_sound in H. destruct H as (s & Hs & He). unfold same in He. exists s. split; [assumption|].
  intros i r Hi Hr. rewrite Hx, He by assumption. unfold product. apply sum_equal. intros k Hk. now rewrite Hy.
Qed.

Theorem not_derivable_by inputs columns responses x y z u w :
  same inputs responses x z -> same inputs columns y u ->
  is_not_derivable inputs columns responses z u w = true -> ~ derivable inputs columns responses x y.
Proof.
  unfold same. intros Hx Hy H (s & Hs & He). unfold same in He. apply not_derivable_sound in H. apply H. exists s. split; [assumption|].
  intros i r Hi Hr. rewrite <- Hx, He by assumption. unfold product. apply sum_equal. intros k Hk. now rewrite Hy.
Qed.

Theorem better_by inputs responses pairs alpha cs l who x y z u :
  same inputs responses x z -> same inputs responses y u ->
  is_better inputs responses pairs alpha cs l who z u = true ->
  feasible inputs responses pairs alpha cs x /\ exists y, feasible inputs responses pairs alpha cs y /\
    loss inputs responses l who y < loss inputs responses l who x.
Proof.
  intros Hx Hy H. assert (H' := H). apply better_sound in H'. destruct H' as (Hz & Hu & Hl).
  unfold is_better in H. cbv zeta in H.
  apply andb_true_iff in H; destruct H as [H _]; apply andb_true_iff in H; destruct H as [H _].
  apply andb_true_iff in H; destruct H as [Hw H]. apply feasible_inside in H.
  split; [|exists y; split].
  - now apply feasible_same with (x := z); [|apply written_back|].
  - now apply feasible_same with (x := u); [|apply written_back|].
  - rewrite (loss_written _ _ x z Hx), (loss_written _ _ y u Hy) by assumption. assumption.
Qed.

Theorem not_only_optimal_by inputs responses pairs alpha cs l who v p how w multipliers x y z u :
  same inputs responses x z -> same inputs responses y u ->
  is_optimal inputs responses pairs alpha cs l who v z p how w multipliers &&
  is_other inputs responses pairs alpha cs l who v z u = true ->
  optimal (feasible inputs responses pairs alpha cs) (loss inputs responses l who) v x /\
  exists y, optimal (feasible inputs responses pairs alpha cs) (loss inputs responses l who) v y /\
    ~ same inputs responses x y.
Proof.
  intros Hx Hy H. apply andb_true_iff in H. destruct H as [Ho H].
  assert (Hbest := optimal_sound _ _ _ _ _ _ _ _ _ _ _ _ _ Ho).
  split; [now apply (optimal_by _ _ x z Hx) in Ho|]. exists u.
  destruct (other_sound _ _ _ _ _ _ _ _ _ _ Hbest H) as [Hu Hne]. split; [assumption|].
  intros Hs. apply Hne. intros i r Hi Hr. rewrite <- (Hx i r Hi Hr). now apply Hs.
Qed.

Theorem interaction_by inputs columns responses l who v x y z u p :
  same inputs columns x y -> same columns responses z u ->
  is_interaction inputs columns responses l who v y u p = true ->
  optimal_remap inputs columns responses l who v x z.
Proof.
  intros Hx Hz H. assert (H' := H). apply interaction_sound in H'. destruct H' as (Hs & Hl & Ho).
  unfold is_interaction in H. cbv zeta in H.
  apply andb_true_iff in H; destruct H as [H _]; apply andb_true_iff in H; destruct H as [H _].
  apply andb_true_iff in H; destruct H as [H _]. unfold is_price_of_inputs in H. apply andb_true_iff in H.
  destruct H as [Hu _].
  assert (Hp : forall s t, same columns responses s t ->
    loss inputs responses l who (product columns x s) == loss inputs responses l who (product columns y t)).
  { intros s t Hst. apply loss_written; [|assumption]. now apply product_same. }
  split; [|split].
  - now apply stochastic_same with (y := u).
  - now rewrite (Hp z u Hz).
  - intros t Ht. rewrite (Hp t t (same_itself _ _ t)). now apply Ho.
Qed.

(** G and its remaps need no computation to be private, at every level up to their own. *)
Theorem remap_private_by n responses p q beta t :
  ((1 <=? n)%nat && (Z.of_N p <=? Z.pos q)%Z && Qle_bool beta (Z.of_N p # q) && is_stochastic (S n) responses t)%bool = true ->
  private_mechanism (S n) responses (path (S n)) beta (product (S n) (geometric n (Z.of_N p # q)) t).
Proof.
  intros H. apply andb_true_iff in H; destruct H as [H Ht]; apply andb_true_iff in H; destruct H as [H Hb].
  apply andb_true_iff in H; destruct H as [Hn Hq]. apply Nat.leb_le in Hn. apply Z.leb_le in Hq.
  apply Qle_bool_iff in Hb. apply stochastic_sound in Ht. apply remap_private; try assumption.
  unfold Qle. cbn [Qnum Qden]. lia.
Qed.

Theorem geometric_private_by n p q beta :
  ((1 <=? n)%nat && (Z.of_N p <=? Z.pos q)%Z && Qle_bool beta (Z.of_N p # q))%bool = true ->
  private_mechanism (S n) (S n) (path (S n)) beta (geometric n (Z.of_N p # q)).
Proof.
  intros H. apply andb_true_iff in H; destruct H as [H Hb]. apply andb_true_iff in H; destruct H as [Hn Hq].
  apply Nat.leb_le in Hn. apply Z.leb_le in Hq. apply Qle_bool_iff in Hb.
  assert (Ha : 0 <= Z.of_N p # q <= 1) by (unfold Qle; cbn [Qnum Qden]; lia).
  assert (Hs := geometric_stochastic n _ Hn Ha). split; [assumption|].
  apply private_below with (inputs := S n) (alpha := Z.of_N p # q); try assumption.
  - intros. now apply path_inside.
  - now apply geometric_private.
Qed.
