(* The checker: from the text of a certificate to a theorem about play. *)
From Coq Require Import String List.
Import ListNotations.
From Grundy Require Import Lines HeapSparse Heap Words HeapCert SaltusCert QuotientCheck FormulaCert TakeAllBut.

Inductive claim :=
| Period (m : period_claim)
| Growth (m : growth_claim)
| Values (m : values_claim)
| Quotient (m : quotient_claim)
| Cases (m : law_claim)
| Outcomes (m : outcome_claim)
| AllBut (m : all_but_claim).

Definition true_claim (c : claim) : Prop :=
  match c with
  | Period m => true_period m
  | Growth m => true_growth m
  | Values m => true_values m
  | Quotient m => true_quotient m
  | Cases m => true_law m
  | Outcomes m => true_outcomes m
  | AllBut m => true_all_but m
  end.

Definition one_of_kinds (l : list (option claim)) : option claim :=
  fold_right (fun a b => match a with Some c => Some c | None => b end) None l.

(* Nothing, if the certificate is of a kind that is not covered, or too large. *)
Definition claim_of (text : string) : option claim :=
  match read_certificate text with
  | Some c =>
    one_of_kinds [option_map Period (period_of c); option_map Growth (growth_of c); option_map Values (taking_of c);
                  option_map Quotient (quotient_of c); option_map Cases (law_of c); option_map Outcomes (outcomes_of c);
                  option_map AllBut (all_but_of c)]
  | None => None
  end.

(* Searches that need not be trusted. *)
Record help := { for_rules : search; for_heaps : code -> option hint; for_quotients : quotient_search }.

Definition check (h : help) (c : claim) : bool :=
  match c with
  | Period m => check_period (for_rules h) (for_heaps h) m
  | Growth m => check_growth (for_rules h) m
  | Values m => check_values (for_rules h) (for_heaps h) m
  | Quotient m => check_quotient (for_quotients h) m
  | Cases m => check_law (for_rules h) m
  | Outcomes m => check_outcomes (for_rules h) m
  | AllBut m => check_all_but (for_rules h) m
  end.

Theorem check_sound h c : check h c = true -> true_claim c.
Proof.
  destruct c as [m|m|m|m|m|m|m]; cbn [check true_claim].
  - apply check_period_sound.
  - apply check_growth_sound.
  - apply check_values_sound.
  - apply check_quotient_sound.
  - apply check_law_sound.
  - apply check_outcomes_sound.
  - apply check_all_but_sound.
Qed.

(* Whether the text is a certificate that is accepted; nothing, if it claims nothing that this checker knows. *)
Definition verify (h : help) (text : string) : option bool :=
  match claim_of text with Some c => Some (check h c) | None => None end.

Theorem verify_sound h text : verify h text = Some true -> exists c, claim_of text = Some c /\ true_claim c.
Proof.
  unfold verify. destruct (claim_of text) as [c|]; [|discriminate]. intro E. injection E as E.
  exists c. split; auto. now apply (check_sound h).
Qed.
