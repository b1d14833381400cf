(** Natural numbers among the rational ones, and sums over the elements of a list. *)

From ExactDP Require Export Sums.

Lemma inject_Z_le a b : (a <= b)%Z -> inject_Z a <= inject_Z b.
Proof. intros H. first [now apply IZR_le | now rewrite <- Zle_Qle]. Qed.

Lemma natural_step m : inject_Z (Z.of_nat (S m)) == inject_Z (Z.of_nat m) + 1.
Proof. rewrite Nat2Z.inj_succ. unfold Z.succ. first [now rewrite inject_Z_plus | now rewrite plus_IZR]. Qed.

Lemma natural_nonnegative m : 0 <= inject_Z (Z.of_nat m).
Proof. apply (inject_Z_le 0). lia. Qed.

Lemma sum_constant m c : sum m (fun _ => c) == inject_Z (Z.of_nat m) * c.
Proof.
  induction m as [|m IH]; cbn [sum]; [change (inject_Z (Z.of_nat 0)) with 0; ring|]. rewrite IH, natural_step. ring.
Qed.

(** How many there are, as a rational number. *)
Definition many (k : nat) : Q := sum k (fun _ => 1).

Lemma many_nonnegative k : 0 <= many k.
Proof. apply sum_nonnegative. intros; lra. Qed.

Lemma many_positive k : (1 <= k)%nat -> 0 < many k.
Proof. intros H. destruct k as [|k]; [lia|]. unfold many. cbn [sum]. assert (E := many_nonnegative k).
unfold many in E. lra. Qed.

(** Σ f a over the elements a of a list, and how many there are. *)
Fixpoint sum_over {A : Type} (f : A -> Q) (list_of : list A) : Q :=
  match list_of with
  | [] => 0
  | a :: rest => f a + sum_over f rest
  end.

Definition number {A : Type} (list_of : list A) : Q := sum_over (fun _ => 1) list_of.

Section Sums_over_lists.

Context {A : Type}.
Implicit Types (f g : A -> Q) (all : list A).

Lemma sum_over_equal f g all : (forall a, In a all -> f a == g a) -> sum_over f all == sum_over g all.
Proof.
  induction all as [|a all IH]; intros H; cbn [sum_over]; [reflexivity|].
  rewrite (H a) by now left. rewrite IH by (intros; apply H; now right). reflexivity.
Qed.

Lemma sum_over_le f g all : (forall a, In a all -> f a <= g a) -> sum_over f all <= sum_over g all.
Proof.
  induction all as [|a all IH]; intros H; cbn [sum_over]; [lra|].
  assert (f a <= g a) by (apply H; now left).
  assert (sum_over f all <= sum_over g all) by (apply IH; intros; apply H; now right).
  lra.
Qed.

Lemma sum_over_zero all : sum_over (fun _ : A => 0) all == 0.
Proof. induction all as [|a all IH]; cbn [sum_over]; [ring|]. rewrite IH. ring. Qed.

Lemma sum_over_nonnegative f all : (forall a, In a all -> 0 <= f a) -> 0 <= sum_over f all.
Proof. intros H. assert (E := sum_over_zero all). assert (L := sum_over_le (fun _ => 0) f all H). lra. Qed.

Lemma sum_over_plus f g all : sum_over (fun a => f a + g a) all == sum_over f all + sum_over g all.
Proof. induction all as [|a all IH]; cbn [sum_over]; [ring|]. rewrite IH. ring. Qed.

Lemma sum_over_times c f all : sum_over (fun a => c * f a) all == c * sum_over f all.
Proof. induction all as [|a all IH]; cbn [sum_over]; [ring|]. rewrite IH. ring. Qed.

Lemma sum_over_times_right c f all : sum_over (fun a => f a * c) all == sum_over f all * c.
Proof. induction all as [|a all IH]; cbn [sum_over]; [ring|]. rewrite IH. ring. Qed.

Lemma sum_over_filter (p : A -> bool) f all :
  sum_over f (filter p all) == sum_over (fun a => if p a then f a else 0) all.
Proof.
  induction all as [|a all IH]; cbn [sum_over filter]; [reflexivity|].
  destruct (p a); cbn [sum_over]; rewrite IH; ring.
Qed.

Lemma sum_over_app f all more : sum_over f (all ++ more) == sum_over f all + sum_over f more.
Proof. induction all as [|a all IH]; cbn [sum_over app]; [ring|]. rewrite IH. ring. Qed.

Lemma sum_over_swap m (f : A -> nat -> Q) all :
  sum_over (fun a => sum m (f a)) all == sum m (fun k => sum_over (fun a => f a k) all).
Proof.
  induction all as [|a all IH]; cbn [sum_over]; [now rewrite sum_zero|]. rewrite IH. now rewrite sum_plus.
Qed.

Lemma sum_over_one f all a : In a all -> (forall b, In b all -> 0 <= f b) -> f a <= sum_over f all.
Proof.
  induction all as [|b all IH]; intros Ha H; [destruct Ha|]. cbn [sum_over]. destruct Ha as [<-|Ha].
  - assert (0 <= sum_over f all) by (apply sum_over_nonnegative; intros; apply H; now right). lra.
  - assert (f a <= sum_over f all) by (apply IH; [assumption | intros; apply H; now right]).
    assert (0 <= f b) by (apply H; now left). lra.
Qed.

End Sums_over_lists.

Lemma sum_over_map {A B : Type} (h : A -> B) (f : B ->
  Q) all : sum_over f (map h all) == sum_over (fun a => f (h a)) all.
Proof. induction all as [|a all IH]; cbn [sum_over map]; [reflexivity|]. now rewrite IH. Qed.

Lemma sum_over_flat_map {A B : Type} (h : A -> list B) (f : B -> Q) all :
  sum_over f (flat_map h all) == sum_over (fun a => sum_over f (h a)) all.
Proof.
  induction all as [|a all IH]; cbn [sum_over flat_map]; [reflexivity|]. now rewrite sum_over_app, IH.
Qed.

Lemma sum_over_exchange {A B : Type} (f : A -> B -> Q) these those :
  sum_over (fun a => sum_over (f a) those) these == sum_over (fun b => sum_over (fun a => f a b) these) those.
Proof.
  induction these as [|a these IH]; cbn [sum_over].
  - symmetry. apply sum_over_zero.
  - rewrite IH. now rewrite sum_over_plus.
Qed.
