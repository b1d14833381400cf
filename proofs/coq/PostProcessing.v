(** What holds of a mechanism after its responses are remapped, and what no remap can do. *)

From ExactDP Require Export Duality.

Lemma product_stochastic inputs columns responses y t :
  stochastic inputs columns y -> stochastic columns responses t -> stochastic inputs responses (product columns y t).
Proof.
  intros [Hy Hy1] [Ht Ht1]. split.
  - intros i r Hi Hr. apply sum_nonnegative. intros k Hk. apply Qmult_le_0_compat; auto.
  - intros i Hi. unfold product. rewrite sum_swap. rewrite <- (Hy1 i Hi). apply sum_equal. intros k Hk.
    rewrite sum_times. rewrite Ht1 by assumption. ring.
Qed.

(** Post-processing keeps α. *)
Theorem product_private pairs columns responses alpha y t :
  (forall k r, (k < columns)%nat -> (r < responses)%nat -> 0 <= t k r) ->
  private pairs columns alpha y -> private pairs responses alpha (product columns y t).
Proof.
  intros Ht Hy i k Hik r Hr. unfold product. rewrite <- !sum_times.
  split; apply sum_le; intros j Hj; destruct (Hy i k Hik j Hj); specialize (Ht j r Hj Hr).
  - assert (alpha * y i j * t j r <= y k j * t j r) by now apply Qmult_le_compat_r. lra.
  - assert (alpha * y k j * t j r <= y i j * t j r) by now apply Qmult_le_compat_r. lra.
Qed.

Lemma product_same inputs columns responses x y t u :
  same inputs columns x y -> same columns responses t u ->
  same inputs responses (product columns x t) (product columns y u).
Proof.
  unfold same in *.
  intros H K i r Hi Hr. apply sum_equal. intros k Hk. now rewrite H, K.
Qed.

Lemma product_associative a b x t u i r : product b (product a x t) u i r == product a x (product b t u) i r.
Proof.
  unfold product.
  rewrite (sum_equal b _ (fun k => sum a (fun j => x i j * t j k * u k r))).
  2:{ intros. now rewrite <- sum_times_right. }
  rewrite sum_swap. apply sum_equal. intros j _. rewrite <- sum_times. apply sum_equal. intros; ring.
Qed.

Lemma stochastic_same inputs responses x y :
  same inputs responses x y -> stochastic inputs responses y -> stochastic inputs responses x.
Proof.
  unfold same in *.
  intros H [Hy Hs]. split.
  - intros. rewrite H by assumption. auto.
  - intros i Hi. rewrite <- (Hs i Hi). apply sum_equal. auto.
Qed.

Theorem derivable_transitive inputs a b c x y z :
  derivable inputs b c x y -> derivable inputs a b y z -> derivable inputs a c x z.
Proof.
  unfold same in *.
  intros (t & Ht & Hx) (u & Hu & Hy). unfold same in *. exists (product b u t). split; [now apply product_stochastic|].
  intros i r Hi Hr. rewrite Hx by assumption.
  rewrite (product_same inputs b c y (product a z u) t t Hy ltac:(intros k q _ _; reflexivity) i r Hi Hr).
  apply product_associative.
Qed.

(** The smallest of f 0, …, f (n-1); 0 where n = 0. *)
Fixpoint least (n : nat) (f : nat -> Q) : Q :=
  match n with
  | O => 0
  | S O => f O
  | S m => let before := least m f in if Qle_bool before (f m) then before else f m
  end.

Lemma least_below n f k : (k < n)%nat -> least n f <= f k.
Proof.
  induction n as [|[|m] IH]; intros Hk; [lia | simpl; replace k with O by lia; lra|].
  change (least (S (S m)) f) with (if Qle_bool (least (S m) f) (f (S m)) then least (S m) f else f (S m)).
  destruct (Qle_bool (least (S m) f) (f (S m))) eqn:Hb.
  - apply Qle_bool_iff in Hb. destruct (Nat.eq_dec k (S m)) as [->|]; [assumption | apply IH; lia].
  - assert (f (S m) < least (S m) f).
    { apply Qnot_le_lt. intro Hc. apply Qle_bool_iff in Hc. congruence. }
    destruct (Nat.eq_dec k (S m)) as [->|]; [lra|].
    assert (least (S m) f <= f k) by (apply IH; lia). lra.
Qed.

(** The cost of giving the response r for the response k of y, whatever the other responses become. *)
Definition remap_cost (inputs : nat) (w y : matrix) (k r : nat) : Q := sum inputs (fun i => y i k * w i r).

Theorem no_remap_below inputs columns responses w y t :
  stochastic columns responses t ->
  sum columns (fun k => least responses (remap_cost inputs w y k)) <=
  combination inputs responses w (product columns y t).
Proof.
  intros [Ht Ht1].
  assert (He : combination inputs responses w (product columns y t) ==
               sum columns (fun k => sum responses (fun r => t k r * remap_cost inputs w y k r))).
  { unfold combination, product, remap_cost.
    rewrite (sum_equal inputs _ (fun i => sum columns (fun k => sum responses (fun r => t k r * (y i k * w i r))))).
    - rewrite sum_swap. apply sum_equal. intros k Hk. rewrite sum_swap. apply sum_equal. intros r Hr.
      apply sum_times.
    - intros i Hi. rewrite sum_swap. apply sum_equal. intros r Hr. rewrite <- sum_times. apply sum_equal. intros; ring. }
  rewrite He. apply sum_le. intros k Hk.
  assert (Hl : least responses (remap_cost inputs w y k)
               == sum responses (fun r => t k r * least responses (remap_cost inputs w y k))).
  { rewrite sum_times_right, Ht1 by assumption. ring. }
  rewrite Hl. apply sum_le. intros r Hr. rewrite !(Qmult_comm (t k r)).
  apply Qmult_le_compat_r; [now apply least_below | now apply Ht].
Qed.

Theorem not_derivable_witness inputs columns responses w x y :
  combination inputs responses w x < sum columns (fun k => least responses (remap_cost inputs w y k)) ->
  ~ derivable inputs columns responses x y.
Proof.
  unfold same in *.
  intros Hw (t & Ht & Hx). unfold same in *.
  assert (H := no_remap_below inputs columns responses w y t Ht).
  assert (He : combination inputs responses w x == combination inputs responses w (product columns y t)).
  { apply sum_equal. intros i Hi. apply sum_equal. intros r Hr. now rewrite Hx. }
  lra.
Qed.

(** The loss of a user's best remap of y. *)
Theorem interaction_bound inputs columns responses l who p y v :
  prices_inputs inputs who p ->
  v <= sum columns (fun k => least responses (remap_cost inputs (fun i r => p i * l i r) y k)) ->
  forall t, stochastic columns responses t -> v <= loss inputs responses l who (product columns y t).
Proof.
  intros Hp Hv t Ht. eapply Qle_trans; [exact Hv|]. eapply Qle_trans; [|apply mean_loss_below, Hp].
  now apply no_remap_below.
Qed.
