(* Certificates of misère quotients: the checker, and what it shows. *)
From Coq Require Import List PArith NArith Arith Lia Bool Permutation FSets.FMapPositive String.
From Grundy Require Import Game Misere Lines Heap HeapCheck HeapCert Quotient.
Import ListNotations.
Local Open Scope nat_scope.
Local Notation length := List.length.

(* Elements are 0, …, order - 1 in the certificate. *)
Record quotient_claim := {
  q_code : code; q_preperiod : nat; q_period : nat; q_order : nat;
  q_products : list (list N);  (* of each generator with 0, 1, … *)
  q_lost : list N;
  q_values : list N }.         (* the elements of the heaps 0, 1, … *)

(* Searches that need not be trusted: for each element a way to it by generators, and a sum that has it; and elements, each
   with some of options, whose products stand for all sums. *)
Record quotient_search := {
  find_words : quotient_claim -> list (list nat);
  find_sums : quotient_claim -> list (list nat);
  find_basis : quotient_claim -> list (positive * list positive) }.

Definition key (x : N) : positive := N.succ_pos x.

Lemma nth_firstn_any {A} (l : list A) n i d : i < n -> nth i (firstn n l) d = nth i l d.
Proof.
  revert n i. induction l as [|x l IH]; intros n i L; destruct n; try lia; simpl; auto.
  destruct i; auto. apply IH. lia.
Qed.

(* The generators, the ways and the lost elements are tables that are made once. *)
Definition table_of_generators (products : list (list N)) := map (fun l => listed 1%positive (map key l)) products.
Definition set_of (l : list N) : PS.t := fold_left (fun s x => put_in_set (key x) s) l PS.empty.

Section Check.
  Variable gens : list (PositiveMap.t positive).
  Variable ways : PositiveMap.t (list nat).
  Variable sums_list : list (list nat).
  Variable c : code.
  Variables P p order : nat.
  Variable lost_set : PS.t.
  Variable basis : list sort.
  Variable values : list N.
  Variable steps : nat.

  Definition heap_value (n : nat) : positive := key (law values P p n).
  Definition is_lost (x : positive) : bool := PS.mem x lost_set.

  (* All products, computed once. *)
  Definition table_of_products : PositiveMap.t (PositiveMap.t positive) :=
    tabulate (fun x => tabulate (fun y => mul gens ways x y) order) order.

  Section Tables.
    Variable t : PositiveMap.t (PositiveMap.t positive).
    Definition prod x y : positive :=
      match PositiveMap.find x t with
      | Some r => match PositiveMap.find y r with Some z => z | None => 1%positive end
      | None => 1%positive
      end.

    (* The products of two different heaps. *)
    Fixpoint splits (k : nat) (fl bl : list positive) (acc : PS.t) : PS.t :=
      match k, fl, bl with
      | S k, x :: f, y :: b => splits k f b (put_in_set (prod x y) acc)
      | _, _, _ => acc
      end.
    Definition parted (hs : list positive) (m : nat) : PS.t :=
      splits (Nat.div2 (m - 1)) (tl hs) (rev_append (firstn m hs) []) PS.empty.

    Definition by_digit (hs : list positive) (ps : list PS.t) (d : N) (m : nat) : PS.t :=
      match m with
      | O => if N.testbit d 0 then put_in_set 1 PS.empty else PS.empty
      | _ =>
        let half := nth (Nat.div2 m) hs 1%positive in
        let s := if N.testbit d 1 then put_in_set (nth m hs 1%positive) PS.empty else PS.empty in
        let s := if N.testbit d 2 then PS.union (nth m ps PS.empty) s else s in
        if N.testbit d 3 && Nat.even m then put_in_set (prod half half) s else s
      end.
    Definition options (hs : list positive) (ps : list PS.t) (n : nat) : PS.t :=
      fold_left (fun s j => if j <=? n then PS.union (by_digit hs ps (digit c j) (n - j)) s else s)
        (seq 0 (length c)) PS.empty.

    Definition same_sort (k l : sort) := Pos.eqb (fst k) (fst l) && PS.equal (snd k) (snd l).
    Definition add_sort (l : list sort) (k : sort) := if existsb (same_sort k) l then l else k :: l.
    Definition all_sorts (w : nat) : list sort :=
      let hs := map heap_value (seq 0 w) in
      let ps := map (parted hs) (seq 0 w) in
      rev (fold_left add_sort (map (fun n => (heap_value n, options hs ps n)) (seq 0 w)) []).
    Definition moving (l : list sort) := filter (fun k => negb (PS.is_empty (snd k))) l.
    Definition still_is_one (l : list sort) :=
      forallb (fun k => if PS.is_empty (snd k) then Pos.eqb (fst k) 1 else true) l.

    (* No sum that is lost has an option that is. *)
    Definition by_element (l : list sort) : PositiveMap.t PS.t :=
      fold_left (fun m k => PositiveMap.add (fst k)
        (match PositiveMap.find (fst k) m with Some s => PS.union s (snd k) | None => snd k end) m) l
        (PositiveMap.empty PS.t).
    Definition lost_is_well (l : list sort) : bool :=
      forallb (fun xs =>
        let losing := filter (fun z => is_lost (prod z (fst xs))) (elements order) in
        forallb (fun y => forallb (fun z => negb (is_lost (prod z y))) losing) (PS.elements (snd xs)))
        (PositiveMap.elements (by_element l)).

    (* Every sum that is not lost has an option that is. *)
    Definition known_table := PositiveMap.t (list PS.t).
    Definition known_in (m : known_table) x := match PositiveMap.find x m with Some l => l | None => [] end.
    Definition join := with_heap prod.
    Definition fair (q : sort) := is_lost (fst q) || existsb is_lost (PS.elements (snd q)).

    (* The empty set is that of the empty sum alone. *)
    Definition stands_for (s s' : PS.t) := negb (PS.is_empty s) && PS.subset s s'.
    Fixpoint join_all (q : sort) (ks : list sort) (m : known_table) (todo : list sort) :
        option (known_table * list sort) :=
      match ks with
      | [] => Some (m, todo)
      | k :: ks =>
        let r := join q k in
        if fair r then
          let l := known_in m (fst r) in
          if existsb (fun s => stands_for s (snd r)) l then join_all q ks m todo
          else join_all q ks (PositiveMap.add (fst r) (snd r :: l) m) (r :: todo)
        else None
      end.
    Fixpoint close (fuel : nat) (ks : list sort) (now later : list sort) (m : known_table) : option known_table :=
      match fuel with
      | O => None
      | S f =>
        match now with
        | q :: now => match join_all q ks m later with Some (m, later) => close f ks now later m | None => None end
        | [] => match later with [] => Some m | _ => close f ks (rev later) [] m end
        end
      end.
    (* Each heap is like such a sum that has no more options. *)
    Definition all_known (m : known_table) (l : list sort) : bool :=
      forallb (fun k => existsb (fun s => stands_for s (snd k)) (known_in m (fst k))) l.
    Definition basis_is_inside : bool :=
      forallb (fun k => inside order (fst k) && forallb (inside order) (PS.elements (snd k))) basis.
    Definition start : known_table := PositiveMap.add 1%positive [PS.empty] (PositiveMap.empty _).

    (* Elements are told apart. *)
    Fixpoint same_signs (a b : list bool) : bool :=
      match a, b with
      | [], [] => true
      | x :: a, y :: b => if Bool.eqb x y then same_signs a b else false
      | _, _ => false
      end.
    Definition signs x := map (fun z => is_lost (prod z x)) (elements order).
    Fixpoint all_differ (l : list (list bool)) : bool :=
      match l with [] => true | a :: l => forallb (fun b => negb (same_signs a b)) l && all_differ l end.
  End Tables.

  Definition element_of (s : list nat) : positive := element gens ways heap_value s.
  Definition reached : bool :=
    (length sums_list =? order) &&
    forallb (fun xs => Pos.eqb (element_of (snd xs)) (fst xs)) (combine (elements order) sums_list).

  Definition is_quotient : bool :=
    if code_ok c && (most_heaps c <=? 2) && negb (asks_equal c) && (1 <=? p) && (1 <=? order) &&
       forallb (fun v => N.ltb v (N.of_nat order)) values && negb (is_lost 1) && is_monoid order gens ways && reached &&
       basis_is_inside
    then
      let t := table_of_products in
      let l := all_sorts t (window c P p) in
      let ks := moving l in
      if still_is_one l && lost_is_well t ks && all_differ (map (signs t) (elements order)) then
        match close t steps basis [(1%positive, PS.empty)] [] start with Some m => all_known m ks | None => false end
      else false
    else false.

  (* ---- soundness ---- *)

  Lemma known_monotone t q ks : forall m todo m' todo', join_all t q ks m todo = Some (m', todo') ->
    (forall x s, In s (known_in m x) -> In s (known_in m' x)) /\
    (forall r, In r todo -> In r todo') /\
    (forall x s, In s (known_in m' x) -> In s (known_in m x) \/ In (x, s) todo') /\
    (forall r, In r todo' -> In r todo \/ exists k, In k ks /\ r = join t q k) /\
    (forall k, In k ks -> fair (join t q k) = true /\
       exists s, In s (known_in m' (fst (join t q k))) /\ PS.Subset s (snd (join t q k))).
  Proof.
    induction ks as [|k ks IH]; cbn [join_all]; intros m todo m' todo' E.
    - injection E as <- <-. split; [auto|]. split; [auto|]. split; [auto|]. split; [auto|]. intros k [].
    - set (r := join t q k) in *. destruct (fair r) eqn:F; [|discriminate].
      destruct (existsb _ _) eqn:X.
      + apply IH in E as (A & B & C & H & D). split; [exact A|]. split; [exact B|]. split; [exact C|].
        split; [intros r' R; destruct (H r' R) as [R'|(k' & K & ->)]; [auto|right; exists k'; simpl; auto]|]. intros k' [<-|K]; [|now apply D]. split; [exact F|]. fold r.
        apply existsb_exists in X as (s & S & Sub). apply andb_true_iff in Sub as [_ Sub]. exists s. split; [now apply A|now apply PS.subset_spec].
      + apply IH in E as (A & B & C & H & D).
        assert (Kn : forall x s, In s (known_in (PositiveMap.add (fst r) (snd r :: known_in m (fst r)) m) x) <->
                  In s (known_in m x) \/ (x, s) = r).
        { intros x s. unfold known_in at 1. destruct (Pos.eq_dec x (fst r)) as [->|N].
          - rewrite PositiveMap.gss. simpl. split.
            + intros [Er|I]; [right; rewrite <- Er; symmetry; apply (surjective_pairing r)|auto].
            + intros [I|Er]; [auto|left; symmetry; exact (f_equal snd Er)].
          - rewrite PositiveMap.gso by exact N. split; [auto|]. intros [I|Er]; [auto|]. destruct N. exact (f_equal fst Er). }
        split; [|split; [|split; [|split]]].
        * intros x s I. apply A, Kn. auto.
        * intros u U. apply B. simpl. auto.
        * intros x s I. apply C in I as [I|I]; auto. apply Kn in I as [I|I]; auto. right. apply B. rewrite I. simpl. auto.
        * intros r' R. destruct (H r' R) as [[<-|R']|(k' & K & ->)]; [right; exists k|auto|right; exists k']; simpl; auto.
        * intros k' [<-|K]; [|now apply D]. split; [exact F|]. fold r. exists (snd r). split; [|intros y Y; exact Y].
          apply A, Kn. right. symmetry. apply surjective_pairing.
  Qed.

  Definition all_good t ks (m : known_table) (todo : list sort) :=
    forall x s, In s (known_in m x) -> In (x, s) todo \/
      forall k, In k ks -> fair (join t (x, s) k) = true /\
        exists s', In s' (known_in m (fst (join t (x, s) k))) /\ PS.Subset s' (snd (join t (x, s) k)).

  Definition joined t b := fold_left (join t) b (1%positive, PS.empty).
  Definition is_joined t ks (q : sort) := exists b, Forall (fun k => In k ks) b /\ q = joined t b.
  Definition all_joined t ks (m : known_table) (todo : list sort) :=
    (forall x s, In s (known_in m x) -> is_joined t ks (x, s)) /\ forall r, In r todo -> is_joined t ks r.

  Lemma close_spec t ks fuel : forall now later m m', close t fuel ks now later m = Some m' ->
    all_good t ks m (now ++ later) -> all_joined t ks m (now ++ later) ->
    (forall x s, In s (known_in m x) -> In s (known_in m' x)) /\ all_good t ks m' [] /\ all_joined t ks m' [].
  Proof.
    induction fuel as [|f IH]; cbn [close]; intros now later m m' E G J; [discriminate|].
    destruct now as [|q now].
    - destruct later as [|r later]; [injection E as <-; auto|].
      apply IH in E; auto; [|rewrite app_nil_r; destruct J as [J1 J2]; split; [exact J1|];
        intros u U; apply J2, in_rev; exact U]. intros x s I. destruct (G x s I) as [T|T]; auto. left.
      rewrite app_nil_r. now apply in_rev in T.
    - destruct (join_all t q ks m later) as [[m1 later1]|] eqn:Ja; [|discriminate].
      destruct (known_monotone t q ks m later m1 later1 Ja) as (A & B & C & H & D).
      assert (L : forall r, In r later1 -> is_joined t ks r).
      { intros r R. destruct J as [_ J2]. destruct (H r R) as [R'|(k & K & ->)]; [apply J2, in_or_app; auto|].
        destruct (J2 q (or_introl eq_refl)) as (b & Fb & ->). exists (b ++ [k]). split.
        - apply Forall_app. auto.
        - unfold joined. now rewrite fold_left_app. }
      apply IH in E as [E1 E2].
      + split; auto.
      + intros x s I. destruct (C x s I) as [I'|I']; [|left; apply in_or_app; auto].
        destruct (G x s I') as [T|T].
        * apply in_app_or in T as [[<-|T]|T].
          -- right. exact D.
          -- left. apply in_or_app. auto.
          -- left. apply in_or_app. auto.
        * right. intros k K. destruct (T k K) as (F & s' & S & Sub). split; auto. exists s'. auto.
      + destruct J as [J1 J2]. split.
        * intros x s I. destruct (C x s I) as [I'|I']; auto.
        * intros r R. apply in_app_or in R as [R|R]; auto. apply J2. right. apply in_or_app. auto.
  Qed.

  Hypothesis Ok : is_quotient = true.

  Lemma parts_ok : code_ok c = true /\ most_heaps c <= 2 /\ asks_equal c = false /\ 1 <= p /\ 1 <= order /\
    (forall v, In v values -> (v < N.of_nat order)%N) /\ is_lost 1 = false /\ is_monoid order gens ways = true /\
    reached = true /\
    let t := table_of_products in let l := all_sorts t (window c P p) in
    still_is_one l = true /\ lost_is_well t (moving l) = true /\ all_differ (map (signs t) (elements order)) = true /\
    basis_is_inside = true /\
    exists m, close t steps basis [(1%positive, PS.empty)] [] start = Some m /\ all_known m (moving l) = true.
  Proof.
    pose proof Ok as Q. unfold is_quotient in Q.
    destruct (_ && _) eqn:B in Q; [|discriminate].
    rewrite !andb_true_iff, !negb_true_iff, !Nat.leb_le in B.
    destruct B as (((((((((B1 & B2) & B3) & B4) & B5) & B6) & B7) & B8) & B9) & B10).
    destruct (_ && _) eqn:D in Q; [|discriminate]. rewrite !andb_true_iff in D. destruct D as ((D1 & D2) & D3).
    destruct (close _ _ _ _ _ _) as [m|] eqn:Cl in Q; [|discriminate].
    rewrite forallb_forall in B6. repeat split; auto.
    - intros v V. now apply N.ltb_lt, B6.
    - exists m. auto.
  Qed.

  Lemma heaps_inside n : inside order (heap_value n) = true.
  Proof.
    destruct parts_ok as (_ & _ & _ & _ & O & V & _). unfold inside, heap_value, key. apply Pos.leb_le.
    assert (L : (law values P p n < N.of_nat order)%N).
    { unfold law. destruct (nth_in_or_default (if n <? P then n else P + (n - P) mod p) values 0%N) as [I| ->]; [now apply V|lia]. }
    apply Pos2Nat.inj_le. rewrite Nat2Pos.id by lia.
    destruct (law values P p n) as [|u]; simpl in *; [lia|]. rewrite Pos2Nat.inj_succ. lia.
  Qed.

  Let monoid := proj1 (proj2 (proj2 (proj2 (proj2 (proj2 (proj2 (proj2 parts_ok))))))).

  Lemma prod_mul x y : inside order x = true -> inside order y = true -> prod table_of_products x y = mul gens ways x y.
  Proof.
    intros X Y. unfold prod, table_of_products.
    rewrite tabulate_spec by (apply (inside_nat order gens ways monoid); exact X).
    rewrite tabulate_spec by (apply (inside_nat order gens ways monoid); exact Y). reflexivity.
  Qed.

  Notation el := (element gens ways heap_value).
  Notation tbl := table_of_products.

  Section Window.
    Variable w : nat.
    Let hs := map heap_value (seq 0 w).
    Let ps := map (parted tbl hs) (seq 0 w).

    Lemma nth_hs n : n < w -> nth n hs 1%positive = heap_value n.
    Proof.
      intro L. unfold hs. rewrite (nth_indep _ _ (heap_value 0)) by (rewrite map_length, seq_length; lia).
      rewrite map_nth, seq_nth by exact L. reflexivity.
    Qed.

    Lemma splits_spec y k : forall fl bl acc, PS.In y (splits tbl k fl bl acc) <-> PS.In y acc \/
      exists i, i < k /\ i < length fl /\ i < length bl /\ y = prod tbl (nth i fl 1%positive) (nth i bl 1%positive).
    Proof.
      induction k as [|k IH]; intros fl bl acc; cbn [splits].
      { split; auto. intros [|(i & I & _)]; auto; lia. }
      destruct fl as [|u fl]; [split; auto; intros [|(i & _ & I & _)]; auto; simpl in I; lia|].
      destruct bl as [|v bl]; [split; auto; intros [|(i & _ & _ & I & _)]; auto; simpl in I; lia|].
      rewrite IH, put_in_set_spec. split.
      - intros [[->|I]|(i & I & F & B & ->)]; auto.
        + right. exists 0. simpl. repeat split; auto; lia.
        + right. exists (S i). simpl. repeat split; auto; lia.
      - intros [I|([|i] & I & F & B & ->)]; auto. right. exists i. simpl in *. repeat split; auto; lia.
    Qed.

    Lemma parted_spec m y : m < w -> PS.In y (parted tbl hs m) <->
      exists a b, 0 < a /\ a < b /\ a + b = m /\ y = mul gens ways (heap_value a) (heap_value b).
    Proof.
      intro L. unfold parted. rewrite splits_spec, <- rev_alt.
      assert (Lh : length hs = w) by (unfold hs; now rewrite map_length, seq_length).
      assert (Lf : length (firstn m hs) = m) by (rewrite firstn_length; lia).
      pose proof (Nat.div2_odd (m - 1)) as D. assert (Nat.b2n (Nat.odd (m - 1)) <= 1) by (destruct (Nat.odd _); simpl; lia).
      assert (N : forall i, i < m -> nth i (rev (firstn m hs)) 1%positive = heap_value (m - S i)).
      { intros i I. rewrite rev_nth by lia. rewrite Lf. rewrite <- (nth_hs (m - S i)) by lia.
        apply nth_firstn_any. lia. }
      split.
      - intros [I|(i & I & F & B & ->)]; [destruct (in_empty y I)|].
        exists (S i), (m - S i). rewrite N by lia. rewrite nth_tl, nth_hs by lia.
        repeat split; try lia. apply prod_mul; apply heaps_inside.
      - intros (a & b & A & B & S & ->). right. exists (a - 1). rewrite rev_length, Lf, length_tl, Lh.
        rewrite N by lia. rewrite nth_tl, nth_hs by lia. repeat split; try lia.
        replace (Datatypes.S (a - 1)) with a by lia. replace (m - a) with b by lia.
        symmetry. apply prod_mul; apply heaps_inside.
    Qed.

    Lemma nth_ps m : m < w -> nth m ps PS.empty = parted tbl hs m.
    Proof.
      intro L. unfold ps. rewrite (nth_indep _ _ (parted tbl hs 0)) by (rewrite map_length, seq_length; lia).
      rewrite map_nth, seq_nth by exact L. reflexivity.
    Qed.

    Definition leaves_of (d : N) (m : nat) (y : positive) := exists o, Forall (fun h => 0 < h) o /\ length o <= 2 /\
      N.testbit d (arrangement o) = true /\ list_sum o = m /\ el o = y.

    Lemma el_pair a b : el [a; b] = mul gens ways (heap_value a) (heap_value b).
    Proof.
      rewrite (element_cons order gens ways monoid heap_value heaps_inside).
      rewrite (element_one order gens ways monoid heap_value heaps_inside).
      apply (mul_comm order gens ways monoid); apply heaps_inside.
    Qed.

    Lemma el_one a : el [a] = heap_value a.
    Proof. apply (element_one order gens ways monoid heap_value heaps_inside). Qed.

    Lemma by_digit_spec d m y : m < w -> PS.In y (by_digit tbl hs ps d m) <-> leaves_of d m y.
    Proof.
      intro L. unfold leaves_of. destruct m as [|m].
      - cbn [by_digit]. split.
        + intro I. destruct (N.testbit d 0) eqn:B; [|destruct (in_empty y I)].
          apply put_in_set_spec in I as [->|I]; [|destruct (in_empty y I)].
          exists []. simpl. repeat split; auto.
        + intros (o & F & Le & T & S & <-). destruct o as [|a o]; [|inversion F; simpl in S; lia].
          simpl in T. rewrite T. apply put_in_set_spec. left. reflexivity.
      - set (m1 := S m) in *. assert (M1 : 0 < m1) by (unfold m1; lia).
        replace (by_digit tbl hs ps d m1) with
          (let half := nth (Nat.div2 m1) hs 1%positive in
           let s := if N.testbit d 1 then put_in_set (nth m1 hs 1%positive) PS.empty else PS.empty in
           let s := if N.testbit d 2 then PS.union (nth m1 ps PS.empty) s else s in
           if N.testbit d 3 && Nat.even m1 then put_in_set (prod tbl half half) s else s) by reflexivity.
        clearbody m1. cbv zeta.
        set (s1 := if N.testbit d 1 then _ else _). set (s2 := if N.testbit d 2 then _ else _).
        assert (A1 : PS.In y s1 <-> N.testbit d 1 = true /\ y = heap_value m1).
        { unfold s1. destruct (N.testbit d 1).
          - rewrite put_in_set_spec, nth_hs by exact L. split; [intros [->|I]; auto; destruct (in_empty y I)|tauto].
          - split; [intro I; destruct (in_empty y I)|intros [X _]; discriminate]. }
        assert (A2 : PS.In y s2 <-> PS.In y s1 \/ (N.testbit d 2 = true /\
                  exists a b, 0 < a /\ a < b /\ a + b = m1 /\ y = mul gens ways (heap_value a) (heap_value b))).
        { unfold s2. destruct (N.testbit d 2).
          - rewrite PS.union_spec, nth_ps, parted_spec by exact L. tauto.
          - split; auto. intros [I|[X _]]; auto. discriminate. }
        assert (A3 : PS.In y (if N.testbit d 3 && Nat.even m1
                              then put_in_set (prod tbl (nth (Nat.div2 m1) hs 1%positive) (nth (Nat.div2 m1) hs 1%positive)) s2
                              else s2) <->
                  PS.In y s2 \/ (N.testbit d 3 = true /\
                    exists a, 0 < a /\ a + a = m1 /\ y = mul gens ways (heap_value a) (heap_value a))).
        { pose proof (Nat.div2_odd m1) as D. destruct (N.testbit d 3); cbn [andb].
          - destruct (Nat.even m1) eqn:Ev.
            + assert (Od : Nat.odd m1 = false) by (rewrite <- Nat.negb_even, Ev; reflexivity).
              rewrite Od in D. cbn [Nat.b2n] in D.
              rewrite put_in_set_spec, nth_hs by lia. rewrite prod_mul by apply heaps_inside. split.
              * intros [->|I]; auto. right. split; auto. exists (Nat.div2 m1). repeat split; lia || auto.
              * intros [I|(_ & a & A & S & ->)]; auto. left. replace a with (Nat.div2 m1) by lia. reflexivity.
            + split; auto. intros [I|(_ & a & A & S & _)]; auto. exfalso.
              rewrite <- S, Nat.even_add in Ev. now destruct (Nat.even a).
          - split; auto. intros [I|[X _]]; auto. discriminate. }
        rewrite A3, A2, A1. clear A1 A2 A3. split.
        + intros [[[T Ey]|(T & a & b & A & B & S & Ey)]|(T & a & A & S & Ey)]; rewrite Ey; clear Ey.
          * exists [m1]. split; [constructor; auto|]. split; [simpl; lia|]. split; [exact T|]. split; [simpl; lia|apply el_one].
          * exists [a; b]. split; [repeat (apply Forall_cons; [lia|]); constructor|]. split; [simpl; lia|].
            split; [|split; [simpl; lia|apply el_pair]]. simpl. destruct (Nat.eqb_spec a b); [lia|exact T].
          * exists [a; a]. split; [repeat (apply Forall_cons; [lia|]); constructor|]. split; [simpl; lia|].
            split; [|split; [simpl; lia|apply el_pair]]. simpl. now rewrite Nat.eqb_refl.
        + intros (o & F & Le & T & S & <-).
          destruct o as [|a [|b [|? ?]]]; simpl in Le; try lia; simpl in S; [lia| |].
          * left. left. simpl in T. split; auto. rewrite el_one. f_equal. lia.
          * inversion F as [|? ? Pa F']; subst. inversion F' as [|? ? Pb _]; subst. simpl in T.
            rewrite el_pair. destruct (Nat.eqb_spec a b) as [<-|N].
            -- right. split; auto. exists a. repeat split; auto; lia.
            -- left. right. split; auto. destruct (le_lt_dec a b).
               ++ exists a, b. repeat split; auto; lia.
               ++ exists b, a. repeat split; auto; try lia. apply (mul_comm order gens ways monoid); apply heaps_inside.
    Qed.

    Lemma options_spec n y : n < w -> PS.In y (options tbl hs ps n) <-> exists o, leave c n o /\ el o = y.
    Proof.
      intro L. unfold options.
      assert (G : forall l s, PS.In y (fold_left (fun s j => if j <=? n then PS.union (by_digit tbl hs ps (digit c j) (n - j)) s else s) l s)
                <-> PS.In y s \/ exists j, In j l /\ j <= n /\ leaves_of (digit c j) (n - j) y).
      { induction l as [|j l IH]; cbn [fold_left]; intro s; [split; auto; intros [|(j & [] & _)]; auto|].
        rewrite IH. destruct (Nat.leb_spec j n) as [J|J].
        - rewrite PS.union_spec, by_digit_spec by lia. split.
          + intros [[B|I]|(i & I & X)]; auto; [right; exists j; simpl; auto|right; exists i; simpl; auto].
          + intros [I|(i & [<-|I] & X & B)]; auto. right. exists i. auto.
        - split; [intros [I|(i & I & X)]; auto; right; exists i; simpl; auto|].
          intros [I|(i & [<-|I] & X & B)]; auto; [lia|]. right. exists i. auto. }
      rewrite G. pose proof parts_ok as Q. destruct Q as (C & M2 & _). destruct (code_ok_spec c C) as (La & H & _). split.
      - intros [I|(j & _ & J & o & F & Le & T & S & E)]; [destruct (in_empty y I)|].
        exists o. split; auto. apply (leave_by c j); auto. lia.
      - intros (o & O & E). right. apply leave_inv in O as (j & -> & J & F & T). exists j. split; [apply in_seq; lia|].
        split; [lia|]. exists o. repeat split; auto; [|lia]. specialize (H j o T). lia.
    Qed.
  End Window.

  (* ---- all heaps ---- *)

  Notation sort_of := (is_sort (leave c) gens ways heap_value).

  Lemma heap_value_repeats a : P <= a -> heap_value (a + p) = heap_value a.
  Proof. pose proof parts_ok as Q. intro L. unfold heap_value. f_equal. apply law_period; [apply Q|exact L]. Qed.

  Lemma el_shift l a r : P <= a -> el (l ++ a + p :: r) = el (l ++ a :: r).
  Proof. intro L. unfold element. rewrite !flat_map_app. cbn [flat_map]. now rewrite heap_value_repeats. Qed.

  Lemma options_repeat m y : window c P p <= m + p ->
    (exists o, leave c (m + p) o /\ el o = y) <-> (exists o, leave c m o /\ el o = y).
  Proof.
    intro L. pose proof parts_ok as Q. destruct Q as (C & M2 & Ae & P1 & _).
    destruct (code_ok_spec c C) as (La & H & H1). destruct (window_spec c P p H1) as (W & EW & En & MW).
    assert (Ep : even_period c p = p) by (unfold even_period; now rewrite Ae). rewrite Ep in En.
    pose proof (or_intror (asks_equal_spec c Ae) : ((exists q', p = 2 * q') /\ forall a b, el [a; a] = el [b; b]) \/ no_equal c) as E.
    split; intros (o & O & <-).
    - destruct (down c positive el (most_heaps c) P p W H H1 P1 el_shift E En m o) as (o' & O' & X); [lia|exact O|].
      exists o'. auto.
    - destruct (up c positive el (most_heaps c) P p W H H1 P1 el_shift E En m o) as (o' & O' & X); [lia|exact O|].
      exists o'. auto.
  Qed.

  Lemma add_sorts xs : forall acc,
    (forall k, In k (fold_left add_sort xs acc) -> In k acc \/ In k xs) /\
    (forall k, In k acc \/ In k xs -> exists k', In k' (fold_left add_sort xs acc) /\ fst k = fst k' /\
       forall y, PS.In y (snd k) <-> PS.In y (snd k')).
  Proof.
    induction xs as [|x xs IH]; cbn [fold_left]; intro acc.
    - split; [auto|]. intros k [I|[]]. exists k. repeat split; auto.
    - destruct (IH (add_sort acc x)) as [A B]. unfold add_sort in *. destruct (existsb (same_sort x) acc) eqn:X.
      + split; [intros k I; destruct (A k I); simpl; auto|]. intros k [I|[<-|I]]; auto.
        apply existsb_exists in X as (k' & K' & S). unfold same_sort in S. apply andb_true_iff in S as [S1 S2].
        apply Pos.eqb_eq in S1. apply PS.equal_spec in S2. destruct (B k') as (k'' & I & F & G); auto.
        exists k''. split; auto. split; [congruence|]. intro y. rewrite (S2 y). apply G.
      + split; [intros k I; destruct (A k I) as [[<-|I']|I']; simpl; auto|].
        intros k [I|[<-|I]]; apply B; simpl; auto.
  Qed.

  Let w0 := window c P p.
  Let l0 := all_sorts tbl w0.

  Lemma listed_sort k : In k l0 -> exists n, sort_of n k.
  Proof.
    unfold l0, all_sorts. rewrite <- in_rev. intro I. apply add_sorts in I as [[]|I].
    apply in_map_iff in I as (n & <- & I). apply in_seq in I. exists n. split; [reflexivity|].
    intro y. cbn [snd]. apply options_spec. lia.
  Qed.

  Lemma sort_listed n : n < w0 -> exists k, In k l0 /\ sort_of n k.
  Proof.
    intro L. unfold l0, all_sorts. set (hs := map heap_value (seq 0 w0)). set (ps := map (parted tbl hs) (seq 0 w0)).
    destruct (add_sorts (map (fun n => (heap_value n, options tbl hs ps n)) (seq 0 w0)) []) as [_ B].
    destruct (B (heap_value n, options tbl hs ps n)) as (k & I & F & G).
    { right. apply in_map_iff. exists n. split; auto. apply in_seq. lia. }
    exists k. split; [now apply in_rev in I|]. split; [symmetry; exact F|].
    intro y. rewrite <- G. cbn [snd]. apply options_spec. exact L.
  Qed.

  Lemma empty_or_not s : PS.is_empty s = true /\ (forall y, ~ PS.In y s) \/ PS.is_empty s = false /\ exists y, PS.In y s.
  Proof.
    destruct (PS.is_empty s) eqn:E.
    - left. split; auto. apply PS.is_empty_spec in E. exact E.
    - right. split; auto. destruct (PS.elements s) as [|y r] eqn:El.
      + exfalso. assert (PS.is_empty s = true); [|congruence]. apply PS.is_empty_spec. intros y Y.
        apply elements_in in Y. rewrite El in Y. exact Y.
      + exists y. apply elements_in. rewrite El. simpl. auto.
  Qed.

  Lemma all_heaps n :
    (exists k, In k (moving l0) /\ sort_of n k /\ exists y, PS.In y (snd k)) \/
    ((forall o, ~ leave c n o) /\ heap_value n = 1%positive).
  Proof.
    induction n as [n IH] using (well_founded_induction lt_wf). pose proof parts_ok as Q.
    destruct Q as (C & M2 & Ae & P1 & _ & _ & _ & _ & _ & Still & _). fold w0 in Still. fold l0 in Still.
    destruct (lt_dec n w0) as [L|L].
    - destruct (sort_listed n L) as (k & I & S). destruct (empty_or_not (snd k)) as [[E N]|[E X]].
      + right. split.
        * intros o O. destruct S as [_ S]. apply (N (el o)). apply S. now exists o.
        * unfold still_is_one in Still. rewrite forallb_forall in Still. specialize (Still k I). rewrite E in Still.
          apply Pos.eqb_eq in Still. destruct S as [<- _]. exact Still.
      + left. exists k. split; [|split; auto]. unfold moving. apply filter_In. split; auto. now rewrite E.
    - destruct (code_ok_spec c C) as (_ & _ & H1). destruct (window_spec c P p H1) as (W & EW & _ & MW).
      fold w0 in EW. assert (exists m, n = m + p /\ P <= m) as (m & -> & Pm) by (exists (n - p); lia).
      assert (R : forall y, (exists o, leave c (m + p) o /\ el o = y) <-> (exists o, leave c m o /\ el o = y))
        by (intro y; apply options_repeat; fold w0; lia).
      destruct (IH m) as [(k & I & [S1 S2] & X)|[N O]]; [lia| |].
      + left. exists k. split; auto. split; auto. split; [now rewrite heap_value_repeats|].
        intro y. rewrite R. apply S2.
      + right. rewrite heap_value_repeats by exact Pm. split; auto.
        intros o Oo. destruct (proj1 (R (el o))) as (o' & O' & _); [now exists o|]. exact (N o' O').
  Qed.

  Lemma moving_listed k : In k (moving l0) -> In k l0.
  Proof. intro I. now apply filter_In in I. Qed.

  Lemma by_element_spec l k : In k l -> exists s, In (fst k, s) (PositiveMap.elements (by_element l)) /\
    forall y, PS.In y (snd k) -> PS.In y s.
  Proof.
    assert (G : forall l m k, (In k l \/ exists s, PositiveMap.find (fst k) m = Some s /\ forall y, PS.In y (snd k) -> PS.In y s) ->
      exists s, PositiveMap.find (fst k) (fold_left (fun m k => PositiveMap.add (fst k)
        (match PositiveMap.find (fst k) m with Some s => PS.union s (snd k) | None => snd k end) m) l m) = Some s /\
        forall y, PS.In y (snd k) -> PS.In y s).
    { clear. induction l as [|q l IH]; cbn [fold_left]; intros m k X; [destruct X as [[]|X]; exact X|].
      apply IH. destruct X as [[->|I]|(s & F & S)]; auto; right.
      - rewrite PositiveMap.gss. destruct (PositiveMap.find (fst k) m) as [s|]; eexists; split; try reflexivity; auto.
        intros y Y. apply PS.union_spec. auto.
      - destruct (Pos.eq_dec (fst k) (fst q)) as [E|N].
        + rewrite E, PositiveMap.gss. rewrite <- E, F. eexists. split; [reflexivity|].
          intros y Y. apply PS.union_spec. auto.
        + rewrite PositiveMap.gso by exact N. exists s. auto. }
    intro I. destruct (G l (PositiveMap.empty PS.t) k (or_introl I)) as (s & F & S). exists s. split; auto.
    now apply PositiveMap.elements_correct.
  Qed.

  Lemma lost_is_well_spec k y z : In k (moving l0) -> PS.In y (snd k) -> inside order z = true ->
    is_lost (mul gens ways z (fst k)) = true -> is_lost (mul gens ways z y) = false.
  Proof.
    intros I Y Z L. pose proof parts_ok as Q. destruct Q as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & Well & _).
    fold w0 in Well. fold l0 in Well. destruct (by_element_spec (moving l0) k I) as (s & S & Sub).
    unfold lost_is_well in Well. rewrite forallb_forall in Well. specialize (Well _ S). cbn [fst snd] in Well.
    rewrite forallb_forall in Well. specialize (Well y). rewrite elements_in in Well. specialize (Well (Sub y Y)).
    rewrite forallb_forall in Well.
    destruct (listed_sort k (moving_listed k I)) as (n & S1 & S2).
    assert (X : inside order (fst k) = true) by (rewrite S1; apply heaps_inside).
    assert (V : inside order y = true).
    { apply S2 in Y as (o & _ & <-). apply (element_inside order gens ways monoid heap_value). }
    rewrite <- (prod_mul z (fst k) Z X) in L. rewrite <- (prod_mul z y Z V).
    apply negb_true_iff, Well. apply filter_In. split; [|exact L]. now apply (inside_spec order gens ways monoid).
  Qed.

  Theorem decides s : loses_misere (leave c) s <-> is_lost (el s) = true.
  Proof.
    pose proof parts_ok as Q.
    destruct Q as (C & _ & _ & _ & _ & _ & L1 & _ & _ & _ & _ & _ & Bi & m & Cl & Al). fold w0 in Al. fold l0 in Al.
    destruct (code_ok_spec c C) as (La & _).
    assert (G0 : all_good tbl basis start ([(1%positive, PS.empty)] ++ [])).
    { intros x t I. unfold known_in, start in I. destruct (Pos.eq_dec x 1) as [->|N].
      - rewrite PositiveMap.gss in I. destruct I as [<-|[]]. left. simpl. auto.
      - rewrite PositiveMap.gso, PositiveMap.gempty in I by exact N. destruct I. }
    assert (J0 : all_joined tbl basis start ([(1%positive, PS.empty)] ++ [])).
    { assert (J1 : is_joined tbl basis (1%positive, PS.empty)) by (exists []; split; [constructor|reflexivity]).
      split; [|intros r [<-|[]]; exact J1]. intros x t I. unfold known_in, start in I. destruct (Pos.eq_dec x 1) as [->|N].
      - rewrite PositiveMap.gss in I. destruct I as [<-|[]]. exact J1.
      - rewrite PositiveMap.gso, PositiveMap.gempty in I by exact N. destruct I. }
    destruct (close_spec tbl basis steps _ _ _ _ Cl G0 J0) as (Kept & Good & Joined & _).
    apply (quotient_decides (leave c) (heaps_end c La) order gens ways monoid heap_value heaps_inside is_lost L1
             (moving l0) all_heaps lost_is_well_spec (prod tbl) prod_mul (known_in m)) with (basis := basis).
    - apply Kept. unfold known_in, start. rewrite PositiveMap.gss. simpl. auto.
    - intros k K. unfold basis_is_inside in Bi. rewrite forallb_forall in Bi. specialize (Bi k K).
      apply andb_true_iff in Bi as [B1 B2]. rewrite forallb_forall in B2. split; [exact B1|].
      intros y Y. apply B2. now apply elements_in.
    - intros x t k X T K q. destruct (Good x t T) as [[]|Gk]. destruct (Gk k K) as [F Known]. split; [|exact Known].
      unfold fair in F. apply orb_true_iff in F as [F|F]; auto. right.
      apply existsb_exists in F as (y & Y & Ly). exists y. split; auto. now apply elements_in.
    - intros k K. unfold all_known in Al. rewrite forallb_forall in Al. specialize (Al k K).
      apply existsb_exists in Al as (t & T & Al). apply andb_true_iff in Al as [Ne Sub].
      destruct (Joined (fst k) t T) as (b & Fb & E). exists b. unfold joined in E. fold (join tbl) in *.
      split; [|split; [exact Fb|rewrite <- E; split; [reflexivity|now apply PS.subset_spec]]].
      intros ->. injection E as _ ->. rewrite (proj2 (PS.is_empty_spec PS.empty) PS.empty_spec) in Ne. discriminate.
  Qed.

  (* ---- it is the quotient ---- *)

  Lemma same_signs_refl_sym a : forall b, same_signs a b = same_signs b a.
  Proof. induction a as [|x a IH]; intros [|y b]; simpl; auto. rewrite IH. now destruct x, y. Qed.

  Lemma all_differ_spec (f : positive -> list bool) l : all_differ (map f l) = true ->
    forall x y, In x l -> In y l -> x <> y -> same_signs (f x) (f y) = false.
  Proof.
    induction l as [|u l IH]; simpl; intro E; [intros x y []|]. apply andb_true_iff in E as [E1 E2].
    rewrite forallb_forall in E1. assert (Hd : forall y, In y l -> same_signs (f u) (f y) = false).
    { intros y I. apply negb_true_iff, E1. now apply in_map. }
    intros x y [<-|X] [<-|Y] N; auto; [now destruct N|]. rewrite same_signs_refl_sym. auto.
  Qed.

  Lemma same_signs_map (f g : positive -> bool) l : same_signs (map f l) (map g l) = false ->
    exists z, In z l /\ f z <> g z.
  Proof.
    induction l as [|z l IH]; simpl; [discriminate|]. destruct (Bool.eqb (f z) (g z)) eqn:E.
    - intro S. destruct (IH S) as (u & U & N). exists u. auto.
    - intros _. exists z. split; auto. intro X. rewrite X in E. now rewrite Bool.eqb_reflx in E.
  Qed.

  Lemma reaches_all x : inside order x = true -> exists s, el s = x.
  Proof.
    intro X. pose proof parts_ok as Q. destruct Q as (_ & _ & _ & _ & _ & _ & _ & _ & R & _).
    unfold reached in R. apply andb_true_iff in R as [Len R]. apply Nat.eqb_eq in Len.
    assert (El : length (elements order) = order) by (unfold elements; now rewrite map_length, seq_length).
    rewrite <- El in Len. apply (inside_spec order gens ways monoid) in X.
    assert (G : forall (a : list positive) (b : list (list nat)), length b = length a -> In x a -> exists s, In (x, s) (combine a b)).
    { induction a as [|u a IH]; intros [|v b] L I; simpl in *; try lia; try contradiction.
      destruct I as [->|I]; [exists v; auto|]. destruct (IH b) as (s & S); [lia|exact I|]. exists s. auto. }
    destruct (G _ _ Len X) as (s & S). exists s. rewrite forallb_forall in R. specialize (R _ S).
    now apply Pos.eqb_eq in R.
  Qed.

  Theorem tells_apart s t : el s = el t <->
    forall u, loses_misere (leave c) (s ++ u) <-> loses_misere (leave c) (t ++ u).
  Proof.
    assert (Ap : forall s u, el (s ++ u) = mul gens ways (el s) (el u))
      by (intros; apply (element_app order gens ways monoid heap_value)).
    assert (In_ : forall s, inside order (el s) = true)
      by (intro; apply (element_inside order gens ways monoid heap_value)).
    split.
    - intros E u. rewrite !decides, !Ap, E. tauto.
    - intro H. destruct (Pos.eq_dec (el s) (el t)) as [|N]; auto. exfalso.
      pose proof parts_ok as Q. destruct Q as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & D & _).
      pose proof (all_differ_spec _ _ D (el s) (el t)) as S.
      rewrite <- !(inside_spec order gens ways monoid) in S. specialize (S (In_ s) (In_ t) N).
      apply same_signs_map in S as (z & Z & Nz). apply (inside_spec order gens ways monoid) in Z.
      destruct (reaches_all z Z) as (u & <-). specialize (H u). rewrite !decides, !Ap in H.
      rewrite !prod_mul in Nz by auto.
      rewrite !(mul_comm order gens ways monoid (el u)) in Nz by auto.
      apply Nz. destruct (is_lost (mul gens ways (el s) (el u))), (is_lost (mul gens ways (el t) (el u))); intuition congruence.
  Qed.
End Check.

(* ---- the claim, and the checker ---- *)

(* Sums have classes, numbered from 1: a sum is lost if its class is one of those, and two sums have the same class exactly
   if they can replace each other in all sums. *)
Definition true_quotient (m : quotient_claim) : Prop :=
  let lost := loses_misere (leave (q_code m)) in
  exists class : list nat -> positive,
  (forall s, lost s <-> exists x, In x (q_lost m) /\ class s = key x) /\
  (forall s t, class s = class t <-> forall u, lost (s ++ u) <-> lost (t ++ u)) /\
  (forall x, (exists s, class s = x) <-> Pos.to_nat x <= q_order m) /\
  (forall n, class [n] = key (law (q_values m) (q_preperiod m) (q_period m) n)) /\
  forall P' p', 1 <= p' -> (forall n, P' <= n -> class [n + p'] = class [n]) ->
    q_preperiod m <= P' /\ q_period m <= p'.

Definition quotient_steps : nat := N.to_nat 200000.

(* Numbers are those of elements, each generator has as many products as there are elements, and no lost one stands
   twice. *)
Fixpoint no_twice (l : list N) : bool :=
  match l with [] => true | x :: l => negb (existsb (N.eqb x) l) && no_twice l end.
Definition tidy (m : quotient_claim) : bool :=
  let element x := N.ltb x (N.of_nat (q_order m)) in
  forallb (fun l => (length l =? q_order m) && forallb element l) (q_products m) &&
  forallb element (q_lost m) && no_twice (q_lost m).

Definition check_quotient (h : quotient_search) (m : quotient_claim) : bool :=
  if negb (tidy m) then false
  else if (length (q_values m) =? q_preperiod m + q_period m) && least (q_preperiod m) (q_period m) (q_values m) then
    is_quotient (table_of_generators (q_products m)) (listed 1%positive (find_words h m)) (find_sums h m)
      (q_code m) (q_preperiod m) (q_period m) (q_order m) (set_of (q_lost m))
      (map (fun k => (fst k, fold_left (fun s y => put_in_set y s) (snd k) PS.empty)) (find_basis h m)) (q_values m)
      quotient_steps
  else false.

Lemma set_of_spec l x : PS.In x (set_of l) <-> exists v, In v l /\ x = key v.
Proof.
  unfold set_of. assert (G : forall s, PS.In x (fold_left (fun s v => put_in_set (key v) s) l s) <->
    PS.In x s \/ exists v, In v l /\ x = key v).
  { induction l as [|v l IH]; simpl; intro s; [split; auto; intros [|(v & [] & _)]; auto|].
    rewrite IH, put_in_set_spec. split.
    - intros [[->|I]|(u & U & E)]; eauto.
    - intros [I|(u & [->|U] & E)]; eauto. }
  rewrite G. split; [intros [I|X]; auto; destruct (in_empty x I)|auto].
Qed.

Theorem check_quotient_sound h m : check_quotient h m = true -> true_quotient m.
Proof.
  unfold check_quotient. destruct (negb (tidy m)); [discriminate|]. destruct m as [c P p order pr lo va].
  cbn [q_code q_preperiod q_period q_order q_products q_lost q_values].
  set (ways := listed _ _). set (sums := find_sums h _). set (gens := table_of_generators pr).
  set (basis := map _ (find_basis h _)). clearbody ways sums gens basis.
  destruct (length va =? P + p) eqn:Len; [|discriminate]. apply Nat.eqb_eq in Len. cbn [andb].
  destruct (least P p va) eqn:Le; [|discriminate]. generalize quotient_steps. intros steps Ok.
  pose proof (parts_ok gens ways sums c P p order (set_of lo) basis va steps Ok) as Q.
  destruct Q as (_ & _ & _ & P1 & _ & _ & _ & M & _).
  pose proof (heaps_inside gens ways sums c P p order (set_of lo) basis va steps Ok) as Inside.
  exists (element gens ways (heap_value P p va)).
  cbn [q_code q_preperiod q_period q_order q_products q_lost q_values].
  split; [|split; [|split; [|split]]].
  - intro s. rewrite (decides gens ways sums c P p order (set_of lo) basis va steps Ok). unfold is_lost. rewrite PS.mem_spec.
    apply set_of_spec.
  - exact (tells_apart gens ways sums c P p order (set_of lo) basis va steps Ok).
  - intro x. split.
    + intros (s & <-). apply (inside_nat order gens ways M).
      apply (element_inside order gens ways M).
    + intro L. apply (reaches_all gens ways sums c P p order (set_of lo) basis va steps Ok).
      unfold inside. apply Pos.leb_le, Pos2Nat.inj_le. pose proof (Pos2Nat.is_pos x). rewrite Nat2Pos.id by lia. exact L.
  - intro n. apply (element_one order gens ways M _ Inside).
  - intros P' p' Pos' R. apply (least_sound P p va P1 Len Le P' p' Pos'). intros n L.
    specialize (R n L). rewrite !(element_one order gens ways M _ Inside) in R.
    unfold heap_value, key in R. apply (f_equal Pos.pred_N) in R. now rewrite !N.pos_pred_succ in R.
Qed.

(* ---- the lines of the certificate ---- *)

Fixpoint numbers_of (word : string) (lines : list (list string)) : option (list N * list (list string)) :=
  match lines with
  | (w :: ns) :: rest =>
    if (w =? word)%string then
      match all_some number_of ns, numbers_of word rest with
      | Some a, Some (b, rest) => Some ((a ++ b)%list, rest)
      | _, _ => None
      end
    else Some ([], lines)
  | _ => Some ([], lines)
  end.

Fixpoint generators_of (fuel : nat) (lines : list (list string)) : option (list (list N) * list (list string)) :=
  match fuel with
  | O => None
  | S fuel =>
    match lines with
    | [g] :: rest =>
      if (g =? "generator")%string then
        match numbers_of "products" rest with
        | Some (a, rest) => match generators_of fuel rest with
                            | Some (l, rest) => Some (a :: l, rest) | None => None end
        | None => None
        end
      else None
    | _ => Some ([], lines)
    end
  end.

Definition most_elements : N := 1000.

Definition quotient_of (c : certificate) : option quotient_claim :=
  match fields c with
  | [k; text] :: pre :: per :: ord :: rest =>
    if (kind c =? "quotient")%string && (k =? "code")%string then
      match read_game c text, natural_of "preperiod" pre, natural_of "period" per, natural_of "order" ord,
            generators_of 1000 rest with
      | Some (ByCode code), Some P, Some p, Some q, Some (products, rest) =>
        match numbers_of "lost" rest with
        | Some (lost, rest) =>
          match numbers_of "values" rest, small P, small p with
          | Some (values, []), Some P, Some p =>
            if N.leb q most_elements && within_reach code P p then
              Some {| q_code := code; q_preperiod := P; q_period := p; q_order := N.to_nat q;
                      q_products := products; q_lost := lost; q_values := values |}
            else None
          | _, _, _ => None
          end
        | None => None
        end
      | _, _, _, _, _ => None
      end
    else None
  | _ => None
  end.
