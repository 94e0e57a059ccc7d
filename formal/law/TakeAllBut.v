(* Games of one heap from which any number is taken but for finitely many: laws g(n + p) = g(n) + s, from the text to the
   theorem about play. *)
From Coq Require Import List NArith ZArith Arith Lia Bool String.
From Grundy Require Import Game Formula Rule Linear HeapCheck SaltusCheck Lines RuleText Words HeapCert Cases FormulaCert.
Import ListNotations.
Local Open Scope nat_scope.

(* ---- the game, and why its law goes on ---- *)

Section AllBut.
  Variable never : list N.  (* the numbers that are not taken *)
  Definition may_take (d : N) : bool := negb (existsb (N.eqb d) never).
  Definition take n (o : list nat) : Prop := exists m, o = [m] /\ m < n /\ may_take (N.of_nat (n - m)) = true.

  Variables P p most top : nat.
  Variables s bound : N.
  Variable g : nat -> N.
  Hypothesis P1 : 1 <= p.
  Hypothesis Law : forall n, P <= n -> g (n + p) = (g n + s)%N.
  Hypothesis Most : forall d, most < d -> may_take (N.of_nat d) = true.
  Hypothesis Top : P + p <= top.
  Hypothesis Known : forall n, n < top -> right take g n.
  (* Small heaps have small values, which are taken for ever from far away; heaps near the top have larger ones. *)
  Hypothesis Small : forall m, m < P + p -> (g m + s < bound)%N.
  Hypothesis Low : forall w, (w < bound)%N -> exists m, m + most < top /\ g m = w.
  Hypothesis Large : forall n, top <= n + p -> n < top -> (bound <= g n)%N.

  Lemma large n : top <= n + p -> (bound <= g n)%N.
  Proof.
    induction n as [n IH] using (well_founded_induction lt_wf). intro L. destruct (lt_dec n top) as [|T]; [auto|].
    replace n with (n - p + p) by lia. rewrite Law by lia. specialize (IH (n - p)). lia.
  Qed.

  Theorem goes_on n : right take g n.
  Proof.
    induction n as [n IH] using (well_founded_induction lt_wf). destruct (lt_dec n top) as [|T]; [auto|].
    assert (E : g n = (g (n - p) + s)%N) by (rewrite <- Law by lia; f_equal; lia).
    destruct (IH (n - p)) as [R1 R2]; [lia|]. pose proof (large (n - p) ltac:(lia)) as B. split.
    - intros o (m & -> & L & A) X. simpl in X. rewrite N.lxor_0_r in X. destruct (lt_dec m (P + p)) as [S|S].
      + specialize (Small m S). lia.
      + apply (R1 [m - p]); [|simpl; rewrite N.lxor_0_r; assert (g m = g (m - p) + s)%N by (rewrite <- Law by lia; f_equal; lia); lia].
        exists (m - p). repeat split; [lia|]. now replace (n - p - (m - p)) with (n - m) by lia.
    - intros w W. destruct (N.lt_ge_cases w bound) as [S|S].
      + destruct (Low w S) as (m & M & <-). exists [m]. split; [|simpl; apply N.lxor_0_r].
        exists m. repeat split; [lia|]. apply Most. lia.
      + assert (Sb : (s < bound)%N) by (specialize (Small 0 ltac:(lia)); lia).
        destruct (R2 (w - s)%N) as (o & (m & -> & L & A) & X); [lia|]. simpl in X. rewrite N.lxor_0_r in X.
        assert (Pm : P <= m) by (destruct (le_lt_dec P m) as [|Y]; auto; specialize (Small m ltac:(lia)); lia).
        exists [m + p]. split; [|simpl; rewrite N.lxor_0_r, Law by lia; lia].
        exists (m + p). repeat split; [lia|]. now replace (n - (m + p)) with (n - p - m) by lia.
  Qed.
End AllBut.

(* ---- the values below top ---- *)

Section Values.
  Variable never : list N.
  Variables P p : nat.
  Variable s : N.
  Variable values : list N.
  Local Notation g := (growing_law values P p s).

  Definition most_never : nat := N.to_nat (fold_right N.max 0%N never).
  Definition bound : N := N.succ (fold_right N.max 0%N (map g (seq 0 (P + p))) + s).
  Definition top : nat := P + p * (4 + N.to_nat (bound / s)) + most_never.

  (* The values of n's options, of all heaps with their values. *)
  Definition option_values (heaps : list (N * N)) (n : N) : list N :=
    map snd (filter (fun mx : N * N => if (fst mx <? n)%N then may_take never (n - fst mx) else false) heaps).
  Definition right_at (heaps : list (N * N)) (n x : N) : bool :=
    let o := set_of (option_values heaps n) in negb (mem x o) && forallb (fun w => mem w o) (below x).
  Definition law_goes_on : bool :=
    let heaps := numbered 0 (map g (seq 0 top)) in
    let far := set_of (map snd (filter (fun mx : N * N => (fst mx + N.of_nat most_never <? N.of_nat top)%N) heaps)) in
    (1 <=? p) && (P + p <=? top) && forallb (fun mx : N * N => right_at heaps (fst mx) (snd mx)) heaps &&
    forallb (fun w => mem w far) (below bound) &&
    forallb (fun mx : N * N => if (N.of_nat top <=? fst mx + N.of_nat p)%N then (bound <=? snd mx)%N else true) heaps.

  Hypothesis Ok : law_goes_on = true.

  Lemma in_heaps_of k i x : In (i, x) (numbered 0 (map g (seq 0 k))) <-> exists n, n < k /\ i = N.of_nat n /\ x = g n.
  Proof.
    rewrite (numbered_in (g 0)). rewrite map_length, seq_length. split; intros (n & L & A & B); exists n; repeat split; auto.
    - rewrite B, map_nth, seq_nth by lia. reflexivity.
    - rewrite B, map_nth, seq_nth by lia. reflexivity.
  Qed.

  Lemma le_max l x : In x l -> (x <= fold_right N.max 0%N l)%N.
  Proof. induction l as [|y l IH]; simpl; [tauto|]. intros [->|I]; [lia|]. specialize (IH I). lia. Qed.

  Theorem law_goes_on_right n : right (take never) g n.
  Proof.
    revert n. pose proof Ok as A. unfold law_goes_on in A. cbv zeta in A. rewrite !andb_true_iff, !Nat.leb_le in A.
    destruct A as [[[[A1 A2] A3] A4] A5]. rewrite !forallb_forall in A3, A4, A5.
    apply (goes_on never P p most_never top s bound g A1); auto.
    - intros m L. now apply growing_next.
    - intros d L. unfold may_take. apply negb_true_iff. destruct (existsb _ never) eqn:E; auto. exfalso.
      apply existsb_exists in E as (x & I & E). apply N.eqb_eq in E. subst x. apply le_max in I.
      unfold most_never in L. lia.
    - intros n L. assert (I : In (N.of_nat n, g n) (numbered 0 (map g (seq 0 top)))) by (apply in_heaps_of; eauto).
      specialize (A3 _ I). cbn [fst snd] in A3. apply andb_true_iff in A3 as [B C]. apply negb_true_iff in B.
      rewrite forallb_forall in C.
      assert (Opt : forall w, In w (option_values (numbered 0 (map g (seq 0 top))) (N.of_nat n)) <->
        exists m, m < n /\ may_take never (N.of_nat (n - m)) = true /\ g m = w).
      { intro w. unfold option_values. rewrite in_map_iff. split.
        - intros ((i, x) & <- & J). apply filter_In in J as [J T]. apply in_heaps_of in J as (m & Lm & -> & ->).
          cbn [fst snd] in *. destruct (N.ltb_spec (N.of_nat m) (N.of_nat n)); [|discriminate].
          exists m. replace (N.of_nat n - N.of_nat m)%N with (N.of_nat (n - m)) in T by lia. repeat split; auto; lia.
        - intros (m & Lm & T & <-). exists (N.of_nat m, g m). split; auto. apply filter_In. split.
          + apply in_heaps_of. exists m. repeat split; lia.
          + cbn [fst snd]. destruct (N.ltb_spec (N.of_nat m) (N.of_nat n)); [|lia].
            now replace (N.of_nat n - N.of_nat m)%N with (N.of_nat (n - m)) by lia. }
      split.
      + intros o (m & -> & Lm & T) X. simpl in X. rewrite N.lxor_0_r in X.
        assert (Y : mem (g n) (set_of (option_values (numbered 0 (map g (seq 0 top))) (N.of_nat n))) = true)
          by (apply set_of_spec, Opt; eauto). congruence.
      + intros w W. specialize (C w (below_in _ _ W)). apply set_of_spec, Opt in C as (m & Lm & T & <-).
        exists [m]. split; [exists m; auto|simpl; apply N.lxor_0_r].
    - intros m L. assert (I : In (g m) (map g (seq 0 (P + p)))) by (apply in_map, in_seq; lia).
      apply le_max in I. unfold bound. lia.
    - intros w W. specialize (A4 w (below_in _ _ W)). apply set_of_spec, in_map_iff in A4 as ((i, x) & <- & J).
      apply filter_In in J as [J T]. apply in_heaps_of in J as (m & Lm & -> & ->). apply N.ltb_lt in T. cbn [fst snd] in *.
      exists m. split; auto. lia.
    - intros n L B. assert (I : In (N.of_nat n, g n) (numbered 0 (map g (seq 0 top)))) by (apply in_heaps_of; eauto).
      specialize (A5 _ I). cbn [fst snd] in A5. destruct (N.leb_spec (N.of_nat top) (N.of_nat n + N.of_nat p)); [|lia].
      now apply N.leb_le.
  Qed.
End Values.

(* ---- rules in words that are this game ---- *)

Section Rule.
  Variable find : rows_formula -> list step.
  Variable never : list N.
  Variable r : rule.
  Variable ws : list witness.  (* of the heap and the number that is taken *)

  Definition is_never (t : term) : formula := one_of t (map Z.of_N never).
  Definition heap_left (l : line) : term := match single_part l with [t] => t | _ => Num 0 end.
  Definition line_takes (l : line) : bool :=
    let left := Sub (Var 0) (heap_left l) in
    never_in find (1 + variables l) (And (moves_by 1 l) (Or (Le left (Num 0)) (is_never left))).
  Definition leaves_the_rest (w : witness) : bool :=
    match led_to 1 r w with
    | [t] => always_when find 1 1 w (Eq t (Sub (Var 0) (Var 1)))
    | _ => false
    end.
  Definition every_take : bool :=
    never_in find 2 (And (naturals 2) (And (And (Le (Num 1) (Var 1)) (Le (Var 1) (Var 0)))
      (And (neg (is_never (Var 1))) (all_of (map neg (map when ws)))))).
  Definition takes_all_but : bool :=
    forallb (is_single 1) r && forallb line_takes r && forallb (is_move find 1 r 1) ws &&
    forallb leaves_the_rest ws && every_take.

  Hypothesis Ok : takes_all_but = true.

  Lemma is_never_spec e t d : eval e t = Z.of_N d -> holds e (is_never t) <-> may_take never d = false.
  Proof.
    intro E. unfold is_never. rewrite holds_one_of, E, in_map_iff. unfold may_take. rewrite negb_false_iff, existsb_exists. split.
    - intros (x & A & I). exists x. split; auto. apply N.eqb_eq. lia.
    - intros (x & I & A). apply N.eqb_eq in A. subst x. eauto.
  Qed.

  Lemma rule_takes n o : heap_move r n o <-> take never n o.
  Proof.
    pose proof Ok as A. unfold takes_all_but in A. rewrite !andb_true_iff in A. destruct A as [[[[A1 A2] A3] A4] A5].
    rewrite forallb_forall in A2, A3, A4. unfold heap_move. split.
    - intro M. destruct (move_parts 1 r [N.of_nat n] _ A1 eq_refl M) as (l & own & q & Il & Eo & Lq & H & Eq).
      destruct o as [|m [|? ?]]; try discriminate. injection Eo as <-. exists m.
      pose proof (never_sound _ _ _ (A2 l Il) (integers ([N.of_nat n] ++ own))) as X.
      assert (El : eval (integers ([N.of_nat n] ++ own)) (heap_left l) = Z.of_nat m).
      { unfold heap_left. destruct (single_part l) as [|t [|? ?]]; try discriminate.
      apply (f_equal (hd 0%Z)) in Eq. cbn [map hd integers] in Eq. rewrite Eq. apply nat_N_Z. }
      set (e := integers _) in *. set (left := Sub (Var 0) (heap_left l)) in *.
      assert (Ed : eval e left = (Z.of_nat n - Z.of_nat m)%Z).
      { unfold left, Sub. cbn [eval]. rewrite El. unfold e. cbn [app integers map nth]. lia. }
      assert (Lm : m < n).
      { destruct (lt_dec m n); auto. exfalso. apply X. split; [exact H|]. left. apply holds_le. rewrite Ed. cbn [eval]. lia. }
      repeat split; auto. destruct (may_take never (N.of_nat (n - m))) eqn:T; auto. exfalso. apply X. split; [exact H|].
      right. apply (is_never_spec e left (N.of_nat (n - m))); [rewrite Ed; lia|exact T].
    - intros (m & -> & Lm & T). set (d := N.of_nat (n - m)) in *.
      set (e := integers ([N.of_nat n] ++ [d])).
      destruct (some_holds e (map when ws)) as (f & If & F).
      { intro Z. apply (never_sound _ _ _ A5 e). split; [apply naturals_hold|]. split.
        - split; apply holds_le; unfold e, d; cbn [app integers map eval nth]; lia.
        - split; [|exact Z]. apply neg_spec. intro Y. apply (is_never_spec e (Var 1) d) in Y; [congruence|reflexivity]. }
      apply in_map_iff in If as (w & <- & Iw).
      destruct (witness_leads find 1 r 1 w [N.of_nat n] [d] A1 (A3 w Iw) eq_refl eq_refl F) as (q & M & Lq & Ev).
      specialize (A4 w Iw). unfold leaves_the_rest in A4. destruct (led_to 1 r w) as [|t [|? ?]]; try discriminate.
      destruct q as [|x [|? ?]]; try discriminate. cbn [map integers] in Ev. injection Ev as Ev.
      assert (X : x = N.of_nat m).
      { change (eval e t = Z.of_N x) in Ev. destruct (holds_dec e (Eq t (Sub (Var 0) (Var 1)))) as [H|H].
        - apply holds_eq in H. unfold Sub in H. cbn [eval] in H. rewrite Ev in H. unfold e, d in H.
          cbn [app integers map nth] in H. lia.
        - exfalso. apply (never_sound _ _ _ A4 e). split; [apply naturals_hold|]. split; [exact F|]. now apply neg_spec. }
      subst x. exact M.
  Qed.
End Rule.

(* ---- the claim ---- *)

Record all_but_claim := {
  b_rule : rule; b_never : list N; b_preperiod : nat; b_period : nat; b_saltus : N; b_values : list N; b_witnesses : list witness }.

Definition true_all_but (m : all_but_claim) : Prop := forall n x,
  has_value (heap_move (b_rule m)) n x <-> growing_law (b_values m) (b_preperiod m) (b_period m) (b_saltus m) n = x.

Definition check_all_but (f : search) (m : all_but_claim) : bool :=
  if takes_all_but (find_proof f) (b_never m) (b_rule m) (b_witnesses m)
  then law_goes_on (b_never m) (b_preperiod m) (b_period m) (b_saltus m) (b_values m) else false.

Theorem check_all_but_sound f m : check_all_but f m = true -> true_all_but m.
Proof.
  unfold check_all_but. destruct (takes_all_but _ _ _ _) eqn:R; [|discriminate]. intro L.
  pose proof (law_goes_on_right _ _ _ _ _ L) as G. pose proof (rule_takes _ _ _ _ R) as T. intros n x.
  apply (value_is nat (heap_move (b_rule m)) (fun _ => True)); auto.
  - intros q o _ _. now apply Forall_forall.
  - intros q _. destruct (G q) as [A B]. split; [intros o O; apply A, T, O|].
    intros k K. destruct (B k K) as (o & O & E). exists o. split; auto. now apply T.
  - intros q _. apply (ends_by_rank _ (fun n => n)). intros a o b O I. apply T in O as (m' & -> & L' & _).
    destruct I as [<-|[]]. exact L'.
Qed.

Local Open Scope string_scope.

Fixpoint behind_values (lines : list (list string)) : list (list string) :=
  match lines with line :: rest => if starts "values" line then behind_values rest else lines | [] => [] end.

Definition most_of_all_but : N := 4000.

Definition all_but_of (c : certificate) : option all_but_claim :=
  match fields c with
  | all_but :: numbers :: pre :: per :: saltus :: _ :: rest =>
    if kind c =? "periodic" then
      match natural_of "all-but" all_but, naturals_of "numbers" numbers, natural_of "preperiod" pre,
            natural_of "period" per, natural_of "saltus" saltus, values_of rest,
            read_rule (game_name c) (rule_lines c),
            read_witnesses 1 1 (List.length rest) (behind_values rest) with
      | Some 1%N, Some never, Some P, Some p, Some s, Some v, Some (1, r), Some ws =>
        if forallb (fun n => N.leb n most_of_all_but) (P :: p :: never) then
          let m := {| b_rule := r; b_never := never; b_preperiod := N.to_nat P; b_period := N.to_nat p; b_saltus := s;
                      b_values := v; b_witnesses := ws |} in
          if N.eqb (N.of_nat (List.length v)) (P + p) then
            if (0 <? s)%N && N.leb (P + p * (4 + bound (b_preperiod m) (b_period m) s v / s)) most_of_all_but then Some m else None
          else None
        else None
      | _, _, _, _, _, _, _, _ => None
      end
    else None
  | _ => None
  end.
