(* Laws in cases: where a condition and none before it holds, the value is an ordinal below ω^K, whose coefficients are
   linear terms with quotients, that of the highest power first. Each claim about all positions is that some linear
   conditions have no solution in integers (Linear.v). *)
From Coq Require Import List NArith ZArith Arith Lia Bool.
From Grundy Require Import Game Formula Rule Linear Words.
Import ListNotations.
Local Open Scope nat_scope.

(* Terms with the numbers that they are, a condition, and the coefficients of a value, over the coordinates. *)
Definition equations := list (term * Z).
Definition case := (equations * formula * list term)%type.

Definition applies_if (c : case) : formula :=
  let '(es, f, _) := c in And (all_of (map (fun tz => Eq (fst tz) (Num (snd tz))) es)) f.

Fixpoint value_at (e : list Z) (cs : list case) : option (list Z) :=
  match cs with
  | [] => None
  | c :: cs => if holds_dec e (applies_if c) then Some (map (eval e) (snd c)) else value_at e cs
  end.

(* Two cases never apply together, as some term is two numbers. *)
Definition conflict (c d : case) : bool :=
  existsb (fun tz => existsb (fun uy => same (fst tz) (fst uy) && negb (Z.eqb (snd tz) (snd uy))) (fst (fst d)))
    (fst (fst c)).

Lemma conflict_spec e c d : conflict c d = true -> holds e (applies_if c) -> ~ holds e (applies_if d).
Proof.
  destruct c as [[es f] t], d as [[ds g] u]. unfold conflict. cbn [fst snd applies_if holds].
  rewrite existsb_exists. intros ((a, z) & Ia & X). rewrite existsb_exists in X. destruct X as ((b, y) & Ib & X).
  cbn [fst snd] in X. apply andb_true_iff in X as [S N]. apply same_spec in S as ->.
  apply negb_true_iff, Z.eqb_neq in N. rewrite !holds_all, !Forall_map, !Forall_forall.
  intros [A _] [B _]. specialize (A _ Ia). specialize (B _ Ib). cbn [fst snd] in A, B.
  apply holds_eq in A, B. cbn [eval] in A, B. congruence.
Qed.

(* The cases, each with a condition that says that none before it applies. *)
Fixpoint apart (before : list case) (cs : list case) : list (formula * list term) :=
  match cs with
  | [] => []
  | c :: cs =>
    let others := filter (fun d => negb (conflict c d)) before in
    (And (applies_if c) (all_of (map (fun d => neg (applies_if d)) others)), snd c) :: apart (c :: before) cs
  end.

Lemma apart_value e cs : forall before v, (forall d, In d before -> ~ holds e (applies_if d)) ->
  value_at e cs = Some v -> exists c t, In (c, t) (apart before cs) /\ holds e c /\ map (eval e) t = v.
Proof.
  induction cs as [|c cs IH]; simpl; intros before v B E; [discriminate|].
  destruct (holds_dec e (applies_if c)) as [H|H].
  - injection E as <-. eexists _, (snd c). split; [left; reflexivity|]. split; auto.
    split; auto. apply holds_all, Forall_map, Forall_forall. intros d I. apply filter_In in I as [I _].
    apply neg_spec. auto.
  - destruct (IH (c :: before) v) as (c' & t' & I & R); auto.
    + intros d [<-|I]; auto.
    + exists c', t'. auto.
Qed.

Lemma value_some e cs : (exists c, In c cs /\ holds e (applies_if c)) -> exists v, value_at e cs = Some v.
Proof.
  induction cs as [|c cs IH]; simpl; intros (d & I & H); [destruct I|].
  destruct (holds_dec e (applies_if c)) as [|C]; eauto. apply IH. destruct I as [->|I]; [contradiction|eauto].
Qed.

Lemma some_holds e fs : ~ holds e (all_of (map neg fs)) -> exists f, In f fs /\ holds e f.
Proof.
  induction fs as [|f fs IH]; simpl; intro H; [exfalso; apply H; exact (Z.le_refl 0)|].
  destruct (holds_dec e f) as [F|F]; [eauto|]. destruct IH as (g & I & G); eauto.
  intro X. apply H. split; auto. now apply neg_spec.
Qed.

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

(* ---- what has to have no solution ---- *)

Record witness := { of_line : nat; when : formula; chosen : list term }.

Section Check.
  Variable find : rows_formula -> list step.
  Variable n : nat.     (* coordinates *)
  Variable powers : nat.
  Variable r : rule.
  Variable cs : list case.
  Variable measures : list (list N).
  Variable ws : list witness.

  Definition coordinates := map Var (seq 0 n).

  Definition single_part (l : line) : list term := match parts l with [ps] => ps | _ => [] end.
  Definition is_single (l : line) : bool :=
    match parts l with [ps] => length ps =? n | _ => false end.

  (* A move of the line. *)
  Definition moves_by (l : line) : formula :=
    And (naturals (n + variables l)) (And (condition l) (all_of (map Ge (single_part l)))).

  Definition never_in k f := never find k f.

  (* In every position some case applies: the equations of the cases leave nothing out, and with each of them some case
     applies that has no other equations. *)
  Definition with_equations (c : case) : formula := applies_if (fst (fst c), Yes, []).
  Definition alike (c d : case) : bool := negb (conflict (fst (fst c), Yes, []) d).
  Definition total : bool :=
    never_in n (And (naturals n) (all_of (map (fun c => neg (with_equations c)) cs))) &&
    forallb (fun c => never_in n (And (naturals n) (And (with_equations c)
      (all_of (map (fun d => neg (applies_if d)) (filter (alike c) cs)))))) cs.
  Definition not_negative (ct : formula * list term) : bool :=
    never_in n (And (naturals n) (And (fst ct) (neg (all_of (map Ge (snd ct)))))).
  Definition here (f : formula) : formula := put_in coordinates f.
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
  Definition line_of (w : witness) : line := nth (of_line w) r {| variables := 0; condition := No; parts := [] |}.
  Definition choice (w : witness) : list term := coordinates ++ chosen w.
  Definition led_to (w : witness) : list term := map (put (choice w)) (single_part (line_of w)).
  Definition always_when (w : witness) (f : formula) : bool :=
    never_in (n + powers) (And (naturals (n + powers)) (And (when w) (neg f))).
  Definition is_move (w : witness) : bool :=
    (of_line w <? length r) && (length (chosen w) =? variables (line_of w)) &&
    always_when w (all_of (map Ge (chosen w))) &&
    always_when w (put_in (choice w) (condition (line_of w))) &&
    always_when w (all_of (map Ge (led_to w))).
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
  Definition wide (c : case) : bool := length (snd c) =? powers.

  Definition is_law : bool :=
    let apart_cs := apart [] cs in
    forallb is_single r && forallb wide cs && total && forallb not_negative apart_cs &&
    forallb line_sinks r &&
    forallb (fun l => forallb (fun a => forallb (other_value l a) apart_cs) apart_cs) r &&
    forallb is_move ws && forallb (fun w => forallb (has_the_value w) apart_cs) ws &&
    forallb reached apart_cs.

  (* ---- what follows ---- *)

  Definition right_law : Prop :=
    forall p : position, length p = n ->
    exists v, value_at (integers p) cs = Some (map Z.of_N v) /\ length v = powers /\
    forall l, length l = powers -> (has_ordinal (move_of r) p l <-> v = l).

  Definition law_value (p : position) : list N :=
    match value_at (integers p) cs with Some l => map Z.to_N l | None => [] end.

  Hypothesis Law : is_law = true.

  Lemma law_parts : forallb is_single r = true /\ forallb wide cs = true /\ total = true /\ forallb not_negative (apart [] cs) = true /\
    forallb line_sinks r = true /\
    forallb (fun l => forallb (fun a => forallb (other_value l a) (apart [] cs)) (apart [] cs)) r = true /\
    forallb is_move ws = true /\ forallb (fun w => forallb (has_the_value w) (apart [] cs)) ws = true /\
    forallb reached (apart [] cs) = true.
  Proof. revert Law. unfold is_law. cbv zeta. rewrite !andb_true_iff. tauto. Qed.

  Lemma window (a b c : list Z) : map (fun i => nth i (a ++ b ++ c) 0%Z) (seq (length a) (length b)) = b.
  Proof.
    revert a. induction b as [|x b IH]; intro a; simpl; auto. f_equal; [apply nth_middle|].
    specialize (IH (a ++ [x])). rewrite app_length, <- app_assoc in IH. simpl in IH.
    now rewrite Nat.add_1_r in IH.
  Qed.

  Lemma coordinates_value (p rest : position) : length p = n ->
    map (eval (integers (p ++ rest))) coordinates = integers p.
  Proof.
    intro L. unfold coordinates, integers. rewrite map_map, map_app.
    pose proof (window [] (map Z.of_N p) (map Z.of_N rest)) as W. simpl in W. rewrite map_length, L in W. exact W.
  Qed.

  Lemma here_holds (p rest : position) f : length p = n ->
    (holds (integers (p ++ rest)) (here f) <-> holds (integers p) f).
  Proof. intro L. unfold here. now rewrite holds_put, coordinates_value. Qed.

  Lemma here_value (p rest : position) t : length p = n ->
    eval (integers (p ++ rest)) (put coordinates t) = eval (integers p) t.
  Proof. intro L. now rewrite eval_put, coordinates_value. Qed.

  Lemma integers_back (l : list Z) : Forall (fun z => (0 <= z)%Z) l -> integers (map Z.to_N l) = l.
  Proof. intro F. induction F; simpl; unfold integers in *; simpl; f_equal; auto. lia. Qed.

  Lemma all_natural e l : holds e (all_of (map Ge l)) <-> Forall (fun z => (0 <= z)%Z) (map (eval e) l).
  Proof. rewrite holds_all, !Forall_map. reflexivity. Qed.

  Lemma integers_natural p : Forall (fun z => (0 <= z)%Z) (integers p).
  Proof. apply Forall_map, Forall_forall. intros. lia. Qed.

  Lemma integers_same p q : integers p = integers q -> p = q.
  Proof.
    revert q. induction p as [|x p IH]; intros [|y q] E; try discriminate; auto.
    injection E as E1 E2. f_equal; auto. lia.
  Qed.

  Lemma some_applies p : total = true -> exists c, In c cs /\ holds (integers p) (applies_if c).
  Proof.
    intro T. apply andb_true_iff in T as [T1 T2].
    assert (S : forall fs, (holds (integers p) (all_of (map neg fs)) -> False) ->
              exists f, In f fs /\ holds (integers p) f) by (intros fs; apply some_holds).
    destruct (S (map with_equations cs)) as (f & If & F).
    { rewrite map_map. intro H. apply (never_sound _ _ _ T1 (integers p)). split; auto. apply naturals_hold. }
    apply in_map_iff in If as (c & <- & Ic). rewrite forallb_forall in T2.
    destruct (S (map applies_if (filter (alike c) cs))) as (f & If & G).
    { rewrite map_map. intro H. apply (never_sound _ _ _ (T2 c Ic) (integers p)). split; [apply naturals_hold|].
      split; [exact F|exact H]. }
    apply in_map_iff in If as (d & <- & Id). apply filter_In in Id as [Id _]. eauto.
  Qed.

  Lemma apart_wide before c t l : In (c, t) (apart before l) -> exists d, In d l /\ t = snd d.
  Proof.
    revert before. induction l as [|d l IH]; simpl; intros before I; [destruct I|].
    destruct I as [I|I]; [injection I as _ <-; eauto|]. destruct (IH _ I) as (d' & Id & ->). eauto.
  Qed.

  Lemma applies p : length p = n -> exists c t, In (c, t) (apart [] cs) /\ holds (integers p) c /\
    map (eval (integers p)) t = integers (law_value p) /\ length t = powers /\
    value_at (integers p) cs = Some (integers (law_value p)).
  Proof.
    intro L. destruct law_parts as (_ & W & T & NN & _).
    destruct (value_some (integers p) cs) as (v & E); [now apply some_applies|].
    destruct (apart_value (integers p) cs [] v) as (c & t & I & H & Et); auto.
    assert (P : Forall (fun z => (0 <= z)%Z) v).
    { rewrite forallb_forall in NN. pose proof (never_sound _ _ _ (NN _ I) (integers p)) as X. cbn [fst snd holds] in X.
      rewrite neg_spec in X. rewrite <- Et. apply all_natural.
      destruct (holds_dec (integers p) (all_of (map Ge t))) as [|Y]; auto. exfalso. apply X.
      split; [apply naturals_hold|auto]. }
    assert (V : integers (law_value p) = v) by (unfold law_value; rewrite E; now apply integers_back).
    exists c, t. rewrite V. repeat split; auto. destruct (apart_wide [] c t cs I) as (d & Id & ->).
    rewrite forallb_forall in W. now apply Nat.eqb_eq, W.
  Qed.

  Lemma value_wide p : length p = n -> length (law_value p) = powers.
  Proof.
    intro L. destruct (applies p L) as (c & t & _ & _ & E & W & _).
    apply (f_equal (@length Z)) in E. unfold integers in E. rewrite !map_length in E. congruence.
  Qed.

  Lemma smaller_value (p : position) k : length p = n -> length k = powers ->
    map (eval (integers (p ++ k))) smaller = integers k.
  Proof.
    intros L K. unfold smaller, integers. rewrite map_map, map_app.
    pose proof (window (map Z.of_N p) (map Z.of_N k) []) as W. rewrite app_nil_r, !map_length, L, K in W. exact W.
  Qed.

  Lemma move_parts p o : length p = n -> move_of r p o -> exists l own q, In l r /\ o = [q] /\ length q = n /\
    holds (integers (p ++ own)) (moves_by l) /\ map (eval (integers (p ++ own))) (single_part l) = integers q.
  Proof.
    intros L M. destruct M as [l own o I Lo H E]. destruct law_parts as (S & _).
    rewrite forallb_forall in S. specialize (S l I). unfold is_single in S.
    destruct (parts l) as [|ps [|? ?]] eqn:P; try discriminate. apply Nat.eqb_eq in S.
    destruct o as [|q [|? ?]]; try discriminate. injection E as E. exists l, own, q.
    assert (Sp : single_part l = ps) by (unfold single_part; now rewrite P).
    repeat split; auto.
    - apply (f_equal (@length Z)) in E. unfold integers in E. rewrite !map_length in E. lia.
    - apply naturals_hold.
    - apply all_natural. rewrite Sp, <- E. apply integers_natural.
    - now rewrite Sp.
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
    destruct (move_parts p o L M) as (l & own & q' & Il & -> & Lq & H & Eq). destruct I as [<-|[]].
    apply (IH (W q')); auto. split; [unfold W; now rewrite !map_length|].
    destruct law_parts as (_ & _ & _ & _ & Sk & _). rewrite forallb_forall in Sk.
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
    intros I L K H. destruct law_parts as (Sg & _ & _ & _ & _ & _ & M & V & _).
    rewrite forallb_forall in M, V. specialize (M w I). specialize (V w I).
    unfold is_move in M. rewrite !andb_true_iff in M. destruct M as [[[[Ml Mc] Mn] Mh] Mt].
    apply Nat.ltb_lt in Ml. apply Nat.eqb_eq in Mc. set (e := integers (p ++ k)) in *.
    assert (T : forall f, always_when w f = true -> holds e f).
    { intros f F. destruct (holds_dec e f) as [|Y]; auto. exfalso. apply (never_sound _ _ _ F e).
      split; [apply naturals_hold|]. split; [exact H|]. now apply neg_spec. }
    apply T in Mn, Mh, Mt. apply all_natural in Mn, Mt.
    set (own := map Z.to_N (map (eval e) (chosen w))). set (q := map Z.to_N (map (eval e) (led_to w))).
    assert (Eo : integers own = map (eval e) (chosen w)) by now apply integers_back.
    assert (Eq : integers q = map (eval e) (led_to w)) by now apply integers_back.
    assert (Ep : integers (p ++ own) = map (eval e) (choice w)).
    { unfold choice, integers. rewrite !map_app. f_equal; [|exact Eo]. symmetry. now apply coordinates_value. }
    set (l := line_of w) in *.
    assert (Il : In l r) by now apply nth_In.
    rewrite forallb_forall in Sg. specialize (Sg l Il). unfold is_single in Sg.
    destruct (parts l) as [|ps [|? ?]] eqn:P; try discriminate. apply Nat.eqb_eq in Sg.
    assert (Sp : single_part l = ps) by (unfold single_part; now rewrite P).
    assert (Lq : length q = n).
    { unfold q, led_to. fold l. rewrite !map_length, Sp. exact Sg. }
    assert (Eps : map (eval (integers (p ++ own))) ps = integers q).
    { rewrite Eq. unfold led_to. fold l. rewrite Sp, map_map, Ep. apply map_ext. intro t. symmetry. apply eval_put. }
    exists q. split; [|split; auto].
    - apply (move_by r p l own [q]); auto.
      + unfold own. rewrite !map_length. exact Mc.
      + rewrite Ep. apply holds_put. exact Mh.
      + rewrite P. simpl. now rewrite Eps.
    - destruct (applies q Lq) as (c & t & Ic & Hc & Ev & Wt & _).
      rewrite forallb_forall in V. pose proof (never_sound _ _ _ (V _ Ic) e) as X. cbn [holds fst snd] in X.
      assert (Es : map (eval e) (map (put (led_to w)) t) = integers (law_value q)).
      { rewrite map_map, <- Ev, Eq. apply map_ext. intro u. apply eval_put. }
      rewrite holds_put, neg_spec, equal_spec, Es, <- Eq in X
        by (unfold smaller; now rewrite !map_length, seq_length).
      unfold e in X. rewrite smaller_value in X by auto.
      destruct (list_eq_dec N.eq_dec (law_value q) k) as [|D]; auto. exfalso. apply X.
      split; [apply naturals_hold|]. split; [exact H|]. split; [exact Hc|].
      intro Z. apply D. now apply integers_same.
  Qed.

  Lemma other_values p o : length p = n -> move_of r p o ->
    exists q, o = [q] /\ length q = n /\ law_value q <> law_value p.
  Proof.
    intros L M. destruct (applies p L) as (c & t & Ic & Hc & Ev & Wt & _).
    destruct (move_parts p o L M) as (l & own & q & Il & -> & Lq & H & Eq). exists q. repeat split; auto. intro Z.
    destruct (applies q Lq) as (d & u & Id & Hd & Eu & Wu & _).
    destruct law_parts as (_ & _ & _ & _ & _ & O & _). rewrite forallb_forall in O. specialize (O l Il).
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
    intros L K X. destruct (applies p L) as (c & t & Ic & Hc & Ev & Wt & _).
    destruct law_parts as (_ & _ & _ & _ & _ & _ & _ & _ & R). rewrite forallb_forall in R.
    pose proof (never_sound _ _ _ (R _ Ic) (integers (p ++ k))) as Y. cbn [holds] in Y.
    destruct (some_holds (integers (p ++ k)) (map when (of_use (c, t)))) as (f & If & F).
    { intro Z. apply Y. split; [|exact Z]. split; [apply naturals_hold|]. cbn [fst snd].
      split; [now apply here_holds|]. apply (sinks_spec _ _ _ k (law_value p)); auto.
      - now apply smaller_value.
      - rewrite map_map, <- Ev. apply map_ext. intro x. now apply here_value. }
    apply in_map_iff in If as (w & <- & Iw). apply filter_In in Iw as [Iw _]. now apply (witness_moves w).
  Qed.

  Theorem law_sound : right_law.
  Proof.
    intros p L. exists (law_value p). destruct (applies p L) as (_ & _ & _ & _ & _ & _ & E).
    split; [exact E|]. split; [now apply value_wide|]. intros l Ll.
    apply (pair_lost (move_of r) (fun p => length p = n) law_value powers); auto.
    - exact value_wide.
    - intros q o. exact (other_values q o).
    - exact smaller_reached.
    - exact law_ends.
  Qed.
End Check.
