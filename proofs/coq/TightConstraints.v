(** How many constraints are tight at a vertex (Lemma 5.8 of Ghosh, Roughgarden and Sundararajan, 2009): a vertex x of
    the α-private mechanisms, of whose columns k are not 0, has at least (n+1)·(k-1) entries of its constraint matrix
    that are ↓ or ↑. With fewer, the row sums and the tight constraints leave a direction in which x can move both
    ways. *)

From ExactDP Require Export Counting Statements.
From Coq Require Import Bool.

Section Equations.

Context {A : Type}.
Variable equal_or_not : forall a b : A, {a = b} + {a <> b}.

(** Fewer homogeneous equations than unknowns have a solution that is not 0. *)
Theorem fewer_equations : forall (equations : list (A -> Q)) (unknowns : list A),
  NoDup unknowns -> (length equations < length unknowns)%nat ->
  exists d : A -> Q, (exists a, In a unknowns /\ ~ d a == 0) /\
    forall e, In e equations -> sum_over (fun a => e a * d a) unknowns == 0.
Proof.
  enough (H : forall m (equations : list (A -> Q)) (unknowns : list A), length equations = m ->
    NoDup unknowns -> (m < length unknowns)%nat ->
    exists d : A -> Q, (exists a, In a unknowns /\ ~ d a == 0) /\
      forall e, In e equations -> sum_over (fun a => e a * d a) unknowns == 0) by (intros; eapply H; eauto).
  induction m as [|m IH]; intros [|e rest] unknowns Hm Hd Hl; try discriminate.
  - destruct unknowns as [|a unknowns]; [cbn in Hl; lia|]. exists (fun _ => 1). split.
    + exists a. split; [now left | lra].
    + intros e [].
  - destruct (forallb (fun a => Qeq_bool (e a) 0) unknowns) eqn:E.
    + rewrite forallb_forall in E. injection Hm as Hm.
      destruct (IH rest unknowns Hm Hd ltac:(lia)) as (d & Hne & Hsol). exists d. split; [assumption|].
      intros f [<-|Hf]; [|now apply Hsol].
      rewrite (sum_over_equal _ (fun _ => 0)); [apply sum_over_zero|]. intros a Ha. specialize (E a Ha).
      apply Qeq_bool_iff in E. rewrite E. ring.
    + assert (Hp : exists p, In p unknowns /\ ~ e p == 0).
      { clear - E. induction unknowns as [|a unknowns IHu]; [discriminate|]. cbn [forallb] in E.
        destruct (Qeq_bool (e a) 0) eqn:Ea.
        - cbn [andb] in E. destruct (IHu E) as (p & Hp & Hn). exists p. split; [now right | assumption].
        - exists a. split; [now left|]. intros H. apply Qeq_bool_iff in H. congruence. }
      destruct Hp as (p & Hp & Hep). apply in_split in Hp. destruct Hp as (before & after & ->).
      assert (Hout := NoDup_remove_2 _ _ _ Hd). assert (Hd' := NoDup_remove_1 _ _ _ Hd).
      injection Hm as Hm. set (reduced := fun (f : A -> Q) a => f a - f p / e p * e a).
      destruct (IH (map reduced rest) (before ++ after)) as (d & (a & Ha & Hne) & Hsol).
      { now rewrite map_length. }
      { assumption. }
      { rewrite app_length in *. cbn [length] in Hl. lia. }
      set (value := - sum_over (fun a => e a * d a) (before ++ after) / e p).
      exists (fun a => if equal_or_not a p then value else d a).
      assert (Hsum : forall f,
        sum_over (fun a => f a * (if equal_or_not a p then value else d a)) (before ++ p :: after) ==
                sum_over (fun a => f a * d a) (before ++ after) + f p * value).
      { intros f. rewrite !sum_over_app. cbn [sum_over]. destruct (equal_or_not p p) as [_|Hpp]; [|contradiction].
        assert (K : forall b, In b (before ++ after) -> f b * (if equal_or_not b p then value else d b) == f b * d b).
        { intros b Hb. destruct (equal_or_not b p) as [->|]; [contradiction | reflexivity]. }
        rewrite (sum_over_equal _ (fun b => f b * d b) before) by (intros; apply K, in_or_app; now left).
        rewrite (sum_over_equal _ (fun b => f b * d b) after) by (intros; apply K, in_or_app; now right). ring. }
      split.
      * exists a. split.
        -- apply in_app_or in Ha. apply in_or_app. destruct Ha; [now left | right; now right].
        -- destruct (equal_or_not a p) as [->|]; [contradiction | assumption].
      * intros f [<-|Hf]; rewrite Hsum; unfold value; [field; assumption|].
        specialize (Hsol _ (in_map reduced rest f Hf)). unfold reduced in Hsol.
        rewrite (sum_over_equal _ (fun b => f b * d b + - (f p / e p) * (e b * d b))) in Hsol by (intros; ring).
        rewrite sum_over_plus, sum_over_times in Hsol. rewrite <- Hsol. field. assumption.
Qed.

End Equations.

(** From positive numbers one can go a small step in any direction, and back. *)
Lemma small_step (places : list (Q * Q)) :
  (forall a b, In (a, b) places -> 0 < a) ->
  exists eps, 0 < eps /\ forall a b, In (a, b) places -> 0 <= a + eps * b /\ 0 <= a - eps * b.
Proof.
  intros H. enough (K : exists eps, 0 < eps /\ forall step, 0 <= step <= eps -> forall a b, In (a, b) places ->
    0 <= a + step * b /\ 0 <= a - step * b).
  { destruct K as (eps & He & K). exists eps. split; [assumption|]. apply K. lra. }
  induction places as [|[a b] rest IH].
  - exists 1. split; [lra|]. intros step _ a b [].
  - destruct IH as (eps & He & IH); [intros c d Hc; apply (H c d); now right|].
    assert (Ha : 0 < a) by (apply (H a b); now left).
    assert (Hb : 0 <= b * b) by nra. set (bound := a / (1 + b * b)).
    assert (Hbound : 0 < bound) by (apply Qlt_shift_div_l; lra).
    assert (E : bound * (1 + b * b) == a) by (unfold bound; field; lra).
    exists (if Qlt_le_dec bound eps then bound else eps). split; [destruct (Qlt_le_dec bound eps); assumption|].
    intros step Hs c d [Hcd|Hcd].
    + injection Hcd as <- <-. assert (Hstep : 0 <= step <= bound) by (destruct (Qlt_le_dec bound eps); lra).
      assert (0 <= (bound - step) * (1 + b * b)) by (apply Qmult_le_0_compat; lra).
      assert (0 <= step * (1 + b * b + b)) by (apply Qmult_le_0_compat; nra).
      assert (0 <= step * (1 + b * b - b)) by (apply Qmult_le_0_compat; nra). split; lra.
    + apply (IH step); [destruct (Qlt_le_dec bound eps); lra | assumption].
Qed.

(** Lists of pairs. *)
Lemma sum_over_pairs {A B : Type} (f : A * B -> Q) these those :
  sum_over f (list_prod these those) == sum_over (fun a => sum_over (fun b => f (a, b)) those) these.
Proof.
  induction these as [|a these IH]; cbn [list_prod sum_over]; [reflexivity|].
  now rewrite sum_over_app, sum_over_map, IH.
Qed.

Lemma appended_differ {A : Type} (these those : list A) :
  NoDup these -> NoDup those -> (forall a, In a these -> ~ In a those) -> NoDup (these ++ those).
Proof.
  intros H1 H2 H. induction H1 as [|a these Ha H1 IH]; cbn [app]; [assumption|]. constructor.
  - intros Hin. apply in_app_or in Hin.
    destruct Hin as [Hin|Hin]; [contradiction | apply (H a); [now left | assumption]].
  - apply IH. intros b Hb. apply H. now right.
Qed.

Lemma pairs_differ {A B : Type} (these : list A) (those : list B) :
  NoDup these -> NoDup those -> NoDup (list_prod these those).
Proof.
  intros H1 H2. induction H1 as [|a these Ha H1 IH]; cbn [list_prod]; [constructor|].
  apply appended_differ; [| exact IH |].
  - clear - H2. induction H2 as [|b those Hb H2 IH]; cbn [map]; constructor; [|assumption].
    intros H. apply in_map_iff in H. destruct H as (c & E & Hc). injection E as ->. contradiction.
  - intros [c b] H Hin. apply in_map_iff in H. destruct H as (e & E & _). injection E as <- <-.
    apply in_prod_iff in Hin. now apply Ha.
Qed.

Lemma sum_over_seq n f : sum_over f (seq 0 n) == sum n f.
Proof.
  induction n as [|n IH]; [reflexivity|]. rewrite seq_S, sum_over_app, IH. cbn [sum_over sum Nat.add]. ring.
Qed.

Definition same_pair (a b : nat * nat) : {a = b} + {a <> b}.
Proof. decide equality; apply Nat.eq_dec. Defined.

Definition entry_at (a : nat * nat) : nat * nat -> Q := fun c => if same_pair c a then 1 else 0.

Lemma sum_over_entry all a (d : nat * nat -> Q) :
  NoDup all -> In a all -> sum_over (fun c => entry_at a c * d c) all == d a.
Proof.
  intros H Ha. apply in_split in Ha. destruct Ha as (before & after & ->). assert (Hout := NoDup_remove_2 _ _ _ H).
  rewrite sum_over_app. cbn [sum_over]. unfold entry_at at 2. destruct (same_pair a a) as [_|Haa]; [|contradiction].
  assert (K : forall b, In b (before ++ after) -> entry_at a b * d b == 0).
  { intros b Hb. unfold entry_at. destruct (same_pair b a) as [->|]; [contradiction | ring]. }
  rewrite (sum_over_equal _ (fun _ => 0) before) by (intros; apply K, in_or_app; now left).
  rewrite (sum_over_equal _ (fun _ => 0) after) by (intros; apply K, in_or_app; now right).
  rewrite !sum_over_zero. ring.
Qed.

Section At_a_vertex.

Variables (n responses : nat) (alpha : Q) (x : matrix).
Hypothesis level : 0 < alpha < 1.
Hypothesis x_vertex : vertex (S n) responses (path (S n)) alpha x.

Let x_private : private_mechanism (S n) responses (path (S n)) alpha x := proj1 x_vertex.

(** The columns that are not 0. *)
Definition columns : list nat := filter (fun r => is_positive (x O r)) (seq 0 responses).

Lemma in_columns r : In r columns <-> (r < responses)%nat /\ 0 < x O r.
Proof. unfold columns. rewrite filter_In, is_positive_iff, in_seq. split; intros [H1 H2]; (split; [lia | assumption]).
Qed.

Lemma step_private i r : (i < n)%nat -> (r < responses)%nat -> alpha * x i r <= x (S i) r /\ alpha * x (S i) r <= x i r.
Proof. intros Hi Hr. apply (proj2 x_private); [apply in_path; lia | assumption]. Qed.

Lemma column_positive i r : In r columns -> (i <= n)%nat -> 0 < x i r.
Proof.
  intros H. apply in_columns in H. destruct H as [Hr H0]. induction i as [|i IH]; intros Hi; [assumption|].
  destruct (step_private i r ltac:(lia) Hr) as [H _].
  assert (P : 0 < alpha * x i r) by (apply Qmult_lt_0_compat; [lra | apply IH; lia]).
  lra.
Qed.

Lemma column_zero i r : (r < responses)%nat -> ~ 0 < x O r -> (i <= n)%nat -> x i r == 0.
Proof.
  intros Hr H0. assert (Hpos : forall i, (i <= n)%nat -> 0 <= x i r).
  { intros k Hk. destruct x_private as [[Hx _] _]. apply Hx; [lia | assumption]. }
  induction i as [|i IH]; intros Hi.
  - specialize (Hpos O ltac:(lia)). apply Qle_antisym; [|assumption].
    destruct (Qlt_le_dec 0 (x O r)); [contradiction | assumption].
  - specialize (IH ltac:(lia)). destruct (step_private i r ltac:(lia) Hr) as [_ H]. rewrite IH in H.
    apply Qle_antisym; [|now apply Hpos]. apply Qmult_le_l with alpha; lra.
Qed.

(** Entries of the constraint matrix. *)
Definition is_down (i r : nat) : bool := Qeq_bool (x (S i) r) (alpha * x i r).
Definition is_up (i r : nat) : bool := Qeq_bool (x i r) (alpha * x (S i) r).

Definition cells : list (nat * nat) := list_prod (seq 0 (S n)) columns.
Definition arrows : list (nat * nat) := filter (fun c => is_down (fst c) (snd c) || is_up (fst c) (snd c)) (list_prod
  (seq 0 n) columns).

Definition row_equation (i : nat) : nat * nat -> Q := fun c => if (fst c =? i)%nat then 1 else 0.
Definition arrow_equation (c : nat * nat) : nat * nat -> Q :=
  if is_down (fst c) (snd c)
  then fun b => entry_at (S (fst c), snd c) b - alpha * entry_at (fst c, snd c) b
  else fun b => entry_at (fst c, snd c) b - alpha * entry_at (S (fst c), snd c) b.

Definition tight_equations : list (nat * nat -> Q) := map row_equation (seq 0 (S n)) ++ map arrow_equation arrows.

Lemma columns_differ : NoDup columns.
Proof. apply NoDup_filter, seq_NoDup. Qed.

Lemma cells_differ : NoDup cells.
Proof. apply pairs_differ; [apply seq_NoDup | apply columns_differ]. Qed.

Lemma in_cells i r : In (i, r) cells <-> (i <= n)%nat /\ In r columns.
Proof. unfold cells. rewrite in_prod_iff, in_seq. split; intros [H1 H2]; (split; [lia | assumption]). Qed.

Lemma slack_strict i r : (i < n)%nat -> In r columns -> is_down i r = false -> is_up i r = false ->
  0 < x (S i) r - alpha * x i r /\ 0 < x i r - alpha * x (S i) r.
Proof.
  intros Hi Hr Hd Hu. assert (Hr' := proj1 (in_columns r) Hr). destruct (step_private i r Hi (proj1 Hr')) as [A B].
  assert (K : forall a b, Qeq_bool a b = false -> b <= a -> 0 < a - b).
  { intros a b Hab Hle. destruct (Qlt_le_dec 0 (a - b)) as [|H]; [assumption|]. exfalso.
    assert (E : a == b) by lra. apply Qeq_bool_iff in E. congruence. }
  split; apply K; assumption.
Qed.

Theorem as_many_equations : (length cells <= length tight_equations)%nat.
Proof.
  destruct (le_lt_dec (length cells) (length tight_equations)) as [|Hlt]; [assumption|]. exfalso.
  destruct (fewer_equations same_pair tight_equations cells cells_differ Hlt) as (d & ([i0 r0] & Hc0 & Hne) & Hsol).
  set (e := fun i r => if is_positive (x O r) then d (i, r) else 0).
  assert (He : forall i r, In r columns -> e i r = d (i, r)).
  { intros i r H. apply in_columns in H. unfold e. destruct (is_positive (x O r)) eqn:E; [reflexivity|].
    destruct H as [_ H]. apply is_positive_iff in H. congruence. }
  assert (He0 : forall i r, ~ In r columns -> (r < responses)%nat -> e i r = 0).
  { intros i r H Hr. unfold e. destruct (is_positive (x O r)) eqn:E; [|reflexivity].
    apply is_positive_iff in E. exfalso. apply H, in_columns. now split. }
  assert (Hrow : forall i, (i <= n)%nat -> sum responses (e i) == 0).
  { intros i Hi. rewrite <- sum_over_seq.
    assert (H := Hsol (row_equation i)). unfold cells in H. rewrite sum_over_pairs in H.
    rewrite sum_over_seq, (sum_single (S n) i) in H; [| lia |].
    - rewrite <- H.
      + unfold columns at 1. rewrite sum_over_filter. apply sum_over_equal. intros r _. unfold e, row_equation.
        cbn [fst]. rewrite Nat.eqb_refl. destruct (is_positive (x O r)); ring.
      + unfold tight_equations. apply in_or_app. left. apply in_map, in_seq. lia.
    - intros k _ Hk. rewrite (sum_over_equal _ (fun _ => 0)); [apply sum_over_zero|]. intros r _. unfold row_equation.
      cbn [fst]. apply Nat.eqb_neq in Hk. rewrite Hk. ring. }
  assert (Hentry : forall i r, (i <= n)%nat -> In r columns ->
    sum_over (fun c => entry_at (i, r) c * d c) cells == d (i, r)).
  { intros i r Hi Hr. apply sum_over_entry; [apply cells_differ | apply in_cells; now split]. }
  assert (Hdifference : forall i j r, (i <= n)%nat -> (j <= n)%nat -> In r columns ->
            sum_over (fun c => (entry_at (i, r) c - alpha * entry_at (j, r) c) * d c) cells ==
              d (i, r) - alpha * d (j, r)).
  { intros i j r Hi Hj Hr. rewrite <- (Hentry i r Hi Hr), <- (Hentry j r Hj Hr).
    rewrite (sum_over_equal _ (fun c => entry_at (i, r) c * d c + - alpha * (entry_at (j, r) c * d c))) by (intros;
      ring).
    rewrite sum_over_plus, sum_over_times. ring. }
  assert (Harrow : forall i r, (i < n)%nat -> In r columns -> is_down i r || is_up i r = true ->
            sum_over (fun c => arrow_equation (i, r) c * d c) cells == 0).
  { intros i r Hi Hr Hiu. apply Hsol. unfold tight_equations. apply in_or_app. right. apply in_map.
    unfold arrows. apply filter_In. split; [|exact Hiu]. apply in_prod_iff. split; [apply in_seq; lia | assumption]. }
  assert (Hdown : forall i r, (i < n)%nat -> In r columns -> is_down i r = true -> d (S i, r) == alpha * d (i, r)).
  { intros i r Hi Hr Hd. assert (H := Harrow i r Hi Hr). unfold arrow_equation in H. cbn [fst snd] in H.
    rewrite Hd in H.
    specialize (H eq_refl). rewrite Hdifference in H by (assumption || lia). lra. }
  assert (Hup : forall i r, (i < n)%nat -> In r columns -> is_down i r = false -> is_up i r = true ->
            d (i, r) == alpha * d (S i, r)).
  { intros i r Hi Hr Hd Hu. assert (H := Harrow i r Hi Hr). unfold arrow_equation in H. cbn [fst snd] in H.
    rewrite Hd, Hu in H. specialize (H eq_refl). rewrite Hdifference in H by (assumption || lia). lra. }
  set (slack := filter (fun c => negb (is_down (fst c) (snd c)) && negb (is_up (fst c) (snd c))) (list_prod (seq 0 n)
    columns)).
  set (places := map (fun c => (x (fst c) (snd c), d c)) cells ++
    map (fun c => (x (S (fst c)) (snd c) - alpha * x (fst c) (snd c), d (S (fst c), snd c) - alpha * d c)) slack ++
    map (fun c => (x (fst c) (snd c) - alpha * x (S (fst c)) (snd c), d c - alpha * d (S (fst c), snd c))) slack).
  assert (Hslack : forall i r, In (i, r) slack <-> (i < n)%nat /\ In r columns /\ is_down i r = false /\
    is_up i r = false).
  { intros i r. unfold slack. rewrite filter_In, in_prod_iff, in_seq, andb_true_iff, !negb_true_iff. cbn [fst snd].
    split; intros H; repeat split; try apply H; try lia. }
  destruct (small_step places) as (eps & Heps & Hplaces).
  { intros a b H. unfold places in H. apply in_app_or in H. destruct H as [H|H].
    - apply in_map_iff in H. destruct H as ([i r] & E & Hc). injection E as <- _. cbn [fst snd].
      apply in_cells in Hc. now apply column_positive.
    - apply in_app_or in H. destruct H as [H|H]; apply in_map_iff in H; destruct H as ([i r] & E & Hc);
        injection E as <- _; cbn [fst snd]; apply Hslack in Hc; destruct Hc as (Hi & Hr & Hd & Hu);
        apply (slack_strict i r Hi Hr Hd Hu). }
  assert (Hmoved : forall s, s = eps \/ s = - eps ->
            private_mechanism (S n) responses (path (S n)) alpha (fun i r => x i r + s * e i r)).
  { intros s Hs.
    assert (Hstep : forall a b, In (a, b) places -> 0 <= a + s * b).
    { intros a b H. destruct (Hplaces a b H). destruct Hs as [-> | ->]; lra. }
    assert (Hpos : forall i r, (i <= n)%nat -> (r < responses)%nat -> 0 <= x i r + s * e i r).
    { intros i r Hi Hr. destruct (in_dec Nat.eq_dec r columns) as [Hin|Hout].
      - rewrite He by assumption. apply Hstep. unfold places. apply in_or_app. left.
        apply (in_map (fun c => (x (fst c) (snd c), d c)) cells (i, r)). apply in_cells. now split.
      - rewrite (He0 i r Hout Hr). destruct x_private as [[Hx _] _]. specialize (Hx i r ltac:(lia) Hr). lra. }
    split; [split|].
    - intros i r Hi Hr. apply Hpos; [lia | assumption].
    - intros i Hi. rewrite sum_plus, sum_times, Hrow by lia. destruct x_private as [[_ Hx] _].
      rewrite Hx by assumption. ring.
    - intros i k Hik r Hr. apply of_path in Hik. destruct Hik as [-> Hi]. assert (Hin' : (i < n)%nat) by lia. clear Hi.
      destruct (in_dec Nat.eq_dec r columns) as [Hin|Hout].
      + assert (P1 := Hpos i r ltac:(lia) Hr). assert (P2 := Hpos (S i) r ltac:(lia) Hr).
        rewrite !He in * by assumption.
        destruct (is_down i r) eqn:Hd; [|destruct (is_up i r) eqn:Hu].
        * assert (E := Hdown i r Hin' Hin Hd). unfold is_down in Hd. apply Qeq_bool_iff in Hd.
          assert (F : x (S i) r + s * d (S i, r) == alpha * (x i r + s * d (i, r))) by (rewrite E, Hd; ring).
          rewrite F. assert (0 <= (1 - alpha * alpha) * (x i r + s * d (i, r))) by (apply Qmult_le_0_compat; nra).
          split; lra.
        * assert (E := Hup i r Hin' Hin Hd Hu). unfold is_up in Hu. apply Qeq_bool_iff in Hu.
          assert (F : x i r + s * d (i, r) == alpha * (x (S i) r + s * d (S i, r))) by (rewrite E, Hu; ring).
          rewrite F. assert (0 <= (1 - alpha * alpha) * (x (S i) r + s * d (S i, r))) by (apply Qmult_le_0_compat;
            nra). split; lra.
        * assert (Hc : In (i, r) slack) by (apply Hslack; repeat split; assumption).
          assert (S1 := Hstep (x (S i) r - alpha * x i r) (d (S i, r) - alpha * d (i, r))).
          assert (S2 := Hstep (x i r - alpha * x (S i) r) (d (i, r) - alpha * d (S i, r))).
          assert (I1 : In (x (S i) r - alpha * x i r, d (S i, r) - alpha * d (i, r)) places).
          { unfold places. apply in_or_app. right. apply in_or_app. left.
            exact (in_map (fun c => (x (S (fst c)) (snd c) - alpha * x (fst c) (snd c), d (S (fst c),
              snd c) - alpha * d c)) slack (i, r) Hc). }
          assert (I2 : In (x i r - alpha * x (S i) r, d (i, r) - alpha * d (S i, r)) places).
          { unfold places. apply in_or_app. right. apply in_or_app. right.
            exact (in_map (fun c => (x (fst c) (snd c) - alpha * x (S (fst c)) (snd c), d c - alpha * d (S (fst c),
              snd c))) slack (i, r) Hc). }
          specialize (S1 I1). specialize (S2 I2). split; lra.
      + assert (Hz : ~ 0 < x O r) by (intros H; apply Hout, in_columns; now split).
        rewrite !(He0 _ r Hout Hr), !(column_zero _ r Hr Hz) by lia. lra. }
  assert (Hy := Hmoved eps (or_introl eq_refl)). assert (Hz := Hmoved (- eps) (or_intror eq_refl)).
  apply in_cells in Hc0. destruct Hc0 as [Hi0 Hr0]. assert (Hr0' := proj1 (in_columns r0) Hr0).
  assert (H := proj2 x_vertex _ _ Hy Hz (fun i r _ _ => ltac:(cbv beta; ring)) i0 r0 ltac:(lia) (proj1 Hr0')).
  cbv beta in H. rewrite He in H by assumption.
  assert (E : eps * d (i0, r0) == 0) by lra. apply Qmult_integral in E. destruct E as [E|E]; [lra | contradiction].
Qed.

End At_a_vertex.

Section Counts.

Variables (n responses : nat) (alpha : Q) (x : matrix).
Hypothesis level : 0 < alpha < 1.
Hypothesis x_vertex : vertex (S n) responses (path (S n)) alpha x.

(** The entries S, where neither constraint is tight, and the Z-columns, which are 0. *)
Definition slacks : list (nat * nat) :=
  filter (fun c => negb (is_down alpha x (fst c) (snd c) || is_up alpha x (fst c) (snd c)))
    (list_prod (seq 0 n) (columns responses x)).

Definition zero_columns : list nat := filter (fun r => negb (is_positive (x O r))) (seq 0 responses).

Lemma filter_both {A : Type} (p : A -> bool) (all : list A) :
  (length (filter p all) + length (filter (fun a => negb (p a)) all) = length all)%nat.
Proof. induction all as [|a all IH]; cbn [filter length]; [reflexivity|]. destruct (p a); cbn [negb length]; lia. Qed.

(** Of the tight constraints that are no row sum and no entry 0, a vertex has (n+1)·(k-1) at least. *)
Theorem arrows_of_a_vertex :
  (S n * length (columns responses x) <= S n + length (arrows n responses alpha x))%nat.
Proof.
  assert (H := as_many_equations n responses alpha x level x_vertex). unfold tight_equations, cells in H.
  rewrite app_length, !map_length, prod_length, seq_length in H. exact H.
Qed.

Theorem slacks_of_a_vertex : (length slacks + length (columns responses x) <= S n)%nat.
Proof.
  assert (H := arrows_of_a_vertex).
  assert (E := filter_both (fun c => is_down alpha x (fst c) (snd c) || is_up alpha x (fst c) (snd c))
    (list_prod (seq 0 n) (columns responses x))).
  rewrite prod_length, seq_length in E. rewrite Nat.mul_succ_l in H. unfold arrows in H. unfold slacks.
  cbv beta in E. lia.
Qed.

End Counts.

(** Lemma 5.8, the part about a vertex: it has at most as many entries S as Z-columns. *)
Theorem lemma_5_8 n alpha x :
  0 < alpha < 1 -> vertex (S n) (S n) (path (S n)) alpha x ->
  (length (slacks n (S n) alpha x) <= length (zero_columns (S n) x))%nat.
Proof.
  intros Ha Hx. assert (H := slacks_of_a_vertex n (S n) alpha x Ha Hx).
  assert (E := filter_both (fun r => is_positive (x O r)) (seq 0 (S n))).
  rewrite seq_length in E. unfold columns in H. unfold zero_columns. cbv beta in E. lia.
Qed.
