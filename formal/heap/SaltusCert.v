(* Certificates of kind three with a saltus: from the text to the theorem about play. *)
From Coq Require Import List NArith Arith Lia Bool String.
From Grundy Require Import Game Heap HeapCheck HeapThree HeapSaltus SaltusCheck Lines Words HeapCert.
Import ListNotations.
Local Open Scope nat_scope.

(* ---- no smaller period, no smaller pre-period ---- *)

(* Somewhere p·x is not p·y + t. *)
Fixpoint off (p t : N) (a b : list N) : bool :=
  match a, b with
  | x :: a, y :: b => if N.eqb (p * x) (p * y + t) then off p t a b else true
  | _, _ => false
  end.
Lemma off_spec p t a : forall b, off p t a b = true ->
  exists i, i < List.length a /\ i < List.length b /\ (p * nth i a 0 <> p * nth i b 0 + t)%N.
Proof.
  induction a as [|x a IH]; intros [|y b] E; simpl in E; try discriminate.
  destruct (N.eqb_spec (p * x) (p * y + t)) as [_|D].
  - destruct (IH b E) as (i & A & B & C). exists (S i). simpl. repeat split; auto; lia.
  - exists 0. simpl. repeat split; auto; lia.
Qed.

Definition least_growing (P p : nat) (s : N) (values : list N) : bool :=
  (match P with O => true | S q => negb (N.eqb (nth (q + p) values 0) (nth q values 0 + s))%N end) &&
  (let w := skipn P values in let two := (w ++ map (fun x => x + s)%N w)%list in
   forallb (fun d => off (N.of_nat p) (N.of_nat d * s) (skipn d two) w) (seq 1 (p - 1))).

Lemma least_growing_sound P p s values : 1 <= p -> List.length values = P + p -> least_growing P p s values = true ->
  forall P' p' s', 1 <= p' ->
  (forall n, P' <= n -> growing_law values P p s (n + p') = (growing_law values P p s n + s')%N) -> P <= P' /\ p <= p'.
Proof.
  intros Pos Len E P' p' s' Pos' G'. set (g := growing_law values P p s) in *.
  assert (G : forall m n, P <= n -> g (n + m * p) = (g n + N.of_nat m * s)%N) by (intros; now apply growing_turns).
  assert (GG : forall m n, P' <= n -> g (n + m * p') = (g n + N.of_nat m * s')%N).
  { intros m n L. induction m as [|m IH]; [rewrite Nat.add_0_r; lia|].
    replace (n + S m * p') with (n + m * p' + p') by lia. rewrite G', IH by lia. lia. }
  assert (Ratio : (N.of_nat p * s' = N.of_nat p' * s)%N).
  { pose proof (G p' (P + P') ltac:(lia)) as A. pose proof (GG p (P + P') ltac:(lia)) as B.
    replace (p * p') with (p' * p) in B by lia. lia. }
  unfold least_growing in E. apply andb_true_iff in E as [E1 E2]. split.
  - destruct (le_lt_dec P P') as [|L]; auto. exfalso. destruct P as [|q]; [lia|].
    apply negb_true_iff, N.eqb_neq in E1. apply E1. rewrite <- !(growing_first values (S q) p s) by lia. fold g.
    pose proof (GG p q ltac:(lia)) as A. pose proof (G (p' - 1) (q + p) ltac:(lia)) as B.
    replace (q + p + (p' - 1) * p) with (q + p * p') in B by nia.
    replace (N.of_nat p') with (N.of_nat (p' - 1) + 1)%N in Ratio by lia. lia.
  - destruct (le_lt_dec p p') as [|L]; auto. exfalso. rewrite forallb_forall in E2.
    assert (Ip : In p' (seq 1 (p - 1))) by (apply in_seq; lia). specialize (E2 p' Ip). clear E1 Ip.
    apply off_spec in E2 as (i & I1 & I2 & D). set (w := skipn P values) in *.
    assert (Lw : List.length w = p) by (unfold w; rewrite skipn_length; lia).
    assert (Vw : forall i, i < p -> nth i w 0%N = g (P + i)).
    { intros j J. unfold w, g. rewrite nth_skipn, growing_first by lia. reflexivity. }
    rewrite Vw in D by lia. apply D. rewrite nth_skipn.
    assert (Vt : nth (p' + i) (w ++ map (fun x => x + s)%N w) 0%N = g (P + i + p')).
    { destruct (le_lt_dec p (p' + i)) as [B|B].
      - rewrite app_nth2 by lia. rewrite Lw. rewrite (nth_indep _ 0%N (0 + s)%N) by (rewrite map_length; lia).
        rewrite (map_nth (fun x => (x + s)%N)), Vw by lia. pose proof (G 1 (P + (p' + i - p)) ltac:(lia)) as X.
        replace (P + (p' + i - p) + 1 * p) with (P + i + p') in X by lia. lia.
      - rewrite app_nth1, Vw by lia. f_equal. lia. }
    rewrite Vt. pose proof (G' (P + i + P' * p) ltac:(nia)) as X.
    replace (P + i + P' * p + p') with (P + i + p' + P' * p) in X by lia. rewrite !G in X by lia.
    assert (Y : g (P + i + p') = (g (P + i)%nat + s')%N) by lia. rewrite Y. lia.
Qed.

(* ---- what a certificate claims ---- *)

(* A law g(n + p) = g(n) + s; the theorem looks at so many turns of it as one, and at values below the window. *)
Record growth_claim := { w_law : period_claim; w_saltus : N; w_turns : nat; w_window : nat }.

Definition grows_by (g : game) (P p : nat) (s : N) : Prop :=
  forall n x, P <= n -> (has_value (moves g) n x <-> has_value (moves g) (n + p) (x + s)%N).

Definition true_growth (m : growth_claim) : Prop :=
  let g := p_game (w_law m) in let P := p_preperiod (w_law m) in let p := p_period (w_law m) in let s := w_saltus m in
  exists values, List.length values = P + p /\ digest values = p_digest (w_law m) /\
  (forall n x, has_value (moves g) n x <-> growing_law values P p s n = x) /\
  grows_by g P p s /\
  forall P' p' s', 1 <= p' -> grows_by g P' p' s' -> P <= P' /\ p <= p'.

Fixpoint twos_in (x : positive) : N := match x with xO y => N.succ (twos_in y) | _ => 0%N end.

Definition check_growth (s : search) (m : growth_claim) : bool :=
  let l := w_law m in let c := p_code l in let P := p_preperiod l in let p := p_period l in
  let jump := (N.of_nat (w_turns m) * w_saltus m)%N in let turn := w_turns m * p in let first := Nat.max P 1 in
  let k := match jump with N0 => 0%N | Npos x => twos_in x end in let u := (jump / 2 ^ k)%N in
  let from := Nat.max (w_window m - turn) (3 * first + List.length c) in
  if code_ok c && (1 <=? p) && (1 <=? w_turns m) && (jump =? 2 ^ k * u)%N then
    if same_game s (p_game l) c then
      match table_with None (from + turn) c with
      | Some rl =>
        let fl := rev_append rl [] in
        match values_of_growing P p (w_saltus m) fl with
        | Some values =>
          if N.eqb (digest values) (p_digest l) && least_growing P p (w_saltus m) values
          then grows_for_ever c first turn (Nat.div2 turn) from k u (growing_law values P p (w_saltus m)) fl
          else false
        | None => false
        end
      | None => false
      end
    else false
  else false.

Lemma at_most_three c : code_ok c = true -> at_most 3 c.
Proof.
  intros Ok j o A. destruct (code_ok_spec c Ok) as (_ & H & _). specialize (H j o A). revert H. unfold most_heaps.
  destruct (existsb _ c); [lia|destruct (existsb _ c); lia].
Qed.

Theorem check_growth_sound s m : check_growth s m = true -> true_growth m.
Proof.
  unfold check_growth. destruct m as [[g c P p d] sal turns wide].
  cbn [p_game p_code p_preperiod p_period p_digest w_law w_saltus w_turns w_window]. cbv zeta.
  set (jump := (N.of_nat turns * sal)%N). set (k := match jump with N0 => 0%N | Npos x => twos_in x end).
  set (u := (jump / 2 ^ k)%N). set (first := Nat.max P 1). set (from := Nat.max _ _).
  destruct (_ && (jump =? 2 ^ k * u)%N) eqn:C; [|discriminate]. rewrite !andb_true_iff in C.
  destruct C as [[[Ok P1] T1] J]. apply Nat.leb_le in P1, T1. apply N.eqb_eq in J.
  destruct (same_game s g c) eqn:Sg; [|discriminate].
  destruct (table_with None (from + turns * p) c) as [rl|] eqn:T; [|discriminate]. rewrite <- rev_alt.
  destruct (values_of_growing P p sal (rev rl)) as [values|] eqn:V; [|discriminate].
  destruct (N.eqb (digest values) d) eqn:D; [|discriminate]. destruct (least_growing P p sal values) eqn:Le; [|discriminate].
  cbn [andb]. intro Gr. apply N.eqb_eq in D. destruct (table_with_right _ _ c rl Ok T) as [Len R].
  assert (Long : P + p <= List.length (rev rl)) by (rewrite rev_length, Len; unfold from, first; nia).
  destruct (growing_agrees P p sal (rev rl) values P1 Long V) as [Lv Ag].
  destruct (code_ok_spec c Ok) as (La & _).
  assert (All : forall n, right (leave c) (growing_law values P p sal) n).
  { apply (grows_for_ever_right c first (turns * p) (Nat.div2 (turns * p)) from k u _ (rev rl) Gr (at_most_three c Ok)).
    - intros n L. rewrite growing_turns by (unfold first in L; lia). now rewrite <- J.
    - exact Ag.
    - intros n L. apply (right_ext c (tab rl)); auto; [|apply R; lia]. intros i I. unfold tab. apply Ag.
      rewrite rev_length. lia. }
  pose proof (same_game_values s g c _ Ok Sg All) as S. exists values.
  cbn [p_game p_code p_preperiod p_period p_digest w_law w_saltus w_turns w_window].
  split; [exact Lv|]. split; [exact D|]. split; [exact S|]. split.
  - intros n x L. rewrite !S, growing_next by lia. lia.
  - intros P' p' s' Pos Gp. apply (least_growing_sound P p sal values P1 Lv Le P' p' s' Pos).
    intros n N. apply S, (proj1 (Gp n _ N)). now apply S.
Qed.

(* ---- the lines of the certificate ---- *)

Local Open Scope string_scope.

Definition growth_of (c : certificate) : option growth_claim :=
  match fields c with
  | [code; pre; per; saltus; wide; d] =>
    if kind c =? "three" then
      match the_period c code pre per d, natural_of "saltus" saltus, naturals_of "window" wide with
      | Some m, Some s, Some [w; t] =>
        if (N.ltb 0 s && N.leb w 16384 && N.leb t 64)%bool then
          Some {| w_law := m; w_saltus := s; w_turns := N.to_nat t; w_window := N.to_nat w |}
        else None
      | _, _, _ => None
      end
    else None
  | _ => None
  end.
