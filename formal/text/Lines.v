(* Lines, words and numbers. *)
From Coq Require Import List NArith ZArith Bool String Ascii.
Import ListNotations.
Local Open Scope string_scope.

Fixpoint split (sep : ascii) (s : string) : list string :=
  match s with
  | EmptyString => [EmptyString]
  | String c s => if Ascii.eqb c sep then EmptyString :: split sep s
                  else match split sep s with w :: ws => String c w :: ws | [] => [] end
  end.
Definition newline : ascii := ascii_of_nat 10.

Definition digit_of (c : ascii) : option N :=
  let v := N_of_ascii c in
  if (N.leb 48 v && N.leb v 57)%bool then Some (v - 48)%N else None.

Fixpoint digits_of (s : string) : option (list N) :=
  match s with
  | EmptyString => Some []
  | String c s => match digit_of c, digits_of s with Some d, Some l => Some (d :: l) | _, _ => None end
  end.

(* Numbers have at most 13 digits: those of certificates are below 2^40. *)
Definition number_of (s : string) : option N :=
  if Nat.ltb 13 (String.length s) then None else
  match digits_of s with
  | Some (d :: l) => Some (fold_left (fun a d => 10 * a + d)%N l d)
  | _ => None
  end.

Definition integer_of (s : string) : option Z :=
  match s with
  | String "-" r => match number_of r with Some n => Some (- Z.of_N n)%Z | None => None end
  | _ => match number_of s with Some n => Some (Z.of_N n) | None => None end
  end.

Fixpoint all_some {A B} (f : A -> option B) (l : list A) : option (list B) :=
  match l with
  | [] => Some []
  | a :: l => match f a with
              | Some b => match all_some f l with Some m => Some (b :: m) | None => None end
              | None => None
              end
  end.

(* A certificate: the rule, the game, the kind, and the other lines, word by word, up to "end". *)
Record certificate := {
  rule_lines : list string;
  game_name : string;
  kind : string;
  fields : list (list string) }.

Definition begins (w s : string) : option string :=
  if String.prefix w s then Some (String.substring (String.length w) (String.length s) s) else None.

Fixpoint rules_first (l : list string) : list string * list string :=
  match l with
  | s :: l' => match begins "rule " s with
               | Some r => let (a, b) := rules_first l' in (r :: a, b)
               | None => ([], l)
               end
  | [] => ([], [])
  end.

Fixpoint up_to_end (l : list string) : option (list (list string)) :=
  match l with
  | [e; last] => if (e =? "end") && (last =? "") then Some [] else None
  | s :: l => match up_to_end l with Some r => Some (split " " s :: r) | None => None end
  | [] => None
  end.

Definition read_certificate (text : string) : option certificate :=
  match split newline text with
  | first :: l =>
    if first =? "grundy-certificate 1" then
      match rules_first l with
      | (rules, game :: k :: l) =>
        match begins "game " game, begins "kind " k, up_to_end l with
        | Some g, Some k, Some f => Some {| rule_lines := rules; game_name := g; kind := k; fields := f |}
        | _, _, _ => None
        end
      | _ => None
      end
    else None
  | [] => None
  end.

(* The numbers of a line that begins with this word. *)
Definition integers_of (word : string) (line : list string) : option (list Z) :=
  match line with w :: ns => if w =? word then all_some integer_of ns else None | [] => None end.
Definition naturals_of (word : string) (line : list string) : option (list N) :=
  match line with w :: ns => if w =? word then all_some number_of ns else None | [] => None end.
Definition natural_of (word : string) (line : list string) : option N :=
  match naturals_of word line with Some [n] => Some n | _ => None end.
