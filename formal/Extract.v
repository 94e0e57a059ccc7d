(* The checker as an OCaml program: checker.ml. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNativeString.
From Grundy Require Import HeapCheck HeapSparse Verify.
Extraction "checker.ml" verify claim_of table fuel most_heaps plain_code.
