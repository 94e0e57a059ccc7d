(* Misère quotients of take-and-break games: a finite commutative monoid, an element for each heap, and the elements of
   the sums that are lost. *)
From Coq Require Import List PArith NArith Arith Lia Bool Permutation SetoidList FSets.FMapPositive MSets.MSetPositive.
From Grundy Require Import Game Misere Heap HeapCheck.
Import ListNotations.

Module PS := PositiveSet.

(* ---- sets and tables ---- *)

Definition put_in_set (x : positive) (s : PS.t) : PS.t := if PS.mem x s then s else PS.add x s.
Definition image (f : positive -> positive) (s : PS.t) : PS.t :=
  fold_left (fun acc y => put_in_set (f y) acc) (PS.elements s) PS.empty.

Lemma in_empty x : ~ PS.In x PS.empty.
Proof. apply PS.empty_spec. Qed.

Lemma put_in_set_spec x s y : PS.In y (put_in_set x s) <-> y = x \/ PS.In y s.
Proof.
  unfold put_in_set. destruct (PS.mem x s) eqn:M; [|apply PS.add_spec].
  apply PS.mem_spec in M. split; auto. intros [->|]; auto.
Qed.

Lemma elements_in s y : In y (PS.elements s) <-> PS.In y s.
Proof.
  rewrite <- PS.elements_spec1. rewrite InA_alt. split; [intro I; exists y; split; auto; reflexivity|].
  intros (z & -> & I). exact I.
Qed.

Lemma image_spec f s z : PS.In z (image f s) <-> exists y, PS.In y s /\ z = f y.
Proof.
  unfold image. assert (G : forall l acc, PS.In z (fold_left (fun acc y => put_in_set (f y) acc) l acc) <->
            PS.In z acc \/ exists y, In y l /\ z = f y).
  { induction l as [|y l IH]; simpl; intro acc; [split; auto; intros [|(y & [] & _)]; auto|].
    rewrite IH, put_in_set_spec. split.
    - intros [[->|]|(u & U & E)]; eauto.
    - intros [|(u & [->|U] & E)]; eauto. }
  rewrite G. split.
  - intros [I|(y & Y & E)]; [destruct (in_empty z I)|]. exists y. split; auto. now apply elements_in.
  - intros (y & Y & E). right. exists y. split; auto. now apply elements_in.
Qed.

Fixpoint tabulate {A} (f : positive -> A) (k : nat) : PositiveMap.t A :=
  match k with
  | O => PositiveMap.empty A
  | S k => let p := Pos.of_succ_nat k in PositiveMap.add p (f p) (tabulate f k)
  end.

Lemma tabulate_spec {A} (f : positive -> A) k p : Pos.to_nat p <= k ->
  PositiveMap.find p (tabulate f k) = Some (f p).
Proof.
  induction k as [|k IH]; intro L; [pose proof (Pos2Nat.is_pos p); lia|]. simpl.
  destruct (Pos.eq_dec p (Pos.of_succ_nat k)) as [->|N]; [apply PositiveMap.gss|].
  rewrite PositiveMap.gso by exact N. apply IH.
  assert (Pos.to_nat p <> S k) by (intro E; apply N; rewrite <- (SuccNat2Pos.id_succ k) in E; now apply Pos2Nat.inj).
  lia.
Qed.

Fixpoint listed {A} (p : positive) (l : list A) : PositiveMap.t A :=
  match l with [] => PositiveMap.empty A | x :: l => PositiveMap.add p x (listed (Pos.succ p) l) end.

(* ---- a monoid, told by what generators do ---- *)

Section Monoid.
  Variable order : nat.  (* its elements are 1, …, order; 1 is the identity *)
  Variable generators : list (PositiveMap.t positive).
  Variable words : PositiveMap.t (list nat).  (* for each element generators that lead to it from 1 *)

  Definition act (g : PositiveMap.t positive) x := match PositiveMap.find x g with Some y => y | None => 1%positive end.
  Definition follow (w : list (PositiveMap.t positive)) x := fold_left (fun x g => act g x) w x.
  Definition generator i := nth i generators (PositiveMap.empty positive).
  Definition word x := match PositiveMap.find x words with
                       | Some w => map generator (filter (fun i => i <? length generators) w) | None => [] end.
  Definition mul x y := follow (word y) x.

  Definition elements := map Pos.of_succ_nat (seq 0 order).
  Definition inside (x : positive) := (x <=? Pos.of_nat order)%positive.
  Definition is_monoid : bool :=
    (1 <=? order) &&
    forallb (fun g => forallb (fun x => inside (act g x)) elements) generators &&
    forallb (fun g => forallb (fun h => forallb (fun x => Pos.eqb (act g (act h x)) (act h (act g x))) elements)
                              generators) generators &&
    forallb (fun x => Pos.eqb (follow (word x) 1%positive) x) elements.

  Hypothesis M : is_monoid = true.

  Lemma order_positive : 1 <= order.
  Proof. pose proof M as Q. unfold is_monoid in Q. rewrite !andb_true_iff in Q. now apply Nat.leb_le. Qed.

  Lemma inside_spec x : inside x = true <-> In x elements.
  Proof.
    unfold inside, elements. pose proof order_positive. rewrite Pos.leb_le, in_map_iff. split.
    - intro L. exists (Nat.pred (Pos.to_nat x)). pose proof (Pos2Nat.is_pos x). split.
      + rewrite Pos.of_nat_succ. rewrite Nat.succ_pred by lia. apply Pos2Nat.id.
      + apply in_seq. apply Pos2Nat.inj_le in L. rewrite Nat2Pos.id in L by lia. lia.
    - intros (i & <- & I). apply in_seq in I. apply Pos2Nat.inj_le. rewrite SuccNat2Pos.id_succ, Nat2Pos.id by lia. lia.
  Qed.

  Lemma inside_nat x : inside x = true -> Pos.to_nat x <= order.
  Proof.
    pose proof order_positive. unfold inside. rewrite Pos.leb_le. intro L. apply Pos2Nat.inj_le in L.
    now rewrite Nat2Pos.id in L by lia.
  Qed.

  Lemma inside_one : inside 1%positive = true.
  Proof. unfold inside. apply Pos.leb_le, Pos.le_1_l. Qed.

  Definition some_generators (w : list (PositiveMap.t positive)) := Forall (fun g => In g generators) w.

  Lemma word_generators x : some_generators (word x).
  Proof.
    unfold word. destruct (PositiveMap.find x words) as [w|]; [|constructor].
    apply Forall_map, Forall_forall. intros i I. apply filter_In in I as [_ I]. apply Nat.ltb_lt in I.
    now apply nth_In.
  Qed.

  Lemma act_inside g x : In g generators -> inside x = true -> inside (act g x) = true.
  Proof.
    pose proof M as Q. unfold is_monoid in Q. rewrite !andb_true_iff in Q. destruct Q as [[[_ A] _] _].
    rewrite forallb_forall in A. intros I X. specialize (A g I). rewrite forallb_forall in A.
    apply A. now apply inside_spec.
  Qed.

  Lemma act_commute g h x : In g generators -> In h generators -> inside x = true ->
    act g (act h x) = act h (act g x).
  Proof.
    pose proof M as Q. unfold is_monoid in Q. rewrite !andb_true_iff in Q. destruct Q as [[[_ _] A] _].
    rewrite forallb_forall in A. intros G H X. specialize (A g G). rewrite forallb_forall in A. specialize (A h H).
    rewrite forallb_forall in A. apply Pos.eqb_eq, A. now apply inside_spec.
  Qed.

  Lemma word_leads x : inside x = true -> follow (word x) 1%positive = x.
  Proof.
    pose proof M as Q. unfold is_monoid in Q. rewrite !andb_true_iff in Q. destruct Q as [_ A].
    rewrite forallb_forall in A. intro X. apply Pos.eqb_eq, A. now apply inside_spec.
  Qed.

  Lemma follow_app v w x : follow (v ++ w) x = follow w (follow v x).
  Proof. apply fold_left_app. Qed.

  Lemma follow_inside w : some_generators w -> forall x, inside x = true -> inside (follow w x) = true.
  Proof. intro F. induction F as [|g w G F IH]; intros x X; simpl; auto. apply IH. now apply act_inside. Qed.

  Lemma follow_act w g : some_generators w -> In g generators -> forall x, inside x = true ->
    follow w (act g x) = act g (follow w x).
  Proof.
    intros F G. induction F as [|h w H F IH]; intros x X; simpl; auto.
    rewrite act_commute by auto. apply IH. now apply act_inside.
  Qed.

  Lemma follow_commute v w : some_generators v -> some_generators w -> forall x, inside x = true ->
    follow v (follow w x) = follow w (follow v x).
  Proof.
    intros V W. induction V as [|g v G V IH]; intros x X; simpl; auto.
    rewrite <- follow_act by auto. apply IH. now apply act_inside.
  Qed.

  Lemma mul_follow w x : some_generators w -> inside x = true -> mul x (follow w 1%positive) = follow w x.
  Proof.
    intros W X. unfold mul. set (y := follow w 1%positive). assert (Y : inside y = true) by (apply follow_inside; auto using inside_one).
    rewrite <- (word_leads x X) at 1.
    rewrite follow_commute by auto using word_generators, inside_one.
    rewrite (word_leads y Y). unfold y.
    rewrite follow_commute by auto using word_generators, inside_one. now rewrite word_leads.
  Qed.

  Lemma mul_inside x y : inside x = true -> inside (mul x y) = true.
  Proof. intro X. apply follow_inside; auto using word_generators. Qed.

  Lemma mul_comm x y : inside x = true -> inside y = true -> mul x y = mul y x.
  Proof.
    intros X Y. unfold mul. rewrite <- (word_leads x X) at 1. rewrite <- (word_leads y Y) at 2.
    apply follow_commute; auto using word_generators, inside_one.
  Qed.

  Lemma mul_one x : inside x = true -> mul x 1%positive = x.
  Proof. intro X. exact (mul_follow [] x (Forall_nil _) X). Qed.

  Lemma mul_assoc x y z : inside x = true -> inside y = true -> inside z = true ->
    mul (mul x y) z = mul x (mul y z).
  Proof.
    intros X Y Z. assert (E : mul y z = follow (word y ++ word z) 1%positive)
      by now rewrite follow_app, word_leads.
    rewrite E, (mul_follow (word y ++ word z) x).
    - now rewrite follow_app.
    - apply Forall_app. split; apply word_generators.
    - exact X.
  Qed.

  (* ---- the element of a sum ---- *)

  Variable heap_element : nat -> positive.
  Hypothesis heap_inside : forall n, inside (heap_element n) = true.

  Definition element (s : list nat) : positive := follow (flat_map (fun h => word (heap_element h)) s) 1%positive.

  Lemma sum_generators s : some_generators (flat_map (fun h => word (heap_element h)) s).
  Proof. induction s; simpl; [constructor|]. apply Forall_app. split; [apply word_generators|exact IHs]. Qed.

  Lemma element_inside s : inside (element s) = true.
  Proof. apply follow_inside; auto using sum_generators, inside_one. Qed.

  Lemma element_app s t : element (s ++ t) = mul (element s) (element t).
  Proof.
    unfold element at 3. rewrite mul_follow by auto using sum_generators, element_inside.
    unfold element. rewrite flat_map_app. apply follow_app.
  Qed.

  Lemma element_one h : element [h] = heap_element h.
  Proof. unfold element. simpl. rewrite app_nil_r. now apply word_leads. Qed.

  Lemma element_cons h s : element (h :: s) = mul (element s) (heap_element h).
  Proof.
    change (h :: s) with ([h] ++ s). rewrite element_app, element_one. apply mul_comm; auto using element_inside.
  Qed.

  Lemma element_permutation s t : Permutation s t -> element s = element t.
  Proof.
    intro P. induction P as [|h s t P IH|g h s|s t u P IH Q IH'].
    - reflexivity.
    - now rewrite !element_cons, IH.
    - rewrite !element_cons, !mul_assoc by auto using element_inside. f_equal. now apply mul_comm.
    - congruence.
  Qed.
End Monoid.

(* Moves and the order of parts. *)
Lemma move_permutation {P} (opt : P -> list P -> Prop) s s' t : Permutation s s' -> move opt s t ->
  exists t', move opt s' t' /\ Permutation t t'.
Proof.
  intros Pm Mv. destruct Mv as [l p r o O].
  assert (I : In p s') by (eapply Permutation_in; [exact Pm|apply in_elt]).
  apply in_split in I as (l' & r' & ->). exists (l' ++ o ++ r'). split; [now constructor|].
  apply Permutation_app_inv in Pm. rewrite !app_assoc.
  rewrite (Permutation_app_comm l o), (Permutation_app_comm l' o), <- !app_assoc.
  now apply Permutation_app_head.
Qed.

(* ---- who wins ---- *)

(* An element, and those of options. *)
Definition sort := (positive * PS.t)%type.
Definition with_heap (times : positive -> positive -> positive) (p k : sort) : sort :=
  (times (fst p) (fst k), PS.union (image (fun y => times y (fst k)) (snd p)) (image (times (fst p)) (snd k))).

Definition all_inside (order : nat) (k : sort) : Prop :=
  inside order (fst k) = true /\ forall y, PS.In y (snd k) -> inside order y = true.

Section Play.
  Variable opt : nat -> list nat -> Prop.
  Hypothesis opt_ends : forall n, Acc (part opt) n.
  Variable order : nat.
  Variable generators : list (PositiveMap.t positive).
  Variable words : PositiveMap.t (list nat).
  Hypothesis M : is_monoid order generators words = true.
  Variable heap_element : nat -> positive.
  Hypothesis heap_inside : forall n, inside order (heap_element n) = true.
  Variable lost : positive -> bool.
  Hypothesis lost_one : lost 1%positive = false.

  Notation mul := (mul generators words).
  Notation elem := (element generators words heap_element).

  (* A heap's element, and those of all its options. *)
  Definition is_sort (n : nat) (k : sort) :=
    fst k = heap_element n /\ forall y, PS.In y (snd k) <-> exists o, opt n o /\ elem o = y.

  Variable movable : list sort.
  Hypothesis sorts : forall n,
    (exists k, In k movable /\ is_sort n k /\ exists y, PS.In y (snd k)) \/
    ((forall o, ~ opt n o) /\ heap_element n = 1%positive).

  (* An element that is lost, and those of options. *)
  Hypothesis lost_well : forall k y z, In k movable -> PS.In y (snd k) -> inside order z = true ->
    lost (mul z (fst k)) = true -> lost (mul z y) = false.

  (* Products as they are computed. *)
  Variable times : positive -> positive -> positive.
  Hypothesis times_mul : forall x y, inside order x = true -> inside order y = true -> times x y = mul x y.

  (* Pairs of an element and options of it. *)
  Variable known : positive -> list PS.t.
  Hypothesis known_empty : In PS.empty (known 1%positive).
  Variable basis : list sort.
  Hypothesis basis_inside : forall k, In k basis -> all_inside order k.
  Notation fair p := (lost (fst p) = true \/ exists y, PS.In y (snd p) /\ lost y = true).
  Notation within p := (exists s', In s' (known (fst p)) /\ PS.Subset s' (snd p)).
  Hypothesis basis_closed : forall x s k, inside order x = true -> In s (known x) -> In k basis ->
    let p := with_heap times (x, s) k in fair p /\ within p.
  (* Each heap is like a sum of the basis that has no more options. *)
  Notation joined := (fold_left (with_heap times)).
  Hypothesis generated : forall k, In k movable -> exists b, b <> [] /\ Forall (fun q => In q basis) b /\
    fst (joined b (1%positive, PS.empty)) = fst k /\ PS.Subset (snd (joined b (1%positive, PS.empty))) (snd k).

  Lemma elem_in s : inside order (elem s) = true.
  Proof. now apply element_inside. Qed.

  Lemma with_heap_inside q k : all_inside order q -> all_inside order k -> all_inside order (with_heap times q k).
  Proof.
    intros [Q1 Q2] [K1 K2]. unfold with_heap. split; cbn [fst snd].
    - rewrite times_mul; auto. now apply mul_inside.
    - intros y Y. apply PS.union_spec in Y as [Y|Y]; apply image_spec in Y as (u & U & ->);
        rewrite times_mul; auto; apply mul_inside; auto.
  Qed.

  Lemma joined_spread b z s : Forall (fun q => In q basis) b -> all_inside order (z, s) ->
    let q := joined b (1%positive, PS.empty) in
    all_inside order q /\ fst (joined b (z, s)) = mul z (fst q) /\
    forall y, PS.In y (snd (joined b (z, s))) ->
      (exists u, PS.In u s /\ y = mul u (fst q)) \/ exists v, PS.In v (snd q) /\ y = mul z v.
  Proof.
    intros B [Z S]. cbn [fst snd] in Z, S. induction b as [|k b IH] using rev_ind; cbv zeta.
    - cbn [fold_left fst snd]. split; [|split].
      + split; [now apply inside_one|]. intros y Y. destruct (in_empty y Y).
      + symmetry. now apply mul_one with (order := order).
      + intros y Y. left. exists y. split; auto. symmetry. apply mul_one with (order := order); auto.
    - apply Forall_app in B as [B K]. inversion K as [|? ? Kb _]; subst. destruct (basis_inside k Kb) as [K1 K2].
      destruct (IH B) as ([Q1 Q2] & E & H). rewrite !fold_left_app. cbn [fold_left].
      set (q := joined b (1%positive, PS.empty)) in *. set (j := joined b (z, s)) in *. clearbody q j.
      split; [now apply with_heap_inside|]. unfold with_heap. cbn [fst snd]. split.
      + rewrite !times_mul, E; auto; [now apply mul_assoc with (order := order)|]. rewrite E. now apply mul_inside.
      + intros y Y. apply PS.union_spec in Y as [Y|Y]; apply image_spec in Y as (u & U & ->).
        * destruct (H u U) as [(u0 & U0 & ->)|(v & V & ->)]; [left; exists u0|right; exists (mul v (fst k))];
            (split; [|rewrite !times_mul by auto using mul_inside; apply mul_assoc with (order := order); auto]); auto.
          apply PS.union_spec. left. apply image_spec. exists v. rewrite times_mul; auto.
        * right. exists (mul (fst q) u). split.
          -- apply PS.union_spec. right. apply image_spec. exists u. rewrite times_mul; auto.
          -- rewrite times_mul, E by (rewrite ?E; auto using mul_inside). apply mul_assoc with (order := order); auto.
  Qed.

  Lemma with_heap_subset x s s' k : PS.Subset s s' ->
    PS.Subset (snd (with_heap times (x, s) k)) (snd (with_heap times (x, s') k)).
  Proof.
    intros Sub y Y. unfold with_heap in *. cbn [fst snd] in *. apply PS.union_spec in Y as [Y|Y]; apply PS.union_spec; auto.
    left. apply image_spec in Y as (u & U & ->). apply image_spec. exists u. auto.
  Qed.

  Lemma joined_known b z s : Forall (fun q => In q basis) b -> all_inside order (z, s) -> In s (known z) ->
    let j := joined b (z, s) in within j /\ (b = [] \/ fair j).
  Proof.
    intros B I S. induction b as [|k b IH] using rev_ind; cbv zeta.
    - split; auto. exists s. split; [exact S|intros y Y; exact Y].
    - apply Forall_app in B as [B K]. inversion K as [|? ? Kb _]; subst.
      destruct (IH B) as [(s1 & S1 & Sub) _]. destruct (joined_spread b z s B I) as ([Q1 _] & E & _).
      rewrite !fold_left_app. cbn [fold_left]. set (j := joined b (z, s)) in *.
      assert (J : inside order (fst j) = true) by (rewrite E; apply mul_inside; [exact M|exact (proj1 I)]).
      clearbody j. destruct j as [x sj]. cbn [fst snd] in *. destruct (basis_closed x s1 k J S1 Kb) as [F (s2 & S2 & Sub2)].
      pose proof (with_heap_subset x s1 sj k Sub) as W. split.
      + exists s2. split; [exact S2|]. intros y Y. apply W, Sub2, Y.
      + right. destruct F as [F|(y & Y & L)]; [left; exact F|right]. exists y. split; auto.
  Qed.

  Lemma known_closed x s k : all_inside order (x, s) -> all_inside order k -> In s (known x) -> In k movable ->
    let p := with_heap times (x, s) k in fair p /\ within p.
  Proof.
    intros I Ki S K. destruct (generated k K) as (b & N & B & E & Sub).
    destruct (joined_spread b x s B I) as (_ & F & G). destruct (joined_known b x s B I S) as [(s' & S' & Sub') Fair].
    cbv zeta. set (p := with_heap times (x, s) k). set (j := joined b (x, s)) in *.
    assert (P1 : fst j = fst p).
    { unfold p, with_heap. cbn [fst]. rewrite F, E. symmetry. apply times_mul; [exact (proj1 I)|exact (proj1 Ki)]. }
    assert (P2 : PS.Subset (snd j) (snd p)).
    { intros y Y. unfold p, with_heap. cbn [fst snd]. apply PS.union_spec.
      destruct (G y Y) as [(u & U & ->)|(v & V & ->)]; [left|right]; apply image_spec.
      - exists u. split; [exact U|]. rewrite E. symmetry. apply times_mul; [exact (proj2 I u U)|exact (proj1 Ki)].
      - exists v. split; [exact (Sub v V)|]. symmetry. apply times_mul; [exact (proj1 I)|exact (proj2 Ki v (Sub v V))]. }
    rewrite <- P1. split.
    - destruct Fair as [Z|[L|(y & Y & L)]]; [contradiction|now left|right]. exists y. auto.
    - exists s'. split; auto. intros y Y. apply P2, Sub', Y.
  Qed.

  Definition options_of (t : list nat) (s : PS.t) := forall y, PS.In y s -> exists u, move opt t u /\ elem u = y.

  Lemma with_heap_options h t s k : is_sort h k -> options_of t s ->
    options_of (h :: t) (snd (with_heap times (elem t, s) k)).
  Proof.
    intros [K1 K2] O y Y. unfold with_heap in Y. cbn [fst snd] in Y. apply PS.union_spec in Y as [Y|Y].
    - apply image_spec in Y as (u & U & ->). destruct (O u U) as (t' & T & <-).
      exists (h :: t'). split.
      + destruct T as [l p r o Q]. apply (move_at _ opt (h :: l) p r o Q).
      + rewrite element_cons with (order := order) by auto. rewrite times_mul, K1; auto using elem_in.
        now rewrite K1.
    - apply image_spec in Y as (u & U & ->). apply K2 in U as (o & Q & <-).
      exists (o ++ t). split; [apply (move_at _ opt [] h t o Q)|].
      rewrite element_app with (order := order) by auto. rewrite times_mul by auto using elem_in.
      apply mul_comm with (order := order); auto using elem_in.
  Qed.

  Lemma options_inside t s : options_of t s -> all_inside order (elem t, s).
  Proof. intro O. split; [apply elem_in|]. intros y Y. destruct (O y Y) as (u & _ & <-). apply elem_in. Qed.

  Lemma sort_inside h k : is_sort h k -> all_inside order k.
  Proof.
    intros [K1 K2]. split; [rewrite K1; apply heap_inside|]. intros y Y. apply K2 in Y as (o & _ & E). rewrite <- E. apply elem_in.
  Qed.

  Lemma covered t : exists s, In s (known (elem t)) /\ options_of t s.
  Proof.
    induction t as [|h t (s & S & O)].
    - exists PS.empty. split; [exact known_empty|]. intros y Y. destruct (in_empty y Y).
    - destruct (sorts h) as [(k & K & Is & _)|[N E]].
      + destruct (known_closed (elem t) s k (options_inside t s O) (sort_inside h k Is) S K) as (_ & s' & S' & Sub).
        exists s'. split.
        * rewrite element_cons with (order := order) by auto. destruct Is as [K1 _].
          rewrite <- times_mul by auto using elem_in. rewrite <- K1. exact S'.
        * intros y Y. apply (with_heap_options h t s k Is O). now apply Sub.
      + exists s. split.
        * rewrite element_cons with (order := order) by auto. rewrite E.
          rewrite mul_one with (order := order) by auto using elem_in. exact S.
        * intros y Y. destruct (O y Y) as (t' & T & <-). exists (h :: t'). split.
          -- destruct T as [l p r o Q]. apply (move_at _ opt (h :: l) p r o Q).
          -- rewrite element_cons with (order := order) by auto. rewrite E.
             apply mul_one with (order := order); auto using elem_in.
  Qed.

  Lemma no_move_one s : (forall t, ~ move opt s t) -> elem s = 1%positive.
  Proof.
    induction s as [|h s IH]; intro N; [reflexivity|].
    rewrite element_cons with (order := order) by auto. rewrite IH.
    - destruct (sorts h) as [(k & _ & [_ K] & y & Y)|[_ ->]].
      + apply K in Y as (o & O & _). destruct (N (o ++ s)). apply (move_at _ opt [] h s o O).
      + apply mul_one with (order := order); auto. now apply inside_one.
    - intros t T. destruct T as [l p r o O]. apply (N (h :: l ++ o ++ r)). apply (move_at _ opt (h :: l) p r o O).
  Qed.

  Lemma can_move s : (forall t, ~ move opt s t) \/
    exists l h r k, s = l ++ h :: r /\ In k movable /\ is_sort h k /\ exists o, opt h o.
  Proof.
    induction s as [|h s IH].
    - left. intros t T. remember (@nil nat) as u eqn:U. destruct T as [l ? ? ? ?]. destruct l; discriminate.
    - destruct (sorts h) as [(k & K & Is & y & Y)|[N _]].
      { right. exists [], h, s, k. repeat split; auto; try apply Is. apply Is in Y as (o & O & _). now exists o. }
      destruct IH as [IH|(l & g & r & k & -> & X)]; [left|right; now exists (h :: l), g, r, k].
      intros t T. remember (h :: s) as u eqn:U. destruct T as [l p r o O]. destruct l as [|x l]; injection U as -> <-.
      + exact (N o O).
      + apply (IH (l ++ o ++ r)). now constructor.
  Qed.

  Theorem quotient_decides s : loses_misere opt s <-> lost (elem s) = true.
  Proof.
    apply (decided_misere nat opt (fun s => lost (elem s)) opt_ends).
    - intros t N. now rewrite no_move_one.
    - intros t u T L. destruct T as [l h r o O].
      assert (E : elem (l ++ h :: r) = mul (elem (l ++ r)) (heap_element h)).
      { rewrite <- element_cons with (order := order) by auto.
        apply element_permutation with (order := order); auto. symmetry. apply Permutation_middle. }
      assert (F : elem (l ++ o ++ r) = mul (elem (l ++ r)) (elem o)).
      { rewrite <- element_app with (order := order) by auto.
        apply element_permutation with (order := order); auto.
        rewrite <- app_assoc. apply Permutation_app_head, Permutation_app_comm. }
      rewrite E in L. rewrite F. destruct (sorts h) as [(k & K & [K1 K2] & _)|[N _]]; [|destruct (N o O)].
      apply (lost_well k (elem o) (elem (l ++ r)) K); auto using elem_in.
      + apply K2. now exists o.
      + now rewrite K1.
    - intros t u T L. destruct (can_move t) as [N|(l & h & r & k & -> & K & Is & _)]; [destruct (N u T)|].
      clear u T. destruct (covered (l ++ r)) as (s0 & S & O).
      destruct (known_closed (elem (l ++ r)) s0 k (options_inside _ s0 O) (sort_inside h k Is) S K) as [[W|(y & Y & W)] _].
      + exfalso. cbn [with_heap fst] in W. destruct Is as [K1 _].
        rewrite K1, times_mul in W by auto using elem_in.
        rewrite <- element_cons with (order := order) in W by auto.
        assert (X : elem (h :: l ++ r) = elem (l ++ h :: r))
          by exact (element_permutation order generators words M heap_element heap_inside _ _
                      (Permutation_middle l r h)).
        congruence.
      + destruct (with_heap_options h (l ++ r) s0 k Is O y Y) as (u & U & <-).
        destruct (move_permutation opt _ (l ++ h :: r) u (Permutation_middle l r h) U) as (u' & U' & Pu).
        exists u'. split; auto.
        now rewrite <- (element_permutation order generators words M heap_element heap_inside u u' Pu).
    - intro t. destruct (can_move t) as [N|(l & h & r & k & -> & _ & _ & o & O)]; auto. right.
      exists (l ++ o ++ r). now constructor.
  Qed.
End Play.
