(* Integers, as Coq defines them, by those of zarith: what is trusted of arithmetic. Coq's division rounds down, and what
   is divided by 0 is 0, with itself as the remainder; its positive and natural numbers are integers here too. *)

type t = Z.t

let zero = Z.zero
let one = Z.one
let neg = Z.neg
let abs = Z.abs
let succ = Z.succ
let pred = Z.pred
let add = Z.add
let sub = Z.sub
let mul = Z.mul
let equal = Z.equal
let compare = Z.compare
let leq = Z.leq
let lt = Z.lt
let min a b = if Z.leq a b then a else b
let max a b = if Z.leq a b then b else a
let sign z = Z.of_int (Z.sign z)

(* Matching: 0, positive or negative; 1, even or odd. *)
let by_sign zero positive negative z =
  let s = Z.sign z in
  if s = 0 then zero () else if s > 0 then positive z else negative (Z.neg z)

let natural_by_sign zero positive n = if Z.sign n = 0 then zero () else positive n
let twice p = Z.shift_left p 1
let twice_and_one p = Z.succ (Z.shift_left p 1)

let by_last_digit odd even one p =
  if Z.equal p Z.one then one ()
  else
    let half = Z.shift_right p 1 in
    if Z.testbit p 0 then odd half else even half

(* Division. *)
let div a b = if Z.sign b = 0 then Z.zero else Z.fdiv a b
let modulo a b = if Z.sign b = 0 then a else Z.sub a (Z.mul b (Z.fdiv a b))

let div_eucl a b =
  if Z.sign b = 0 then (Z.zero, a)
  else
    let q = Z.fdiv a b in
    (q, Z.sub a (Z.mul b q))

let gcd = Z.gcd
let lcm a b = if Z.sign a = 0 || Z.sign b = 0 then Z.zero else Z.lcm a b

let ggcd a b =
  let g = Z.gcd a b in
  if Z.sign g = 0 then (g, (g, g)) else (g, (Z.divexact a g, Z.divexact b g))

(* Powers of 2 and others. *)
let pow a e = if Z.sign e < 0 then Z.zero else Z.pow a (Z.to_int e)
let log2 a = if Z.sign a <= 0 then Z.zero else Z.of_int (Z.log2 a)
let log2_up a = if Z.leq a Z.one then Z.zero else Z.of_int (Z.log2up a)
let shift_left a n = if n >= 0 then Z.shift_left a n else Z.shift_right a (-n)
let shiftl a n = shift_left a (Z.to_int n)
let shiftr a n = shift_left a (-Z.to_int n)
let ones n = Z.pred (Z.shift_left Z.one (Z.to_int n))
let land_ = Z.logand
let lxor_ = Z.logxor

(* To and from natural numbers, which are machine integers. *)
let of_nat = Z.of_int
let to_nat z = if Z.sign z < 0 then 0 else Z.to_int z
let positive_of_nat n = if n = 0 then Z.one else Z.of_int n
let same z = z
let to_natural z = if Z.sign z < 0 then Z.zero else z
let to_positive z = if Z.sign z <= 0 then Z.one else z
