(* The text of a rule, read: one game of natural numbers, lines of linear terms with quotients by constants. Anything else
   is refused. *)
From Coq Require Import List NArith ZArith Bool String Ascii.
From Grundy Require Import Formula Rule Lines.
Import ListNotations.
Local Open Scope string_scope.

Inductive token :=
| Word (s : string) | Number (n : N)
| Plus | Minus | Times | Over | Percent | Open | Close | OpenSet | CloseSet | Comma
| Equal | NotEqual | Less | AtMost | Greater | AtLeast | Arrow | Dots.

Definition is_part_of_word (c : ascii) : bool :=
  let v := N_of_ascii c in
  match digit_of c with
  | Some _ => true
  | None => ((N.leb 65 v && N.leb v 90) || (N.leb 97 v && N.leb v 122) || N.eqb v 95)%bool
  end.

(* A number is a word here, until read_numbers. *)
Fixpoint tokens (s : string) : option (list token) :=
  match s with
  | EmptyString => Some []
  | String c s' =>
    match tokens s' with
    | None => None
    | Some l =>
        if is_part_of_word c then
          let goes_on := match s' with String d _ => is_part_of_word d | EmptyString => false end in
          match l with
          | Word w :: l' => if goes_on then Some (Word (String c w) :: l') else Some (Word (String c EmptyString) :: l)
          | _ => Some (Word (String c EmptyString) :: l)
          end
        else
          match c, l with
          | " "%char, _ => Some l
          | "+"%char, _ => Some (Plus :: l)
          | "-"%char, _ => match s', l with
                           | String ">" _, Greater :: l => Some (Arrow :: l)
                           | _, _ => Some (Minus :: l)
                           end
          | "*"%char, _ => match s' with String "*" _ => None | _ => Some (Times :: l) end
          | "/"%char, _ => Some (Over :: l)
          | "%"%char, _ => Some (Percent :: l)
          | "("%char, _ => Some (Open :: l)
          | ")"%char, _ => Some (Close :: l)
          | "{"%char, _ => Some (OpenSet :: l)
          | "}"%char, _ => Some (CloseSet :: l)
          | ","%char, _ => Some (Comma :: l)
          | "="%char, _ => Some (Equal :: l)
          | ">"%char, _ => match s', l with String "=" _, Equal :: l => Some (AtLeast :: l) | _, _ => Some (Greater :: l) end
          | "<"%char, _ => match s', l with
                           | String "=" _, Equal :: l => Some (AtMost :: l)
                           | String "<" _, _ => None
                           | _, _ => Some (Less :: l)
                           end
          | "!"%char, Equal :: l => match s' with String "=" _ => Some (NotEqual :: l) | _ => None end
          | "."%char, _ => match s' with
                           | String "." (String "." _) => None
                           | String "." _ => Some l
                           | _ => Some (Dots :: l)
                           end
          | _, _ => None
          end
    end
  end.

(* Words that begin with a digit are numbers, if they have digits only. *)
Fixpoint read_numbers (l : list token) : option (list token) :=
  match l with
  | [] => Some []
  | t :: l =>
    match read_numbers l with
    | None => None
    | Some r =>
      match t with
      | Word (String c _ as w) =>
        match digit_of c with
        | Some _ => match number_of w with Some n => Some (Number n :: r) | None => None end
        | None => Some (t :: r)
        end
      | _ => Some (t :: r)
      end
    end
  end.

Definition read_tokens (s : string) : option (list token) :=
  match tokens s with Some l => read_numbers l | None => None end.

(* ---- terms ---- *)

Fixpoint find_name (s : string) (names : list string) : option nat :=
  match names with
  | [] => None
  | n :: names => if s =? n then Some O else match find_name s names with Some i => Some (S i) | None => None end
  end.

Fixpoint closed (t : term) : bool :=
  match t with
  | Num _ => true | Var _ => false
  | Add a b | Max a b => closed a && closed b
  | Mul _ a | Div a _ => closed a
  end.
Definition times (a b : term) : option term :=
  if closed a then Some (Mul (eval [] a) b) else if closed b then Some (Mul (eval [] b) a) else None.
Definition divisor (b : term) : option positive :=
  if closed b then match eval [] b with Zpos p => Some p | _ => None end else None.

Definition result A := option (A * list token).

Fixpoint read_sum (f : nat) (names : list string) (ts : list token) : result term :=
  match f with
  | O => None
  | S f => match read_product f names ts with Some (a, ts) => more_sum f names a ts | None => None end
  end
with more_sum (f : nat) (names : list string) (a : term) (ts : list token) : result term :=
  match f with
  | O => None
  | S f =>
    match ts with
    | Plus :: ts => match read_product f names ts with Some (b, ts) => more_sum f names (Add a b) ts | None => None end
    | Minus :: ts => match read_product f names ts with Some (b, ts) => more_sum f names (Sub a b) ts | None => None end
    | _ => Some (a, ts)
    end
  end
with read_product (f : nat) (names : list string) (ts : list token) : result term :=
  match f with
  | O => None
  | S f => match read_signed f names ts with Some (a, ts) => more_product f names a ts | None => None end
  end
with more_product (f : nat) (names : list string) (a : term) (ts : list token) : result term :=
  match f with
  | O => None
  | S f =>
    match ts with
    | Times :: ts =>
      match read_signed f names ts with
      | Some (b, ts) => match times a b with Some t => more_product f names t ts | None => None end
      | None => None
      end
    | Over :: ts =>
      match read_signed f names ts with
      | Some (b, ts) => match divisor b with Some d => more_product f names (Div a d) ts | None => None end
      | None => None
      end
    | Percent :: ts =>
      match read_signed f names ts with
      | Some (b, ts) => match divisor b with Some d => more_product f names (Mod a d) ts | None => None end
      | None => None
      end
    | _ => Some (a, ts)
    end
  end
with read_signed (f : nat) (names : list string) (ts : list token) : result term :=
  match f with
  | O => None
  | S f =>
    match ts with
    | Minus :: ts => match read_signed f names ts with Some (a, ts) => Some (Mul (-1) a, ts) | None => None end
    | Number n :: ts => Some (Num (Z.of_N n), ts)
    | Open :: ts => match read_sum f names ts with Some (a, Close :: ts) => Some (a, ts) | _ => None end
    | Word w :: Open :: ts =>
      match read_list f names ts with
      | Some (l, Close :: ts) =>
        match l with
        | [a] => if w =? "abs" then Some (Abs a, ts) else None
        | a :: l => if w =? "max" then Some (fold_left Max l a, ts)
                    else if w =? "min" then Some (fold_left Min l a, ts) else None
        | [] => None
        end
      | _ => None
      end
    | Word w :: ts => match find_name w names with Some i => Some (Var i, ts) | None => None end
    | _ => None
    end
  end
with read_list (f : nat) (names : list string) (ts : list token) : result (list term) :=
  match f with
  | O => None
  | S f =>
    match read_sum f names ts with
    | Some (a, Comma :: ts) => match read_list f names ts with Some (l, ts) => Some (a :: l, ts) | None => None end
    | Some (a, ts) => Some ([a], ts)
    | None => None
    end
  end.

(* ---- conditions ---- *)

Definition comparison (t : token) : option (term -> term -> formula) :=
  match t with
  | Equal => Some Eq | NotEqual => Some Ne | Less => Some Lt | AtMost => Some Le
  | Greater => Some (fun a b => Lt b a) | AtLeast => Some (fun a b => Le b a)
  | _ => None
  end.

Definition among (a : term) (l : list term) : formula := some_of (map (Eq a) l).
Definition is_word (w : string) (t : token) : bool := match t with Word s => s =? w | _ => false end.

Fixpoint read_comparisons (f : nat) (names : list string) (a : term) (ts : list token) : result formula :=
  match f with
  | O => None
  | S f =>
    match ts with
    | t :: ts' =>
      match comparison t with
      | Some c =>
        match read_sum f names ts' with
        | Some (b, ts) =>
          match read_comparisons f names b ts with
          | Some (g, ts) => Some (And (c a b) g, ts)
          | None => Some (c a b, ts)
          end
        | None => None
        end
      | None =>
        if is_word "in" t then
          match ts' with
          | OpenSet :: CloseSet :: ts => Some (No, ts)
          | OpenSet :: ts => match read_list f names ts with Some (l, CloseSet :: ts) => Some (among a l, ts) | _ => None end
          | _ => None
          end
        else None
      end
    | [] => None
    end
  end.

Fixpoint read_or (f : nat) (names : list string) (ts : list token) : result formula :=
  match f with
  | O => None
  | S f =>
    match read_and f names ts with
    | Some (a, t :: ts) =>
      if is_word "or" t then match read_or f names ts with Some (b, ts) => Some (Or a b, ts) | None => None end
      else Some (a, t :: ts)
    | r => r
    end
  end
with read_and (f : nat) (names : list string) (ts : list token) : result formula :=
  match f with
  | O => None
  | S f =>
    match read_not f names ts with
    | Some (a, t :: ts) =>
      if is_word "and" t then match read_and f names ts with Some (b, ts) => Some (And a b, ts) | None => None end
      else Some (a, t :: ts)
    | r => r
    end
  end
with read_not (f : nat) (names : list string) (ts : list token) : result formula :=
  match f with
  | O => None
  | S f =>
    match ts with
    | [] => None
    | t :: ts' =>
      if is_word "not" t then match read_not f names ts' with Some (a, ts) => Some (neg a, ts) | None => None end
      else
        match match read_sum f names ts with Some (a, ts) => read_comparisons f names a ts | None => None end with
        | Some r => Some r
        | None => match t with
                  | Open => match read_or f names ts' with Some (a, Close :: ts) => Some (a, ts) | _ => None end
                  | _ => None
                  end
        end
    end
  end.

(* ---- lines ---- *)

Fixpoint read_parts (f : nat) (game : string) (arity : nat) (names : list string) (ts : list token) :
    result (list (list term)) :=
  match f with
  | O => None
  | S f =>
    match ts with
    | Word w :: Open :: ts =>
      if w =? game then
        match read_list f names ts with
        | Some (l, Close :: ts) =>
          if Nat.eqb (List.length l) arity then
            match ts with
            | Plus :: ts =>
              match read_parts f game arity names ts with Some (r, ts) => Some (l :: r, ts) | None => None end
            | _ => Some ([l], ts)
            end
          else None
        | _ => None
        end
      else None
    | _ => None
    end
  end.

(* The names of binders, which stand behind the parts that use them. *)
Definition read_binder (f : nat) (names : list string) (ts : list token) : option (string * formula * list token) :=
  match ts with
  | Word w :: ts =>
    match find_name w names with
    | Some _ => None
    | None =>
      let x := Var (List.length names) in
      match ts with
      | AtMost :: ts => match read_sum f names ts with Some (a, ts) => Some (w, Le x a, ts) | None => None end
      | Less :: ts => match read_sum f names ts with Some (a, ts) => Some (w, Lt x a, ts) | None => None end
      | AtLeast :: ts => match read_sum f names ts with Some (a, ts) => Some (w, Le a x, ts) | None => None end
      | Greater :: ts => match read_sum f names ts with Some (a, ts) => Some (w, Lt a x, ts) | None => None end
      | Equal :: ts => match read_sum f names ts with Some (a, ts) => Some (w, Eq x a, ts) | None => None end
      | t :: ts' =>
        if is_word "in" t then
          match ts' with
          | OpenSet :: ts => match read_list f names ts with
                             | Some (l, CloseSet :: ts) => Some (w, among x l, ts)
                             | _ => None
                             end
          | _ => match read_sum f names ts' with
                 | Some (a, Dots :: ts) =>
                   match read_sum f names ts with Some (b, ts) => Some (w, And (Le a x) (Le x b), ts) | None => None end
                 | _ => None
                 end
          end
        else Some (w, Yes, ts)
      | [] => Some (w, Yes, ts)
      end
    end
  | _ => None
  end.

Fixpoint read_binders (f : nat) (names : list string) (ts : list token) : option (list string * formula * list token) :=
  match f with
  | O => None
  | S f =>
    match read_binder f names ts with
    | Some (w, g, Comma :: ts) =>
      match read_binders f (names ++ [w]) ts with
      | Some (names, h, ts) => Some (names, And g h, ts)
      | None => None
      end
    | Some (w, g, ts) => Some (names ++ [w], g, ts)%list
    | None => None
    end
  end.

Fixpoint from_word (w : string) (ts : list token) : option (list token) :=
  match ts with [] => None | t :: ts => if is_word w t then Some ts else from_word w ts end.

Definition read_line (game : string) (coordinates : list string) (s : string) : option line :=
  match read_tokens s with
  | Some (Arrow :: ts) =>
    let f := (20 * List.length ts + 20)%nat in
    let arity := List.length coordinates in
    let bound := match from_word "for" ts with Some ts => read_binders f coordinates ts | None => Some (coordinates, Yes, []) end in
    match bound with
    | None => None
    | Some (names, g, after) =>
      let finish (after : list token) ps :=
        let whole c := Some {| variables := List.length names - arity; condition := And g c; parts := ps |} in
        match after with
        | [] => whole Yes
        | t :: ts => if is_word "if" t then match read_or f names ts with Some (c, []) => whole c | _ => None end else None
        end in
      match read_parts f game arity names ts with
      | Some (ps, rest) =>
        match rest with
        | t :: _ => if is_word "for" t then finish after ps else finish rest ps
        | [] => finish [] ps
        end
      | None => None
      end
    end
  | _ => None
  end.

Fixpoint read_names (ts : list token) (before : list string) : option (list string) :=
  match ts with
  | Word w :: ts' =>
    match find_name w before with
    | Some _ => None
    | None => match ts' with
              | [Close] => Some (before ++ [w])%list
              | Comma :: ts => read_names ts (before ++ [w])%list
              | _ => None
              end
    end
  | _ => None
  end.

(* How many coordinates the game has, and its moves. *)
Definition read_rule (game : string) (lines : list string) : option (nat * rule) :=
  match lines with
  | head :: moves =>
    match read_tokens head with
    | Some (Word g :: Word name :: Open :: ts) =>
      if (g =? "game") && (name =? game) then
        match read_names ts [] with
        | Some names =>
          match all_some (read_line game names) moves with
          | Some r => Some (List.length names, r)
          | None => None
          end
        | None => None
        end
      else None
    | _ => None
    end
  | [] => None
  end.
