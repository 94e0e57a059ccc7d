(* A search for proofs that linear conditions contradict each other on the integers: Farkas factors by the simplex method,
   rounded rows, and cases. What it finds is checked by the extracted program, so that nothing here needs to be trusted:
   not even that numbers do not overflow. *)
open Checker
open Stdlib
open Numbers

let rec gcd a b = if b = 0 then abs a else gcd b (a mod b)

(* ---- fractions ---- *)

type fraction = { n : int; d : int }

let fraction n d =
  let g = gcd n d in
  if g = 0 then { n = 0; d = 1 } else if d < 0 then { n = -n / g; d = -d / g } else { n = n / g; d = d / g }
let zero = { n = 0; d = 1 }
let one = { n = 1; d = 1 }
let ( +/ ) a b = fraction ((a.n * b.d) + (b.n * a.d)) (a.d * b.d)
let ( -/ ) a b = fraction ((a.n * b.d) - (b.n * a.d)) (a.d * b.d)
let ( */ ) a b = fraction (a.n * b.n) (a.d * b.d)
let ( // ) a b = fraction (a.n * b.d) (a.d * b.n)
let floor_div a b = if a >= 0 then a / b else -((-a + b - 1) / b)

(* ---- rows a·x + c >= 0 ---- *)

type row = { a : int array; c : int }

let plain_row width ((l, c) : Checker.row) =
  let a = Array.make width 0 in
  List.iteri (fun i z -> a.(i) <- int_integer z) l;
  { a; c = int_integer c }
let checker_row r : Checker.row = (List.map integer (Array.to_list r.a), integer r.c)

type answer = Factors of int array | Point of fraction array

(* How often the simplex method may still be used for a certificate. *)
exception Given_up
let most_uses = 300_000
let uses = ref most_uses

(* Natural factors with which the rows add up to a negative number, or a point where all rows hold. The factors f are a
   solution of f·a = 0, f·c = -1, f >= 0, which the simplex method looks for; Bland's rule makes it end. *)
let simplex width (rows : row array) =
  decr uses;
  if !uses < 0 then raise Given_up;
  let m = Array.length rows and k = width + 1 in
  (* One line for each equation; the last columns are those of the artificial variables, and the right side. *)
  let t =
    Array.init k (fun i ->
        Array.init (m + k + 1) (fun j ->
            if j < m then
              if i < width then fraction rows.(j).a.(i) 1 else fraction (-rows.(j).c) 1
            else if j < m + k then if j - m = i then one else zero
            else if i < width then zero else one)) in
  let cost = Array.init (m + k + 1) (fun j ->
      if j >= m && j < m + k then zero
      else Array.fold_left (fun s line -> s -/ line.(j)) zero t) in
  let basis = Array.init k (fun i -> m + i) in
  let pivot r j =
    let p = t.(r).(j) in
    Array.iteri (fun x v -> t.(r).(x) <- v // p) t.(r);
    let clear line =
      let f = line.(j) in
      if f.n <> 0 then Array.iteri (fun x v -> if v.n <> 0 then line.(x) <- line.(x) -/ (f */ v)) t.(r) in
    Array.iteri (fun i line -> if i <> r then clear line) t;
    clear cost;
    basis.(r) <- j in
  let steps = ref 0 in
  let rec go () =
    incr steps;
    let rec entering j = if j >= m then None else if cost.(j).n < 0 then Some j else entering (j + 1) in
    match entering 0 with
    | None -> ()
    | Some j ->
      let best = ref None in
      Array.iteri
        (fun i line ->
          if line.(j).n > 0 then begin
            let ratio = line.(m + k) // line.(j) in
            match !best with
            | Some (b, r) when
                let d = ratio -/ b in
                d.n > 0 || (d.n = 0 && basis.(r) <= basis.(i)) -> ()
            | _ -> best := Some (ratio, i)
          end)
        t;
      match !best with
      | Some (_, r) when !steps < 2000 ->
        pivot r j;
        go ()
      | _ -> () in
  go ();
  if cost.(m + k).n = 0 then begin
    let f = Array.make m zero in
    Array.iteri (fun i b -> if b < m then f.(b) <- t.(i).(m + k)) basis;
    let common = Array.fold_left (fun l x -> l / gcd l x.d * x.d) 1 f in
    Factors (Array.map (fun x -> x.n * (common / x.d)) f)
  end
  else begin
    (* The costs of the artificial variables are 1 minus the multipliers of the equations. *)
    let y = Array.init k (fun i -> cost.(m + i) -/ one) in
    let s = zero -/ y.(width) in
    if s.n = 0 then Point (Array.make width zero) else Point (Array.init width (fun i -> y.(i) // s))
  end

(* ---- proofs ---- *)

let naturals f = List.map num (Array.to_list f)
let factors count entries =
  let f = Array.make count 0 in
  List.iter (fun (i, v) -> f.(i) <- f.(i) + v) entries;
  naturals f

(* Rows are kept newest first, as the checker keeps them. *)
let rec prove width depth (rows : row list) : proof option =
  let array = Array.of_list rows in
  let count = Array.length array in
  let derived entries =
    let a = Array.make width 0 and c = ref 0 in
    List.iter
      (fun (i, v) ->
        Array.iteri (fun x u -> a.(x) <- a.(x) + (v * u)) array.(i).a;
        c := !c + (v * array.(i).c))
      entries;
    let g = Array.fold_left gcd 0 a in
    if g = 0 then ({ a; c = !c }, 1) else ({ a = Array.map (fun u -> u / g) a; c = floor_div !c g }, g) in
  let is_new r = not (List.exists (fun s -> s.a = r.a && s.c <= r.c) rows) in
  let cut entries =
    let r, g = derived entries in
    match prove width depth (r :: rows) with
    | Some p -> Some (Cut (factors count entries, pos g, p))
    | None -> None in
  (* A row that can be rounded. *)
  let rec rounding i =
    if i >= count then None
    else begin
      let g = Array.fold_left gcd 0 array.(i).a in
      if g > 1 && is_new (fst (derived [ (i, 1) ])) then Some [ (i, 1) ] else rounding (i + 1)
    end in
  (* A row from which an equation takes a variable; the best ones can be rounded then. *)
  let elimination () =
    let found = ref None and rounded = ref None in
    for i = 0 to count - 1 do
      for j = i + 1 to count - 1 do
        if !rounded = None && array.(i).c = -array.(j).c && array.(i).a = Array.map (fun u -> -u) array.(j).a then
          Array.iteri
            (fun v u ->
              if abs u = 1 then
                for l = 0 to count - 1 do
                  let w = array.(l).a.(v) in
                  if !rounded = None && l <> i && l <> j && w <> 0 then begin
                    let entries = [ (l, 1); ((if w * u < 0 then i else j), abs w) ] in
                    let r, g = derived entries in
                    if Array.exists (fun u -> u <> 0) r.a && is_new r && count < 120 then
                      if g > 1 then rounded := Some entries else if !found = None then found := Some entries
                  end
                done)
            array.(i).a
      done
    done;
    if !rounded = None then !found else !rounded in
  match simplex width array with
  | Factors f -> Some (Sum_negative (naturals f))
  | Point x ->
    if Array.for_all (fun v -> v.d = 1) x || depth = 0 then None
    else
      match rounding 0 with
      | Some entries -> cut entries
      | None -> (
        match elimination () with
        | Some entries -> cut entries
        | None ->
          let rec broken i = if x.(i).d <> 1 then i else broken (i + 1) in
          let i = broken 0 in
          let a = Array.init width (fun j -> if i = j then 1 else 0) in
          let low = { a; c = -(floor_div x.(i).n x.(i).d + 1) } in
          let high = { a = Array.map (fun u -> -u) a; c = -1 - low.c } in
          match prove width (depth - 1) (low :: rows) with
          | None -> None
          | Some p -> (
            match prove width (depth - 1) (high :: rows) with
            | None -> None
            | Some q -> Some (Split (checker_row low, p, q))))

let rec width_of = function
  | Row (l, _) -> List.length l
  | Both (f, g) | Either (f, g) -> max (width_of f) (width_of g)

(* The steps of Linear.walk. A branch is closed as early as the simplex method sees that it can be; proofs that need whole
   numbers are looked for at the ends of branches. *)
let find_proof (f : rows_formula) : step list =
  let width = width_of f in
  let steps = ref [] in
  let rec walk f rows k =
    match f with
    | Row r ->
      let rows = plain_row width r :: rows in
      (match simplex width (Array.of_list rows) with
      | Factors f ->
        steps := Closed (Sum_negative (naturals f)) :: !steps;
        true
      | Point _ ->
        let before = !steps in
        steps := On :: before;
        k rows
        || begin
             steps := before;
             match prove width 12 rows with
             | Some p ->
               steps := Closed p :: before;
               true
             | None -> false
           end)
    | Both (f, g) -> walk f rows (fun rows -> walk g rows k)
    | Either (f, g) -> walk f rows k && walk g rows k in
  match walk f [] (fun _ -> false) with
  | true -> List.rev !steps
  | false | (exception Given_up) -> []
