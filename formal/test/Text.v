(* Certificates from their texts to theorems, within Coq. *)
From Coq Require Import String NArith List.
From Grundy Require Import Verify HeapSparse HeapCert Words QuotientCheck.
Local Open Scope string_scope.

Definition no_help : help :=
  {| for_rules := {| find_proof := fun _ => nil; find_ways := fun _ _ _ _ => nil |}; for_heaps := fun _ => None;
     for_quotients := {| find_words := fun _ => nil; find_sums := fun _ => nil; find_basis := fun _ => nil |} |}.

Definition kayles_text : string := "grundy-certificate 1
rule game heap(n) = code[0.77](n)
game heap
kind heap
code 0.77
preperiod 71
period 12
digest 3457492723 408791687
end
".

Theorem kayles_cert : exists c, claim_of kayles_text = Some c /\ true_claim c.
Proof. apply (verify_sound no_help). vm_compute. reflexivity. Qed.

Example wrong : verify no_help "grundy-certificate 1
rule game heap(n) = code[0.77](n)
game heap
kind heap
code 0.77
preperiod 70
period 12
digest 3457492723 408791687
end
" = Some false.
Proof. vm_compute. reflexivity. Qed.
