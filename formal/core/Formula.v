(* Terms and conditions on integers, as rules and certificates use them. *)
From Coq Require Import List ZArith Lia Bool.
Import ListNotations.
Local Open Scope Z_scope.

Inductive term :=
| Num (z : Z)
| Var (i : nat)
| Add (a b : term)
| Mul (k : Z) (a : term)
| Div (a : term) (d : positive)  (* rounded down *)
| Max (a b : term).

Fixpoint eval (e : list Z) (t : term) : Z :=
  match t with
  | Num z => z
  | Var i => nth i e 0
  | Add a b => eval e a + eval e b
  | Mul k a => k * eval e a
  | Div a d => eval e a / Zpos d
  | Max a b => Z.max (eval e a) (eval e b)
  end.

Definition Sub a b := Add a (Mul (-1) b).
Definition Mod a d := Sub a (Mul (Zpos d) (Div a d)).
Definition Min a b := Mul (-1) (Max (Mul (-1) a) (Mul (-1) b)).
Definition Abs a := Max a (Mul (-1) a).

Inductive formula :=
| Ge (t : term)  (* t >= 0 *)
| And (f g : formula)
| Or (f g : formula).

Fixpoint holds (e : list Z) (f : formula) : Prop :=
  match f with
  | Ge t => 0 <= eval e t
  | And f g => holds e f /\ holds e g
  | Or f g => holds e f \/ holds e g
  end.

Definition Yes := Ge (Num 0).
Definition No := Ge (Num (-1)).
Definition Le a b := Ge (Sub b a).
Definition Lt a b := Le (Add a (Num 1)) b.
Definition Eq a b := And (Le a b) (Le b a).
Definition Ne a b := Or (Lt a b) (Lt b a).
Definition all_of := fold_right And Yes.
Definition some_of := fold_right Or No.
Definition one_of (t : term) (l : list Z) : formula := some_of (map (fun z => Eq t (Num z)) l).

Fixpoint neg (f : formula) : formula :=
  match f with
  | Ge t => Ge (Sub (Num (-1)) t)
  | And f g => Or (neg f) (neg g)
  | Or f g => And (neg f) (neg g)
  end.

Lemma holds_dec e f : {holds e f} + {~ holds e f}.
Proof.
  induction f as [t|f [F|F] g [G|G]|f [F|F] g [G|G]]; simpl; try tauto.
  destruct (Z_le_dec 0 (eval e t)); auto.
Qed.

Lemma neg_spec e f : holds e (neg f) <-> ~ holds e f.
Proof.
  induction f as [t|f IHf g IHg|f IHf g IHg]; cbn [holds neg eval Sub].
  - unfold Sub. cbn [eval]. lia.
  - rewrite IHf, IHg. destruct (holds_dec e f); tauto.
  - rewrite IHf, IHg. tauto.
Qed.

Lemma holds_le e a b : holds e (Le a b) <-> eval e a <= eval e b.
Proof. unfold Le, Sub. cbn [holds eval]. lia. Qed.
Lemma holds_lt e a b : holds e (Lt a b) <-> eval e a < eval e b.
Proof. unfold Lt, Le, Sub. cbn [holds eval]. lia. Qed.
Lemma holds_eq e a b : holds e (Eq a b) <-> eval e a = eval e b.
Proof. unfold Eq. cbn [holds]. rewrite !holds_le. lia. Qed.
Lemma holds_ne e a b : holds e (Ne a b) <-> eval e a <> eval e b.
Proof. unfold Ne. cbn [holds]. rewrite !holds_lt. lia. Qed.

Lemma holds_all e l : holds e (all_of l) <-> Forall (holds e) l.
Proof.
  induction l as [|f l IH]; simpl; [split; [constructor|lia]|].
  rewrite IH. split; [intros []; now constructor|intro F; inversion F; auto].
Qed.

Lemma holds_some e l : holds e (some_of l) <-> Exists (holds e) l.
Proof.
  induction l as [|f l IH]; simpl; [split; [lia|intro X; inversion X]|].
  rewrite IH. split; [intros [|]; auto|intro X; inversion X; auto].
Qed.

Lemma holds_one_of e t l : holds e (one_of t l) <-> In (eval e t) l.
Proof.
  unfold one_of. rewrite holds_some, Exists_exists. split.
  - intros (f & I & H). apply in_map_iff in I as (z & <- & I). apply holds_eq in H. simpl in H. now rewrite H.
  - intro I. eexists. split; [apply in_map_iff; eexists; split; [reflexivity|exact I]|]. now apply holds_eq.
Qed.

(* ---- variables replaced by terms ---- *)

Fixpoint put (s : list term) (t : term) : term :=
  match t with
  | Num z => Num z
  | Var i => nth i s (Num 0)
  | Add a b => Add (put s a) (put s b)
  | Mul k a => Mul k (put s a)
  | Div a d => Div (put s a) d
  | Max a b => Max (put s a) (put s b)
  end.

Fixpoint put_in (s : list term) (f : formula) : formula :=
  match f with
  | Ge t => Ge (put s t)
  | And f g => And (put_in s f) (put_in s g)
  | Or f g => Or (put_in s f) (put_in s g)
  end.

Lemma eval_put e s t : eval e (put s t) = eval (map (eval e) s) t.
Proof.
  induction t; simpl; try congruence.
  change 0 with (eval e (Num 0)) at 2. now rewrite map_nth.
Qed.

Lemma holds_put e s f : holds e (put_in s f) <-> holds (map (eval e) s) f.
Proof. induction f; simpl; [now rewrite eval_put|tauto|tauto]. Qed.
