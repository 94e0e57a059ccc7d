(* Certificates of kinds formula and outcomes: from the text to the theorem about play. *)
From Coq Require Import List NArith ZArith Bool String.
From Grundy Require Import Game Formula Rule Linear Lines RuleText Words Cases FormulaLaw OutcomeLaw.
Import ListNotations.
Local Open Scope string_scope.

(* ---- rows of numbers, over these terms ---- *)

Fixpoint row_term (a : list Z) (ts : list term) : option term :=
  match a, ts with
  | [c], [] => Some (Num c)
  | k :: a, t :: ts => match row_term a ts with
                       | Some s => Some (if (k =? 0)%Z then s else Add (Mul k t) s)
                       | None => None
                       end
  | _, _ => None
  end.

(* "if a… c", "equal a… c": 0 or more, 0. *)
Definition row_condition (word : string) (make : term -> formula) (line : list string) (ts : list term) : option formula :=
  match integers_of word line with
  | Some a => match row_term a ts with Some t => Some (make t) | None => None end
  | None => None
  end.
Definition is_zero (t : term) : formula := Eq t (Num 0).

(* "value d a… c", "let d a… c": a quotient. *)
Definition row_quotient (word : string) (line : list string) (ts : list term) : option term :=
  match integers_of word line with
  | Some (Zpos d :: a) => match row_term a ts with
                          | Some t => Some (match d with xH => t | _ => Div t d end)
                          | None => None
                          end
  | _ => None
  end.

(* "residue i m r" *)
Definition residue (line : list string) (n : nat) : option (term * Z) :=
  match integers_of "residue" line with
  | Some [i; Zpos m; r] =>
    if ((0 <=? i)%Z && (i <? Z.of_nat n)%Z)%bool then Some (Mod (Var (Z.to_nat i)) m, r) else None
  | _ => None
  end.

Definition starts (word : string) (line : list string) : bool :=
  match line with w :: _ => w =? word | [] => false end.

(* ---- cases ---- *)

Section Lines.
  Variable n : nat.
  Definition variables_of (k : nat) : list term := map Var (seq 0 k).

  (* The lines of a case from here on: its conditions, its value, the cases behind it, and the lines behind these. *)
  Fixpoint read_cases (lines : list (list string)) :
      option (equations * list formula * list term * list case * list (list string)) :=
    match lines with
    | [] => Some ([], [], [], [], [])
    | line :: rest =>
      if (starts "measure" line || starts "witness" line)%bool then Some ([], [], [], [], lines)
      else
        match read_cases rest with
        | None => None
        | Some (rests, conditions, value, others, behind) =>
          if starts "case" line then
            match line with
            | [_] => Some ([], [], [], (rests, all_of conditions, value) :: others, behind)
            | _ => None
            end
          else if starts "value" line then
            match row_quotient "value" line (variables_of n) with
            | Some v => Some (rests, conditions, v :: value, others, behind)
            | None => None
            end
          else
            match row_condition "if" Ge line (variables_of n), residue line n with
            | Some c, _ => Some (rests, c :: conditions, value, others, behind)
            | None, Some tz => Some (tz :: rests, conditions, value, others, behind)
            | None, None => None
            end
        end
    end.

  Fixpoint read_measures (lines : list (list string)) : option (list (list N) * list (list string)) :=
    match lines with
    | line :: rest =>
      if starts "measure" line then
        match naturals_of "measure" line, read_measures rest with
        | Some m, Some (ms, behind) => Some (m :: ms, behind)
        | _, _ => None
        end
      else Some ([], lines)
    | [] => Some ([], [])
    end.

  (* The lines of a witness: its conditions and the choice of the line's variables. Where it leads follows from these. *)
  Fixpoint read_witness (lines : list (list string)) (ts : list term) :
      option (list formula * list term * list (list string)) :=
    match lines with
    | line :: rest =>
      if starts "witness" line then Some ([], [], lines)
      else if starts "let" line then
        match row_quotient "let" line ts with Some t => read_witness rest (ts ++ [t])%list | None => None end
      else
        match read_witness rest ts with
        | None => None
        | Some (conditions, chosen, behind) =>
          if starts "to" line then Some (conditions, chosen, behind)
          else if starts "with" line then
            match integers_of "with" line with
            | Some a => match row_term a ts with Some t => Some (conditions, t :: chosen, behind) | None => None end
            | None => None
            end
          else
            match (if starts "if" line then row_condition "if" Ge line ts
                   else row_condition "equal" is_zero line ts) with
            | Some c => Some (c :: conditions, chosen, behind)
            | None => None
            end
        end
    | [] => Some ([], [], [])
    end.

  Fixpoint read_witnesses (powers fuel : nat) (lines : list (list string)) : option (list witness) :=
    match fuel, lines with
    | _, [] => Some []
    | S fuel, line :: rest =>
      match naturals_of "witness" line, read_witness rest (variables_of (n + powers)) with
      | Some [Npos l], Some (conditions, chosen, behind) =>
        match read_witnesses powers fuel behind with
        | Some ws => Some ({| of_line := Nat.pred (Pos.to_nat l); when := all_of conditions; chosen := chosen |} :: ws)
        | None => None
        end
      | _, _ => None
      end
    | O, _ => None
    end.
End Lines.

(* ---- the claim ---- *)

Record law_claim := {
  l_arity : nat; l_powers : nat; l_rule : rule; l_cases : list case; l_measures : list (list N); l_witnesses : list witness }.

(* In every position the first case that applies says the value. *)
Definition true_law (m : law_claim) : Prop := right_law (l_arity m) (l_powers m) (l_rule m) (l_cases m).

Definition check_law (s : search) (m : law_claim) : bool :=
  is_law (find_proof s) (l_arity m) (l_powers m) (l_rule m) (l_cases m) (l_measures m) (l_witnesses m).

Theorem check_law_sound s m : check_law s m = true -> true_law m.
Proof. apply law_sound. Qed.

Record outcome_claim := { o_arity : nat; o_rule : rule; o_cases : list case; o_witnesses : list witness }.

(* The first case that applies says who wins, or that nobody does. *)
Definition true_outcomes (m : outcome_claim) : Prop := right_outcomes (o_arity m) (o_rule m) (o_cases m).

Definition check_outcomes (s : search) (m : outcome_claim) : bool :=
  is_outcome_law (find_proof s) (o_arity m) (o_rule m) (o_cases m) (o_witnesses m).

Theorem check_outcomes_sound s m : check_outcomes s m = true -> true_outcomes m.
Proof. apply outcome_law_sound. Qed.

(* Rules whose moves lead to sums are left to the other checker. *)
Definition single_rule (c : certificate) : option (nat * rule) :=
  match read_rule (game_name c) (rule_lines c) with
  | Some (n, r) => if forallb (is_single n) r then Some (n, r) else None
  | None => None
  end.

Definition cases_and_measures (n : nat) (lines : list (list string)) :
    option (list case * list (list N) * list (list string)) :=
  match read_cases n lines with
  | Some ([], [], [], cs, behind) =>
    match read_measures behind with Some (ms, behind) => Some (cs, ms, behind) | None => None end
  | _ => None
  end.

Definition law_of (c : certificate) : option law_claim :=
  match (kind c =? "formula")%string, fields c, single_rule c with
  | true, powers :: lines, Some (n, r) =>
    match natural_of "powers" powers, cases_and_measures n lines with
    | Some k, Some (cs, ms, behind) =>
      let k := N.to_nat (N.min k 16) in
      match read_witnesses n k (List.length behind) behind with
      | Some ws => Some {| l_arity := n; l_powers := k; l_rule := r; l_cases := cs; l_measures := ms; l_witnesses := ws |}
      | None => None
      end
    | _, _ => None
    end
  | _, _, _ => None
  end.

Definition outcomes_of (c : certificate) : option outcome_claim :=
  match (kind c =? "outcomes")%string, single_rule c with
  | true, Some (n, r) =>
    match cases_and_measures n (fields c) with
    | Some (cs, [], behind) =>
      match read_witnesses n 0 (List.length behind) behind with
      | Some ws => Some {| o_arity := n; o_rule := r; o_cases := cs; o_witnesses := ws |}
      | None => None
      end
    | _ => None
    end
  | _, _ => None
  end.
