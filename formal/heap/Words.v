(* Rules written in words whose moves are those of a code. Empty heaps and the order of heaps are left aside. *)
From Coq Require Import List NArith ZArith Arith Lia Bool.
From Grundy Require Import Game Formula Rule Linear Heap.
Import ListNotations.

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
    simpl in E. destruct La as [L0 _]. unfold allows in T. simpl in T. destruct j; [congruence|lia]. }
  intro n. destruct (R n) as [R1 R2]. split.
  - intros o O. destruct (A n o O) as (o' & O' & E). rewrite E by auto. now apply R1.
  - intros k K. destruct (R2 k K) as (o & O & V). destruct (B n o O) as (o' & O' & E).
    exists o'. split; auto. now rewrite E.
Qed.

(* ---- every move of the rule is one of the code ---- *)

Section ToCode.
  Variable c : code.

  Definition taken_by (k : N) : list Z :=
    map Z.of_nat (filter (fun j => N.testbit (digit c j) k) (seq 0 (length c))).

  Definition total (l : list term) : term := fold_right Add (Num 0) l.

  (* These heaps, none of them empty, may be left of n. *)
  Definition may_leave (n : term) (heaps : list term) : formula :=
    let by_digit k := one_of (Sub n (total heaps)) (taken_by k) in
    match heaps with
    | [] => by_digit 0%N
    | [_] => by_digit 1%N
    | [a; b] => Or (And (Ne a b) (by_digit 2%N)) (And (Eq a b) (by_digit 3%N))
    | [_; _; _] => by_digit 4%N
    | _ => No
    end.

  (* The same of all heaps, some of which may be empty. *)
  Fixpoint may_become (n : term) (heaps all : list term) : formula :=
    match all with
    | [] => may_leave n heaps
    | t :: all => Or (And (Eq t (Num 0)) (may_become n heaps all))
                     (And (Le (Num 1) t) (may_become n (heaps ++ [t]) all))
    end.

  Definition values_are e (l : list term) (o : list nat) := map (eval e) l = map Z.of_nat o.

  Lemma total_value e l o : values_are e l o -> eval e (total l) = Z.of_nat (list_sum o).
  Proof.
    unfold values_are. revert o. induction l as [|t l IH]; intros [|a o] E; simpl in E; try discriminate; [reflexivity|].
    injection E as E1 E2. simpl. rewrite (IH o E2), E1. lia.
  Qed.

  Lemma by_digit_allows e n N0 l o k : eval e n = Z.of_nat N0 -> values_are e l o -> arrangement o = k ->
    Forall (fun h => 0 < h) o -> holds e (one_of (Sub n (total l)) (taken_by k)) -> leave c N0 o.
  Proof.
    intros En V K F H. apply holds_one_of in H. unfold taken_by in H. apply in_map_iff in H as (j & E & I).
    apply filter_In in I as [_ B]. unfold Sub in E. cbn [eval] in E. rewrite (total_value e l o V), En in E.
    apply (leave_by c j); auto; [lia|]. unfold allows. now rewrite K.
  Qed.

  Lemma may_leave_sound e n N0 l o : eval e n = Z.of_nat N0 -> values_are e l o ->
    Forall (fun h => 0 < h) o -> holds e (may_leave n l) -> leave c N0 o.
  Proof.
    intros En V F H. pose proof V as V'.
    destruct l as [|a [|b [|d [|? ?]]]]; destruct o as [|x [|y [|z [|? ?]]]]; try discriminate V;
      cbn [may_leave] in H.
    - now apply (by_digit_allows e n N0 [] [] 0).
    - now apply (by_digit_allows e n N0 [a] [x] 1).
    - injection V' as Ea Eb. destruct H as [[N H]|[N H]].
      + apply holds_ne in N. apply (by_digit_allows e n N0 [a; b] [x; y] 2); auto.
        simpl. destruct (Nat.eqb_spec x y); auto. subst. congruence.
      + apply holds_eq in N. apply (by_digit_allows e n N0 [a; b] [x; y] 3); auto.
        simpl. destruct (Nat.eqb_spec x y); auto. rewrite Ea, Eb in N. lia.
    - now apply (by_digit_allows e n N0 [a; b; d] [x; y; z] 4).
    - simpl in H. lia.
  Qed.

  Lemma may_become_sound e n N0 all : forall heaps o before,
    eval e n = Z.of_nat N0 -> values_are e heaps before -> Forall (fun h => 0 < h) before -> values_are e all o ->
    holds e (may_become n heaps all) -> leave c N0 (before ++ filter (Nat.ltb 0) o).
  Proof.
    induction all as [|t all IH]; intros heaps o before En V F E H; destruct o as [|x o]; try discriminate E.
    - simpl. rewrite app_nil_r. now apply (may_leave_sound e n N0 heaps).
    - injection E as Et E. cbn [may_become] in H. cbn [filter]. destruct H as [[N H]|[N H]].
      + apply holds_eq in N. simpl in N. assert (x = 0) by lia. subst x. simpl. now apply (IH heaps).
      + apply holds_le in N. cbn [eval] in N. rewrite Et in N.
        replace (0 <? x) with true by (symmetry; apply Nat.ltb_lt; lia).
        replace (before ++ x :: filter (Nat.ltb 0) o) with ((before ++ [x]) ++ filter (Nat.ltb 0) o)
          by now rewrite <- app_assoc.
        apply (IH (heaps ++ [t])); auto.
        * unfold values_are in *. rewrite !map_app, V. cbn [map]. now rewrite Et.
        * apply Forall_app. split; auto. constructor; [lia|constructor].
  Qed.
End ToCode.

Definition single (q : list term) : option term := match q with [t] => Some t | _ => None end.
Fixpoint singles (l : list (list term)) : option (list term) :=
  match l with
  | [] => Some []
  | q :: l => match single q, singles l with Some t, Some r => Some (t :: r) | _, _ => None end
  end.

Lemma singles_spec l : forall r, singles l = Some r -> l = map (fun t => [t]) r.
Proof.
  induction l as [|q l IH]; simpl; intros r E; [injection E as <-; reflexivity|].
  destruct q as [|t [|? ?]]; try discriminate. destruct (singles l) as [s|]; [|discriminate].
  injection E as <-. simpl. f_equal. now apply IH.
Qed.

Definition naturals (k : nat) : formula := all_of (map (fun i => Ge (Var i)) (seq 0 k)).

Lemma naturals_hold p k : holds (integers p) (naturals k).
Proof.
  apply holds_all, Forall_map, Forall_forall. intros i _. simpl. unfold integers.
  change 0%Z with (Z.of_N 0) at 1. change 0%Z with (Z.of_N 0%N). rewrite map_nth. lia.
Qed.

(* ---- every move of the code is one of the rule ---- *)

(* A line of the rule, a choice of its variables, and for each of its parts the heap that it is, or none. *)
Record way := { way_line : nat; way_own : list term; way_to : list (option nat) }.

Definition orders (k : nat) : list (list nat) :=
  match k with
  | 0 => [[]]
  | 1 => [[0]]
  | 2 => [[0; 1]; [1; 0]]
  | 3 => [[0; 1; 2]; [0; 2; 1]; [1; 0; 2]; [1; 2; 0]; [2; 0; 1]; [2; 1; 0]]
  | _ => []
  end.
Definition heaps_in (to : list (option nat)) : list nat :=
  flat_map (fun t => match t with Some h => [h] | None => [] end) to.
Definition list_eqb := fix eqb (a b : list nat) : bool :=
  match a, b with [], [] => true | x :: a, y :: b => (x =? y) && eqb a b | _, _ => false end.

Lemma list_eqb_spec a : forall b, list_eqb a b = true -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b]; simpl; try discriminate; auto.
  rewrite andb_true_iff. intros [E F]. apply Nat.eqb_eq in E. f_equal; auto.
Qed.

Definition count_of (k : N) : nat := match k with 0%N => 0 | 1%N => 1 | 2%N => 2 | 3%N => 2 | _ => 3 end.

Section FromCode.
  Variable r : rule.
  Variable j : nat.

  Definition heap_terms (k : nat) : list term := map Var (seq 0 k).
  Definition whole (k : nat) : term := Add (Num (Z.of_nat j)) (total (heap_terms k)).

  Definition arranged (k : N) : formula :=
    let m := count_of k in
    And (all_of (map (fun t => Le (Num 1) t) (heap_terms m)))
        (match k with 2%N => Ne (Var 0) (Var 1) | 3%N => Eq (Var 0) (Var 1) | _ => Yes end).

  Fixpoint reaches (s : list term) (ps : list term) (to : list (option nat)) : option formula :=
    match ps, to with
    | [], [] => Some Yes
    | t :: ps, h :: to =>
      match reaches s ps to with
      | Some f => Some (And (Eq (put s t) (match h with Some h => Var h | None => Num 0 end)) f)
      | None => None
      end
    | _, _ => None
    end.

  (* That this is a way, where the heaps are the variables 0, 1, …; nothing if it can't be one. *)
  Definition is_way (k : nat) (w : way) : option formula :=
    match nth_error r (way_line w) with
    | Some l =>
      match singles (parts l) with
      | Some ps =>
        let s := whole k :: way_own w in
        if (length (way_own w) =? variables l) && existsb (list_eqb (heaps_in (way_to w))) (orders k) then
          match reaches s ps (way_to w) with
          | Some f => Some (And (all_of (map Ge (way_own w))) (And (put_in s (condition l)) f))
          | None => None
          end
        else None
      | None => None
      end
    | None => None
    end.

  Definition some_way (k : nat) (ws : list way) : formula :=
    some_of (flat_map (fun w => match is_way k w with Some f => [f] | None => [] end) ws).

  Lemma heaps_nimsum (g : nat -> N) (o : list nat) to : g 0 = 0%N ->
    existsb (list_eqb (heaps_in to)) (orders (length o)) = true ->
    nimsum g (map (fun t => match t with Some h => nth h o 0 | None => 0 end) to) = nimsum g o.
  Proof.
    intros Z E. apply existsb_exists in E as (p & I & E). apply list_eqb_spec in E.
    assert (X : nimsum g (map (fun t => match t with Some h => nth h o 0 | None => 0 end) to)
                = nimsum g (map (fun h => nth h o 0) (heaps_in to))).
    { clear - Z. induction to as [|[h|] to IH]; simpl; [reflexivity| |].
      - now rewrite IH.
      - now rewrite IH, Z, N.lxor_0_l. }
    rewrite X, E. destruct o as [|a [|b [|d [|? ?]]]]; simpl in I; try contradiction;
      repeat (destruct I as [<-|I]); try contradiction; simpl; try reflexivity; rewrite ?N.lxor_0_r; clear; bits.
  Qed.

  Lemma reaches_values (e : list Z) s ps : forall to f (o : list nat), reaches s ps to = Some f -> holds e f ->
    (forall h, eval e (Var h) = Z.of_nat (nth h o 0)) ->
    map (eval (map (eval e) s)) ps = map Z.of_nat (map (fun t => match t with Some h => nth h o 0 | None => 0 end) to).
  Proof.
    induction ps as [|t ps IH]; intros [|h to] f o E H V; simpl in E; try discriminate; [reflexivity|].
    destruct (reaches s ps to) as [f'|] eqn:R; [|discriminate]. injection E as <-.
    destruct H as [H1 H2]. apply holds_eq in H1. rewrite eval_put in H1. cbn [map]. f_equal.
    - rewrite H1. destruct h as [h|]; [apply V|reflexivity].
    - apply (IH to f'); auto.
  Qed.

  Lemma is_way_sound (o : list nat) w f : is_way (length o) w = Some f -> holds (map Z.of_nat o) f ->
    exists o', heap_move r (j + list_sum o) o' /\ forall g : nat -> N, g 0 = 0%N -> nimsum g o' = nimsum g o.
  Proof.
    unfold is_way. set (e := map Z.of_nat o). destruct (nth_error r (way_line w)) as [l|] eqn:Nl; [|discriminate].
    destruct (singles (parts l)) as [ps|] eqn:S; [|discriminate]. apply singles_spec in S.
    destruct (_ && _) eqn:B; [|discriminate]. apply andb_true_iff in B as [Len Ord]. apply Nat.eqb_eq in Len.
    set (s := whole (length o) :: way_own w). destruct (reaches s ps (way_to w)) as [q|] eqn:Rq; [|discriminate].
    intro E. injection E as <-. cbn [holds]. intros (H1 & H2 & H3).
    assert (V : forall h, eval e (Var h) = Z.of_nat (nth h o 0)).
    { intro h. simpl. unfold e. change 0%Z with (Z.of_nat 0). apply map_nth. }
    set (own := map (fun t => Z.to_N (eval e t)) (way_own w)).
    assert (Es : map (eval e) s = integers ([N.of_nat (j + list_sum o)] ++ own)).
    { unfold s, integers. cbn [map app]. f_equal.
      - unfold whole. cbn [eval]. rewrite (total_value e (heap_terms (length o)) o); [lia|].
        unfold values_are, heap_terms. rewrite map_map. rewrite (map_ext _ _ V).
        rewrite <- map_map with (f := fun h => nth h o 0) (g := Z.of_nat). f_equal.
        clear. induction o as [|a o IH] using rev_ind; [reflexivity|].
        rewrite app_length, Nat.add_1_r, seq_S, map_app. simpl. f_equal.
        + rewrite <- IH at 2. apply map_ext_in. intros h I. apply in_seq in I. apply app_nth1. lia.
        + f_equal. now rewrite app_nth2, Nat.sub_diag by lia.
      - unfold own. rewrite map_map. apply map_ext_in. intros t I.
        apply holds_all in H1. rewrite Forall_map, Forall_forall in H1. specialize (H1 t I). simpl in H1. lia. }
    exists (map (fun t => match t with Some h => nth h o 0 | None => 0 end) (way_to w)). split.
    - apply (move_by r _ l own).
      + now apply nth_error_In in Nl.
      + unfold own. now rewrite map_length.
      + rewrite <- Es. now apply holds_put.
      + rewrite S. rewrite <- Es. rewrite map_map, !map_map.
        pose proof (reaches_values e s ps _ q o Rq H3 V) as X. rewrite map_map in X.
        apply (f_equal (map (fun z => [z]))) in X. rewrite !map_map in X.
        cbn [map]. etransitivity; [|symmetry; exact X]. apply map_ext. intro h.
        unfold integers. cbn [map]. f_equal. lia.
    - intros g Z. now apply heaps_nimsum.
  Qed.
End FromCode.

(* ---- the check ---- *)

Record search := {
  find_proof : rows_formula -> list step;
  find_ways : rule -> code -> nat -> N -> list way }.

Definition line_in_code (s : search) (c : code) (l : line) : bool :=
  match singles (parts l) with
  | Some ps =>
    never (find_proof s) (S (variables l))
      (And (naturals (S (variables l)))
           (And (condition l)
                (And (all_of (map Ge ps)) (neg (may_become c (Var 0) [] ps)))))
  | None => false
  end.

Definition digit_in_rule (s : search) (c : code) (r : rule) (j : nat) (k : N) : bool :=
  if N.testbit (digit c j) k then
    never (find_proof s) (count_of k)
      (And (arranged k) (neg (some_way r j (count_of k) (find_ways s r c j k))))
  else true.

Definition rule_is_code (s : search) (c : code) (r : rule) : bool :=
  forallb (line_in_code s c) r &&
  forallb (fun j => forallb (digit_in_rule s c r j) [0; 1; 2; 3; 4]%N) (seq 0 (length c)).

Lemma line_in_code_sound s c r n o : forallb (line_in_code s c) r = true -> heap_move r n o ->
  leave c n (filter (Nat.ltb 0) o).
Proof.
  intros A M. unfold heap_move in M. remember (map (fun a => [N.of_nat a]) o) as o1 eqn:Eo.
  destruct M as [l own o1 I Len H Ep]. subst o1. rewrite forallb_forall in A. specialize (A l I).
  unfold line_in_code in A. destruct (singles (parts l)) as [ps|] eqn:S; [|discriminate].
  apply singles_spec in S. set (e := integers ([N.of_nat n] ++ own)) in *.
  pose proof (never_sound _ _ _ A e) as X.
  assert (V : values_are e ps o).
  { rewrite S, !map_map in Ep. unfold values_are. clear - Ep. revert ps Ep.
    induction o as [|a o IH]; intros [|t ps] E; simpl in E; try discriminate; [reflexivity|].
    injection E as E1 E2. simpl. f_equal; [|now apply IH]. rewrite <- E1. unfold integers. simpl. lia. }
  destruct (holds_dec e (may_become c (Var 0) [] ps)) as [Y|Y].
  - apply (may_become_sound c e (Var 0) n ps [] o []) in Y; auto.
    + unfold e. simpl. lia.
    + reflexivity.
  - exfalso. apply X. cbn [holds]. split; [|split; [|split]].
    + apply naturals_hold.
    + exact H.
    + apply holds_all, Forall_map, Forall_forall. intros t It. simpl.
      apply (in_map (eval e)) in It. rewrite V in It. apply in_map_iff in It as (a & <- & _). lia.
    + now apply neg_spec.
Qed.

Lemma digit_in_rule_sound s c r n o : at_most 3 c ->
  forallb (fun j => forallb (digit_in_rule s c r j) [0; 1; 2; 3; 4]%N) (seq 0 (length c)) = true ->
  leave c n o ->
  exists o', heap_move r n o' /\ forall g : nat -> N, g 0 = 0%N -> nimsum g o' = nimsum g o.
Proof.
  intros H3 A L. apply leave_inv in L as (j & -> & J & F & T). pose proof (H3 j o T) as Lo.
  rewrite forallb_forall in A. specialize (A j). rewrite in_seq in A. specialize (A ltac:(lia)).
  unfold allows in T. set (k := arrangement o) in *.
  assert (K : In k [0; 1; 2; 3; 4]%N /\ count_of k = length o).
  { unfold k. destruct o as [|a [|b [|d [|? ?]]]]; simpl in *; try lia; try (split; [tauto|reflexivity]).
    destruct (a =? b); split; auto; tauto. }
  destruct K as [K C]. rewrite forallb_forall in A. specialize (A k K). unfold digit_in_rule in A.
  rewrite T, C in A. pose proof (never_sound _ _ _ A (map Z.of_nat o)) as X. cbn [holds] in X.
  rewrite neg_spec in X. destruct (holds_dec (map Z.of_nat o) (some_way r j (length o) (find_ways s r c j k))) as [Y|Y].
  - unfold some_way in Y. apply holds_some in Y. apply Exists_exists in Y as (f & I & Hf).
    apply in_flat_map in I as (w & _ & I). destruct (is_way r j (length o) w) as [f'|] eqn:W; [|destruct I].
    destruct I as [<-|[]]. now apply (is_way_sound r j o w f').
  - exfalso. apply X. split; [|exact Y]. clear - F C. unfold arranged. rewrite C. cbn [holds]. split.
    + apply holds_all, Forall_map, Forall_map, Forall_forall. intros h I. apply in_seq in I.
      apply holds_le. cbn [eval]. change 0%Z with (Z.of_nat 0). rewrite map_nth.
      rewrite Forall_forall in F. specialize (F (nth h o 0)). assert (In (nth h o 0) o) by (apply nth_In; lia).
      specialize (F H). lia.
    + unfold k. destruct o as [|a [|b [|d [|? ?]]]]; simpl arrangement; try (simpl; lia).
      destruct (Nat.eqb_spec a b) as [->|N]; [apply holds_eq; reflexivity|apply holds_ne; simpl; lia].
Qed.

Theorem rule_is_code_right s c r g : lasting c -> at_most 3 c -> rule_is_code s c r = true ->
  (forall n, right (leave c) g n) -> forall n, right (heap_move r) g n.
Proof.
  intros La H3 E R. unfold rule_is_code in E. apply andb_true_iff in E as [E1 E2].
  apply (same_moves c); auto.
  - intros n o M. exists (filter (Nat.ltb 0) o). split; [now apply (line_in_code_sound s c r)|].
    intro Z. clear - Z. induction o as [|a o IH]; [reflexivity|]. simpl. destruct (Nat.ltb_spec 0 a); simpl; rewrite IH; auto.
    replace a with 0 by lia. now rewrite Z, N.lxor_0_l.
  - intros n o L. destruct (digit_in_rule_sound s c r n o H3 E2 L) as (o' & M & Q). exists o'. auto.
Qed.

Theorem rule_is_code_ends s c r : lasting c -> rule_is_code s c r = true -> forall n, Acc (part (heap_move r)) n.
Proof.
  intros La E. unfold rule_is_code in E. apply andb_true_iff in E as [E1 _].
  apply (ends_by_rank _ (fun n => n)). intros n o q M I.
  pose proof (line_in_code_sound s c r n o E1 M) as L.
  destruct (Nat.eq_dec q 0) as [->|Q].
  - destruct n as [|n]; [exfalso|lia]. apply leave_inv in L as (j & S & _ & F & T).
    destruct (filter _ o) as [|x l]; simpl in S.
    + destruct La as [L0 _]. unfold allows in T. simpl in T. destruct j; [congruence|lia].
    + inversion F; subst. lia.
  - apply (smaller c n _ q La L). apply filter_In. split; auto. apply Nat.ltb_lt. lia.
Qed.
