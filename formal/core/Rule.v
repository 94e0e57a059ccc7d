(* What a rule means: a position is a list of natural numbers, and each line is a set of moves, one for every choice of the
   line's own variables that makes its condition true. *)
From Coq Require Import List NArith ZArith.
From Grundy Require Import Formula.
Import ListNotations.

Record line := {
  variables : nat;               (* of its own; in terms they follow the coordinates *)
  condition : formula;
  parts : list (list term) }.    (* the coordinates of each position of the sum that the move leads to *)

Definition rule := list line.
Definition position := list N.
Definition integers (p : position) : list Z := map Z.of_N p.

(* A move with a negative coordinate is no move: o has natural numbers only. *)
Inductive move_of (r : rule) (p : position) : list position -> Prop :=
| move_by l (own : list N) o :
    In l r -> length own = variables l ->
    holds (integers (p ++ own)) (condition l) ->
    map integers o = map (map (eval (integers (p ++ own)))) (parts l) ->
    move_of r p o.

(* A game of one coordinate. *)
Definition heap_move (r : rule) (n : nat) (o : list nat) : Prop :=
  move_of r [N.of_nat n] (map (fun a => [N.of_nat a]) o).
