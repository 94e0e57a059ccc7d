(* Laws in cases of values: where a condition and none before it holds, the value is an ordinal below ω^K, whose
   coefficients are linear terms with quotients, that of the highest power first. *)
From Coq Require Import List NArith ZArith Arith Lia Bool.
From Grundy Require Import Game Formula Rule Linear Words Cases.
Import ListNotations.
Local Open Scope nat_scope.

(* ---- why play ends: linear forms that sink lexicographically ---- *)

Fixpoint lexless (a b : list N) : Prop :=
  match a, b with
  | x :: a, y :: b => (x < y)%N \/ x = y /\ lexless a b
  | _, _ => False
  end.

Lemma lex_ends k : forall b, length b = k -> Acc (fun a b => length a = length b /\ lexless a b) b.
Proof.
  induction k as [|k IH]; intros [|y b] L; try discriminate.
  - constructor. intros a [_ X]. destruct a; contradiction.
  - revert b L. induction y as [y IHy] using (well_founded_induction N.lt_wf_0). intros b L.
    assert (A : Acc (fun a b => length a = length b /\ lexless a b) b) by (apply IH; simpl in L; lia).
    induction A as [b _ IHb]. constructor. intros a [La X]. destruct a as [|x a]; [discriminate|].
    simpl in X, La, L. destruct X as [X|[-> X]].
    + apply IHy; auto. simpl. lia.
    + apply IHb; [split; [lia|exact X]|simpl; lia].
Qed.

Lemma lex_cases : forall a b, length a = length b -> a = b \/ lexless a b \/ lexless b a.
Proof.
  induction a as [|x a IH]; intros [|y b] L; try discriminate; auto. simpl in *.
  destruct (N.lt_trichotomy x y) as [|[->|]]; auto. destruct (IH b ltac:(lia)) as [->|[|]]; auto.
Qed.

Lemma lex_not_same a : ~ lexless a a.
Proof. induction a as [|x a IH]; simpl; [auto|]. intros [|[_ X]]; [lia|auto]. Qed.

(* ---- ordinals as heaps: a heap with the coefficients l becomes any smaller one ---- *)

Inductive with_heap := Pos (p : position) | Heap (l : list N).

Inductive opt_with (opt : position -> list position -> Prop) : with_heap -> list with_heap -> Prop :=
| opt_pos p o : opt p o -> opt_with opt (Pos p) (map Pos o)
| opt_heap k l : length k = length l -> lexless k l -> opt_with opt (Heap l) [Heap k].

Definition has_ordinal opt (p : position) (l : list N) : Prop := loses (opt_with opt) [Pos p; Heap l].

Section Pair.
  Variable opt : position -> list position -> Prop.
  Variable D : position -> Prop.
  Variable v : position -> list N.
  Variable k : nat.
  Hypothesis Width : forall p, D p -> length (v p) = k.
  Hypothesis Other : forall p o, D p -> opt p o -> exists q, o = [q] /\ D q /\ v q <> v p.
  Hypothesis Reached : forall p l, D p -> length l = k -> lexless l (v p) -> exists q, opt p [q] /\ D q /\ v q = l.
  Hypothesis Ends : forall p, D p -> Acc (part opt) p.

  Lemma pair_decided p : Acc (part opt) p -> D p -> forall l, length l = k ->
    (v p = l -> loses (opt_with opt) [Pos p; Heap l]) /\ (v p <> l -> wins (opt_with opt) [Pos p; Heap l]).
  Proof.
    intro A. induction A as [p _ IHp]. intros Dp l L.
    assert (Al : Acc (fun a b => length a = length b /\ lexless a b) l) by now apply (lex_ends k).
    revert L. induction Al as [l _ IHl]. intro L. split; intro V.
    - constructor. intros s M. remember [Pos p; Heap l] as t eqn:T. destruct M as [a x b o O].
      destruct a as [|y a]; simpl in T; injection T as -> T.
      + subst b. inversion O as [p' o' Ho|]; subst. destruct (Other p o' Dp Ho) as (q & -> & Dq & Vq).
        apply (IHp q); auto. exists [q]. split; [exact Ho|now left].
      + destruct a as [|z a]; simpl in T; [|injection T as _ T; destruct a; discriminate].
        injection T as -> ->. inversion O as [|k' l' Lk Hk]; subst. simpl. apply (IHl k'); [now split|congruence|].
        intro E. rewrite E in Hk. exact (lex_not_same _ Hk).
    - destruct (lex_cases (v p) l) as [|[X|X]]; [now rewrite Width|contradiction| |].
      + apply (wins_by _ _ _ [Pos p; Heap (v p)]).
        * apply (move_at _ _ [Pos p] (Heap l) [] [Heap (v p)]). constructor; auto. now rewrite Width.
        * apply (IHl (v p)); auto. split; auto. now rewrite Width.
      + destruct (Reached p l Dp L X) as (q & M & Dq & Vq). apply (wins_by _ _ _ [Pos q; Heap l]).
        * apply (move_at _ _ [] (Pos p) [Heap l] [Pos q]). now apply (opt_pos opt p [q]).
        * apply (IHp q); auto. exists [q]. split; [exact M|now left].
  Qed.

  Theorem pair_lost p l : D p -> length l = k -> (has_ordinal opt p l <-> v p = l).
  Proof.
    intros Dp L. destruct (pair_decided p (Ends p Dp) Dp l L) as [A B]. split; auto.
    intro X. destruct (list_eq_dec N.eq_dec (v p) l) as [|N]; auto. destruct (not_both _ _ _ (B N) X).
  Qed.
End Pair.

(* The first list is less than the second. *)
Fixpoint sinks (ms : list (term * term)) : formula :=
  match ms with
  | [] => No
  | (a, b) :: ms => Or (Lt a b) (And (Eq a b) (sinks ms))
  end.

Lemma sinks_spec e : forall a b xs ys, map (eval e) a = integers xs -> map (eval e) b = integers ys ->
  (holds e (sinks (combine a b)) <-> lexless xs ys).
Proof.
  induction a as [|t a IH]; intros b [|x xs] ys A B; try discriminate.
  - simpl. split; [intro H; exact (H eq_refl)|contradiction].
  - destruct b as [|u b], ys as [|y ys]; try discriminate.
    + simpl. split; [intro H; exact (H eq_refl)|contradiction].
    + injection A as A1 A2. injection B as B1 B2. cbn [combine sinks holds lexless].
      rewrite holds_lt, holds_eq, A1, B1, (IH b xs ys) by assumption. split; intros [|[]]; intuition lia.
Qed.

Definition equal (a b : list term) : formula := all_of (map (fun tu => Eq (fst tu) (snd tu)) (combine a b)).

Lemma equal_spec e : forall a b, length a = length b ->
  (holds e (equal a b) <-> map (eval e) a = map (eval e) b).
Proof.
  unfold equal. induction a as [|t a IH]; intros [|u b] L; try discriminate; [simpl; split; auto; lia|].
  cbn [combine map all_of fold_right holds fst snd]. rewrite holds_eq. simpl in L.
  unfold all_of in IH. rewrite IH by lia. split; [intros [-> ->]|intro E; injection E]; auto.
Qed.

(* A measure: Σ a·x with natural a. *)
Fixpoint weigh (a : list N) (i : nat) : term :=
  match a with [] => Num 0 | k :: a => Add (Mul (Z.of_N k) (Var i)) (weigh a (S i)) end.

Fixpoint weight (a : list N) (p : position) : N :=
  match a, p with k :: a, x :: p => (k * x + weight a p)%N | _, _ => 0%N end.

Lemma weigh_value a : forall i p before, length before = i ->
  eval (integers (before ++ p)) (weigh a i) = Z.of_N (weight a p).
Proof.
  induction a as [|k a IH]; intros i p before L; [now destruct p|]. cbn [weigh eval].
  destruct p as [|x p].
  - assert (Z0 : forall j, length before <= j -> nth j (integers (before ++ [])) 0%Z = 0%Z).
    { intros j J. apply nth_overflow. unfold integers. rewrite map_length, app_length. simpl. lia. }
    rewrite Z0 by lia. clear - Z0 L. rewrite Z.mul_0_r, Z.add_0_l. simpl weight.
    assert (G : forall b j, i <= j -> eval (integers (before ++ [])) (weigh b j) = 0%Z).
    { induction b as [|c b IHb]; intros j J; [reflexivity|]. cbn [weigh eval]. rewrite Z0 by lia.
      rewrite IHb by lia. lia. }
    apply G. lia.
  - replace (before ++ x :: p) with ((before ++ [x]) ++ p) by now rewrite <- app_assoc.
    rewrite IH by (rewrite app_length; simpl; lia). unfold integers. rewrite !map_app.
    rewrite <- app_assoc. rewrite app_nth2 by (rewrite map_length; lia). rewrite map_length, L, Nat.sub_diag.
    simpl. lia.
Qed.

Section Check.
  Variable find : rows_formula -> list step.
  Variable n : nat.     (* coordinates *)
  Variable powers : nat.
  Variable r : rule.
  Variable cs : list case.
  Variable measures : list (list N).
  Variable ws : list witness.

  Local Notation coordinates := (coordinates n).
  Local Notation never_in := (never_in find).
  Local Notation here := (here n).
  Local Notation moves_by := (moves_by n).
  Local Notation led_to := (led_to n r).
  Local Notation law_value := (law_value cs).

  Definition other_value (l : line) (a b : formula * list term) : bool :=
    never_in (n + variables l)
      (And (moves_by l) (And (here (fst a)) (And (put_in (single_part l) (fst b))
        (equal (map (put coordinates) (snd a)) (map (put (single_part l)) (snd b)))))).
  Definition weights (s : list term) : list term := map (fun m => put s (weigh m 0)) measures.
  Definition line_sinks (l : line) : bool :=
    never_in (n + variables l)
      (And (moves_by l) (neg (sinks (combine (weights (single_part l)) (weights coordinates))))).

  (* Witnesses speak of the coordinates, and of an ordinal below the value. *)
  Definition smaller : list term := map Var (seq n powers).
  Definition has_the_value (w : witness) (a : formula * list term) : bool :=
    never_in (n + powers)
      (And (naturals (n + powers)) (And (when w) (And (put_in (led_to w) (fst a))
        (neg (equal (map (put (led_to w)) (snd a)) smaller))))).
  (* Where an ordinal is below the value of a case. Witnesses that never apply there are left aside. *)
  Definition below (a : formula * list term) : formula :=
    And (naturals (n + powers)) (And (here (fst a)) (sinks (combine smaller (map (put coordinates) (snd a))))).
  Definition of_use (a : formula * list term) : list witness :=
    filter (fun w => negb (never_in (n + powers) (And (below a) (when w)))) ws.
  Definition reached (a : formula * list term) : bool :=
    never_in (n + powers) (And (below a) (all_of (map neg (map when (of_use a))))).

  Definition is_law : bool :=
    let apart_cs := apart [] cs in
    forallb (is_single n) r && all_covered find n cs powers && forallb line_sinks r &&
    forallb (fun l => forallb (fun a => forallb (other_value l a) apart_cs) apart_cs) r &&
    forallb (is_move find n r powers) ws && forallb (fun w => forallb (has_the_value w) apart_cs) ws &&
    forallb reached apart_cs.

  (* ---- what follows ---- *)

  Definition right_law : Prop :=
    forall p : position, length p = n ->
    exists v, value_at (integers p) cs = Some (map Z.of_N v) /\ length v = powers /\
    forall l, length l = powers -> (has_ordinal (move_of r) p l <-> v = l).

  Hypothesis Single : forallb (is_single n) r = true.
  Hypothesis Covered : all_covered find n cs powers = true.
  Hypothesis Sinks : forallb line_sinks r = true.
  Hypothesis Other : forallb (fun l => forallb (fun a => forallb (other_value l a) (apart [] cs)) (apart [] cs)) r = true.
  Hypothesis Moves : forallb (is_move find n r powers) ws = true.
  Hypothesis Values : forallb (fun w => forallb (has_the_value w) (apart [] cs)) ws = true.
  Hypothesis Reached : forallb reached (apart [] cs) = true.

  Lemma smaller_value (p : position) k : length p = n -> length k = powers ->
    map (eval (integers (p ++ k))) smaller = integers k.
  Proof.
    intros L K. unfold smaller, integers. rewrite map_map, map_app.
    pose proof (window (map Z.of_N p) (map Z.of_N k) []) as W. rewrite app_nil_r, !map_length, L, K in W. exact W.
  Qed.

  Lemma weights_value e s p : map (eval e) s = integers p ->
    map (eval e) (weights s) = integers (map (fun m => weight m p) measures).
  Proof.
    intro E. unfold weights, integers. rewrite !map_map. apply map_ext. intro m.
    rewrite eval_put, E. exact (weigh_value m 0 p [] eq_refl).
  Qed.

  Lemma law_ends p : length p = n -> Acc (part (move_of r)) p.
  Proof.
    set (W := fun p => map (fun m => weight m p) measures).
    remember (W p) as w eqn:E. intro L.
    assert (A : Acc (fun a b => length a = length b /\ lexless a b) w) by now apply (lex_ends (length w)).
    revert p E L. induction A as [w _ IH]. intros p -> L. constructor. intros q (o & M & I).
    destruct (move_parts n r p o Single L M) as (l & own & q' & Il & -> & Lq & H & Eq). destruct I as [<-|[]].
    apply (IH (W q')); auto. split; [unfold W; now rewrite !map_length|].
    pose proof Sinks as Sk. rewrite forallb_forall in Sk.
    pose proof (never_sound _ _ _ (Sk l Il) (integers (p ++ own))) as X. cbn [holds] in X. rewrite neg_spec in X.
    apply (sinks_spec (integers (p ++ own)) (weights (single_part l)) (weights coordinates)).
    - now apply weights_value.
    - apply weights_value. now apply coordinates_value.
    - destruct (holds_dec (integers (p ++ own)) (sinks (combine (weights (single_part l)) (weights coordinates)))); tauto.
  Qed.

  Lemma witness_moves w (p : position) (k : list N) : In w ws -> length p = n -> length k = powers ->
    holds (integers (p ++ k)) (when w) ->
    exists q, move_of r p [q] /\ length q = n /\ law_value q = k.
  Proof.
    intros I L K H. pose proof Moves as M. pose proof Values as V.
    rewrite forallb_forall in M, V. specialize (M w I). specialize (V w I).
    destruct (witness_leads find n r powers w p k Single M L K H) as (q & Mv & Lq & Eq).
    set (e := integers (p ++ k)) in *. exists q. split; [exact Mv|]. split; [exact Lq|].
    destruct (applies find n cs powers q Covered Lq) as (c & t & Ic & Hc & Ev & Wt & _).
    rewrite forallb_forall in V. pose proof (never_sound _ _ _ (V _ Ic) e) as X. cbn [holds fst snd] in X.
    assert (Es : map (eval e) (map (put (led_to w)) t) = integers (law_value q)).
    { rewrite map_map, <- Ev, <- Eq. apply map_ext. intro u. apply eval_put. }
    rewrite holds_put, neg_spec, equal_spec, Es, Eq in X
      by (unfold smaller; now rewrite !map_length, seq_length).
    unfold e in X. rewrite smaller_value in X by auto.
    destruct (list_eq_dec N.eq_dec (law_value q) k) as [|D]; auto. exfalso. apply X.
    split; [apply naturals_hold|]. split; [exact H|]. split; [exact Hc|].
    intro Z. apply D. now apply integers_same.
  Qed.

  Lemma other_values p o : length p = n -> move_of r p o ->
    exists q, o = [q] /\ length q = n /\ law_value q <> law_value p.
  Proof.
    intros L M. destruct (applies find n cs powers p Covered L) as (c & t & Ic & Hc & Ev & Wt & _).
    destruct (move_parts n r p o Single L M) as (l & own & q & Il & -> & Lq & H & Eq). exists q. repeat split; auto. intro Z.
    destruct (applies find n cs powers q Covered Lq) as (d & u & Id & Hd & Eu & Wu & _).
    pose proof Other as O. rewrite forallb_forall in O. specialize (O l Il).
    rewrite forallb_forall in O. specialize (O _ Ic). rewrite forallb_forall in O.
    apply (never_sound _ _ _ (O _ Id) (integers (p ++ own))). split; [exact H|]. cbn [fst snd].
    split; [now apply here_holds|]. split; [apply holds_put; now rewrite Eq|].
    apply equal_spec; [now rewrite !map_length; congruence|].
    transitivity (integers (law_value p)); [|rewrite <- Z]; rewrite map_map.
    - rewrite <- Ev. apply map_ext. intro x. now apply here_value.
    - rewrite <- Eu, <- Eq. apply map_ext. intro x. symmetry. apply eval_put.
  Qed.

  Lemma smaller_reached p k : length p = n -> length k = powers -> lexless k (law_value p) ->
    exists q, move_of r p [q] /\ length q = n /\ law_value q = k.
  Proof.
    intros L K X. destruct (applies find n cs powers p Covered L) as (c & t & Ic & Hc & Ev & Wt & _).
    pose proof Reached as R. rewrite forallb_forall in R.
    pose proof (never_sound _ _ _ (R _ Ic) (integers (p ++ k))) as Y. cbn [holds] in Y.
    destruct (some_holds (integers (p ++ k)) (map when (of_use (c, t)))) as (f & If & F).
    { intro Z. apply Y. split; [|exact Z]. split; [apply naturals_hold|]. cbn [fst snd].
      split; [now apply here_holds|]. apply (sinks_spec _ _ _ k (law_value p)); auto.
      - now apply smaller_value.
      - rewrite map_map, <- Ev. apply map_ext. intro x. now apply here_value. }
    apply in_map_iff in If as (w & <- & Iw). apply filter_In in Iw as [Iw _]. now apply (witness_moves w).
  Qed.

  Theorem right_if : right_law.
  Proof.
    intros p L. exists (law_value p). destruct (applies find n cs powers p Covered L) as (_ & _ & _ & _ & _ & _ & E).
    split; [exact E|]. split; [now apply (value_wide find n cs powers)|]. intros l Ll.
    apply (pair_lost (move_of r) (fun p => length p = n) law_value powers); auto.
    - intro q. now apply (value_wide find).
    - intros q o. exact (other_values q o).
    - exact smaller_reached.
    - exact law_ends.
  Qed.
End Check.

Theorem law_sound find n powers r cs measures ws :
  is_law find n powers r cs measures ws = true -> right_law n powers r cs.
Proof.
  unfold is_law. cbv zeta. rewrite !andb_true_iff. intros [[[[[[A B] C] D] E] F] G].
  now apply (right_if find n powers r cs measures ws).
Qed.
