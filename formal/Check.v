(* Every theorem that the checker rests on, with the axioms that it uses: none. *)
From Grundy Require Import Game Heap HeapCheck HeapSparse HeapCert Claims Chomp Kayles KaylesRule Text.
Print Assumptions sums.
Print Assumptions value_is.
Print Assumptions unique.
Print Assumptions falls_apart.
Print Assumptions guy_smith.
Print Assumptions check_sound.
Print Assumptions check_claims_sound.
Print Assumptions chomp_sound.
Print Assumptions kayles_law.
Print Assumptions kayles_for_ever.
Print Assumptions kayles_cert.
