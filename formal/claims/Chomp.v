(* Chomp on a board: the lengths of its rows, the lowest first; the piece at the lower left is never eaten. *)
From Coq Require Import List NArith Arith Lia Bool.
From Grundy Require Import Game Claims.
Import ListNotations.

Definition board := list nat.

Fixpoint eat_rows (below rows : list nat) (least : nat) : list (list board) :=
  match rows with
  | [] => []
  | r :: above =>
    map (fun j => [below ++ map (Nat.min j) (r :: above)]) (seq least (r - least))
    ++ eat_rows (below ++ [r]) above 0
  end.
Definition chomp (b : board) := eat_rows [] b 1.
Definition pieces (b : board) := list_sum b.

Lemma min_sum j l : list_sum (map (Nat.min j) l) <= list_sum l.
Proof. induction l; simpl; lia. Qed.

Lemma eat_falls rows : forall below least o q,
  In o (eat_rows below rows least) -> In q o -> pieces q < list_sum (below ++ rows).
Proof.
  induction rows as [|r above IH]; simpl; intros below least o q I Q; [tauto|].
  apply in_app_or in I as [I|I].
  - apply in_map_iff in I as (j & <- & J). apply in_seq in J. destruct Q as [<-|[]].
    unfold pieces. rewrite !list_sum_app. simpl. pose proof (min_sum j above). lia.
  - pose proof (IH _ _ _ _ I Q) as L. now rewrite <- app_assoc in L.
Qed.

Lemma chomp_falls b o q : In o (chomp b) -> In q o -> pieces q < pieces b.
Proof. intros I Q. exact (eat_falls b [] 1 o q I Q). Qed.

Fixpoint key (b : board) : positive :=
  match b with [] => xH | n :: b => Nat.iter n xI (xO (key b)) end.

Lemma key_inj a : forall b, key a = key b -> a = b.
Proof.
  assert (X : forall n m p q, Nat.iter n xI (xO p) = Nat.iter m xI (xO q) -> n = m /\ p = q).
  { induction n as [|n IH]; intros [|m] p q E; simpl in E; try discriminate.
    - injection E; auto.
    - injection E as E. apply IH in E. intuition congruence. }
  assert (Y : forall n p, Nat.iter n xI (xO p) <> xH) by (intros [|n] p; discriminate).
  induction a as [|n a IH]; intros [|m b] E; simpl in E; auto.
  - exfalso. exact (Y m (key b) (eq_sym E)).
  - exfalso. exact (Y n (key a) E).
  - apply X in E as [-> E]. f_equal. auto.
Qed.

Definition check_chomp := check_claims board chomp key.
Theorem chomp_sound cs : check_chomp cs = true ->
  forall c, In c cs -> holds board chomp c.
Proof. apply (check_claims_sound board chomp pieces chomp_falls key key_inj). Qed.

Example chomp22 : has_value (opt board chomp) [2; 2] 2.
Proof.
  change (holds board chomp (Is _ [2;2] 2%N)).
  apply (chomp_sound [Is _ [1;0] 0%N; Is _ [1;1] 1%N; Is _ [2;0] 1%N; Is _ [2;1] 0%N; Is _ [2;2] 2%N]); [|simpl; tauto].
  vm_compute. reflexivity.
Qed.
