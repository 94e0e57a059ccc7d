(* Tables of games that leave up to three heaps. For each number of tokens the nim-sums of all pairs of heaps are kept. *)
From Coq Require Import List NArith Arith Lia Bool.
From Grundy Require Import Game Heap HeapCheck HeapSparse.
Import ListNotations.

(* The moves to at most two heaps. *)
Definition without_three (c : code) : code := map (fun d => N.land d 15) c.

(* Whether a heap of the first list and a pair of the second have the nim-sum v. *)
Fixpoint triple (v : N) (fl : list N) (ps : list set) : bool :=
  match fl, ps with
  | x :: f, s :: ps => if mem (N.lxor v x) s then true else triple v f ps
  | _, _ => false
  end.

Fixpoint triples (v : N) (ds : code) (fl : list N) (ps : list set) : bool :=
  match ds with
  | [] => false
  | d :: ds => if (if N.testbit d 4 then triple v fl ps else false) then true else triples v ds fl (tl ps)
  end.

Fixpoint mex_beyond (fuel : nat) (k : N) (s : set) (reached : N -> bool) : option N :=
  match fuel with
  | O => None
  | S f => if mem k s then mex_beyond f (N.succ k) s reached
           else if reached k then mex_beyond f (N.succ k) s reached else Some k
  end.

(* ps: the nim-sums of all pairs of n - 1, n - 2, … tokens *)
Fixpoint table_of_three (m fuel : nat) (c : code) (rl : list N) (ps : list set) : option (list N) :=
  match m with
  | O => Some rl
  | S m =>
    let fl := tl (rev_append rl []) in
    match mex_beyond fuel 0 (seen (without_three c) rl) (fun v => triples v c fl ps) with
    | Some v => table_of_three m fuel c (v :: rl) (pairs true rl fl rl empty :: ps)
    | None => None
    end
  end.

Lemma mex_beyond_spec fuel s reached : forall k v, mex_beyond fuel k s reached = Some v ->
  mem v s = false /\ reached v = false /\ forall w, (k <= w < v)%N -> mem w s = true \/ reached w = true.
Proof.
  induction fuel as [|f IH]; simpl; intros k v E; [discriminate|].
  assert (Next : mem k s = true \/ reached k = true -> mex_beyond f (N.succ k) s reached = Some v ->
    mem v s = false /\ reached v = false /\ forall w, (k <= w < v)%N -> mem w s = true \/ reached w = true).
  { intros K E'. apply IH in E' as (A & B & C). repeat split; auto. intros w W.
    destruct (N.eq_dec w k) as [-> |]; auto. apply C. lia. }
  destruct (mem k s) eqn:M; auto. destruct (reached k) eqn:R; auto.
  injection E as <-. repeat split; auto. intros; lia.
Qed.

Lemma triple_spec v fl : forall ps, triple v fl ps = true <->
  exists i, i < length fl /\ i < length ps /\ mem (N.lxor v (nth i fl 0%N)) (nth i ps empty) = true.
Proof.
  induction fl as [|x f IH]; intros [|s ps]; simpl;
    try (split; [discriminate|intros (i & I1 & I2 & _); lia]).
  destruct (mem (N.lxor v x) s) eqn:M.
  - split; auto. intros _. exists 0. simpl. repeat split; auto; lia.
  - rewrite IH. split.
    + intros (i & I1 & I2 & X). exists (S i). repeat split; auto; lia.
    + intros ([|i] & I1 & I2 & X); [congruence|]. exists i. repeat split; auto; lia.
Qed.

Lemma skipn_tl {A} j : forall l : list A, skipn j (tl l) = skipn (S j) l.
Proof. intros [|x l]; [now rewrite skipn_nil|reflexivity]. Qed.

Lemma triples_spec v fl ds : forall ps, triples v ds fl ps = true <->
  exists j, N.testbit (nth j ds 0%N) 4 = true /\ triple v fl (skipn j ps) = true.
Proof.
  induction ds as [|d ds IH]; intro ps; simpl.
  - split; [discriminate|]. intros ([|j] & T & _); discriminate.
  - destruct (N.testbit d 4) eqn:B; [destruct (triple v fl ps) eqn:T|].
    + split; auto. intros _. exists 0. auto.
    + rewrite IH. split; [intros (j & X & Y); exists (S j); now rewrite <- skipn_tl|].
      intros ([|j] & X & Y); [simpl in Y; congruence|]. exists j. now rewrite skipn_tl.
    + rewrite IH. split; [intros (j & X & Y); exists (S j); now rewrite <- skipn_tl|].
      intros ([|j] & X & Y); [congruence|]. exists j. now rewrite skipn_tl.
Qed.

Lemma digit_without_three c j : digit (without_three c) j = N.land (digit c j) 15.
Proof. unfold digit, without_three. change 0%N with (N.land 0 15) at 1. apply (map_nth (fun d => N.land d 15)). Qed.

Lemma bit_without_three c j i : (i < 4)%N ->
  N.testbit (digit (without_three c) j) i = N.testbit (digit c j) i.
Proof.
  intro L. rewrite digit_without_three, N.land_spec. change 15%N with (N.ones 4).
  rewrite N.ones_spec_low by exact L. apply andb_true_r.
Qed.

Lemma at_most_two c : at_most 2 (without_three c).
Proof.
  intros j o A. unfold allows in A. rewrite digit_without_three, N.land_spec in A.
  change 15%N with (N.ones 4) in A.
  destruct o as [|? [|? [|? [|? ?]]]]; simpl length; try lia; simpl arrangement in A;
    rewrite N.ones_spec_high, andb_false_r in A by lia; discriminate.
Qed.

Lemma allows_less c j o : length o <= 2 -> (allows (without_three c) j o <-> allows c j o).
Proof.
  intro L. unfold allows. rewrite bit_without_three; [tauto|].
  destruct o as [|? [|? [|? ?]]]; simpl in *; try lia. destruct (_ =? _); lia.
Qed.

Lemma leave_less c n o : length o <= 2 -> (leave (without_three c) n o <-> leave c n o).
Proof.
  intro L. split; intro X; apply leave_inv in X as (j & -> & _ & F & A); constructor; auto; now apply allows_less.
Qed.

Section Right.
  Variable c : code.
  Hypothesis La : lasting c.
  Hypothesis H3 : at_most 3 c.

  Lemma lasting_less : lasting (without_three c).
  Proof. destruct La. split; rewrite bit_without_three; auto; lia. Qed.

  Definition is_pair (g : nat -> N) m w := exists x y, 0 < x /\ 0 < y /\ x + y = m /\ w = N.lxor (g x) (g y).

  Record sums_known (rl : list N) (ps : list set) : Prop := {
    known_length : length ps = length rl;
    known_pairs : forall i, i < length ps -> forall w,
      mem w (nth i ps empty) = true <-> is_pair (tab rl) (length rl - S i) w }.

  Lemma pairs_all rl w :
    mem w (pairs true rl (tl (rev_append rl [])) rl empty) = true <-> is_pair (tab rl) (length rl) w.
  Proof.
    rewrite <- rev_alt. set (fl := tl (rev rl)).
    assert (F : length fl = length rl - 1) by (unfold fl; now rewrite length_tl, rev_length).
    rewrite (pairs_spec true w (length rl)) by lia. rewrite mem_empty. split.
    - intros [M|(i & I & _ & ->)]; [discriminate|]. exists (S i), (length rl - S i). repeat split; try lia.
      unfold fl. now rewrite nth_fl, tab_rl by lia.
    - intros (x & y & X & Y & Sm & ->). right. destruct (le_lt_dec x y).
      + exists (x - 1). split; [lia|]. split; auto. unfold fl. rewrite nth_fl, tab_rl by lia.
        f_equal; f_equal; lia.
      + exists (y - 1). split; [lia|]. split; auto. unfold fl. rewrite nth_fl, tab_rl by lia.
        rewrite N.lxor_comm. f_equal; f_equal; lia.
  Qed.

  Lemma pair_kept v rl m w : m <= length rl -> is_pair (tab (v :: rl)) m w <-> is_pair (tab rl) m w.
  Proof.
    intro L. split; intros (x & y & X & Y & Sm & ->); exists x, y; repeat split; auto;
      rewrite !tab_cons by lia; reflexivity.
  Qed.

  Lemma triples_options rl ps v : sums_known rl ps ->
    triples v c (tl (rev_append rl [])) ps = true <->
    exists o, length o = 3 /\ leave c (length rl) o /\ nimsum (tab rl) o = v.
  Proof.
    intros [KL KP]. rewrite <- rev_alt. set (fl := tl (rev rl)).
    assert (F : length fl = length rl - 1) by (unfold fl; now rewrite length_tl, rev_length).
    rewrite triples_spec. split.
    - intros (j & B & T). apply triple_spec in T as (i & I1 & I2 & M). rewrite skipn_length in I2.
      rewrite nth_skipn in M. apply KP in M; [|lia]. destruct M as (x & y & X & Y & Sm & E).
      unfold fl in E. rewrite nth_fl in E. exists [S i; x; y]. split; [reflexivity|]. split.
      + apply (leave_by c j); [simpl; lia|repeat (apply Forall_cons; [lia|]); constructor|exact B].
      + simpl. rewrite N.lxor_0_r, <- E. rewrite (N.lxor_comm v), <- N.lxor_assoc.
        now rewrite N.lxor_nilpotent, N.lxor_0_l.
    - intros (o & L & O & <-). apply leave_inv in O as (j & E & J & P & A).
      destruct o as [|a [|x [|y [|? ?]]]]; simpl in L; try lia. simpl in E.
      inversion P as [|? ? Pa P']; subst. inversion P' as [|? ? Px P'']; subst. inversion P'' as [|? ? Py _]; subst.
      exists j. split; [exact A|]. apply triple_spec. exists (a - 1). rewrite skipn_length. repeat split; try lia.
      rewrite nth_skipn. apply KP; [lia|]. exists x, y. repeat split; auto; [lia|].
      unfold fl. rewrite nth_fl. replace (S (a - 1)) with a by lia. simpl. rewrite N.lxor_0_r.
      rewrite (N.lxor_comm (tab rl a)), N.lxor_assoc, N.lxor_nilpotent. apply N.lxor_0_r.
  Qed.

  Lemma table_of_three_right fuel m : forall rl ps fl,
    (forall i, i < length rl -> right (leave c) (tab rl) i) -> sums_known rl ps ->
    table_of_three m fuel c rl ps = Some fl ->
    length fl = m + length rl /\ forall i, i < length fl -> right (leave c) (tab fl) i.
  Proof.
    induction m as [|m IH]; intros rl ps fl R K E.
    - injection E as <-. auto.
    - cbn [table_of_three] in E. destruct (mex_beyond _ _ _ _) as [v|] eqn:V; [|discriminate].
      apply mex_beyond_spec in V as (V1 & V2 & V3).
      assert (S2 : forall w, mem w (seen (without_three c) rl) = true <->
                exists o, leave (without_three c) (length rl) o /\ nimsum (tab rl) o = w)
        by (intro w; apply seen_spec; [apply lasting_less|apply at_most_two]).
      apply IH in E.
      + simpl in E. split; [lia|apply E].
      + apply extend; auto.
        * intros o O X. destruct (le_lt_dec (length o) 2) as [L|L].
          -- assert (mem v (seen (without_three c) rl) = true) by (apply S2; exists o; rewrite leave_less; auto).
             congruence.
          -- assert (length o = 3).
             { pose proof O as O'. apply leave_inv in O' as (j & _ & _ & _ & A). apply H3 in A. lia. }
             assert (triples v c (tl (rev_append rl [])) ps = true)
               by (apply (triples_options rl ps v K); now exists o).
             congruence.
        * intros k L. destruct (V3 k) as [M|M]; [lia| |].
          -- apply S2 in M as (o & O & X). exists o. split; auto. apply leave_less; auto.
             apply leave_inv in O as (j & _ & _ & _ & A). now apply at_most_two in A.
          -- apply (triples_options rl ps k K) in M as (o & _ & O & X). now exists o.
      + destruct K as [KL KP]. constructor; [simpl; lia|]. intros [|i] I w; cbn [nth length].
        * rewrite pairs_all, pair_kept by lia. replace (S (length rl) - 1) with (length rl) by lia. tauto.
        * rewrite pair_kept by lia. replace (S (length rl) - S (S i)) with (length rl - S i) by lia.
          apply KP. simpl in I. lia.
  Qed.
End Right.

(* Tables of all codes. *)
Definition table_with (h : option hint) (m : nat) (c : code) : option (list N) :=
  if most_heaps c =? 3 then table_of_three m fuel c [] [] else table_of_two h m c.

Definition values_with (h : option hint) (c : code) (P p : nat) : option (list N) :=
  match table_with h (window c P p) c with Some rl => law_of c P p rl | None => None end.

Lemma table_with_right h m c rl : code_ok c = true -> table_with h m c = Some rl ->
  length rl = m /\ forall i, i < length rl -> right (leave c) (tab rl) i.
Proof.
  intros Ok T. destruct (code_ok_spec c Ok) as (La & H & _). unfold table_with in T.
  destruct (Nat.eqb_spec (most_heaps c) 3) as [E|E].
  - rewrite E in H. apply (table_of_three_right c La H fuel m [] []) in T.
    + simpl in T. now rewrite Nat.add_0_r in T.
    + simpl; lia.
    + constructor; simpl; auto; lia.
  - apply (table_of_two_right h); auto. intros j o A. apply H in A.
    revert A E. unfold most_heaps. destruct (existsb _ c); [lia|destruct (existsb _ c); lia].
Qed.

Theorem values_with_right h c P p values : code_ok c = true -> 1 <= p ->
  values_with h c P p = Some values ->
  length values = P + p /\ forall n, right (leave c) (law values P p) n.
Proof.
  intros Ok P1 E. unfold values_with in E. destruct (table_with h _ c) as [rl|] eqn:T; [|discriminate].
  destruct (table_with_right h _ c rl Ok T) as [Len R]. now apply (law_of_right c P p rl).
Qed.
