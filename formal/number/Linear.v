(* Conditions on integers that nothing satisfies, with a proof. How the proof was found does not matter. *)
From Coq Require Import List ZArith Lia Bool.
From Grundy Require Import Formula.
Import ListNotations.
Local Open Scope Z_scope.

(* ---- rows: a_0 x_0 + a_1 x_1 + … + c >= 0 ---- *)

Definition row := (list Z * Z)%type.

Fixpoint dot (l : list Z) (x : nat -> Z) : Z :=
  match l with [] => 0 | a :: l => a * x O + dot l (fun i => x (S i)) end.
Definition value (x : nat -> Z) (r : row) : Z := dot (fst r) x + snd r.
Definition satisfied x (r : row) := 0 <= value x r.

Fixpoint plus (a b : list Z) : list Z :=
  match a, b with
  | [], b => b
  | a, [] => a
  | x :: a, y :: b => x + y :: plus a b
  end.
Definition add (r s : row) : row := (plus (fst r) (fst s), snd r + snd s).
Definition scale (k : Z) (r : row) : row := (map (Z.mul k) (fst r), k * snd r).
Definition opposite (r : row) : row := (map Z.opp (fst r), -1 - snd r).

Lemma dot_plus a : forall b x, dot (plus a b) x = dot a x + dot b x.
Proof. induction a as [|u a IH]; intros [|v b] x; cbn [plus dot]; try ring. rewrite IH. ring. Qed.
Lemma dot_scale k a : forall x, dot (map (Z.mul k) a) x = k * dot a x.
Proof. induction a as [|u a IH]; intro x; cbn [map dot]; [ring|]. rewrite IH. ring. Qed.
Lemma dot_opp a : forall x, dot (map Z.opp a) x = - dot a x.
Proof. induction a as [|u a IH]; intro x; cbn [map dot]; [ring|]. rewrite IH. ring. Qed.
Lemma value_add x r s : value x (add r s) = value x r + value x s.
Proof. unfold value, add. cbn [fst snd]. rewrite dot_plus. ring. Qed.
Lemma value_scale x k r : value x (scale k r) = k * value x r.
Proof. unfold value, scale. cbn [fst snd]. rewrite dot_scale. ring. Qed.
Lemma value_number x c : value x ([], c) = c.
Proof. reflexivity. Qed.
Lemma value_opposite x r : value x (opposite r) = -1 - value x r.
Proof. unfold value, opposite. cbn [fst snd]. rewrite dot_opp. ring. Qed.

(* ---- proofs that rows contradict each other ---- *)

Inductive proof :=
| Sum_negative (ms : list N)                     (* the sum with these factors is a negative number *)
| Cut (ms : list N) (d : positive) (p : proof)   (* that sum, divided by d and rounded down, is a further row *)
| Split (r : row) (p q : proof).                 (* r >= 0, or r <= -1 *)

Fixpoint weighted (ms : list N) (rows : list row) : row :=
  match ms, rows with
  | N0 :: ms, _ :: rows => weighted ms rows
  | m :: ms, r :: rows => add (scale (Z.of_N m) r) (weighted ms rows)
  | _, _ => ([], 0)
  end.

Fixpoint contradiction (rows : list row) (p : proof) : bool :=
  match p with
  | Sum_negative ms => let (l, c) := weighted ms rows in forallb (Z.eqb 0) l && (c <? 0)
  | Cut ms d p =>
    let (l, c) := weighted ms rows in
    if forallb (fun a => a mod Zpos d =? 0) l
    then contradiction ((map (fun a => a / Zpos d) l, c / Zpos d) :: rows) p else false
  | Split r p q => if contradiction (r :: rows) p then contradiction (opposite r :: rows) q else false
  end.

Lemma weighted_satisfied x : forall ms rows, Forall (satisfied x) rows -> satisfied x (weighted ms rows).
Proof.
  assert (Z : satisfied x ([], 0)) by (unfold satisfied, value; simpl; lia).
  induction ms as [|m ms IH]; intros [|r rows] F; try exact Z; [destruct m; exact Z|].
  inversion F as [|? ? R F']; subst. specialize (IH rows F'). destruct m as [|m]; [exact IH|].
  simpl. unfold satisfied in *. rewrite value_add, value_scale. lia.
Qed.

Lemma dot_zero l : forallb (Z.eqb 0) l = true -> forall x, dot l x = 0.
Proof.
  induction l as [|a l IH]; cbn [forallb dot]; auto. intros E x. apply andb_true_iff in E as [A E].
  apply Z.eqb_eq in A. rewrite IH by exact E. subst a. reflexivity.
Qed.

Lemma dot_divided d l : forallb (fun a => a mod Zpos d =? 0) l = true ->
  forall x, dot l x = Zpos d * dot (map (fun a => a / Zpos d) l) x.
Proof.
  induction l as [|a l IH]; intros E x; cbn [forallb map dot] in *; [lia|]. apply andb_true_iff in E as [A E].
  apply Z.eqb_eq in A. rewrite IH by exact E. pose proof (Z.div_mod a (Zpos d)). nia.
Qed.

Lemma contradiction_sound p : forall rows, contradiction rows p = true ->
  forall x, ~ Forall (satisfied x) rows.
Proof.
  induction p as [ms|ms d p IH|r p IHp q IHq]; intros rows E x F; cbn [contradiction] in E.
  - pose proof (weighted_satisfied x ms rows F) as W. destruct (weighted ms rows) as [l c].
    apply andb_true_iff in E as [E1 E2]. unfold satisfied, value in W. simpl in W.
    rewrite (dot_zero l E1) in W. lia.
  - pose proof (weighted_satisfied x ms rows F) as W. destruct (weighted ms rows) as [l c].
    destruct (forallb _ l) eqn:D; [|discriminate]. apply (IH _ E x). constructor; auto.
    unfold satisfied, value in *. cbn [fst snd] in *. rewrite (dot_divided d l D) in W.
    pose proof (Z.div_mod c (Zpos d)). pose proof (Z.mod_pos_bound c (Zpos d)). nia.
  - destruct (contradiction (r :: rows) p) eqn:P; [|discriminate].
    destruct (Z_le_dec 0 (value x r)) as [L|L].
    + apply (IHp _ P x). now constructor.
    + apply (IHq _ E x). constructor; auto. unfold satisfied. rewrite value_opposite. lia.
Qed.

(* ---- conditions of rows, gone through branch by branch ---- *)

Inductive rows_formula := Row (r : row) | Both (f g : rows_formula) | Either (f g : rows_formula).

Fixpoint true_at (x : nat -> Z) (f : rows_formula) : Prop :=
  match f with
  | Row r => satisfied x r
  | Both f g => true_at x f /\ true_at x g
  | Either f g => true_at x f \/ true_at x g
  end.

(* After each row of a branch: it goes on, or the rows so far are contradictory. *)
Inductive step := On | Closed (p : proof).

Fixpoint walk (f : rows_formula) (rows : list row) (steps : list step)
    (k : list row -> list step -> option (list step)) : option (list step) :=
  match f with
  | Row r =>
    match steps with
    | On :: steps => k (r :: rows) steps
    | Closed p :: steps => if contradiction (r :: rows) p then Some steps else None
    | [] => None
    end
  | Both f g => walk f rows steps (fun rows steps => walk g rows steps k)
  | Either f g => match walk f rows steps k with Some steps => walk g rows steps k | None => None end
  end.

Lemma walk_sound x f : forall rows steps k rest,
  (forall rows steps rest, Forall (satisfied x) rows -> k rows steps = Some rest -> False) ->
  Forall (satisfied x) rows -> true_at x f -> walk f rows steps k = Some rest -> False.
Proof.
  induction f as [r|f IHf g IHg|f IHf g IHg]; cbn [walk true_at]; intros rows steps k rest K F H E.
  - destruct steps as [|[|p] steps]; [discriminate| |].
    + apply (K _ _ _ (Forall_cons _ H F) E).
    + destruct (contradiction _ p) eqn:C; [|discriminate].
      apply (contradiction_sound p _ C x). now constructor.
  - destruct H as [Hf Hg]. apply (IHf rows steps _ rest) in E; auto.
    intros rows' steps' rest' F' E'. apply (IHg rows' steps' k rest'); auto.
  - destruct (walk f rows steps k) as [steps'|] eqn:E1; [|discriminate].
    destruct H as [H|H]; [exact (IHf _ _ _ _ K F H E1)|exact (IHg _ _ _ _ K F H E)].
Qed.

(* ---- quotients and maxima are further variables ---- *)

Fixpoint same (a b : term) : bool :=
  match a, b with
  | Num x, Num y => x =? y
  | Var i, Var j => Nat.eqb i j
  | Add a b, Add c d => same a c && same b d
  | Mul k a, Mul l b => (k =? l) && same a b
  | Div a d, Div b e => Pos.eqb d e && same a b
  | Max a b, Max c d => same a c && same b d
  | _, _ => false
  end.

Lemma same_spec a : forall b, same a b = true -> a = b.
Proof.
  induction a; intros []; simpl; try discriminate; rewrite ?andb_true_iff.
  - intro E. apply Z.eqb_eq in E. congruence.
  - intro E. apply Nat.eqb_eq in E. congruence.
  - intros [A B]. f_equal; auto.
  - intros [A B]. apply Z.eqb_eq in A. f_equal; auto.
  - intros [A B]. apply Pos.eqb_eq in A. f_equal; auto.
  - intros [A B]. f_equal; auto.
Qed.

Fixpoint place (t : term) (d : list term) : option nat :=
  match d with
  | [] => None
  | u :: d => if same t u then Some O else match place t d with Some i => Some (S i) | None => None end
  end.

Lemma place_spec t d : forall i, place t d = Some i -> nth i d (Num 0) = t.
Proof.
  induction d as [|u d IH]; simpl; intros i E; [discriminate|].
  destruct (same t u) eqn:S; [injection E as <-; symmetry; now apply same_spec|].
  destruct (place t d) as [j|]; [|discriminate]. injection E as <-. now apply IH.
Qed.

Definition once (t : term) (d : list term) := match place t d with Some _ => d | None => t :: d end.
Fixpoint defined (t : term) (d : list term) : list term :=
  match t with
  | Num _ | Var _ => d
  | Add a b => defined a (defined b d)
  | Mul _ a => defined a d
  | Div a _ => once t (defined a d)
  | Max a b => once t (defined a (defined b d))
  end.
Fixpoint defined_in (f : formula) (d : list term) : list term :=
  match f with
  | Ge t => defined t d
  | And f g | Or f g => defined_in f (defined_in g d)
  end.

Section Compile.
  Variable n : nat.         (* variables *)
  Variable d : list term.   (* further ones *)

  Definition unit (i : nat) : row := (repeat 0 i ++ [1], 0).

  Fixpoint linear (t : term) : option row :=
    match t with
    | Num z => Some ([], z)
    | Var i => if Nat.ltb i n then Some (unit i) else None
    | Add a b => match linear a, linear b with Some r, Some s => Some (add r s) | _, _ => None end
    | Mul k a => match linear a with Some r => Some (scale k r) | None => None end
    | Div _ _ | Max _ _ => match place t d with Some i => Some (unit (n + i)) | None => None end
    end.

  Definition minus (r s : row) := add r (scale (-1) s).

  Definition greatest_rest (e : positive) := Zpos e - 1.

  (* What defines a further variable. *)
  Definition definition_of (t : term) : option rows_formula :=
    match t with
    | Div a e =>
      match linear t, linear a with
      | Some q, Some r =>
        Some (Both (Row (minus r (scale (Zpos e) q)))
                   (Row (add (minus (scale (Zpos e) q) r) ([], greatest_rest e))))
      | _, _ => None
      end
    | Max a b =>
      match linear t, linear a, linear b with
      | Some m, Some r, Some s =>
        Some (Both (Both (Row (minus m r)) (Row (minus m s))) (Either (Row (minus r m)) (Row (minus s m))))
      | _, _, _ => None
      end
    | _ => None
    end.

  Fixpoint compile (f : formula) : option rows_formula :=
    match f with
    | Ge t => match linear t with Some r => Some (Row r) | None => None end
    | And f g => match compile f, compile g with Some f, Some g => Some (Both f g) | _, _ => None end
    | Or f g => match compile f, compile g with Some f, Some g => Some (Either f g) | _, _ => None end
    end.

  Fixpoint with_definitions (l : list term) (f : rows_formula) : option rows_formula :=
    match l with
    | [] => Some f
    | t :: l => match definition_of t, with_definitions l f with
                | Some a, Some b => Some (Both a b) | _, _ => None
                end
    end.

  Variable e : list Z.
  Definition at_ (i : nat) : Z := if Nat.ltb i n then nth i e 0 else eval e (nth (i - n) d (Num 0)).

  Lemma value_unit x i : value x (unit i) = x i.
  Proof.
    unfold value, unit. simpl. rewrite Z.add_0_r. revert x.
    induction i as [|i IH]; intro x; cbn [repeat app dot]; [ring|]. rewrite IH. ring.
  Qed.

  Lemma linear_value t : forall r, linear t = Some r -> value at_ r = eval e t.
  Proof.
    assert (P : forall t r, match place t d with Some i => Some (unit (n + i)) | None => None end = Some r ->
              value at_ r = eval e t).
    { intros u r E. destruct (place u d) as [i|] eqn:P; [|discriminate]. injection E as <-.
      rewrite value_unit. unfold at_. destruct (Nat.ltb_spec (n + i) n); [lia|].
      replace (n + i - n)%nat with i by lia. now rewrite (place_spec u d i P). }
    induction t as [z|i|a IHa b IHb|k a IHa|a IHa p|a IHa b IHb]; simpl; intros r E; try (apply (P _ r E)).
    - injection E as <-. reflexivity.
    - destruct (Nat.ltb_spec i n) as [L|]; [|discriminate]. injection E as <-.
      rewrite value_unit. unfold at_. destruct (Nat.ltb_spec i n); [reflexivity|lia].
    - destruct (linear a) as [ra|]; [|discriminate]. destruct (linear b) as [rb|]; [|discriminate].
      injection E as <-. now rewrite value_add, (IHa ra), (IHb rb).
    - destruct (linear a) as [ra|]; [|discriminate]. injection E as <-. now rewrite value_scale, (IHa ra).
  Qed.

  Lemma compile_true f : forall g, compile f = Some g -> holds e f -> true_at at_ g.
  Proof.
    induction f as [t|f IHf g IHg|f IHf g IHg]; simpl; intros c E H.
    - destruct (linear t) as [r|] eqn:L; [|discriminate]. injection E as <-. simpl. unfold satisfied.
      now rewrite (linear_value t r L).
    - destruct (compile f); [|discriminate]. destruct (compile g); [|discriminate]. injection E as <-.
      simpl. destruct H. auto.
    - destruct (compile f); [|discriminate]. destruct (compile g); [|discriminate]. injection E as <-.
      simpl. destruct H; auto.
  Qed.

  Lemma definition_true t c : definition_of t = Some c -> true_at at_ c.
  Proof.
    destruct t as [| | | |a p|a b]; cbn [definition_of]; try discriminate; intro E.
    - destruct (linear (Div a p)) as [q|] eqn:Q; [|discriminate].
      destruct (linear a) as [r|] eqn:R; [|discriminate]. injection E as <-.
      apply linear_value in Q, R. simpl in Q. cbn [true_at]. unfold satisfied, minus.
      rewrite !value_add, !value_scale, Q, R, value_number.
      pose proof (Z.div_mod (eval e a) (Zpos p) ltac:(lia)) as X.
      pose proof (Z.mod_pos_bound (eval e a) (Zpos p) ltac:(lia)) as Y.
      unfold greatest_rest. split; lia.
    - destruct (linear (Max a b)) as [m|] eqn:Q; [|discriminate].
      destruct (linear a) as [r|] eqn:R; [|discriminate]. destruct (linear b) as [s|] eqn:S; [|discriminate].
      injection E as <-. apply linear_value in Q, R, S. cbn [eval] in Q. cbn [true_at]. unfold satisfied, minus.
      rewrite !value_add, !value_scale, Q, R, S.
      destruct (Z.max_spec (eval e a) (eval e b)) as [[L ->]|[L ->]]; (split; [split; lia|]); [right|left]; lia.
  Qed.

  Lemma with_definitions_true l f : forall c, with_definitions l f = Some c -> true_at at_ f -> true_at at_ c.
  Proof.
    induction l as [|t l IH]; simpl; intros c E H; [congruence|].
    destruct (definition_of t) as [a|] eqn:D; [|discriminate].
    destruct (with_definitions l f) as [b|]; [|discriminate]. injection E as <-. simpl.
    split; [now apply (definition_true t)|now apply IH].
  Qed.
End Compile.

(* A condition on n variables. *)
Definition compiled (n : nat) (f : formula) : option rows_formula :=
  let d := defined_in f [] in
  match compile n d f with Some g => with_definitions n d d g | None => None end.

(* find: a search for a proof, which need not be trusted. *)
Definition never (find : rows_formula -> list step) (n : nat) (f : formula) : bool :=
  match compiled n f with
  | Some g => match walk g [] (find g) (fun _ _ => None) with Some _ => true | None => false end
  | None => false
  end.

Theorem never_sound find n f : never find n f = true -> forall e, ~ holds e f.
Proof.
  unfold never, compiled. intros E e H. set (d := defined_in f []) in *.
  destruct (compile n d f) as [g|] eqn:C; [|discriminate].
  destruct (with_definitions n d d g) as [c|] eqn:W; [|discriminate].
  destruct (walk c [] (find c) _) as [rest|] eqn:K; [|discriminate].
  apply (walk_sound (at_ n d e) c [] (find c) (fun _ _ => None) rest); auto.
  - intros; discriminate.
  - apply (with_definitions_true n d e d g); auto. apply (compile_true n d e f g); auto.
Qed.
