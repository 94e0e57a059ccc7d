(* Laws in cases: what the first case that applies says of a position, and moves that witnesses name. Each claim about all
   positions is that some linear conditions have no solution in integers (Linear.v). *)
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

(* One case for each list of equations. *)
Fixpoint same_equations (a b : equations) : bool :=
  match a, b with
  | [], [] => true
  | (t, z) :: a, (u, y) :: b => same t u && Z.eqb z y && same_equations a b
  | _, _ => false
  end.
Fixpoint one_each (before : list equations) (cs : list case) : list case :=
  match cs with
  | [] => []
  | c :: cs => let es := fst (fst c) in
               if existsb (same_equations es) before then one_each before cs else c :: one_each (es :: before) cs
  end.

Lemma one_each_in c cs : forall before, In c (one_each before cs) -> In c cs.
Proof.
  induction cs as [|d cs IH]; simpl; intros before I; [destruct I|].
  destruct (existsb _ before); [right; eauto|]. destruct I as [|I]; [now left|right; eauto].
Qed.

(* ---- what has to have no solution ---- *)

(* A move for all positions where a condition holds: a line, and terms for its own variables. *)
Record witness := { of_line : nat; when : formula; chosen : list term }.

Section Cases.
  Variable find : rows_formula -> list step.
  Variable n : nat.      (* coordinates *)
  Variable r : rule.
  Variable cs : list case.
  Variable width : nat.  (* terms that a case says *)
  Variable extra : nat.  (* numbers that witnesses speak of, beside the coordinates *)

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
    never_in n (And (naturals n) (all_of (map (fun c => neg (with_equations c)) (one_each [] cs)))) &&
    forallb (fun c => never_in n (And (naturals n) (And (with_equations c)
      (all_of (map (fun d => neg (applies_if d)) (filter (alike c) cs)))))) cs.
  Definition not_negative (ct : formula * list term) : bool :=
    never_in n (And (naturals n) (And (fst ct) (neg (all_of (map Ge (snd ct)))))).
  Definition here (f : formula) : formula := put_in coordinates f.

  Definition line_of (w : witness) : line := nth (of_line w) r {| variables := 0; condition := No; parts := [] |}.
  Definition choice (w : witness) : list term := coordinates ++ chosen w.
  Definition led_to (w : witness) : list term := map (put (choice w)) (single_part (line_of w)).
  Definition always_when (w : witness) (f : formula) : bool :=
    never_in (n + extra) (And (naturals (n + extra)) (And (when w) (neg f))).
  Definition is_move (w : witness) : bool :=
    (of_line w <? length r) && (length (chosen w) =? variables (line_of w)) &&
    always_when w (all_of (map Ge (chosen w))) &&
    always_when w (put_in (choice w) (condition (line_of w))) &&
    always_when w (all_of (map Ge (led_to w))).
  Definition wide (c : case) : bool := length (snd c) =? width.
  Definition all_covered : bool := forallb wide cs && total && forallb not_negative (apart [] cs).

  (* ---- what follows ---- *)

  Definition law_value (p : position) : list N :=
    match value_at (integers p) cs with Some l => map Z.to_N l | None => [] end.

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
    destruct (S (map with_equations (one_each [] cs))) as (f & If & F).
    { rewrite map_map. intro H. apply (never_sound _ _ _ T1 (integers p)). split; auto. apply naturals_hold. }
    apply in_map_iff in If as (c & <- & Ic). apply one_each_in in Ic. rewrite forallb_forall in T2.
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

  Lemma applies p : all_covered = true -> length p = n -> exists c t, In (c, t) (apart [] cs) /\ holds (integers p) c /\
    map (eval (integers p)) t = integers (law_value p) /\ length t = width /\
    value_at (integers p) cs = Some (integers (law_value p)).
  Proof.
    unfold all_covered. rewrite !andb_true_iff. intros [[W T] NN] L.
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

  Lemma value_wide p : all_covered = true -> length p = n -> length (law_value p) = width.
  Proof.
    intros A L. destruct (applies p A L) as (c & t & _ & _ & E & W & _).
    apply (f_equal (@length Z)) in E. unfold integers in E. rewrite !map_length in E. congruence.
  Qed.

  Lemma move_parts p o : forallb is_single r = true -> length p = n -> move_of r p o -> exists l own q, In l r /\ o = [q] /\ length q = n /\
    holds (integers (p ++ own)) (moves_by l) /\ map (eval (integers (p ++ own))) (single_part l) = integers q.
  Proof.
    intros S L M. destruct M as [l own o I Lo H E].
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

  Lemma witness_leads w (p : position) (k : list N) : forallb is_single r = true -> is_move w = true ->
    length p = n -> length k = extra -> holds (integers (p ++ k)) (when w) ->
    exists q, move_of r p [q] /\ length q = n /\ map (eval (integers (p ++ k))) (led_to w) = integers q.
  Proof.
    intros Sg M L K H. unfold is_move in M. rewrite !andb_true_iff in M. destruct M as [[[[Ml Mc] Mn] Mh] Mt].
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
    assert (Eps : map (eval (integers (p ++ own))) ps = integers q).
    { rewrite Eq. unfold led_to. fold l. rewrite Sp, map_map, Ep. apply map_ext. intro t. symmetry. apply eval_put. }
    exists q. split; [|split; auto].
    - apply (move_by r p l own [q]); auto.
      + unfold own. rewrite !map_length. exact Mc.
      + rewrite Ep. apply holds_put. exact Mh.
      + rewrite P. simpl. now rewrite Eps.
    - unfold q, led_to. fold l. rewrite !map_length, Sp. exact Sg.
  Qed.
End Cases.
