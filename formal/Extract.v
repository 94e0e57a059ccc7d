(* The checker as an OCaml program: checker.ml. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNativeString.
From Grundy Require Import HeapCheck HeapSparse HeapCert.
Extraction "checker.ml" check parse table fuel window.
