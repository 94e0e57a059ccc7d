(* Laws in cases of who wins where play need not end: each case says an outcome and a counter, which the player who wins
   can lower. *)
From Coq Require Import List NArith ZArith Arith Lia Bool.
From Grundy Require Import Game Formula Rule Linear Words Cases.
Import ListNotations.
Local Open Scope nat_scope.

(* ---- lost is 0, won is 1, drawn is 2 ---- *)

Section Told.
  Variable opt : position -> list position -> Prop.
  Variable D : position -> Prop.
  Variables outcome counter : position -> N.
  Definition goes_to p q x := opt p [q] /\ D q /\ outcome q = x.
  Hypothesis Lost : forall p o, D p -> outcome p = 0%N -> opt p o ->
    exists q, o = [q] /\ goes_to p q 1 /\ (counter q < counter p)%N.
  Hypothesis Won : forall p, D p -> outcome p = 1%N -> exists q, goes_to p q 0 /\ (counter q < counter p)%N.
  Hypothesis Stays : forall p, D p -> outcome p = 2%N -> exists q, goes_to p q 2.
  Hypothesis Drawn : forall p o, D p -> outcome p = 2%N -> opt p o ->
    exists q, o = [q] /\ (goes_to p q 1 \/ goes_to p q 2).

  Lemma move_alone p s : move opt [p] s <-> opt p s.
  Proof.
    split; intro M.
    - remember [p] as t eqn:T. destruct M as [l q r o O]. destruct l as [|x l].
      + injection T as -> ->. simpl. now rewrite app_nil_r.
      + injection T as _ T. destruct l; discriminate.
    - pose proof (move_at _ opt [] p [] s M) as X. simpl in X. now rewrite app_nil_r in X.
  Qed.

  Lemma decided_by_counter p : D p -> (outcome p = 0%N -> loses opt [p]) /\ (outcome p = 1%N -> wins opt [p]).
  Proof.
    remember (counter p) as k eqn:K. revert p K.
    induction k as [k IH] using (well_founded_induction N.lt_wf_0). intros p -> Dp. split; intro O.
    - constructor. intros s M. apply move_alone in M. destruct (Lost p s Dp O M) as (q & -> & (_ & Dq & Oq) & L).
      now apply (IH (counter q) L q).
    - destruct (Won p Dp O) as (q & (M & Dq & Oq) & L). apply (wins_by _ _ _ [q]); [now apply move_alone|].
      now apply (IH (counter q) L q).
  Qed.

  Lemma drawn_not_won s : wins opt s -> forall p, s = [p] -> D p -> outcome p = 2%N -> False.
  Proof.
    intro W. induction W as [s s' M L IH|s L IH] using wins_both
      with (P0 := fun s _ => forall p, s = [p] -> D p -> outcome p = 2%N -> False); intros p -> Dp O.
    - apply move_alone in M. destruct (Drawn p s' Dp O M) as (q & -> & [(_ & Dq & Oq)|(_ & Dq & Oq)]).
      + exact (not_both _ _ _ (proj2 (decided_by_counter q Dq) Oq) L).
      + exact (IH q eq_refl Dq Oq).
    - destruct (Stays p Dp O) as (q & M & Dq & Oq). exact (IH [q] (proj2 (move_alone p [q]) M) q eq_refl Dq Oq).
  Qed.

  Theorem outcomes_told p : D p -> (outcome p = 0%N -> loses opt [p]) /\ (outcome p = 1%N -> wins opt [p]) /\
    (outcome p = 2%N -> ~ wins opt [p] /\ ~ loses opt [p]).
  Proof.
    intro Dp. destruct (decided_by_counter p Dp) as [L W]. split; [exact L|]. split; [exact W|]. intro O. split.
    - intro X. exact (drawn_not_won [p] X p eq_refl Dp O).
    - intro X. destruct (Stays p Dp O) as (q & M & Dq & Oq). inversion X as [s Y]; subst.
      exact (drawn_not_won [q] (Y [q] (proj2 (move_alone p [q]) M)) q eq_refl Dq Oq).
  Qed.
End Told.

(* ---- the cases, each of which says two terms ---- *)

Definition told (t : list term) : Z := match t with Num o :: _ => o | _ => (-1)%Z end.
Definition counting (t : list term) : term := nth 1 t (Num 0).

(* What must not be of a move from a case to another, of the second term before and after. *)
Definition wrong_move (a b : Z) (before after : term) : formula :=
  match a, b with
  | 0, 1 => Le before after
  | 0, _ | 2, 0 => Yes
  | _, _ => No
  end%Z.

(* What must not be of a move that a witness names. *)
Definition wrong_reply (a b : Z) (before after : term) : formula :=
  match a, b with
  | 1, 0 => Le before after
  | 0, _ | 2, 2 => No
  | _, _ => Yes
  end%Z.

Section Check.
  Variable find : rows_formula -> list step.
  Variable n : nat.  (* coordinates *)
  Variable r : rule.
  Variable cs : list case.
  Variable ws : list witness.

  Local Notation never_in := (never_in find).
  Local Notation led_to := (led_to n r).

  Definition an_outcome (a : formula * list term) : bool := (0 <=? told (snd a))%Z && (told (snd a) <=? 2)%Z.
  (* Counters that are quotients leave no remainder. *)
  Definition whole_counter (a : formula * list term) : bool :=
    match counting (snd a) with
    | Div t d => never_in n (And (naturals n) (And (fst a) (Ne (Mul (Zpos d) (Div t d)) t)))
    | _ => true
    end.
  Definition right_line (l : line) (a b : formula * list term) : bool :=
    never_in (n + variables l)
      (And (wrong_move (told (snd a)) (told (snd b))
              (put (coordinates n) (counting (snd a))) (put (single_part l) (counting (snd b))))
        (And (moves_by n l) (And (here n (fst a)) (put_in (single_part l) (fst b))))).
  Definition right_reply (w : witness) (a b : formula * list term) : bool :=
    never_in n
      (And (wrong_reply (told (snd a)) (told (snd b)) (counting (snd a)) (put (led_to w) (counting (snd b))))
        (And (naturals n) (And (when w) (And (fst a) (put_in (led_to w) (fst b)))))).
  (* Witnesses that never apply in a case are left aside. *)
  Definition used_in (a : formula * list term) : list witness :=
    filter (fun w => negb (never_in n (And (naturals n) (And (fst a) (when w))))) ws.
  Definition replied (a : formula * list term) : bool :=
    if (told (snd a) =? 0)%Z then true
    else let used := used_in a in
         forallb (fun w => forallb (right_reply w a) (apart [] cs)) used &&
         never_in n (And (naturals n) (And (fst a) (all_of (map neg (map when used))))).

  Definition is_outcome_law : bool :=
    let apart_cs := apart [] cs in
    forallb (is_single n) r && all_covered find n cs 2 && forallb an_outcome apart_cs &&
    forallb whole_counter apart_cs && forallb (fun l => forallb (fun a => forallb (right_line l a) apart_cs) apart_cs) r &&
    forallb (is_move find n r 0) ws && forallb replied apart_cs.

  (* What the first case that applies says: the outcome, and a second number, is true of play. *)
  Definition right_outcomes : Prop :=
    forall p : position, length p = n -> exists o c, value_at (integers p) cs = Some [o; c] /\
    (o = 0%Z /\ loses (move_of r) [p] \/ o = 1%Z /\ wins (move_of r) [p] \/
     o = 2%Z /\ ~ wins (move_of r) [p] /\ ~ loses (move_of r) [p]).

  Hypothesis Single : forallb (is_single n) r = true.
  Hypothesis Covered : all_covered find n cs 2 = true.
  Hypothesis Known : forallb an_outcome (apart [] cs) = true.
  Hypothesis Lines : forallb (fun l => forallb (fun a => forallb (right_line l a) (apart [] cs)) (apart [] cs)) r = true.
  Hypothesis Moves : forallb (is_move find n r 0) ws = true.
  Hypothesis Replied : forallb replied (apart [] cs) = true.

  Definition outcome_at (p : position) : N := nth 0 (law_value cs p) 3%N.
  Definition counter_at (p : position) : N := nth 1 (law_value cs p) 0%N.

  Lemma case_at p : length p = n -> exists c t, In (c, t) (apart [] cs) /\ holds (integers p) c /\
    told t = Z.of_N (outcome_at p) /\ eval (integers p) (counting t) = Z.of_N (counter_at p) /\
    (outcome_at p <= 2)%N /\ value_at (integers p) cs = Some [Z.of_N (outcome_at p); Z.of_N (counter_at p)].
  Proof.
    intro L. destruct (applies find n cs 2 p Covered L) as (c & t & I & H & E & W & V).
    pose proof Known as K. rewrite forallb_forall in K. specialize (K _ I). unfold an_outcome in K. cbn [snd] in K.
    apply andb_true_iff in K as [K1 K2]. apply Z.leb_le in K1, K2.
    unfold outcome_at, counter_at. rewrite V. destruct t as [|a [|u [|? ?]]]; try discriminate.
    destruct (law_value cs p) as [|x [|y [|? ?]]]; try discriminate. cbn [map integers] in E. injection E as E1 E2.
    destruct a as [z| | | | |]; cbn [told] in K1; try lia. cbn [told eval] in *. subst z.
    exists c, [Num (Z.of_N x); u]. cbn [nth counting]. repeat split; auto. lia.
  Qed.

  Definition wrong_at p q w := holds [] (w (Z.of_N (outcome_at p)) (Z.of_N (outcome_at q))
    (Num (Z.of_N (counter_at p))) (Num (Z.of_N (counter_at q)))).

  Lemma line_right p o : length p = n -> move_of r p o -> exists q, o = [q] /\ length q = n /\ ~ wrong_at p q wrong_move.
  Proof.
    intros L M. destruct (move_parts n r p o Single L M) as (l & own & q & Il & -> & Lq & H & Eq).
    exists q. repeat split; auto. intro X.
    destruct (case_at p L) as (c & t & Ic & Hc & Et & Ec & _). destruct (case_at q Lq) as (d & u & Id & Hd & Eu & Ed & _).
    pose proof Lines as O. rewrite forallb_forall in O. specialize (O l Il).
    rewrite forallb_forall in O. specialize (O _ Ic). rewrite forallb_forall in O. specialize (O _ Id).
    apply (never_sound _ _ _ O (integers (p ++ own))). cbn [fst snd]. split.
    - rewrite Et, Eu. revert X. unfold wrong_at, wrong_move.
      destruct (Z.of_N (outcome_at p)) as [|[|[]|]|], (Z.of_N (outcome_at q)) as [|[]|];
        cbn [holds]; rewrite ?holds_le; auto; cbn [eval];
        rewrite here_value, eval_put, Eq, Ec, Ed; auto.
    - split; [exact H|]. split; [now apply here_holds|]. apply holds_put. now rewrite Eq.
  Qed.

  Lemma reply_right p : length p = n -> outcome_at p <> 0%N ->
    exists q, move_of r p [q] /\ length q = n /\ ~ wrong_at p q wrong_reply.
  Proof.
    intros L N0. destruct (case_at p L) as (c & t & Ic & Hc & Et & Ec & _).
    pose proof Replied as R. rewrite forallb_forall in R. specialize (R _ Ic). unfold replied in R. cbn [fst snd] in R.
    rewrite Et in R. destruct (Z.eqb_spec (Z.of_N (outcome_at p)) 0) as [|_]; [lia|].
    apply andb_true_iff in R as [O R].
    destruct (some_holds (integers p) (map when (used_in (c, t)))) as (f & If & F).
    { intro Z. apply (never_sound _ _ _ R (integers p)). split; [apply naturals_hold|]. split; auto. }
    apply in_map_iff in If as (w & <- & Iw). rewrite forallb_forall in O. specialize (O w Iw).
    apply filter_In in Iw as [Iw _]. pose proof Moves as M. rewrite forallb_forall in M. specialize (M w Iw).
    destruct (witness_leads find n r 0 w p [] Single M L eq_refl) as (q & Mq & Lq & Eq); [now rewrite app_nil_r|].
    rewrite app_nil_r in Eq. exists q. repeat split; auto. intro X.
    destruct (case_at q Lq) as (d & u & Id & Hd & Eu & Ed & _).
    rewrite forallb_forall in O. specialize (O _ Id). apply (never_sound _ _ _ O (integers p)). cbn [fst snd]. split.
    - rewrite Et, Eu. revert X. unfold wrong_at, wrong_reply.
      destruct (Z.of_N (outcome_at p)) as [|[|[]|]|], (Z.of_N (outcome_at q)) as [|[|[]|]|];
        cbn [holds]; rewrite ?holds_le; auto; cbn [eval];
        rewrite eval_put, Eq, Ec, Ed; auto.
    - split; [apply naturals_hold|]. split; [exact F|]. split; [exact Hc|]. apply holds_put. now rewrite Eq.
  Qed.

  Lemma outcome_cases p : length p = n -> outcome_at p = 0%N \/ outcome_at p = 1%N \/ outcome_at p = 2%N.
  Proof. intro L. destruct (case_at p L) as (_ & _ & _ & _ & _ & _ & B & _). lia. Qed.

  Ltac by_outcome p q Lq :=
    match goal with X : ~ wrong_at p q _, O : outcome_at p = _ |- _ => revert X;
      unfold wrong_at, wrong_move, wrong_reply; rewrite O;
      destruct (outcome_cases q Lq) as [E|[E|E]]; rewrite E; cbn [Z.of_N]; rewrite ?holds_le;
      unfold Yes, No; cbn [holds eval]; intuition lia
    end.

  Theorem right_outcomes_if : right_outcomes.
  Proof.
    assert (T : forall p, length p = n -> (outcome_at p = 0%N -> loses (move_of r) [p]) /\
      (outcome_at p = 1%N -> wins (move_of r) [p]) /\
      (outcome_at p = 2%N -> ~ wins (move_of r) [p] /\ ~ loses (move_of r) [p])).
    { apply (outcomes_told (move_of r) (fun p => length p = n) outcome_at counter_at); unfold goes_to.
      - intros p o L O M. destruct (line_right p o L M) as (q & -> & Lq & X). exists q. by_outcome p q Lq.
      - intros p L O. destruct (reply_right p L) as (q & M & Lq & X); [lia|]. exists q. by_outcome p q Lq.
      - intros p L O. destruct (reply_right p L) as (q & M & Lq & X); [lia|]. exists q. by_outcome p q Lq.
      - intros p o L O M. destruct (line_right p o L M) as (q & -> & Lq & X). exists q. by_outcome p q Lq. }
    intros p L. destruct (case_at p L) as (_ & _ & _ & _ & _ & _ & _ & V). exists (Z.of_N (outcome_at p)), (Z.of_N (counter_at p)).
    split; [exact V|]. destruct (T p L) as (A & B & C).
    destruct (outcome_cases p L) as [E|[E|E]]; rewrite E in *; cbn; auto.
  Qed.
End Check.

Theorem outcome_law_sound find n r cs ws : is_outcome_law find n r cs ws = true -> right_outcomes n r cs.
Proof.
  unfold is_outcome_law. cbv zeta. rewrite !andb_true_iff. intros [[[[[[A B] C] _] D] E] F].
  now apply (right_outcomes_if find n r cs ws).
Qed.
