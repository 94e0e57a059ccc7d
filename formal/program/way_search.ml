(* Ways in which a line of a rule makes a move of a code: its parts are the heaps that are left, or empty, and these
   equations tell its variables. *)
open Checker
open Stdlib
open Numbers

(* Σ factors·slots + constant, where slot 0 is the heap before the move and the others are variables of the line. *)
let rec linear width = function
  | Num z -> Some (Array.make width 0, int_integer z)
  | Var i ->
    let a = Array.make width 0 in
    a.(int_nat i) <- 1;
    Some (a, 0)
  | Add (s, t) -> (
    match (linear width s, linear width t) with
    | Some (a, c), Some (b, d) -> Some (Array.map2 ( + ) a b, c + d)
    | _ -> None)
  | Mul (k, t) -> (
    let k = int_integer k in
    match linear width t with Some (a, c) -> Some (Array.map (( * ) k) a, k * c) | None -> None)
  | Div _ | Max _ -> None

(* A term of the heaps: factors of heap 0, 1, … and a constant. *)
let term_of (a, c) =
  let sum = ref (Num (integer c)) in
  Array.iteri (fun i k -> if k <> 0 then sum := Add (!sum, Mul (integer k, Var (nat i)))) a;
  !sum

let rec placements parts heaps =
  (* All ways to give each of the heaps one of the parts. *)
  if parts = 0 then if heaps = [] then [ [] ] else []
  else
    List.map (fun rest -> None :: rest) (placements (parts - 1) heaps)
    @ List.concat_map
        (fun h -> List.map (fun rest -> Some h :: rest) (placements (parts - 1) (List.filter (( <> ) h) heaps)))
        heaps

let find_ways (r : rule) (_ : code) (j : nat) (k : n) : way list =
  let j = int_nat j in
  let heaps = match int_num k with 0 -> 0 | 1 -> 1 | 2 | 3 -> 2 | _ -> 3 in
  let names = List.init heaps Fun.id in
  let ways_of number (l : line) =
    let own = int_nat l.variables in
    let width = own + 1 in
    let parts = List.map (function [ t ] -> linear width t | _ -> None) l.parts in
    if List.length parts > 4 then []
    else
    List.concat_map
      (fun placement ->
        (* What is known of each slot, as a term of the heaps. *)
        let known = Array.make width None in
        known.(0) <- Some (Array.make heaps 1, j);
        let changed = ref true in
        while !changed do
          changed := false;
          List.iter2
            (fun part place ->
              match part with
              | None -> ()
              | Some (a, c) ->
                let open_ = List.filter (fun i -> a.(i) <> 0 && known.(i) = None) (List.init width Fun.id) in
                match open_ with
                | [ v ] when abs a.(v) = 1 ->
                  (* a_v·v = place - c - what is known *)
                  let rest = Array.make heaps 0 and constant = ref (-c) in
                  (match place with Some h -> rest.(h) <- rest.(h) + 1 | None -> ());
                  Array.iteri
                    (fun i factor ->
                      match known.(i) with
                      | Some (b, d) when factor <> 0 ->
                        Array.iteri (fun h u -> rest.(h) <- rest.(h) - (factor * u)) b;
                        constant := !constant - (factor * d)
                      | _ -> ())
                    a;
                  known.(v) <- Some (Array.map (( * ) a.(v)) rest, a.(v) * !constant);
                  changed := true
                | _ -> ())
            parts placement
        done;
        let choices = if Array.exists (( = ) None) known then List.sort_uniq compare [ 0; 1; j ] else [ 0 ] in
        List.map
          (fun choice ->
            let term = function Some t -> term_of t | None -> Num (integer choice) in
            { way_line = nat number;
              way_own = List.tl (List.map term (Array.to_list known));
              way_to = List.map (Option.map nat) placement })
          choices)
      (placements (List.length parts) names) in
  List.concat (List.mapi ways_of r)
