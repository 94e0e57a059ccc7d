(* Tables of games whose values grow, and what the theorem of HeapSaltus.v asks of them. *)
From Coq Require Import List NArith ZArith Arith Lia Bool FMapPositive.
From Grundy Require Import Game Heap HeapCheck HeapThree HeapSaltus.
Import ListNotations.
Local Open Scope nat_scope.

(* ---- values of a function that are kept ---- *)

Definition memo {A} (f : N -> A) (keys : list N) : PositiveMap.t A :=
  fold_right (fun i m => PositiveMap.add (N.succ_pos i) (f i) m) (PositiveMap.empty A) keys.
Definition recall {A} (f : N -> A) (m : PositiveMap.t A) (i : N) : A :=
  match PositiveMap.find (N.succ_pos i) m with Some v => v | None => f i end.

Lemma recall_memo {A} (f : N -> A) keys i : recall f (memo f keys) i = f i.
Proof.
  unfold recall. induction keys as [|j keys IH]; cbn [memo fold_right]; [now rewrite PositiveMap.gempty|].
  destruct (Pos.eq_dec (N.succ_pos i) (N.succ_pos j)) as [E|E].
  - rewrite E, PositiveMap.gss. f_equal. rewrite <- (N.pos_pred_succ i), <- (N.pos_pred_succ j). now rewrite E.
  - now rewrite PositiveMap.gso.
Qed.

(* ---- lists with their places, sets of lists ---- *)

Fixpoint numbered {A} (b : N) (l : list A) : list (N * A) :=
  match l with [] => [] | x :: l => (b, x) :: numbered (N.succ b) l end.

Lemma numbered_in {A} (d : A) l : forall b i x, In (i, x) (numbered b l) <->
  exists j, j < length l /\ i = (b + N.of_nat j)%N /\ x = nth j l d.
Proof.
  induction l as [|y l IH]; intros b i x; simpl; [split; [tauto|intros (j & L & _); lia]|]. rewrite IH. split.
  - intros [E|(j & L & -> & ->)]; [injection E as <- <-; exists 0; repeat split; lia|exists (S j); repeat split; lia].
  - intros ([|j] & L & -> & ->); [left; f_equal; lia|right; exists j; repeat split; lia].
Qed.

Definition set_of (l : list N) : set := fold_left (fun s w => ins w s) l empty.

Lemma set_of_spec l w : mem w (set_of l) = true <-> In w l.
Proof.
  unfold set_of. assert (G : forall acc, mem w (fold_left (fun s w => ins w s) l acc) = true <-> In w l \/ mem w acc = true).
  { induction l as [|x l IH]; simpl; intro acc; [tauto|]. rewrite IH, mem_ins. intuition congruence. }
  rewrite G, mem_empty. intuition discriminate.
Qed.

Definition below (v : N) : list N := map N.of_nat (seq 0 (N.to_nat v)).
Lemma below_in v w : (w < v)%N -> In w (below v).
Proof. intro L. unfold below. apply in_map_iff. exists (N.to_nat w). split; [lia|]. apply in_seq. lia. Qed.

(* ---- laws with a saltus ---- *)

Definition growing_law (values : list N) (P p : nat) (s : N) (n : nat) : N :=
  (law values P p n + (if (n <? P)%nat then 0 else N.of_nat ((n - P) / p)%nat * s))%N.

Lemma growing_next values P p s n : 1 <= p -> P <= n -> growing_law values P p s (n + p) = (growing_law values P p s n + s)%N.
Proof.
  intros P1 L. unfold growing_law. rewrite law_period by lia.
  destruct (Nat.ltb_spec (n + p) P), (Nat.ltb_spec n P); try lia.
  replace (n + p - P) with (n - P + 1 * p) by lia. rewrite Nat.div_add by lia. lia.
Qed.

Lemma growing_turns values P p s m n : 1 <= p -> P <= n ->
  growing_law values P p s (n + m * p) = (growing_law values P p s n + N.of_nat m * s)%N.
Proof.
  intros P1 L. induction m as [|m IH]; [rewrite Nat.add_0_r; lia|].
  replace (n + S m * p) with (n + m * p + p) by lia. rewrite growing_next, IH by lia. lia.
Qed.

Lemma growing_first values P p s n : n < P + p -> growing_law values P p s n = nth n values 0%N.
Proof.
  intro L. unfold growing_law, law. destruct (Nat.ltb_spec n P); [lia|].
  rewrite Nat.mod_small, Nat.div_small by lia. replace (P + (n - P)) with n by lia. lia.
Qed.

Fixpoint raised (s : N) (a b : list N) : bool :=
  match a, b with
  | [], _ => true
  | x :: a, y :: b => if N.eqb x (y + s) then raised s a b else false
  | _, _ => false
  end.
Lemma raised_nth s a : forall b i, raised s a b = true -> i < length a -> nth i a 0%N = (nth i b 0 + s)%N.
Proof.
  induction a as [|x a IH]; intros [|y b] i E L; simpl in *; try lia; try discriminate.
  destruct (N.eqb_spec x (y + s)) as [->|]; [|discriminate]. destruct i; auto. apply IH; auto; lia.
Qed.

Definition values_of_growing (P p : nat) (s : N) (fl : list N) : option (list N) :=
  if raised s (skipn (P + p) fl) (skipn P fl) then Some (firstn (P + p) fl) else None.

Lemma growing_agrees P p s fl values : 1 <= p -> P + p <= length fl -> values_of_growing P p s fl = Some values ->
  length values = P + p /\ forall n, n < length fl -> nth n fl 0%N = growing_law values P p s n.
Proof.
  unfold values_of_growing. intros P1 Lf E. destruct (raised _ _ _) eqn:R; [|discriminate]. injection E as <-.
  split; [rewrite firstn_length; lia|]. intro n. induction n as [n IH] using (well_founded_induction lt_wf). intro L.
  destruct (lt_dec n (P + p)) as [B|B]; [now rewrite growing_first, nth_firstn|].
  pose proof (raised_nth _ _ _ (n - P - p) R) as X. rewrite skipn_length, !nth_skipn in X.
  replace (P + p + (n - P - p)) with n in X by lia. rewrite X by lia. rewrite IH by lia.
  rewrite <- growing_next by lia. f_equal. lia.
Qed.

(* ---- what the theorem asks ---- *)

Section Check.
  Variable c : code.
  Variables first p half from : nat.
  Variables k u : N.
  Variable g : nat -> N.
  Variable fl : list N.  (* the values below from + p *)
  Local Notation jump := (2 ^ k * u)%N.

  Definition places := numbered 0 c.
  Definition heaps := numbered 1 (tl fl).
  Definition growing := filter (fun h : N * N => N.leb (N.of_nat first) (fst h)) heaps.
  Definition value := let m := memo (fun i => g (N.to_nat i)) (map fst heaps) in recall (fun i => g (N.to_nat i)) m.

  (* The values of moves from n to one of these heaps and two equal ones. *)
  Definition beside_two (l : list (N * N)) (n : N) : list N :=
    flat_map (fun jd : N * N => let (j, d) := jd in
      if N.testbit d 4 then
        flat_map (fun ag : N * N => let (a, x) := ag in let e := N.div2 (n - j - a) in
          if (0 <? e)%N && (j + a + e + e =? n)%N then [x] else []) l
      else []) places.
  Definition two_equal (n : N) : list N :=
    flat_map (fun jd : N * N => let (j, d) := jd in let e := N.div2 (n - j) in
      if N.testbit d 3 && (0 <? e)%N && (j + e + e =? n)%N then [0%N] else []) places.

  (* Few heaps of a small nim-sum: their tokens and their nim-sum. *)
  Definition few := firstn 64 heaps.
  Definition small_sum (tv : N * N) : bool := N.ltb (snd tv) (2 ^ k).
  Definition ones := filter small_sum few.
  Definition twos := filter small_sum (flat_map (fun x => map (fun y => (fst x + fst y, N.lxor (snd x) (snd y))%N) few) few).
  Definition rests (d : N) : list (N * N) :=
    (if N.testbit d 1 then [(0, 0)%N] else []) ++ (if N.testbit d 2 then ones else []) ++ (if N.testbit d 4 then twos else []).
  Definition beside_few (val : N -> N) (rests_of : list (N * list (N * N))) (n : N) : list N :=
    flat_map (fun jr : N * list (N * N) => let (j, r) := jr in
      flat_map (fun tv : N * N => let (t, v) := tv in let a := (n - j - t)%N in
        if (N.of_nat first <=? a)%N && (j + a + t =? n)%N then [N.lxor (val a) v] else []) r) rests_of.

  Definition reaches_at (val : N -> N) (rests_of : list (N * list (N * N))) (n v : N) : bool :=
    let s := jump in
    let stay := set_of (two_equal n ++ beside_two heaps n) in
    let move := set_of (beside_two growing n) in
    let follow := set_of (beside_few val rests_of n) in
    (2 * s <? v)%N && forallb (fun w =>
      if (w + 2 * s <? v)%N then mem w stay
      else if mem w move then true else if (w + s <? v)%N then false else mem w follow) (below v).
  Definition all_reached : bool :=
    let val := value in let r := map (fun jd : N * N => (fst jd, rests (snd jd))) places in
    forallb (fun nv : N * N => if (N.of_nat from <=? fst nv)%N then reaches_at val r (fst nv) (snd nv) else true) heaps.

  Definition kinds : list heap_kind :=
    map (fun ag : N * N => let (a, x) := ag in
      {| heap := a; low_of := low k x; high_of := high k x; grows := (N.of_nat first <=? a)%N |})
      (filter (fun ag : N * N => (fst ag <? N.of_nat (first + p))%N) heaps).
  Definition all_differ : bool :=
    let of_position := position_kind first p k g in
    let m := memo of_position (below (N.of_nat (3 * (first + p) + length c))) in
    let apart := differ u (recall of_position m) in
    forallb (fun jd : N * N => let (j, d) := jd in
      (if N.testbit d 1 then forallb (fun x => apart j [x]) kinds else true) &&
      (if N.testbit d 2 then forallb (fun x => forallb (fun y => apart j [x; y]) kinds) kinds else true) &&
      (if N.testbit d 4 then forallb (fun x => forallb (fun y => forallb (fun z => apart j [x; y; z]) kinds) kinds) kinds
       else true)) places.

  Definition grows_for_ever : bool :=
    plain_code c && (1 <=? first) && (p =? 2 * half) && (1 <=? half) && (3 * first + length c <=? from) &&
    (first + p <=? length fl) && (length fl =? from + p) && all_reached && all_differ.

  (* ---- what follows ---- *)

  Hypothesis Ok : grows_for_ever = true.
  Hypothesis At_most : at_most 3 c.
  Hypothesis Law : forall n, first <= n -> g (n + p) = (g n + jump)%N.
  Hypothesis Table : forall n, n < length fl -> nth n fl 0%N = g n.
  Hypothesis Known : forall n, n < from + p -> right (leave c) g n.

  Lemma parts_ok : plain c /\ 1 <= first /\ p = 2 * half /\ 1 <= half /\ 3 * first + length c <= from /\
    first + p <= length fl /\ length fl = from + p /\ all_reached = true /\ all_differ = true.
  Proof.
    revert Ok. unfold grows_for_ever. rewrite !andb_true_iff, !Nat.leb_le, !Nat.eqb_eq.
    intros [[[[[[[[A B] C] D] E] F] G] H] I]. repeat split; auto. now apply plain_code_spec.
  Qed.

  Lemma in_places j d : In (j, d) places -> exists i, j = N.of_nat i /\ d = digit c i.
  Proof. intro I. apply (numbered_in 0%N) in I as (i & L & -> & ->). exists i. now split. Qed.
  Lemma places_in i : digit c i <> 0%N -> In (N.of_nat i, digit c i) places.
  Proof.
    intro D. apply (numbered_in 0%N). exists i. repeat split. destruct (lt_dec i (length c)); auto.
    exfalso. apply D. unfold digit. rewrite nth_overflow; [reflexivity|lia].
  Qed.
  Lemma in_heaps a x : In (a, x) heaps <-> exists h, 1 <= h < length fl /\ a = N.of_nat h /\ x = g h.
  Proof.
    unfold heaps. rewrite (numbered_in 0%N). rewrite length_tl. split.
    - intros (j & L & -> & ->). exists (S j). rewrite nth_tl, Table by lia. repeat split; lia.
    - intros (h & L & -> & ->). exists (h - 1). rewrite nth_tl. replace (S (h - 1)) with h by lia.
      rewrite Table by lia. repeat split; lia.
  Qed.

  Lemma in_beside_two l n w : (forall a x, In (a, x) l -> In (a, x) heaps) -> In w (beside_two l (N.of_nat n)) ->
    exists j a e, allows c j [a; e; e] /\ 0 < a /\ 0 < e /\ n = j + (a + e + e) /\ w = g a /\ In (N.of_nat a, w) l.
  Proof.
    intros Sub I. apply in_flat_map in I as ((j, d) & Ij & I). destruct (in_places j d Ij) as (i & -> & ->).
    destruct (N.testbit _ 4) eqn:T; [|destruct I]. apply in_flat_map in I as ((a, x) & Ia & I).
    destruct (proj1 (in_heaps a x) (Sub a x Ia)) as (h & H & -> & ->).
    cbv zeta in I. destruct (_ && _) eqn:E; [|destruct I]. destruct I as [<-|[]]. apply andb_true_iff in E as [E1 E2].
    apply N.ltb_lt in E1. apply N.eqb_eq in E2. set (e := N.div2 _) in *.
    exists i, h, (N.to_nat e). repeat split; auto; lia.
  Qed.
  Lemma in_two_equal n w : In w (two_equal (N.of_nat n)) ->
    w = 0%N /\ exists j e, allows c j [e; e] /\ 0 < e /\ n = j + (e + e).
  Proof.
    intro I. apply in_flat_map in I as ((j, d) & Ij & I). destruct (in_places j d Ij) as (i & -> & ->).
    cbv zeta in I. destruct (_ && _) eqn:E; [|destruct I]. destruct I as [<-|[]]. rewrite !andb_true_iff in E. destruct E as [[E0 E1] E2].
    apply N.ltb_lt in E1. apply N.eqb_eq in E2. set (e := N.div2 _) in *. split; auto.
    exists i, (N.to_nat e). split; [|lia]. unfold allows. simpl. now rewrite Nat.eqb_refl.
  Qed.

  Lemma in_rests i t v : In (t, v) (rests (digit c i)) -> exists r, (forall a, allows c i (a :: r)) /\
    Forall (fun h => 0 < h) r /\ t = N.of_nat (list_sum r) /\ v = nimsum g r /\ (v < 2 ^ k)%N.
  Proof.
    destruct parts_ok as (Pl & _). pose proof (Pl i) as Pi.
    assert (Few : forall a x, In (a, x) few -> exists h, 1 <= h /\ a = N.of_nat h /\ x = g h).
    { intros a x I. unfold few in I. assert (I' : In (a, x) heaps).
      { rewrite <- (firstn_skipn 64 heaps). apply in_or_app. now left. }
      apply in_heaps in I' as (h & H & -> & ->). exists h. repeat split; lia. }
    unfold rests. rewrite !in_app_iff. intros [I|[I|I]].
    - destruct (N.testbit _ 1) eqn:T; [|destruct I]. destruct I as [E|[]]. injection E as <- <-. exists [].
      repeat split; auto. simpl. pose proof (power_positive k). lia.
    - destruct (N.testbit _ 2) eqn:T; [|destruct I]. apply filter_In in I as [I S]. apply N.ltb_lt in S. cbn [snd] in S.
      destruct (Few t v I) as (h & H & -> & ->). exists [h]. split; [|repeat split].
      + intro a. unfold allows. simpl. destruct (a =? h); congruence.
      + repeat constructor. lia.
      + simpl. lia.
      + simpl. now rewrite N.lxor_0_r.
      + exact S.
    - destruct (N.testbit _ 4) eqn:T; [|destruct I]. apply filter_In in I as [I S]. apply N.ltb_lt in S. cbn [snd] in S.
      apply in_flat_map in I as ((a, x) & Ia & I). apply in_map_iff in I as ((b, y) & E & Ib). injection E as <- <-.
      destruct (Few a x Ia) as (h & H & -> & ->). destruct (Few b y Ib) as (h' & H' & -> & ->).
      exists [h; h']. split; [intro; exact T|]. repeat split.
      + repeat constructor; lia.
      + simpl. lia.
      + simpl. now rewrite N.lxor_0_r.
      + exact S.
  Qed.

  Lemma value_right a : value (N.of_nat a) = g a.
  Proof. unfold value. now rewrite recall_memo, Nat2N.id. Qed.

  Lemma reached n : from <= n < from + p -> reaches c first k u g n.
  Proof.
    intro L. destruct parts_ok as (_ & F1 & _ & _ & Ff & _ & Lf & R & _). unfold all_reached in R.
    rewrite forallb_forall in R. specialize (R (N.of_nat n, g n)). cbn [fst snd] in R.
    destruct (N.leb_spec (N.of_nat from) (N.of_nat n)); [|lia].
    assert (In_heaps : In (N.of_nat n, g n) heaps) by (apply in_heaps; exists n; repeat split; lia).
    assert (Rn := R In_heaps). clear R.
    unfold reaches_at in Rn. apply andb_true_iff in Rn as [G R]. apply N.ltb_lt in G. split; [exact G|]. intros w W.
    rewrite forallb_forall in R. specialize (R w). unfold s.
    specialize (R (below_in _ _ W)).
    assert (M : mem w (set_of (beside_two growing (N.of_nat n))) = true -> moves c first g n w).
    { intro I. apply set_of_spec in I. destruct (in_beside_two growing n w) as (j & a & e & A & _ & Pe & En & Ew & Ia).
      - intros a x X. now apply filter_In in X as [X _].
      - exact I.
      - apply filter_In in Ia as [_ Ia]. apply N.leb_le in Ia. cbn [fst] in Ia.
        exists j, a, e. repeat split; auto. lia. }
    repeat split.
    - intro B. apply N.ltb_lt in B. rewrite B in R. apply set_of_spec, in_app_iff in R as [R|R].
      + right. now apply in_two_equal.
      + left. destruct (in_beside_two heaps n w) as (j & a & e & A & Pa & Pe & En & Ew & _); auto.
        exists j, a, e. repeat split; auto.
    - intros B C. destruct (N.ltb_spec (w + 2 * jump) (g n)); [lia|]. apply M. apply N.ltb_lt in C. rewrite C in R.
      now destruct (mem w (set_of (beside_two growing (N.of_nat n)))).
    - intro B. destruct (N.ltb_spec (w + 2 * jump) (g n)); [lia|]. destruct (mem w (set_of (beside_two growing _))); [now left; apply M|].
      destruct (N.ltb_spec (w + jump) (g n)); [lia|]. right. apply set_of_spec in R.
      apply in_flat_map in R as ((j, r) & Ij & R). apply in_map_iff in Ij as ((j', d) & E & Ij). injection E as <- <-.
      cbn [fst snd] in R. destruct (in_places j' d Ij) as (i & -> & ->).
      apply in_flat_map in R as ((t, v) & It & R). destruct (in_rests i t v It) as (rs & A & Pr & -> & -> & V).
      cbv zeta in R. destruct (_ && _) eqn:E; [|destruct R]. destruct R as [<-|[]]. apply andb_true_iff in E as [E1 E2].
      apply N.leb_le in E1. apply N.eqb_eq in E2. set (a := (N.of_nat n - N.of_nat i - N.of_nat (list_sum rs))%N) in *.
      exists i, (N.to_nat a), rs. repeat split; auto; try lia.
      rewrite <- value_right, N2Nat.id. reflexivity.
  Qed.

  Lemma differ_ext f f' j l : (forall t, f t = f' t) -> differ u f j l = differ u f' j l.
  Proof. intro E. unfold differ. now rewrite E. Qed.

  Lemma kind_known h : 1 <= h -> In (kind_of first p k g h) kinds.
  Proof.
    intro H. destruct parts_ok as (_ & F1 & Ep & Hh & _ & Fl & _). destruct (kind_small first p half F1 Ep Hh h) as (A & _ & B).
    specialize (B H). unfold kinds. apply in_map_iff. set (t := kind first p h) in *. exists (N.of_nat t, g t). split.
    - unfold kind_of. fold t. f_equal. destruct (N.leb_spec (N.of_nat first) (N.of_nat t)), (Nat.leb_spec first t); auto; lia.
    - apply filter_In. split; [apply in_heaps; exists t; repeat split; lia|]. apply N.ltb_lt. cbn [fst]. lia.
  Qed.

  Lemma differing j o : allows c j o -> Forall (fun h => 0 < h) o ->
    differ u (position_kind first p k g) (N.of_nat j) (map (kind_of first p k g) o) = true.
  Proof.
    intros A F. destruct parts_ok as (Pl & F1 & Ep & Hh & _ & _ & _ & _ & D). pose proof (Pl j) as Pj. unfold allows in A.
    assert (Nz : digit c j <> 0%N) by (intro Z; rewrite Z, N.bits_0 in A; discriminate).
    unfold all_differ in D. rewrite forallb_forall in D. specialize (D _ (places_in j Nz)). cbn beta iota in D.
    rewrite !andb_true_iff in D. destruct D as [[D1 D2] D3].
    pose proof (At_most j o A) as L3. assert (K : forall h, In h o -> In (kind_of first p k g h) kinds).
    { intros h I. apply kind_known. rewrite Forall_forall in F. now apply F in I. }
    set (m := memo _ _) in *. assert (Ext : forall l, differ u (recall (position_kind first p k g) m) (N.of_nat j) l = true ->
      differ u (position_kind first p k g) (N.of_nat j) l = true).
    { intros l E. rewrite <- E. apply differ_ext. intro t. symmetry. apply recall_memo. }
    destruct o as [|x [|y [|z [|? ?]]]]; simpl in L3; try lia; apply Ext; cbn [map].
    - unfold differ. cbn [total nimsum fold_right grown filter].
      destruct (recall _ _ _) as [[lo hi] q]. destruct (0 =? lo)%N; auto. now rewrite orb_true_r.
    - simpl in A. rewrite A in D1. rewrite forallb_forall in D1. apply D1, K. simpl. auto.
    - assert (T : N.testbit (digit c j) 2 = true) by (simpl in A; destruct (x =? y); congruence).
      rewrite T in D2. rewrite forallb_forall in D2. assert (X := D2 _ (K x ltac:(simpl; auto))).
      rewrite forallb_forall in X. apply X, K. simpl. auto.
    - simpl in A. rewrite A in D3. rewrite forallb_forall in D3. assert (X := D3 _ (K x ltac:(simpl; auto))).
      rewrite forallb_forall in X. assert (Y := X _ (K y ltac:(simpl; auto))).
      rewrite forallb_forall in Y. apply Y, K. simpl. auto.
  Qed.

  Theorem grows_for_ever_right n : right (leave c) g n.
  Proof.
    destruct parts_ok as (Pl & F1 & Ep & Hh & Ff & _).
    apply (saltus_right c Pl first p half k u g F1 Ep Hh Law from At_most Ff Known reached differing).
  Qed.
End Check.
