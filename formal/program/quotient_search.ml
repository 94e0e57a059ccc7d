(* Of the elements of a misère quotient: a way to each by generators, and a sum of heaps that has it. *)
open Checker
open Stdlib
open Numbers

(* From 0 on, by steps that are numbered: the steps that lead to each element, the last one first. *)
let reach order steps =
  let way = Array.make order None in
  way.(0) <- Some [];
  let queue = Queue.create () in
  Queue.add 0 queue;
  while not (Queue.is_empty queue) do
    let x = Queue.pop queue in
    Array.iteri
      (fun i step ->
        let y = step x in
        if y >= 0 && y < order && way.(y) = None then begin
          way.(y) <- Some (i :: Option.get way.(x));
          Queue.add y queue
        end)
      steps
  done;
  way

let generators (m : quotient_claim) =
  Array.of_list
    (List.map
       (fun l ->
         let a = Array.of_list (List.map int_num l) in
         fun x -> if x < Array.length a then a.(x) else -1)
       m.q_products)

let listed way =
  List.map (fun w -> List.map nat (match w with Some l -> List.rev l | None -> [])) (Array.to_list way)

let find_words m =
  let order = max 1 (int_nat m.q_order) in
  listed (reach order (generators m))

let find_sums m =
  let order = max 1 (int_nat m.q_order) in
  let steps = generators m in
  let words = reach order steps in
  let times x y =
    match if y < order then words.(y) else None with
    | Some w -> List.fold_left (fun x i -> if x < 0 then -1 else steps.(i) x) x (List.rev w)
    | None -> -1 in
  (* Each element that a heap has, with the first such heap. *)
  let seen = Hashtbl.create 100 and heaps = ref [] in
  List.iteri
    (fun n v ->
      let v = int_num v in
      if not (Hashtbl.mem seen v) then begin
        Hashtbl.add seen v ();
        heaps := (n, v) :: !heaps
      end)
    m.q_values;
  let heaps = Array.of_list (List.rev !heaps) in
  let way = reach order (Array.map (fun (_, v) x -> times x v) heaps) in
  List.map
    (function Some l -> List.rev_map (fun i -> nat (fst heaps.(i))) l | None -> [])
    (Array.to_list way)
