(** The rows of an optimal mechanism's constraint matrix (Lemma 5.5 of Ghosh, Roughgarden and Sundararajan, 2009): every
    row reads ↓…↓, one entry, ↑…↑, if the user's loss is strictly monotone on the inputs 0 and n, and both have a
    positive prior. Otherwise a part of one column could be moved to another one, in all rows on one side, and the loss
    would fall. *)

From ExactDP Require Export ConstraintMatrix RowPattern.

(** Row i falls in all columns before some column j ≤ m, and rises in all after it. *)
Definition turns (m : nat) (alpha : Q) (x : matrix) (i : nat) : Prop :=
  exists j, (j <= m)%nat /\ ((forall k, (S k <= j)%nat -> falls alpha x i k) /\
    (forall k, (S j <= k)%nat -> (k <= m)%nat -> rises alpha x i k)).

Definition strictly_monotone (n : nat) (l : matrix) (i : nat) : Prop :=
  forall r, (r <= n)%nat -> forall k, (k <= n)%nat -> (distance i r < distance i k)%nat -> l i r < l i k.

Definition strict_user (n : nat) (p : nat -> Q) (l : matrix) : Prop :=
  ((((prior (S n) p /\ monotone n (S n) l) /\ 0 < p O) /\ 0 < p n) /\ strictly_monotone n l O) /\ strictly_monotone n l n.

(** No α-private mechanism has a smaller expected loss than x. *)
Definition best_private (n m : nat) (alpha : Q) (l : matrix) (p : nat -> Q) (x : matrix) : Prop :=
  optimal (private_mechanism (S n) (S m) (path (S n)) alpha) (loss (S n) (S m) l (Bayesian p))
    (loss (S n) (S m) l (Bayesian p) x) x.

Section A_private_mechanism.

Variables (n m : nat) (alpha : Q) (x : matrix).
Hypothesis level : 0 < alpha < 1.
Hypothesis x_private : private_mechanism (S n) (S m) (path (S n)) alpha x.

Lemma entry_nonnegative i r : (i <= n)%nat -> (r <= m)%nat -> 0 <= x i r.
Proof. intros Hi Hr. apply (proj1 (proj1 x_private)); lia. Qed.

Lemma next_row i r : (i < n)%nat -> (r <= m)%nat -> alpha * x i r <= x (S i) r /\ alpha * x (S i) r <= x i r.
Proof. intros Hi Hr. apply (proj2 x_private); [apply in_path; lia | lia]. Qed.

Lemma entry_at_most_one i r : (i <= n)%nat -> (r <= m)%nat -> x i r <= 1.
Proof.
  intros Hi Hr. rewrite <- (proj2 (proj1 x_private) i) by lia. apply term_below_sum; [|lia].
  intros k Hk. apply entry_nonnegative; lia.
Qed.

(** A column is positive in all rows or in none. *)
Lemma positive_throughout i k r : (i <= n)%nat -> (k <= n)%nat -> (r <= m)%nat -> 0 < x i r -> 0 < x k r.
Proof.
  intros Hi Hk Hr H. assert (H0 : 0 < x O r).
  { induction i as [|i IH]; [assumption|]. apply IH; [lia|]. destruct (next_row i r ltac:(lia) Hr) as [_ Hle].
    assert (0 < alpha * x (S i) r) by (apply Qmult_lt_0_compat; lra). lra. }
  clear H Hi. induction k as [|k IH]; [assumption|]. specialize (IH ltac:(lia)).
  destruct (next_row k r ltac:(lia) Hr) as [Hle _].
  assert (0 < alpha * x k r) by (apply Qmult_lt_0_compat; lra). lra.
Qed.

(** x with the part e of column s moved to column t. *)
Definition moved (e : nat -> Q) (s t : nat) : matrix :=
  fun k r => x k r + (if (r =? t)%nat then e k else 0) - (if (r =? s)%nat then e k else 0).

Variables (e : nat -> Q) (s t : nat).
Hypothesis (source : (s <= m)%nat) (target : (t <= m)%nat) (apart : s <> t).
Hypothesis fits : forall k, (k <= n)%nat -> 0 <= e k <= x k s.

Lemma moved_sum k f :
  sum (S m) (fun r => moved e s t k r * f r) == sum (S m) (fun r => x k r * f r) - e k * (f s - f t).
Proof.
  rewrite (sum_equal _ _ (fun r => (x k r * f r + (if (r =? t)%nat then e k else 0) * f r)
    - (if (r =? s)%nat then e k else 0) * f r)) by (intros; unfold moved; ring).
  rewrite sum_minus, sum_plus, !sum_indicator by lia. ring.
Qed.

Lemma moved_private :
  (forall k, (k < n)%nat ->
    (alpha * (x k t + e k) <= x (S k) t + e (S k) /\ alpha * (x (S k) t + e (S k)) <= x k t + e k) /\
    (alpha * (x k s - e k) <= x (S k) s - e (S k) /\ alpha * (x (S k) s - e (S k)) <= x k s - e k)) ->
  private_mechanism (S n) (S m) (path (S n)) alpha (moved e s t).
Proof.
  intros H. split; [split|].
  - intros k r Hk Hr. unfold moved. assert (Hx := entry_nonnegative k r ltac:(lia) ltac:(lia)).
    assert (He := fits k ltac:(lia)).
    destruct (r =? t)%nat eqn:Ht, (r =? s)%nat eqn:Hs; try lra. apply Nat.eqb_eq in Hs. subst r. lra.
  - intros k Hk. rewrite (sum_equal _ _ (fun r => moved e s t k r * 1)) by (intros; ring). rewrite moved_sum.
    rewrite (sum_equal _ _ (x k)) by (intros; ring). rewrite (proj2 (proj1 x_private) k Hk). ring.
  - intros k q Hkq r Hr. apply of_path in Hkq. destruct Hkq as [-> Hk]. specialize (H k ltac:(lia)).
    assert (Hnext := next_row k r ltac:(lia) ltac:(lia)). unfold moved.
    destruct (r =? t)%nat eqn:Ht, (r =? s)%nat eqn:Hs.
    + apply Nat.eqb_eq in Ht, Hs. lia.
    + apply Nat.eqb_eq in Ht. subst r. lra.
    + apply Nat.eqb_eq in Hs. subst r. lra.
    + lra.
Qed.

(** If the part that is moved loses less in no row, and more in a row of positive prior, x is not optimal. *)
Lemma moved_gains l p o :
  private_mechanism (S n) (S m) (path (S n)) alpha (moved e s t) -> best_private n m alpha l p x -> prior (S n) p ->
  (forall k, (k <= n)%nat -> 0 <= e k * (l k s - l k t)) -> (o <= n)%nat -> 0 < p o -> 0 < e o ->
  ~ l o t < l o s.
Proof.
  intros Hy (_ & _ & Hbest) [Hp _] Hk Ho Hpo Heo Hlo. specialize (Hbest _ Hy). cbn [loss] in Hbest.
  assert (Hloss : sum (S n) (fun i => p i * expected_loss (S m) l (moved e s t) i) ==
    sum (S n) (fun i => p i * expected_loss (S m) l x i) - sum (S n) (fun i => p i * (e i * (l i s - l i t)))).
  { rewrite <- sum_minus. apply sum_equal. intros i _. unfold expected_loss.
    rewrite (moved_sum i (fun r => l i r)). ring. }
  assert (Hgain : p o * (e o * (l o s - l o t)) <= sum (S n) (fun i => p i * (e i * (l i s - l i t)))).
  { apply (term_below_sum (S n) (fun i => p i * (e i * (l i s - l i t)))); [|lia].
    intros k Hkn. apply Qmult_le_0_compat; [now apply Hp | apply Hk; lia]. }
  assert (0 < p o * (e o * (l o s - l o t))).
  { apply Qmult_lt_0_compat; [assumption|]. apply Qmult_lt_0_compat; lra. }
  lra.
Qed.

End A_private_mechanism.

Section Lemma_5_5.

Variables (n : nat) (alpha : Q) (l : matrix) (p : nat -> Q) (x : matrix) (i : nat).
Hypothesis level : 0 < alpha < 1.
Hypothesis user : strict_user n p l.
Hypothesis x_best : best_private n n alpha l p x.
Hypothesis row : (i < n)%nat.

Let x_private := proj1 x_best.

(** Of two columns, the first falls or the second rises. *)
Lemma in_order c d : (c < d)%nat -> (d <= n)%nat -> falls alpha x i c \/ rises alpha x i d.
Proof.
  intros Hcd Hd. destruct user as [[[[[Hprior Hl] H0] Hn] Hstrict0] Hstrictn].
  destruct (next_row n n alpha x x_private i c row ltac:(lia)) as [Hv Hc'].
  destruct (next_row n n alpha x x_private i d row Hd) as [Hd' Hu].
  unfold falls, rises.
  set (v := x (S i) c - alpha * x i c) in *. set (u := x i d - alpha * x (S i) d) in *.
  destruct (Qlt_le_dec 0 v) as [Hv0|Hv0]; [|left; unfold v in *; lra].
  destruct (Qlt_le_dec 0 u) as [Hu0|Hu0]; [|right; unfold u in *; lra].
  exfalso.
  assert (E0 := entry_nonnegative n n alpha x x_private). assert (E1 := entry_at_most_one n n alpha x x_private).
  assert (Hic : 0 <= alpha * x i c) by (apply Qmult_le_0_compat; [lra | apply E0; lia]).
  assert (Hid : 0 <= alpha * x (S i) d) by (apply Qmult_le_0_compat; [lra | apply E0; lia]).
  assert (Hc1 := E1 (S i) c ltac:(lia) ltac:(lia)). assert (Hd1 := E1 i d ltac:(lia) ltac:(lia)).
  assert (Hv1 : v <= x (S i) c) by (unfold v; lra). assert (Hu1 : u <= x i d) by (unfold u; lra).
  assert (Hpc : 0 < x (S i) c) by lra. assert (Hpd : 0 < x i d) by lra.
  set (delta := u * v).
  assert (Hdelta : 0 < delta) by (now apply Qmult_lt_0_compat).
  assert (Hdu : delta <= u) by (unfold delta; nra). assert (Hdv : delta <= v) by (unfold delta; nra).
  assert (Hdelta1 : delta <= 1) by lra.
  assert (Hpositive := positive_throughout n n alpha x level x_private).
  assert (Hstep := next_row n n alpha x x_private).
  destruct (le_lt_dec (2 * i) (c + d)) as [Hside|Hside].
  - set (e := fun k => if (k <=? i)%nat then delta * x k d else 0).
    assert (Hfits : forall k, (k <= n)%nat -> 0 <= e k <= x k d).
    { intros k Hk. assert (Hx := E0 k d Hk ltac:(lia)). unfold e. destruct (k <=? i)%nat; [|lra].
      split; [apply Qmult_le_0_compat; lra|].
      assert (0 <= (1 - delta) * x k d) by (apply Qmult_le_0_compat; lra). lra. }
    apply (moved_gains n n alpha x e d c ltac:(lia) ltac:(lia) ltac:(lia) l p O); try assumption.
    + apply moved_private; try assumption; try lia. intros k Hk.
      destruct (Hstep k c Hk ltac:(lia)) as [Hc2 Hc3]. destruct (Hstep k d Hk ltac:(lia)) as [Hd2 Hd3].
      assert (Hx := E0 k d ltac:(lia) ltac:(lia)). assert (Hx' := E0 (S k) d ltac:(lia) ltac:(lia)).
      unfold e. destruct (k <=? i)%nat eqn:Hki, (S k <=? i)%nat eqn:Hki'.
      * assert (0 <= delta * (x k d - alpha * x (S k) d)) by (apply Qmult_le_0_compat; lra).
        assert (0 <= delta * (x (S k) d - alpha * x k d)) by (apply Qmult_le_0_compat; lra).
        assert (0 <= (1 - delta) * (x k d - alpha * x (S k) d)) by (apply Qmult_le_0_compat; lra).
        assert (0 <= (1 - delta) * (x (S k) d - alpha * x k d)) by (apply Qmult_le_0_compat; lra). lra.
      * apply Nat.leb_le in Hki. apply Nat.leb_gt in Hki'. assert (k = i) by lia. subst k.
        assert (0 <= delta * x i d) by (apply Qmult_le_0_compat; lra).
        assert (0 <= delta * (1 - x i d)) by (apply Qmult_le_0_compat; lra).
        assert (0 <= (1 - alpha) * (delta * x i d)) by (apply Qmult_le_0_compat; lra).
        assert (0 <= alpha * (delta * x i d)) by (apply Qmult_le_0_compat; lra).
        unfold u, v in *. lra.
      * apply Nat.leb_gt in Hki. apply Nat.leb_le in Hki'. lia.
      * lra.
    + intros k Hk. unfold e. destruct (k <=? i)%nat eqn:Hki; [|lra]. apply Nat.leb_le in Hki.
      apply Qmult_le_0_compat; [apply Qmult_le_0_compat; [lra | apply E0; lia]|].
      assert (l k c <= l k d) by (apply Hl; unfold distance; lia). lra.
    + lia.
    + unfold e. cbn [Nat.leb]. apply Qmult_lt_0_compat; [assumption|]. apply (Hpositive i); lia || assumption.
    + apply Hstrict0; unfold distance; lia.
  - set (e := fun k => if (i <? k)%nat then delta * x k c else 0).
    assert (Hfits : forall k, (k <= n)%nat -> 0 <= e k <= x k c).
    { intros k Hk. assert (Hx := E0 k c Hk ltac:(lia)). unfold e. destruct (i <? k)%nat; [|lra].
      split; [apply Qmult_le_0_compat; lra|].
      assert (0 <= (1 - delta) * x k c) by (apply Qmult_le_0_compat; lra). lra. }
    apply (moved_gains n n alpha x e c d ltac:(lia) ltac:(lia) ltac:(lia) l p n); try assumption.
    + apply moved_private; try assumption; try lia. intros k Hk.
      destruct (Hstep k c Hk ltac:(lia)) as [Hc2 Hc3]. destruct (Hstep k d Hk ltac:(lia)) as [Hd2 Hd3].
      assert (Hx := E0 k c ltac:(lia) ltac:(lia)). assert (Hx' := E0 (S k) c ltac:(lia) ltac:(lia)).
      unfold e. destruct (i <? k)%nat eqn:Hki, (i <? S k)%nat eqn:Hki'.
      * assert (0 <= delta * (x k c - alpha * x (S k) c)) by (apply Qmult_le_0_compat; lra).
        assert (0 <= delta * (x (S k) c - alpha * x k c)) by (apply Qmult_le_0_compat; lra).
        assert (0 <= (1 - delta) * (x k c - alpha * x (S k) c)) by (apply Qmult_le_0_compat; lra).
        assert (0 <= (1 - delta) * (x (S k) c - alpha * x k c)) by (apply Qmult_le_0_compat; lra). lra.
      * apply Nat.ltb_lt in Hki. apply Nat.ltb_ge in Hki'. lia.
      * apply Nat.ltb_ge in Hki. apply Nat.ltb_lt in Hki'. assert (k = i) by lia. subst k.
        assert (0 <= delta * x (S i) c) by (apply Qmult_le_0_compat; lra).
        assert (0 <= delta * (1 - x (S i) c)) by (apply Qmult_le_0_compat; lra).
        assert (0 <= (1 - alpha) * (delta * x (S i) c)) by (apply Qmult_le_0_compat; lra).
        assert (0 <= alpha * (delta * x (S i) c)) by (apply Qmult_le_0_compat; lra).
        unfold u, v in *. lra.
      * lra.
    + intros k Hk. unfold e. destruct (i <? k)%nat eqn:Hki; [|lra]. apply Nat.ltb_lt in Hki.
      apply Qmult_le_0_compat; [apply Qmult_le_0_compat; [lra | apply E0; lia]|].
      assert (l k d <= l k c) by (apply Hl; unfold distance; lia). lra.
    + lia.
    + unfold e. assert (Hin : (i <? n)%nat = true) by (now apply Nat.ltb_lt). rewrite Hin.
      apply Qmult_lt_0_compat; [assumption|]. apply (Hpositive (S i)); lia || assumption.
    + apply Hstrictn; unfold distance; lia.
Qed.

End Lemma_5_5.

(** The first column that does not fall, if there is one. *)
Lemma first_not_falling alpha x i w :
  (forall k, (k < w)%nat -> falls alpha x i k) \/
  exists j, (j < w)%nat /\ ~ falls alpha x i j /\ forall k, (k < j)%nat -> falls alpha x i k.
Proof.
  induction w as [|w IH]; [left; intros; lia|].
  destruct IH as [H|(j & Hj & H)]; [|right; exists j; split; [lia | exact H]].
  destruct (Qeq_bool (x (S i) w) (alpha * x i w)) eqn:E.
  - left. intros k Hk. destruct (Nat.eq_dec k w) as [->|]; [now apply Qeq_bool_iff | apply H; lia].
  - right. exists w. split; [lia|]. split; [|exact H]. intros F. apply Qeq_bool_iff in F. congruence.
Qed.

Lemma turns_where_in_order m alpha x i :
  (forall c d, (c < d)%nat -> (d <= m)%nat -> falls alpha x i c \/ rises alpha x i d) <-> turns m alpha x i.
Proof.
  split.
  - intros H. destruct (first_not_falling alpha x i (S m)) as [Hall|(j & Hj & Hnot & Hbefore)].
    + exists m. split; [lia|]. split; [intros k Hk; apply Hall; lia | intros; lia].
    + exists j. split; [lia|]. split; [exact Hbefore|]. intros k Hk Hkm. now destruct (H j k Hk Hkm).
  - intros (j & _ & Hbefore & Hafter) c d Hcd Hd.
    destruct (le_lt_dec j c); [right; apply Hafter; lia | left; apply Hbefore; lia].
Qed.

Lemma turning_rows n m alpha x :
  (forall i, (S i <= n)%nat -> turns m alpha x i) -> row_pattern n (S m) alpha x.
Proof.
  intros H i Hi. destruct (H i Hi) as (j & _ & Hbefore & Hafter). exists j. intros r Hr.
  split; intros; [apply Hbefore; lia | apply Hafter; lia].
Qed.

(** Lemma 5.5, for a user who is strict on the inputs 0 and n. *)
Theorem lemma_5_5 (alpha : Q) (p : nat -> Q) (l : matrix) (n : nat) (x : matrix) (i : nat) :
  0 < alpha -> alpha < 1 -> strict_user n p l -> best_private n n alpha l p x -> (i < n)%nat -> turns n alpha x i.
Proof.
  intros H0 H1 Hu Hx Hi. apply turns_where_in_order. exact (in_order n alpha l p x i (conj H0 H1) Hu Hx Hi).
Qed.

(** The paper's user: every input has a positive prior, and the loss is strictly monotone on all. *)
Theorem lemma_5_5_full_support (alpha : Q) (p : nat -> Q) (l : matrix) (n : nat) (x : matrix) (i : nat) :
  0 < alpha -> alpha < 1 ->
  ((prior (S n) p /\ (forall k, (k <= n)%nat -> 0 < p k)) /\ monotone n (S n) l) /\
  (forall k, (k <= n)%nat -> strictly_monotone n l k) ->
  best_private n n alpha l p x -> (i < n)%nat -> turns n alpha x i.
Proof.
  intros H0 H1 [[[Hp Hpositive] Hl] Hstrict]. apply lemma_5_5; [assumption | assumption |].
  repeat split; try apply Hp; try assumption; try apply Hpositive; try apply Hstrict; lia.
Qed.
