(** Determinants, expanded along row 0: linear in each column, and 0 if two columns are equal; and Cramer's rule. *)

From ExactDP Require Export Definitions.

(** The matrix without row 0 and column k. *)
Definition minor (k : nat) (x : matrix) : matrix := fun i j => x (S i) (if (j <? k)%nat then j else S j).

(** The determinant of the first n rows and columns. *)
Fixpoint det (n : nat) (x : matrix) : Q :=
  match n with
  | O => 1
  | S m => sum (S m) (fun k => x O k * (power (-1) k * det m (minor k x)))
  end.

Lemma det_expanded n x : det (S n) x == sum (S n) (fun k => x O k * (power (-1) k * det n (minor k x))).
Proof. reflexivity. Qed.

(** A sum in which only the terms k and k+1 are not 0. *)
Lemma sum_pair n k f :
  (S k < n)%nat -> (forall j, (j < n)%nat -> j <> k -> j <> S k -> f j == 0) -> sum n f == f k + f (S k).
Proof.
  induction n as [|n IH]; cbn [sum]; intros Hk H; [lia|].
  destruct (Nat.eq_dec n (S k)) as [->|Hn].
  - rewrite (sum_single (S k) k) by (try lia; intros; apply H; lia). reflexivity.
  - rewrite IH, (H n) by (try lia; intros; apply H; lia). ring.
Qed.

Lemma det_equal n : forall x y, (forall i k, (i < n)%nat -> (k < n)%nat -> x i k == y i k) -> det n x == det n y.
Proof.
  induction n as [|n IH]; intros x y H; [reflexivity|]. cbn [det]. apply sum_equal. intros k Hk.
  rewrite H, (IH (minor k x) (minor k y)) by (try lia; intros i j Hi Hj; apply H; destruct (j <? k)%nat; lia).
  reflexivity.
Qed.

(** Only the determinant is 1 for the unit matrix and has the properties of [det_linear] and [det_equal_columns]. *)
Theorem det_unit n : det n (fun i k => if (i =? k)%nat then 1 else 0) == 1.
Proof.
  induction n as [|n IH]; [reflexivity|]. rewrite det_expanded, (sum_single (S n) 0); [|lia|].
  - rewrite (det_equal n (minor 0 _) (fun i k => if (i =? k)%nat then 1 else 0)) by reflexivity. rewrite IH. cbn. ring.
  - intros [|k] _ Hk; [contradiction|]. cbn [Nat.eqb]. ring.
Qed.

(** Column k of z is a times that of x, plus b times that of y. The other columns are the same in all three. *)
Theorem det_linear n : forall k a b x y z,
  (k < n)%nat -> (forall i, (i < n)%nat -> z i k == a * x i k + b * y i k) ->
  (forall i j, (i < n)%nat -> (j < n)%nat -> j <> k -> x i j == z i j /\ y i j == z i j) ->
  det n z == a * det n x + b * det n y.
Proof.
  induction n as [|n IH]; intros k a b x y z Hk Hz Hj; [lia|].
  cbn [det]. rewrite <- !sum_times, <- sum_plus. apply sum_equal. intros j Hjn.
  destruct (Nat.lt_trichotomy j k) as [Hlt|[->|Hgt]].
  - destruct k as [|k]; [lia|]. destruct (Hj O j) as [Ex Ey]; [lia..|].
    rewrite Ex, Ey, (IH k a b (minor j x) (minor j y) (minor j z)); [ring | lia | |].
    + intros i Hi. unfold minor. destruct (Nat.ltb_spec k j); [lia|]. apply Hz. lia.
    + intros i l Hi Hl Hne. unfold minor. destruct (Nat.ltb_spec l j); apply Hj; lia.
  - rewrite Hz, (det_equal n (minor k x) (minor k z)), (det_equal n (minor k y) (minor k z)); [ring | | | lia].
    + intros i l Hi Hl. unfold minor. destruct (Nat.ltb_spec l k); apply Hj; lia.
    + intros i l Hi Hl. unfold minor. destruct (Nat.ltb_spec l k); apply Hj; lia.
  - destruct (Hj O j) as [Ex Ey]; [lia..|].
    rewrite Ex, Ey, (IH k a b (minor j x) (minor j y) (minor j z)); [ring | lia | |].
    + intros i Hi. unfold minor. destruct (Nat.ltb_spec k j); [|lia]. apply Hz. lia.
    + intros i l Hi Hl Hne. unfold minor. destruct (Nat.ltb_spec l j); apply Hj; lia.
Qed.

Lemma det_times_column n k c x y :
  (k < n)%nat -> (forall i, (i < n)%nat -> y i k == c * x i k) ->
  (forall i j, (i < n)%nat -> (j < n)%nat -> j <> k -> y i j == x i j) -> det n y == c * det n x.
Proof.
  intros Hk Hy Hj. rewrite (det_linear n k c 0 x x y); [ring | assumption | |].
  - intros i Hi. rewrite Hy by assumption. ring.
  - intros i j Hi Hjn Hne. split; symmetry; now apply Hj.
Qed.

Lemma det_zero_column n k x : (k < n)%nat -> (forall i, (i < n)%nat -> x i k == 0) -> det n x == 0.
Proof.
  intros Hk Hx. rewrite (det_times_column n k 0 x x); [ring | assumption | | reflexivity].
  intros i Hi. rewrite Hx by assumption. ring.
Qed.

(** Two neighbouring columns that are equal. *)
Lemma det_neighbours n : forall k x,
  (S k < n)%nat -> (forall i, (i < n)%nat -> x i k == x i (S k)) -> det n x == 0.
Proof.
  induction n as [|n IH]; intros k x Hk Hx; [lia|]. cbn [det]. rewrite (sum_pair (S n) k); [|assumption|].
  - rewrite Hx, (det_equal n (minor k x) (minor (S k) x)) by (try lia; intros i j Hi Hj; unfold minor;
      destruct (Nat.ltb_spec j k), (Nat.ltb_spec j (S k)); try lia; try reflexivity;
      replace j with k by lia; symmetry; apply Hx; lia).
    cbn [power]. ring.
  - intros j Hj Hjk HjS. destruct (Nat.lt_trichotomy j k) as [Hlt|[->|Hgt]]; [|lia|].
    + destruct k as [|k]; [lia|]. rewrite (IH k (minor j x)); [ring | lia |].
      intros i Hi. unfold minor. destruct (Nat.ltb_spec k j), (Nat.ltb_spec (S k) j); try lia. apply Hx. lia.
    + rewrite (IH k (minor j x)); [ring | lia |].
      intros i Hi. unfold minor. destruct (Nat.ltb_spec k j), (Nat.ltb_spec (S k) j); try lia. apply Hx. lia.
Qed.

(** The columns k and k+1 replaced by u and v. To swap them changes the sign. *)
Definition with_columns (k : nat) (u v : nat -> Q) (x : matrix) : matrix :=
  fun i j => if (j =? k)%nat then u i else if (j =? S k)%nat then v i else x i j.

Lemma det_swapped n k u v x :
  (S k < n)%nat -> det n (with_columns k u v x) + det n (with_columns k v u x) == 0.
Proof.
  intros Hk. pose (f u v := det n (with_columns k u v x)).
  assert (same : forall w, f w w == 0).
  { intros w. apply (det_neighbours n k); [assumption|]. intros i _. unfold with_columns.
    rewrite !Nat.eqb_refl. destruct (S k =? k)%nat; reflexivity. }
  assert (first : forall w, f (fun i => u i + v i) w == f u w + f v w).
  { intros w. unfold f.
    rewrite (det_linear n k 1 1 (with_columns k u w x) (with_columns k v w x)); [ring | lia | |].
    - intros i _. unfold with_columns. rewrite Nat.eqb_refl. ring.
    - intros i j _ _ Hj. unfold with_columns. apply Nat.eqb_neq in Hj. rewrite Hj. split; reflexivity. }
  assert (second : forall w, f w (fun i => u i + v i) == f w u + f w v).
  { intros w. unfold f.
    rewrite (det_linear n (S k) 1 1 (with_columns k w u x) (with_columns k w v x)); [ring | lia | |].
    - intros i _. unfold with_columns. rewrite Nat.eqb_refl. destruct (Nat.eqb_spec (S k) k); [lia | ring].
    - intros i j _ _ Hj. unfold with_columns. apply Nat.eqb_neq in Hj. rewrite Hj. split; reflexivity. }
  change (f u v + f v u == 0). assert (H := same (fun i => u i + v i)).
  rewrite first, !second, !same in H. lra.
Qed.

Lemma det_columns_apart n d : forall j x,
  (S (j + d) < n)%nat -> (forall i, (i < n)%nat -> x i j == x i (S (j + d))) -> det n x == 0.
Proof.
  induction d as [|d IH]; intros j x Hk Hx.
  - apply (det_neighbours n j); rewrite Nat.add_0_r in *; assumption.
  - rewrite Nat.add_succ_r in *. set (k := S (j + d)) in *.
    assert (H := det_swapped n k (fun i => x i k) (fun i => x i (S k)) x Hk).
    rewrite (IH j (with_columns k (fun i => x i (S k)) _ x)) in H; [|lia|].
    + rewrite <- (det_equal n x) in H; [lra|]. intros i l _ _. unfold with_columns.
      destruct (Nat.eqb_spec l k) as [->|_]; [reflexivity|]. now destruct (Nat.eqb_spec l (S k)) as [->|_].
    + intros i Hi. unfold with_columns. fold k. rewrite Nat.eqb_refl.
      destruct (Nat.eqb_spec j k); [lia|]. destruct (Nat.eqb_spec j (S k)); [lia|]. now apply Hx.
Qed.

Theorem det_equal_columns n j k x :
  (j < n)%nat -> (k < n)%nat -> j <> k -> (forall i, (i < n)%nat -> x i j == x i k) -> det n x == 0.
Proof.
  intros Hj Hk Hne Hx. destruct (Nat.lt_ge_cases j k).
  - apply (det_columns_apart n (k - S j) j); replace (S (j + (k - S j))) with k by lia; assumption.
  - apply (det_columns_apart n (j - S k) k); replace (S (k + (j - S k))) with j by lia; [assumption|].
    intros i Hi. symmetry. now apply Hx.
Qed.

(** Column k replaced by u. *)
Definition with_column (k : nat) (u : nat -> Q) (x : matrix) : matrix := fun i j => if (j =? k)%nat then u i else x i j.

Lemma det_column n k a b u v w x :
  (k < n)%nat -> (forall i, (i < n)%nat -> w i == a * u i + b * v i) ->
  det n (with_column k w x) == a * det n (with_column k u x) + b * det n (with_column k v x).
Proof.
  intros Hk Hw. apply (det_linear n k); [assumption | |].
  - intros i Hi. unfold with_column. rewrite Nat.eqb_refl. now apply Hw.
  - intros i j _ _ Hj. unfold with_column. apply Nat.eqb_neq in Hj. rewrite Hj. split; reflexivity.
Qed.

Lemma det_column_sum n k m t (y x : matrix) :
  (k < n)%nat ->
  det n (with_column k (fun i => sum m (fun j => y i j * t j)) x)
  == sum m (fun j => det n (with_column k (fun i => y i j) x) * t j).
Proof.
  intros Hk. induction m as [|m IH]; cbn [sum].
  - rewrite (det_column n k 0 0 (fun _ => 0) (fun _ => 0)); [ring | assumption | intros; ring].
  - rewrite (det_column n k 1 (t m) (fun i => sum m (fun j => y i j * t j)) (fun i => y i m));
      [rewrite IH; ring | assumption | intros; ring].
Qed.

(** Cramer's rule: x·t in the place of column k. *)
Theorem cramer n k t x :
  (k < n)%nat -> det n (with_column k (fun i => sum n (fun j => x i j * t j)) x) == det n x * t k.
Proof.
  intros Hk. rewrite det_column_sum, (sum_single n k) by (try assumption; intros j Hj Hne;
    rewrite (det_equal_columns n j k) by (try assumption; intros i _; unfold with_column;
      apply Nat.eqb_neq in Hne; rewrite Hne, Nat.eqb_refl; reflexivity); ring).
  rewrite (det_equal n _ x); [reflexivity|]. intros i j _ _. unfold with_column.
  now destruct (Nat.eqb_spec j k) as [->|_].
Qed.
