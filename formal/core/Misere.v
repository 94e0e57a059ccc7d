(* Misère play of sums: who can't move wins. *)
From Coq Require Import List.
From Grundy Require Import Game.
Import ListNotations.

Section Misere.
  Variable P : Type.
  Variable opt : P -> list P -> Prop.

  Inductive wins_misere : list P -> Prop :=
  | no_move_wins s : (forall t, ~ move opt s t) -> wins_misere s
  | wins_misere_by s t : move opt s t -> loses_misere t -> wins_misere s
  with loses_misere : list P -> Prop :=
  | loses_misere_if s t : move opt s t -> (forall t, move opt s t -> wins_misere t) -> loses_misere s.

  Scheme wins_misere_both := Induction for wins_misere Sort Prop
    with loses_misere_both := Induction for loses_misere Sort Prop.

  Lemma not_both_misere s : wins_misere s -> loses_misere s -> False.
  Proof.
    intro W. induction W using wins_misere_both with (P0 := fun s _ => wins_misere s -> False).
    - intro L. inversion L; subst. eapply n; eauto.
    - intro L. inversion L; subst. auto.
    - intro W. inversion W; subst; [eapply H0; eauto|eauto].
  Qed.

  (* Whether a sum is lost, as a condition `lost` on sums says, which has these three properties. *)
  Theorem decided_misere (lost : list P -> bool) :
    (forall p, Acc (part opt) p) ->
    (forall s, (forall t, ~ move opt s t) -> lost s = false) ->
    (forall s t, move opt s t -> lost s = true -> lost t = false) ->
    (forall s t, move opt s t -> lost s = false -> exists t', move opt s t' /\ lost t' = true) ->
    (forall s, (forall t, ~ move opt s t) \/ exists t, move opt s t) ->
    forall s, (loses_misere s <-> lost s = true) /\ (wins_misere s <-> lost s = false).
  Proof.
    intros A E L W M.
    assert (D : forall s, (lost s = true -> loses_misere s) /\ (lost s = false -> wins_misere s)).
    { intro s. assert (As : Acc (later P opt) s) by (apply ends; apply Forall_forall; auto).
      induction As as [s _ IH]. split; intro B.
      - destruct (M s) as [N|(t & T)]; [rewrite (E s N) in B; discriminate|].
        apply (loses_misere_if s t T). intros t' T'. apply (IH t' T'). exact (L s t' T' B).
      - destruct (M s) as [N|(t & T)]; [now constructor|].
        destruct (W s t T B) as (t' & T' & B'). apply (wins_misere_by s t' T'). now apply (IH t' T'). }
    intro s. destruct (D s) as [D1 D2]. split; split; auto; intro X; destruct (lost s) eqn:B; auto; exfalso.
    - exact (not_both_misere s (D2 eq_refl) X).
    - exact (not_both_misere s X (D1 eq_refl)).
  Qed.
End Misere.

Arguments wins_misere {P}. Arguments loses_misere {P}.
