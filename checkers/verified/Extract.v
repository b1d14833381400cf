(** The checker as OCaml: integers are those of zarith (integer.ml), natural numbers are machine integers (natural.ml).

    Each line below is trusted: it says that a function of OCaml computes what a function of Coq is defined as. Natural
    numbers are sizes, indices, lengths of lists and counts of steps; each is at most a small multiple of 2^30, the
    longest file, so a machine integer of 63 bits does not overflow. An integer becomes one only after it was found to
    be below such a bound, and zarith raises an exception where it does not fit. *)

From ExactDP Require Import Accepting.
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlChar.
Extraction Language OCaml.
Extraction Blacklist Integer Natural List String Char.

Extract Inductive nat => int [ "0" "Stdlib.succ" ] "Natural.by_zero".
Extract Inlined Constant Coq.Init.Nat.add => "Natural.add".
Extract Inlined Constant Coq.Init.Nat.mul => "Natural.mul".
Extract Inlined Constant Coq.Init.Nat.sub => "Natural.sub".
Extract Inlined Constant Coq.Init.Nat.pred => "Natural.pred".
Extract Inlined Constant Coq.Init.Nat.eqb => "Natural.equal".
Extract Inlined Constant Coq.Init.Nat.compare => "Natural.compare".
Extract Inlined Constant Coq.Init.Nat.leb => "Natural.leq".
Extract Inlined Constant Coq.Init.Nat.ltb => "Natural.lt".
Extract Inlined Constant Coq.Init.Nat.max => "Natural.max".
Extract Inlined Constant Coq.Init.Nat.min => "Natural.min".
Extract Inlined Constant Coq.Init.Nat.div => "Natural.div".
Extract Inlined Constant Coq.Init.Nat.modulo => "Natural.modulo".
Extract Inlined Constant Coq.Init.Nat.pow => "Natural.pow".
Extract Inlined Constant Coq.Init.Nat.log2 => "Natural.log2".
Extract Inlined Constant PeanoNat.Nat.eqb => "Natural.equal".
Extract Inlined Constant PeanoNat.Nat.compare => "Natural.compare".
Extract Inlined Constant PeanoNat.Nat.leb => "Natural.leq".
Extract Inlined Constant PeanoNat.Nat.ltb => "Natural.lt".
Extract Inlined Constant PeanoNat.Nat.max => "Natural.max".
Extract Inlined Constant PeanoNat.Nat.min => "Natural.min".
Extract Inlined Constant PeanoNat.Nat.div => "Natural.div".
Extract Inlined Constant PeanoNat.Nat.modulo => "Natural.modulo".
Extract Inlined Constant PeanoNat.Nat.pow => "Natural.pow".
Extract Inlined Constant PeanoNat.Nat.log2 => "Natural.log2".
Extract Inlined Constant PeanoNat.Nat.add => "Natural.add".
Extract Inlined Constant PeanoNat.Nat.mul => "Natural.mul".
Extract Inlined Constant PeanoNat.Nat.sub => "Natural.sub".
Extract Inlined Constant PeanoNat.Nat.pred => "Natural.pred".
Extract Inlined Constant PeanoNat.Nat.eq_dec => "Natural.equal".

Extract Inductive positive => "Integer.t" [ "Integer.twice_and_one" "Integer.twice" "Integer.one" ]
  "Integer.by_last_digit".
Extract Inductive Z => "Integer.t" [ "Integer.zero" "Integer.same" "Integer.neg" ] "Integer.by_sign".
Extract Inductive N => "Integer.t" [ "Integer.zero" "Integer.same" ] "Integer.natural_by_sign".
Extract Inductive comparison => int [ "0" "(-1)" "1" ]
  "(fun equal less more c -> if c = 0 then equal () else if c < 0 then less () else more ())".

Extract Inlined Constant Pos.add => "Integer.add".
Extract Inlined Constant Pos.mul => "Integer.mul".
Extract Inlined Constant Pos.succ => "Integer.succ".
Extract Inlined Constant Pos.eqb => "Integer.equal".
Extract Inlined Constant Pos.leb => "Integer.leq".
Extract Inlined Constant Pos.ltb => "Integer.lt".
Extract Inlined Constant Pos.compare => "Integer.compare".
Extract Inlined Constant Pos.gcd => "Integer.gcd".
Extract Inlined Constant Pos.max => "Integer.max".
Extract Inlined Constant Pos.min => "Integer.min".
Extract Inlined Constant Pos.pow => "Integer.pow".
Extract Inlined Constant Pos.of_nat => "Integer.positive_of_nat".
Extract Inlined Constant Pos.to_nat => "Integer.to_nat".

Extract Inlined Constant Z.add => "Integer.add".
Extract Inlined Constant Z.sub => "Integer.sub".
Extract Inlined Constant Z.mul => "Integer.mul".
Extract Inlined Constant Z.opp => "Integer.neg".
Extract Inlined Constant Z.abs => "Integer.abs".
Extract Inlined Constant Z.succ => "Integer.succ".
Extract Inlined Constant Z.pred => "Integer.pred".
Extract Inlined Constant Z.min => "Integer.min".
Extract Inlined Constant Z.max => "Integer.max".
Extract Inlined Constant Z.sgn => "Integer.sign".
Extract Inlined Constant Z.eqb => "Integer.equal".
Extract Inlined Constant Z.eq_dec => "Integer.equal".
Extract Inlined Constant Z.leb => "Integer.leq".
Extract Inlined Constant Z.ltb => "Integer.lt".
Extract Inlined Constant Z.compare => "Integer.compare".
Extract Inlined Constant Z.gcd => "Integer.gcd".
Extract Inlined Constant Z.lcm => "Integer.lcm".
Extract Inlined Constant Z.ggcd => "Integer.ggcd".
Extract Inlined Constant Z.div => "Integer.div".
Extract Inlined Constant Z.modulo => "Integer.modulo".
Extract Inlined Constant Z.div_eucl => "Integer.div_eucl".
Extract Inlined Constant Z.pow => "Integer.pow".
Extract Inlined Constant Z.log2 => "Integer.log2".
Extract Inlined Constant Z.log2_up => "Integer.log2_up".
Extract Inlined Constant Z.shiftl => "Integer.shiftl".
Extract Inlined Constant Z.shiftr => "Integer.shiftr".
Extract Inlined Constant Z.ones => "Integer.ones".
Extract Inlined Constant Z.land => "Integer.land_".
Extract Inlined Constant Z.lxor => "Integer.lxor_".
Extract Inlined Constant Z.of_nat => "Integer.of_nat".
Extract Inlined Constant Z.to_nat => "Integer.to_nat".
Extract Inlined Constant Z.of_N => "Integer.same".
Extract Inlined Constant Z.to_N => "Integer.to_natural".
Extract Inlined Constant Z.to_pos => "Integer.to_positive".

Extract Inlined Constant nat_of_ascii => "Char.code".
Extract Inlined Constant ascii_of_nat => "Natural.character".

Extraction "checker.ml" judge write_statement print_line.
