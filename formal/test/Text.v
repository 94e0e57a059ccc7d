(* A certificate as it stands in data/octal3.certs, from its text to the theorem, within Coq. *)
From Coq Require Import String NArith.
From Grundy Require Import Game Heap HeapCheck HeapCert.
Local Open Scope string_scope.

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

Theorem kayles_cert : exists m, parse kayles_text = Some m /\ true_claim m.
Proof. apply (check_sound None). vm_compute. reflexivity. Qed.

Example wrong : check None "grundy-certificate 1
rule game heap(n) = code[0.77](n)
game heap
kind heap
code 0.77
preperiod 70
period 12
digest 3457492723 408791687
end
" = false.
Proof. vm_compute. reflexivity. Qed.
