(* A checker for periods of heap games of at most two heaps: values from their definition, and the law. *)
From Coq Require Import List NArith Arith Lia Bool MSets.MSetPositive.
From Grundy Require Import Game Heap.
Import ListNotations.

(* ---- sets of values ---- *)

Definition set := (bool * PositiveSet.t)%type.
Definition empty : set := (false, PositiveSet.empty).
Definition ins (v : N) (s : set) : set :=
  match v with
  | N0 => (true, snd s)
  | Npos p => if PositiveSet.mem p (snd s) then s else (fst s, PositiveSet.add p (snd s))
  end.
Definition mem (v : N) (s : set) : bool :=
  match v with N0 => fst s | Npos p => PositiveSet.mem p (snd s) end.

Lemma mem_empty v : mem v empty = false.
Proof. destruct v as [|p]; [reflexivity|now destruct p]. Qed.

Lemma mem_ins v w s : mem w (ins v s) = true <-> w = v \/ mem w s = true.
Proof.
  unfold ins. destruct v as [|p]; [destruct w as [|q]; simpl; try tauto; split; [auto|intros [E|E]; [discriminate|auto]]|].
  destruct (PositiveSet.mem p (snd s)) eqn:M.
  { split; [auto|]. intros [-> |E]; auto. }
  destruct w as [|q]; simpl; try (split; [tauto|intros [E|E]; [discriminate|auto]]).
  pose proof (PositiveSet.add_spec (snd s) p q) as A. unfold PositiveSet.In in A. rewrite A.
  split; intros [E|E]; auto; [left; congruence|left; congruence].
Qed.

Fixpoint mex (fuel : nat) (k : N) (s : set) : option N :=
  match fuel with
  | O => None
  | S fuel => if mem k s then mex fuel (N.succ k) s else Some k
  end.

Lemma mex_spec fuel k s v : mex fuel k s = Some v ->
  mem v s = false /\ forall w, (k <= w < v)%N -> mem w s = true.
Proof.
  revert k. induction fuel as [|f IH]; simpl; intros k E; [discriminate|].
  destruct (mem k s) eqn:M.
  - apply IH in E as [E1 E2]. split; auto. intros w W.
    destruct (N.eq_dec w k) as [-> |]; auto. apply E2. lia.
  - injection E as <-. split; auto. lia.
Qed.

(* ---- the values of all moves; lists hold the last value first ---- *)

(* Pairs fl_i, bl_i for all i below half of the length of the first list. If that is even, the last pair is of two equal
   heaps; e says whether it counts. *)
Fixpoint pairs (e : bool) (half fl bl : list N) (acc : set) : set :=
  match half, fl, bl with
  | _ :: _ :: h, x :: f, y :: b =>
    match h with
    | [] => if e then ins (N.lxor x y) acc else acc
    | _ => pairs e h f b (ins (N.lxor x y) acc)
    end
  | _, _, _ => acc
  end.

Fixpoint even_length (l : list N) : bool :=
  match l with [] => true | [_] => false | _ :: _ :: l => even_length l end.

(* Pairs of heaps are left to pf, which is told whether equal ones count, and is given the values before n - j. *)
Definition split_in_two (pf : bool -> list N -> set -> set) (d : N) (rest : list N) (acc : set) : set :=
  if N.testbit d 2 then pf (N.testbit d 3) rest acc
  else if N.testbit d 3 then
    match rest with [] => acc | _ => if even_length rest then ins 0 acc else acc end
  else acc.

Fixpoint scan (pf : bool -> list N -> set -> set) (ds : code) (suf : list N) (acc : set) : set :=
  match ds, suf with
  | d :: ds, x :: rest =>
    scan pf ds rest
      (let acc := match rest with
                  | [] => if N.testbit d 0 then ins 0 acc else acc
                  | _ => if N.testbit d 1 then ins x acc else acc
                  end in
       split_in_two pf d rest acc)
  | _, _ => acc
  end.

Definition moves_by (pf : bool -> list N -> set -> set) (c : code) (rl : list N) : set :=
  scan pf (tl c) rl (split_in_two pf (digit c 0) rl empty).

Definition seen (c : code) (rl : list N) : set :=
  let fl := tl (rev_append rl []) in
  moves_by (fun e rest => pairs e rest fl rest) c rl.

Fixpoint table (m : nat) (fuel : nat) (c : code) (rl : list N) : option (list N) :=
  match m with
  | O => Some rl
  | S m => match mex fuel 0 (seen c rl) with Some v => table m fuel c (v :: rl) | None => None end
  end.

Lemma pairs_spec e w n : forall half fl bl acc,
  length half = n -> n <= length bl -> n <= S (length fl) ->
  (mem w (pairs e half fl bl acc) = true <->
   mem w acc = true \/
   exists i, 2 * i + 2 <= n /\ (e = true \/ 2 * i + 2 < n) /\ w = N.lxor (nth i fl 0%N) (nth i bl 0%N)).
Proof.
  induction n as [n IH] using (well_founded_induction lt_wf). intros half fl bl acc E B F.
  destruct half as [|h1 [|h2 h]]; simpl in E.
  - simpl. split; auto. intros [M|(i & I & _)]; auto; lia.
  - simpl. split; auto. intros [M|(i & I & _)]; auto; lia.
  - destruct fl as [|x f]; [simpl in F; lia|]. destruct bl as [|y b]; [simpl in B; lia|].
    destruct h as [|h3 h].
    + simpl in *. destruct e.
      * rewrite mem_ins. split.
        -- intros [-> |M]; auto. right. exists 0. repeat split; auto; lia.
        -- intros [M|(i & I & _ & ->)]; auto. replace i with 0 by lia. auto.
      * split; auto. intros [M|(i & I & [D|D] & _)]; auto; [discriminate|lia].
    + change (pairs e (h1 :: h2 :: h3 :: h) (x :: f) (y :: b) acc)
        with (pairs e (h3 :: h) f b (ins (N.lxor x y) acc)).
      simpl in B, F, E. rewrite (IH (S (length h))) by (simpl; lia). rewrite mem_ins. split.
      * intros [[-> |M]|(i & I & D & ->)]; auto.
        -- right. exists 0. split; [lia|]. split; [right; lia|reflexivity].
        -- right. exists (S i). split; [lia|]. split; [destruct D; auto; right; lia|reflexivity].
      * intros [M|([|i] & I & D & ->)]; auto. right. exists i.
        split; [lia|]. split; [destruct D; auto; right; lia|reflexivity].
Qed.

Lemma even_length_spec n : forall l, length l <= n -> (even_length l = true <-> exists a, length l = a + a).
Proof.
  induction n as [|n IH]; intros [|x [|y l]] L; simpl in L; try lia.
  - split; [now exists 0|reflexivity].
  - split; [now exists 0|reflexivity].
  - simpl. split; [discriminate|intros (a & E); lia].
  - simpl. rewrite IH by lia. split; intros (a & E); [exists (S a); lia|exists (a - 1); lia].
Qed.

(* What a split by the digit d finds in the values before. *)
Definition found_in_two (Q : bool -> list N -> Prop) (d : N) (rest : list N) (w : N) : Prop :=
  (N.testbit d 2 = true /\ Q (N.testbit d 3) rest) \/
  (N.testbit d 2 = false /\ N.testbit d 3 = true /\ w = 0%N /\ exists a, 0 < a /\ length rest = a + a).

Lemma split_in_two_spec w pf (Q : bool -> list N -> Prop) d rest acc :
  (forall e acc, mem w (pf e rest acc) = true <-> mem w acc = true \/ Q e rest) ->
  (mem w (split_in_two pf d rest acc) = true <-> mem w acc = true \/ found_in_two Q d rest w).
Proof.
  intro PF. unfold split_in_two, found_in_two. destruct (N.testbit d 2); [rewrite PF; intuition congruence|].
  destruct (N.testbit d 3); [|intuition congruence].
  destruct rest as [|r rest].
  - split; auto. intros [M|[[X _]|(_ & _ & _ & a & A & E)]]; auto; [discriminate|simpl in E; lia].
  - pose proof (even_length_spec _ (r :: rest) (le_n _)) as Ev. destruct (even_length (r :: rest)).
    + rewrite mem_ins. destruct (proj1 Ev eq_refl) as (a & E). split.
      * intros [-> |M]; auto. right. right. repeat split; auto. exists a. simpl in *. split; lia.
      * intros [M|[[X _]|(_ & _ & -> & _)]]; auto. discriminate.
    + split; auto. intros [M|[[X _]|(_ & _ & _ & a & A & E)]]; auto; [discriminate|].
      exfalso. assert (false = true) by (apply Ev; now exists a). discriminate.
Qed.

(* What a move by the digit at place j of ds finds in the values before; Q: what pairs of heaps find. *)
Definition found (Q : bool -> list N -> Prop) (d : N) (suf : list N) j (w : N) : Prop :=
  (N.testbit d 0 = true /\ w = 0%N /\ S j = length suf) \/
  (N.testbit d 1 = true /\ S j < length suf /\ w = nth j suf 0%N) \/
  found_in_two Q d (skipn (S j) suf) w.

Lemma scan_spec w pf (Q : bool -> list N -> Prop) b ds :
  (forall e rest acc, length rest <= b ->
     (mem w (pf e rest acc) = true <-> mem w acc = true \/ Q e rest)) ->
  forall suf acc, length suf <= b ->
  (mem w (scan pf ds suf acc) = true <->
   mem w acc = true \/ exists j, j < length suf /\ j < length ds /\ found Q (nth j ds 0%N) suf j w).
Proof.
  intro PF. induction ds as [|d ds IH]; intros suf acc F.
  - simpl. split; auto. intros [M|(j & _ & J & _)]; auto; lia.
  - destruct suf as [|x rest].
    + simpl. split; auto. intros [M|(j & J & _)]; auto; lia.
    + simpl in F. set (a1 := match rest with [] => if N.testbit d 0 then ins 0 acc else acc
                              | _ => if N.testbit d 1 then ins x acc else acc end).
      set (a2 := split_in_two pf d rest a1).
      change (scan pf (d :: ds) (x :: rest) acc) with (scan pf ds rest a2).
      rewrite IH by lia.
      assert (A1 : mem w a1 = true <-> mem w acc = true \/
                (N.testbit d 0 = true /\ w = 0%N /\ rest = []) \/
                (N.testbit d 1 = true /\ rest <> [] /\ w = x)).
      { unfold a1. destruct rest as [|r rest].
        - destruct (N.testbit d 0); [rewrite mem_ins|]; intuition congruence.
        - destruct (N.testbit d 1); [rewrite mem_ins|]; intuition congruence. }
      assert (A2 : mem w a2 = true <-> mem w acc = true \/ found Q d (x :: rest) 0 w).
      { unfold a2. rewrite (split_in_two_spec w pf Q) by (intros; apply PF; lia). rewrite A1.
        unfold found. simpl length. change (skipn 1 (x :: rest)) with rest.
        assert (Z : rest = [] <-> 1 = S (length rest)) by (destruct rest; simpl; split; intro; [lia|auto|discriminate|lia]).
        assert (Z' : rest <> [] <-> 1 < S (length rest)) by (destruct rest; simpl; split; intro; [congruence|lia|lia|discriminate]).
        rewrite Z', Z. simpl nth. tauto. }
      rewrite A2. clear A1 A2. split.
      * intros [[M|O]|(j & J1 & J2 & O)]; auto.
        -- right. exists 0. simpl. repeat split; auto; lia.
        -- right. exists (S j). simpl. repeat split; try lia.
           unfold found in *. simpl. intuition.
      * intros [M|([|j] & J1 & J2 & O)]; auto.
        right. exists j. simpl in *. repeat split; try lia. unfold found in *. simpl in O. intuition.
Qed.

(* ---- the table is right ---- *)

Definition tab (rl : list N) (n : nat) : N := nth n (rev rl) 0%N.

Lemma tab_rl rl i : i < length rl -> nth i rl 0%N = tab rl (length rl - S i).
Proof.
  intro L. unfold tab. rewrite rev_nth by lia. f_equal. lia.
Qed.

Lemma tab_cons v rl n : n < length rl -> tab (v :: rl) n = tab rl n.
Proof. intro L. unfold tab. simpl. now rewrite app_nth1 by (rewrite rev_length; lia). Qed.

Lemma tab_last v rl : tab (v :: rl) (length rl) = v.
Proof.
  unfold tab. simpl. rewrite app_nth2; rewrite rev_length; [|lia]. now rewrite Nat.sub_diag.
Qed.

Lemma nth_tl {A} (l : list A) i d : nth i (tl l) d = nth (S i) l d.
Proof. destruct l; simpl; auto. now destruct i. Qed.

Lemma length_tl {A} (l : list A) : length (tl l) = length l - 1.
Proof. destruct l; simpl; lia. Qed.

Lemma nth_fl rl i : nth i (tl (rev rl)) 0%N = tab rl (S i).
Proof. unfold tab. apply nth_tl. Qed.

Lemma pair_move c rl j i : let n := length rl in
  N.testbit (digit c j) (if S i =? n - j - S i then 3 else 2) = true -> S i < n - j ->
  exists o, leave c n o /\ nimsum (tab rl) o = N.lxor (tab rl (S i)) (nth (j + i) rl 0%N).
Proof.
  intros n T I. exists [S i; n - j - S i]. split.
  - apply (leave_two c j); auto; lia.
  - simpl. rewrite N.lxor_0_r. f_equal. unfold n in *. rewrite tab_rl by lia. f_equal. lia.
Qed.

Lemma nth_skipn {A} (l : list A) n i d : nth i (skipn n l) d = nth (n + i) l d.
Proof.
  revert l. induction n as [|n IH]; intro l; [reflexivity|].
  destruct l as [|x l]; [now destruct i|apply IH].
Qed.

(* The options' values, where pf finds among the pairs only what moves reach, and all that T asks for. *)
Lemma moves_by_spec pf (Q : N -> bool -> list N -> Prop) c rl (T : N -> Prop) : lasting c -> at_most 2 c ->
  let n := length rl in
  (forall w e rest acc, length rest <= n ->
     (mem w (pf e rest acc) = true <-> mem w acc = true \/ Q w e rest)) ->
  (forall w j, N.testbit (digit c j) 2 = true -> Q w (N.testbit (digit c j) 3) (skipn j rl) ->
     exists i, S i < n - j /\ (N.testbit (digit c j) 3 = true \/ S i <> n - j - S i) /\
               w = N.lxor (tab rl (S i)) (nth (j + i) rl 0%N)) ->
  (forall a b j, N.testbit (digit c j) 2 = true -> (N.testbit (digit c j) 3 = true \/ a <> b) ->
     0 < a -> 0 < b -> a + b = n - j -> j <= n -> T (N.lxor (tab rl a) (tab rl b)) ->
     Q (N.lxor (tab rl a) (tab rl b)) (N.testbit (digit c j) 3) (skipn j rl)) ->
  forall w,
  (mem w (moves_by pf c rl) = true -> exists o, leave c n o /\ nimsum (tab rl) o = w) /\
  (forall o, leave c n o -> nimsum (tab rl) o = w -> T w -> mem w (moves_by pf c rl) = true).
Proof.
  intros La H2 n PF Q1 Q2 w. unfold moves_by.
  set (a0 := split_in_two pf (digit c 0) rl empty).
  pose proof (scan_spec w pf (Q w) n (tl c) (PF w) rl a0 (le_n n)) as Sc. fold n in Sc.
  assert (A0 : mem w a0 = true <-> found_in_two (Q w) (digit c 0) rl w).
  { unfold a0. rewrite (split_in_two_spec w pf (Q w)) by (intros; apply PF; auto). rewrite mem_empty.
    intuition congruence. }
  rewrite A0 in Sc.
  assert (Two : forall j, found_in_two (Q w) (digit c j) (skipn j rl) w ->
            exists o, leave c n o /\ nimsum (tab rl) o = w).
  { intros j [[B X]|(_ & B & -> & a & A & L)].
    - destruct (Q1 w j B X) as (i & I & D & ->). apply (pair_move c rl j i); auto. fold n.
      destruct (Nat.eqb_spec (S i) (n - j - S i)); auto. destruct D as [D|D]; [exact D|contradiction].
    - rewrite skipn_length in L. fold n in L. exists [a; a]. split.
      + apply (leave_two c j); auto; [|lia]. apply allows_two. now rewrite Nat.eqb_refl.
      + simpl. now rewrite N.lxor_0_r, N.lxor_nilpotent. }
  split.
  - rewrite Sc. intros [X|(j & J1 & J2 & O)]; [exact (Two 0 X)|].
    rewrite nth_tl in O. fold (digit c (S j)) in O.
    destruct O as [(B & -> & E)|[(B & E & ->)|X]]; [| |exact (Two (S j) X)].
    + exists []. split; [|reflexivity]. apply (leave_by c (S j)); auto. simpl. fold n in E. lia.
    + exists [n - S j]. fold n in E. split.
      * apply (leave_by c (S j)); auto; [simpl; lia|]. apply Forall_cons; [lia|constructor].
      * simpl. rewrite N.lxor_0_r. rewrite tab_rl by (fold n; lia). reflexivity.
  - intros o O <- Tw. rewrite Sc. clear Sc. pose proof (fun q => smaller c n o q La O) as Sm.
    apply leave_inv in O as (j & E & Jc & P & B).
    pose proof (H2 _ _ B) as Len. destruct La as [La0 La1].
    assert (Lt : forall k, k < length (tl c) <-> S k < length c) by (intro; rewrite length_tl; lia).
    destruct o as [|a [|b [|? ?]]]; [| | |simpl in Len; lia].
    + unfold allows in B. simpl in B. right. destruct j as [|j]; [congruence|]. exists j. rewrite Lt. simpl in E.
      repeat split; try lia. left. rewrite nth_tl. repeat split; auto. fold n. lia.
    + unfold allows in B. simpl in B. right. destruct j as [|j]; [congruence|]. exists j. rewrite Lt. simpl in E.
      inversion P; subst. repeat split; try lia. right. left. rewrite nth_tl. repeat split; auto; [fold n; lia|].
      simpl. rewrite N.lxor_0_r, tab_rl by (fold n; lia). f_equal. fold n. lia.
    + rewrite allows_two in B.
      inversion P as [|? ? Pa P']; subst. inversion P' as [|? ? Pb _]; subst. simpl in E.
      simpl nimsum in *. rewrite N.lxor_0_r in *.
      assert (X : found_in_two (Q (N.lxor (tab rl a) (tab rl b))) (digit c j) (skipn j rl)
                    (N.lxor (tab rl a) (tab rl b))).
      { destruct (N.testbit (digit c j) 2) eqn:B2.
        - left. split; [exact B2|]. apply Q2; auto; try lia.
          destruct (Nat.eqb_spec a b); [left; exact B|right; assumption].
        - right. destruct (Nat.eqb_spec a b) as [<-|]; [|congruence]. repeat split; auto.
          + apply N.lxor_nilpotent.
          + exists a. rewrite skipn_length. fold n. lia. }
      destruct j as [|j]; [left; exact X|]. right. exists j. rewrite Lt.
      repeat split; try lia. right. right. rewrite nth_tl. exact X.
Qed.

Lemma seen_spec c rl w : lasting c -> at_most 2 c ->
  (mem w (seen c rl) = true <-> exists o, leave c (length rl) o /\ nimsum (tab rl) o = w).
Proof.
  intros La H2. unfold seen. rewrite <- rev_alt. set (fl := tl (rev rl)).
  assert (F : length fl = length rl - 1) by (unfold fl; now rewrite length_tl, rev_length).
  destruct (moves_by_spec (fun e rest => pairs e rest fl rest)
    (fun w e rest => exists i, 2 * i + 2 <= length rest /\ (e = true \/ 2 * i + 2 < length rest) /\
                     w = N.lxor (nth i fl 0%N) (nth i rest 0%N))
    c rl (fun _ => True) La H2) with (w := w) as [S1 S2].
  - intros w' e rest acc L. apply pairs_spec; lia.
  - intros w' j _ (i & I & D & ->). rewrite skipn_length in *. exists i. split; [lia|].
    split; [destruct D; auto; right; lia|]. unfold fl. now rewrite nth_fl, nth_skipn.
  - (* of two heaps the smaller one is among the first *)
    intros a b j _ D Pa Pb E J _. unfold fl.
    destruct (le_lt_dec a b).
    + exists (a - 1). rewrite skipn_length. split; [lia|]. split; [destruct D; auto; right; lia|].
      rewrite nth_fl, nth_skipn, tab_rl by lia. f_equal; f_equal; lia.
    + exists (b - 1). rewrite skipn_length. split; [lia|]. split; [right; lia|].
      rewrite nth_fl, nth_skipn, tab_rl by lia. rewrite N.lxor_comm. f_equal; f_equal; lia.
  - split; auto. intros (o & O & E). now apply (S2 o).
Qed.

(* One value more. *)
Lemma extend c (La : lasting c) rl v :
  (forall i, i < length rl -> right (leave c) (tab rl) i) ->
  (forall o, leave c (length rl) o -> nimsum (tab rl) o <> v) ->
  (forall k, (k < v)%N -> exists o, leave c (length rl) o /\ nimsum (tab rl) o = k) ->
  forall i, i < length (v :: rl) -> right (leave c) (tab (v :: rl)) i.
Proof.
  intros R A B i I. simpl in I. destruct (Nat.eq_dec i (length rl)) as [->|Ne].
  - assert (X : forall o, leave c (length rl) o -> nimsum (tab (v :: rl)) o = nimsum (tab rl) o).
    { intros o O. apply nimsum_ext. intros q Q. apply tab_cons. exact (smaller c _ o q La O Q). }
    split.
    + intros o O. rewrite X, tab_last by auto. auto.
    + intros k K. rewrite tab_last in K. destruct (B k K) as (o & O & E). exists o. now rewrite X.
  - apply (right_ext c (tab rl)); auto; [|apply R; lia].
    intros k K. symmetry. apply tab_cons. lia.
Qed.

Lemma naive_right c (La : lasting c) (H2 : at_most 2 c) fuel rl v :
  (forall i, i < length rl -> right (leave c) (tab rl) i) ->
  mex fuel 0 (seen c rl) = Some v ->
  forall i, i < length (v :: rl) -> right (leave c) (tab (v :: rl)) i.
Proof.
  intros R V. apply mex_spec in V as [V1 V2]. apply extend; auto.
  - intros o O E. assert (mem v (seen c rl) = true) by (apply seen_spec; auto; now exists o). congruence.
  - intros k K. apply seen_spec; auto. apply V2. lia.
Qed.

Lemma table_right c (La : lasting c) (H2 : at_most 2 c) fuel m : forall rl fl,
  (forall i, i < length rl -> right (leave c) (tab rl) i) ->
  table m fuel c rl = Some fl ->
  length fl = m + length rl /\ forall i, i < length fl -> right (leave c) (tab fl) i.
Proof.
  induction m as [|m IH]; simpl; intros rl fl R E.
  - injection E as <-. auto.
  - destruct (mex fuel 0 (seen c rl)) as [v|] eqn:V; [|discriminate].
    apply IH in E; [simpl in E; split; [lia|apply E]|]. now apply (naive_right c La H2 fuel).
Qed.

(* ---- the law ---- *)

Definition law (values : list N) (P p n : nat) : N :=
  nth (if n <? P then n else P + (n - P) mod p) values 0%N.

Lemma law_period values P p n : 1 <= p -> P <= n -> law values P p (n + p) = law values P p n.
Proof.
  intros P1 L. unfold law.
  destruct (n + p <? P) eqn:A; [apply Nat.ltb_lt in A; lia|].
  destruct (n <? P) eqn:B; [apply Nat.ltb_lt in B; lia|].
  replace (n + p - P) with (n - P + 1 * p) by lia. now rewrite Nat.mod_add by lia.
Qed.

Fixpoint prefix (a b : list N) : bool :=
  match a, b with
  | [], _ => true
  | x :: a, y :: b => N.eqb x y && prefix a b
  | _, _ => false
  end.

Lemma prefix_nth a : forall b i, prefix a b = true -> i < length a -> nth i a 0%N = nth i b 0%N.
Proof.
  induction a as [|x a IH]; intros [|y b] i E L; simpl in *; try lia; try discriminate.
  apply andb_true_iff in E as [E1 E2]. apply N.eqb_eq in E1 as ->. destruct i; auto.
  apply IH; auto. lia.
Qed.

Definition lasts (c : code) : bool := negb (N.testbit (digit c 0) 0) && negb (N.testbit (digit c 0) 1).
(* So many heaps are left at most, if no digit is 32 or more. *)
Definition most_heaps (c : code) : nat :=
  if existsb (fun d => N.testbit d 4) c then 3
  else if existsb (fun d => N.testbit d 2 || N.testbit d 3) c then 2 else 1.
Definition code_ok (c : code) : bool := lasts c && forallb (fun d => N.ltb d 32) c.

Lemma every_digit (f : N -> bool) c : f 0%N = true -> forallb f c = true -> forall j, f (digit c j) = true.
Proof.
  intros Z F j. unfold digit. destruct (nth_in_or_default j c 0%N) as [I| ->]; auto.
  rewrite forallb_forall in F. auto.
Qed.

Lemma no_digit (f : N -> bool) c : f 0%N = false -> existsb f c = false -> forall j, f (digit c j) = false.
Proof.
  intros Z F j. unfold digit. destruct (nth_in_or_default j c 0%N) as [I| ->]; [|exact Z].
  destruct (f (nth j c 0%N)) eqn:E; [|reflexivity]. rewrite <- F. symmetry. apply existsb_exists. eauto.
Qed.

Lemma code_ok_spec c : code_ok c = true -> lasting c /\ at_most (most_heaps c) c /\ 1 <= most_heaps c.
Proof.
  unfold code_ok, lasts. rewrite !andb_true_iff, !negb_true_iff. intros [[A B] F]. split; [now split|].
  split; [|unfold most_heaps; destruct (existsb _ c); [lia|destruct (existsb _ c); lia]].
  intros j o T. unfold allows in T.
  pose proof (every_digit (fun d => N.ltb d 32) c eq_refl F j) as D. apply N.ltb_lt in D.
  unfold most_heaps. destruct (existsb (fun d => N.testbit d 4) c) eqn:E4.
  - destruct o as [|? [|? [|? [|? o]]]]; simpl in *; try lia.
    rewrite N.bits_above_log2 in T; [discriminate|].
    destruct (N.eq_dec (digit c j) 0) as [->|Z]; [reflexivity|].
    change 32%N with (2 ^ 5)%N in D. apply N.log2_lt_pow2 in D; lia.
  - pose proof (no_digit _ c eq_refl E4 j) as B4. simpl in B4.
    assert (L2 : length o <= 2).
    { destruct o as [|? [|? [|? [|? o]]]]; simpl in *; try lia; [congruence|].
      rewrite N.bits_above_log2 in T; [discriminate|].
      destruct (N.eq_dec (digit c j) 0) as [->|Z]; [reflexivity|].
      change 32%N with (2 ^ 5)%N in D. apply N.log2_lt_pow2 in D; lia. }
    destruct (existsb (fun d => N.testbit d 2 || N.testbit d 3) c) eqn:E2; [exact L2|].
    pose proof (no_digit _ c eq_refl E2 j) as B2. simpl in B2. apply orb_false_iff in B2 as [B2 B3].
    destruct o as [|? [|? [|? ?]]]; simpl in *; try lia. destruct (_ =? _) in T; congruence.
Qed.

Definition plain_code (c : code) := forallb (fun d => Bool.eqb (N.testbit d 2) (N.testbit d 3)) c.
Lemma plain_code_spec c : plain_code c = true -> plain c.
Proof. intros F j. apply eqb_prop. exact (every_digit _ c eq_refl F j). Qed.

Definition asks_equal (c : code) := existsb (fun d => N.testbit d 3 && negb (N.testbit d 2)) c.
Lemma asks_equal_spec c : asks_equal c = false -> no_equal c.
Proof.
  intros F j T. pose proof (no_digit _ c eq_refl F j) as D. simpl in D. rewrite T in D. simpl in D.
  now apply negb_false_iff in D.
Qed.

(* The theorem is used for this period: that of the law, or two of them. *)
Definition even_period (c : code) (p : nat) : nat := if asks_equal c && Nat.odd p then 2 * p else p.

Definition window (c : code) (P p : nat) : nat :=
  let q := even_period c p in let h := most_heaps c in
  (if plain_code c then h * (P + q) else Nat.max (h * (P + q)) (2 * P + 3 * q)) + length c.

Lemma even_period_spec c p :
  (exists q', even_period c p = 2 * q') \/ no_equal c.
Proof.
  unfold even_period. destruct (asks_equal c) eqn:A; [|right; now apply asks_equal_spec]. left.
  simpl. destruct (Nat.odd p) eqn:O; [now exists p|].
  rewrite <- Nat.negb_even in O. apply negb_false_iff, Nat.even_spec in O. exact O.
Qed.

Lemma window_spec c P p : 1 <= most_heaps c ->
  exists W, window c P p = W + length c /\ enough c (most_heaps c) P (even_period c p) W /\ P + p <= W.
Proof.
  intro H. unfold window.
  assert (p <= even_period c p) by (unfold even_period; destruct (asks_equal c && Nat.odd p); lia).
  destruct (plain_code c) eqn:Pl.
  - eexists. split; [reflexivity|]. split; [split; [lia|intros _; left; now apply plain_code_spec]|nia].
  - eexists. split; [reflexivity|]. split; [split; [lia|intros _; right; lia]|nia].
Qed.

Definition fuel : nat := N.to_nat 65536.

(* The law that a table of all values below the window shows. *)
Definition law_of (c : code) (P p : nat) (rl : list N) : option (list N) :=
  if prefix (firstn (window c P p - P - p) (skipn p rl)) rl
  then Some (firstn (P + p) (rev_append rl [])) else None.

Lemma nth_firstn {A} (l : list A) n i d : i < n -> nth i (firstn n l) d = nth i l d.
Proof.
  revert n i. induction l as [|x l IH]; intros n i L; destruct n; try lia; simpl; auto.
  destruct i; auto. apply IH. lia.
Qed.

Theorem law_of_right c P p rl values : code_ok c = true -> 1 <= p ->
  length rl = window c P p -> (forall i, i < length rl -> right (leave c) (tab rl) i) ->
  law_of c P p rl = Some values ->
  length values = P + p /\ forall n, right (leave c) (law values P p) n.
Proof.
  intros Ok P1 Len R E. destruct (code_ok_spec c Ok) as (La & H & H1). unfold law_of in E.
  destruct (window_spec c P p H1) as (W & EW & En & MW). rewrite EW in *. set (M := W + length c) in *.
  destruct (prefix _ rl) eqn:X; [|discriminate]. injection E as <-. rewrite <- rev_alt.
  split; [rewrite firstn_length, rev_length; lia|].
  set (g := law _ P p).
  assert (Pg : forall n, P <= n -> g (n + p) = g n) by (intros n L; now apply law_period).
  apply (guy_smith c (most_heaps c) P (even_period c p) W); auto.
  - unfold even_period. destruct (_ && _); lia.
  - apply even_period_spec.
  - intros n L. unfold even_period. destruct (_ && _); [|now apply Pg].
    replace (n + 2 * p) with (n + p + p) by lia. rewrite !Pg by lia. reflexivity.
  - fold M. intros n L.
    apply (right_ext c (tab rl)); auto; [|apply R; lia].
    intros i I. assert (Im : i < M) by lia. clear n L I.
    induction i as [i IH] using (well_founded_induction lt_wf).
    destruct (lt_dec i (P + p)) as [Sm|Sm].
    + unfold g, law, tab. rewrite nth_firstn.
      * f_equal. destruct (i <? P) eqn:B; auto. apply Nat.ltb_ge in B.
        rewrite Nat.mod_small by lia. lia.
      * destruct (i <? P) eqn:B; [apply Nat.ltb_lt in B; lia|]. apply Nat.ltb_ge in B.
        pose proof (Nat.mod_upper_bound (i - P) p). lia.
    + replace i with (i - p + p) at 2 by lia. rewrite Pg by lia.
      rewrite <- IH by lia.
      pose proof (prefix_nth _ _ (M - 1 - i) X) as N.
      rewrite firstn_length, skipn_length, Len in N.
      rewrite nth_firstn, nth_skipn in N by lia.
      rewrite !tab_rl in N by lia.
      rewrite Len in N.
      replace (M - S (M - 1 - i)) with i in N by lia.
      replace (M - S (p + (M - 1 - i))) with (i - p) in N by lia. symmetry. apply N. lia.
Qed.
