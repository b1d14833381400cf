(** What a certificate states: the statement as its lines give it, and its meaning in the definitions of Definitions.v. *)

From ExactDP Require Export Definitions.

(** A row: a denominator and the numerators over it. *)
Definition row : Type := positive * list Z.

(** Entries that are not 0, each with its row and column. *)
Definition sparse : Type := list (nat * nat * Z).

Definition of_rows (given : list row) : matrix := rows (map (fun '(d, numerators) => over d numerators) given).

Definition of_sparse (common : positive) (given : sparse) : matrix :=
  entries (map (fun '(i, r, a) => (i, r, a # common)) given).

(** A mechanism: by its rows, as G with a level, or as the product of G and a remap. *)
Inductive written : Type :=
| Given (inputs responses : nat) (given : list row)
| Geometric (n : nat) (level : Q)
| Remap (n : nat) (level : Q) (responses : nat) (common : positive) (remap : sparse).

Definition inputs_of (x : written) : nat :=
  match x with
  | Given inputs _ _ => inputs
  | Geometric n _ | Remap n _ _ _ _ => S n
  end.

Definition responses_of (x : written) : nat :=
  match x with
  | Given _ responses _ | Remap _ _ responses _ _ => responses
  | Geometric n _ => S n
  end.

Definition matrix_of (x : written) : matrix :=
  match x with
  | Given _ _ given => of_rows given
  | Geometric n level => geometric n level
  | Remap n level _ common remap => product (S n) (geometric n level) (of_sparse common remap)
  end.

(** Which inputs are neighbours: i and i+1; every two; besides i and i+1 also the first and the last; those that differ
    in one binary digit, of 2^d inputs; or the pairs that are given. *)
Inductive graph : Type :=
| Path
| Complete
| Cycle
| Hypercube
| Edges (pairs : neighbours).

Definition complete (inputs : nat) : neighbours :=
  flat_map (fun i => map (fun k => (i, k)) (seq (S i) (inputs - S i))) (seq 0 inputs).

Definition cycle (inputs : nat) : neighbours := (O, pred inputs) :: path inputs.

Definition digit (b i : nat) : nat := (i / 2 ^ b) mod 2.

Definition hypercube (inputs : nat) : neighbours :=
  flat_map (fun b => map (fun i => (i, i + 2 ^ b)%nat) (filter (fun i => (digit b i =? 0)%nat) (seq 0 inputs)))
    (seq 0 (Nat.log2 inputs)).

Definition pairs_of (g : graph) (inputs : nat) : neighbours :=
  match g with
  | Path => path inputs
  | Complete => complete inputs
  | Cycle => cycle inputs
  | Hypercube => hypercube inputs
  | Edges pairs => pairs
  end.

Record privacy : Type := { graph_of : graph; at_level : Q }.

(** A loss: |i-r|^(p/q); 1 where |i-r| > k; a/d·(r-i) above i and b/d·(i-r) below; or a table. A root has a meaning
    here only where all distances are 0 and 1, which are their own roots. *)
Inductive written_loss : Type :=
| PowerLoss (p q : nat)
| ThresholdLoss (k : Z)
| AsymmetricLoss (d : positive) (a b : Z)
| TableLoss (given : list row).

Definition loss_of (inputs responses : nat) (l : written_loss) : option matrix :=
  match l with
  | PowerLoss p q =>
      if (q =? 1)%nat then Some (power_loss p)
      else if (Nat.max inputs responses <=? 2)%nat then Some (power_loss 1) else None
  | ThresholdLoss k => Some (threshold_loss k)
  | AsymmetricLoss d a b => Some (asymmetric_loss (a # d) (b # d))
  | TableLoss given => Some (of_rows given)
  end.

(** What the user knows: a prior, or for each input whether it is in the side information. *)
Inductive knowledge : Type :=
| Prior (p : row)
| Inputs (inside : list bool).

Definition numbers_of (p : row) : nat -> Q := numbers (over (fst p) (snd p)).

Definition chosen (inside : list bool) : list nat := filter (fun i => nth i inside false) (seq 0 (length inside)).

Definition user_of (knows : knowledge) : user :=
  match knows with
  | Prior p => Bayesian (numbers_of p)
  | Inputs inside => Minimax (chosen inside)
  end.

Record written_user : Type := { loses : written_loss; knows : knowledge }.

(** A constraint Σ A·x_ir ≥ b, or = b where it is exact. *)
Record written_constraint : Type := { is_exact : bool; right_side : Z; left_side : sparse }.

Definition constraint_of (c : written_constraint) : constraint :=
  (if is_exact c then Exactly else AtLeast) (right_side c # 1) (of_sparse 1 (left_side c)).

(** Which mechanisms are compared, and for whom. *)
Record problem : Type :=
  { keeping : privacy; serves : written_user; constraints : list written_constraint }.

(** A number: a numerator over a denominator. *)
Definition number : Type := positive * Z.

Definition value_of_number (v : number) : Q := snd v # fst v.

Inductive statement : Type :=
| IsStochastic (x : written)
| IsPrivate (x : written) (p : privacy)
| IsNotPrivate (x : written) (p : privacy)
| HasLevel (x : written) (p : privacy)
| IsApproximatelyPrivate (x : written) (p : privacy) (delta : Q)
| IsNotApproximatelyPrivate (x : written) (p : privacy) (delta : Q)
| IsDerivable (x y : written)
| IsNotDerivable (x y : written)
| IsVertex (x : written) (p : privacy)
| IsNotVertex (x : written) (p : privacy)
| IsOptimal (x : written) (for_whom : problem) (value : number)
| IsNotOptimal (x : written) (for_whom : problem)
| IsOnlyOptimal (x : written) (for_whom : problem) (value : number)
| IsNotOnlyOptimal (x : written) (for_whom : problem) (value : number)
| IsInteraction (x z : written) (for_whom : written_user) (value : number)
| IsInfeasible (inputs responses : nat) (p : privacy) (given : list written_constraint).

(** The words that the kinds share: x is a mechanism; x is feasible; what a user loses. *)
Definition is_mechanism (x : written) : Prop := stochastic (inputs_of x) (responses_of x) (matrix_of x).

Definition allowed (inputs responses : nat) (p : privacy) (given : list written_constraint) : matrix -> Prop :=
  feasible inputs responses (pairs_of (graph_of p) inputs) (at_level p) (map constraint_of given).

Definition allowed_by (x : written) (for_whom : problem) : matrix -> Prop :=
  allowed (inputs_of x) (responses_of x) (keeping for_whom) (constraints for_whom).

(** What is said of a user's losses, where the loss has a meaning. *)
Definition with_loss (inputs responses : nat) (u : written_user) (says : (matrix -> Q) -> Prop) : Prop :=
  match loss_of inputs responses (loses u) with
  | Some l => says (loss inputs responses l (user_of (knows u)))
  | None => False
  end.

Definition meaning (s : statement) : Prop :=
  match s with
  | IsStochastic x => is_mechanism x
  | IsPrivate x p =>
      private_mechanism (inputs_of x) (responses_of x) (pairs_of (graph_of p) (inputs_of x)) (at_level p) (matrix_of x)
  | IsNotPrivate x p =>
      is_mechanism x /\ ~ private (pairs_of (graph_of p) (inputs_of x)) (responses_of x) (at_level p) (matrix_of x)
  | HasLevel x p =>
      is_mechanism x /\ exact_level (pairs_of (graph_of p) (inputs_of x)) (responses_of x) (at_level p) (matrix_of x)
  | IsApproximatelyPrivate x p delta =>
      is_mechanism x /\
      approximately_private (pairs_of (graph_of p) (inputs_of x)) (responses_of x) (at_level p) delta (matrix_of x)
  | IsNotApproximatelyPrivate x p delta =>
      is_mechanism x /\
      ~ approximately_private (pairs_of (graph_of p) (inputs_of x)) (responses_of x) (at_level p) delta (matrix_of x)
  | IsDerivable x y =>
      inputs_of x = inputs_of y /\ is_mechanism x /\ is_mechanism y /\
      derivable (inputs_of x) (responses_of y) (responses_of x) (matrix_of x) (matrix_of y)
  | IsNotDerivable x y =>
      inputs_of x = inputs_of y /\ is_mechanism x /\ is_mechanism y /\
      ~ derivable (inputs_of x) (responses_of y) (responses_of x) (matrix_of x) (matrix_of y)
  | IsVertex x p =>
      vertex (inputs_of x) (responses_of x) (pairs_of (graph_of p) (inputs_of x)) (at_level p) (matrix_of x)
  | IsNotVertex x p =>
      is_mechanism x /\
      ~ vertex (inputs_of x) (responses_of x) (pairs_of (graph_of p) (inputs_of x)) (at_level p) (matrix_of x)
  | IsOptimal x u v =>
      with_loss (inputs_of x) (responses_of x) (serves u) (fun losses =>
        optimal (allowed_by x u) losses (value_of_number v) (matrix_of x))
  | IsNotOptimal x u =>
      with_loss (inputs_of x) (responses_of x) (serves u) (fun losses =>
        allowed_by x u (matrix_of x) /\ exists y, allowed_by x u y /\ losses y < losses (matrix_of x))
  | IsOnlyOptimal x u v =>
      with_loss (inputs_of x) (responses_of x) (serves u) (fun losses =>
        only_optimal (inputs_of x) (responses_of x) (allowed_by x u) losses (value_of_number v) (matrix_of x))
  | IsNotOnlyOptimal x u v =>
      with_loss (inputs_of x) (responses_of x) (serves u) (fun losses =>
        optimal (allowed_by x u) losses (value_of_number v) (matrix_of x) /\
        exists y, optimal (allowed_by x u) losses (value_of_number v) y /\
          ~ same (inputs_of x) (responses_of x) (matrix_of x) y)
  | IsInteraction x z u v =>
      responses_of x = inputs_of z /\ is_mechanism x /\
      match loss_of (inputs_of x) (responses_of z) (loses u) with
      | Some l =>
          optimal_remap (inputs_of x) (responses_of x) (responses_of z) l (user_of (knows u)) (value_of_number v)
            (matrix_of x) (matrix_of z)
      | None => False
      end
  | IsInfeasible inputs responses p given => forall x, ~ allowed inputs responses p given x
  end.
