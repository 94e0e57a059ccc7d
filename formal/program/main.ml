(* grundy-verify FILE...: checks certificates by the program that was extracted from Coq.

   What this file does is not proved, and needs no proof, except for two things: it splits a file into certificates, and it
   prints what the checker answers. It also searches for hints. A wrong hint costs time, or makes the checker reject
   what is true; it accepts nothing because of it. *)
open Checker
open Stdlib
open Numbers

let read path =
  let channel = if path = "-" then stdin else open_in_bin path in
  let buffer = Buffer.create 65536 in
  (try
     while true do
       Buffer.add_channel buffer channel 1
     done
   with End_of_file -> ());
  Buffer.contents buffer

(* The certificates of a file, each with the line of the file on which it begins. *)
let certificates text =
  let first = "grundy-certificate " in
  let starts at =
    String.length text - at >= String.length first && String.sub text at (String.length first) = first in
  let pieces = ref [] and from = ref 0 and from_line = ref 1 and line = ref 1 in
  String.iteri
    (fun i c ->
      if c = '\n' then begin
        incr line;
        if starts (i + 1) then begin
          pieces := (!from_line, String.sub text !from (i + 1 - !from)) :: !pieces;
          from := i + 1;
          from_line := !line
        end
      end)
    text;
  List.rev ((!from_line, String.sub text !from (String.length text - !from)) :: !pieces)

let kind text =
  let rec find = function
    | [] -> "none"
    | line :: rest ->
      if String.length line > 5 && String.sub line 0 5 = "kind " then String.sub line 5 (String.length line - 5)
      else find rest in
  find (String.split_on_char '\n' text)

(* ---- a hint for heaps: the mask by which the fewest of the first values are rare ---- *)

let parity v =
  let rec go v odd = if v = 0 then odd else go (v land (v - 1)) (not odd) in
  go v false

let mask code =
  if int_nat (most_heaps code) <> 2 || not (plain_code code) then None
  else match table (nat 500) fuel code [] with
  | None -> None
  | Some last_first ->
    let g = Array.of_list (List.rev_map int_num last_first) in
    let parities =
      List.sort_uniq compare
        (List.concat (List.mapi (fun j d -> if int_num d land 4 <> 0 then [ j land 1 ] else []) code)) in
    let top = Array.fold_left max 1 g in
    let rec above b = if b > top then b else above (2 * b) in
    let best = ref None and fewest = ref 350 in
    List.iter
      (fun twist ->
        let taken = match parities with s :: _ -> s | [] -> 0 in
        for m = 1 to min 255 (above 1 - 1) do
          let rares = ref 0 in
          Array.iteri (fun n v -> if parity (v land m) = (twist && (n + taken) land 1 = 1) then incr rares) g;
          if !rares < !fewest then begin
            fewest := !rares;
            best := Some { mask0 = num m; twist; taken = taken = 1 }
          end
        done)
      (match parities with [] -> [] | [ _ ] -> [ false; true ] | _ -> [ false ]);
    !best

(* ---- the program ---- *)

type answer = Accepted | Rejected | Beyond of string

let help =
  { for_rules = { find_proof = Proof_search.find_proof; find_ways = Way_search.find_ways }; for_heaps = mask;
    for_quotients =
      { find_words = Quotient_search.find_words; find_sums = Quotient_search.find_sums;
        find_basis = Quotient_search.find_basis } }

let known_kinds = [ "heap"; "three"; "periodic"; "quotient"; "formula"; "outcomes" ]

let judge text =
  Proof_search.uses := Proof_search.most_uses;
  match if List.mem (kind text) known_kinds then verify help text else None with
  | Some true -> Accepted
  | Some false when List.mem (kind text) [ "formula"; "outcomes" ] ->
    Beyond "no proof of some linear conditions was found; what the certificate says may be true"
  | Some false -> Rejected
  | None ->
    Beyond (Printf.sprintf "the verified checker does not know this kind of certificate (%s), or its numbers are too large" (kind text))

(* Long lists need a large stack: the program starts itself again with one. *)
let with_large_stack () =
  let mark = "GRUNDY_VERIFY_STACK" in
  if Sys.getenv_opt mark = None then begin
    Unix.putenv mark "set";
    let command = "ulimit -s unlimited 2>/dev/null || ulimit -s \"$(ulimit -H -s)\"; exec \"$0\" \"$@\"" in
    let arguments = Array.sub Sys.argv 1 (Array.length Sys.argv - 1) in
    try Unix.execv "/bin/sh" (Array.append [| "sh"; "-c"; command; Sys.executable_name |] arguments)
    with Unix.Unix_error _ -> ()
  end

(* Exit status: 0 all accepted, 1 something is rejected, 2 a file can't be read, 3 something is not decided. *)
let () =
  with_large_stack ();
  (* Each collection looks through the stack, which long lists make deep. *)
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 200 };
  let status = ref 0 in
  let worse s = if !status = 0 || s < !status then status := s in
  let files = List.tl (Array.to_list Sys.argv) in
  if files = [] then begin
    prerr_endline "usage: grundy-verify FILE...";
    exit 2
  end;
  List.iter
    (fun file ->
      match read file with
      | exception Sys_error reason ->
        Printf.eprintf "error: %s\n" reason;
        worse 2
      | text ->
        let all = certificates text in
        let accepted = ref 0 in
        List.iter
          (fun (line, text) ->
            let answer =
              try judge text with
              | Stack_overflow -> Beyond "the stack is too small; ulimit -s sets it"
              | Out_of_memory -> Beyond "there is not enough memory" in
            match answer with
            | Accepted -> incr accepted
            | Rejected ->
              Printf.printf "%s:%d: rejected: the verified checker finds no proof of what it claims\n%!" file line;
              worse 1
            | Beyond reason ->
              Printf.printf "%s:%d: not decided: %s\n%!" file line reason;
              worse 3)
          all;
        Printf.printf "%s: %d of %d certificates accepted\n%!" file !accepted (List.length all))
    files;
  exit !status
