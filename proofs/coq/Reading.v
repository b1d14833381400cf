(** The certificate, version 1: what its lines say of a statement and its proof, and the lines that a statement and a
    proof are written as. What is read counts only where it is written as the same bytes. *)

From ExactDP Require Export Spelling.
Bind Scope string_scope with String.string.
Delimit Scope string_scope with string.

(** Proofs. The prior of a dual is there for a minimax consumer, and its flows wherever they are asked for. *)
Definition flow : Type := nat * nat * nat * Z.

Record dual : Type :=
  { over_all : positive; prior_prices : option (list Z); weights : list Z; multipliers : list Z;
    flows : option (list flow) }.

Definition inverse : Type := Z * list (list Z).

Inductive proof : Type :=
| Nothing
| At (i k r : nat)
| Between (i k : nat)
| RemapBy (d : Z) (t : list (list Z))
| Losses (w : sparse)
| Alone (n : inverse)
| OtherEnd (given : list row)
| Priced (prices : dual)
| PricedAlone (prices : dual) (n : inverse)
| PricedOther (prices : dual) (y : written)
| Other (y : written)
| PriorOf (p : row).

(** Writing. *)
Definition natural (n : nat) : token := Integer (Z.of_nat n).
Definition positively (d : positive) : token := Integer (Z.pos d).
Definition keyword (w : String.string) (rest : line) : line := Word w :: rest.
Definition quotient (a : Q) : token :=
  if (Qden a =? 1)%positive then Integer (Qnum a) else Quotient (Qnum a) (Z.pos (Qden a)).

(** Lists of lines put before others, without a long recursion. *)
Fixpoint before {A} (f : A -> line) (reversed_list : list A) (after : list line) : list line :=
  match reversed_list with
  | [] => after
  | a :: rest => before f rest (f a :: after)
  end.

Definition each {A} (f : A -> line) (l : list A) (after : list line) : list line := before f (rev' l) after.

Definition integers_line (ns : list Z) : line := rev' (rev_append (map Integer (rev' ns)) []).

Definition row_line (w : String.string) (r : row) : line :=
  keyword w (positively (fst r) :: map Integer (snd r)).

Definition sparse_line (w : String.string) (entry : nat * nat * Z) : line :=
  let '(i, r, a) := entry in keyword w [natural i; natural r; Integer a].

Definition count (l : nat) : token := natural l.

Definition write_mechanism (role : String.string) (x : written) (after : list line) : list line :=
  match x with
  | Given inputs responses given =>
      keyword role [Word "matrix"; natural inputs; natural responses] :: each (row_line "row") given after
  | Geometric n level => keyword role [Word "geometric"; natural n; quotient level] :: after
  | Remap n level responses common remap =>
      keyword role [Word "remap"; natural n; quotient level] :: keyword "responses" [natural responses] ::
      keyword "entries" [count (length remap)] :: keyword "common" [positively common] ::
      each (sparse_line "entry") remap after
  end.

Definition write_privacy (p : privacy) (after : list line) : list line :=
  let after := keyword "alpha" [quotient (at_level p)] :: after in
  let named w := keyword "neighbours" [Word w] in
  match graph_of p with
  | Path => named "path"%string :: after
  | Complete => named "complete"%string :: after
  | Cycle => named "cycle"%string :: after
  | Hypercube => named "hypercube"%string :: after
  | Edges pairs =>
      named "edges"%string :: keyword "edges" [count (length pairs)] ::
      each (fun '(i, k) => keyword "edge" [natural i; natural k]) pairs after
  end.

Definition write_loss (l : written_loss) (after : list line) : list line :=
  match l with
  | PowerLoss p q => keyword "loss" [Word "power"] :: keyword "exponent" [natural p; natural q] :: after
  | ThresholdLoss k => keyword "loss" [Word "threshold"] :: keyword "above" [Integer k] :: after
  | AsymmetricLoss d a b =>
      keyword "loss" [Word "asymmetric"] :: keyword "slopes" [positively d; Integer a; Integer b] :: after
  | TableLoss given => keyword "loss" [Word "table"] :: each (row_line "row") given after
  end.

Definition write_user (u : written_user) (after : list line) : list line :=
  match knows u with
  | Prior p => keyword "user" [Word "bayesian"] :: write_loss (loses u) (row_line "prior" p :: after)
  | Inputs inside =>
      keyword "user" [Word "minimax"] ::
      write_loss (loses u) (keyword "inputs" (map (fun b : bool => Integer (if b then 1 else 0)) inside) :: after)
  end.

Fixpoint write_constraints_backwards (reversed_list : list written_constraint) (after : list line) : list line :=
  match reversed_list with
  | [] => after
  | c :: rest =>
      write_constraints_backwards rest
        (keyword "constraint"
           [Word (if is_exact c then "exactly" else "least"); Integer (right_side c); count (length (left_side c))] ::
         each (sparse_line "entry") (left_side c) after)
  end.

Definition write_constraints (cs : list written_constraint) (after : list line) : list line :=
  keyword "constraints" [count (length cs)] :: write_constraints_backwards (rev' cs) after.

Definition write_problem (u : problem) (after : list line) : list line :=
  write_privacy (keeping u) (write_user (serves u) (write_constraints (constraints u) after)).

Definition write_value (v : number) (after : list line) : list line :=
  keyword "value" [positively (fst v); Integer (snd v)] :: after.

Definition write_statement (s : statement) (after : list line) : list line :=
  let kind (w : String.string) rest := keyword "exactdp" [Word "certificate"; Integer 1] :: keyword "statement" [Word w] :: rest in
  let of x := write_mechanism "mechanism" x in
  match s with
  | IsStochastic x => kind "stochastic"%string (of x after)
  | IsPrivate x p => kind "private"%string (of x (write_privacy p after))
  | IsNotPrivate x p => kind "not-private"%string (of x (write_privacy p after))
  | HasLevel x p => kind "level"%string (of x (write_privacy p after))
  | IsApproximatelyPrivate x p delta =>
      kind "approximately-private"%string (of x (write_privacy p (keyword "delta" [quotient delta] :: after)))
  | IsNotApproximatelyPrivate x p delta =>
      kind "not-approximately-private"%string (of x (write_privacy p (keyword "delta" [quotient delta] :: after)))
  | IsDerivable x y => kind "derivable"%string (of x (write_mechanism "from" y after))
  | IsNotDerivable x y => kind "not-derivable"%string (of x (write_mechanism "from" y after))
  | IsVertex x p => kind "vertex"%string (of x (write_privacy p after))
  | IsNotVertex x p => kind "not-vertex"%string (of x (write_privacy p after))
  | IsOptimal x u v => kind "optimal"%string (of x (write_problem u (write_value v after)))
  | IsNotOptimal x u => kind "not-optimal"%string (of x (write_problem u after))
  | IsOnlyOptimal x u v => kind "only-optimal"%string (of x (write_problem u (write_value v after)))
  | IsNotOnlyOptimal x u v => kind "not-only-optimal"%string (of x (write_problem u (write_value v after)))
  | IsInteraction x z u v =>
      kind "interaction"%string (of x (write_mechanism "remap" z (write_user u (write_value v after))))
  | IsInfeasible inputs responses p cs =>
      kind "infeasible"%string (keyword "mechanisms" [natural inputs; natural responses] ::
        write_privacy p (write_constraints cs after))
  end.

Definition write_inverse (n : inverse) (after : list line) : list line :=
  keyword "inverse" [Integer (fst n); count (length (snd n))] ::
  each (fun ns => keyword "row" (map Integer ns)) (snd n) after.

Definition write_dual (p : dual) (after : list line) : list line :=
  let flow_lines :=
    match flows p with
    | None => after
    | Some found =>
        keyword "flows" [count (length found)] ::
        each (fun '(r, i, k, f) => keyword "flow" [natural r; natural i; natural k; Integer f]) found after
    end in
  let priced :=
    each (fun w => keyword "weights" [Integer w]) (weights p)
      (each (fun y => keyword "multiplier" [Integer y]) (multipliers p) flow_lines) in
  keyword "dual" [positively (over_all p)] ::
  match prior_prices p with None => priced | Some ns => keyword "prior" (map Integer ns) :: priced end.

Definition write_proof (p : proof) (after : list line) : list line :=
  match p with
  | Nothing => after
  | At i k r => keyword "at" [natural i; natural k; natural r] :: after
  | Between i k => keyword "between" [natural i; natural k] :: after
  | RemapBy d t => keyword "remap" [Integer d] :: each (fun ns => keyword "row" (map Integer ns)) t after
  | Losses w => keyword "losses" [count (length w)] :: each (sparse_line "loss") w after
  | Alone n => write_inverse n after
  | OtherEnd given => keyword "other" [] :: each (row_line "row") given after
  | Priced prices => write_dual prices after
  | PricedAlone prices n => write_dual prices (write_inverse n after)
  | PricedOther prices y => write_dual prices (write_mechanism "other" y after)
  | Other y => write_mechanism "other" y after
  | PriorOf p => row_line "prior" p :: after
  end.

Definition write (s : statement) (p : proof) : list line :=
  let lines := write_statement s (keyword "proof" [] :: write_proof p []) in
  rev' (keyword "end" [count (length lines)] :: rev' lines).

Definition print (s : statement) (p : proof) : bytes := print_lines (write s p).

Definition print_statement (s : statement) : bytes := print_lines (write_statement s []).

(** Reading. *)
Inductive outcome (A : Type) : Type :=
| Found (a : A) (rest : list line)
| Malformed
| Roots.
Arguments Found {A}.
Arguments Malformed {A}.
Arguments Roots {A}.

Definition reader (A : Type) : Type := list line -> outcome A.

Definition give {A} (a : A) : reader A := Found a.
Definition fail {A} : reader A := fun _ => Malformed.
Definition with_roots {A} : reader A := fun _ => Roots.

Definition next {A B} (first : reader A) (continue : A -> reader B) : reader B := fun lines =>
  match first lines with
  | Found a rest => continue a rest
  | Malformed => Malformed
  | Roots => Roots
  end.

Notation "'let!' a := first 'in' rest" := (next first (fun a => rest)) (at level 200, a pattern, right associativity).

Definition require (condition : bool) : reader unit := if condition then give tt else fail.
Definition some {A} (found : option A) : reader A := match found with Some a => give a | None => fail end.

Definition words (w : String.string) : reader line := fun lines =>
  match lines with
  | (Word found :: rest) :: lines => if String.eqb found w then Found rest lines else Malformed
  | _ => Malformed
  end.

Fixpoint integers_in (l : line) (found : list Z) : option (list Z) :=
  match l with
  | [] => Some (rev' found)
  | Integer z :: rest => integers_in rest (z :: found)
  | _ => None
  end.

Definition integers_after (w : String.string) (many : nat) : reader (list Z) :=
  let! rest := words w in
  let! ns := some (integers_in rest []) in
  let! _ := require (length ns =? many)%nat in
  give ns.

Definition integer_after (w : String.string) : reader Z :=
  let! ns := integers_after w 1 in match ns with [z] => give z | _ => fail end.

Fixpoint repeated {A} (many : nat) (one : reader A) (found : list A) : reader (list A) :=
  match many with
  | O => give (rev' found)
  | S more => fun lines =>
      match one lines with
      | Found a rest => repeated more one (a :: found) rest
      | Malformed => Malformed
      | Roots => Roots
      end
  end.

(** Limits. *)
Definition entries_limit : Z := 16777216.
Definition pairs_limit : Z := 1048576.
Definition bytes_limit : Z := 1073741824.
Definition exponent_limit : nat := 64.

(** An index below a bound; a count up to a limit. *)
Definition index_below (bound z : Z) : reader nat :=
  let! _ := require ((0 <=? z) && (z <? bound))%Z in give (Z.to_nat z).

Definition index (bound : nat) (z : Z) : reader nat := index_below (Z.of_nat bound) z.

Definition counted (w : String.string) (limit : Z) : reader nat :=
  let! z := integer_after w in index_below (limit + 1) z.

Definition level_of (t : token) : reader Q :=
  match t with
  | Integer z => let! _ := require ((z =? 0) || (z =? 1))%Z in give (z # 1)
  | Quotient p q =>
      let! _ := require ((0 <=? p) && (p <=? q) && (2 <=? q) && (Z.gcd p q =? 1))%Z in give (p # Z.to_pos q)
  | Word _ => fail
  end.

Definition a_level (w : String.string) : reader Q :=
  let! rest := words w in match rest with [t] => level_of t | _ => fail end.

Fixpoint gcd_of (d : Z) (ns : list Z) : Z :=
  match ns with
  | [] => d
  | n :: rest => if (d =? 1)%Z then 1%Z else gcd_of (Z.gcd d n) rest
  end.

Definition least_row (ns : list Z) : reader row :=
  match ns with
  | d :: ns => let! _ := require ((1 <=? d) && (gcd_of d ns =? 1))%Z in give (Z.to_pos d, ns)
  | [] => fail
  end.

Definition a_row (w : String.string) (width : nat) : reader row :=
  let! ns := integers_after w (S width) in least_row ns.

Definition size (first second : Z) : reader (nat * nat) :=
  let! inputs := index_below (entries_limit + 1) first in
  let! responses := index_below (entries_limit + 1) second in
  let! _ := require ((1 <=? first * second) && (first * second <=? entries_limit))%Z in
  give (inputs, responses).

(** Entries in increasing order of their places. *)
Fixpoint sparse_from (w : String.string) (many first second : nat) (last : Z) (found : sparse) : reader sparse :=
  match many with
  | O => give (rev' found)
  | S more => fun lines =>
      match integers_after w 3 lines with
      | Found [i; r; a] rest =>
          let place := (i * Z.of_nat second + r)%Z in
          if ((0 <=? i) && (i <? Z.of_nat first) && (0 <=? r) && (r <? Z.of_nat second) && (last <? place))%Z
          then sparse_from w more first second place ((Z.to_nat i, Z.to_nat r, a) :: found) rest
          else Malformed
      | _ => Malformed
      end
  end.

Definition a_sparse (w : String.string) (many first second : nat) : reader sparse :=
  sparse_from w many first second (-1) [].

Definition values_of (given : sparse) : list Z := rev_append (rev_append (map (fun '(_, _, a) => a) given) []) [].

Definition a_mechanism (role : String.string) : reader written :=
  let! rest := words role in
  match rest with
  | [Word form; Integer first; second] =>
      if String.eqb form "matrix" then
        match second with
        | Integer second =>
            let! (inputs, responses) := size first second in
            let! given := repeated inputs (a_row "row" responses) [] in
            give (Given inputs responses given)
        | _ => fail
        end
      else
        let! n := index_below entries_limit first in
        let! level := level_of second in
        let! _ := require ((1 <=? first) && ((first + 1) * (first + 1) <=? entries_limit))%Z in
        if String.eqb form "geometric" then give (Geometric n level)
        else
          let! _ := require (String.eqb form "remap") in
          let! responses := counted "responses" entries_limit in
          let! many := counted "entries" entries_limit in
          let! common := integer_after "common" in
          let wide := Z.of_nat responses in
          let! _ := require ((1 <=? wide) && ((first + 1) * wide <=? entries_limit) && (1 <=? common))%Z in
          let! remap := a_sparse "entry" many (S n) responses in
          let values := values_of remap in
          let! _ := require (forallb (fun a => (0 <? a) && (a <=? common))%Z values) in
          let! _ := require (gcd_of common values =? 1)%Z in
          give (Remap n level responses (Z.to_pos common) remap)
  | _ => fail
  end.

Definition exists_on (g : graph) (inputs : nat) : bool :=
  let size := Z.of_nat inputs in
  match g with
  | Path => size - 1 <=? pairs_limit
  | Complete => size * (size - 1) / 2 <=? pairs_limit
  | Cycle => (3 <=? size) && (size <=? pairs_limit)
  | Hypercube => (size =? 2 ^ Z.log2 size) && (size * Z.log2 size / 2 <=? pairs_limit)
  | Edges _ => true
  end%Z.

Fixpoint edges_from (many inputs : nat) (last : Z) (found : neighbours) : reader neighbours :=
  match many with
  | O => give (rev' found)
  | S more => fun lines =>
      match integers_after "edge" 2 lines with
      | Found [i; k] rest =>
          let place := (i * Z.of_nat inputs + k)%Z in
          if ((0 <=? i) && (i <? k) && (k <? Z.of_nat inputs) && (last <? place))%Z
          then edges_from more inputs place ((Z.to_nat i, Z.to_nat k) :: found) rest
          else Malformed
      | _ => Malformed
      end
  end.

Definition a_graph (inputs : nat) : reader graph :=
  let! rest := words "neighbours" in
  match rest with
  | [Word name] =>
      if String.eqb name "edges" then
        let! many := counted "edges" pairs_limit in
        let! pairs := edges_from many inputs (-1) [] in
        give (Edges pairs)
      else
        let! g := some (find (fun '(w, _) => String.eqb name w)
          [("path", Path); ("complete", Complete); ("cycle", Cycle); ("hypercube", Hypercube)]%string) in
        let! _ := require (exists_on (snd g) inputs) in
        give (snd g)
  | _ => fail
  end.

Definition a_privacy (inputs : nat) : reader privacy :=
  let! g := a_graph inputs in
  let! alpha := a_level "alpha" in
  give {| graph_of := g; at_level := alpha |}.

Definition a_loss (inputs responses : nat) : reader written_loss :=
  let! rest := words "loss" in
  match rest with
  | [Word name] =>
      if String.eqb name "power" then
        let! ns := integers_after "exponent" 2 in
        match ns with
        | [p; q] =>
            let! p' := index (S exponent_limit) p in
            let! q' := index (S exponent_limit) q in
            let! _ := require ((1 <=? p) && (1 <=? q) && (Z.gcd p q =? 1))%Z in
            give (PowerLoss p' q')
        | _ => fail
        end
      else if String.eqb name "threshold" then
        let! k := integer_after "above" in give (ThresholdLoss k)
      else if String.eqb name "asymmetric" then
        let! slopes := a_row "slopes" 2 in
        match slopes with (d, [a; b]) => give (AsymmetricLoss d a b) | _ => fail end
      else
        let! _ := require (String.eqb name "table") in
        let! given := repeated inputs (a_row "row" responses) [] in
        give (TableLoss given)
  | _ => fail
  end.

(** The sum of a list of integers, and whether a row is a prior. *)
Definition sum_of (ns : list Z) : Z := fold_left Z.add ns 0%Z.

Definition is_distribution (p : row) : bool :=
  (forallb (fun n => 0 <=? n) (snd p) && (sum_of (snd p) =? Z.pos (fst p)))%Z.

Definition a_prior (inputs : nat) : reader row :=
  let! p := a_row "prior" inputs in
  let! _ := require (is_distribution p) in
  give p.

Definition a_user (inputs responses : nat) : reader written_user :=
  let! rest := words "user" in
  match rest with
  | [Word name] =>
      let! l := a_loss inputs responses in
      let rational := match loss_of inputs responses l with Some _ => true | None => false end in
      if String.eqb name "bayesian" then
        let! p := a_prior inputs in
        if rational then give {| loses := l; knows := Prior p |} else with_roots
      else
        let! _ := require (String.eqb name "minimax" && rational) in
        let! marks := integers_after "inputs" inputs in
        let! _ := require (forallb (fun n => (n =? 0) || (n =? 1))%Z marks && existsb (Z.eqb 1) marks) in
        give {| loses := l; knows := Inputs (map (Z.eqb 1) marks) |}
  | _ => fail
  end.

Definition a_constraint (inputs responses : nat) : reader written_constraint :=
  let! rest := words "constraint" in
  match rest with
  | [Word sense; Integer side; Integer many] =>
      let exactly := String.eqb sense "exactly" in
      let! _ := require (exactly || String.eqb sense "least") in
      let! many := index_below (Z.of_nat inputs * Z.of_nat responses + 1) many in
      let! entries := a_sparse "entry" many inputs responses in
      let! _ := require (forallb (fun a => negb (a =? 0)%Z) (values_of entries)) in
      give {| is_exact := exactly; right_side := side; left_side := entries |}
  | _ => fail
  end.

Definition some_constraints (inputs responses : nat) : reader (list written_constraint) :=
  let! many := counted "constraints" entries_limit in
  repeated many (a_constraint inputs responses) [].

Definition a_problem (inputs responses : nat) : reader problem :=
  let! p := a_privacy inputs in
  let! u := a_user inputs responses in
  let! cs := some_constraints inputs responses in
  give {| keeping := p; serves := u; constraints := cs |}.

Definition a_value : reader number :=
  let! v := a_row "value" 1 in match v with (d, [z]) => give (d, z) | _ => fail end.

Definition proof_line : reader unit :=
  let! rest := words "proof" in match rest with [] => give tt | _ => fail end.

(** Membership of pairs in a graph, in either order. *)
Definition one_digit (z : Z) : bool := ((0 <? z) && (z =? 2 ^ Z.log2 z))%Z.

Definition joins (g : graph) (inputs : nat) (i k : Z) : bool :=
  let low := Z.min i k in
  let high := Z.max i k in
  let last := (Z.of_nat inputs - 1)%Z in
  ((0 <=? low) && (low <? high) && (high <=? last) &&
   match g with
   | Path => high =? low + 1
   | Complete => true
   | Cycle => (high =? low + 1) || ((low =? 0) && (high =? last))
   | Hypercube => one_digit (Z.lxor low high)
   | Edges pairs => existsb (fun '(a, b) => (Z.of_nat a =? low) && (Z.of_nat b =? high)) pairs
   end)%Z.

Definition a_flow (p : privacy) (inputs responses : nat) : reader flow :=
  let! ns := integers_after "flow" 4 in
  match ns with
  | [r; i; k; f] =>
      let! r := index responses r in
      let! _ := require (joins (graph_of p) inputs i k && (0 <? Qnum (at_level p))%Z) in
      give (r, Z.to_nat i, Z.to_nat k, f)
  | _ => fail
  end.

Definition on_path (p : privacy) : bool :=
  match graph_of p with Path => (0 <? Qnum (at_level p))%Z | _ => false end.

Definition a_dual (p : privacy) (minimax : bool) (inputs responses many : nat) : reader dual :=
  let! d := integer_after "dual" in
  let! _ := require (1 <=? d)%Z in
  let! prior := (if minimax then let! ns := integers_after "prior" inputs in give (Some ns) else give None) in
  let! ws := repeated inputs (integer_after "weights") [] in
  let! ys := repeated many (integer_after "multiplier") [] in
  let! fs :=
    (if on_path p then give None
     else
       let! many := counted "flows" entries_limit in
       let! found := repeated many (a_flow p inputs responses) [] in
       give (Some found)) in
  give {| over_all := Z.to_pos d; prior_prices := prior; weights := ws; multipliers := ys; flows := fs |}.

Definition an_inverse (width : nat) : reader inverse :=
  let! ns := integers_after "inverse" 2 in
  match ns with
  | [m; many] =>
      let! many := index_below (entries_limit + 1) many in
      let! rows := repeated many (integers_after "row" width) [] in
      give (m, rows)
  | _ => fail
  end.

Definition of_same_size (role : String.string) (x : written) : reader written :=
  let! y := a_mechanism role in
  let! _ := require ((inputs_of y =? inputs_of x)%nat && (responses_of y =? responses_of x)%nat) in
  give y.

Definition a_witness (x : written) : reader proof :=
  let! ns := integers_after "at" 3 in
  match ns with
  | [i; k; r] =>
      let! i := index (inputs_of x) i in
      let! k := index (inputs_of x) k in
      let! r := index (responses_of x) r in
      give (At i k r)
  | _ => fail
  end.

Definition is_minimax (u : written_user) : bool := match knows u with Prior _ => false | Inputs _ => true end.

Definition a_best (x : written) : reader (problem * number * dual) :=
  let! u := a_problem (inputs_of x) (responses_of x) in
  let! v := a_value in
  let! _ := proof_line in
  let! p := a_dual (keeping u) (is_minimax (serves u)) (inputs_of x) (responses_of x) (length (constraints u)) in
  give (u, v, p).

(** The inputs of positive probability in a minimax consumer's prior, and the constraints that are tight. *)
Definition positive_inputs (p : dual) : list nat :=
  match prior_prices p with
  | None => []
  | Some ns => map fst (filter (fun '(_, n) => (0 <? n)%Z) (combine (seq 0 (length ns)) ns))
  end.

Definition tight_constraints (cs : list written_constraint) (p : dual) : list nat :=
  map fst (filter (fun '(_, (c, y)) => is_exact c || negb (y =? 0)%Z)
    (combine (seq 0 (length cs)) (combine cs (multipliers p)))).

Definition a_source (x : written) : reader written :=
  let! y := a_mechanism "from" in
  let! _ := require (inputs_of y =? inputs_of x)%nat in
  let! _ := proof_line in
  give y.

Definition kind_of (kind : String.string) (x : written) : reader (statement * proof) :=
  let inputs := inputs_of x in
  let responses := responses_of x in
  if String.eqb kind "stochastic" then
    let! _ := proof_line in give (IsStochastic x, Nothing)
  else if String.eqb kind "private" then
    let! p := a_privacy inputs in let! _ := proof_line in give (IsPrivate x p, Nothing)
  else if String.eqb kind "not-private" then
    let! p := a_privacy inputs in let! _ := proof_line in let! w := a_witness x in give (IsNotPrivate x p, w)
  else if String.eqb kind "level" then
    let! p := a_privacy inputs in
    let! _ := proof_line in
    let! w := (if (Qnum (at_level p) <? Z.pos (Qden (at_level p)))%Z then a_witness x else give Nothing) in
    give (HasLevel x p, w)
  else if String.eqb kind "approximately-private" then
    let! p := a_privacy inputs in
    let! delta := a_level "delta" in
    let! _ := proof_line in
    give (IsApproximatelyPrivate x p delta, Nothing)
  else if String.eqb kind "not-approximately-private" then
    let! p := a_privacy inputs in
    let! delta := a_level "delta" in
    let! _ := proof_line in
    let! ns := integers_after "between" 2 in
    match ns with
    | [i; k] =>
        let! i := index inputs i in
        let! k := index inputs k in
        give (IsNotApproximatelyPrivate x p delta, Between i k)
    | _ => fail
    end
  else if String.eqb kind "derivable" then
    let! y := a_source x in
    let! d := integer_after "remap" in
    let! _ := require (Z.of_nat (responses_of y) * Z.of_nat responses <=? entries_limit)%Z in
    let! t := repeated (responses_of y) (integers_after "row" responses) [] in
    give (IsDerivable x y, RemapBy d t)
  else if String.eqb kind "not-derivable" then
    let! y := a_source x in
    let! many := counted "losses" (Z.of_nat inputs * Z.of_nat responses) in
    let! w := a_sparse "loss" many responses inputs in
    give (IsNotDerivable x y, Losses w)
  else if String.eqb kind "vertex" then
    let! p := a_privacy inputs in
    let! _ := proof_line in
    let! n := an_inverse inputs in
    give (IsVertex x p, Alone n)
  else if String.eqb kind "not-vertex" then
    let! p := a_privacy inputs in
    let! _ := proof_line in
    let! rest := words "other" in
    let! _ := require (match rest with [] => true | _ => false end) in
    let! given := repeated inputs (a_row "row" responses) [] in
    give (IsNotVertex x p, OtherEnd given)
  else if String.eqb kind "optimal" then
    let! (u, v, p) := a_best x in give (IsOptimal x u v, Priced p)
  else if String.eqb kind "not-optimal" then
    let! u := a_problem inputs responses in
    let! _ := proof_line in
    let! y := of_same_size "other" x in
    give (IsNotOptimal x u, Other y)
  else if String.eqb kind "only-optimal" then
    let! (u, v, p) := a_best x in
    let! n := an_inverse (inputs + length (positive_inputs p) + length (tight_constraints (constraints u) p)) in
    give (IsOnlyOptimal x u v, PricedAlone p n)
  else if String.eqb kind "not-only-optimal" then
    let! (u, v, p) := a_best x in
    let! y := of_same_size "other" x in
    give (IsNotOnlyOptimal x u v, PricedOther p y)
  else
    let! _ := require (String.eqb kind "interaction") in
    let! z := a_mechanism "remap" in
    let! _ := require (inputs_of z =? responses)%nat in
    let! u := a_user inputs (responses_of z) in
    let! v := a_value in
    let! _ := proof_line in
    let! p := (if is_minimax u then let! p := a_prior inputs in give (PriorOf p) else give Nothing) in
    give (IsInteraction x z u v, p).

Definition an_infeasible : reader (statement * proof) :=
  let! ns := integers_after "mechanisms" 2 in
  match ns with
  | [first; second] =>
      let! (inputs, responses) := size first second in
      let! p := a_privacy inputs in
      let! cs := some_constraints inputs responses in
      let! _ := proof_line in
      let! prices := a_dual p false inputs responses (length cs) in
      give (IsInfeasible inputs responses p cs, Priced prices)
  | _ => fail
  end.

Definition a_certificate : reader (statement * proof) :=
  let! first := words "exactdp" in
  let! _ := require (same_line first [Word "certificate"; Integer 1]) in
  let! rest := words "statement" in
  match rest with
  | [Word kind] =>
      if String.eqb kind "infeasible" then an_infeasible
      else let! x := a_mechanism "mechanism" in kind_of kind x
  | _ => fail
  end.

Inductive parsed : Type :=
| Parsed (s : statement) (p : proof)
| NotParsed
| HasRoots.

Definition parse (b : bytes) : parsed :=
  match lines_of b with
  | None => NotParsed
  | Some lines =>
      match a_certificate lines with
      | Found (s, p) _ => if same_lines (write s p) lines then Parsed s p else NotParsed
      | Malformed => NotParsed
      | Roots => HasRoots
      end
  end.

(** Nothing is hidden: a file that is read as a statement and a proof is what these print. *)
Theorem parse_print b s p : parse b = Parsed s p -> print s p = b.
Proof.
  unfold parse. destruct (lines_of b) as [lines|] eqn:E; [|discriminate]. intros H.
  destruct (a_certificate lines) as [[t q] rest| |]; try discriminate.
  destruct (same_lines (write t q) lines) eqn:Hs; [|discriminate]. injection H as -> ->.
  apply same_lines_equal in Hs. unfold print. rewrite Hs. now apply lines_of_printed.
Qed.

(** A statement's lines are the first ones, up to the line `proof`. *)
Lemma before_app {A} (f : A -> line) l after : before f l after = before f l [] ++ after.
Proof.
  revert after. induction l as [|a l IH]; intros after; [reflexivity|]. cbn [before]. rewrite IH, (IH [f a]), <- app_assoc.
  reflexivity.
Qed.

Lemma each_app {A} (f : A -> line) l after : each f l after = each f l [] ++ after.
Proof. apply before_app. Qed.

Lemma write_mechanism_app role x after : write_mechanism role x after = write_mechanism role x [] ++ after.
Proof. destruct x; cbn [write_mechanism app]; try rewrite (each_app _ _ after); reflexivity. Qed.

Lemma write_privacy_app p after : write_privacy p after = write_privacy p [] ++ after.
Proof.
  unfold write_privacy. cbv zeta. destruct (graph_of p); try reflexivity. cbn [app].
  rewrite (each_app _ _ (_ :: after)), (each_app _ _ [_]), <- app_assoc. reflexivity.
Qed.

Lemma write_loss_app l after : write_loss l after = write_loss l [] ++ after.
Proof. destruct l; cbn [write_loss app]; try rewrite (each_app _ _ after); reflexivity. Qed.

Lemma write_user_app u after : write_user u after = write_user u [] ++ after.
Proof.
  unfold write_user. destruct (knows u); cbn [app];
    rewrite (write_loss_app _ (_ :: after)), (write_loss_app _ [_]), <- app_assoc; reflexivity.
Qed.

Lemma write_constraints_backwards_app l : forall after,
  write_constraints_backwards l after = write_constraints_backwards l [] ++ after.
Proof.
  induction l as [|c l IH]; intros after; [reflexivity|]. cbn [write_constraints_backwards].
  rewrite IH, (IH (_ :: each _ _ [])), (each_app _ _ after), <- app_assoc. reflexivity.
Qed.

Lemma write_constraints_app cs after : write_constraints cs after = write_constraints cs [] ++ after.
Proof. unfold write_constraints. cbn [app]. now rewrite (write_constraints_backwards_app _ after). Qed.

Lemma write_problem_app u after : write_problem u after = write_problem u [] ++ after.
Proof.
  unfold write_problem.
  rewrite (write_privacy_app _ (write_user (serves u) (write_constraints (constraints u) after))).
  rewrite (write_privacy_app _ (write_user (serves u) (write_constraints (constraints u) []))).
  rewrite (write_user_app _ (write_constraints (constraints u) after)).
  rewrite (write_user_app _ (write_constraints (constraints u) [])), (write_constraints_app _ after).
  now rewrite <- !app_assoc.
Qed.

Lemma write_statement_app s after : write_statement s after = write_statement s [] ++ after.
Proof.
  assert (M : forall role x a, write_mechanism role x a = write_mechanism role x [] ++ a) by exact write_mechanism_app.
  assert (P : forall p a, write_privacy p a = write_privacy p [] ++ a) by exact write_privacy_app.
  assert (U : forall u a, write_user u a = write_user u [] ++ a) by exact write_user_app.
  assert (C : forall u a, write_problem u a = write_problem u [] ++ a) by exact write_problem_app.
  assert (D : forall cs a, write_constraints cs a = write_constraints cs [] ++ a) by exact write_constraints_app.
  destruct s; cbn [write_statement]; cbv zeta; unfold write_value; cbn [app]; do 2 f_equal;
    repeat match goal with
    | |- context [write_mechanism ?r ?x ?a] => lazymatch a with [] => fail | _ => rewrite (M r x a) end
    | |- context [write_privacy ?p ?a] => lazymatch a with [] => fail | _ => rewrite (P p a) end
    | |- context [write_user ?u ?a] => lazymatch a with [] => fail | _ => rewrite (U u a) end
    | |- context [write_problem ?u ?a] => lazymatch a with [] => fail | _ => rewrite (C u a) end
    | |- context [write_constraints ?u ?a] => lazymatch a with [] => fail | _ => rewrite (D u a) end
    end; rewrite ?app_nil_r; cbn [app]; rewrite <- ?app_assoc; reflexivity.
Qed.

Theorem print_begins s p :
  exists rest, print s p = print_statement s ++ print_line (keyword "proof" []) ++ rest.
Proof.
  unfold print, write, print_statement. cbv zeta. rewrite !reversed. cbn [rev]. rewrite rev_involutive.
  rewrite write_statement_app, <- app_assoc, print_lines_app. cbn [app].
  eexists. f_equal. unfold print_lines at 1. cbn [map List.concat]. reflexivity.
Qed.

Definition parse_statement (b : bytes) : option statement :=
  match parse b with
  | Parsed s _ => Some s
  | _ => None
  end.
