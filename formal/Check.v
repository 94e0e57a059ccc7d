(* Every theorem that the checker rests on, with the axioms that it uses: none. *)
From Grundy Require Import Game Formula Linear Heap HeapThree HeapSaltus SaltusCheck Words HeapCert SaltusCert Misere Quotient QuotientCheck FormulaLaw OutcomeLaw
  FormulaCert TakeAllBut Verify Text.
Print Assumptions sums.
Print Assumptions value_is.
Print Assumptions never_sound.
Print Assumptions guy_smith.
Print Assumptions rule_is_code_right.
Print Assumptions check_period_sound.
Print Assumptions check_values_sound.
Print Assumptions saltus_right.
Print Assumptions check_growth_sound.
Print Assumptions decided_misere.
Print Assumptions quotient_decides.
Print Assumptions check_quotient_sound.
Print Assumptions law_sound.
Print Assumptions check_law_sound.
Print Assumptions outcomes_told.
Print Assumptions check_outcomes_sound.
Print Assumptions goes_on.
Print Assumptions check_all_but_sound.
Print Assumptions verify_sound.
Print Assumptions kayles_cert.
