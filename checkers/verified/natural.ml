(* Natural numbers, as Coq defines them, by machine integers of 63 bits: sizes, indices, lengths and counts of steps. *)

let by_zero zero next n = if n = 0 then zero () else next (n - 1)
let pred n = if n > 0 then n - 1 else 0
let add (n : int) m = n + m
let sub (n : int) m = if n > m then n - m else 0
let mul (n : int) m = n * m
let equal (n : int) m = n = m
let compare (n : int) m = compare n m
let leq (n : int) m = n <= m
let lt (n : int) m = n < m
let max (n : int) m = if n < m then m else n
let min (n : int) m = if n < m then n else m
let div n m = if m = 0 then 0 else n / m
let modulo n m = if m = 0 then n else n mod m
let rec pow n m = if m = 0 then 1 else n * pow n (m - 1)
let rec log2 n = if n <= 1 then 0 else 1 + log2 (n / 2)
let character n = Char.chr (n land 255)
