(** The geometric mechanism for every n: it is a private mechanism, its inverse in closed form, Theorem 2 and Lemma 3 of
    Gupte and Sundararajan (2010). *)

From ExactDP Require Export PostProcessing.
From Coq Require Import Bool.

Lemma distance_left i k : (k <= i)%nat -> distance i k = (i - k)%nat.
Proof. unfold distance. lia. Qed.

Lemma distance_right i k : (i <= k)%nat -> distance i k = (k - i)%nat.
Proof. unfold distance. lia. Qed.

Lemma power_step a d e : d = S e -> power a d == a * power a e.
Proof. intros ->. reflexivity. Qed.

Lemma share_end n alpha k : k = O \/ k = n -> share n alpha k == 1 / (1 + alpha).
Proof.
  intros H. unfold share. destruct H as [->| ->]; [reflexivity|]. rewrite Nat.eqb_refl, orb_true_r. reflexivity.
Qed.

Lemma share_inner n alpha k : k <> O -> k <> n -> share n alpha k == (1 - alpha) / (1 + alpha).
Proof.
  intros H0 Hn. unfold share. apply Nat.eqb_neq in H0, Hn. rewrite H0, Hn. reflexivity.
Qed.

Lemma share_nonnegative n alpha k : 0 <= alpha <= 1 -> 0 <= share n alpha k.
Proof.
  intros [H0 H1]. unfold share. apply Qle_shift_div_l; [lra|].
  destruct ((k =? 0) || (k =? n))%nat; lra.
Qed.

Lemma share_positive n alpha k : 0 <= alpha < 1 -> 0 < share n alpha k.
Proof.
  intros [H0 H1]. unfold share. apply Qlt_shift_div_l; [lra|].
  destruct ((k =? 0) || (k =? n))%nat; lra.
Qed.

Lemma geometric_nonnegative n alpha i k : 0 <= alpha <= 1 -> 0 <= geometric n alpha i k.
Proof.
  intros H. apply Qmult_le_0_compat; [apply power_nonnegative; lra | now apply share_nonnegative].
Qed.

(** The steps of a column: towards the diagonal an entry is α times the next. *)
Lemma geometric_below n alpha i k : (k <= i)%nat -> geometric n alpha (S i) k == alpha * geometric n alpha i k.
Proof.
  intros H. unfold geometric. rewrite !distance_left by lia. rewrite (power_step _ _ (i - k)) by lia. ring.
Qed.

Lemma geometric_above n alpha i k : (i < k)%nat -> geometric n alpha i k == alpha * geometric n alpha (S i) k.
Proof.
  intros H. unfold geometric. rewrite !distance_right by lia. rewrite (power_step _ _ (k - S i)) by lia. ring.
Qed.

(** G is α-private. *)
Theorem geometric_private n alpha : 0 <= alpha <= 1 -> private (path (S n)) (S n) alpha (geometric n alpha).
Proof.
  intros H i k Hik r Hr. apply of_path in Hik. destruct Hik as [-> Hi].
  assert (Hsq : forall v, 0 <= v -> alpha * (alpha * v) <= v).
  { intros v Hv. assert (0 <= (1 - alpha * alpha) * v) by (apply Qmult_le_0_compat; nra). lra. }
  destruct (le_lt_dec r i) as [Hle|Hlt].
  - rewrite geometric_below by assumption. split; [lra | now apply Hsq, geometric_nonnegative].
  - rewrite (geometric_above n alpha i r) by assumption. split; [now apply Hsq, geometric_nonnegative | lra].
Qed.

(** The three-term value (1+α²)·x_i - α·(x_(i-1) + x_(i+1)), and at the two ends x_0 - α·x_1 and x_n - α·x_(n-1). *)
Definition three_term (alpha : Q) (x : nat -> Q) (i : nat) : Q :=
  (1 + alpha * alpha) * x i - alpha * (x (pred i) + x (S i)).

Definition second_difference (n : nat) (alpha : Q) (x : nat -> Q) (k : nat) : Q :=
  if (k =? 0)%nat then x O - alpha * x 1%nat
  else if (k =? n)%nat then x n - alpha * x (pred n) else three_term alpha x k.

Lemma second_difference_inner n alpha x k :
  (0 < k < n)%nat -> second_difference n alpha x k == three_term alpha x k.
Proof.
  intros H. unfold second_difference.
  assert (H0 : (k =? 0)%nat = false) by (apply Nat.eqb_neq; lia).
  assert (Hn : (k =? n)%nat = false) by (apply Nat.eqb_neq; lia).
  now rewrite H0, Hn.
Qed.

Lemma second_difference_last n alpha x : (1 <= n)%nat -> second_difference n alpha x n == x n - alpha * x (pred n).
Proof.
  intros H. unfold second_difference. assert (H0 : (n =? 0)%nat = false) by (apply Nat.eqb_neq; lia).
  now rewrite H0, Nat.eqb_refl.
Qed.

(** Up to m ≤ i, Σ_k α^|i-k|·D_k telescopes to α^(i-m)·(x_m - α·x_(m+1)). *)
Lemma telescope_left n alpha x i m :
  (m <= i)%nat -> (m < n)%nat ->
  sum (S m) (fun k => power alpha (distance i k) * second_difference n alpha x k)
  == power alpha (i - m) * (x m - alpha * x (S m)).
Proof.
  induction m as [|m IH]; intros Hi Hn.
  - cbn [sum]. rewrite distance_left by lia. unfold second_difference. cbn [Nat.eqb]. ring.
  - change (sum (S (S m)) ?f) with (sum (S m) f + f (S m)). rewrite IH by lia.
    rewrite distance_left by lia. rewrite second_difference_inner by lia.
    rewrite (power_step alpha (i - m) (i - S m)) by lia. unfold three_term. cbn [pred]. ring.
Qed.

(** From i on, what is missing of (1-α²)·x_i is α^(m+1-i)·(x_(m+1) - α·x_m). *)
Lemma telescope_right n alpha x i d :
  (i + d < n)%nat ->
  sum (S (i + d)) (fun k => power alpha (distance i k) * second_difference n alpha x k)
  == (1 - alpha * alpha) * x i - power alpha (S d) * (x (S (i + d)) - alpha * x (i + d)%nat).
Proof.
  induction d as [|d IH]; intros H.
  - rewrite Nat.add_0_r in *. rewrite telescope_left by lia. rewrite Nat.sub_diag. cbn [power]. ring.
  - replace (i + S d)%nat with (S (i + d)) in * by lia.
    change (sum (S (S (i + d))) ?f) with (sum (S (i + d)) f + f (S (i + d))). rewrite IH by lia.
    rewrite distance_right by lia. rewrite second_difference_inner by lia.
    replace (S (i + d) - i)%nat with (S d) by lia. unfold three_term. cbn [pred power]. ring.
Qed.

Theorem kernel_inverse n alpha x i :
  (1 <= n)%nat -> (i <= n)%nat ->
  sum (S n) (fun k => power alpha (distance i k) * second_difference n alpha x k) == (1 - alpha * alpha) * x i.
Proof.
  intros Hn Hi. change (sum (S n) ?f) with (sum n f + f n). cbv beta. rewrite second_difference_last by assumption.
  destruct n as [|m]; [lia|]. cbn [pred].
  destruct (Nat.eq_dec i (S m)) as [->|Hne].
  - rewrite telescope_left by lia. replace (S m - m)%nat with 1%nat by lia.
    rewrite distance_left by lia. rewrite Nat.sub_diag. cbn [power]. ring.
  - replace m with (i + (m - i))%nat by lia. set (d := (m - i)%nat).
    rewrite telescope_right by lia. rewrite distance_right by lia.
    replace (S (i + d) - i)%nat with (S d) by lia. ring.
Qed.

(** The remap G⁻¹·x in closed form. *)
Definition inverse_remap (n : nat) (alpha : Q) (x : matrix) : matrix :=
  fun k r =>
    if ((k =? 0) || (k =? n))%nat then second_difference n alpha (fun i => x i r) k / (1 - alpha)
    else second_difference n alpha (fun i => x i r) k / ((1 - alpha) * (1 - alpha)).

Lemma inverse_remap_share n alpha x k r :
  0 <= alpha < 1 ->
  share n alpha k * inverse_remap n alpha x k r == second_difference n alpha (fun i => x i r) k / (1 - alpha * alpha).
Proof.
  intros H. unfold share, inverse_remap. destruct ((k =? 0) || (k =? n))%nat; field; nra.
Qed.

(** G·(G⁻¹·x) = x. *)
Theorem geometric_inverse n responses alpha x :
  (1 <= n)%nat -> 0 <= alpha < 1 ->
  same (S n) responses x (product (S n) (geometric n alpha) (inverse_remap n alpha x)).
Proof.
  intros Hn Ha i r Hi Hr. unfold product.
  rewrite (sum_equal _ _ (fun k => (power alpha (distance i k) * second_difference n alpha (fun j => x j r) k)
    * (/ (1 - alpha * alpha)))).
  - rewrite sum_times_right, kernel_inverse by lia. field. nra.
  - intros k Hk. unfold geometric. rewrite <- Qmult_assoc, inverse_remap_share by assumption. unfold Qdiv. ring.
Qed.

(** What the three-term value and the ends are on the columns of α^|i-k|. *)
Lemma second_difference_power n alpha i k :
  (1 <= n)%nat -> (i <= n)%nat -> (k <= n)%nat ->
  second_difference n alpha (fun j => power alpha (distance j k)) i
  == if (i =? k)%nat then 1 - alpha * alpha else 0.
Proof.
  intros Hn Hi Hk. unfold second_difference.
  destruct (i =? k)%nat eqn:Hik; [apply Nat.eqb_eq in Hik; subst k | apply Nat.eqb_neq in Hik].
  - destruct (i =? 0)%nat eqn:H0; [apply Nat.eqb_eq in H0; subst i|].
    + rewrite (distance_left 0 0) by lia. rewrite (distance_left 1 0) by lia. cbn [Nat.sub power]. ring.
    + apply Nat.eqb_neq in H0. destruct (i =? n)%nat eqn:Hin.
      * apply Nat.eqb_eq in Hin. subst i. rewrite (distance_left n n), (distance_right (pred n) n) by lia.
        rewrite Nat.sub_diag. replace (n - pred n)%nat with 1%nat by lia. cbn [power]. ring.
      * apply Nat.eqb_neq in Hin. unfold three_term.
        rewrite (distance_left i i), (distance_right (pred i) i), (distance_left (S i) i) by lia.
        rewrite Nat.sub_diag. replace (i - pred i)%nat with 1%nat by lia. replace (S i - i)%nat with 1%nat by lia.
        cbn [power]. ring.
  - destruct (i =? 0)%nat eqn:H0; [apply Nat.eqb_eq in H0; subst i|].
    + rewrite (distance_right 0 k), (distance_right 1 k) by lia. rewrite (power_step alpha (k - 0) (k - 1)) by lia. ring.
    + apply Nat.eqb_neq in H0. destruct (i =? n)%nat eqn:Hin.
      * apply Nat.eqb_eq in Hin. subst i. rewrite (distance_left n k), (distance_left (pred n) k) by lia.
        rewrite (power_step alpha (n - k) (pred n - k)) by lia. ring.
      * apply Nat.eqb_neq in Hin. unfold three_term. destruct (le_lt_dec k i) as [Hle|Hlt].
        -- rewrite (distance_left i k), (distance_left (pred i) k), (distance_left (S i) k) by lia.
           rewrite (power_step alpha (S i - k) (i - k)) by lia. rewrite (power_step alpha (i - k) (pred i - k)) by lia. ring.
        -- rewrite (distance_right i k), (distance_right (pred i) k), (distance_right (S i) k) by lia.
           rewrite (power_step alpha (k - pred i) (k - i)) by lia. rewrite (power_step alpha (k - i) (k - S i)) by lia. ring.
Qed.

Lemma second_difference_sum n m alpha (f : nat -> nat -> Q) i :
  second_difference n alpha (fun j => sum m (f j)) i == sum m (fun k => second_difference n alpha (fun j => f j k) i).
Proof.
  unfold second_difference, three_term.
  destruct (i =? 0)%nat; [|destruct (i =? n)%nat].
  - rewrite <- sum_times, <- sum_minus. reflexivity.
  - rewrite <- sum_times, <- sum_minus. reflexivity.
  - rewrite <- sum_plus, <- !sum_times, <- sum_minus. reflexivity.
Qed.

Lemma second_difference_times n alpha f c i :
  second_difference n alpha (fun j => f j * c) i == second_difference n alpha f i * c.
Proof. unfold second_difference, three_term. destruct (i =? 0)%nat; [|destruct (i =? n)%nat]; ring. Qed.

Lemma second_difference_equal n alpha f g i :
  (1 <= n)%nat -> (i <= n)%nat -> (forall j, (j <= n)%nat -> f j == g j) ->
  second_difference n alpha f i == second_difference n alpha g i.
Proof.
  intros Hn Hi H. unfold second_difference, three_term.
  destruct (i =? 0)%nat eqn:H0; [|destruct (i =? n)%nat eqn:Hin].
  - now rewrite !H by lia.
  - now rewrite !H by lia.
  - apply Nat.eqb_neq in H0, Hin. now rewrite !H by lia.
Qed.

(** G⁻¹·(G·T) = T. *)
Theorem inverse_geometric n alpha t k r :
  (1 <= n)%nat -> 0 <= alpha < 1 -> (k <= n)%nat ->
  inverse_remap n alpha (product (S n) (geometric n alpha) t) k r == t k r.
Proof.
  intros Hn Ha Hk.
  assert (H : second_difference n alpha (fun i => product (S n) (geometric n alpha) t i r) k
              == (1 - alpha * alpha) * (share n alpha k * t k r)).
  { unfold product, geometric.
    rewrite (second_difference_sum n (S n) alpha (fun i j => power alpha (distance i j) * share n alpha j * t j r)).
    rewrite (sum_single (S n) k); [| lia |].
    - rewrite (second_difference_equal n alpha _ (fun j => power alpha (distance j k) * (share n alpha k * t k r)))
        by (try lia; intros; ring).
      rewrite second_difference_times, second_difference_power by lia. rewrite Nat.eqb_refl. reflexivity.
    - intros j Hj Hne.
      rewrite (second_difference_equal n alpha _ (fun i => power alpha (distance i j) * (share n alpha j * t j r)))
        by (try lia; intros; ring).
      rewrite second_difference_times, second_difference_power by lia.
      assert (Hf : (k =? j)%nat = false) by (apply Nat.eqb_neq; lia). rewrite Hf. ring. }
  unfold inverse_remap. destruct ((k =? 0) || (k =? n))%nat eqn:Hc; rewrite H; unfold share; rewrite Hc; field; lra.
Qed.

(** The rows of G sum to 1: its inverse takes the column of ones to itself. *)
Theorem geometric_stochastic n alpha :
  (1 <= n)%nat -> 0 <= alpha <= 1 -> stochastic (S n) (S n) (geometric n alpha).
Proof.
  intros Hn [H0 H1]. split; [intros; now apply geometric_nonnegative|]. intros i Hi.
  destruct (Qlt_le_dec alpha 1) as [Hlt|Hge].
  - assert (H := geometric_inverse n 1 alpha (fun _ _ => 1) Hn (conj H0 Hlt) i O Hi (Nat.lt_0_succ 0)).
    rewrite H. unfold product. apply sum_equal. intros k Hk.
    assert (Hone : inverse_remap n alpha (fun _ _ => 1) k O == 1).
    { unfold inverse_remap, second_difference, three_term.
      destruct (k =? 0)%nat; cbn [orb]; [field; lra|]. destruct (k =? n)%nat; field; lra. }
    rewrite Hone. ring.
  - assert (Ha : alpha == 1) by lra. destruct n as [|m]; [lia|].
    assert (Hp : forall d, power alpha d == 1) by (induction d; cbn [power]; [reflexivity | rewrite IHd, Ha; ring]).
    change (sum (S (S m)) ?f) with (sum (S m) f + f (S m)). rewrite sum_first.
    unfold geometric. rewrite !Hp, (share_end (S m) alpha 0), (share_end (S m) alpha (S m)) by lia.
    rewrite (sum_equal m _ (fun _ => 0)).
    + rewrite sum_zero, Ha. field.
    + intros k Hk. rewrite Hp, share_inner by lia. rewrite Ha. field.
Qed.

Theorem geometric_private_mechanism n alpha :
  (1 <= n)%nat -> 0 <= alpha <= 1 -> private_mechanism (S n) (S n) (path (S n)) alpha (geometric n alpha).
Proof. intros Hn Ha. split; [now apply geometric_stochastic | now apply geometric_private]. Qed.

(** A mechanism that is private at a level is so at every lower one. *)
Theorem private_below inputs pairs responses alpha beta x :
  (forall i k, In (i, k) pairs -> (i < inputs)%nat /\ (k < inputs)%nat) ->
  stochastic inputs responses x -> beta <= alpha -> private pairs responses alpha x -> private pairs responses beta x.
Proof.
  intros Hin [Hx _] Hb H i k Hik r Hr. destruct (Hin i k Hik). destruct (H i k Hik r Hr).
  assert (0 <= x i r) by auto. assert (0 <= x k r) by auto. split; nra.
Qed.

Lemma path_inside inputs i k : In (i, k) (path inputs) -> (i < inputs)%nat /\ (k < inputs)%nat.
Proof. intros H. apply of_path in H. lia. Qed.

(** Every remap of G is α-private, at every level up to G's own. *)
Theorem remap_private n responses alpha beta t :
  (1 <= n)%nat -> 0 <= alpha <= 1 -> beta <= alpha -> stochastic (S n) responses t ->
  private_mechanism (S n) responses (path (S n)) beta (product (S n) (geometric n alpha) t).
Proof.
  intros Hn Ha Hb Ht.
  assert (Hs : stochastic (S n) responses (product (S n) (geometric n alpha) t)).
  { apply product_stochastic; [now apply geometric_stochastic | assumption]. }
  split; [assumption|]. apply private_below with (inputs := S n) (alpha := alpha); try assumption.
  - intros. now apply path_inside.
  - apply product_private with (columns := S n); [now apply Ht | now apply geometric_private].
Qed.

(** Theorem 2 of Gupte and Sundararajan: an α-private mechanism is derivable from G if and only if every three
    consecutive entries x₁, x₂, x₃ of a column satisfy x₂ - α·x₁ ≥ α·(x₃ - α·x₂). *)
Definition three_entries_condition (n responses : nat) (alpha : Q) (x : matrix) : Prop :=
  forall i r, (S (S i) <= n)%nat -> (r < responses)%nat ->
    alpha * (x (S (S i)) r - alpha * x (S i) r) <= x (S i) r - alpha * x i r.

Lemma inverse_remap_sums n responses alpha x k :
  (1 <= n)%nat -> 0 <= alpha < 1 -> stochastic (S n) responses x -> (k <= n)%nat ->
  sum responses (inverse_remap n alpha x k) == 1.
Proof.
  intros Hn Ha [_ Hs] Hk.
  assert (Hd : sum responses (fun r => second_difference n alpha (fun i => x i r) k)
               == second_difference n alpha (fun _ => 1) k).
  { rewrite <- (second_difference_sum n responses alpha (fun i r => x i r)).
    apply second_difference_equal; [assumption | assumption |]. intros j Hj. apply Hs. lia. }
  unfold inverse_remap. destruct ((k =? 0) || (k =? n))%nat eqn:Hc; unfold Qdiv; rewrite sum_times_right, Hd.
  - assert (He : second_difference n alpha (fun _ => 1) k == 1 - alpha).
    { unfold second_difference. destruct (k =? 0)%nat; [ring|]. cbn [orb] in Hc. rewrite Hc. ring. }
    rewrite He. field. lra.
  - apply orb_false_iff in Hc. destruct Hc as [Hc0 Hcn].
    assert (He : second_difference n alpha (fun _ => 1) k == (1 - alpha) * (1 - alpha)).
    { unfold second_difference, three_term. rewrite Hc0, Hcn. ring. }
    rewrite He. field. lra.
Qed.

Theorem inverse_remap_stochastic n responses alpha x :
  (1 <= n)%nat -> 0 <= alpha < 1 -> private_mechanism (S n) responses (path (S n)) alpha x ->
  three_entries_condition n responses alpha x -> stochastic (S n) responses (inverse_remap n alpha x).
Proof.
  intros Hn Ha [Hs Hp] Hc. split; [|intros k Hk; apply inverse_remap_sums; try assumption; lia].
  intros k r Hk Hr.
  assert (Hd : 0 <= second_difference n alpha (fun i => x i r) k).
  { destruct (Nat.eq_dec k 0) as [->|H0]; [|destruct (Nat.eq_dec k n) as [->|Hkn]].
    - unfold second_difference. cbn [Nat.eqb].
      destruct (Hp 0%nat 1%nat (in_path (S n) 0 ltac:(lia)) r Hr). lra.
    - rewrite second_difference_last by assumption.
      destruct n as [|m]; [lia|]. cbn [pred]. destruct (Hp m (S m) (in_path (S (S m)) m ltac:(lia)) r Hr). lra.
    - rewrite second_difference_inner by lia. unfold three_term. destruct k as [|i]; [lia|]. cbn [pred].
      specialize (Hc i r ltac:(lia) Hr). lra. }
  unfold inverse_remap. destruct ((k =? 0) || (k =? n))%nat; apply Qle_shift_div_l; nra.
Qed.

Theorem theorem_2 n responses alpha x :
  (1 <= n)%nat -> 0 <= alpha < 1 -> private_mechanism (S n) responses (path (S n)) alpha x ->
  (derivable (S n) (S n) responses x (geometric n alpha) <-> three_entries_condition n responses alpha x).
Proof.
  intros Hn Ha Hx. split.
  - intros (t & [Ht _] & He) i r Hi Hr.
    assert (H := inverse_geometric n alpha t (S i) r Hn Ha ltac:(lia)).
    unfold inverse_remap in H.
    assert (H0 : (S i =? 0)%nat = false) by reflexivity.
    assert (Hin : (S i =? n)%nat = false) by (apply Nat.eqb_neq; lia).
    rewrite H0, Hin in H. cbn [orb] in H.
    rewrite (second_difference_equal n alpha _ (fun j => x j r)) in H; [|lia|lia|].
    2:{ intros j Hj. symmetry. apply He; [lia | assumption]. }
    rewrite second_difference_inner in H by lia. unfold three_term in H. cbn [pred] in H.
    assert (Hpos : 0 <= t (S i) r) by (apply Ht; [lia | assumption]).
    set (d := (1 + alpha * alpha) * x (S i) r - alpha * (x i r + x (S (S i)) r)) in *.
    assert (Hd : d == t (S i) r * ((1 - alpha) * (1 - alpha))) by (rewrite <- H; field; lra).
    assert (0 <= d) by (rewrite Hd; apply Qmult_le_0_compat; nra). unfold d in *. lra.
  - intros Hc. exists (inverse_remap n alpha x). split.
    + now apply inverse_remap_stochastic.
    + now apply geometric_inverse.
Qed.

(** Lemma 3: for α ≤ β, G_β is derivable from G_α. *)
Theorem lemma_3 n alpha beta :
  (1 <= n)%nat -> 0 <= alpha -> alpha <= beta -> beta <= 1 -> alpha < 1 ->
  derivable (S n) (S n) (S n) (geometric n beta) (geometric n alpha).
Proof.
  intros Hn H0 Hab H1 Ha1.
  assert (Hs := geometric_stochastic n beta Hn (conj (Qle_trans _ _ _ H0 Hab) H1)).
  apply theorem_2; [assumption | split; lra | split; [assumption|] |].
  - apply private_below with (inputs := S n) (alpha := beta); try assumption.
    + intros. now apply path_inside.
    + apply geometric_private. lra.
  - intros i k Hi Hk.
    destruct (le_lt_dec k i) as [Hle|Hgt]; [|destruct (Nat.eq_dec k (S i)) as [->|Hne]].
    + assert (Hpos := geometric_nonnegative n beta i k ltac:(lra)). set (u := geometric n beta i k) in *.
      rewrite (geometric_below n beta (S i) k), (geometric_below n beta i k) by lia. fold u.
      assert (E : beta * u - alpha * u - alpha * (beta * (beta * u) - alpha * (beta * u))
                  == u * ((beta - alpha) * (1 - alpha * beta))) by ring.
      assert (0 <= u * ((beta - alpha) * (1 - alpha * beta))).
      { apply Qmult_le_0_compat; [assumption|]. apply Qmult_le_0_compat; nra. }
      lra.
    + assert (Hpos := geometric_nonnegative n beta (S i) (S i) ltac:(lra)). set (u := geometric n beta (S i) (S i)) in *.
      rewrite (geometric_below n beta (S i) (S i)), (geometric_above n beta i (S i)) by lia. fold u.
      assert (E : u - alpha * (beta * u) - alpha * (beta * u - alpha * u)
                  == u * ((1 - alpha) * (1 - alpha) + 2 * (alpha * (1 - beta)))) by ring.
      assert (0 <= u * ((1 - alpha) * (1 - alpha) + 2 * (alpha * (1 - beta)))).
      { apply Qmult_le_0_compat; [assumption|].
        assert (0 <= (1 - alpha) * (1 - alpha)) by nra. assert (0 <= alpha * (1 - beta)) by (apply Qmult_le_0_compat; lra).
        lra. }
      lra.
    + assert (Hpos := geometric_nonnegative n beta (S (S i)) k ltac:(lra)). set (u := geometric n beta (S (S i)) k) in *.
      rewrite (geometric_above n beta i k), (geometric_above n beta (S i) k) by lia. fold u.
      assert (E : beta * u - alpha * (beta * (beta * u)) - alpha * (u - alpha * (beta * u))
                  == u * ((beta - alpha) * (1 - alpha * beta))) by ring.
      assert (0 <= u * ((beta - alpha) * (1 - alpha * beta))).
      { apply Qmult_le_0_compat; [assumption|]. apply Qmult_le_0_compat; nra. }
      lra.
Qed.
