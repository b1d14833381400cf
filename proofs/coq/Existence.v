(** The least loss is attained, over all remaps of a matrix and over all private mechanisms.

    That a matrix is stochastic or α-private, and that a user loses at most v by it, is said by finitely many linear
    inequalities. The elimination of Fourier and Motzkin takes away the entries, one after the other. It leaves finitely
    many inequalities in v alone, and if these bound v below they have a least solution. All of this is comparison of
    rational numbers: no limit and no compactness is used. *)

From ExactDP Require Export PostProcessing.

(** An inequality 0 ≤ s·v + b + Σ c_k·x_k in a number v and in numbers x_0, …, x_(m-1). *)
Record inequality : Type := Inequality { slope : Q; constant : Q; weight : nat -> Q }.

Definition side (m : nat) (f : inequality) (v : Q) (x : nat -> Q) : Q :=
  slope f * v + constant f + sum m (fun k => weight f k * x k).

Definition solution (m : nat) (system : list inequality) (v : Q) (x : nat -> Q) : Prop :=
  forall f, In f system -> 0 <= side m f v x.

Lemma side_last m f v x : side (S m) f v x == side m f v x + weight f m * x m.
Proof. unfold side. cbn [sum]. ring. Qed.

Lemma side_equal m f v x y : (forall k, (k < m)%nat -> x k == y k) -> side m f v x == side m f v y.
Proof.
  intros H. unfold side. rewrite (sum_equal m _ (fun k => weight f k * y k)); [reflexivity|]. intros k Hk. now rewrite H.
Qed.

(** c·p + d·q. *)
Definition mixed (c d : Q) (p q : inequality) : inequality :=
  Inequality (c * slope p + d * slope q) (c * constant p + d * constant q) (fun k => c * weight p k + d * weight q k).

Lemma side_mixed m c d p q v x : side m (mixed c d p q) v x == c * side m p v x + d * side m q v x.
Proof.
  unfold side, mixed. cbn [slope constant weight].
  rewrite (sum_equal m _ (fun k => c * (weight p k * x k) + d * (weight q k * x k))) by (intros; ring).
  rewrite sum_plus, !sum_times. ring.
Qed.

(** If each number of one list is at most each number of another, some number lies between the lists. *)
Lemma between (lower upper : list Q) :
  (forall a b, In a lower -> In b upper -> a <= b) ->
  exists z, (forall a, In a lower -> a <= z) /\ (forall b, In b upper -> z <= b).
Proof.
  induction lower as [|a lower IH]; intros H.
  - clear H. induction upper as [|b upper (z & _ & Hz)].
    + exists 0. split; intros _ [].
    + exists (Qmin b z). split; [intros _ []|]. intros c [<-|Hc]; [apply Q.le_min_l|].
      eapply Qle_trans; [apply Q.le_min_r | now apply Hz].
  - destruct IH as (z & Hl & Hu); [intros; apply H; [now right | assumption]|].
    exists (Qmax a z). split.
    + intros c [<-|Hc]; [apply Q.le_max_l|]. eapply Qle_trans; [now apply Hl | apply Q.le_max_r].
    + intros b Hb. apply Q.max_lub; [apply H; [now left | assumption] | now apply Hu].
Qed.

(** c·z + b ≥ 0 bounds z by -b/c, from below or from above. *)
Lemma bounded_below_by c b z : 0 < c -> (0 <= b + c * z <-> - b / c <= z).
Proof.
  intros Hc. split; intros H.
  - apply Qle_shift_div_r; lra.
  - assert (Hz : c * (- b / c) <= c * z) by now apply Qmult_le_l.
    assert (E : c * (- b / c) == - b) by (field; lra). lra.
Qed.

Lemma bounded_above_by c b z : c < 0 -> (0 <= b + c * z <-> z <= - b / c).
Proof.
  intros Hc. assert (E : - b / c == b / (- c)) by (field; lra). rewrite E. split; intros H.
  - apply Qle_shift_div_l; lra.
  - assert (Hz : (- c) * z <= (- c) * (b / (- c))) by (apply Qmult_le_l; lra).
    assert (E' : (- c) * (b / (- c)) == b) by (field; lra). lra.
Qed.

Lemma bounds_meet c b d e : 0 < c -> d < 0 -> 0 <= (- d) * b + c * e -> - b / c <= - e / d.
Proof.
  intros Hc Hd H. apply bounded_below_by; [assumption|].
  assert (E : (- d) * (b + c * (- e / d)) == (- d) * b + c * e) by (field; lra).
  apply Qmult_le_l with (- d); [lra|]. rewrite E. lra.
Qed.

(** The elimination of x_m: what does not weigh it, and each that bounds it below with each that bounds it above. *)
Definition is_positive (q : Q) : bool := negb (Qle_bool q 0).

Definition is_zero (q : Q) : bool := Qeq_bool q 0.

Definition raising (m : nat) (system : list inequality) : list inequality :=
  filter (fun f => is_positive (weight f m)) system.

Definition lowering (m : nat) (system : list inequality) : list inequality :=
  filter (fun f => is_positive (- weight f m)) system.

Definition eliminated (m : nat) (system : list inequality) : list inequality :=
  filter (fun f => is_zero (weight f m)) system ++
  flat_map (fun p => map (fun q => mixed (- weight q m) (weight p m) p q) (lowering m system)) (raising m system).

Lemma is_positive_iff q : is_positive q = true <-> 0 < q.
Proof.
  unfold is_positive. rewrite Bool.negb_true_iff. split; intros H.
  - apply Qnot_le_lt. intros Hc. apply Qle_bool_iff in Hc. congruence.
  - apply Bool.not_true_iff_false. intros Hc. apply Qle_bool_iff in Hc. lra.
Qed.

Lemma in_raising m system f : In f (raising m system) <-> In f system /\ 0 < weight f m.
Proof. unfold raising. now rewrite filter_In, is_positive_iff. Qed.

Lemma in_lowering m system f : In f (lowering m system) <-> In f system /\ weight f m < 0.
Proof. unfold lowering. rewrite filter_In, is_positive_iff. split; intros [H Hf]; (split; [assumption | lra]). Qed.

Lemma in_eliminated m system f :
  In f (eliminated m system) <->
  (In f system /\ weight f m == 0) \/
  exists p q, f = mixed (- weight q m) (weight p m) p q /\
    (In p system /\ 0 < weight p m) /\ (In q system /\ weight q m < 0).
Proof.
  unfold eliminated, is_zero. rewrite in_app_iff, filter_In, Qeq_bool_iff, in_flat_map. apply or_iff_compat_l. split.
  - intros (p & Hp & Hf). apply in_map_iff in Hf. destruct Hf as (q & <- & Hq).
    exists p, q. rewrite <- in_raising, <- in_lowering. auto.
  - intros (p & q & -> & Hp & Hq). exists p. rewrite in_raising. split; [assumption|].
    apply in_map_iff. exists q. now rewrite in_lowering.
Qed.

Lemma solution_eliminated m system v x : solution (S m) system v x -> solution m (eliminated m system) v x.
Proof.
  intros H f Hf. apply in_eliminated in Hf. destruct Hf as [[Hf H0]|(p & q & -> & [Hp Hp0] & [Hq Hq0])].
  - specialize (H f Hf). rewrite side_last, H0 in H. lra.
  - rewrite side_mixed. apply H in Hp. apply H in Hq. rewrite side_last in Hp, Hq.
    assert (H1 : 0 <= (- weight q m) * (side m p v x + weight p m * x m)) by (apply Qmult_le_0_compat; lra).
    assert (H2 : 0 <= weight p m * (side m q v x + weight q m * x m)) by (apply Qmult_le_0_compat; lra). lra.
Qed.

Lemma solution_again m system v x :
  solution m (eliminated m system) v x ->
  exists z, solution (S m) system v (fun k => if (k =? m)%nat then z else x k).
Proof.
  intros H. set (bound f := - side m f v x / weight f m).
  destruct (between (map bound (raising m system)) (map bound (lowering m system))) as (z & Hl & Hu).
  { intros a b Ha Hb. apply in_map_iff in Ha, Hb. destruct Ha as (p & <- & Hp), Hb as (q & <- & Hq).
    apply in_raising in Hp. apply in_lowering in Hq. apply bounds_meet; try tauto.
    rewrite <- side_mixed. apply H. apply in_eliminated. right. exists p, q. tauto. }
  exists z. intros f Hf. rewrite side_last, Nat.eqb_refl.
  rewrite (side_equal m f v _ x).
  2:{ intros k Hk. assert (E : (k =? m)%nat = false) by (apply Nat.eqb_neq; lia). now rewrite E. }
  destruct (Qlt_le_dec 0 (weight f m)) as [Hp|Hn]; [|destruct (Qlt_le_dec (weight f m) 0) as [Hm|H0]].
  - apply bounded_below_by; [assumption|]. apply (Hl (bound f)). apply in_map. now apply in_raising.
  - apply bounded_above_by; [assumption|]. apply (Hu (bound f)). apply in_map. now apply in_lowering.
  - assert (E : weight f m == 0) by lra. rewrite E.
    assert (0 <= side m f v x) by (apply H; apply in_eliminated; now left). lra.
Qed.

(** All of x eliminated. *)
Fixpoint projected (m : nat) (system : list inequality) : list inequality :=
  match m with
  | O => system
  | S p => projected p (eliminated p system)
  end.

Lemma projection m : forall system v,
  (exists x, solution m system v x) <-> solution 0 (projected m system) v (fun _ => 0).
Proof.
  induction m as [|m IH]; intros system v; cbn [projected].
  - split; [intros (x & H); exact H | now exists (fun _ => 0)].
  - rewrite <- IH. split; intros (x & H).
    + exists x. now apply solution_eliminated.
    + apply solution_again in H. destruct H as (z & H). eexists. exact H.
Qed.

(** In one number, bounded below: the inequalities that bound it below have a least solution. *)
Lemma least_from beta system :
  exists v, beta <= v /\ (forall f, In f system -> 0 < slope f -> 0 <= constant f + slope f * v) /\
    forall w, beta <= w -> (forall f, In f system -> 0 < slope f -> 0 <= constant f + slope f * w) -> v <= w.
Proof.
  induction system as [|f system (v & Hb & Hv & Hleast)].
  - exists beta. split; [lra|]. split; [intros _ []|]. intros; assumption.
  - destruct (Qlt_le_dec 0 (slope f)) as [Hf|Hf].
    + exists (Qmax (- constant f / slope f) v). split; [eapply Qle_trans; [exact Hb | apply Q.le_max_r]|]. split.
      * intros g [<-|Hg] Hs; apply bounded_below_by; try assumption; [apply Q.le_max_l|].
        eapply Qle_trans; [|apply Q.le_max_r]. apply bounded_below_by; auto.
      * intros w Hw H. apply Q.max_lub.
        -- apply bounded_below_by; [assumption|]. apply H; [now left | assumption].
        -- apply Hleast; [assumption|]. intros; apply H; [now right | assumption].
    + exists v. split; [assumption|]. split.
      * intros g [<-|Hg] Hs; [lra | auto].
      * intros w Hw H. apply Hleast; [assumption|]. intros; apply H; [now right | assumption].
Qed.

Lemma least_number beta system x :
  (exists v, solution 0 system v x) -> (forall v, solution 0 system v x -> beta <= v) ->
  exists v, solution 0 system v x /\ forall w, solution 0 system w x -> v <= w.
Proof.
  intros (u & Hu) Hb. destruct (least_from beta system) as (v & Hbv & Hv & Hleast).
  assert (Hsame : forall w, solution 0 system w x -> forall f, In f system -> 0 <= constant f + slope f * w).
  { intros w Hw f Hf. specialize (Hw f Hf). unfold side in Hw. cbn [sum] in Hw. lra. }
  assert (Hvleast : forall w, solution 0 system w x -> v <= w).
  { intros w Hw. apply Hleast; [now apply Hb|]. intros f Hf _. now apply Hsame. }
  exists v. split; [|assumption]. intros f Hf. unfold side. cbn [sum].
  destruct (Qlt_le_dec 0 (slope f)) as [Hs|Hs]; [specialize (Hv f Hf Hs); lra|].
  assert (Hf0 := Hsame u Hu f Hf). assert (Hvu := Hvleast u Hu).
  assert (0 <= (- slope f) * (u - v)) by (apply Qmult_le_0_compat; lra). lra.
Qed.

(** The least v of a system is attained if there is a solution and v is bounded below. *)
Theorem least_solution m system beta :
  (exists v x, solution m system v x) -> (forall v x, solution m system v x -> beta <= v) ->
  exists v x, solution m system v x /\ forall w y, solution m system w y -> v <= w.
Proof.
  intros (u & x0 & Hu) Hb. destruct (least_number beta (projected m system) (fun _ => 0)) as (v & Hv & Hleast).
  - exists u. apply projection. now exists x0.
  - intros v Hv. apply projection in Hv. destruct Hv as (x & Hx). now apply (Hb v x).
  - apply projection in Hv. destruct Hv as (x & Hx). exists v, x. split; [assumption|].
    intros w y Hy. apply Hleast. apply projection. now exists y.
Qed.

(** A matrix of so many rows and columns, read row by row. *)
Lemma sum_of_rows m n f : sum (m * n) f == sum m (fun k => sum n (fun r => f (k * n + r)%nat)).
Proof.
  induction m as [|m IH]; [reflexivity|].
  replace (S m * n)%nat with (m * n + n)%nat by lia. rewrite sum_split, IH. reflexivity.
Qed.

Definition read (n : nat) (x : matrix) (j : nat) : Q := x (j / n)%nat (j mod n)%nat.

Definition written (n : nat) (z : nat -> Q) : matrix := fun k r => z (k * n + r)%nat.

Lemma read_at n x k r : (r < n)%nat -> read n x (k * n + r) = x k r.
Proof.
  intros H. unfold read. rewrite Nat.div_add_l, Nat.div_small, Nat.add_0_r by lia.
  now rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia.
Qed.

Lemma combination_written m n a z : combination m n a (written n z) == sum (m * n) (fun j => read n a j * z j).
Proof.
  rewrite sum_of_rows. apply sum_equal. intros k _. apply sum_equal. intros r Hr. now rewrite read_at.
Qed.

Lemma combination_read m n a x : combination m n a x == sum (m * n) (fun j => read n a j * read n x j).
Proof.
  rewrite sum_of_rows. apply sum_equal. intros k _. apply sum_equal. intros r Hr. now rewrite !read_at.
Qed.

(** Numbers that are linear in a matrix, and what finitely many linear constraints say of a matrix. *)
Definition linear (m n : nat) (e : matrix -> Q) : Prop := exists a, forall x, e x == combination m n a x.

Definition polyhedron (m n : nat) (P : matrix -> Prop) : Prop :=
  exists cs, forall x, P x <-> forall c, In c cs -> keeps m n x c.

Lemma linear_entry m n k r : (k < m)%nat -> (r < n)%nat -> linear m n (fun x => x k r).
Proof.
  intros Hk Hr. exists (fun i q => if (i =? k)%nat then if (q =? r)%nat then 1 else 0 else 0). intros x.
  unfold combination. rewrite (sum_single m k); [|assumption|].
  - rewrite Nat.eqb_refl, (sum_single n r); [|assumption|].
    + rewrite Nat.eqb_refl. ring.
    + intros q _ Hq. apply Nat.eqb_neq in Hq. rewrite Hq. ring.
  - intros i _ Hi. apply Nat.eqb_neq in Hi. rewrite Hi.
    rewrite (sum_equal _ _ (fun _ => 0)); [apply sum_zero|]. intros; ring.
Qed.

Lemma linear_zero m n : linear m n (fun _ => 0).
Proof. exists (fun _ _ => 0). intros x. now rewrite combination_zero. Qed.

Lemma linear_plus m n e f : linear m n e -> linear m n f -> linear m n (fun x => e x + f x).
Proof.
  intros (a & Ha) (b & Hb). exists (fun i r => a i r + b i r). intros x. now rewrite combination_plus, Ha, Hb.
Qed.

Lemma linear_times m n c e : linear m n e -> linear m n (fun x => c * e x).
Proof. intros (a & Ha). exists (fun i r => c * a i r). intros x. now rewrite combination_times, Ha. Qed.

Lemma linear_equal m n e f : (forall x, e x == f x) -> linear m n f -> linear m n e.
Proof. intros H (a & Ha). exists a. intros x. now rewrite H. Qed.

Lemma linear_sum m n p (e : nat -> matrix -> Q) :
  (forall k, (k < p)%nat -> linear m n (e k)) -> linear m n (fun x => sum p (fun k => e k x)).
Proof.
  induction p as [|p IH]; intros H; [apply linear_zero|].
  apply (linear_plus m n (fun x => sum p (fun k => e k x)) (e p)); [apply IH; intros; apply H; lia | apply H; lia].
Qed.

Lemma polyhedron_same m n P R : (forall x, P x <-> R x) -> polyhedron m n R -> polyhedron m n P.
Proof. intros H (cs & Hcs). exists cs. intros x. now rewrite H. Qed.

Lemma polyhedron_at_least m n b e : linear m n e -> polyhedron m n (fun x => b <= e x).
Proof.
  intros (a & Ha). exists [AtLeast b a]. intros x. rewrite Ha. split.
  - intros H c [<-|[]]. exact H.
  - intros H. exact (H _ (or_introl eq_refl)).
Qed.

Lemma polyhedron_exactly m n b e : linear m n e -> polyhedron m n (fun x => e x == b).
Proof.
  intros (a & Ha). exists [Exactly b a]. intros x. rewrite Ha. split.
  - intros H c [<-|[]]. exact H.
  - intros H. exact (H _ (or_introl eq_refl)).
Qed.

Lemma polyhedron_at_most m n e f : linear m n e -> linear m n f -> polyhedron m n (fun x => e x <= f x).
Proof.
  intros He Hf. apply polyhedron_same with (R := fun x => 0 <= f x + (-1) * e x).
  - intros x. split; lra.
  - apply polyhedron_at_least, linear_plus; [assumption | now apply linear_times].
Qed.

Lemma polyhedron_and m n P R : polyhedron m n P -> polyhedron m n R -> polyhedron m n (fun x => P x /\ R x).
Proof.
  intros (cs & Hcs) (ds & Hds). exists (cs ++ ds). intros x. rewrite Hcs, Hds. split.
  - intros [HP HR] c Hc. apply in_app_or in Hc. destruct Hc; auto.
  - intros H. split; intros c Hc; apply H, in_or_app; auto.
Qed.

Lemma polyhedron_all {A} m n (indices : list A) (P : A -> matrix -> Prop) :
  (forall a, In a indices -> polyhedron m n (P a)) -> polyhedron m n (fun x => forall a, In a indices -> P a x).
Proof.
  induction indices as [|a rest IH]; intros H.
  - exists []. intros x. split; intros _ ? [].
  - apply polyhedron_same with (R := fun x => P a x /\ forall b, In b rest -> P b x).
    + intros x. split.
      * intros Hx. split; [apply Hx; now left | intros; apply Hx; now right].
      * intros [Ha Hrest] b [<-|Hb]; auto.
    + apply polyhedron_and; [apply H; now left | apply IH; intros; apply H; now right].
Qed.

Lemma polyhedron_below m n p (P : nat -> matrix -> Prop) :
  (forall k, (k < p)%nat -> polyhedron m n (P k)) -> polyhedron m n (fun x => forall k, (k < p)%nat -> P k x).
Proof.
  intros H. apply polyhedron_same with (R := fun x => forall k, In k (seq 0 p) -> P k x).
  - intros x. split; intros Hx k Hk; apply Hx; [apply in_seq in Hk | apply in_seq]; lia.
  - apply polyhedron_all. intros k Hk. apply H. apply in_seq in Hk. lia.
Qed.

Lemma stochastic_polyhedron m n : polyhedron m n (stochastic m n).
Proof.
  apply polyhedron_and.
  - apply polyhedron_same with (R := fun x => forall i, (i < m)%nat -> forall r, (r < n)%nat -> 0 <= x i r).
    + intros x. split; auto.
    + apply polyhedron_below. intros i Hi. apply polyhedron_below. intros r Hr.
      apply polyhedron_at_least. now apply linear_entry.
  - apply polyhedron_below. intros i Hi. apply polyhedron_exactly.
    apply (linear_sum m n n (fun r x => x i r)). intros r Hr. now apply linear_entry.
Qed.

Lemma private_polyhedron inputs responses pairs alpha :
  (forall i k, In (i, k) pairs -> (i < inputs)%nat /\ (k < inputs)%nat) ->
  polyhedron inputs responses (private pairs responses alpha).
Proof.
  intros H.
  apply polyhedron_same with (R := fun x => forall pair, In pair pairs -> forall r, (r < responses)%nat ->
    alpha * x (fst pair) r <= x (snd pair) r /\ alpha * x (snd pair) r <= x (fst pair) r).
  - intros x. split; [intros Hx [i k] | intros Hx i k Hik; apply (Hx (i, k))]; auto.
  - apply polyhedron_all. intros [i k] Hik. destruct (H i k Hik). apply polyhedron_below. intros r Hr.
    apply polyhedron_and; (apply polyhedron_at_most; [apply linear_times|]); now apply linear_entry.
Qed.

Lemma constraint_polyhedron m n c : polyhedron m n (fun x => keeps m n x c).
Proof.
  exists [c]. intros x. split; [intros H d [<-|[]]; exact H | intros H; apply H; now left].
Qed.

Lemma feasible_polyhedron inputs responses pairs alpha cs :
  (forall i k, In (i, k) pairs -> (i < inputs)%nat /\ (k < inputs)%nat) ->
  polyhedron inputs responses (feasible inputs responses pairs alpha cs).
Proof.
  intros H. apply polyhedron_and; [apply polyhedron_and|].
  - apply stochastic_polyhedron.
  - now apply private_polyhedron.
  - apply polyhedron_all. intros c _. apply constraint_polyhedron.
Qed.

(** A constraint as inequalities, with no weight on v. *)
Definition inequalities_of (n : nat) (c : constraint) : list inequality :=
  match c with
  | AtLeast b a => [Inequality 0 (- b) (read n a)]
  | Exactly b a => [Inequality 0 (- b) (read n a); Inequality 0 b (fun j => - read n a j)]
  end.

Definition goal_inequality (n : nat) (a : matrix) : inequality := Inequality 1 0 (fun j => - read n a j).

Lemma side_of m n s b a v z :
  side (m * n) (Inequality s b (read n a)) v z == s * v + b + combination m n a (written n z).
Proof. unfold side. cbn [slope constant weight]. now rewrite combination_written. Qed.

Lemma side_minus m n s b a v z :
  side (m * n) (Inequality s b (fun j => - read n a j)) v z == s * v + b - combination m n a (written n z).
Proof.
  unfold side. cbn [slope constant weight]. rewrite combination_written.
  rewrite (sum_equal (m * n) _ (fun j => (-1) * (read n a j * z j))) by (intros; ring). rewrite sum_times. ring.
Qed.

Lemma inequalities_solved m n c v z :
  solution (m * n) (inequalities_of n c) v z <-> keeps m n (written n z) c.
Proof.
  unfold solution. destruct c as [b a|b a]; cbn [inequalities_of keeps In]; split.
  - intros H. specialize (H _ (or_introl eq_refl)). rewrite side_of in H. lra.
  - intros H f [<-|[]]. rewrite side_of. lra.
  - intros H. assert (H1 := H _ (or_introl eq_refl)). assert (H2 := H _ (or_intror (or_introl eq_refl))).
    rewrite side_of in H1. rewrite side_minus in H2. lra.
  - intros H f [<-|[<-|[]]]; [rewrite side_of | rewrite side_minus]; lra.
Qed.

Definition system_of (n : nat) (cs : list constraint) (goals : list matrix) : list inequality :=
  flat_map (inequalities_of n) cs ++ map (goal_inequality n) goals.

Lemma system_solved m n cs goals v z :
  solution (m * n) (system_of n cs goals) v z <->
  (forall c, In c cs -> keeps m n (written n z) c) /\
  (forall a, In a goals -> combination m n a (written n z) <= v).
Proof.
  unfold system_of. split.
  - intros H. split.
    + intros c Hc. apply inequalities_solved with (v := v). intros f Hf. apply H. apply in_or_app. left.
      apply in_flat_map. now exists c.
    + intros a Ha. assert (Hg : 0 <= side (m * n) (goal_inequality n a) v z).
      { apply H. apply in_or_app. right. now apply in_map. }
      unfold goal_inequality in Hg. rewrite side_minus in Hg. lra.
  - intros [Hc Hg] f Hf. apply in_app_or in Hf. destruct Hf as [Hf|Hf].
    + apply in_flat_map in Hf. destruct Hf as (c & Hin & Hf). now apply (inequalities_solved m n c v z); [apply Hc|].
    + apply in_map_iff in Hf. destruct Hf as (a & <- & Ha). unfold goal_inequality. rewrite side_minus.
      specialize (Hg a Ha). lra.
Qed.

Lemma combination_reread m n a x : combination m n a (written n (read n x)) == combination m n a x.
Proof. now rewrite combination_written, combination_read. Qed.

Lemma keeps_reread m n x c : keeps m n (written n (read n x)) c <-> keeps m n x c.
Proof. destruct c; cbn [keeps]; now rewrite combination_reread. Qed.

Lemma stochastic_combination m n a x : stochastic m n x -> sum m (fun k => least n (a k)) <= combination m n a x.
Proof.
  intros [Hx Hs]. apply sum_le. intros k Hk.
  assert (E : least n (a k) == sum n (fun r => least n (a k) * x k r)) by (rewrite sum_times, Hs by assumption; ring).
  rewrite E. apply sum_le. intros r Hr. apply Qmult_le_compat_r; [now apply least_below | now apply Hx].
Qed.

Lemma some_bound {A} (f : A -> Q) (indices : list A) : exists v, forall a, In a indices -> f a <= v.
Proof.
  induction indices as [|a rest (v & Hv)].
  - exists 0. intros _ [].
  - exists (Qmax (f a) v). intros b [<-|Hb]; [apply Q.le_max_l|].
    eapply Qle_trans; [now apply Hv | apply Q.le_max_r].
Qed.

Lemma goals_of m n (goals : list (matrix -> Q)) :
  (forall g, In g goals -> linear m n g) ->
  exists table, length table = length goals /\
    forall x v, (forall a, In a table -> combination m n a x <= v) <-> (forall g, In g goals -> g x <= v).
Proof.
  induction goals as [|g goals IH]; intros H.
  - exists []. split; [reflexivity|]. intros x v. split; intros _ ? [].
  - destruct IH as (table & Hlength & Htable); [intros; apply H; now right|].
    destruct (H g) as (a & Ha); [now left|]. exists (a :: table). split; [cbn; congruence|].
    intros x v. split.
    + intros Hx h [<-|Hh]; [rewrite Ha; apply Hx; now left|]. apply (proj1 (Htable x v)); [|assumption].
      intros; apply Hx; now right.
    + intros Hx b [<-|Hb]; [rewrite <- Ha; apply Hx; now left|]. apply (proj2 (Htable x v)); [|assumption].
      intros; apply Hx; now right.
Qed.

(** Of the stochastic matrices that keep finitely many linear constraints, one has the least of the largest of finitely
    many linear numbers. *)
Theorem least_attained m n P goals :
  polyhedron m n P -> (forall x, P x -> stochastic m n x) -> (exists x, P x) ->
  goals <> [] -> (forall g, In g goals -> linear m n g) ->
  exists x, P x /\
    forall y v, P y -> (forall g, In g goals -> g y <= v) -> forall g, In g goals -> g x <= v.
Proof.
  intros (cs & Hcs) Hst (x0 & Hx0) Hne Hlin.
  destruct (goals_of m n goals Hlin) as (table & Hlength & Htable).
  destruct table as [|a0 table]; [destruct goals; [contradiction | discriminate]|].
  set (all := a0 :: table) in *.
  assert (Hin : forall y v, P y -> (forall g, In g goals -> g y <= v) ->
                solution (m * n) (system_of n cs all) v (read n y)).
  { intros y v Hy Hv. apply system_solved. split.
    - intros c Hc. apply keeps_reread. now apply (proj1 (Hcs y)).
    - intros a Ha. rewrite combination_reread. revert a Ha. now apply Htable. }
  assert (Hout : forall v z, solution (m * n) (system_of n cs all) v z ->
                 P (written n z) /\ forall a, In a all -> combination m n a (written n z) <= v).
  { intros v z Hz. apply system_solved in Hz. destruct Hz as [Hc Hg]. split; [now apply Hcs | assumption]. }
  destruct (least_solution (m * n) (system_of n cs all) (sum m (fun k => least n (a0 k)))) as (v & z & Hz & Hleast).
  - destruct (some_bound (fun g => g x0) goals) as (u & Hu). exists u, (read n x0). now apply Hin.
  - intros v z Hz. apply Hout in Hz. destruct Hz as [HP Hg].
    eapply Qle_trans; [apply stochastic_combination, Hst, HP | apply Hg; now left].
  - apply Hout in Hz. destruct Hz as [HP Hg]. exists (written n z). split; [assumption|].
    intros y w Hy Hw. apply Htable. intros a Ha. eapply Qle_trans; [now apply Hg|].
    apply (Hleast w (read n y)). now apply Hin.
Qed.

(** The inputs that a user looks at; a minimax user's side information is not empty. *)
Definition looks_at (inputs : nat) (who : user) (i : nat) : Prop :=
  match who with Bayesian _ => (i < inputs)%nat | Minimax s => In i s end.

Definition looks_somewhere (who : user) : Prop := match who with Bayesian _ => True | Minimax s => s <> [] end.

Lemma least_loss m n P (f : matrix -> matrix) inputs responses l who :
  polyhedron m n P -> (forall x, P x -> stochastic m n x) -> (exists x, P x) -> looks_somewhere who ->
  (forall i r, looks_at inputs who i -> (r < responses)%nat -> linear m n (fun x => f x i r)) ->
  exists x, P x /\ forall y, P y -> loss inputs responses l who (f x) <= loss inputs responses l who (f y).
Proof.
  intros HP Hst Hsome Hwho Hf.
  assert (Hrow : forall i, looks_at inputs who i -> linear m n (fun x => expected_loss responses l (f x) i)).
  { intros i Hi. apply (linear_sum m n responses (fun r x => f x i r * l i r)). intros r Hr.
    apply linear_equal with (f := fun x => l i r * f x i r); [intros; ring|]. apply linear_times. now apply Hf. }
  destruct who as [p|s]; cbn [loss looks_at looks_somewhere] in *.
  - set (total x := sum inputs (fun i => p i * expected_loss responses l (f x) i)).
    destruct (least_attained m n P [total]) as (x & Hx & Hleast); try assumption; [discriminate | |].
    + intros g [<-|[]]. apply (linear_sum m n inputs (fun i x => p i * expected_loss responses l (f x) i)).
      intros i Hi. apply linear_times. now apply Hrow.
    + exists x. split; [assumption|]. intros y Hy.
      apply (Hleast y (total y)) with (g := total); [assumption | | now left]. intros g [<-|[]]. apply Qle_refl.
  - set (row i x := expected_loss responses l (f x) i).
    destruct (least_attained m n P (map row s)) as (x & Hx & Hleast); try assumption.
    + destruct s; [contradiction | discriminate].
    + intros g Hg. apply in_map_iff in Hg. destruct Hg as (i & <- & Hi). now apply Hrow.
    + exists x. split; [assumption|]. intros y Hy. apply maximum_least; [assumption|]. intros i Hi.
      apply (Hleast y) with (g := row i); [assumption | | now apply in_map].
      intros g Hg. apply in_map_iff in Hg. destruct Hg as (j & <- & Hj).
      apply (maximum_above (expected_loss responses l (f y))). assumption.
Qed.

(** Every response is the first one. *)
Definition first_response : matrix := fun _ r => if (r =? 0)%nat then 1 else 0.

Lemma first_response_stochastic inputs responses : (0 < responses)%nat -> stochastic inputs responses first_response.
Proof.
  intros H. split.
  - intros i r _ _. unfold first_response. destruct (r =? 0)%nat; lra.
  - intros i _. rewrite (sum_single responses 0); [reflexivity | assumption |].
    intros r _ Hr. apply Nat.eqb_neq in Hr. unfold first_response. now rewrite Hr.
Qed.

Lemma first_response_private pairs responses alpha : alpha <= 1 -> private pairs responses alpha first_response.
Proof. intros Ha i k _ r _. unfold first_response. destruct (r =? 0)%nat; lra. Qed.

(** Every user has a best remap of every matrix. *)
Theorem best_remap_exists inputs columns responses l who y :
  (0 < responses)%nat -> looks_somewhere who ->
  exists t, stochastic columns responses t /\
    forall u, stochastic columns responses u ->
      loss inputs responses l who (product columns y t) <= loss inputs responses l who (product columns y u).
Proof.
  intros Hr Hwho. apply (least_loss columns responses (stochastic columns responses) (product columns y)).
  - apply stochastic_polyhedron.
  - auto.
  - exists first_response. now apply first_response_stochastic.
  - assumption.
  - intros i r _ Hir. apply (linear_sum columns responses columns (fun k t => y i k * t k r)). intros k Hk.
    apply linear_times. now apply linear_entry.
Qed.

(** Where some α-private mechanism keeps the constraints, one that does is optimal. *)
Theorem optimum_exists inputs responses pairs alpha cs l who :
  (forall i k, In (i, k) pairs -> (i < inputs)%nat /\ (k < inputs)%nat) ->
  looks_somewhere who -> (forall i, looks_at inputs who i -> (i < inputs)%nat) ->
  (exists x, feasible inputs responses pairs alpha cs x) ->
  exists x, optimal (feasible inputs responses pairs alpha cs) (loss inputs responses l who)
    (loss inputs responses l who x) x.
Proof.
  intros Hpairs Hwho Hinside Hsome.
  destruct (least_loss inputs responses (feasible inputs responses pairs alpha cs) (fun x => x) inputs responses l who)
    as (x & Hx & Hleast); try assumption.
  - now apply feasible_polyhedron.
  - now intros x [[Hx _] _].
  - intros i r Hi Hr. apply linear_entry; auto.
  - exists x. now split; [|split].
Qed.

(** Every user has an optimal α-private mechanism, at every level up to 1. *)
Theorem private_optimum_exists inputs responses pairs alpha l who :
  (forall i k, In (i, k) pairs -> (i < inputs)%nat /\ (k < inputs)%nat) ->
  looks_somewhere who -> (forall i, looks_at inputs who i -> (i < inputs)%nat) ->
  (0 < responses)%nat -> alpha <= 1 ->
  exists x, optimal (private_mechanism inputs responses pairs alpha) (loss inputs responses l who)
    (loss inputs responses l who x) x.
Proof.
  intros Hpairs Hwho Hinside Hr Ha.
  destruct (optimum_exists inputs responses pairs alpha [] l who) as (x & [Hx _] & _ & Hleast); try assumption.
  - exists first_response. split; [split|].
    + now apply first_response_stochastic.
    + now apply first_response_private.
    + intros c [].
  - exists x. split; [assumption|]. split; [reflexivity|]. intros y Hy. apply Hleast. split; [assumption|]. intros c [].
Qed.
