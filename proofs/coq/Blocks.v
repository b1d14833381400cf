(** Unknowns of a mechanism on a face: in each column the inputs that ties join are one block, on which a difference is a
    multiple of the mechanism. The blocks are found by a search, column by column. *)

From ExactDP Require Export RowFaces.
From Coq Require Import Bool.

Local Open Scope Z_scope.

(** Which inputs of a column have a label. *)
Notation marks := (tree (option nat)) (only parsing).

Fixpoint mark_new (label : nat) (found waiting : list nat) (m : marks) : list nat * marks :=
  match found with
  | [] => (waiting, m)
  | j :: rest =>
      match fetched m j with
      | Some None => mark_new label rest (j :: waiting) (changed (fun _ => Some label) m j)
      | _ => mark_new label rest waiting m
      end
  end.

Fixpoint mark_reached (fuel label : nat) (near : tree (list nat)) (waiting : list nat) (m : marks) : marks :=
  match fuel, waiting with
  | S more, k :: rest =>
      let (waiting, m) := mark_new label (fetched_or [] near k) rest m in mark_reached more label near waiting m
  | _, _ => m
  end.

(** The blocks of a column, numbered from `next` on, each searched from its first input; an entry 0 starts none. *)
Fixpoint mark_blocks (fuel : nat) (near : tree (list nat)) (i next : nat) (values : list Z) (m : marks) :
  marks * list nat :=
  match values with
  | [] => (m, [])
  | v :: values =>
      match fetched m i with
      | Some None =>
          if v =? 0 then mark_blocks fuel near (S i) next values m
          else
            let m := mark_reached fuel next near [i] (changed (fun _ => Some next) m i) in
            let (m, roots) := mark_blocks fuel near (S i) (S next) values m in (m, i :: roots)
      | _ => mark_blocks fuel near (S i) next values m
      end
  end.

Fixpoint mark_columns (inputs r next : nat) (nears : list (tree (list nat))) (columns : list (list Z)) :
  list (list (option nat)) * list (nat * nat) :=
  match nears, columns with
  | near :: nears, values :: columns =>
      let (m, roots) := mark_blocks (S inputs) near O next values (tree_of (repeat None inputs)) in
      let (labels, more) := mark_columns inputs (S r) (next + length roots) nears columns in
      (listed m :: labels, map (fun i => (i, r)) roots ++ more)
  | _, _ => ([], [])
  end.

Definition label_at (labels : list (list (option nat))) (i r : nat) : option nat := nth i (nth r labels []) None.

(** What ties hand on holds of all that is marked. *)
Section Marks.

Variable P : nat -> nat -> Prop.

Definition marks_hold (m : marks) : Prop :=
  well_counted m /\ forall i label, nth i (listed m) None = Some label -> P i label.

Definition hands_on (near : tree (list nat)) : Prop :=
  forall k j label, In j (fetched_or [] near k) -> P k label -> P j label.

Lemma marks_hold_changed m j label : marks_hold m -> P j label -> marks_hold (changed (fun _ => Some label) m j).
Proof.
  intros [Hc H] Hj. destruct (changed_is (fun _ => Some label) m Hc j) as (Hc' & _ & Hat). split; [assumption|].
  intros i other E. destruct (nth_error (listed (changed (fun _ => Some label) m j)) i) as [o|] eqn:Ei.
  - rewrite (nth_error_nth _ i None Ei) in E. subst o. rewrite Hat in Ei. destruct (i =? j)%nat eqn:Eij.
    + apply Nat.eqb_eq in Eij. subst i. destruct (nth_error (listed m) j); [|discriminate]. injection Ei as <-.
      assumption.
    + apply H. now apply nth_error_nth.
  - apply nth_error_None in Ei. rewrite nth_overflow in E by assumption. discriminate.
Qed.

Lemma mark_new_sound label found : forall waiting m,
  marks_hold m -> (forall j, In j found \/ In j waiting -> P j label) ->
  let (waiting, m) := mark_new label found waiting m in marks_hold m /\ forall j, In j waiting -> P j label.
Proof.
  induction found as [|j found IH]; intros waiting m Hm H; cbn [mark_new]; [split; auto|].
  assert (Hj : P j label) by (apply H; left; now left).
  assert (Hskip : let (waiting, m) := mark_new label found waiting m in
    marks_hold m /\ forall j, In j waiting -> P j label).
  { apply IH; [assumption|]. intros k [Hk|Hk]; apply H; [left; now right | now right]. }
  destruct (fetched m j) as [[o|]|]; [exact Hskip| |exact Hskip].
  apply IH; [now apply marks_hold_changed|].
  intros k [Hk|[<-|Hk]]; [|assumption|]; apply H; [left; now right | now right].
Qed.

Lemma mark_reached_sound label near fuel : hands_on near -> forall waiting m,
  marks_hold m -> (forall j, In j waiting -> P j label) -> marks_hold (mark_reached fuel label near waiting m).
Proof.
  intros Hn. induction fuel as [|fuel IH]; intros [|k waiting] m Hm H; cbn [mark_reached]; try assumption.
  assert (Hnew := mark_new_sound label (fetched_or [] near k) waiting m Hm).
  destruct (mark_new label (fetched_or [] near k) waiting m) as [waiting' m'].
  destruct Hnew as [Hm' Hw]; [|now apply IH]. intros j [Hj|Hj]; [|apply H; now right].
  apply (Hn k j label Hj). apply H. now left.
Qed.

Lemma mark_blocks_sound fuel near : hands_on near -> forall values i next m,
  marks_hold m ->
  let (m, roots) := mark_blocks fuel near i next values m in
  (forall b root, nth_error roots b = Some root -> P root (next + b)%nat) -> marks_hold m.
Proof.
  intros Hn. induction values as [|v values IH]; intros i next m Hm; cbn [mark_blocks]; [auto|].
  assert (Hskip := IH (S i) next m Hm).
  destruct (fetched m i) as [[o|]|]; [exact Hskip| |exact Hskip]. destruct (v =? 0); [exact Hskip|]. cbv zeta.
  set (m' := mark_reached _ _ _ _ _). assert (IH' := IH (S i) (S next) m').
  destruct (mark_blocks fuel near (S i) (S next) values m') as [final roots]. intros Hroots.
  assert (Hi : P i next) by (specialize (Hroots O i eq_refl); now rewrite Nat.add_0_r in Hroots).
  apply IH'.
  - apply mark_reached_sound; [assumption | now apply marks_hold_changed|]. now intros j [<-|[]].
  - intros b root Hb. replace (S next + b)%nat with (next + S b)%nat by lia. now apply Hroots.
Qed.

End Marks.

Lemma mark_blocks_roots fuel near values : forall i next m,
  Forall (fun root => (i <= root)%nat /\ nth (root - i) values 0 <> 0) (snd (mark_blocks fuel near i next values m)).
Proof.
  induction values as [|v values IH]; intros i next m; cbn [mark_blocks]; [constructor|].
  assert (Hshift : forall roots, Forall (fun root => (S i <= root)%nat /\ nth (root - S i) values 0 <> 0) roots ->
    Forall (fun root => (i <= root)%nat /\ nth (root - i) (v :: values) 0 <> 0) roots).
  { intros roots. apply Forall_impl. intros root [H1 H2]. split; [lia|].
    now replace (root - i)%nat with (S (root - S i)) by lia. }
  assert (Hskip := Hshift _ (IH (S i) next m)).
  destruct (fetched m i) as [[o|]|]; [exact Hskip| |exact Hskip]. destruct (v =? 0) eqn:E; [exact Hskip|]. cbv zeta.
  set (m' := mark_reached _ _ _ _ _). assert (IH' := IH (S i) (S next) m').
  destruct (mark_blocks fuel near (S i) (S next) values m') as [final roots]. cbn [snd] in *.
  constructor; [|now apply Hshift]. split; [lia|]. rewrite Nat.sub_diag. now apply Z.eqb_neq.
Qed.

Lemma nothing_marked P inputs : marks_hold P (tree_of (repeat None inputs)).
Proof.
  destruct (tree_of_is (repeat (@None nat) inputs)) as [Hc Hl]. split; [assumption|]. rewrite Hl.
  intros i label E. rewrite nth_repeat in E. discriminate.
Qed.

Lemma mark_columns_sound (P : nat -> nat -> nat -> Prop) inputs nears : forall columns r next,
  (forall s near, nth_error nears s = Some near -> hands_on (P (r + s)%nat) near) ->
  let (labels, roots) := mark_columns inputs r next nears columns in
  (forall b root s, nth_error roots b = Some (root, s) -> P s root (next + b)%nat) ->
  forall s i label, label_at labels i s = Some label -> P (r + s)%nat i label.
Proof.
  induction nears as [|near nears IH]; intros [|values columns] r next Hn; cbn [mark_columns];
    try (intros _ s i label; unfold label_at; destruct s, i; discriminate).
  assert (Hn0 : hands_on (P r) near) by (specialize (Hn O near eq_refl); now rewrite Nat.add_0_r in Hn).
  assert (Hb := mark_blocks_sound (P r) (S inputs) near Hn0 values O next _ (nothing_marked (P r) inputs)).
  destruct (mark_blocks _ _ _ _ _ _) as [m here].
  assert (Hrest := IH columns (S r) (next + length here)%nat).
  destruct (mark_columns inputs (S r) (next + length here) nears columns) as [labels more].
  intros Hroots. intros [|s] i label E.
  - unfold label_at in E. cbn [nth] in E. rewrite Nat.add_0_r. destruct Hb as [_ Hm]; [|now apply Hm].
    intros b root Hroot. apply Hroots. rewrite nth_error_app1.
    + now rewrite nth_error_map, Hroot.
    + rewrite map_length. apply nth_error_Some. congruence.
  - replace (r + S s)%nat with (S r + s)%nat by lia. apply Hrest; [| |exact E].
    + intros q each Hq. replace (S r + q)%nat with (r + S q)%nat by lia. now apply Hn.
    + intros b root q Hq. replace (next + length here + b)%nat with (next + (length here + b))%nat by lia. apply Hroots.
      rewrite nth_error_app2; rewrite map_length; [|lia]. now replace (length here + b - length here)%nat with b by lia.
Qed.

Lemma mark_columns_roots inputs nears : forall columns r next,
  Forall (fun '(root, s) => (r <= s)%nat /\ nth root (nth (s - r) columns []) 0 <> 0)
    (snd (mark_columns inputs r next nears columns)).
Proof.
  induction nears as [|near nears IH]; intros [|values columns] r next; cbn [mark_columns]; try constructor.
  assert (Hb := mark_blocks_roots (S inputs) near values O next (tree_of (repeat None inputs))).
  destruct (mark_blocks _ _ _ _ _ _) as [m here]. cbn [snd] in Hb.
  assert (Hrest := IH columns (S r) (next + length here)%nat).
  destruct (mark_columns _ _ _ _ _) as [labels more]. cbn [snd] in *. apply Forall_app. split.
  - apply Forall_map. revert Hb. apply Forall_impl. intros root [_ H]. rewrite Nat.sub_0_r in H. split; [lia|].
    now rewrite Nat.sub_diag.
  - revert Hrest. apply Forall_impl. intros [root s] [H1 H2]. split; [lia|].
    now replace (s - r)%nat with (S (s - S r)) by lia.
Qed.

(** Ties, column by column. *)
Fixpoint with_tie (pair : nat * nat) (flags : list bool) (columns : list (list (nat * nat))) : list (list (nat * nat)) :=
  match flags, columns with
  | b :: flags, c :: columns => (if b then pair :: c else c) :: with_tie pair flags columns
  | _, _ => columns
  end.

Definition column_ties (responses : nat) (flagged : list (nat * nat * (unit -> list bool))) : list (list (nat * nat)) :=
  fold_left (fun columns '(each, flags) => with_tie each (flags tt) columns) flagged (repeat [] responses).

Lemma with_tie_in pair flags : forall columns r tie,
  In tie (nth r (with_tie pair flags columns) []) -> In tie (nth r columns []) \/ tie = pair /\ nth r flags false = true.
Proof.
  induction flags as [|b flags IH]; intros [|c columns] r tie H; cbn [with_tie] in H; try (now left).
  destruct r as [|r]; cbn [nth] in *; [|now apply IH]. destruct b; [|now left].
  destruct H as [<-|H]; [now right | now left].
Qed.

Lemma column_ties_in responses flagged r tie :
  In tie (nth r (column_ties responses flagged) []) ->
  exists flags, In (tie, flags) flagged /\ nth r (flags tt) false = true.
Proof.
  unfold column_ties.
  assert (H : forall columns,
    In tie (nth r (fold_left (fun columns '(each, flags) => with_tie each (flags tt) columns) flagged columns) []) ->
    In tie (nth r columns []) \/ exists flags, In (tie, flags) flagged /\ nth r (flags tt) false = true).
  { induction flagged as [|[each flags] flagged IH]; intros columns Hin; cbn [fold_left] in Hin; [now left|].
    destruct (IH _ Hin) as [Hc|(other & Ho & Hr)].
    - apply with_tie_in in Hc. destruct Hc as [Hc|[-> Hr]]; [now left|]. right. exists flags.
      split; [now left | assumption].
    - right. exists other. split; [now right | assumption]. }
  intros Hin. destruct (H _ Hin) as [Hc|Hc]; [|assumption]. rewrite nth_repeat in Hc. contradiction.
Qed.

(** Every entry is in a block, or vanishes. *)
Fixpoint are_marked (unknowns : nat) (labels : list (option nat)) (vanish : list bool) : bool :=
  match labels, vanish with
  | [], [] => true
  | o :: labels, v :: vanish =>
      match o with Some b => (b <? unknowns)%nat | None => v end && are_marked unknowns labels vanish
  | _, _ => false
  end.

Fixpoint all_marked (unknowns : nat) (labels : list (list (option nat))) (vanish : list (list bool)) : bool :=
  match labels, vanish with
  | [], [] => true
  | l :: labels, v :: vanish => are_marked unknowns l v && all_marked unknowns labels vanish
  | _, _ => false
  end.

Lemma are_marked_at unknowns labels : forall vanish, are_marked unknowns labels vanish = true ->
  length labels = length vanish /\ forall i, (i < length labels)%nat ->
    match nth i labels None with Some b => (b < unknowns)%nat | None => nth i vanish false = true end.
Proof.
  induction labels as [|o labels IH]; intros [|v vanish] H; cbn [are_marked] in H; try discriminate.
  - split; [reflexivity|]. cbn. intros. lia.
  - apply andb_true_iff in H. destruct H as [H1 H2]. destruct (IH vanish H2) as [Hl Hi]. split; [cbn; congruence|].
    intros [|i] Hlt; cbn [nth] in *; [|apply Hi; cbn in Hlt; lia]. destruct o; [now apply Nat.ltb_lt | assumption].
Qed.

Lemma all_marked_at unknowns labels : forall vanish, all_marked unknowns labels vanish = true ->
  length labels = length vanish /\ forall r, (r < length labels)%nat ->
    are_marked unknowns (nth r labels []) (nth r vanish []) = true.
Proof.
  induction labels as [|o labels IH]; intros [|v vanish] H; cbn [all_marked] in H; try discriminate.
  - split; [reflexivity|]. cbn. intros. lia.
  - apply andb_true_iff in H. destruct H as [H1 H2]. destruct (IH vanish H2) as [Hl Hi]. split; [cbn; congruence|].
    intros [|r] Hlt; cbn [nth] in *; [assumption | apply Hi; cbn in Hlt; lia].
Qed.

(** The coefficients of an equation: the sum of what the entries of each block contribute. *)
Fixpoint gathered (t : tree Z) (l : list (option nat * Z)) : tree Z :=
  match l with
  | [] => t
  | (Some b, v) :: rest => gathered (changed (Z.add v) t b) rest
  | (None, _) :: rest => gathered t rest
  end.

Definition coefficients_from (zeros : tree Z) (l : list (option nat * Z)) : list Z := listed (gathered zeros l).

Definition contribution (u : nat -> Q) (piece : option nat * Z) : Q :=
  match fst piece with Some b => (inject_Z (snd piece) * u b)%Q | None => 0%Q end.

Lemma gathered_is unknowns u l : forall t,
  well_counted t -> length (listed t) = unknowns -> (forall b v, In (Some b, v) l -> (b < unknowns)%nat) ->
  length (listed (gathered t l)) = unknowns /\
  (sum unknowns (fun b => inject_Z (nth b (listed (gathered t l)) 0%Z) * u b) ==
   sum unknowns (fun b => inject_Z (nth b (listed t) 0%Z) * u b) + fold_right
     (fun piece rest => contribution u piece + rest) 0 l)%Q.
Proof.
  induction l as [|[[b|] v] l IH]; intros t Hc Hl Hb; cbn [gathered fold_right].
  - split; [assumption | ring].
  - destruct (changed_is (Z.add v) t Hc b) as (Hc' & Hl' & Hat).
    assert (Hbb : (b < unknowns)%nat) by (apply (Hb b v); now left).
    destruct (IH (changed (Z.add v) t b) Hc' ltac:(congruence)) as [Hn E]; [intros; eapply Hb; right; eassumption|].
    split; [assumption|]. rewrite E. unfold contribution at 2. cbn [fst snd].
    rewrite (sum_equal unknowns (fun c => inject_Z (nth c (listed (changed (Z.add v) t b)) 0%Z) * u c)%Q
      (fun c => inject_Z (nth c (listed t) 0%Z) * u c + (if (c =? b)%nat then inject_Z v else 0) * u c)%Q).
    + rewrite sum_plus.
      assert (Es : (sum unknowns (fun c => (if (c =? b)%nat then inject_Z v else 0) * u c) == inject_Z v * u b)%Q).
      { rewrite (sum_single _ b); [now rewrite Nat.eqb_refl | assumption |]. intros c _ Hne. apply Nat.eqb_neq in Hne.
        rewrite Hne. ring. }
      rewrite Es. ring.
    + intros c Hlt. specialize (Hat c).
      destruct (nth_error (listed t) c) as [w|] eqn:Ew; [|apply nth_error_None in Ew; lia].
      rewrite (nth_error_nth _ c 0 Ew). destruct (c =? b)%nat; cbn [option_map] in Hat; rewrite (nth_error_nth _ c 0 Hat).
      * rewrite inject_Z_plus. ring.
      * ring.
  - destruct (IH t Hc Hl) as [Hn E]; [intros; eapply Hb; right; eassumption|]. split; [assumption|].
    rewrite E. unfold contribution at 2. cbn [fst]. ring.
Qed.

Lemma coefficients_are_contributions unknowns u l :
  (forall b v, In (Some b, v) l -> (b < unknowns)%nat) ->
  length (coefficients_from (tree_of (repeat 0 unknowns)) l) = unknowns /\
  (sum unknowns (fun b => inject_Z (nth b (coefficients_from (tree_of (repeat 0%Z unknowns)) l) 0%Z) * u b) ==
   fold_right (fun piece rest => contribution u piece + rest) 0 l)%Q.
Proof.
  intros Hb. destruct (tree_of_is (repeat 0 unknowns)) as [Hc Hl].
  destruct (gathered_is unknowns u l (tree_of (repeat 0 unknowns)) Hc) as [Hn E]; [|assumption|].
  - rewrite Hl. apply repeat_length.
  - split; [exact Hn|]. unfold coefficients_from. rewrite E, Hl.
    rewrite (sum_equal _ _ (fun _ => 0)%Q) by (intros; rewrite nth_repeat; unfold inject_Z; ring). rewrite sum_zero. ring.
Qed.

(** Rows in lowest terms. *)
Definition row_gcd (given : row) : Z := fold_left Z.gcd (snd given) (Z.pos (fst given)).

Definition lowest_row (given : row) : row :=
  let g := row_gcd given in
  if g =? 1 then given else (Z.to_pos (Z.pos (fst given) / g), map (fun v => v / g) (snd given)).

Lemma row_gcd_divides l : forall d, 0 < d ->
  0 < fold_left Z.gcd l d /\ (fold_left Z.gcd l d | d) /\ forall v, In v l -> (fold_left Z.gcd l d | v).
Proof.
  induction l as [|v l IH]; intros d Hd; cbn [fold_left]; [split; [assumption | split;
    [apply Z.divide_refl | intros ? []]]|].
  assert (Hg : 0 < Z.gcd d v).
  { assert (K := Z.gcd_nonneg d v). destruct (Z.eq_dec (Z.gcd d v) 0) as [E|E]; [apply Z.gcd_eq_0_l in E; lia | lia]. }
  destruct (IH (Z.gcd d v) Hg) as (H1 & H2 & H3). split; [assumption|]. split.
  - eapply Z.divide_trans; [exact H2 | apply Z.gcd_divide_l].
  - intros w [<-|Hw]; [|now apply H3]. eapply Z.divide_trans; [exact H2 | apply Z.gcd_divide_r].
Qed.

Lemma lowest_rows_write inputs responses rows x : writes inputs responses rows x ->
  writes inputs responses (map lowest_row rows) x.
Proof.
  intros [Hn Hw Hr]. split.
  - now rewrite map_length.
  - intros given Hin. apply in_map_iff in Hin. destruct Hin as (other & <- & Hin). unfold lowest_row. cbv zeta.
    destruct (row_gcd other =? 1); [now apply Hw|]. cbn [snd]. rewrite map_length. now apply Hw.
  - intros i r Hi Hlt. rewrite (Hr i r Hi Hlt).
    destruct (nth_error rows i) as [[d l]|] eqn:E; [|apply nth_error_None in E; lia].
    rewrite (of_rows_entry rows i r d l E). assert (E' := map_nth_error lowest_row i rows E).
    unfold lowest_row in E' at 2.
    cbv zeta in E'. destruct (row_gcd (d, l) =? 1); [now rewrite (of_rows_entry _ i r d l E')|].
    rewrite (of_rows_entry _ i r _ _ E'). cbn [fst snd]. unfold row_gcd. cbn [fst snd].
    destruct (row_gcd_divides l (Z.pos d) ltac:(lia)) as (Hg & [a Ha] & Hv). set (g := fold_left Z.gcd l (Z.pos d)) in *.
    assert (Hl : (r < length l)%nat) by (apply nth_error_In, Hw in E; cbn in E; lia). rewrite map_at by assumption.
    destruct (Hv (nth r l 0) (nth_In l 0 Hl)) as [b Hb]. rewrite Ha, Hb, !Z.div_mul by lia.
    unfold Qeq. cbn [Qnum Qden]. rewrite Z2Pos.id by nia. rewrite Ha. ring.
Qed.

(** Rows given by the labels and values of their entries. *)
Lemma row_contributions u labels : forall values, length labels = length values ->
  (fold_right (fun piece rest => contribution u piece + rest) 0 (combine labels values) ==
   sum (length values) (fun r =>
     match nth r labels None with Some b => inject_Z (nth r values 0%Z) * u b | None => 0 end))%Q.
Proof.
  induction labels as [|o labels IH]; intros [|v values] H; cbn in H; try discriminate; [reflexivity|].
  cbn [combine fold_right length]. rewrite sum_first, IH by congruence. unfold contribution. cbn [fst snd nth].
  reflexivity.
Qed.

(** What the neighbours in a tree of ties are tied by. *)
Lemma adjacency_hands_on (P : nat -> nat -> Prop) inputs ties :
  (forall i k label, In (i, k) ties -> P i label -> P k label) ->
  (forall i k label, In (i, k) ties -> P k label -> P i label) -> hands_on P (adjacency inputs ties).
Proof.
  intros H1 H2 k j label Hj Hk. unfold fetched_or in Hj. destruct (adjacency_is inputs ties) as [Hc Hin].
  rewrite fetched_is in Hj by assumption. destruct (nth_error _ k) as [found|] eqn:E; [|contradiction].
  destruct (Hin k found E j Hj) as [Ht|Ht]; [now apply (H1 k j) | now apply (H2 j k)].
Qed.

Definition is_tie (alpha : Q) (x d : matrix) (r : nat) (tie : nat * nat) : Prop :=
  let (i, k) := tie in
  (~ alpha == 0 /\ (alpha * x i r == x k r /\ alpha * d i r == d k r \/ alpha * x k r == x i r /\
    alpha * d k r == d i r))%Q.

Lemma proportional (alpha x d y e t : Q) :
  (~ alpha == 0 -> alpha * x == y -> alpha * d == e -> (d == t * x <-> e == t * y))%Q.
Proof.
  intros Ha Hx Hd. split; intros H.
  - rewrite <- Hd, <- Hx, H. ring.
  - apply (Qmult_inj_l _ _ alpha Ha). rewrite Hd, H, <- Hx. ring.
Qed.

(** The blocks of a mechanism's columns. *)
Definition columns_of (responses : nat) (rows : list row) : list (list Z) := transposed responses (map snd rows).

Definition blocks_of (inputs : nat) (ties : list (list (nat * nat))) (columns : list (list Z)) :
  list (list (option nat)) * list (nat * nat) := mark_columns inputs O O (map (adjacency inputs) ties) columns.

(** The factor of a block: its first entry's difference, divided by this entry. *)
Definition factor (x d : matrix) (roots : list (nat * nat)) (b : nat) : Q :=
  let (i, r) := nth b roots (O, O) in (d i r / x i r)%Q.

Lemma columns_of_is inputs responses rows x : writes inputs responses rows x ->
  length (columns_of responses rows) = responses /\
  (forall r, (r < responses)%nat -> length (nth r (columns_of responses rows) []) = inputs) /\
  forall i r, (i < inputs)%nat -> (r < responses)%nat ->
    nth i (nth r (columns_of responses rows) []) 0 = nth r (snd (nth i rows (1%positive, []))) 0.
Proof.
  intros [Hn Hw _]. destruct (transposed_is 0 responses (map snd rows)) as (H1 & H2 & H3).
  { intros l Hl. apply in_map_iff in Hl. destruct Hl as (given & <- & Hin). now apply Hw. }
  split; [exact H1|]. split.
  - intros r Hr. unfold columns_of. rewrite H2 by assumption. now rewrite map_length.
  - intros i r Hi Hr. unfold columns_of. rewrite H3 by assumption. f_equal.
    change (@nil Z) with (snd (1%positive, @nil Z)). apply map_nth.
Qed.

Lemma column_entry inputs responses rows x i r : writes inputs responses rows x ->
  nth i (nth r (columns_of responses rows) []) 0 <> 0 -> (i < inputs)%nat /\ (r < responses)%nat /\ ~ (x i r == 0)%Q.
Proof.
  intros Hx H. destruct (columns_of_is inputs responses rows x Hx) as (H1 & H2 & H3).
  destruct (lt_dec r responses) as [Hr|Hr]; [|rewrite (nth_overflow (columns_of _ _)) in H by lia; now destruct i].
  destruct (lt_dec i inputs) as [Hi|Hi]; [|rewrite nth_overflow in H; [contradiction | rewrite H2 by assumption; lia]].
  split; [assumption|]. split; [assumption|]. rewrite H3 in H by assumption.
  destruct (has_row inputs responses rows x Hx i Hi) as (d & l & E).
  destruct (read_row inputs responses rows x Hx i d l E) as (_ & _ & Hv). rewrite (Hv r Hr).
  rewrite (nth_error_nth _ _ _ E) in H. cbn [snd] in H. unfold Qeq. cbn [Qnum Qden]. lia.
Qed.

Theorem blocks_are_multiples inputs responses rows x d alpha ties labels roots :
  writes inputs responses rows x -> blocks_of inputs ties (columns_of responses rows) = (labels, roots) ->
  (forall r tie, In tie (nth r ties []) -> is_tie alpha x d r tie) ->
  forall i r b, label_at labels i r = Some b -> (d i r == factor x d roots b * x i r)%Q.
Proof.
  intros Hx Hblocks Hties. unfold blocks_of in Hblocks. set (u := factor x d roots).
  assert (Hs := mark_columns_sound (fun r i b => d i r == u b * x i r)%Q inputs (map (adjacency inputs) ties)
    (columns_of responses rows) O O).
  assert (R := mark_columns_roots inputs (map (adjacency inputs) ties) (columns_of responses rows) O O).
  rewrite Hblocks in Hs, R. cbn [snd] in R. intros i r b Hb. apply Hs; [| |exact Hb]; clear i r b Hb.
  - intros r near E. rewrite nth_error_map in E. unfold neighbours in E.
    destruct (nth_error ties r) as [here|] eqn:Er; [|discriminate]. injection E as <-. cbn [Nat.add].
    apply adjacency_hands_on; intros i k b Hin Hold;
      destruct (Hties r (i, k)) as [Ha [[H1 H2]|[H1 H2]]]; try (now rewrite (nth_error_nth _ _ _ Er));
      assert (K := proportional _ _ _ _ _ (u b) Ha H1 H2); tauto.
  - intros b i r E. cbn [Nat.add]. rewrite Forall_forall in R. assert (Hin := R _ (nth_error_In _ _ E)). cbn in Hin.
    destruct Hin as [_ Hne]. rewrite Nat.sub_0_r in Hne. destruct (column_entry _ _ _ _ _ _ Hx Hne) as (_ & _ & Hx0).
    unfold u, factor. rewrite (nth_error_nth _ _ (O, O) E). field. assumption.
Qed.

(** A row's entries, each its block's multiple, or 0. *)
Section Entries.

Variables (inputs responses unknowns : nat) (rows : list row) (x d : matrix) (labels : list (list (option nat)))
  (vanish : list (list bool)) (u : nat -> Q).
Hypothesis written : writes inputs responses rows x.
Hypothesis multiples : forall i r b, label_at labels i r = Some b -> (d i r == u b * x i r)%Q.
Hypothesis marked : all_marked unknowns labels vanish = true.
Hypothesis shaped : length vanish = responses /\ forall r, (r < responses)%nat -> length (nth r vanish []) = inputs.
Hypothesis vanishes : forall i r,
  (i < inputs)%nat -> (r < responses)%nat -> nth i (nth r vanish []) false = true -> (d i r == 0)%Q.

Lemma labelled i r : (i < inputs)%nat -> (r < responses)%nat ->
  match label_at labels i r with Some b => (b < unknowns)%nat | None => (d i r == 0)%Q end.
Proof.
  intros Hi Hr. destruct shaped as [Hv Hw]. destruct (all_marked_at _ _ _ marked) as [Hl Hm].
  destruct (are_marked_at _ _ _ (Hm r ltac:(lia))) as [Hlen Hat]. specialize (Hat i). rewrite Hlen, (Hw r Hr) in Hat.
  specialize (Hat Hi). unfold label_at. destruct (nth i (nth r labels []) None); [assumption | now apply vanishes].
Qed.

Lemma labels_shaped : length labels = responses /\ forall l, In l labels -> length l = inputs.
Proof.
  destruct shaped as [Hv Hw]. destruct (all_marked_at _ _ _ marked) as [Hl Hm]. split; [congruence|].
  intros l Hin. destruct (In_nth _ _ [] Hin) as (r & Hr & <-). destruct (are_marked_at _ _ _ (Hm r Hr)) as [E _].
  rewrite E. apply Hw. congruence.
Qed.

Definition labels_by_row : list (list (option nat)) := transposed inputs labels.

Lemma labels_by_row_at i : (i < inputs)%nat ->
  length (nth i labels_by_row []) = responses /\ forall r, nth r (nth i labels_by_row []) None = label_at labels i r.
Proof.
  intros Hi. destruct labels_shaped as [Hl Hw]. destruct (transposed_is None inputs labels Hw) as (_ & H2 & H3).
  split; [unfold labels_by_row; rewrite H2; assumption|]. intros r. unfold labels_by_row. now rewrite H3.
Qed.

(** A weighted sum of a row's differences, over one denominator. *)
Lemma row_equation i (values : list Z) (scale : Q) (e : nat -> Q) :
  (i < inputs)%nat -> length values = responses ->
  (forall r, (r < responses)%nat -> inject_Z (nth r values 0%Z) == scale * (x i r * e r))%Q ->
  (sum unknowns (fun b => inject_Z (nth b (coefficients_from (tree_of (repeat 0%Z unknowns))
     (combine (nth i labels_by_row []) values)) 0%Z) * u b) == scale * sum responses (fun r => d i r * e r))%Q.
Proof.
  intros Hi Hv He. destruct (labels_by_row_at i Hi) as [Hl Hat].
  destruct (coefficients_are_contributions unknowns u (combine (nth i labels_by_row []) values)) as [_ E].
  { intros b v Hin. destruct (In_nth _ _ (None, 0) Hin) as (r & Hr & Er). rewrite combine_length in Hr.
    rewrite combine_nth in Er by congruence. injection Er as Eb _. rewrite Hat in Eb.
    assert (K := labelled i r Hi ltac:(lia)). now rewrite Eb in K. }
  rewrite E, row_contributions, Hv, <- sum_times by congruence. apply sum_equal. intros r Hr. rewrite Hat.
  assert (K := labelled i r Hi Hr). destruct (label_at labels i r) as [b|] eqn:Eb.
  - rewrite (He r Hr), (multiples i r b Eb). ring.
  - rewrite K. ring.
Qed.

Lemma differences_vanish : (forall b, (b < unknowns)%nat -> (u b == 0)%Q) ->
  forall i r, (i < inputs)%nat -> (r < responses)%nat -> (d i r == 0)%Q.
Proof.
  intros Hu i r Hi Hr. assert (K := labelled i r Hi Hr). destruct (label_at labels i r) as [b|] eqn:Eb; [|assumption].
  rewrite (multiples i r b Eb), (Hu b K). ring.
Qed.

End Entries.

Definition coefficient_rows (inputs unknowns : nat) (labels : list (list (option nat))) (t : list (list Z)) :
  list (list Z) :=
  let zeros := tree_of (repeat 0 unknowns) in
  map (fun '(l, values) => coefficients_from zeros (combine l values)) (combine (labels_by_row inputs labels) t).

Lemma coefficient_rows_at inputs unknowns labels t i values :
  (forall l, In l labels -> length l = inputs) -> (i < inputs)%nat -> nth_error t i = Some values ->
  nth i (coefficient_rows inputs unknowns labels t) [] =
  coefficients_from (tree_of (repeat 0 unknowns)) (combine (nth i (labels_by_row inputs labels) []) values).
Proof.
  intros Hl Hi E. destruct (transposed_is None inputs labels Hl) as (H1 & _ & _). unfold coefficient_rows. cbv zeta.
  set (f := fun '(l, values) => coefficients_from (tree_of (repeat 0 unknowns)) (combine l values)).
  assert (Ec : nth_error (combine (labels_by_row inputs labels) t) i =
    Some (nth i (labels_by_row inputs labels) [], values)).
  { assert (El : nth_error (labels_by_row inputs labels) i = Some (nth i (labels_by_row inputs labels) [])).
    { apply nth_error_nth'. unfold labels_by_row. lia. }
    revert E El. generalize (nth i (labels_by_row inputs labels) []). generalize (labels_by_row inputs labels). clear.
    revert i. induction t as [|v t IH]; intros [|i] [|l ls] each E El; cbn in *; try discriminate.
    - injection E as ->. now injection El as ->.
    - now apply IH. }
  rewrite (nth_error_nth _ i [] (map_nth_error f i _ Ec)). reflexivity.
Qed.
