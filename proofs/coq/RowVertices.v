(** A checker on rows of vertices: blocks of entries that are tied, and an inverse modulo m of their masses. *)

From ExactDP Require Export Blocks.
From Coq Require Import Bool.

Local Open Scope Z_scope.

(** Where two neighbours' entries are positive, and one is α times the other. *)
Fixpoint flags_along (f : Z -> Z -> bool) (l m : list Z) : list bool :=
  match l, m with
  | u :: l, v :: m => f u v :: flags_along f l m
  | _, _ => []
  end.

Lemma flags_along_at f l : forall m r, nth r (flags_along f l m) false = true ->
  (r < length l)%nat /\ (r < length m)%nat /\ f (nth r l 0) (nth r m 0) = true.
Proof.
  induction l as [|u l IH]; intros [|v m] r H; cbn [flags_along] in H; try (destruct r; discriminate).
  destruct r as [|r]; cbn [nth length] in *; [repeat split; (lia || assumption)|].
  destruct (IH m r H) as (H1 & H2 & H3). repeat split; (lia || assumption).
Qed.

Definition tie_flags (alpha : Q) (given other : row) : list bool :=
  let (a, b) := lowered (Qnum alpha * Z.pos (fst other)) (Z.pos (Qden alpha) * Z.pos (fst given)) in
  let (c, e) := lowered (Qnum alpha * Z.pos (fst given)) (Z.pos (Qden alpha) * Z.pos (fst other)) in
  flags_along (fun u v => ((a * u =? b * v) || (c * v =? e * u)) && negb (u =? 0) && negb (v =? 0))
    (snd given) (snd other).

Definition tie_flags_at (alpha : Q) (known : tree row) (i k : nat) : list bool :=
  match fetched known i, fetched known k with
  | Some given, Some other => tie_flags alpha given other
  | _, _ => []
  end.

Definition vertex_ties (responses : nat) (pairs : neighbours) (alpha : Q) (rows : list row) : list (list (nat * nat)) :=
  let known := tree_of rows in
  column_ties responses (map (fun '(i, k) => ((i, k), fun _ : unit => tie_flags_at alpha known i k)) pairs).

Definition are_vertex (inputs responses : nat) (pairs : neighbours) (alpha : Q) (m : Z) (inverse : list (list Z))
  (given : list row) : bool :=
  let rows := map lowest_row given in
  let columns := columns_of responses rows in
  let (labels, roots) := blocks_of inputs (vertex_ties responses pairs alpha rows) columns in
  all_marked (length roots) labels (map (map (Z.eqb 0)) columns) &&
  is_left_inverse m inputs (length roots) (coefficient_rows inputs (length roots) labels (map snd rows)) inverse.

Lemma lowered_equal (alpha : Q) (d e : positive) (u v : Z) :
  let (a, b) := lowered (Qnum alpha * Z.pos e) (Z.pos (Qden alpha) * Z.pos d) in
  (a * u =? b * v) = true -> (alpha * (u # d) == v # e)%Q.
Proof.
  assert (L := lowered_is (Qnum alpha * Z.pos e) (Z.pos (Qden alpha) * Z.pos d)). destruct (lowered _ _) as [a b].
  destruct L as (g & Hg & Ha & Hb). intros H. apply Z.eqb_eq in H.
  unfold Qeq, Qmult. cbn [Qnum Qden]. rewrite Pos2Z.inj_mul.
  assert (E1 : Qnum alpha * u * Z.pos e = g * (a * u)) by (rewrite <- Z.mul_assoc, (Z.mul_comm u), Z.mul_assoc, Ha; ring).
  rewrite E1, Hb, H. ring.
Qed.

Section Vertex.

Variables (inputs responses : nat) (pairs : neighbours) (alpha : Q) (rows : list row) (x : matrix).
Hypothesis written : writes inputs responses rows x.

Lemma vertex_ties_sound d r tie : follows inputs responses pairs alpha x d ->
  In tie (nth r (vertex_ties responses pairs alpha rows) []) -> is_tie alpha x d r tie.
Proof.
  intros [_ Hd] H. apply column_ties_in in H. destruct H as (flags & Hin & Hr). apply in_map_iff in Hin.
  destruct Hin as ([i k] & E & Hp). injection E as <- <-. unfold tie_flags_at in Hr.
  destruct (fetched (tree_of rows) i) as [[e l]|] eqn:Ei; [|now destruct r].
  destruct (fetched (tree_of rows) k) as [[f m]|] eqn:Ek; [|now destruct r].
  apply tree_read in Ei, Ek. unfold tie_flags in Hr. cbn [fst snd] in Hr.
  destruct (read_row inputs responses rows x written i e l Ei) as (Hi & Hl & Hx).
  destruct (read_row inputs responses rows x written k f m Ek) as (Hk & Hm & Hy).
  assert (T1 := lowered_equal alpha e f (nth r l 0) (nth r m 0)). destruct (lowered _ _) as [a b].
  assert (T2 := lowered_equal alpha f e (nth r m 0) (nth r l 0)). destruct (lowered _ _) as [a' b'].
  apply flags_along_at in Hr. destruct Hr as (Hrl & _ & Hr). rewrite Hl in Hrl.
  apply andb_true_iff in Hr; destruct Hr as [Hr Hv]; apply andb_true_iff in Hr; destruct Hr as [Hr Hu].
  apply negb_true_iff, Z.eqb_neq in Hu, Hv. specialize (Hx r Hrl). specialize (Hy r Hrl).
  assert (Hnx : ~ (x i r == 0)%Q) by (rewrite Hx; unfold Qeq; cbn [Qnum Qden]; lia).
  assert (Hny : ~ (x k r == 0)%Q) by (rewrite Hy; unfold Qeq; cbn [Qnum Qden]; lia).
  apply orb_true_iff in Hr. destruct Hr as [Hr|Hr].
  - assert (E : (alpha * x i r == x k r)%Q) by (rewrite Hx, Hy; now apply T1).
    split; [intros Ha; apply Hny; rewrite <- E, Ha; ring|]. left. split; [assumption|]. apply Hd; auto.
  - assert (E : (alpha * x k r == x i r)%Q) by (rewrite Hx, Hy; now apply T2).
    split; [intros Ha; apply Hnx; rewrite <- E, Ha; ring|]. right. split; [assumption|]. apply Hd; auto.
Qed.

End Vertex.

Theorem are_vertex_sound inputs responses pairs alpha m inverse given x :
  writes inputs responses given x -> private_mechanism inputs responses pairs alpha x ->
  are_vertex inputs responses pairs alpha m inverse given = true -> vertex inputs responses pairs alpha x.
Proof.
  intros Hgiven Hx H. apply lowest_rows_write in Hgiven. unfold are_vertex in H. cbv zeta in H.
  set (rows := map lowest_row given) in *. rename Hgiven into Hrows. clearbody rows.
  set (columns := columns_of responses rows) in *.
  destruct (blocks_of inputs _ columns) as [labels roots] eqn:Eb. apply andb_true_iff in H. destruct H as [Hmarked Hinv].
  split; [assumption|]. intros y z Hy Hz Hmid.
  assert (Hf := difference_follows inputs responses pairs alpha x y z Hy Hz Hmid).
  set (d := fun i r => (y i r - x i r)%Q) in *. set (u := factor x d roots).
  assert (Hmultiples := blocks_are_multiples inputs responses rows x d alpha _ labels roots Hrows Eb
    (fun r tie => vertex_ties_sound inputs responses pairs alpha rows x Hrows d r tie Hf)). fold u in Hmultiples.
  destruct (columns_of_is inputs responses rows x Hrows) as (C1 & C2 & C3). fold columns in C1, C2, C3.
  assert (Hshaped : length (map (map (Z.eqb 0)) columns) = responses /\
    forall r, (r < responses)%nat -> length (nth r (map (map (Z.eqb 0)) columns) []) = inputs).
  { split; [now rewrite map_length|]. intros r Hr. change (@nil bool) with (map (Z.eqb 0) []).
    rewrite map_nth, map_length. now apply C2. }
  assert (Hvanishes : forall i r, (i < inputs)%nat -> (r < responses)%nat ->
    nth i (nth r (map (map (Z.eqb 0)) columns) []) false = true -> (d i r == 0)%Q).
  { intros i r Hi Hr Hz0. change (@nil bool) with (map (Z.eqb 0) []) in Hz0. rewrite map_nth in Hz0.
    rewrite (nth_indep _ false (Z.eqb 0 0)) in Hz0 by (rewrite map_length, C2; assumption).
    rewrite map_nth in Hz0. apply Z.eqb_eq in Hz0. rewrite C3 in Hz0 by assumption.
    destruct Hf as [Hf _]. apply (Hf i r Hi Hr). destruct (has_row inputs responses rows x Hrows i Hi) as (e & l & E).
    destruct (read_row inputs responses rows x Hrows i e l E) as (_ & _ & Hv). rewrite (Hv r Hr).
    rewrite (nth_error_nth _ _ _ E) in Hz0. cbn [snd] in Hz0. now rewrite <- Hz0. }
  assert (Hzero : forall b, (b < length roots)%nat -> (u b == 0)%Q).
  { apply (no_solution m inputs (length roots) _ _ (is_left_inverse_sound _ _ _ _ _ Hinv)). intros i Hi.
    destruct (has_row inputs responses rows x Hrows i Hi) as (e & l & E).
    destruct (read_row inputs responses rows x Hrows i e l E) as (_ & Hl & Hv).
    transitivity (inject_Z (Z.pos e) * sum responses (fun r => d i r * 1))%Q.
    - rewrite <- (row_equation inputs responses (length roots) x d labels _ u Hmultiples Hmarked Hshaped Hvanishes
        i l (inject_Z (Z.pos e)) (fun _ => 1)%Q Hi Hl).
      + unfold integers. rewrite (coefficient_rows_at inputs (length roots) labels _ i l);
          [reflexivity | | assumption |];
            [now apply (labels_shaped inputs responses (length roots) labels _ Hmarked Hshaped)|].
        now apply map_nth_error with (f := snd) in E.
      + intros r Hr. rewrite (Hv r Hr). unfold Qeq, Qmult, inject_Z. cbn [Qnum Qden]. lia.
    - rewrite (sum_equal _ _ (d i)) by (intros; ring). unfold d. rewrite sum_minus.
      destruct Hy as [[_ Hy] _]. destruct Hx as [[_ Hxs] _]. rewrite (Hy i Hi), (Hxs i Hi). ring. }
  intros i r Hi Hr.
  assert (K := differences_vanish inputs responses
    (length roots) x d labels _ u Hmultiples Hmarked Hshaped Hvanishes Hzero i r Hi Hr).
  unfold d in K. lra.
Qed.
