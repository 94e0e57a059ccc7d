(* Between the numbers of the extracted checker and those of OCaml. *)
open Checker

let rec nat i = if i <= 0 then O else S (nat (i - 1))
let rec pos i = if i = 1 then XH else if i land 1 = 1 then XI (pos (i / 2)) else XO (pos (i / 2))
let num i = if i = 0 then N0 else Npos (pos i)
let integer i = if i = 0 then Z0 else if i > 0 then Zpos (pos i) else Zneg (pos (-i))
let int_nat n =
  let rec go n i = match n with O -> i | S n -> go n (i + 1) in
  go n 0
let rec int_pos = function XH -> 1 | XO p -> 2 * int_pos p | XI p -> (2 * int_pos p) + 1
let int_num = function N0 -> 0 | Npos p -> int_pos p
let int_integer = function Z0 -> 0 | Zpos p -> int_pos p | Zneg p -> -int_pos p
