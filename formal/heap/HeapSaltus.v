(* Games of up to three heaps whose values grow: g(n + p) = g(n) + s. A move leaves a heap that grows with n; beside it two
   equal heaps, or small ones, tell which values stay reached, and remainders tell that no option has the value itself. *)
From Coq Require Import List NArith ZArith Arith Lia Bool.
From Grundy Require Import Game Heap.
Import ListNotations.
Local Open Scope nat_scope.

(* ---- numbers in two parts, by a power of 2 ---- *)

Section Parts.
  Variable k : N.
  Local Open Scope N_scope.
  Definition high x := x / 2 ^ k.
  Definition low x := x mod 2 ^ k.

  Lemma power_positive : 2 ^ k <> 0. Proof. apply N.pow_nonzero. lia. Qed.
  Lemma parts x : x = 2 ^ k * high x + low x. Proof. apply N.div_mod'. Qed.
  Lemma low_small x : low x < 2 ^ k. Proof. apply N.mod_lt, power_positive. Qed.

  Lemma parts_of a x : x < 2 ^ k -> high (2 ^ k * a + x) = a /\ low (2 ^ k * a + x) = x.
  Proof.
    intro X. unfold high, low. rewrite N.mul_comm, N.add_comm. split.
    - rewrite N.div_add by apply power_positive. now rewrite N.div_small.
    - rewrite N.mod_add by apply power_positive. now apply N.mod_small.
  Qed.

  Lemma high_bit x i : N.testbit (high x) i = N.testbit x (i + k).
  Proof. unfold high. now rewrite <- N.shiftr_div_pow2, N.shiftr_spec'. Qed.
  Lemma high_lxor x y : high (N.lxor x y) = N.lxor (high x) (high y).
  Proof. apply N.bits_inj. intro i. now rewrite N.lxor_spec, !high_bit, N.lxor_spec. Qed.
  Lemma low_lxor x y : low (N.lxor x y) = N.lxor (low x) (low y).
  Proof. unfold low. rewrite <- !N.land_ones. apply N.bits_inj. intro i.
    rewrite N.lxor_spec, !N.land_spec, N.lxor_spec. now destruct (N.testbit x i), (N.testbit y i), (N.testbit _ i). Qed.

  (* What is added to the high part stays if the low part changes. *)
  Lemma lxor_low x u v : v < 2 ^ k -> N.lxor (x + 2 ^ k * u) v = N.lxor x v + 2 ^ k * u.
  Proof.
    intro V. assert (E : x + 2 ^ k * u = 2 ^ k * (high x + u) + low x) by (rewrite (parts x) at 1; lia).
    destruct (parts_of 0 v V) as [Hv Lv]. rewrite N.mul_0_r, N.add_0_l in *.
    rewrite (parts (N.lxor (x + 2 ^ k * u) v)), (parts (N.lxor x v)), !high_lxor, !low_lxor, E.
    destruct (parts_of (high x + u) (low x) (low_small x)) as [-> ->]. rewrite Hv, !N.lxor_0_r. lia.
  Qed.
End Parts.

(* A sum is the nim-sum and twice what both have. *)
Lemma sum_lxor a : forall b, (a + b = N.lxor a b + 2 * N.land a b)%N.
Proof.
  induction a as [a IH] using (well_founded_induction N.lt_wf_0). intro b.
  destruct (N.eq_dec a 0) as [->|A]; [rewrite N.lxor_0_l, N.land_0_l; lia|].
  assert (L : (high 1 a < a)%N) by (apply N.div_lt; simpl; lia). specialize (IH _ L (high 1 b)).
  assert (X : N.lxor (low 1 a) (low 1 b) = ((low 1 a + low 1 b) mod 2)%N /\ N.land (low 1 a) (low 1 b) = (low 1 a * low 1 b)%N).
  { pose proof (low_small 1 a) as La. pose proof (low_small 1 b) as Lb. revert La Lb. generalize (low 1 a), (low 1 b).
    intros x y. change (2 ^ 1)%N with 2%N. intros Lx Ly. assert (Cx : (x = 0 \/ x = 1)%N) by lia.
    assert (Cy : (y = 0 \/ y = 1)%N) by lia. destruct Cx as [-> | ->], Cy as [-> | ->]; now split. }
  assert (Land : forall x y, high 1 (N.land x y) = N.land (high 1 x) (high 1 y) /\ low 1 (N.land x y) = N.land (low 1 x) (low 1 y)).
  { intros x y. split; apply N.bits_inj; intro i; rewrite N.land_spec.
    - now rewrite !high_bit, N.land_spec.
    - unfold low. rewrite <- !N.land_ones, !N.land_spec. now destruct (N.testbit x i), (N.testbit y i), (N.testbit _ i). }
  destruct (Land a b) as [Lh Ll]. rewrite (parts 1 (N.lxor a b)), (parts 1 (N.land a b)), high_lxor, low_lxor, Lh, Ll.
  rewrite (parts 1 a) at 1. rewrite (parts 1 b) at 1. destruct X as [-> ->]. change (2 ^ 1)%N with 2%N.
  pose proof (low_small 1 a) as La. pose proof (low_small 1 b) as Lb. change (2 ^ 1)%N with 2%N in La, Lb.
  assert (Cx : (low 1 a = 0 \/ low 1 a = 1)%N) by lia. assert (Cy : (low 1 b = 0 \/ low 1 b = 1)%N) by lia.
  destruct Cx as [-> | ->], Cy as [-> | ->];
    match goal with |- context [N.modulo ?x 2] => let r := eval vm_compute in (N.modulo x 2) in change (N.modulo x 2) with r end; lia.
Qed.

Definition total {A} (f : A -> N) (l : list A) : N := fold_right (fun x t => f x + t)%N 0%N l.

Lemma total_nimsum {A} (f : A -> N) l : exists d, total f l = (nimsum f l + 2 * d)%N.
Proof.
  induction l as [|x l [d E]]; [now exists 0%N|]. exists (N.land (f x) (nimsum f l) + d)%N.
  cbn [total nimsum fold_right]. fold (total f l) (nimsum f l). pose proof (sum_lxor (f x) (nimsum f l)). lia.
Qed.

Section Saltus.
  Variable c : code.
  Hypothesis Plain : plain c.
  Variables first p half : nat.  (* the law holds from first on *)
  Variables k u : N.             (* s = u·2^k *)
  Variable g : nat -> N.
  Definition s := (2 ^ k * u)%N.
  Hypothesis First : 1 <= first.
  Hypothesis Even : p = 2 * half.
  Hypothesis Half : 1 <= half.
  Hypothesis Law : forall n, first <= n -> g (n + p) = (g n + s)%N.

  (* ---- all smaller values are reached ---- *)

  Definition stays n w := (exists j a e, allows c j [a; e; e] /\ 0 < a /\ 0 < e /\ n = j + (a + e + e) /\ w = g a) \/
    (w = 0%N /\ exists j e, allows c j [e; e] /\ 0 < e /\ n = j + (e + e)).
  Definition moves n w := exists j a e, allows c j [a; e; e] /\ first <= a /\ 0 < e /\ n = j + (a + e + e) /\ w = g a.
  Definition follows n w := exists j a r, allows c j (a :: r) /\ first <= a /\ Forall (fun h => 0 < h) r /\
    n = j + (a + list_sum r) /\ (nimsum g r < 2 ^ k)%N /\ w = N.lxor (g a) (nimsum g r).
  Definition reaches n := (2 * s < g n)%N /\ forall w, (w < g n)%N ->
    ((w + 2 * s < g n)%N -> stays n w) /\
    ((g n <= w + 2 * s)%N -> (w + s < g n)%N -> moves n w) /\
    ((g n <= w + s)%N -> moves n w \/ follows n w).

  Lemma equal_pair j e e' : allows c j [e; e] -> allows c j [e'; e'].
  Proof. unfold allows. simpl. now rewrite !Nat.eqb_refl. Qed.

  Lemma stays_next n w : stays n w -> stays (n + p) w.
  Proof.
    intros [(j & a & e & A & Pa & Pe & En & Ew)|(Ew & j & e & A & Pe & En)].
    - left. exists j, a, (e + half). repeat split; auto; lia.
    - right. split; auto. exists j, (e + half). split; [now apply (equal_pair j e)|]. lia.
  Qed.
  Lemma moves_stay n w : moves n w -> stays n w.
  Proof. intros (j & a & e & A & Pa & Pe & En & Ew). left. exists j, a, e. repeat split; auto; lia. Qed.
  Lemma moves_next n w : moves n w -> moves (n + p) (w + s).
  Proof.
    intros (j & a & e & A & Pa & Pe & En & Ew). exists j, (a + p), e. subst w.
    rewrite Law by exact Pa. repeat split; auto; lia.
  Qed.
  Lemma follows_next n w : follows n w -> follows (n + p) (w + s).
  Proof.
    intros (j & a & r & A & Pa & Pr & En & V & Ew). exists j, (a + p), r. subst w.
    rewrite Law by exact Pa. unfold s. rewrite lxor_low by exact V. repeat split; auto; try lia.
    apply (shift_one c j [] a); auto.
  Qed.

  Lemma reaches_next n : first <= n -> reaches n -> reaches (n + p).
  Proof.
    intros L [G R]. split; rewrite Law by exact L; [lia|]. intros w W. repeat split; intros.
    - apply stays_next. destruct (R w) as (A & B & _); [lia|].
      destruct (N.lt_ge_cases (w + 2 * s) (g n)); [auto|]. apply moves_stay, B; lia.
    - destruct (R (w - s)%N) as (_ & B & _); [lia|]. replace w with (w - s + s)%N by lia. apply moves_next, B; lia.
    - destruct (R (w - s)%N) as (_ & _ & C); [lia|]. replace w with (w - s + s)%N by lia.
      destruct C as [M|F]; [lia|left; now apply moves_next|right; now apply follows_next].
  Qed.

  Lemma stays_option n w : stays n w -> exists o, leave c n o /\ nimsum g o = w.
  Proof.
    intros [(j & a & e & A & Pa & Pe & En & Ew)|(Ew & j & e & A & Pe & En)].
    - exists [a; e; e]. split; [|simpl; now rewrite N.lxor_0_r, N.lxor_nilpotent, N.lxor_0_r].
      apply (leave_by c j); [simpl; lia|repeat constructor; lia|exact A].
    - exists [e; e]. split; [|simpl; now rewrite N.lxor_0_r, N.lxor_nilpotent].
      apply (leave_by c j); [simpl; lia|repeat constructor; lia|exact A].
  Qed.
  Lemma follows_option n w : follows n w -> exists o, leave c n o /\ nimsum g o = w.
  Proof.
    intros (j & a & r & A & Pa & Pr & En & V & Ew). exists (a :: r). split; [|now symmetry].
    apply (leave_by c j); [exact En|constructor; [lia|exact Pr]|exact A].
  Qed.
  Lemma reaches_all n : reaches n -> forall w, (w < g n)%N -> exists o, leave c n o /\ nimsum g o = w.
  Proof.
    intros [_ R] w W. destruct (R w W) as (A & B & C).
    destruct (N.lt_ge_cases (w + 2 * s) (g n)); [now apply stays_option, A|].
    destruct (N.lt_ge_cases (w + s) (g n)); [now apply stays_option, moves_stay, B|].
    destruct C as [M|F]; [assumption|now apply stays_option, moves_stay|now apply follows_option].
  Qed.

  (* ---- no option has the value itself ---- *)

  (* A heap from first on stands for its class modulo p: for the heap of it before first + p. *)
  Definition turns x := if x <? first then 0 else (x - first) / p.
  Definition kind x := if x <? first then x else first + (x - first) mod p.

  Lemma kind_turns x : x = kind x + p * turns x.
  Proof.
    unfold kind, turns. destruct (Nat.ltb_spec x first); [lia|]. pose proof (Nat.div_mod (x - first) p). lia.
  Qed.
  Lemma kind_small x : kind x < first + p /\ (first <= x -> first <= kind x) /\ (1 <= x -> 1 <= kind x).
  Proof.
    unfold kind. destruct (Nat.ltb_spec x first); [lia|]. pose proof (Nat.mod_upper_bound (x - first) p). lia.
  Qed.
  Lemma kind_before x : x < first -> kind x = x /\ turns x = 0.
  Proof. intro L. unfold kind, turns. apply Nat.ltb_lt in L. now rewrite L. Qed.

  Lemma value_kind x : g x = (g (kind x) + N.of_nat (turns x) * s)%N.
  Proof.
    destruct (lt_dec x first) as [L|L]; [destruct (kind_before x L) as [-> ->]; lia|].
    rewrite (kind_turns x) at 1. assert (B : first <= kind x) by (apply kind_small; lia).
    generalize (turns x). intro m. induction m as [|m IH]; [rewrite Nat.mul_0_r, Nat.add_0_r; lia|].
    replace (kind x + p * S m) with (kind x + p * m + p) by lia. rewrite Law, IH by lia. lia.
  Qed.
  Lemma low_kind x : low k (g x) = low k (g (kind x)).
  Proof.
    unfold low. rewrite value_kind. unfold s.
    replace (N.of_nat (turns x) * (2 ^ k * u))%N with (N.of_nat (turns x) * u * 2 ^ k)%N by lia.
    apply N.mod_add, power_positive.
  Qed.
  Lemma high_kind x : high k (g x) = (high k (g (kind x)) + u * N.of_nat (turns x))%N.
  Proof.
    unfold high. rewrite value_kind at 1. unfold s.
    replace (N.of_nat (turns x) * (2 ^ k * u))%N with (u * N.of_nat (turns x) * 2 ^ k)%N by lia.
    apply N.div_add, power_positive.
  Qed.

  (* What is known of a heap by its kind: the heap, low and high part, whether it stands for a class. *)
  Record heap_kind := { heap : N; low_of : N; high_of : N; grows : bool }.
  Definition kind_of x : heap_kind :=
    let t := kind x in {| heap := N.of_nat t; low_of := low k (g t); high_of := high k (g t); grows := first <=? t |}.

  (* Of the position with so many tokens: low and high part of its kind, and its turns. *)
  Definition position_kind (t : N) : N * N * N :=
    let n := N.to_nat t in (low k (g (kind n)), high k (g (kind n)), N.of_nat (turns n)).

  Definition grown (l : list heap_kind) := filter grows l.
  Definition settled (l : list heap_kind) := filter (fun h => negb (grows h)) l.

  (* Heaps of these kinds, beside a take of j, never have the position's value. *)
  Definition differ (of_position : N -> N * N * N) (j : N) (l : list heap_kind) : bool :=
    let '(lo, hi, q) := of_position (total heap l + j)%N in
    if (nimsum low_of l =? lo)%N then
      let d := (Z.of_N (total high_of l) - Z.of_N hi - Z.of_N (u * q))%Z in
      (d <? 0)%Z || Z.odd d ||
      match grown l with
      | [] => true
      | [_] =>
        let a := total high_of (settled l) in let b := nimsum high_of (settled l) in
        let z := (d - Z.of_N a + Z.of_N b)%Z in
        (z <? 0)%Z || Z.odd z || negb (N.land (Z.to_N (z / 2)) b =? Z.to_N (z / 2))%N
      | _ => false
      end
    else true.

  Lemma totals o : total heap (map kind_of o) = N.of_nat (list_sum (map kind o)) /\
    list_sum o = list_sum (map kind o) + p * list_sum (map turns o) /\
    total (fun x => high k (g x)) o = (total high_of (map kind_of o) + u * N.of_nat (list_sum (map turns o)))%N.
  Proof.
    induction o as [|x o (A & B & C)]; [simpl; lia|].
    change (total heap (map kind_of (x :: o))) with (N.of_nat (kind x) + total heap (map kind_of o))%N.
    change (total high_of (map kind_of (x :: o))) with (high k (g (kind x)) + total high_of (map kind_of o))%N.
    change (total (fun x => high k (g x)) (x :: o)) with (high k (g x) + total (fun x => high k (g x)) o)%N.
    change (list_sum (x :: o)) with (x + list_sum o).
    change (list_sum (map kind (x :: o))) with (kind x + list_sum (map kind o)).
    change (list_sum (map turns (x :: o))) with (turns x + list_sum (map turns o)).
    rewrite A, C, high_kind. pose proof (kind_turns x). repeat split; lia.
  Qed.

  Lemma parts_of_nimsum o : nimsum low_of (map kind_of o) = low k (nimsum g o) /\
    nimsum (fun x => high k (g x)) o = high k (nimsum g o).
  Proof.
    induction o as [|x o [A B]].
    - split; symmetry; [apply N.mod_0_l|apply N.div_0_l]; apply power_positive.
    - change (nimsum low_of (map kind_of (x :: o))) with (N.lxor (low k (g (kind x))) (nimsum low_of (map kind_of o))).
      change (nimsum (fun x => high k (g x)) (x :: o)) with (N.lxor (high k (g x)) (nimsum (fun x => high k (g x)) o)).
      change (nimsum g (x :: o)) with (N.lxor (g x) (nimsum g o)).
      rewrite A, B, low_lxor, high_lxor, <- low_kind. now split.
  Qed.

  Lemma one_grown o h : grown (map kind_of o) = [h] -> exists y,
    total (fun x => high k (g x)) o = (y + total high_of (settled (map kind_of o)))%N /\
    nimsum (fun x => high k (g x)) o = N.lxor y (nimsum high_of (settled (map kind_of o))).
  Proof.
    assert (None : forall o, grown (map kind_of o) = [] ->
      total (fun x => high k (g x)) o = total high_of (settled (map kind_of o)) /\
      nimsum (fun x => high k (g x)) o = nimsum high_of (settled (map kind_of o))).
    { clear o. induction o as [|x o IH]; [now split|]. unfold grown, settled in *. cbn [map filter].
      destruct (grows (kind_of x)) eqn:G; [discriminate|]. intro E. destruct (IH E) as [A B].
      cbn [negb total nimsum fold_right]. unfold total, nimsum in A, B. rewrite A, B.
      cbn [kind_of grows] in G. apply Nat.leb_gt in G.
      assert (X : x < first) by (destruct (lt_dec x first) as [|Y]; auto; destruct (kind_small x) as (_ & Z & _); lia).
      destruct (kind_before x X) as [K _]. cbn [kind_of high_of]. now rewrite K. }
    induction o as [|x o IH]; [discriminate|]. unfold grown, settled in *. cbn [map filter].
    destruct (grows (kind_of x)) eqn:G; intro E.
    - injection E as _ E. destruct (None o E) as [A B]. exists (high k (g x)).
      cbn [negb total nimsum fold_right]. unfold total, nimsum in A, B. now rewrite A, B.
    - destruct (IH E) as (y & A & B). exists y. cbn [negb total nimsum fold_right]. unfold total, nimsum in A, B.
      cbn [kind_of grows] in G. apply Nat.leb_gt in G.
      assert (X : x < first) by (destruct (lt_dec x first) as [|Y]; auto; destruct (kind_small x) as (_ & Z & _); lia).
      destruct (kind_before x X) as [K _]. cbn [kind_of high_of]. rewrite A, B, K. split; [lia|].
      fold (nimsum high_of (settled (map kind_of o))). bits.
  Qed.

  Lemma some_grown o : (exists x, In x o /\ first <= x) -> grown (map kind_of o) <> [] /\ first <= list_sum (map kind o).
  Proof.
    intros (x & I & L). destruct (kind_small x) as (_ & K & _). specialize (K L). split.
    - intro E. assert (X : In (kind_of x) (grown (map kind_of o))).
      { apply filter_In. split; [now apply in_map|]. cbn [kind_of grows]. now apply Nat.leb_le. }
      now rewrite E in X.
    - apply in_split in I as (l & r & ->). rewrite map_app, list_sum_app. simpl. lia.
  Qed.

  Lemma own_value n j o : n = j + list_sum o -> (exists x, In x o /\ first <= x) ->
    differ position_kind (N.of_nat j) (map kind_of o) = true -> nimsum g o <> g n.
  Proof.
    intros En Some Df E. destruct (some_grown o Some) as [Gr Fs]. destruct (totals o) as (T1 & T2 & T3).
    destruct (parts_of_nimsum o) as [P1 P2]. unfold differ in Df.
    set (t := list_sum (map kind o) + j).
    replace (total heap (map kind_of o) + N.of_nat j)%N with (N.of_nat t) in Df by (unfold t; lia).
    unfold position_kind in Df. rewrite Nat2N.id in Df.
    assert (Kt : kind n = kind t /\ turns n = turns t + list_sum (map turns o)).
    { unfold kind, turns. destruct (Nat.ltb_spec n first), (Nat.ltb_spec t first); try (unfold t in *; lia).
      replace (n - first) with (t - first + list_sum (map turns o) * p) by (unfold t in *; nia).
      rewrite Nat.mod_add, Nat.div_add by lia. now split. }
    destruct Kt as [Kt Mt]. rewrite P1, E, low_kind, Kt, N.eqb_refl in Df.
    pose proof (high_kind n) as Hn. rewrite Kt, Mt in Hn. rewrite <- E, <- P2 in Hn.
    destruct (total_nimsum (fun x => high k (g x)) o) as [d Ed]. rewrite T3, Hn in Ed.
    set (D := (Z.of_N (total high_of (map kind_of o)) - Z.of_N (high k (g (kind t))) - Z.of_N (u * N.of_nat (turns t)))%Z) in *.
    assert (ED : D = (2 * Z.of_N d)%Z) by (unfold D; lia).
    apply orb_true_iff in Df as [Df|Df].
    - apply orb_true_iff in Df as [Df|Df]; [apply Z.ltb_lt in Df; lia|]. rewrite ED, Z.odd_mul in Df. discriminate.
    - destruct (grown (map kind_of o)) as [|h [|? ?]] eqn:G; [congruence| |discriminate]. destruct (one_grown o h G) as (y & A & B).
      set (a := total high_of (settled (map kind_of o))) in *. set (b := nimsum high_of (settled (map kind_of o))) in *.
      pose proof (sum_lxor y b) as S. rewrite B in Hn. rewrite T3 in A.
      replace (D - Z.of_N a + Z.of_N b)%Z with (2 * Z.of_N (N.land y b))%Z in Df by (unfold D; lia).
      rewrite !orb_true_iff in Df. destruct Df as [[Df|Df]|Df]; [apply Z.ltb_lt in Df; lia| |].
      + rewrite Z.odd_mul in Df. discriminate.
      + rewrite Z.mul_comm, Z.div_mul, N2Z.id in Df by lia. apply negb_true_iff, N.eqb_neq in Df. apply Df.
        rewrite <- N.land_assoc, N.land_diag. reflexivity.
  Qed.

  (* ---- the theorem ---- *)

  Variable from : nat.
  Hypothesis At_most : at_most 3 c.
  Hypothesis From : 3 * first + length c <= from.
  Hypothesis Known : forall n, n < from + p -> right (leave c) g n.
  Hypothesis Reached : forall n, from <= n < from + p -> reaches n.
  Hypothesis Differ : forall j o, allows c j o -> Forall (fun h => 0 < h) o ->
    differ position_kind (N.of_nat j) (map kind_of o) = true.

  Theorem saltus_right n : right (leave c) g n.
  Proof.
    destruct (lt_dec n from) as [|L]; [apply Known; lia|].
    assert (R : reaches n).
    { apply Nat.nlt_ge in L. clear Known. revert L. induction n as [m IH] using (well_founded_induction lt_wf). intro L.
      destruct (lt_dec m (from + p)); [apply Reached; lia|]. replace m with (m - p + p) by lia.
      apply reaches_next; [lia|]. apply IH; lia. }
    split; [|now apply reaches_all]. intros o O. apply leave_inv in O as (j & E & J & F & A).
    apply (own_value n j o E); [|now apply Differ].
    destruct (pigeonhole 3 (first - 1) o) as (l & x & r & -> & X); [lia|now apply At_most in A|].
    exists x. split; [apply in_elt|lia].
  Qed.
End Saltus.
