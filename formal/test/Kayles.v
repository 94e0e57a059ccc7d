From Coq Require Import List NArith Arith.
From Grundy Require Import Game Heap HeapCheck.
Import ListNotations.

Definition kayles : code := [0; 7; 7]%N.
Definition kayles_values : list N := Eval vm_compute in
  match period_values kayles 71 12 with Some l => l | None => [] end.

Theorem kayles_law : forall n x,
  has_value (leave kayles) n x <-> law kayles_values 71 12 n = x.
Proof.
  apply period_sound; [reflexivity|apply le_n_S, Nat.le_0_l|vm_compute; reflexivity].
Qed.

Definition dawson : code := [0; 1; 3; 7]%N.
Definition dawson_values : list N := Eval vm_compute in
  match period_values dawson 52 34 with Some l => l | None => [] end.
Theorem dawson_law : forall n x,
  has_value (leave dawson) n x <-> law dawson_values 52 34 n = x.
Proof.
  apply period_sound; [reflexivity|apply le_n_S, Nat.le_0_l|vm_compute; reflexivity].
Qed.
Definition c007 : code := [0; 0; 7]%N.
Definition c007_values : list N := Eval vm_compute in
  match period_values c007 53 34 with Some l => l | None => [] end.
Theorem c007_law : forall n x,
  has_value (leave c007) n x <-> law c007_values 53 34 n = x.
Proof.
  apply period_sound; [reflexivity|apply le_n_S, Nat.le_0_l|vm_compute; reflexivity].
Qed.
