(* Kayles as its rule is written, empty heaps and all: kayles(a) + kayles(b) for a <= n, b <= a if (a + b = n - 1 or
   a + b = n - 2). *)
From Coq Require Import List NArith Arith Lia Bool.
From Grundy Require Import Game Heap HeapCheck Kayles.
Import ListNotations.

(* A rule whose moves are those of a code, empty heaps and the order of heaps left aside. *)
Theorem same_moves c (opt : nat -> list nat -> Prop) (g : nat -> N) : lasting c ->
  (forall n, right (leave c) g n) ->
  (forall n o, opt n o -> exists o', leave c n o' /\ (g 0 = 0%N -> nimsum g o = nimsum g o')) ->
  (forall n o, leave c n o -> exists o', opt n o' /\ (g 0 = 0%N -> nimsum g o' = nimsum g o)) ->
  forall n, right opt g n.
Proof.
  intros La R A B. assert (Z : g 0 = 0%N).
  { destruct (N.eq_dec (g 0) 0) as [|Ne]; auto. exfalso.
    destruct (proj2 (R 0) 0%N) as (o & O & _); [destruct (g 0); [congruence|reflexivity]|].
    pose proof (fun a => smaller c 0 o a La O) as S. apply leave_inv in O as (j & E & _ & _ & T).
    destruct o as [|a o]; [|specialize (S a); simpl in S; assert (a < 0) by auto; lia].
    simpl in *. destruct La as [L0 _]. destruct j; [congruence|lia]. }
  intro n. destruct (R n) as [R1 R2]. split.
  - intros o O. destruct (A n o O) as (o' & O' & E). rewrite E by auto. now apply R1.
  - intros k K. destruct (R2 k K) as (o & O & V). destruct (B n o O) as (o' & O' & E).
    exists o'. split; auto. now rewrite E.
Qed.

Inductive kayles_rule (n : nat) : list nat -> Prop :=
| kayles_move a b : a <= n -> b <= a -> a + b + 1 = n \/ a + b + 2 = n -> kayles_rule n [a; b].

(* What the linear conditions of the rule say, and what the code 0.77 says of a move. *)
Lemma kayles_leave n o : leave kayles n o <->
  length o <= 2 /\ Forall (fun h => 0 < h) o /\ (list_sum o + 1 = n \/ list_sum o + 2 = n).
Proof.
  split.
  - intro L. apply leave_inv in L as (j & -> & J & F & T). simpl in J.
    assert (length o <= 2) by (apply (proj2 (code_ok_spec kayles eq_refl) j); exact T).
    repeat split; auto. destruct j as [|[|[|j]]]; [rewrite N.bits_0 in T; discriminate| | |]; lia.
  - intros (L & F & E).
    assert (T : forall d, d = 7%N -> N.testbit d (N.of_nat (length o)) = true).
    { intros d ->. destruct (length o) as [|[|[|i]]]; auto; lia. }
    destruct E; [apply (leave_by kayles 1)|apply (leave_by kayles 2)]; auto; lia.
Qed.

Ltac leaves := apply kayles_leave; split; [simpl; lia|split; [repeat (apply Forall_cons; [lia|]); constructor|simpl; lia]].

Lemma kayles_right : forall n, right kayles_rule (law kayles_values 71 12) n.
Proof.
  apply (same_moves kayles).
  - now split.
  - apply period_right; [reflexivity|lia|vm_compute; reflexivity].
  - intros n o O. destruct O as [a b _ L E].
    destruct b as [|b]; [destruct a as [|a]; [exists []|exists [S a]]|exists [a; S b]];
      (split; [leaves|]); intro Z; cbn [nimsum fold_right]; rewrite ?Z; reflexivity.
  - intros n o O. apply kayles_leave in O as (L & F & E).
    destruct o as [|a [|b [|? ?]]]; [exists [0; 0]|exists [a; 0]| |simpl in L; lia].
    + split; [constructor; simpl in E; lia|]. intro Z. cbn [nimsum fold_right]. now rewrite Z.
    + split; [constructor; simpl in E; lia|]. intro Z. cbn [nimsum fold_right]. now rewrite Z.
    + destruct (le_lt_dec b a).
      * exists [a; b]. split; [constructor; simpl in E; lia|reflexivity].
      * exists [b; a]. split; [constructor; simpl in E; lia|].
        intros _. cbn [nimsum fold_right]. rewrite !N.lxor_0_r. apply N.lxor_comm.
Qed.

(* n + *x is lost exactly if x is what the law says, for every row of n pins, by the rule as it is written. *)
Theorem kayles_for_ever : forall n x,
  has_value kayles_rule n x <-> law kayles_values 71 12 n = x.
Proof.
  intros n x. apply (value_is nat kayles_rule (fun _ => True)); auto.
  - intros p o _ _. now apply Forall_forall.
  - intros p _. exact (kayles_right p).
  - intros p _. apply (ends_by_rank _ (fun n => n)). intros m o q O I.
    destruct O as [a b A B E]. destruct I as [<-|[<-|[]]]; lia.
Qed.
