(** Checkers that read a matrix row by row: each row is integers over one denominator, and is passed through once. *)

From ExactDP Require Export Vertices Certificates.
From Coq Require Import Bool Znumtheory.

Local Open Scope Z_scope.

(** Lists of integers. *)
Fixpoint total_from (before : Z) (l : list Z) : Z :=
  match l with
  | [] => before
  | v :: rest => total_from (before + v) rest
  end.

Fixpoint dot_from (before : Z) (a b : list Z) : Z :=
  match a, b with
  | u :: a, v :: b => dot_from (before + u * v) a b
  | _, _ => before
  end.

Fixpoint all_pairs (f : Z -> Z -> bool) (a b : list Z) : bool :=
  match a, b with
  | [], [] => true
  | u :: a, v :: b => if f u v then all_pairs f a b else false
  | _, _ => false
  end.

Fixpoint zipped (f : Z -> Z -> Z) (a b : list Z) : list Z :=
  match a, b with
  | u :: a, v :: b => f u v :: zipped f a b
  | _, _ => []
  end.

Lemma zsum_first n f : zsum (S n) f = f O + zsum n (fun k => f (S k)).
Proof. induction n as [|n IH]; cbn [zsum] in *; lia. Qed.

Lemma total_is l : forall before, total_from before l = before + zsum (length l) (fun r => nth r l 0).
Proof.
  induction l as [|v rest IH]; intros before; cbn [total_from length]; [cbn; lia|].
  rewrite IH, zsum_first. cbn [nth]. lia.
Qed.

Lemma dot_is a : forall b before, length a = length b ->
  dot_from before a b = before + zsum (length a) (fun r => nth r a 0 * nth r b 0).
Proof.
  induction a as [|u a IH]; intros [|v b] before H; cbn in H; try discriminate; cbn [dot_from length]; [cbn; lia|].
  rewrite IH, zsum_first by congruence. cbn [nth]. lia.
Qed.

Lemma all_pairs_at f a : forall b, all_pairs f a b = true ->
  length a = length b /\ forall r, (r < length a)%nat -> f (nth r a 0) (nth r b 0) = true.
Proof.
  induction a as [|u a IH]; intros [|v b] H; cbn [all_pairs] in H; try discriminate.
  - split; [reflexivity|]. cbn. intros. lia.
  - destruct (f u v) eqn:E; [|discriminate]. destruct (IH b H) as [Hl Hr]. split; [cbn; congruence|].
    intros [|r] Hlt; cbn in *; [assumption|]. apply Hr. lia.
Qed.

Lemma zipped_length f a : forall b, length a = length b -> length (zipped f a b) = length a.
Proof. induction a as [|u a IH]; intros [|v b] H; cbn in *; try discriminate; [reflexivity|]. now rewrite IH by congruence. Qed.

Lemma zipped_at f a : forall b r, length a = length b -> (r < length a)%nat ->
  nth r (zipped f a b) 0 = f (nth r a 0) (nth r b 0).
Proof.
  induction a as [|u a IH]; intros [|v b] r H Hr; cbn in *; try discriminate; try lia.
  destruct r as [|r]; [reflexivity|]. apply IH; [congruence | lia].
Qed.

Lemma map_at (f : Z -> Z) l r : (r < length l)%nat -> nth r (map f l) 0 = f (nth r l 0).
Proof. intros H. rewrite (nth_indep _ 0 (f 0)) by now rewrite map_length. apply map_nth. Qed.

Lemma forallb_at {A} (f : A -> bool) l r v : forallb f l = true -> nth_error l r = Some v -> f v = true.
Proof. intros H E. apply nth_error_In in E. rewrite forallb_forall in H. now apply H. Qed.

Lemma sum_over n d f : (sum n (fun r => f r # d) == zsum n f # d)%Q.
Proof.
  induction n as [|n IH]; cbn [sum zsum]; [reflexivity|]. rewrite IH. unfold Qeq, Qplus. cbn [Qnum Qden]. lia.
Qed.

(** A list that any place can be read of, and changed in. *)
Inductive tree (A : Type) : Type :=
| Empty
| Node (before : tree A) (count : nat) (value : A) (after : tree A).
Arguments Empty {A}.
Arguments Node {A}.

Section Tree.

Context {A : Type}.

Fixpoint tree_size (t : tree A) : nat :=
  match t with
  | Empty => O
  | Node _ count _ after => (count + S (tree_size after))%nat
  end.

Fixpoint listed (t : tree A) : list A :=
  match t with
  | Empty => []
  | Node before _ value after => listed before ++ value :: listed after
  end.

Fixpoint well_counted (t : tree A) : Prop :=
  match t with
  | Empty => True
  | Node before count _ after => count = length (listed before) /\ well_counted before /\ well_counted after
  end.

Fixpoint fetched (t : tree A) (i : nat) : option A :=
  match t with
  | Empty => None
  | Node before count value after =>
      match Nat.compare i count with
      | Lt => fetched before i
      | Eq => Some value
      | Gt => fetched after (i - S count)
      end
  end.

Fixpoint changed (f : A -> A) (t : tree A) (i : nat) : tree A :=
  match t with
  | Empty => Empty
  | Node before count value after =>
      match Nat.compare i count with
      | Lt => Node (changed f before i) count value after
      | Eq => Node before count (f value) after
      | Gt => Node before count value (changed f after (i - S count))
      end
  end.

(** A tree of the first 2^depth - 1 elements, and what is left of the list. *)
Fixpoint planted (depth : nat) (l : list A) : tree A * list A :=
  match depth with
  | O => (Empty, l)
  | S below =>
      let (before, rest) := planted below l in
      match rest with
      | [] => (before, [])
      | value :: rest => let (after, rest) := planted below rest in (Node before (tree_size before) value after, rest)
      end
  end.

Definition tree_of (l : list A) : tree A := fst (planted (S (Nat.log2 (length l))) l).

Lemma size_is t : well_counted t -> tree_size t = length (listed t).
Proof.
  induction t as [|before _ count value after IH]; cbn [tree_size listed well_counted]; [reflexivity|].
  intros (-> & _ & H). rewrite app_length. cbn [length]. now rewrite IH.
Qed.

Lemma planted_is depth : forall l,
  let (t, rest) := planted depth l in well_counted t /\ listed t ++ rest = l.
Proof.
  induction depth as [|below IH]; intros l; cbn [planted]; [now split|].
  assert (H := IH l). destruct (planted below l) as [before rest]. destruct H as [Hc Hl].
  destruct rest as [|value rest]; [now split|].
  assert (H := IH rest). destruct (planted below rest) as [after more]. destruct H as [Hc' Hl'].
  cbn [well_counted listed]. split; [split; [now apply size_is | now split]|].
  rewrite <- Hl, <- Hl', <- app_assoc. reflexivity.
Qed.

Lemma fetched_is t : well_counted t -> forall i, fetched t i = nth_error (listed t) i.
Proof.
  induction t as [|before IHb count value after IHa]; cbn [well_counted fetched listed]; intros H i.
  - now destruct i.
  - destruct H as (-> & Hb & Ha). destruct (Nat.compare i (length (listed before))) eqn:E.
    + apply Nat.compare_eq in E. subst i. now rewrite nth_error_app2, Nat.sub_diag by lia.
    + apply Nat.compare_lt_iff in E. now rewrite nth_error_app1, IHb by assumption.
    + apply Nat.compare_gt_iff in E. rewrite nth_error_app2, IHa by (assumption || lia).
      now replace (i - length (listed before))%nat with (S (i - S (length (listed before)))) by lia.
Qed.

Lemma planted_full depth : forall l,
  let (t, rest) := planted depth l in rest <> [] -> S (length (listed t)) = (2 ^ depth)%nat.
Proof.
  induction depth as [|below IH]; intros l; cbn [planted]; [reflexivity|].
  assert (H := IH l). destruct (planted below l) as [before rest].
  destruct rest as [|value rest]; [contradiction|].
  assert (H' := IH rest). destruct (planted below rest) as [after more]. intros Hm.
  cbn [listed]. rewrite app_length. cbn [length]. rewrite Nat.pow_succ_r'. specialize (H' Hm).
  assert (S (length (listed before)) = 2 ^ below)%nat by (apply H; discriminate). lia.
Qed.

(** A tree of a list has just its elements. *)
Lemma tree_of_is l : well_counted (tree_of l) /\ listed (tree_of l) = l.
Proof.
  unfold tree_of. set (depth := S (Nat.log2 (length l))).
  assert (H := planted_is depth l). assert (F := planted_full depth l).
  destruct (planted depth l) as [t rest]. cbn [fst]. destruct H as [Hc Hl]. split; [assumption|].
  destruct rest as [|v rest]; [now rewrite app_nil_r in Hl|]. exfalso.
  assert (E : S (length (listed t)) = (2 ^ depth)%nat) by (apply F; discriminate).
  assert (Hn : length l = (length (listed t) + S (length rest))%nat) by (rewrite <- Hl, app_length; reflexivity).
  assert (Hd := Nat.log2_spec (length l) ltac:(lia)). fold depth in Hd. lia.
Qed.

Lemma tree_read l i v : fetched (tree_of l) i = Some v -> nth_error l i = Some v.
Proof. destruct (tree_of_is l) as [Hc Hl]. rewrite fetched_is by assumption. now rewrite Hl. Qed.

Lemma changed_is f t : well_counted t -> forall i,
  well_counted (changed f t i) /\ length (listed (changed f t i)) = length (listed t) /\
  forall k, nth_error (listed (changed f t i)) k =
    if (k =? i)%nat then option_map f (nth_error (listed t) k) else nth_error (listed t) k.
Proof.
  induction t as [|before IHb count value after IHa]; cbn [well_counted changed listed]; intros H i.
  - repeat split. intros k. destruct (k =? i)%nat; [|reflexivity]. now destruct k.
  - destruct H as (-> & Hb & Ha). destruct (Nat.compare i (length (listed before))) eqn:E; cbn [well_counted listed].
    + apply Nat.compare_eq in E. subst i. repeat split; try assumption; [now rewrite !app_length|].
      intros k. destruct (k =? length (listed before))%nat eqn:K.
      * apply Nat.eqb_eq in K. subst k. rewrite !nth_error_app2, Nat.sub_diag by lia. reflexivity.
      * apply Nat.eqb_neq in K. destruct (lt_dec k (length (listed before))).
        -- now rewrite !nth_error_app1 by assumption.
        -- rewrite !nth_error_app2 by lia.
           now replace (k - length (listed before))%nat with (S (k - S (length (listed before)))) by lia.
    + apply Nat.compare_lt_iff in E. destruct (IHb Hb i) as (Hc & Hl & Hn).
      split; [split; [now rewrite Hl | now split] | split; [now rewrite !app_length, Hl|]].
      intros k. destruct (lt_dec k (length (listed before))).
      * rewrite !nth_error_app1 by (rewrite ?Hl; assumption). apply Hn.
      * assert (K : (k =? i)%nat = false) by (apply Nat.eqb_neq; lia). rewrite K.
        rewrite !nth_error_app2 by (rewrite ?Hl; lia). now rewrite Hl.
    + apply Nat.compare_gt_iff in E. destruct (IHa Ha (i - S (length (listed before)))%nat) as (Hc & Hl & Hn).
      split; [now split | split; [rewrite !app_length; cbn [length]; now rewrite Hl|]].
      intros k. destruct (le_lt_dec k (length (listed before))).
      * assert (K : (k =? i)%nat = false) by (apply Nat.eqb_neq; lia). rewrite K.
        destruct (Nat.eq_dec k (length (listed before))) as [->|].
        -- now rewrite !nth_error_app2, Nat.sub_diag by lia.
        -- now rewrite !nth_error_app1 by lia.
      * rewrite !nth_error_app2 by lia.
        replace (k - length (listed before))%nat with (S (k - S (length (listed before)))) by lia. cbn [nth_error].
        rewrite Hn. destruct (k =? i)%nat eqn:K.
        -- apply Nat.eqb_eq in K. subst k. now rewrite Nat.eqb_refl.
        -- apply Nat.eqb_neq in K.
           assert (K' : (k - S (length (listed before)) =? i - S (length (listed before)))%nat = false)
             by (apply Nat.eqb_neq; lia).
           now rewrite K'.
Qed.

End Tree.

(** Two integers without the factor that they have in common. *)
Definition lowered (a b : Z) : Z * Z := let g := Z.gcd a b in (a / g, b / g).

Lemma lowered_is a b : let (c, e) := lowered a b in exists g, 0 < g /\ a = c * g /\ b = e * g.
Proof.
  unfold lowered. cbv zeta. destruct (Z.eq_dec (Z.gcd a b) 0) as [H|H].
  - exists 1. rewrite H. apply Z.gcd_eq_0 in H. destruct H as [-> ->]. cbn. lia.
  - assert (0 < Z.gcd a b) by (assert (0 <= Z.gcd a b) by apply Z.gcd_nonneg; lia).
    exists (Z.gcd a b). split; [assumption|]. rewrite !(Z.mul_comm (_ / _)).
    split; apply Zdivide_Zdiv_eq; try assumption; [apply Z.gcd_divide_l | apply Z.gcd_divide_r].
Qed.

#[global] Opaque lowered.

(** The rows that write a matrix: as many as there are inputs, each as long as there are responses. *)
Record writes (inputs responses : nat) (rows : list row) (x : matrix) : Prop := {
  rows_counted : length rows = inputs;
  rows_wide : forall given, In given rows -> length (snd given) = responses;
  rows_right : same inputs responses x (of_rows rows)
}.

Definition is_shaped (inputs responses : nat) (rows : list row) : bool :=
  (length rows =? inputs)%nat && forallb (fun given => (length (snd given) =? responses)%nat) rows.

Lemma of_rows_entry rows i r d l : nth_error rows i = Some (d, l) -> (of_rows rows i r == nth r l 0%Z # d)%Q.
Proof.
  intros H. unfold of_rows, Definitions.rows.
  assert (E : nth_error (map (fun '(d, numerators) => over d numerators) rows) i = Some (over d l)).
  { now rewrite nth_error_map, H. }
  rewrite (nth_error_nth _ _ _ E). unfold over. destruct (lt_dec r (length l)) as [Hr|Hr].
  - rewrite (nth_indep _ 0%Q (0 # d)%Q) by now rewrite map_length. rewrite (map_nth (fun n => n # d)). reflexivity.
  - rewrite !nth_overflow by (rewrite ?map_length; lia). reflexivity.
Qed.

Theorem shaped_writes inputs responses rows :
  is_shaped inputs responses rows = true -> writes inputs responses rows (of_rows rows).
Proof.
  unfold is_shaped. intros H. apply andb_true_iff in H. destruct H as [Hn Hw]. apply Nat.eqb_eq in Hn.
  split; [assumption | | now intros i r _ _].
  intros given Hin. rewrite forallb_forall in Hw. apply Hw, Nat.eqb_eq in Hin. exact Hin.
Qed.

Section Read.

Variables (inputs responses : nat) (rows : list row) (x : matrix).
Hypothesis written : writes inputs responses rows x.

Lemma read_row i d l : nth_error rows i = Some (d, l) ->
  (i < inputs)%nat /\ length l = responses /\ forall r, (r < responses)%nat -> (x i r == nth r l 0%Z # d)%Q.
Proof.
  intros H. destruct written as [Hn Hw Hr]. assert (Hi : (i < inputs)%nat).
  { rewrite <- Hn. apply nth_error_Some. congruence. }
  split; [assumption|]. split; [now apply nth_error_In in H; apply Hw in H|].
  intros r Hlt. rewrite (Hr i r Hi Hlt). now apply of_rows_entry.
Qed.

Lemma has_row i : (i < inputs)%nat -> exists d l, nth_error rows i = Some (d, l).
Proof.
  intros Hi. destruct written as [Hn _ _]. destruct (nth_error rows i) as [[d l]|] eqn:E; [now exists d, l|].
  apply nth_error_None in E. lia.
Qed.

(** Stochastic. *)
Definition is_distribution (given : row) : bool :=
  forallb (Z.leb 0) (snd given) && (total_from 0 (snd given) =? Z.pos (fst given)).

Definition are_stochastic (rows : list row) : bool := forallb is_distribution rows.

Theorem are_stochastic_sound : are_stochastic rows = true -> stochastic inputs responses x.
Proof.
  intros H. split.
  - intros i r Hi Hr. destruct (has_row i Hi) as (d & l & E). destruct (read_row i d l E) as (_ & Hl & Hx).
    assert (Hd := forallb_at _ _ _ _ H E). unfold is_distribution in Hd. cbn [fst snd] in Hd.
    apply andb_true_iff in Hd. destruct Hd as [Hd _]. rewrite Hx by assumption.
    rewrite forallb_forall in Hd. assert (Hz : In (nth r l 0) l) by (apply nth_In; lia).
    apply Hd, Z.leb_le in Hz. unfold Qle. cbn [Qnum Qden]. lia.
  - intros i Hi. destruct (has_row i Hi) as (d & l & E). destruct (read_row i d l E) as (_ & Hl & Hx).
    assert (Hd := forallb_at _ _ _ _ H E). unfold is_distribution in Hd. cbn [fst snd] in Hd.
    apply andb_true_iff in Hd. destruct Hd as [_ Hd]. apply Z.eqb_eq in Hd. rewrite total_is, Hl in Hd.
    rewrite (sum_equal _ _ (fun r => nth r l 0%Z # d)%Q) by (intros; now apply Hx).
    rewrite sum_over. unfold Qeq. cbn [Qnum Qden]. lia.
Qed.

(** Private. *)
Definition is_close (alpha : Q) (given other : row) : bool :=
  let (a, b) := lowered (Qnum alpha * Z.pos (fst other)) (Z.pos (Qden alpha) * Z.pos (fst given)) in
  all_pairs (fun u v => a * u <=? b * v) (snd given) (snd other).

Definition are_close (alpha : Q) (known : tree row) (i k : nat) : bool :=
  match fetched known i, fetched known k with
  | Some given, Some other => is_close alpha given other && is_close alpha other given
  | _, _ => false
  end.

Definition are_private (pairs : neighbours) (alpha : Q) (rows : list row) : bool :=
  let known := tree_of rows in forallb (fun '(i, k) => are_close alpha known i k) pairs.

Lemma is_close_sound alpha i k given other :
  nth_error rows i = Some given -> nth_error rows k = Some other -> is_close alpha given other = true ->
  forall r, (r < responses)%nat -> (alpha * x i r <= x k r)%Q.
Proof.
  destruct given as [d l], other as [e m]. intros Ei Ek H r Hr.
  destruct (read_row i d l Ei) as (_ & Hl & Hx). destruct (read_row k e m Ek) as (_ & Hm & Hy).
  unfold is_close in H. cbn [fst snd] in H.
  assert (L := lowered_is (Qnum alpha * Z.pos e) (Z.pos (Qden alpha) * Z.pos d)).
  destruct (lowered _ _) as [a b]. destruct L as (g & Hg & Ha & Hb).
  apply all_pairs_at in H. destruct H as [_ H]. specialize (H r ltac:(lia)). apply Z.leb_le in H.
  rewrite (Hx r Hr), (Hy r Hr). unfold Qle, Qmult. cbn [Qnum Qden]. rewrite Pos2Z.inj_mul.
  assert (E1 : Qnum alpha * nth r l 0 * Z.pos e = g * (a * nth r l 0)) by (rewrite <- Z.mul_assoc, (Z.mul_comm (nth r l 0)), Z.mul_assoc, Ha; ring).
  assert (E2 : nth r m 0 * (Z.pos (Qden alpha) * Z.pos d) = g * (b * nth r m 0)) by (rewrite Hb; ring).
  rewrite E1, E2. now apply Z.mul_le_mono_nonneg_l; [lia|].
Qed.

Theorem are_private_sound pairs alpha : are_private pairs alpha rows = true -> private pairs responses alpha x.
Proof.
  unfold are_private. cbv zeta. intros H i k Hik r Hr. rewrite forallb_forall in H. apply H in Hik.
  unfold are_close in Hik.
  destruct (fetched (tree_of rows) i) as [given|] eqn:Ei; [|discriminate].
  destruct (fetched (tree_of rows) k) as [other|] eqn:Ek; [|discriminate].
  apply tree_read in Ei, Ek. apply andb_true_iff in Hik. destruct Hik as [H1 H2].
  split; eapply is_close_sound; eassumption.
Qed.

Theorem are_private_mechanism_sound pairs alpha :
  are_stochastic rows && are_private pairs alpha rows = true -> private_mechanism inputs responses pairs alpha x.
Proof.
  intros H. apply andb_true_iff in H. destruct H as [Hs Hp].
  split; [now apply are_stochastic_sound | now apply are_private_sound].
Qed.

(** Not private, and the exact level: an entry of each of two neighbours. *)
Definition two_entries (rows : list row) (i k r : nat) : option (Q * Q) :=
  match nth_error rows i, nth_error rows k with
  | Some (d, l), Some (e, m) =>
      if (r <? responses)%nat then Some (nth r l 0%Z # d, nth r m 0%Z # e)%Q else None
  | _, _ => None
  end.

Lemma two_entries_are i k r u v :
  two_entries rows i k r = Some (u, v) -> (r < responses)%nat /\ (x i r == u)%Q /\ (x k r == v)%Q.
Proof.
  unfold two_entries. intros H.
  destruct (nth_error rows i) as [[d l]|] eqn:Ei; [|discriminate].
  destruct (nth_error rows k) as [[e m]|] eqn:Ek; [|discriminate].
  destruct (r <? responses)%nat eqn:Hr; [|discriminate]. apply Nat.ltb_lt in Hr. injection H as <- <-.
  destruct (read_row i d l Ei) as (_ & _ & Hx). destruct (read_row k e m Ek) as (_ & _ & Hy). auto.
Qed.

Definition break_privacy (pairs : neighbours) (alpha : Q) (rows : list row) (i k r : nat) : bool :=
  are_neighbours pairs i k &&
  match two_entries rows i k r with
  | Some (u, v) => below v (alpha * u)
  | None => false
  end.

Theorem break_privacy_sound pairs alpha i k r :
  break_privacy pairs alpha rows i k r = true -> ~ private pairs responses alpha x.
Proof.
  unfold break_privacy. intros H Hp. apply andb_true_iff in H. destruct H as [Hn H].
  destruct (two_entries rows i k r) as [[u v]|] eqn:E; [|discriminate]. apply two_entries_are in E.
  destruct E as (Hr & Eu & Ev). apply below_lt in H. rewrite <- Eu, <- Ev in H.
  destruct (are_neighbours_sound _ _ _ Hn) as [Hin|Hin]; destruct (Hp _ _ Hin r Hr); lra.
Qed.

Definition are_tight (pairs : neighbours) (alpha : Q) (rows : list row) (i k r : nat) : bool :=
  Qle_bool alpha 1 && are_neighbours pairs i k &&
  match two_entries rows i k r with
  | Some (u, v) => Qeq_bool (alpha * u) v && below 0 u
  | None => false
  end.

Theorem have_level_sound pairs alpha i k r :
  are_private pairs alpha rows && are_tight pairs alpha rows i k r = true -> exact_level pairs responses alpha x.
Proof.
  unfold are_tight. intros H. split_checks. split; [now apply are_private_sound|]. split; [assumption|].
  intros beta _ Hb. destruct (two_entries rows i k r) as [[u v]|] eqn:E; [|discriminate].
  apply two_entries_are in E. destruct E as (Hr & Eu & Ev). split_checks.
  match goal with K : (_ == v)%Q |- _ => rewrite <- Eu, <- Ev in K end.
  match goal with K : (0 < u)%Q |- _ => rewrite <- Eu in K end.
  assert (Hle : (beta * x i r <= x k r)%Q).
  { destruct (are_neighbours_sound pairs i k) as [Hin|Hin]; [assumption| |]; now apply (Hb _ _ Hin r). }
  nra.
Qed.

Theorem have_level_one_sound pairs alpha :
  are_private pairs alpha rows && Qeq_bool alpha 1 = true -> exact_level pairs responses alpha x.
Proof.
  intros H. split_checks. split; [now apply are_private_sound|]. split; [lra|]. intros. lra.
Qed.

(** (α, δ)-private: a·u - b·v over the responses where it is positive. *)
Fixpoint excess_from (before a b : Z) (l m : list Z) : Z :=
  match l, m with
  | u :: l, v :: m => let d := a * u - b * v in excess_from (if 0 <? d then before + d else before) a b l m
  | _, _ => before
  end.

Lemma excess_from_is a b l : forall m before, length l = length m ->
  excess_from before a b l m = before + zsum (length l) (fun r => Z.max 0 (a * nth r l 0 - b * nth r m 0)).
Proof.
  induction l as [|u l IH]; intros [|v m] before H; cbn in H; try discriminate; cbn [excess_from length]; [cbn; lia|].
  cbv zeta. rewrite IH, zsum_first by congruence. cbn [nth]. destruct (0 <? a * u - b * v) eqn:E.
  - apply Z.ltb_lt in E. lia.
  - apply Z.ltb_ge in E. lia.
Qed.

(** Σ_r max(0, α·x_ir - x_kr). *)
Definition excess_of (alpha : Q) (given other : row) : Q :=
  let a := Qnum alpha * Z.pos (fst other) in
  let b := Z.pos (Qden alpha) * Z.pos (fst given) in
  excess_from 0 a b (snd given) (snd other) # (Qden alpha * fst given * fst other).

Lemma excess_of_is alpha i k given other :
  nth_error rows i = Some given -> nth_error rows k = Some other ->
  (excess_of alpha given other == sum responses (fun r => Qmax 0 (alpha * x i r - x k r)))%Q.
Proof.
  destruct given as [d l], other as [e m]. intros Ei Ek.
  destruct (read_row i d l Ei) as (_ & Hl & Hx). destruct (read_row k e m Ek) as (_ & Hm & Hy).
  unfold excess_of. cbv zeta. cbn [fst snd]. rewrite excess_from_is by congruence. rewrite Hl, Z.add_0_l, <- sum_over.
  apply sum_equal. intros r Hr. rewrite (Hx r Hr), (Hy r Hr).
  set (a := nth r l 0). set (b := nth r m 0). set (common := (Qden alpha * d * e)%positive).
  assert (E : (alpha * (a # d) - (b # e) == Qnum alpha * Z.pos e * a - Z.pos (Qden alpha) * Z.pos d * b # common)%Q).
  { unfold Qeq, Qminus, Qplus, Qopp, Qmult, common. cbn [Qnum Qden]. rewrite !Pos2Z.inj_mul. ring. }
  rewrite E. set (n := Qnum alpha * Z.pos e * a - Z.pos (Qden alpha) * Z.pos d * b).
  destruct (Z.max_spec 0 n) as [[H ->]|[H ->]].
  - symmetry. apply Q.max_r. unfold Qle. cbn [Qnum Qden]. lia.
  - rewrite Q.max_l; [reflexivity|]. unfold Qle. cbn [Qnum Qden]. lia.
Qed.

Lemma probability_excess alpha i k set :
  (alpha * probability responses x i set - probability responses x k set <=
   sum responses (fun r => Qmax 0 (alpha * x i r - x k r)))%Q.
Proof.
  unfold probability. rewrite <- sum_times, <- sum_minus. apply sum_le. intros r Hr.
  assert (H0 := Q.le_max_l 0 (alpha * x i r - x k r)). assert (H1 := Q.le_max_r 0 (alpha * x i r - x k r)).
  destruct (set r); lra.
Qed.

Lemma excess_reached alpha i k :
  (sum responses (fun r => Qmax 0 (alpha * x i r - x k r)) ==
   let set := fun r => below (x k r) (alpha * x i r) in
   alpha * probability responses x i set - probability responses x k set)%Q.
Proof.
  cbv zeta. unfold probability. rewrite <- sum_times, <- sum_minus. apply sum_equal. intros r Hr.
  destruct (below (x k r) (alpha * x i r)) eqn:E.
  - apply below_lt in E. rewrite Q.max_r by lra. reflexivity.
  - unfold below in E. apply negb_false_iff, Qle_bool_iff in E. rewrite Q.max_l by lra. ring.
Qed.

Definition are_within (alpha delta : Q) (known : tree row) (i k : nat) : bool :=
  match fetched known i, fetched known k with
  | Some given, Some other =>
      Qle_bool (excess_of alpha given other) (alpha * delta) && Qle_bool (excess_of alpha other given) (alpha * delta)
  | _, _ => false
  end.

Definition are_approximately_private (pairs : neighbours) (alpha delta : Q) (rows : list row) : bool :=
  let known := tree_of rows in forallb (fun '(i, k) => are_within alpha delta known i k) pairs.

Theorem are_approximately_private_sound pairs alpha delta :
  are_approximately_private pairs alpha delta rows = true -> approximately_private pairs responses alpha delta x.
Proof.
  unfold are_approximately_private. cbv zeta. intros H i k Hik set. rewrite forallb_forall in H. apply H in Hik.
  unfold are_within in Hik.
  destruct (fetched (tree_of rows) i) as [given|] eqn:Ei; [|discriminate].
  destruct (fetched (tree_of rows) k) as [other|] eqn:Ek; [|discriminate].
  apply tree_read in Ei, Ek. split_checks.
  rewrite (excess_of_is alpha i k) in * by assumption. rewrite (excess_of_is alpha k i) in * by assumption.
  assert (Hi := probability_excess alpha i k set). assert (Hk := probability_excess alpha k i set). split; lra.
Qed.

Definition break_approximate_privacy (pairs : neighbours) (alpha delta : Q) (rows : list row) (i k : nat) : bool :=
  are_neighbours pairs i k &&
  match nth_error rows i, nth_error rows k with
  | Some given, Some other => below (alpha * delta) (excess_of alpha given other)
  | _, _ => false
  end.

Theorem break_approximate_privacy_sound pairs alpha delta i k :
  break_approximate_privacy pairs alpha delta rows i k = true ->
  ~ approximately_private pairs responses alpha delta x.
Proof.
  unfold break_approximate_privacy. intros H Hp. apply andb_true_iff in H. destruct H as [Hn H].
  destruct (nth_error rows i) as [given|] eqn:Ei; [|discriminate].
  destruct (nth_error rows k) as [other|] eqn:Ek; [|discriminate]. apply below_lt in H.
  rewrite (excess_of_is alpha i k) in H by assumption. rewrite excess_reached in H. cbv zeta in H.
  destruct (are_neighbours_sound _ _ _ Hn) as [Hin|Hin];
    destruct (Hp _ _ Hin (fun r => below (x k r) (alpha * x i r))) as [H1 H2]; lra.
Qed.

End Read.
