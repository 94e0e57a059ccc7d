(* Laws in cases: where a condition and none before it holds, the value is a linear term with quotients. Each claim about
   all positions is that some linear conditions have no solution in integers (Linear.v). *)
From Coq Require Import List NArith ZArith Arith Lia Bool.
From Grundy Require Import Game Formula Rule Linear Words.
Import ListNotations.
Local Open Scope nat_scope.

(* Terms with the numbers that they are, a condition, and a value, over the coordinates. *)
Definition equations := list (term * Z).
Definition case := (equations * formula * term)%type.

Definition applies_if (c : case) : formula :=
  let '(es, f, _) := c in And (all_of (map (fun tz => Eq (fst tz) (Num (snd tz))) es)) f.

Fixpoint value_at (e : list Z) (cs : list case) : option Z :=
  match cs with
  | [] => None
  | c :: cs => if holds_dec e (applies_if c) then Some (eval e (snd c)) else value_at e cs
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
Fixpoint apart (before : list case) (cs : list case) : list (formula * term) :=
  match cs with
  | [] => []
  | c :: cs =>
    let others := filter (fun d => negb (conflict c d)) before in
    (And (applies_if c) (all_of (map (fun d => neg (applies_if d)) others)), snd c) :: apart (c :: before) cs
  end.

Lemma apart_value e cs : forall before v, (forall d, In d before -> ~ holds e (applies_if d)) ->
  value_at e cs = Some v -> exists c t, In (c, t) (apart before cs) /\ holds e c /\ eval e t = v.
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

(* The first list is less than the second. *)
Fixpoint sinks (ms : list (term * term)) : formula :=
  match ms with
  | [] => No
  | (a, b) :: ms => Or (Lt a b) (And (Eq a b) (sinks ms))
  end.

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
  Definition with_equations (c : case) : formula := applies_if (fst (fst c), Yes, Num 0).
  Definition alike (c d : case) : bool := negb (conflict (fst (fst c), Yes, Num 0) d).
  Definition total : bool :=
    never_in n (And (naturals n) (all_of (map (fun c => neg (with_equations c)) cs))) &&
    forallb (fun c => never_in n (And (naturals n) (And (with_equations c)
      (all_of (map (fun d => neg (applies_if d)) (filter (alike c) cs)))))) cs.
  Definition not_negative (ct : formula * term) : bool :=
    never_in n (And (naturals n) (And (fst ct) (Lt (snd ct) (Num 0)))).
  Definition here (f : formula) : formula := put_in coordinates f.
  Definition other_value (l : line) (a b : formula * term) : bool :=
    never_in (n + variables l)
      (And (moves_by l) (And (here (fst a)) (And (put_in (single_part l) (fst b))
        (Eq (put coordinates (snd a)) (put (single_part l) (snd b)))))).
  Definition before_and_after (l : line) (m : list N) : term * term :=
    (put (single_part l) (weigh m 0), put coordinates (weigh m 0)).
  Definition line_sinks (l : line) : bool :=
    never_in (n + variables l) (And (moves_by l) (neg (sinks (map (before_and_after l) measures)))).

  (* Witnesses speak of the coordinates, and of a number below the value. *)
  Definition line_of (w : witness) : line := nth (of_line w) r {| variables := 0; condition := No; parts := [] |}.
  Definition choice (w : witness) : list term := coordinates ++ chosen w.
  Definition led_to (w : witness) : list term := map (put (choice w)) (single_part (line_of w)).
  Definition always_when (w : witness) (f : formula) : bool :=
    never_in (S n) (And (naturals (S n)) (And (when w) (neg f))).
  Definition is_move (w : witness) : bool :=
    (of_line w <? length r) && (length (chosen w) =? variables (line_of w)) &&
    always_when w (all_of (map Ge (chosen w))) &&
    always_when w (put_in (choice w) (condition (line_of w))) &&
    always_when w (all_of (map Ge (led_to w))).
  Definition has_the_value (w : witness) (a : formula * term) : bool :=
    never_in (S n)
      (And (naturals (S n)) (And (when w) (And (put_in (led_to w) (fst a)) (Ne (put (led_to w) (snd a)) (Var n))))).
  (* Where a number is below the value of a case. Witnesses that never apply there are left aside. *)
  Definition below (a : formula * term) : formula :=
    And (naturals (S n)) (And (here (fst a)) (Lt (Var n) (put coordinates (snd a)))).
  Definition of_use (a : formula * term) : list witness :=
    filter (fun w => negb (never_in (S n) (And (below a) (when w)))) ws.
  Definition reached (a : formula * term) : bool :=
    never_in (S n) (And (below a) (all_of (map neg (map when (of_use a))))).

  Definition is_law : bool :=
    let apart_cs := apart [] cs in
    forallb is_single r && total && forallb not_negative apart_cs &&
    forallb line_sinks r &&
    forallb (fun l => forallb (fun a => forallb (other_value l a) apart_cs) apart_cs) r &&
    forallb is_move ws && forallb (fun w => forallb (has_the_value w) apart_cs) ws &&
    forallb reached apart_cs.

  (* ---- what follows ---- *)

  Definition right_law : Prop :=
    forall p : position, length p = n ->
    exists v, value_at (integers p) cs = Some (Z.of_N v) /\ forall x, has_value (move_of r) p x <-> v = x.

  Definition law_value (p : position) : N :=
    match value_at (integers p) cs with Some z => Z.to_N z | None => 0%N end.

  Hypothesis Law : is_law = true.

  Lemma law_parts : forallb is_single r = true /\ total = true /\ forallb not_negative (apart [] cs) = true /\
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

  Lemma applies p : length p = n -> exists c t, In (c, t) (apart [] cs) /\ holds (integers p) c /\
    eval (integers p) t = Z.of_N (law_value p) /\ value_at (integers p) cs = Some (Z.of_N (law_value p)).
  Proof.
    intro L. destruct law_parts as (_ & T & NN & _).
    destruct (value_some (integers p) cs) as (v & E); [now apply some_applies|].
    destruct (apart_value (integers p) cs [] v) as (c & t & I & H & Et); auto.
    assert (P : (0 <= v)%Z).
    { rewrite forallb_forall in NN. pose proof (never_sound _ _ _ (NN _ I) (integers p)) as X.
      destruct (Z_le_dec 0 v); auto. exfalso. apply X. split; [apply naturals_hold|]. split; [exact H|].
      apply holds_lt. cbn [snd eval]. lia. }
    exists c, t. unfold law_value. rewrite E, Z2N.id by exact P. auto.
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

  Lemma lex_sinks e q p l : map (eval e) (single_part l) = integers q -> map (eval e) coordinates = integers p ->
    forall ms, holds e (sinks (map (before_and_after l) ms)) ->
    lexless (map (fun m => weight m q) ms) (map (fun m => weight m p) ms).
  Proof.
    intros Q C. assert (W : forall m x, eval (integers x) (weigh m 0) = Z.of_N (weight m x))
      by (intros m x; apply (weigh_value m 0 x []); reflexivity).
    induction ms as [|m ms IH]; cbn [map sinks before_and_after lexless].
    - intro H. exact (H eq_refl).
    - cbn [holds]. rewrite holds_lt, holds_eq, !eval_put, Q, C, !W. intros [H|[H X]]; [left; lia|right].
      split; [lia|auto].
  Qed.

  Lemma law_ends p : length p = n -> Acc (part (move_of r)) p.
  Proof.
    set (W := fun p => map (fun m => weight m p) measures).
    remember (W p) as w eqn:E. intro L.
    assert (A : Acc (fun a b => length a = length b /\ lexless a b) w) by now apply (lex_ends (length w)).
    revert p E L. induction A as [w _ IH]. intros p -> L. constructor. intros q (o & M & I).
    destruct (move_parts p o L M) as (l & own & q' & Il & -> & Lq & H & Eq). destruct I as [<-|[]].
    apply (IH (W q')); auto. split; [unfold W; now rewrite !map_length|].
    destruct law_parts as (_ & _ & _ & Sk & _). rewrite forallb_forall in Sk.
    pose proof (never_sound _ _ _ (Sk l Il) (integers (p ++ own))) as X. cbn [holds] in X.
    rewrite neg_spec in X.
    destruct (holds_dec (integers (p ++ own)) (sinks (map (before_and_after l) measures))) as [Y|Y]; [|tauto].
    apply (lex_sinks (integers (p ++ own)) q' p l); auto. now apply coordinates_value.
  Qed.

  Lemma witness_moves w (p : position) (k : N) : In w ws -> length p = n ->
    holds (integers (p ++ [k])) (when w) ->
    exists q, move_of r p [q] /\ length q = n /\ law_value q = k.
  Proof.
    intros I L H. destruct law_parts as (Sg & _ & _ & _ & _ & M & V & _).
    rewrite forallb_forall in M, V. specialize (M w I). specialize (V w I).
    unfold is_move in M. rewrite !andb_true_iff in M. destruct M as [[[[Ml Mc] Mn] Mh] Mt].
    apply Nat.ltb_lt in Ml. apply Nat.eqb_eq in Mc. set (e := integers (p ++ [k])) in *.
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
    - destruct (applies q Lq) as (c & t & Ic & Hc & Ev & _).
      rewrite forallb_forall in V. pose proof (never_sound _ _ _ (V _ Ic) e) as X. cbn [holds fst snd] in X.
      rewrite holds_put, holds_ne, eval_put, <- Eq, Ev in X.
      assert (K : eval e (Var n) = Z.of_N k).
      { unfold e, integers. cbn [eval]. rewrite map_app, app_nth2; rewrite map_length, L; [|lia].
        now rewrite Nat.sub_diag. }
      rewrite K in X. destruct (N.eq_dec (law_value q) k) as [|D]; auto. exfalso. apply X.
      split; [apply naturals_hold|]. split; [exact H|]. split; [exact Hc|lia].
  Qed.

  Lemma law_right p : length p = n -> right (move_of r) law_value p.
  Proof.
    intro L. destruct (applies p L) as (c & t & Ic & Hc & Ev & _). split.
    - intros o M Z. destruct (move_parts p o L M) as (l & own & q & Il & -> & Lq & H & Eq).
      destruct (applies q Lq) as (d & u & Id & Hd & Eu & _).
      destruct law_parts as (_ & _ & _ & _ & O & _). rewrite forallb_forall in O. specialize (O l Il).
      rewrite forallb_forall in O. specialize (O _ Ic). rewrite forallb_forall in O.
      apply (never_sound _ _ _ (O _ Id) (integers (p ++ own))). split; [exact H|]. cbn [fst snd].
      split; [now apply here_holds|]. split; [apply holds_put; now rewrite Eq|].
      apply holds_eq. rewrite here_value, eval_put, Eq, Ev, Eu by exact L. simpl in Z.
      rewrite N.lxor_0_r in Z. now rewrite Z.
    - intros k K. destruct law_parts as (_ & _ & _ & _ & _ & _ & _ & R). rewrite forallb_forall in R.
      pose proof (never_sound _ _ _ (R _ Ic) (integers (p ++ [k]))) as X. cbn [holds fst snd] in X.
      unfold below in X. cbn [holds fst snd] in X. rewrite here_holds, holds_lt, here_value, Ev in X by exact L.
      assert (Ek : eval (integers (p ++ [k])) (Var n) = Z.of_N k).
      { unfold integers. cbn [eval]. rewrite map_app, app_nth2; rewrite map_length, L; [|lia].
        now rewrite Nat.sub_diag. }
      rewrite Ek in X. destruct (some_holds (integers (p ++ [k])) (map when (of_use (c, t)))) as (f & If & F).
      { intro Y. apply X. split; [|exact Y]. split; [apply naturals_hold|]. split; [exact Hc|lia]. }
      apply in_map_iff in If as (w & <- & Iw). apply filter_In in Iw as [Iw _]. destruct (witness_moves w p k Iw L F) as (q & M & Lq & V).
      exists [q]. split; auto. simpl. now rewrite N.lxor_0_r.
  Qed.

  Theorem law_sound : right_law.
  Proof.
    intros p L. exists (law_value p). split; [now destruct (applies p L) as (_ & _ & _ & _ & _ & E)|].
    intro x. apply (value_is _ (move_of r) (fun p => length p = n) law_value); auto.
    - intros q o Lq M. destruct (move_parts q o Lq M) as (l & own & q' & _ & -> & Lq' & _). now constructor.
    - exact law_right.
    - exact law_ends.
  Qed.
End Check.
