(** What the certificates say, as the papers define it.

    A matrix gives an entry for a row (an input) and a column (a response), both counted from 0. Only the entries of the
    rows and columns that a definition names are looked at. *)

From ExactDP Require Export Sums.

Definition matrix : Type := nat -> nat -> Q.

(** No entry is negative, and every row sums to 1. *)
Definition stochastic (inputs responses : nat) (x : matrix) : Prop :=
  (forall i r, (i < inputs)%nat -> (r < responses)%nat -> 0 <= x i r) /\
  (forall i, (i < inputs)%nat -> sum responses (x i) == 1).

(** Pairs of inputs that are neighbours; the order in a pair is of no account. *)
Definition neighbours : Type := list (nat * nat).

Definition path (inputs : nat) : neighbours := map (fun i => (i, S i)) (seq 0 (pred inputs)).

Definition private (pairs : neighbours) (responses : nat) (alpha : Q) (x : matrix) : Prop :=
  forall i k, In (i, k) pairs -> forall r, (r < responses)%nat -> alpha * x i r <= x k r /\ alpha * x k r <= x i r.

(** An α-private mechanism. *)
Definition private_mechanism (inputs responses : nat) (pairs : neighbours) (alpha : Q) (x : matrix) : Prop :=
  stochastic inputs responses x /\ private pairs responses alpha x.

(** α is the largest level, up to 1, at which x is private. *)
Definition exact_level (pairs : neighbours) (responses : nat) (alpha : Q) (x : matrix) : Prop :=
  private pairs responses alpha x /\ alpha <= 1 /\
  forall beta, beta <= 1 -> private pairs responses beta x -> beta <= alpha.

(** (α, δ)-private: P(S) ≤ Q(S)/α + δ for all sets S of responses, where P and Q are the rows of neighbours. *)
Definition probability (responses : nat) (x : matrix) (i : nat) (set : nat -> bool) : Q :=
  sum responses (fun r => if set r then x i r else 0).

Definition approximately_private (pairs : neighbours) (responses : nat) (alpha delta : Q) (x : matrix) : Prop :=
  forall i k, In (i, k) pairs -> forall set,
    alpha * probability responses x i set <= probability responses x k set + alpha * delta /\
    alpha * probability responses x k set <= probability responses x i set + alpha * delta.

(** Two matrices with the same entries. *)
Definition same (inputs responses : nat) (x y : matrix) : Prop :=
  forall i r, (i < inputs)%nat -> (r < responses)%nat -> x i r == y i r.

(** The product y·t, where y has so many columns. *)
Definition product (columns : nat) (y t : matrix) : matrix := fun i r => sum columns (fun k => y i k * t k r).

(** x = y·T for a stochastic T: x is y with its responses remapped at random. *)
Definition derivable (inputs columns responses : nat) (x y : matrix) : Prop :=
  exists t, stochastic columns responses t /\ same inputs responses x (product columns y t).

(** α^|i-k|, times 1/(1+α) in the columns 0 and n and (1-α)/(1+α) in the others. *)
Definition distance (i k : nat) : nat := (i - k) + (k - i).

Definition share (n : nat) (alpha : Q) (k : nat) : Q :=
  (if (k =? 0)%nat || (k =? n)%nat then 1 else 1 - alpha) / (1 + alpha).

Definition geometric (n : nat) (alpha : Q) : matrix := fun i k => power alpha (distance i k) * share n alpha k.

(** Users. The loss l(i, r) of the response r on input i is a matrix too. *)
Definition expected_loss (responses : nat) (l x : matrix) (i : nat) : Q := sum responses (fun r => x i r * l i r).

Inductive user : Type :=
| Bayesian (prior : nat -> Q)
| Minimax (side_information : list nat).

Definition loss (inputs responses : nat) (l : matrix) (who : user) (x : matrix) : Q :=
  match who with
  | Bayesian p => sum inputs (fun i => p i * expected_loss responses l x i)
  | Minimax s => maximum (expected_loss responses l x) s
  end.

Definition prior (inputs : nat) (p : nat -> Q) : Prop :=
  (forall i, (i < inputs)%nat -> 0 <= p i) /\ sum inputs p == 1.

(** |i-r|^e; 1 where |i-r| > k; a·(r-i) above i and b·(i-r) below. *)
Definition power_loss (e : nat) : matrix := fun i r => inject_Z (Z.of_nat (distance i r) ^ Z.of_nat e).

Definition threshold_loss (k : Z) : matrix := fun i r => if (k <? Z.of_nat (distance i r))%Z then 1 else 0.

Definition asymmetric_loss (a b : Q) : matrix :=
  fun i r => if (i <? r)%nat then a * inject_Z (Z.of_nat (r - i)) else b * inject_Z (Z.of_nat (i - r)).

(** A constraint Σ A_ir·x_ir ≥ b, or = b. *)
Inductive constraint : Type :=
| AtLeast (b : Q) (coefficients : matrix)
| Exactly (b : Q) (coefficients : matrix).

Definition combination (inputs responses : nat) (a x : matrix) : Q :=
  sum inputs (fun i => sum responses (fun r => a i r * x i r)).

Definition keeps (inputs responses : nat) (x : matrix) (c : constraint) : Prop :=
  match c with
  | AtLeast b a => b <= combination inputs responses a x
  | Exactly b a => combination inputs responses a x == b
  end.

Definition feasible (inputs responses : nat) (pairs : neighbours) (alpha : Q) (cs : list constraint) (x : matrix) : Prop :=
  private_mechanism inputs responses pairs alpha x /\ forall c, In c cs -> keeps inputs responses x c.

(** x is allowed, its loss is v, and nothing that is allowed has less. *)
Definition optimal (allowed : matrix -> Prop) (losses : matrix -> Q) (v : Q) (x : matrix) : Prop :=
  allowed x /\ losses x == v /\ forall y, allowed y -> v <= losses y.

(** x is optimal, and no other matrix is. *)
Definition only_optimal (inputs responses : nat) (allowed : matrix -> Prop) (losses : matrix -> Q) (v : Q) (x : matrix) :
  Prop :=
  optimal allowed losses v x /\ forall y, optimal allowed losses v y -> same inputs responses y x.

(** z is a best remap of x: x·z has the loss v, and no x·t with a stochastic t has less. *)
Definition optimal_remap (inputs columns responses : nat) (l : matrix) (who : user) (v : Q) (x z : matrix) : Prop :=
  optimal (stochastic columns responses) (fun t => loss inputs responses l who (product columns x t)) v z.

(** x is α-private, and not midway between two others that are. *)
Definition vertex (inputs responses : nat) (pairs : neighbours) (alpha : Q) (x : matrix) : Prop :=
  private_mechanism inputs responses pairs alpha x /\
  forall y z, private_mechanism inputs responses pairs alpha y -> private_mechanism inputs responses pairs alpha z ->
    (forall i r, (i < inputs)%nat -> (r < responses)%nat -> y i r + z i r == 2 * x i r) -> same inputs responses y x.

(** How an exported file writes numbers, the rows of a matrix, and a matrix by its entries that are not 0. *)
Definition over (d : positive) (numerators : list Z) : list Q := map (fun n => fraction n d) numerators.

Definition rows (written : list (list Q)) : matrix := fun i r => nth r (nth i written []) 0.

Definition entries (written : list (nat * nat * Q)) : matrix :=
  fun i r =>
    match find (fun '(j, q, _) => (j =? i)%nat && (q =? r)%nat) written with
    | Some (_, _, a) => a
    | None => 0
    end.

Definition numbers (written : list Q) : nat -> Q := fun i => nth i written 0.
