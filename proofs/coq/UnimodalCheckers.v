(** Optima of users with unimodal losses on the path, decided by computation: by the main theorem it is enough that a
    remap of G is a best one. All sums are sums of integers over one denominator, along rows that are written once. *)

From ExactDP Require Export Vertices UniqueOptimality.
From Coq Require Import Bool ZArith.

(** Sums of products along two lists. *)
Fixpoint dot (xs ys : list Z) : Z :=
  match xs, ys with
  | x :: xs', y :: ys' => (x * y + dot xs' ys')%Z
  | _, _ => 0%Z
  end.

Lemma zsum_first n f : zsum (S n) f = (f O + zsum n (fun k => f (S k)))%Z.
Proof. induction n as [|n IH]; cbn [zsum] in *; [lia | rewrite IH; lia]. Qed.

Lemma zsum_split a b f : zsum (a + b) f = (zsum a f + zsum b (fun k => f (a + k)%nat))%Z.
Proof.
  induction b as [|b IH]; [rewrite Nat.add_0_r; cbn [zsum]; lia|].
  rewrite Nat.add_succ_r. cbn [zsum]. rewrite IH. lia.
Qed.

Lemma zsum_reversed n f : zsum (S n) f = zsum (S n) (fun k => f (n - k)%nat).
Proof.
  induction n as [|n IH]; [reflexivity|].
  rewrite (zsum_first (S n) (fun k => f (S n - k)%nat)).
  change (zsum (S (S n)) f) with (zsum (S n) f + f (S n))%Z. rewrite IH, Nat.sub_0_r.
  rewrite (zsum_equal (S n) (fun k => f (S n - S k)%nat) (fun k => f (n - k)%nat)) by reflexivity. lia.
Qed.

Lemma dot_sum g m : forall start xs, dot xs (map g (seq start m)) = zsum m (fun j => nth j xs 0 * g (start + j)%nat)%Z.
Proof.
  induction m as [|m IH]; intros start xs; [destruct xs; reflexivity|].
  rewrite zsum_first. cbn [seq map]. destruct xs as [|x xs].
  - cbn [dot nth]. rewrite (zsum_equal m _ (fun _ => 0%Z)); [rewrite zsum_zero; lia|].
    intros j _. reflexivity.
  - cbn [dot nth]. rewrite IH, Nat.add_0_r. f_equal. apply zsum_equal. intros j _. f_equal. f_equal. lia.
Qed.

Lemma dot_rows f g m : dot (map f (seq 0 m)) (map g (seq 0 m)) = zsum m (fun j => f j * g j)%Z.
Proof. rewrite dot_sum. apply zsum_equal. intros j Hj. now rewrite nth_map_seq. Qed.

Definition whole (row : list Z) : Z := fold_right Z.add 0%Z row.

Lemma whole_sum f m : forall start, whole (map f (seq start m)) = zsum m (fun j => f (start + j)%nat).
Proof.
  induction m as [|m IH]; intros start; [reflexivity|]. rewrite zsum_first. cbn [seq map whole fold_right].
  fold (whole (map f (seq (S start) m))). rewrite IH, Nat.add_0_r. f_equal. apply zsum_equal. intros. f_equal. lia.
Qed.

(** A rational number as an integer over a given denominator. *)
Definition scaled (d : positive) (x : Q) : Z :=
  if (Qden x =? d)%positive then Qnum x else (Qnum x * (Z.pos d / Z.pos (Qden x)))%Z.

Definition fits (d : positive) (x : Q) : bool := (Qden x =? d)%positive || (Z.pos d mod Z.pos (Qden x) =? 0)%Z.

Lemma scaled_is d x : fits d x = true -> x == scaled d x # d.
Proof.
  unfold fits, scaled. destruct x as [a e]. cbn [Qnum Qden]. destruct (e =? d)%positive eqn:E.
  - apply Pos.eqb_eq in E. subst. reflexivity.
  - cbn [orb]. intros H. apply Z.eqb_eq in H. unfold Qeq. cbn [Qnum Qden].
    assert (Hd := Z.div_mod (Z.pos d) (Z.pos e) ltac:(lia)). rewrite H in Hd. rewrite Hd at 1. ring.
Qed.

Lemma over_injected z d : (z # d) == inject_Z z * (1 # d).
Proof. unfold Qeq, Qmult, inject_Z. cbn [Qnum Qden]. lia. Qed.

Lemma sum_over n f d : sum n (fun k => f k # d) == zsum n f # d.
Proof.
  rewrite over_injected, zsum_injected, <- sum_times_right. apply sum_equal. intros k _. apply over_injected.
Qed.

Lemma over_times a b d e : (a # d) * (b # e) == (a * b)%Z # (d * e).
Proof. reflexivity. Qed.

Lemma over_below a b d : (a <= b)%Z -> (a # d) <= (b # d).
Proof. intros H. unfold Qle. cbn [Qnum Qden]. nia. Qed.

Lemma over_less a b d : (a < b)%Z -> (a # d) < (b # d).
Proof. intros H. unfold Qlt. cbn [Qnum Qden]. nia. Qed.

(** G for α = p/q without its denominator: p^|i-k|·q^(n-|i-k|), times q in the columns 0 and n and q-p in the others. *)
Section Kernel.

Variables (n : nat) (p : N) (q : positive).

Let a := Z.of_N p.
Let b := Z.pos q.

Definition decay (d : nat) : Z := (a ^ Z.of_nat d * b ^ Z.of_nat (n - d))%Z.
Definition column_weight (k : nat) : Z := if ((k =? 0) || (k =? n))%nat then b else (b - a)%Z.
Definition kernel_denominator : positive := (Z.to_pos (b + a) * q ^ Pos.of_nat n)%positive.

Lemma geometric_decay i k :
  (1 <= n)%nat -> (i <= n)%nat -> (k <= n)%nat ->
  geometric n (Z.of_N p # q) i k == (decay (distance i k) * column_weight k)%Z # kernel_denominator.
Proof.
  intros Hn Hi Hk. rewrite geometric_written by assumption. unfold written_geometric. cbv zeta.
  rewrite nth_map_seq by (unfold distance; lia). reflexivity.
Qed.

Definition powers : list Z := map (fun i => b ^ Z.of_nat i)%Z (seq 0 (S n)).
Definition decays : list Z := map decay (seq 0 (S n)).

(** Each next term takes over a times what came before. *)
Fixpoint carried (c : Z) (terms : list Z) : list Z :=
  match terms with
  | [] => []
  | t :: rest => let next := (a * c + t)%Z in next :: carried next rest
  end.

Lemma nth_carried (f : nat -> Z) m : forall start c k, (k < m)%nat ->
  nth k (carried c (map f (seq start m))) 0%Z =
  (a ^ Z.of_nat (S k) * c + zsum (S k) (fun i => a ^ Z.of_nat (k - i) * f (start + i)%nat))%Z.
Proof.
  induction m as [|m IH]; intros start c k Hk; [lia|]. cbn [seq map carried]. destruct k as [|k].
  - cbn [nth zsum]. rewrite Nat.add_0_r, Nat.sub_diag, Z.pow_1_r, Z.pow_0_r. lia.
  - cbn [nth]. rewrite IH by lia. rewrite (zsum_first (S k)). rewrite Nat.sub_0_r, Nat.add_0_r.
    rewrite (Nat2Z.inj_succ (S k)), Z.pow_succ_r by lia.
    rewrite (zsum_equal (S k) (fun j => a ^ Z.of_nat (S k - S j) * f (start + S j)%nat)%Z
      (fun i => a ^ Z.of_nat (k - i) * f (S start + i)%nat)%Z).
    + ring.
    + intros i Hi. rewrite Nat.sub_succ. f_equal. f_equal. lia.
Qed.

(** Σ_i p^|i-k|·q^(n-|i-k|)·f(i) for every k, by one pass from each side; the powers of q are written before. *)
Definition blurred (written : list Z) (f : list Z) : list Z :=
  let left := carried 0 (map (fun i => nth i written 0 * nth i f 0)%Z (seq 0 (S n))) in
  let right := carried 0 (map (fun j => nth j written 0 * nth (n - j) f 0)%Z (seq 0 (S n))) in
  map (fun k => nth (n - k) written 0 * nth k left 0 + nth k written 0 * nth (n - k) right 0 - nth n written 0 * nth k f 0)%Z
    (seq 0 (S n)).

Lemma nth_powers i : (i <= n)%nat -> nth i powers 0%Z = (b ^ Z.of_nat i)%Z.
Proof. intros H. unfold powers. now rewrite nth_map_seq by lia. Qed.

Lemma nth_decays d : (d <= n)%nat -> nth d decays 0%Z = decay d.
Proof. intros H. unfold decays. now rewrite nth_map_seq by lia. Qed.

Lemma power_split d e : (d + e = n)%nat -> forall s, (s <= e)%nat ->
  (b ^ Z.of_nat (d + s) * b ^ Z.of_nat (e - s) = b ^ Z.of_nat n)%Z.
Proof. intros H s Hs. rewrite <- Z.pow_add_r by lia. f_equal. lia. Qed.

Lemma nth_blurred (f : nat -> Z) k :
  (k <= n)%nat ->
  nth k (blurred powers (map f (seq 0 (S n)))) 0%Z = zsum (S n) (fun i => decay (distance i k) * f i)%Z.
Proof.
  intros Hk. unfold blurred. cbv zeta. rewrite nth_map_seq by lia.
  set (values := map f (seq 0 (S n))).
  rewrite (map_ext_in (fun i => nth i powers 0 * nth i values 0)%Z (fun i => b ^ Z.of_nat i * f i)%Z (seq 0 (S n))).
  2:{ intros i Hi. apply in_seq in Hi. unfold values. now rewrite nth_powers, nth_map_seq by lia. }
  rewrite (map_ext_in (fun j => nth j powers 0 * nth (n - j) values 0)%Z (fun j => b ^ Z.of_nat j * f (n - j)%nat)%Z
    (seq 0 (S n))).
  2:{ intros j Hj. apply in_seq in Hj. unfold values. now rewrite nth_powers, nth_map_seq by lia. }
  unfold values. rewrite !nth_carried, !nth_powers, nth_map_seq by lia. rewrite !Z.mul_0_r, !Z.add_0_l.
  rewrite <- !zsum_times.
  rewrite (zsum_equal (S k) _ (fun i => decay (distance i k) * f i)%Z).
  2:{ intros i Hi. unfold decay. rewrite distance_right by lia. cbn [Nat.add].
      replace (n - (k - i))%nat with ((n - k) + i)%nat by lia. rewrite Nat2Z.inj_add, Z.pow_add_r by lia. ring. }
  rewrite (zsum_reversed (n - k)).
  rewrite (zsum_equal (S (n - k)) _ (fun j => decay (distance (k + j) k) * f (k + j)%nat)%Z).
  2:{ intros j Hj. unfold decay. rewrite distance_left by lia. cbn [Nat.add].
      replace (n - k - (n - k - j))%nat with j by lia. replace (k + j - k)%nat with j by lia.
      replace (n - (n - k - j))%nat with (k + j)%nat by lia.
      replace (n - j)%nat with (k + (n - k - j))%nat by lia. rewrite Nat2Z.inj_add, Z.pow_add_r by lia. ring. }
  rewrite (zsum_first (n - k)). rewrite Nat.add_0_r.
  replace (zsum (S n) (fun i => decay (distance i k) * f i)%Z)
    with (zsum (S k + (n - k)) (fun i => decay (distance i k) * f i)%Z) by (f_equal; lia).
  rewrite zsum_split.
  assert (E : decay (distance k k) = (b ^ Z.of_nat n)%Z).
  { unfold decay. rewrite distance_left, Nat.sub_diag, Nat.sub_0_r, Z.pow_0_r by lia. lia. }
  rewrite E. rewrite (zsum_equal (n - k) (fun j => decay (distance (k + S j) k) * f (k + S j)%nat)%Z
    (fun j => decay (distance (S k + j) k) * f (S k + j)%nat)%Z).
  2:{ intros j Hj. replace (k + S j)%nat with (S k + j)%nat by lia. reflexivity. }
  lia.
Qed.

End Kernel.

Definition table (inputs responses : nat) (f : nat -> nat -> Z) : list (list Z) :=
  map (fun i => map (f i) (seq 0 responses)) (seq 0 inputs).

Lemma nth_table inputs responses f i : (i < inputs)%nat -> nth i (table inputs responses f) [] = map (f i) (seq 0 responses).
Proof. intros H. unfold table. now rewrite nth_map_seq. Qed.

Definition lowest (row : list Z) : Z :=
  match row with
  | [] => 0%Z
  | first :: rest => fold_right Z.min first rest
  end.

Lemma lowest_below row z : In z row -> (lowest row <= z)%Z.
Proof.
  destruct row as [|first rest]; [intros []|]. cbn [lowest]. intros [<-|H].
  - induction rest as [|y rest IH]; cbn [fold_right]; lia.
  - induction rest as [|y rest IH]; [destruct H|]. cbn [fold_right]. destruct H as [->|H]; [lia|]. specialize (IH H). lia.
Qed.

Lemma least_above m f c : (0 < m)%nat -> (forall r, (r < m)%nat -> c <= f r) -> c <= least m f.
Proof. intros Hm H. destruct (least_at_is m f Hm) as [Hl He]. rewrite <- He. now apply H. Qed.

(** The numbers of the user's question as integers: the remap, the loss and the prior, each over one denominator. *)
Definition written_matrix (n responses : nat) (d : positive) (x : matrix) : list (list Z) :=
  table (S n) responses (fun i r => scaled d (x i r)).

Lemma nth_written n responses d x i r :
  (i <= n)%nat -> (r < responses)%nat -> nth r (nth i (written_matrix n responses d x) []) 0%Z = scaled d (x i r).
Proof. intros Hi Hr. unfold written_matrix. rewrite nth_table by lia. now rewrite nth_map_seq. Qed.

Definition written_prior (n : nat) (d : positive) (p : nat -> Q) : list Z := map (fun i => scaled d (p i)) (seq 0 (S n)).

Definition all_fit (n responses : nat) (d : positive) (x : matrix) : bool :=
  all (S n) (fun i => all responses (fun r => fits d (x i r))).

Definition are_distributions (d : positive) (rows : list (list Z)) : bool :=
  forallb (fun row => forallb (Z.leb 0) row && (whole row =? Z.pos d)%Z) rows.

(** What the remap of G loses on each input, and what each response costs in each column of G. *)
Definition expected_losses (n : nat) (p : N) (q : positive) (remap losses : list (list Z)) : list Z :=
  let written := decays n p q in
  map (fun i => let row := nth i losses [] in
    zsum (S n) (fun k => nth (distance i k) written 0 * (column_weight n p q k * dot (nth k remap []) row)))%Z (seq 0 (S n)).

Definition column_costs (n : nat) (p : N) (q : positive) (responses : nat) (prior : list Z) (losses : list (list Z)) :
  list (list Z) :=
  let written := powers n q in
  let columns := map (fun r => blurred n p written (map (fun i => nth i prior 0 * nth r (nth i losses []) 0)%Z (seq 0 (S n))))
    (seq 0 responses) in
  table (S n) responses (fun k r => nth k (nth r columns []) 0%Z).

Definition mode_of (modes : list nat) (i : nat) : nat := nth i modes O.

Definition never_decreasing (n : nat) (modes : list nat) : bool :=
  all n (fun i => (mode_of modes i <=? mode_of modes (S i))%nat).

Definition is_unimodal (n responses : nat) (modes : list nat) (losses : list (list Z)) : bool :=
  never_decreasing n modes &&
  all (S n) (fun i =>
    let mode := mode_of modes i in
    let row := nth i losses [] in
    all (pred responses) (fun r =>
      if (mode <=? r)%nat then (nth r row 0 <=? nth (S r) row 0)%Z else (nth (S r) row 0 <=? nth r row 0)%Z)).

Definition loses_at_most (n : nat) (who : user) (v : Q) (d dp : positive) (prior losses : list Z) : bool :=
  match who with
  | Bayesian _ => Qle_bool (zsum (S n) (fun i => nth i prior 0 * nth i losses 0)%Z # (dp * d)) v
  | Minimax s => forallb (fun i => Qle_bool (nth i losses 0%Z # d) v) s
  end.

Definition costs_at_least (n : nat) (p : N) (q : positive) (v : Q) (d : positive) (costs : list (list Z)) : bool :=
  Qle_bool v (zsum (S n) (fun k => column_weight n p q k * lowest (nth k costs []))%Z # d).

Definition is_best (n : nat) (p : N) (q : positive) (responses : nat) (l : matrix) (who : user) (v : Q) (t : matrix)
  (prior : nat -> Q) (modes : list nat) (dt dl dp : positive) (remap losses : list (list Z)) (weights : list Z)
  (costs : list (list Z)) : bool :=
  let common := kernel_denominator n p q in
  (1 <=? n)%nat && (Z.of_N p <=? Z.pos q)%Z &&
  all_fit n responses dt t && all_fit n responses dl l && all (S n) (fun i => fits dp (prior_of who prior i)) &&
  are_distributions dt remap && is_unimodal n responses modes losses &&
  forallb (Z.leb 0) weights && is_price_of_inputs (S n) who prior &&
  loses_at_most n who v (common * (dt * dl)) dp weights (expected_losses n p q remap losses) &&
  costs_at_least n p q v (common * (dp * dl)) costs.

Section Best.

Variables (n : nat) (p : N) (q : positive) (responses : nat) (l : matrix) (who : user) (v : Q) (t : matrix).
Variables (prior : nat -> Q) (modes : list nat) (dt dl dp : positive).

Let G := geometric n (Z.of_N p # q).
Let weight := prior_of who prior.
Let cost := remap_cost (S n) (fun i r => weight i * l i r) G.
Let remap := written_matrix n responses dt t.
Let losses := written_matrix n responses dl l.
Let weights := written_prior n dp weight.
Let costs := column_costs n p q responses weights losses.
Let common := kernel_denominator n p q.

Hypothesis checked : is_best n p q responses l who v t prior modes dt dl dp remap losses weights costs = true.

Lemma parts :
  (1 <= n)%nat /\ (Z.of_N p <= Z.pos q)%Z /\
  (forall k r, (k <= n)%nat -> (r < responses)%nat -> t k r == scaled dt (t k r) # dt) /\
  (forall i r, (i <= n)%nat -> (r < responses)%nat -> l i r == scaled dl (l i r) # dl) /\
  (forall i, (i <= n)%nat -> weight i == scaled dp (weight i) # dp) /\
  are_distributions dt remap = true /\ is_unimodal n responses modes losses = true /\
  forallb (Z.leb 0) weights = true /\ is_price_of_inputs (S n) who prior = true /\
  loses_at_most n who v (common * (dt * dl)) dp weights (expected_losses n p q remap losses) = true /\
  costs_at_least n p q v (common * (dp * dl)) costs = true.
Proof.
  assert (H := checked). unfold is_best in H. cbv zeta in H.
  apply andb_true_iff in H; destruct H as [H H11]; apply andb_true_iff in H; destruct H as [H H10].
  apply andb_true_iff in H; destruct H as [H H9]; apply andb_true_iff in H; destruct H as [H H8].
  apply andb_true_iff in H; destruct H as [H H7]; apply andb_true_iff in H; destruct H as [H H6].
  apply andb_true_iff in H; destruct H as [H H5]; apply andb_true_iff in H; destruct H as [H H4].
  apply andb_true_iff in H; destruct H as [H H3]; apply andb_true_iff in H; destruct H as [H1 H2].
  apply Nat.leb_le in H1. apply Z.leb_le in H2. unfold all_fit in H3, H4.
  repeat split; try assumption.
  - intros k r Hk Hr. apply scaled_is. apply (all_true _ _ (all_true _ _ H3 k ltac:(lia)) r Hr).
  - intros k r Hk Hr. apply scaled_is. apply (all_true _ _ (all_true _ _ H4 k ltac:(lia)) r Hr).
  - intros i Hi. apply scaled_is. apply (all_true _ _ H5 i ltac:(lia)).
Qed.

Lemma level_range : 0 <= Z.of_N p # q <= 1.
Proof. destruct parts as (_ & H & _). unfold Qle. cbn [Qnum Qden]. lia. Qed.

Lemma column_weight_nonnegative k : (0 <= column_weight n p q k)%Z.
Proof. destruct parts as (_ & H & _). unfold column_weight. destruct ((k =? 0) || (k =? n))%nat; lia. Qed.

Lemma prices : prices_inputs (S n) who weight.
Proof. apply price_of_inputs_sound. apply parts. Qed.

Lemma weight_nonnegative i : (i <= n)%nat -> 0 <= weight i.
Proof.
  intros Hi. destruct parts as (_ & _ & _ & _ & Hp & _ & _ & Hw & _). rewrite Hp by assumption.
  rewrite forallb_forall in Hw. assert (H := Hw (scaled dp (weight i))). rewrite Z.leb_le in H.
  unfold Qle. cbn [Qnum Qden]. rewrite Z.mul_1_r. apply H.
  unfold weights, written_prior. apply in_map_iff. exists i. split; [reflexivity | apply in_seq; lia].
Qed.

Lemma users_inputs_checked : users_inputs (S n) who = true.
Proof.
  assert (H : is_price_of_inputs (S n) who prior = true) by apply parts.
  unfold is_price_of_inputs in H. now apply andb_true_iff in H.
Qed.

Lemma is_user : user_of n who.
Proof.
  assert (Hu := users_inputs_checked). unfold user_of. case_eq who; [intros w E | intros s E; rewrite E in Hu].
  - intros i Hi. assert (H := weight_nonnegative i Hi). unfold weight in H. rewrite E in H. exact H.
  - cbn [users_inputs] in Hu. apply andb_true_iff in Hu. destruct Hu as [Hs Hu]. split.
    + intros ->. discriminate.
    + intros i Hi. rewrite forallb_forall in Hu. apply Hu in Hi. apply Nat.ltb_lt in Hi. lia.
Qed.

Lemma remap_stochastic : stochastic (S n) responses t.
Proof.
  destruct parts as (_ & _ & Ht & _ & _ & Hd & _). unfold are_distributions in Hd. rewrite forallb_forall in Hd.
  assert (Hrow : forall k, (k <= n)%nat ->
    (forall r, (r < responses)%nat -> (0 <= scaled dt (t k r))%Z) /\
    zsum responses (fun r => scaled dt (t k r)) = Z.pos dt).
  { intros k Hk. assert (H := Hd (map (fun r => scaled dt (t k r)) (seq 0 responses))).
    assert (Hin : In (map (fun r => scaled dt (t k r)) (seq 0 responses)) remap).
    { unfold remap, written_matrix, table. apply in_map_iff. exists k. split; [reflexivity | apply in_seq; lia]. }
    specialize (H Hin). apply andb_true_iff in H. destruct H as [H0 H1]. split.
    - intros r Hr. rewrite forallb_forall in H0. apply Z.leb_le. apply H0. apply in_map_iff.
      exists r. split; [reflexivity | apply in_seq; lia].
    - apply Z.eqb_eq in H1. rewrite whole_sum in H1. exact H1. }
  split.
  - intros k r Hk Hr. rewrite Ht by (assumption || lia). destruct (Hrow k ltac:(lia)) as [H _]. specialize (H r Hr).
    unfold Qle. cbn [Qnum Qden]. lia.
  - intros k Hk. rewrite (sum_equal responses _ (fun r => scaled dt (t k r) # dt)) by (intros; apply Ht; (assumption || lia)).
    rewrite sum_over. destruct (Hrow k ltac:(lia)) as [_ H]. rewrite H. unfold Qeq. cbn [Qnum Qden]. lia.
Qed.

Lemma modes_grow : never_decrease n (mode_of modes).
Proof.
  destruct parts as (_ & _ & _ & _ & _ & _ & H & _). unfold is_unimodal in H. apply andb_true_iff in H. destruct H as [H _].
  intros j k Hjk. induction Hjk as [|k Hjk IH]; intros Hk; [apply Nat.le_refl|].
  assert (E := all_true _ _ H k ltac:(lia)). cbv beta in E. apply Nat.leb_le in E. specialize (IH ltac:(lia)). lia.
Qed.

Lemma loss_unimodal : unimodal n responses (mode_of modes) l.
Proof.
  destruct parts as (_ & _ & _ & Hl & _ & _ & H & _). unfold is_unimodal in H. apply andb_true_iff in H. destruct H as [_ H].
  intros i r Hi Hr. assert (E := all_true _ _ (all_true _ _ H i ltac:(lia)) r ltac:(lia)). cbv beta in E.
  unfold losses in E. rewrite !nth_written in E by lia. rewrite (Hl i r), (Hl i (S r)) by lia. split; intros Hm.
  - apply Nat.leb_le in Hm. rewrite Hm in E. apply Z.leb_le in E. now apply over_below.
  - apply Nat.leb_gt in Hm. rewrite Hm in E. apply Z.leb_le in E. now apply over_below.
Qed.

Lemma expected_is i :
  (i <= n)%nat ->
  expected_loss responses l (product (S n) G t) i == nth i (expected_losses n p q remap losses) 0%Z # (common * (dt * dl)).
Proof.
  intros Hi. destruct parts as (Hn & _ & Ht & Hl & _).
  unfold expected_losses. rewrite nth_map_seq by lia. cbv zeta. rewrite <- sum_over. unfold expected_loss, product.
  rewrite (sum_equal responses _ (fun r => sum (S n) (fun k => G i k * (t k r * l i r)))).
  2:{ intros r _. rewrite <- sum_times_right. apply sum_equal. intros; ring. }
  rewrite sum_swap. apply sum_equal. intros k Hk. rewrite sum_times. unfold G. rewrite geometric_decay by lia.
  assert (E : sum responses (fun r => t k r * l i r) == dot (nth k remap []) (nth i losses []) # (dt * dl)).
  { unfold remap, losses, written_matrix. rewrite !nth_table by lia. rewrite dot_rows, <- sum_over.
    apply sum_equal. intros r Hr. rewrite (Ht k r), (Hl i r) at 1 by lia. apply over_times. }
  rewrite E, over_times. rewrite nth_decays by (unfold distance; lia). rewrite Z.mul_assoc. reflexivity.
Qed.

Lemma cost_is k r :
  (k <= n)%nat -> (r < responses)%nat ->
  cost k r == (column_weight n p q k * nth r (nth k costs []) 0)%Z # (common * (dp * dl)).
Proof.
  intros Hk Hr. destruct parts as (Hn & _ & _ & Hl & Hp & _).
  unfold costs, column_costs. cbv zeta. rewrite nth_table, !nth_map_seq by lia.
  rewrite (map_ext_in _ (fun i => scaled dp (weight i) * scaled dl (l i r))%Z (seq 0 (S n))).
  2:{ intros i Hi. apply in_seq in Hi. unfold losses. rewrite nth_written by lia. unfold weights, written_prior.
      now rewrite nth_map_seq by lia. }
  rewrite nth_blurred by assumption. rewrite <- zsum_times, <- sum_over. unfold cost, remap_cost.
  apply sum_equal. intros i Hi. unfold G. rewrite geometric_decay by lia.
  rewrite (Hp i), (Hl i r) at 1 by lia. rewrite !over_times.
  replace (column_weight n p q k * (decay n p q (distance i k) * (scaled dp (weight i) * scaled dl (l i r))))%Z
    with (decay n p q (distance i k) * column_weight n p q k * (scaled dp (weight i) * scaled dl (l i r)))%Z by ring.
  reflexivity.
Qed.

Lemma some_responses : (0 < responses)%nat.
Proof.
  destruct (Nat.eq_dec responses 0) as [E|]; [|lia]. exfalso. destruct remap_stochastic as [_ H].
  specialize (H O ltac:(lia)). rewrite E in H. cbn [sum] in H. lra.
Qed.

Lemma loss_reached : loss (S n) responses l who (product (S n) G t) <= v.
Proof.
  destruct parts as (_ & _ & _ & _ & Hp & _ & _ & _ & _ & H & _).
  assert (Hu := users_inputs_checked). unfold loses_at_most in H.
  case_eq who; [intros w E | intros s E]; rewrite E in H, Hu; cbn [loss].
  - apply Qle_bool_iff in H. eapply Qle_trans; [|exact H]. rewrite <- sum_over. apply Qle_lteq. right.
    apply sum_equal. intros i Hi. rewrite expected_is by lia. unfold weights, written_prior. rewrite nth_map_seq by assumption.
    rewrite <- over_times, <- Hp by lia. unfold weight. rewrite E. reflexivity.
  - cbn [users_inputs] in Hu. apply andb_true_iff in Hu. destruct Hu as [Hs Hu]. apply maximum_least.
    + intros ->. discriminate.
    + intros i Hi. rewrite forallb_forall in H, Hu. assert (Hin := Hu i Hi). apply Nat.ltb_lt in Hin.
      apply H in Hi. apply Qle_bool_iff in Hi. now rewrite expected_is by lia.
Qed.

Lemma lowest_cost k :
  (k <= n)%nat ->
  (column_weight n p q k * lowest (nth k costs []))%Z # (common * (dp * dl)) <= least responses (cost k).
Proof.
  intros Hk. apply least_above; [exact some_responses|]. intros r Hr. rewrite cost_is by assumption. apply over_below.
  apply Z.mul_le_mono_nonneg_l; [apply column_weight_nonnegative|]. apply lowest_below.
  unfold costs, column_costs. cbv zeta. rewrite nth_table by lia. rewrite nth_map_seq by assumption.
  apply in_map_iff. exists r. split; [reflexivity | apply in_seq; lia].
Qed.

Lemma bound_reached : v <= sum (S n) (fun k => least responses (cost k)).
Proof.
  destruct parts as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & H). unfold costs_at_least in H. apply Qle_bool_iff in H.
  eapply Qle_trans; [exact H|]. rewrite <- sum_over. apply sum_le. intros k Hk. apply lowest_cost. lia.
Qed.

Lemma best_sound :
  optimal (feasible (S n) responses (path (S n)) (Z.of_N p # q) []) (loss (S n) responses l who) v (product (S n) G t).
Proof.
  assert (Hbest : forall u, stochastic (S n) responses u -> v <= loss (S n) responses l who (product (S n) G u)).
  { apply (interaction_bound _ _ _ _ _ _ _ _ prices bound_reached). }
  assert (Hv : loss (S n) responses l who (product (S n) G t) == v).
  { apply Qle_antisym; [exact loss_reached | apply Hbest, remap_stochastic]. }
  assert (Hn : (1 <= n)%nat) by apply parts.
  destruct (universally_optimal n responses (Z.of_N p # q) (mode_of modes) l who t Hn level_range modes_grow loss_unimodal
    is_user remap_stochastic) as (Hprivate & _ & Hall).
  { intros u Hu. fold G. rewrite Hv. now apply Hbest. }
  fold G in Hprivate, Hall. split; [split; [assumption | intros c []]|]. split; [assumption|].
  intros y [Hy _]. rewrite <- Hv. now apply Hall.
Qed.

End Best.

(** The only best remap: of each column of G it makes one of two responses, as the others cost more, and the losses on
    the inputs of positive probability leave no choice between these two. *)
Definition strictly_unimodal_on (responses : nat) (modes : list nat) (losses : list (list Z)) (i : nat) : bool :=
  let mode := mode_of modes i in
  let row := nth i losses [] in
  all (pred responses) (fun r =>
    if (mode <=? r)%nat then (nth r row 0 <? nth (S r) row 0)%Z else (nth (S r) row 0 <? nth r row 0)%Z).

Definition slot (slots : list (nat * nat)) (k : nat) : nat * nat := nth k slots (O, O).

Definition is_open (slots : list (nat * nat)) (k : nat) : bool := negb (fst (slot slots k) =? snd (slot slots k))%nat.

Definition open_columns (n : nat) (slots : list (nat * nat)) : list nat := filter (is_open slots) (seq 0 (S n)).

Definition others_cost_more (n responses : nat) (slots : list (nat * nat)) (costs : list (list Z)) : bool :=
  all (S n) (fun k =>
    let row := nth k costs [] in
    let low := lowest row in
    let (a, b) := slot slots k in
    (a <? responses)%nat && (b <? responses)%nat &&
    all responses (fun r => (r =? a)%nat || (r =? b)%nat || (low <? nth r row 0)%Z)).

Definition may_be_equated (n : nat) (who : user) (weights : list Z) (i : nat) : bool :=
  (i <=? n)%nat && (0 <? nth i weights 0)%Z && match who with Bayesian _ => false | Minimax _ => true end.

Definition no_choice (n : nat) (p : N) (q : positive) (slots : list (nat * nat)) (equations : list nat) (m : Z)
  (inverse losses : list (list Z)) : bool :=
  let open := open_columns n slots in
  let reduced := map (fun z => z mod m)%Z (decays n p q) in
  let columns := map (fun k => let (a, b) := slot slots k in
    map (fun j => let i := nth j equations O in let row := nth i losses [] in
      (nth (distance i k) reduced 0 * (nth a row 0 - nth b row 0)) mod m)%Z (seq 0 (length equations))) open in
  (2 <=? m)%Z &&
  all (length open) (fun b =>
    let row := nth b inverse [] in
    all (length open) (fun c => (dot row (nth c columns []) mod m =? if (c =? b)%nat then 1 else 0)%Z)).

Definition is_only_best (n : nat) (p : N) (q : positive) (responses : nat) (who : user) (modes : list nat)
  (losses : list (list Z)) (weights : list Z) (costs : list (list Z)) (slots : list (nat * nat)) (equations : list nat)
  (m : Z) (inverse : list (list Z)) : bool :=
  (0 <? Z.of_N p)%Z && (Z.of_N p <? Z.pos q)%Z &&
  strictly_unimodal_on responses modes losses 0 && strictly_unimodal_on responses modes losses n &&
  (0 <? nth 0 weights 0)%Z && (0 <? nth n weights 0)%Z &&
  others_cost_more n responses slots costs && forallb (may_be_equated n who weights) equations &&
  no_choice n p q slots equations m inverse losses.

Lemma lowest_in row : row <> [] -> In (lowest row) row.
Proof.
  destruct row as [|first rest]; [contradiction|]. intros _. cbn [lowest].
  induction rest as [|y rest IH]; [now left|]. cbn [fold_right].
  destruct (Z.min_spec y (fold_right Z.min first rest)) as [[_ ->]|[_ ->]]; [right; now left|].
  destruct IH as [IH|IH]; [now left | right; now right].
Qed.

Lemma nth_of_map {A B} (f : A -> B) (values : list A) k d e : (k < length values)%nat -> nth k (map f values) d = f (nth k values e).
Proof. intros H. rewrite (nth_indep _ d (f e)) by now rewrite map_length. apply map_nth. Qed.

Lemma row_read (f : nat -> Z) m : map f (seq 0 m) = map (fun r => nth r (map f (seq 0 m)) 0%Z) (seq 0 m).
Proof. apply map_ext_in. intros r Hr. apply in_seq in Hr. rewrite nth_map_seq by lia. reflexivity. Qed.

Lemma zsum_modulo m n f g :
  (forall k, (k < n)%nat -> f k mod m = g k mod m)%Z -> (zsum n f mod m = zsum n g mod m)%Z.
Proof.
  induction n as [|n IH]; intros H; [reflexivity|]. cbn [zsum].
  rewrite Zplus_mod, IH, (H n) by (intros; try apply H; lia). now rewrite <- Zplus_mod.
Qed.

Lemma sum_filtered g f n :
  (forall k, (k < n)%nat -> g k = false -> f k == 0) ->
  sum n f == sum (length (filter g (seq 0 n))) (fun c => f (nth c (filter g (seq 0 n)) O)).
Proof.
  induction n as [|n IH]; intros H; [reflexivity|].
  rewrite seq_S, filter_app, app_length. cbn [Nat.add filter]. cbn [sum]. rewrite IH by (intros; apply H; lia || assumption).
  set (before := filter g (seq 0 n)). destruct (g n) eqn:E; cbn [length].
  - rewrite Nat.add_1_r. cbn [sum]. rewrite app_nth2, Nat.sub_diag by lia. cbn [nth].
    rewrite (sum_equal (length before) (fun c => f (nth c (before ++ [n]) O)) (fun c => f (nth c before O))); [reflexivity|].
    intros c Hc. now rewrite app_nth1 by assumption.
  - rewrite Nat.add_0_r, app_nil_r. rewrite (H n) by (lia || assumption). ring.
Qed.

Section OnlyBest.

Variables (n : nat) (p : N) (q : positive) (responses : nat) (l : matrix) (who : user) (v : Q) (t : matrix).
Variables (prior : nat -> Q) (modes : list nat) (dt dl dp : positive).
Variables (slots : list (nat * nat)) (equations : list nat) (m : Z) (inverse : list (list Z)).

Let G := geometric n (Z.of_N p # q).
Let weight := prior_of who prior.
Let cost := remap_cost (S n) (fun i r => weight i * l i r) G.
Let remap := written_matrix n responses dt t.
Let losses := written_matrix n responses dl l.
Let weights := written_prior n dp weight.
Let costs := column_costs n p q responses weights losses.
Let common := kernel_denominator n p q.

Hypothesis checked : is_best n p q responses l who v t prior modes dt dl dp remap losses weights costs = true.
Hypothesis only : is_only_best n p q responses who modes losses weights costs slots equations m inverse = true.

Let checked_parts := parts n p q responses l who v t prior modes dt dl dp checked.
Let a := fun k => fst (slot slots k).
Let b := fun k => snd (slot slots k).

Lemma only_parts :
  (0 < Z.of_N p)%Z /\ (Z.of_N p < Z.pos q)%Z /\
  strictly_unimodal_on responses modes losses 0 = true /\ strictly_unimodal_on responses modes losses n = true /\
  (0 < nth 0 weights 0)%Z /\ (0 < nth n weights 0)%Z /\
  others_cost_more n responses slots costs = true /\
  forallb (may_be_equated n who weights) equations = true /\ no_choice n p q slots equations m inverse losses = true.
Proof.
  assert (H := only). unfold is_only_best in H.
  apply andb_true_iff in H; destruct H as [H H9]; apply andb_true_iff in H; destruct H as [H H8].
  apply andb_true_iff in H; destruct H as [H H7]; apply andb_true_iff in H; destruct H as [H H6].
  apply andb_true_iff in H; destruct H as [H H5]; apply andb_true_iff in H; destruct H as [H H4].
  apply andb_true_iff in H; destruct H as [H H3]; apply andb_true_iff in H; destruct H as [H1 H2].
  apply Z.ltb_lt in H1, H2, H5, H6. repeat split; assumption.
Qed.

Lemma open_level : 0 < Z.of_N p # q < 1.
Proof. destruct only_parts as (H0 & H1 & _). unfold Qlt. cbn [Qnum Qden]. lia. Qed.

Lemma column_weight_positive k : (0 < column_weight n p q k)%Z.
Proof. destruct only_parts as (_ & H & _). unfold column_weight. destruct ((k =? 0) || (k =? n))%nat; lia. Qed.

Lemma strict_sound i : (i <= n)%nat -> strictly_unimodal_on responses modes losses i = true -> strict_on responses (mode_of modes) l i.
Proof.
  intros Hi H r Hr. destruct checked_parts as (_ & _ & _ & Hl & _).
  assert (E := all_true _ _ H r ltac:(lia)). cbv beta in E. unfold losses in E.
  rewrite !nth_written in E by lia. rewrite (Hl i r), (Hl i (S r)) by lia. split; intros Hm.
  - apply Nat.leb_le in Hm. rewrite Hm in E. apply Z.ltb_lt in E. now apply over_less.
  - apply Nat.leb_gt in Hm. rewrite Hm in E. apply Z.ltb_lt in E. now apply over_less.
Qed.

Lemma weight_positive i : (i <= n)%nat -> (0 < nth i weights 0)%Z -> 0 < weight i.
Proof.
  intros Hi H. destruct checked_parts as (_ & _ & _ & _ & Hp & _). fold weight in Hp. rewrite Hp by assumption.
  unfold weights, written_prior in H. rewrite nth_map_seq in H by lia. unfold Qlt. cbn [Qnum Qden]. lia.
Qed.

Lemma slots_inside k : (k <= n)%nat -> (a k < responses)%nat /\ (b k < responses)%nat.
Proof.
  intros Hk. destruct only_parts as (_ & _ & _ & _ & _ & _ & H & _).
  assert (E := all_true _ _ H k ltac:(lia)). cbv beta zeta in E. unfold a, b. destruct (slot slots k) as [c d].
  apply andb_true_iff in E. destruct E as [E _]. apply andb_true_iff in E. destruct E as [E1 E2].
  apply Nat.ltb_lt in E1, E2. now split.
Qed.

Lemma costs_more k r :
  (k <= n)%nat -> (r < responses)%nat -> r <> a k -> r <> b k -> least responses (cost k) < cost k r.
Proof.
  intros Hk Hr Ha Hb. destruct only_parts as (_ & _ & _ & _ & _ & _ & H & _).
  assert (E := all_true _ _ H k ltac:(lia)). cbv beta zeta in E. unfold a, b in Ha, Hb.
  destruct (slot slots k) as [c d]. cbn [fst snd] in Ha, Hb. apply andb_true_iff in E. destruct E as [_ E].
  assert (F := all_true _ _ E r Hr). cbv beta in F.
  apply Nat.eqb_neq in Ha, Hb. rewrite Ha, Hb in F. cbn [orb] in F. apply Z.ltb_lt in F.
  assert (Hrow : nth k costs [] = map (fun r => nth r (nth k costs []) 0%Z) (seq 0 responses)).
  { unfold costs, column_costs. cbv zeta. rewrite nth_table by lia. apply row_read. }
  assert (Hin : In (lowest (nth k costs [])) (nth k costs [])).
  { apply lowest_in. intros Hnil. rewrite Hnil in Hrow. destruct responses; [lia | discriminate]. }
  rewrite Hrow in Hin at 2. apply in_map_iff in Hin. destruct Hin as (s & Es & Hs). apply in_seq in Hs.
  eapply Qle_lt_trans; [apply (least_below responses (cost k) s); lia|].
  assert (C := cost_is n p q responses l who v t prior modes dt dl dp checked).
  unfold cost, G, weight. rewrite (C k s), (C k r) by lia. apply over_less.
  apply Z.mul_lt_mono_pos_l; [apply column_weight_positive|].
  unfold costs, losses, weights, weight in Es, F. rewrite Es. exact F.
Qed.

Let t_stochastic := remap_stochastic n p q responses l who v t prior modes dt dl dp checked.
Let t_best := loss_reached n p q responses l who v t prior modes dt dl dp checked.
Let user_prices := prices n p q responses l who v t prior modes dt dl dp checked.
Let lower_bound := bound_reached n p q responses l who v t prior modes dt dl dp checked.

Section AnotherRemap.

Variable u : matrix.
Hypothesis u_stochastic : stochastic (S n) responses u.
Hypothesis u_best : loss (S n) responses l who (product (S n) G u) <= v.

Let difference := fun k r => u k r - t k r.

Lemma elsewhere_nothing k r :
  (k <= n)%nat -> (r < responses)%nat -> r <> a k -> r <> b k -> difference k r == 0.
Proof.
  intros Hk Hr Ha Hb. assert (H := costs_more k r Hk Hr Ha Hb). unfold difference.
  rewrite (best_remap_costs n responses (Z.of_N p # q) l who weight v user_prices lower_bound u u_stochastic u_best k r Hk Hr H).
  rewrite (best_remap_costs n responses (Z.of_N p # q) l who weight v user_prices lower_bound t t_stochastic t_best k r Hk Hr H).
  ring.
Qed.

Lemma difference_sums k : (k <= n)%nat -> sum responses (difference k) == 0.
Proof.
  intros Hk. unfold difference. rewrite sum_minus. destruct u_stochastic as [_ Hu]. destruct t_stochastic as [_ Ht].
  rewrite Hu, Ht by lia. ring.
Qed.

Lemma difference_costs k c :
  (k <= n)%nat -> sum responses (fun r => difference k r * c r) == difference k (a k) * (c (a k) - c (b k)).
Proof.
  intros Hk. destruct (slots_inside k Hk) as [Ha Hb].
  assert (E : sum responses (fun r => difference k r * c r) ==
              sum responses (fun r => difference k r * (c r - c (b k))) + sum responses (difference k) * c (b k)).
  { rewrite <- sum_times_right, <- sum_plus. apply sum_equal. intros; ring. }
  rewrite E, difference_sums by assumption. rewrite (sum_single responses (a k)); [ring | assumption|].
  intros r Hr Hne. destruct (Nat.eq_dec r (b k)) as [->|Hnb]; [ring|]. rewrite elsewhere_nothing by assumption. ring.
Qed.

Lemma equated i :
  may_be_equated n who weights i = true ->
  sum (S n) (fun k => inject_Z (decay n p q (distance i k) * (scaled dl (l i (a k)) - scaled dl (l i (b k)))) *
                      (inject_Z (column_weight n p q k) * difference k (a k))) == 0.
Proof.
  intros H. unfold may_be_equated in H. apply andb_true_iff in H. destruct H as [H Hwho].
  apply andb_true_iff in H. destruct H as [Hi Hpos]. apply Nat.leb_le in Hi. apply Z.ltb_lt in Hpos.
  assert (Hs : exists s, who = Minimax s).
  { clear - Hwho. destruct who as [w|s]; [discriminate | now exists s]. }
  destruct Hs as [s Hs]. apply weight_positive in Hpos; [|assumption].
  destruct checked_parts as (Hn & _ & _ & Hl & _).
  assert (Eu := best_remap_losses n responses (Z.of_N p # q) l who weight v user_prices lower_bound s u Hs u_stochastic u_best i Hi Hpos).
  assert (Et := best_remap_losses n responses (Z.of_N p # q) l who weight v user_prices lower_bound s t Hs t_stochastic t_best i Hi Hpos).
  fold G in Eu, Et.
  assert (E : sum (S n) (fun k => G i k * sum responses (fun r => difference k r * l i r)) == 0).
  { assert (Hx : forall x, expected_loss responses l (product (S n) G x) i == sum (S n) (fun k => G i k * sum responses (fun r => x k r * l i r))).
    { intros x. unfold expected_loss, product.
      rewrite (sum_equal responses _ (fun r => sum (S n) (fun k => G i k * (x k r * l i r)))).
      - rewrite sum_swap. apply sum_equal. intros k _. apply sum_times.
      - intros r _. rewrite <- sum_times_right. apply sum_equal. intros; ring. }
    rewrite (sum_equal (S n) _ (fun k => G i k * sum responses (fun r => u k r * l i r) - G i k * sum responses (fun r => t k r * l i r))).
    - rewrite sum_minus, <- !Hx, Eu, Et. ring.
    - intros k _. rewrite (sum_equal responses (fun r => difference k r * l i r) (fun r => u k r * l i r - t k r * l i r))
        by (intros; unfold difference; ring).
      rewrite sum_minus. ring. }
  set (scale := inject_Z (Z.pos (common * dl))).
  rewrite (sum_equal (S n) _ (fun k => scale * (G i k * sum responses (fun r => difference k r * l i r)))).
  - rewrite sum_times, E. ring.
  - intros k Hk. destruct (slots_inside k ltac:(lia)) as [Ha Hb]. rewrite difference_costs by lia.
    set (la := scaled dl (l i (a k))). set (lb := scaled dl (l i (b k))).
    assert (Ediff : l i (a k) - l i (b k) == (inject_Z la - inject_Z lb) * (1 # dl)).
    { transitivity ((la # dl) - (lb # dl)); [|rewrite (over_injected la), (over_injected lb); ring].
      apply Qplus_comp; [now apply Hl | apply Qopp_comp; now apply Hl]. }
    assert (EG : G i k == inject_Z (decay n p q (distance i k)) * inject_Z (column_weight n p q k) * (1 # common)).
    { unfold G. rewrite geometric_decay, over_injected, inject_Z_mult by lia. reflexivity. }
    rewrite Ediff, EG. unfold scale, Z.sub. rewrite Pos2Z.inj_mul, !inject_Z_mult, inject_Z_plus, inject_Z_opp.
    assert (Hc : inject_Z (Z.pos common) * (1 # common) == 1) by (unfold Qeq, Qmult, inject_Z; cbn [Qnum Qden]; lia).
    assert (Hd : inject_Z (Z.pos dl) * (1 # dl) == 1) by (unfold Qeq, Qmult, inject_Z; cbn [Qnum Qden]; lia).
    set (x := inject_Z (Z.pos common)) in *. set (x' := 1 # common) in *.
    set (y := inject_Z (Z.pos dl)) in *. set (y' := 1 # dl) in *.
    set (d := inject_Z (decay n p q (distance i k))). set (w := inject_Z (column_weight n p q k)).
    set (change := difference k (a k)).
    transitivity ((x * x') * (y * y') * (d * (inject_Z la + - inject_Z lb) * (w * change))); [rewrite Hc, Hd; ring | ring].
Qed.

Lemma only_best_remap : same (S n) responses u t.
Proof.
  set (open := open_columns n slots).
  set (matrix := fun j c => let i := nth j equations O in let k := nth c open O in
    (decay n p q (distance i k) * (scaled dl (l i (a k)) - scaled dl (l i (b k))))%Z).
  destruct only_parts as (_ & _ & _ & _ & _ & _ & _ & Heq & Hno).
  rewrite forallb_forall in Heq.
  assert (Hequations : forall j, (j < length equations)%nat -> may_be_equated n who weights (nth j equations O) = true).
  { intros j Hj. apply Heq. now apply nth_In. }
  assert (Hopen : forall c, (c < length open)%nat -> (nth c open O <= n)%nat).
  { intros c Hc. assert (Hin : In (nth c open O) (filter (is_open slots) (seq 0 (S n)))) by exact (nth_In open O Hc).
    apply filter_In in Hin. destruct Hin as [Hin _]. apply in_seq in Hin. lia. }
  unfold no_choice in Hno. cbv zeta in Hno. fold open in Hno. apply andb_true_iff in Hno. destruct Hno as [Hm Hinv].
  apply Z.leb_le in Hm.
  assert (Hinverse : inverse_modulo m (length equations) (length open) (integers inverse) matrix).
  { split; [assumption|]. intros e c He Hc.
    assert (E := all_true _ _ (all_true _ _ Hinv e He) c Hc). cbv beta in E. apply Z.eqb_eq in E. rewrite <- E.
    rewrite (nth_of_map _ open c [] O Hc). cbv beta.
    assert (Hab := slots_inside (nth c open O) (Hopen c Hc)). unfold a, b in Hab.
    unfold matrix. cbv zeta. unfold a, b. destruct (slot slots (nth c open O)) as [f g]. cbn [fst snd] in *.
    rewrite dot_sum. apply zsum_modulo. intros j Hj. cbn [Nat.add]. unfold integers.
    assert (Hi := Hequations j Hj). unfold may_be_equated in Hi. apply andb_true_iff in Hi. destruct Hi as [Hi _].
    apply andb_true_iff in Hi. destruct Hi as [Hi _]. apply Nat.leb_le in Hi.
    assert (Hk := Hopen c Hc).
    unfold losses. rewrite !nth_written by (lia || apply Hab).
    rewrite (nth_of_map _ (decays n p q) _ 0%Z 0%Z) by (unfold decays; rewrite map_length, seq_length; unfold distance; lia).
    rewrite nth_decays by (unfold distance; lia).
    rewrite Zmult_mod_idemp_l. symmetry. apply Zmult_mod_idemp_r. }
  assert (Hopened : forall c, (c < length open)%nat ->
    inject_Z (column_weight n p q (nth c open O)) * difference (nth c open O) (a (nth c open O)) == 0).
  { apply (no_solution m (length equations) (length open) (integers inverse) matrix Hinverse).
    intros j Hj. assert (E := equated (nth j equations O) (Hequations j Hj)).
    rewrite (sum_filtered (is_open slots)) in E; [exact E|].
    intros k Hk Hclosed. unfold is_open in Hclosed. apply negb_false_iff in Hclosed. apply Nat.eqb_eq in Hclosed.
    unfold a, b. rewrite Hclosed. unfold Z.sub. rewrite Z.add_opp_diag_r, Z.mul_0_r. ring. }
  assert (Hfirst : forall k, (k <= n)%nat -> difference k (a k) == 0).
  { intros k Hk. destruct (is_open slots k) eqn:Eopen.
    - assert (Hin : In k open).
      { unfold open, open_columns. apply filter_In. split; [apply in_seq; lia | assumption]. }
      destruct (In_nth _ _ O Hin) as (c & Hc & Ec). assert (E := Hopened c Hc). rewrite Ec in E.
      apply Qmult_integral in E. destruct E as [E|E]; [|assumption].
      assert (Hpos := column_weight_positive k). unfold Qeq, inject_Z in E. cbn [Qnum Qden] in E. lia.
    - unfold is_open in Eopen. apply negb_false_iff in Eopen. apply Nat.eqb_eq in Eopen.
      assert (E := difference_sums k Hk). rewrite (sum_single responses (a k)) in E; [assumption | now apply slots_inside|].
      intros r Hr Hne. apply elsewhere_nothing; try assumption. unfold a, b in *. now rewrite <- Eopen. }
  intros k r Hk Hr.
  assert (Hzero : difference k r == 0).
  { destruct (Nat.eq_dec r (a k)) as [->|Ha]; [apply Hfirst; lia|].
    destruct (Nat.eq_dec r (b k)) as [->|Hb]; [|apply elsewhere_nothing; (assumption || lia)].
    assert (E := difference_sums k ltac:(lia)). rewrite (sum_single responses (b k)) in E; [assumption | assumption|].
    intros s Hs Hne. destruct (Nat.eq_dec s (a k)) as [->|Hsa]; [apply Hfirst; lia|].
    apply elsewhere_nothing; (assumption || lia). }
  unfold difference in Hzero. lra.
Qed.

End AnotherRemap.

Lemma only_optimum y :
  private_mechanism (S n) responses (path (S n)) (Z.of_N p # q) y -> loss (S n) responses l who y <= v ->
  same (S n) responses y (product (S n) G t).
Proof.
  destruct only_parts as (_ & _ & H0 & Hlast & Hp0 & Hpn & _).
  apply (only_universally_optimal n responses (Z.of_N p # q) l who weight v user_prices lower_bound (mode_of modes) t).
  - apply checked_parts.
  - exact open_level.
  - exact (modes_grow n p q responses l who v t prior modes dt dl dp checked).
  - exact (loss_unimodal n p q responses l who v t prior modes dt dl dp checked).
  - apply strict_sound; [lia | assumption].
  - apply strict_sound; [lia | assumption].
  - exact (is_user n p q responses l who v t prior modes dt dl dp checked).
  - exact (weight_nonnegative n p q responses l who v t prior modes dt dl dp checked).
  - apply weight_positive; [lia | assumption].
  - apply weight_positive; [lia | assumption].
  - exact t_stochastic.
  - exact (proj1 (proj2 (best_sound n p q responses l who v t prior modes dt dl dp checked))).
  - exact only_best_remap.
Qed.

End OnlyBest.

(** What an exported file asks: x is G followed by the remap t. *)
Definition is_unimodal_optimum (n : nat) (p : N) (q : positive) (responses : nat) (l : matrix) (who : user) (v : Q)
  (t : matrix) (prior : nat -> Q) (modes : list nat) (dt dl dp : positive) : bool :=
  let losses := written_matrix n responses dl l in
  let weights := written_prior n dp (prior_of who prior) in
  is_best n p q responses l who v t prior modes dt dl dp (written_matrix n responses dt t) losses weights
    (column_costs n p q responses weights losses).

Definition is_only_unimodal_optimum (n : nat) (p : N) (q : positive) (responses : nat) (l : matrix) (who : user) (v : Q)
  (t : matrix) (prior : nat -> Q) (modes : list nat) (dt dl dp : positive) (slots : list (nat * nat))
  (equations : list nat) (m : Z) (inverse : list (list Z)) : bool :=
  let losses := written_matrix n responses dl l in
  let weights := written_prior n dp (prior_of who prior) in
  let costs := column_costs n p q responses weights losses in
  is_best n p q responses l who v t prior modes dt dl dp (written_matrix n responses dt t) losses weights costs &&
  is_only_best n p q responses who modes losses weights costs slots equations m inverse.

Lemma optimal_same inputs responses pairs alpha cs l who v x y :
  inside inputs pairs = true -> users_inputs inputs who = true -> same inputs responses x y ->
  optimal (feasible inputs responses pairs alpha cs) (loss inputs responses l who) v y ->
  optimal (feasible inputs responses pairs alpha cs) (loss inputs responses l who) v x.
Proof.
  intros Hin Hu Hs (Hf & Hl & Ho). split; [|split; [|assumption]].
  - apply feasible_same with (x := y); [assumption | | assumption]. intros i r Hi Hr. symmetry. now apply Hs.
  - now rewrite (loss_written inputs responses x y Hs).
Qed.

Lemma path_pairs_inside inputs : inside inputs (path inputs) = true.
Proof.
  unfold inside. apply forallb_forall. intros [i k] H. apply path_inside in H. destruct H as [Hi Hk].
  apply Nat.ltb_lt in Hi, Hk. now rewrite Hi, Hk.
Qed.

(** A remap of G that is a best one is optimal, for a unimodal loss. *)
Theorem unimodal_optimal_by n p q responses x t l who v prior modes dt dl dp :
  same (S n) responses x (product (S n) (geometric n (Z.of_N p # q)) t) ->
  is_unimodal_optimum n p q responses l who v t prior modes dt dl dp = true ->
  optimal (feasible (S n) responses (path (S n)) (Z.of_N p # q) []) (loss (S n) responses l who) v x.
Proof.
  intros Hs H. unfold is_unimodal_optimum in H. cbv zeta in H.
  apply optimal_same with (y := product (S n) (geometric n (Z.of_N p # q)) t).
  - apply path_pairs_inside.
  - now apply (users_inputs_checked _ _ _ _ _ _ _ _ _ _ _ _ _ H).
  - assumption.
  - now apply (best_sound _ _ _ _ _ _ _ _ _ _ _ _ _ H).
Qed.

(** The only best remap of G is the only optimum, for a loss that strictly falls and rises on the inputs 0 and n. *)
Theorem unimodal_only_by n p q responses x t l who v prior modes dt dl dp slots equations m inverse :
  same (S n) responses x (product (S n) (geometric n (Z.of_N p # q)) t) ->
  is_only_unimodal_optimum n p q responses l who v t prior modes dt dl dp slots equations m inverse = true ->
  only_optimal (S n) responses (feasible (S n) responses (path (S n)) (Z.of_N p # q) []) (loss (S n) responses l who) v x.
Proof.
  intros Hs H. unfold is_only_unimodal_optimum in H. cbv zeta in H. apply andb_true_iff in H. destruct H as [Hbest Honly].
  split; [now apply unimodal_optimal_by with (1 := Hs) (2 := Hbest)|].
  intros y ([Hy _] & Hv & _).
  assert (E : same (S n) responses y (product (S n) (geometric n (Z.of_N p # q)) t)).
  { eapply only_optimum; [exact Hbest | exact Honly | exact Hy | rewrite Hv; lra]. }
  intros i r Hi Hr. rewrite (E i r Hi Hr). symmetry. now apply Hs.
Qed.

(** G itself, as the remap of G that changes nothing. *)
Definition unchanged : matrix := fun k r => if (k =? r)%nat then 1 else 0.

Theorem same_unchanged n x : same (S n) (S n) x (product (S n) x unchanged).
Proof.
  intros i r Hi Hr. unfold product. rewrite (sum_single (S n) r); [| assumption |].
  - unfold unchanged. rewrite Nat.eqb_refl. ring.
  - intros k Hk Hne. unfold unchanged. apply Nat.eqb_neq in Hne. rewrite Hne. ring.
Qed.

(** A matrix that is written out, as G followed by a remap. *)
Definition is_remap_of_geometric (n : nat) (p : N) (q : positive) (responses : nat) (x t : matrix) (dt : positive) : bool :=
  let remap := written_matrix n responses dt t in
  let written := powers n q in
  let columns := map (fun r =>
    blurred n p written (map (fun k => column_weight n p q k * nth r (nth k remap []) 0)%Z (seq 0 (S n)))) (seq 0 responses) in
  (1 <=? n)%nat && all_fit n responses dt t &&
  all responses (fun r => let column := nth r columns [] in
    all (S n) (fun i => Qeq_bool (x i r) (nth i column 0%Z # (kernel_denominator n p q * dt)))).

Theorem same_remap_by n p q responses x t dt :
  is_remap_of_geometric n p q responses x t dt = true ->
  same (S n) responses x (product (S n) (geometric n (Z.of_N p # q)) t).
Proof.
  intros H i r Hi Hr. unfold is_remap_of_geometric in H. cbv zeta in H.
  apply andb_true_iff in H; destruct H as [H Hx]; apply andb_true_iff in H; destruct H as [Hn Hfit].
  apply Nat.leb_le in Hn. assert (E := all_true _ _ (all_true _ _ Hx r Hr) i Hi). cbv beta in E.
  apply Qeq_bool_iff in E. rewrite E. rewrite nth_map_seq by assumption.
  rewrite (map_ext_in _ (fun k => column_weight n p q k * scaled dt (t k r))%Z (seq 0 (S n))).
  2:{ intros k Hk. apply in_seq in Hk. now rewrite nth_written by lia. }
  rewrite nth_blurred by lia. rewrite <- sum_over. unfold product. apply sum_equal. intros k Hk.
  rewrite geometric_decay by lia.
  assert (Ht : t k r == scaled dt (t k r) # dt) by exact (scaled_is _ _ (all_true _ _ (all_true _ _ Hfit k Hk) r Hr)).
  set (z := scaled dt (t k r)) in *. rewrite Ht, over_times.
  replace (distance k i) with (distance i k) by (unfold distance; lia). rewrite Z.mul_assoc. reflexivity.
Qed.
