(** The verified checker: what it accepts is true. A certificate's bytes are read as a statement and a proof, the proof
    is checked, and every statement whose proof is accepted has its meaning. *)

From ExactDP Require Export Reading RowUnique.

Definition checks_mechanism (x : written) : bool := is_written x && are_stochastic (rows_of x).

Lemma checks_mechanism_sound x : checks_mechanism x = true -> is_mechanism x.
Proof.
  unfold checks_mechanism. intros H. apply andb_true_iff in H. destruct H as [Hw H].
  exact (are_stochastic_sound _ _ _ _ (rows_of_write x Hw) H).
Qed.

(** The graph's pairs, and privacy. A mechanism's rows are computed once. *)
Definition pairs_in (x : written) (p : privacy) : neighbours := pairs_of (graph_of p) (inputs_of x).

Definition checks_rows (x : written) (checks : list row -> bool) : bool :=
  is_written x && (let rows := rows_of x in are_stochastic rows && checks rows).

Lemma checks_rows_sound x checks :
  checks_rows x checks = true ->
  writes (inputs_of x) (responses_of x) (rows_of x) (matrix_of x) /\ is_mechanism x /\ checks (rows_of x) = true.
Proof.
  unfold checks_rows. cbv zeta. intros H. apply andb_true_iff in H. destruct H as [Hw H].
  apply andb_true_iff in H. destruct H as [Hs H]. assert (Hr := rows_of_write x Hw).
  split; [assumption|]. split; [now apply (are_stochastic_sound _ _ (rows_of x)) | assumption].
Qed.

Definition checks_private (x : written) (p : privacy) : bool :=
  checks_rows x (are_private (pairs_in x p) (at_level p)).

Definition checks_not_private (x : written) (p : privacy) (i k r : nat) : bool :=
  checks_rows x (fun rows => break_privacy (responses_of x) (pairs_in x p) (at_level p) rows i k r).

Definition checks_level (x : written) (p : privacy) (w : proof) : bool :=
  checks_rows x (fun rows =>
    are_private (pairs_in x p) (at_level p) rows &&
    match w with
    | At i k r => are_tight (responses_of x) (pairs_in x p) (at_level p) rows i k r
    | Nothing => Qeq_bool (at_level p) 1
    | _ => false
    end).

Definition checks_approximately_private (x : written) (p : privacy) (delta : Q) : bool :=
  checks_rows x (are_approximately_private (pairs_in x p) (at_level p) delta).

Definition checks_not_approximately_private (x : written) (p : privacy) (delta : Q) (i k : nat) : bool :=
  checks_rows x (fun rows => break_approximate_privacy (pairs_in x p) (at_level p) delta rows i k).

(** Vertices. *)
Definition checks_vertex (x : written) (p : privacy) (n : Reading.inverse) : bool :=
  checks_rows x (fun rows =>
    are_private (pairs_in x p) (at_level p) rows &&
    are_vertex (inputs_of x) (responses_of x) (pairs_in x p) (at_level p) (fst n) (snd n) rows).

(** Optima: the prior of a minimax consumer's dual, and the checks on rows. *)
Definition prior_in (p : dual) : row :=
  (over_all p, match prior_prices p with Some ns => ns | None => [] end).

Definition checks_optimal (x : written) (u : problem) (v : number) (p : dual) : bool :=
  is_optimum x u v (prior_in p) (over_all p) (weights p) (multipliers p) (flows p).

Definition checks_not_only_optimal (x : written) (u : problem) (v : number) (p : dual) (y : written) : bool :=
  is_written x && checks_optimal x u v p && is_other_optimum x u v y.

Definition checks_infeasible (inputs responses : nat) (p : privacy) (cs : list written_constraint) (d : dual) : bool :=
  are_infeasible inputs responses p cs (over_all d) (weights d) (multipliers d) (flows d).

(** The only optimum: of a remap of G the rows that have several entries are open, of other mechanisms the blocks. *)
Definition checks_only_optimal (x : written) (u : problem) (v : number) (p : dual) (given : Reading.inverse) : bool :=
  let checks := match x with Given _ _ _ => is_only_written | Geometric _ _ | Remap _ _ _ _ _ => is_only_remap_written end in
  checks x u v (prior_in p) (over_all p) (weights p) (multipliers p) (flows p) (fst given) (snd given).

Definition check (s : statement) (p : proof) : bool :=
  match s, p with
  | IsStochastic x, Nothing => checks_mechanism x
  | IsPrivate x p, Nothing => checks_private x p
  | IsNotPrivate x p, At i k r => checks_not_private x p i k r
  | HasLevel x p, w => checks_level x p w
  | IsApproximatelyPrivate x p delta, Nothing => checks_approximately_private x p delta
  | IsNotApproximatelyPrivate x p delta, Between i k => checks_not_approximately_private x p delta i k
  | IsDerivable x y, RemapBy d t => is_derived x y d t
  | IsNotDerivable x y, Losses w => is_not_derived x y w
  | IsVertex x p, Alone n => checks_vertex x p n
  | IsNotVertex x p, OtherEnd other => lies_midway x p other
  | IsOptimal x u v, Priced p => checks_optimal x u v p
  | IsNotOptimal x u, Other y => is_better_written x u y
  | IsOnlyOptimal x u v, PricedAlone p n => checks_only_optimal x u v p n
  | IsNotOnlyOptimal x u v, PricedOther p y => checks_not_only_optimal x u v p y
  | IsInteraction x z u v, Nothing => is_best_remap x z u v (1%positive, [])
  | IsInteraction x z u v, PriorOf p => is_best_remap x z u v p
  | IsInfeasible inputs responses p cs, Priced d => checks_infeasible inputs responses p cs d
  | _, _ => false
  end.

Ltac parts := repeat match goal with H : (_ && _)%bool = true |- _ => apply andb_true_iff in H; destruct H end.
Ltac sized := repeat match goal with H : (_ =? _)%nat = true |- _ => apply Nat.eqb_eq in H end.

Theorem check_sound s p : check s p = true -> meaning s.
Proof.
  destruct s as [x|x q|x q|x q|x q delta|x q delta|x y|x y|x q|x q|x u v|x u|x u v|x u v|x z u v|inputs responses q cs];
    intros H; cbn [check meaning] in *.
  - destruct p; try discriminate. now apply checks_mechanism_sound.
  - destruct p; try discriminate. apply checks_rows_sound in H. destruct H as (Hr & Hm & H). split; [assumption|].
    now apply (are_private_sound _ _ _ _ Hr).
  - destruct p; try discriminate. apply checks_rows_sound in H. destruct H as (Hr & Hm & H). split; [assumption|].
    exact (break_privacy_sound _ _ _ _ Hr _ _ _ _ _ H).
  - apply checks_rows_sound in H. destruct H as (Hr & Hm & H). split; [assumption|].
    destruct p; try (parts; discriminate).
    + exact (have_level_one_sound _ _ _ _ Hr _ _ H).
    + exact (have_level_sound _ _ _ _ Hr _ _ _ _ _ H).
  - destruct p; try discriminate. apply checks_rows_sound in H. destruct H as (Hr & Hm & H). split; [assumption|].
    exact (are_approximately_private_sound _ _ _ _ Hr _ _ _ H).
  - destruct p; try discriminate. apply checks_rows_sound in H. destruct H as (Hr & Hm & H). split; [assumption|].
    exact (break_approximate_privacy_sound _ _ _ _ Hr _ _ _ _ _ H).
  - destruct p; try discriminate. now apply is_derived_sound in H.
  - destruct p; try discriminate. now apply is_not_derived_sound in H.
  - destruct p; try discriminate. apply checks_rows_sound in H. destruct H as (Hr & Hm & H). parts.
    eapply are_vertex_sound; [exact Hr | | eassumption]. split; [assumption | now apply (are_private_sound _ _ _ _ Hr)].
  - destruct p; try discriminate. now apply lies_midway_sound in H.
  - destruct p; try discriminate. now apply is_optimum_sound in H.
  - destruct p; try discriminate. now apply is_better_written_sound in H.
  - destruct p; try discriminate. destruct x; cbn [checks_only_optimal] in H.
    + now apply is_only_written_sound in H.
    + now apply is_only_remap_written_sound in H.
    + now apply is_only_remap_written_sound in H.
  - destruct p; try discriminate. unfold checks_not_only_optimal in H. parts.
    apply is_other_optimum_sound with (y := y); try assumption. eapply is_optimum_sound. eassumption.
  - destruct p; try discriminate; now apply is_best_remap_sound in H.
  - destruct p; try discriminate. now apply are_infeasible_sound in H.
Qed.

(** The verdict on a file. *)
Inductive verdict : Type :=
| Accepted (s : statement)
| Refused
| NoCertificate
| RootsNotJudged.

Definition judge (b : bytes) : verdict :=
  match parse b with
  | Parsed s p => if check s p then Accepted s else Refused
  | NotParsed => NoCertificate
  | HasRoots => RootsNotJudged
  end.

Definition accept (b : bytes) : bool :=
  match judge b with
  | Accepted _ => true
  | _ => false
  end.

(** What is accepted is the text of a statement that is true. *)
Theorem accept_sound b : accept b = true -> exists s, parse_statement b = Some s /\ meaning s.
Proof.
  unfold accept, judge, parse_statement. destruct (parse b) as [s p| |]; try discriminate.
  destruct (check s p) eqn:E; [|discriminate]. intros _. exists s. split; [reflexivity | now apply check_sound in E].
Qed.

(** Nothing is hidden: its bytes are those that this statement prints, the line `proof`, and a proof. *)
Theorem accept_printed b :
  accept b = true ->
  exists s rest, b = print_statement s ++ print_line (keyword "proof" []) ++ rest /\ parse_statement b = Some s /\ meaning s.
Proof.
  unfold accept, judge, parse_statement. destruct (parse b) as [s p| |] eqn:Ep; try discriminate.
  destruct (check s p) eqn:E; [|discriminate]. intros _. apply parse_print in Ep.
  destruct (print_begins s p) as [rest Hrest]. exists s, rest. rewrite <- Hrest.
  split; [now symmetry|]. split; [reflexivity | now apply check_sound in E].
Qed.
