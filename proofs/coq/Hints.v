(** What the checkers of vertices and only optima want to be told and a certificate leaves out: the blocks of entries that
    are tied, and the prices on the path as flows. Nothing is proved of it: the checkers check it. *)

From ExactDP Require Export Reading Uniqueness.

(** Which inputs ties lead to from others, each with the one that it is reached from. *)
Definition beside (tied : list (nat * nat)) (k : nat) : list nat :=
  flat_map (fun '(i, j) => if (i =? k)%nat then [j] else if (j =? k)%nat then [i] else []) tied.

Definition is_in (i : nat) (l : list nat) : bool := existsb (Nat.eqb i) l.

Fixpoint unseen (l seen : list nat) : list nat :=
  match l with
  | [] => []
  | i :: rest => if is_in i seen then unseen rest seen else i :: unseen rest (i :: seen)
  end.

Fixpoint reached (fuel : nat) (tied : list (nat * nat)) (waiting seen : list nat) (found : list (nat * nat)) :
  list (nat * nat) :=
  match fuel, waiting with
  | S more, k :: rest =>
      let new := unseen (beside tied k) seen in
      reached more tied (rest ++ new) (new ++ seen) (rev_append (map (fun i => (i, k)) new) found)
  | _, _ => rev' found
  end.

Definition chain (inputs : nat) (tied : list (nat * nat)) (start : list nat) : list (nat * nat) :=
  reached (S inputs) tied start start [].

(** The blocks of one column, each as its first input and the chain to the others, but for those with a zero. *)
Definition block : Type := nat * list (nat * nat).

Definition members (b : block) : list nat := fst b :: map fst (snd b).

Fixpoint blocks_from (inputs : nat) (tied : list (nat * nat)) (gone : nat -> bool) (roots seen : list nat)
  (found : list block) : list block :=
  match roots with
  | [] => rev' found
  | root :: rest =>
      if is_in root seen then blocks_from inputs tied gone rest seen found
      else
        let b := (root, chain inputs tied [root]) in
        let here := members b in
        blocks_from inputs tied gone rest (here ++ seen) (if existsb gone here then found else b :: found)
  end.

Definition blocks_of (inputs : nat) (tied : list (nat * nat)) (gone : nat -> bool) : list block :=
  blocks_from inputs tied gone (seq 0 inputs) [] [].

(** Of all columns: the number of each entry's block, the first entry of each, and the ties by which they hang
    together. *)
Record hints : Type :=
  { block_labels : list (list nat); block_roots : list (nat * nat); block_ties : list (nat * nat * nat) }.

Fixpoint numbered {A} (from : nat) (l : list A) : list (nat * A) :=
  match l with
  | [] => []
  | a :: rest => (from, a) :: numbered (S from) rest
  end.

Definition column_labels (inputs none : nat) (blocks : list (nat * block)) : list nat :=
  let pairs := flat_map (fun '(label, b) => map (fun i => (i, label)) (members b)) blocks in
  map (fun i => match find (fun '(j, _) => (j =? i)%nat) pairs with Some (_, label) => label | None => none end)
    (seq 0 inputs).

Fixpoint columns_numbered (from : nat) (columns : list (list block)) : list (list (nat * block)) :=
  match columns with
  | [] => []
  | c :: rest => numbered from c :: columns_numbered (from + length c) rest
  end.

Definition hints_of (inputs : nat) (columns : list (list block)) : hints :=
  let counted := columns_numbered 0 columns in
  let none := fold_right (fun c total => length c + total)%nat O columns in
  let by_column := map (column_labels inputs none) counted in
  {| block_labels := map (fun i => map (fun c => nth i c none) by_column) (seq 0 inputs);
     block_roots := flat_map (fun '(r, c) => map (fun b : block => (fst b, r)) c) (numbered 0 columns);
     block_ties :=
       flat_map (fun '(r, c) => flat_map (fun b : block => map (fun '(i, k) => (i, k, r)) (snd b)) c)
         (numbered 0 columns) |}.

(** The least common denominator of a row, and of all. *)
Definition least_denominator (responses : nat) (x : matrix) (i : nat) : Z :=
  fold_left (fun d r => Z.lcm d (Z.pos (Qden (Qred (x i r))))) (seq 0 responses) 1%Z.

Definition both_ways (pairs : neighbours) : list (nat * nat) := pairs ++ map (fun '(i, k) => (k, i)) pairs.

(** The ties of a vertex: neighbours with α·x_ir = x_kr > 0. *)
Definition vertex_hints (inputs responses : nat) (pairs : neighbours) (alpha : Q) (x : matrix) : hints :=
  let ways := both_ways pairs in
  hints_of inputs (map (fun r =>
    blocks_of inputs
      (filter (fun '(i, k) => Checkers.below 0 (x k r) && Qeq_bool (alpha * x i r) (x k r)) ways)
      (fun i => Qeq_bool (x i r) 0))
    (seq 0 responses)).

(** The prices of one column along the path, as flows: what remains above 0 at i is paid by i-1, and so is, in parts of
    1/α, what remains below. The column is given from its end. *)
Fixpoint flows_along (alpha : Q) (r i : nat) (carried : Q) (column : list Q) (found : list (nat * (nat * nat * Q))) :
  list (nat * (nat * nat * Q)) :=
  match column with
  | [] => found
  | price :: rest =>
      let total := Checkers.add price carried in
      match i with
      | O => found
      | S before =>
          if Checkers.below 0 total then flows_along alpha r before (Qred (alpha * total)) rest
            ((r, (before, i, total)) :: found)
          else if Checkers.below total 0 then flows_along alpha r before (Qred (total / alpha)) rest
            ((r, (i, before, Qred (- total / alpha))) :: found)
          else flows_along alpha r before 0 rest found
      end
  end.

Definition path_flows (inputs responses : nat) (alpha : Q) (prices : matrix) : list (nat * (nat * nat * Q)) :=
  flat_map (fun r => flows_along alpha r (pred inputs) 0 (rev' (map (fun i => prices i r) (seq 0 inputs))) [])
    (seq 0 responses).

(** What the prices of an optimum leave open: blocks that flows tie, and at α = 1 neighbours; and what is 0, by a price of
    its own or of a neighbour. *)
Record face : Type :=
  { open : hints; nothing_first : list (nat * nat); nothing_spread : list (nat * nat * nat) }.

Definition face_of (inputs responses : nat) (pairs : neighbours) (alpha : Q) (prices : matrix)
  (flows : list (nat * (nat * nat * Q))) : face :=
  let columns := map (fun r =>
    let here := filter (fun '(_, f) => Checkers.below 0 f) (flows_of flows r) in
    let tied := map fst here ++ (if Qeq_bool alpha 1 then pairs else []) in
    let zeros := filter (fun i => Checkers.below 0 (computed_left alpha (flows_of flows r) (prices i r) i))
      (seq 0 inputs) in
    let spread := chain inputs (if Checkers.below 0 alpha then pairs else []) zeros in
    let gone := zeros ++ map fst spread in
    (r, (zeros, spread, blocks_of inputs tied (fun i => is_in i gone)))) (seq 0 responses) in
  {| open := hints_of inputs (map (fun '(_, (_, b)) => b) columns);
     nothing_first := flat_map (fun '(r, (zeros, _, _)) => map (fun i => (i, r)) zeros) columns;
     nothing_spread := flat_map (fun '(r, (_, spread, _)) => map (fun '(i, k) => (i, k, r)) spread) columns |}.
