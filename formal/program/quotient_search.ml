(* Of the elements of a misère quotient: a way to each by generators, and a sum of heaps that has it. Of its heaps: those
   whose sums stand for all. *)
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

(* Elements that are options, as a set of bits. *)
module Bits = struct
  let none order = Bytes.make ((order + 7) / 8) '\000'
  let mem s x = Char.code (Bytes.get s (x lsr 3)) land (1 lsl (x land 7)) <> 0
  let add s x = Bytes.set s (x lsr 3) (Char.chr (Char.code (Bytes.get s (x lsr 3)) lor (1 lsl (x land 7))))
  let within a b =
    let rec from i =
      i = Bytes.length a
      || (Char.code (Bytes.get a i) land lnot (Char.code (Bytes.get b i)) = 0 && from (i + 1)) in
    from 0
  let elements order s = List.filter (mem s) (List.init order Fun.id)
end

(* For each heap of the window its element and those of its options. *)
let heaps (m : quotient_claim) times order =
  let values = Array.of_list (List.map int_num m.q_values) in
  let preperiod = int_nat m.q_preperiod and period = max 1 (int_nat m.q_period) in
  let element n = values.(if n < preperiod then n else preperiod + ((n - preperiod) mod period)) in
  let digits = Array.of_list (List.map int_num m.q_code) in
  let last = Array.length digits - 1 in
  let parted = Hashtbl.create 16 in
  let pairs left =
    match Hashtbl.find_opt parted left with
    | Some s -> s
    | None ->
      let s = Bits.none order in
      for a = 1 to (left - 1) / 2 do
        Bits.add s (times (element a) (element (left - a)))
      done;
      Hashtbl.remove parted (left - last - 1);
      Hashtbl.add parted left s;
      s in
  List.init
    (int_nat (window m.q_code m.q_preperiod m.q_period))
    (fun n ->
      let options = Bits.none order in
      for taken = 0 to min n last do
        let has bit = digits.(taken) land (1 lsl bit) <> 0 and left = n - taken in
        if left = 0 then (if has 0 then Bits.add options 0)
        else begin
          if has 1 then Bits.add options (element left);
          if has 2 then
            Bytes.iteri
              (fun i c -> Bytes.set options i (Char.chr (Char.code c lor Char.code (Bytes.get options i))))
              (pairs left);
          if has 3 && left mod 2 = 0 then
            Bits.add options (times (element (left / 2)) (element (left / 2)))
        end
      done;
      (element n, options))

(* Sums are made heap by heap; a heap that is like a sum of those before, with no option less, is left out. *)
let find_basis m =
  let order = max 1 (int_nat m.q_order) in
  let steps = generators m in
  let words = Array.map (function Some l -> List.rev l | None -> []) (reach order steps) in
  let known = Hashtbl.create 1000 in
  let times x y =
    match Hashtbl.find_opt known (x, y) with
    | Some z -> z
    | None ->
      let z = List.fold_left (fun x i -> let z = steps.(i) x in if z < 0 || z >= order then 0 else z) x words.(y) in
      Hashtbl.add known (x, y) z;
      z in
  let numbers_are_elements =
    List.for_all (fun v -> int_num v < order) m.q_values
    && List.length m.q_values = int_nat m.q_preperiod + int_nat m.q_period in
  if not numbers_are_elements then []
  else begin
    let empty = Bits.none order in
    let sums = ref [| (0, empty) |] and count = ref 1 and kept = Array.make order [] in
    let add sum =
      if !count = Array.length !sums then
        sums := Array.append !sums (Array.make !count (0, empty));
      !sums.(!count) <- sum;
      incr count in
    let seen = Hashtbl.create 1000 and basis = ref [] in
    List.iter
      (fun (x, options) ->
        if options <> empty && not (Hashtbl.mem seen (x, options)) then begin
          Hashtbl.add seen (x, options) ();
          let own = Bits.elements order options in
          let i = ref 0 in
          while !i < !count do
            let y, others = !sums.(!i) in
            let to_ = times y x and both = Bits.none order in
            List.iter (fun z -> Bits.add both (times y z)) own;
            List.iter (fun z -> Bits.add both (times z x)) (Bits.elements order others);
            if List.exists (fun s -> Bits.within s both) kept.(to_) then (if !i = 0 then i := max_int - 1)
            else begin
              if !i = 0 then basis := (x, own) :: !basis;
              kept.(to_) <- both :: kept.(to_);
              add (to_, both)
            end;
            incr i
          done
        end)
      (heaps m times order);
    List.rev_map (fun (x, own) -> (pos (x + 1), List.map (fun y -> pos (y + 1)) own)) !basis
  end
