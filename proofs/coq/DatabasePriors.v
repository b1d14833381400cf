(** Theorem 6.3 of Ghosh, Roughgarden and Sundararajan (2009): no mechanism is optimal for two users whose priors are
    about databases, whatever each of them makes of its responses.

    The databases have three rows of one bit, and α = 1/2. The first user expects {1} and {2} with 1/4 each and {2, 3}
    with 1/2; the second one expects {1}, {2} and {1, 3}. So only the columns of {1}, {2}, {1, 3} and {2, 3} count,
    and whatever a response means to the two users, together it costs them 11/60 of its probability on {1} and {2} and
    2/15 of that on {1, 3} and {2, 3}, at least. That adds up to 19/30, and each user alone has a mechanism that costs
    13/48. *)

From ExactDP Require Export Databases NamedLosses.
From Coq Require Import Bool.

(** Inequalities with the fractions n # d, over the rational or the real numbers. *)
Ltac decide_fractions := unfold fraction in *; lra.

(** What a user makes of the responses of a mechanism, by a remap. *)
Definition remapped {D : Type} (columns : nat) (x : list D -> nat -> Q) (t : matrix) : list D -> nat -> Q :=
  fun d r => sum columns (fun k => x d k * t k r).

Definition bits : list bool := [true; false].

(** The query counts the bits that are 1. *)
Definition is_one (b : bool) : bool := b.

Definition first_prior (d : list bool) : Q :=
  match d with
  | [true; false; false] | [false; true; false] => 1 # 4
  | [false; true; true] => 1 # 2
  | _ => 0
  end.

Definition second_prior (d : list bool) : Q :=
  match d with
  | [true; false; false] | [false; true; false] => 1 # 4
  | [true; false; true] => 1 # 2
  | _ => 0
  end.

(** A monotone loss with l(1,1) = l(2,2) = 0 and l(1,2) = l(2,1) = 1, such as every positive power of |i-r|. *)
Definition counts_errors (l : matrix) : Prop :=
  monotone 3 4 l /\ l 1%nat 1%nat == 0 /\ l 2%nat 2%nat == 0 /\ l 1%nat 2%nat == 1 /\ l 2%nat 1%nat == 1.

(** Figure 4: the probability of the response 2; the response 1 has the rest. *)
Definition figure_4 (d : list bool) : Q :=
  match d with
  | [true; false; false] => 1 # 12
  | [false; true; false] | [false; false; true] | [true; true; true] => 1 # 3
  | [false; true; true] => 2 # 3
  | _ => 1 # 6
  end.

Definition answers (chance : list bool -> Q) : list bool -> nat -> Q :=
  fun d r => match r with 1%nat => 1 - chance d | 2%nat => chance d | _ => 0 end.

Definition exchanged (d : list bool) : list bool :=
  match d with
  | a :: b :: rest => b :: a :: rest
  | _ => d
  end.

Lemma answers_private chance :
  (forall d, length d = 3%nat -> 0 <= chance d <= 1) ->
  (forall d e, length d = 3%nat -> differ_in_one_row d e ->
     chance d <= 2 * chance e /\ 1 - chance d <= 2 * (1 - chance e)) ->
  private_mechanism_on_databases 3 4 (1 # 2) (answers chance).
Proof.
  intros Hrange Hstep. split; [split|].
  - intros d r Hd _. specialize (Hrange d Hd). destruct r as [|[|[|r]]]; cbn [answers]; decide_fractions.
  - intros d Hd. cbn [sum answers]. decide_fractions.
  - intros d e Hd Hde r _. destruct (Hstep d e Hd Hde).
    destruct (Hstep e d (eq_trans (neighbours_length bool d e Hde) Hd) (neighbours_mutual bool d e Hde)).
    destruct r as [|[|[|r]]]; cbn [answers]; decide_fractions.
Qed.

Lemma three_bits (P : list bool -> Prop) : (forall a b c, P [a; b; c]) -> forall d, length d = 3%nat -> P d.
Proof.
  intros H d Hd. destruct d as [|a [|b [|c [|]]]]; try discriminate. apply H.
Qed.

Lemma neighbours_of_three_bits (P : list bool -> list bool -> Prop) :
  (forall a b c z, P [a; b; c] [z; b; c] /\ P [a; b; c] [a; z; c] /\ P [a; b; c] [a; b; z]) ->
  forall d e, length d = 3%nat -> differ_in_one_row d e -> P d e.
Proof.
  intros H d e Hd Hde. revert Hd. destruct Hde as [before a z after]. intros Hd.
  destruct before as [|b [|c [|f before]]]; cbn [app] in *.
  - destruct after as [|b [|c [|]]]; try discriminate. apply H.
  - destruct after as [|c [|]]; try discriminate. apply H.
  - destruct after as [|]; try discriminate. apply H.
  - cbn [length] in Hd. rewrite app_length in Hd. cbn [length] in Hd. lia.
Qed.

Lemma figure_4_private : private_mechanism_on_databases 3 4 (1 # 2) (answers figure_4).
Proof.
  apply answers_private.
  - apply three_bits. intros [] [] []; cbn [figure_4]; decide_fractions.
  - apply neighbours_of_three_bits. intros [] [] [] []; cbn [figure_4]; decide_fractions.
Qed.

Lemma figure_4_exchanged_private :
  private_mechanism_on_databases 3 4 (1 # 2) (answers (fun d => figure_4 (exchanged d))).
Proof.
  apply answers_private.
  - apply three_bits. intros [] [] []; cbn [figure_4 exchanged]; decide_fractions.
  - apply neighbours_of_three_bits. intros [] [] [] []; cbn [figure_4 exchanged]; decide_fractions.
Qed.

(** What a user with a prior that is 1/4 on {1} and {2} and 1/2 on one more database of two ones loses. *)
Definition loss_of (q : list bool -> Q) (l : matrix) (x : list bool -> nat -> Q) : Q :=
  loss_on_databases bits is_one 3 4 l q x.

Lemma first_loss l x :
  loss_of first_prior l x ==
  sum 4 (fun r => (1 # 4) * ((x [true; false; false] r + x [false; true; false] r) * l 1%nat r) +
                  (1 # 2) * (x [false; true; true] r * l 2%nat r)).
Proof.
  unfold loss_of, loss_on_databases, count.
  cbn [databases bits flat_map map app sum_over first_prior filter is_one length sum]. ring.
Qed.

Lemma second_loss l x :
  loss_of second_prior l x ==
  sum 4 (fun r => (1 # 4) * ((x [true; false; false] r + x [false; true; false] r) * l 1%nat r) +
                  (1 # 2) * (x [true; false; true] r * l 2%nat r)).
Proof.
  unfold loss_of, loss_on_databases, count.
  cbn [databases bits flat_map map app sum_over second_prior filter is_one length sum]. ring.
Qed.

(** Alone, each user can have 13/48. *)
Lemma first_user_alone l : counts_errors l -> loss_of first_prior l (answers figure_4) == 13 # 48.
Proof.
  intros (_ & H11 & H22 & H12 & H21). rewrite first_loss. cbn [sum answers figure_4]. rewrite H11, H22, H12, H21.
  unfold fraction; field.
Qed.

Lemma second_user_alone l :
  counts_errors l -> loss_of second_prior l (answers (fun d => figure_4 (exchanged d))) == 13 # 48.
Proof.
  intros (_ & H11 & H22 & H12 & H21). rewrite second_loss. cbn [sum answers figure_4 exchanged].
  rewrite H11, H22, H12, H21. unfold fraction; field.
Qed.

(** Every response misses either the result 1 or the result 2. *)
Lemma some_error l r : counts_errors l -> (r < 4)%nat ->
  0 <= l 1%nat r /\ 0 <= l 2%nat r /\ (1 <= l 1%nat r \/ 1 <= l 2%nat r).
Proof.
  intros (Hl & H11 & H22 & H12 & H21) Hr.
  assert (A : l 1%nat 1%nat <= l 1%nat r) by (apply Hl; unfold distance; lia).
  assert (B : l 2%nat 2%nat <= l 2%nat r) by (apply Hl; unfold distance; lia).
  split; [decide_fractions|]. split; [decide_fractions|]. destruct (Nat.eq_dec r 1) as [->|Hne].
  - right. decide_fractions.
  - left. assert (C : l 1%nat 2%nat <= l 1%nat r) by (apply Hl; unfold distance; lia). decide_fractions.
Qed.

(** A user who remaps the response k, of the probability c on a database of one row and e on that of two rows. *)
Lemma response_cost l (t : nat -> Q) c e b :
  counts_errors l -> 0 <= c -> 0 <= e -> (forall r, (r < 4)%nat -> 0 <= t r) -> sum 4 t == 1 ->
  b <= c -> b <= e -> b <= sum 4 (fun r => t r * (c * l 1%nat r + e * l 2%nat r)).
Proof.
  intros Hl Hc He Ht Hs Hbc Hbe. assert (E : b == sum 4 (fun r => t r * b)) by (rewrite sum_times_right, Hs; ring).
  rewrite E. apply sum_le. intros r Hr. rewrite !(Qmult_comm (t r)). apply Qmult_le_compat_r; [|now apply Ht].
  destruct (some_error l r Hl Hr) as (H1 & H2 & H).
  assert (0 <= c * l 1%nat r) by now apply Qmult_le_0_compat.
  assert (0 <= e * l 2%nat r) by now apply Qmult_le_0_compat.
  destruct H as [H|H].
  - assert (0 <= c * (l 1%nat r - 1)) by (apply Qmult_le_0_compat; decide_fractions). decide_fractions.
  - assert (0 <= e * (l 2%nat r - 1)) by (apply Qmult_le_0_compat; decide_fractions). decide_fractions.
Qed.

Lemma change_one_row (a b c z : bool) :
  differ_in_one_row [a; b; c] [z; b; c] /\ differ_in_one_row [a; b; c] [a; z; c] /\
  differ_in_one_row [a; b; c] [a; b; z].
Proof.
  split; [exact (Differ [] a z [b; c])|]. split; [exact (Differ [a] b z [c]) | exact (Differ [a; b] c z [])].
Qed.

Lemma users_together columns l x t u :
  counts_errors l -> private_mechanism_on_databases 3 columns (1 # 2) x ->
  stochastic columns 4 t -> stochastic columns 4 u ->
  19 # 30 <= loss_of first_prior l (remapped columns x t) + loss_of second_prior l (remapped columns x u).
Proof.
  intros Hl [[Hx Hs] Hp] [Ht Ht1] [Hu Hu1].
  set (c := fun k => x [true; false; false] k + x [false; true; false] k).
  set (e := fun k => x [false; true; true] k). set (f := fun k => x [true; false; true] k).
  assert (E : forall v g, sum 4 (fun r => (1 # 4) * ((sum columns (fun k => x [true; false; false] k * v k r) +
                sum columns (fun k => x [false; true; false] k * v k r)) * l 1%nat r) +
                (1 # 2) * (sum columns (fun k => g k * v k r) * l 2%nat r)) ==
              sum columns (fun k => sum 4 (fun r => v k r * ((1 # 4) * c k * l 1%nat r + (1 # 2) * g k * l 2%nat r)))).
  { intros v g. rewrite sum_swap. apply sum_equal. intros r _.
    rewrite <- sum_plus, <- !sum_times_right, <- !sum_times, <- sum_plus.
    apply sum_equal. intros k _. unfold c. ring. }
  assert (F := first_loss l (remapped columns x t)). assert (G := second_loss l (remapped columns x u)).
  rewrite F, G. clear F G. assert (F := E t e). assert (G := E u f). unfold e in F. unfold f in G. unfold remapped.
  cbv beta in F, G. rewrite F, G, <- sum_plus. clear F G.
  assert (W : sum columns (fun k => (11 # 60) * c k + (2 # 15) * (e k + f k)) == 19 # 30).
  { unfold c, e, f. rewrite sum_plus, !sum_times, !sum_plus, !Hs by reflexivity. unfold fraction; field. }
  rewrite <- W. apply sum_le. intros k Hk.
  assert (P : forall d, length d = 3%nat -> 0 <= x d k) by (intros; now apply Hx).
  assert (N : forall d d', length d = 3%nat -> differ_in_one_row d d' -> x d k <= 2 * x d' k).
  { intros d d' Hd Hdd. destruct (Hp d d' Hd Hdd k Hk). decide_fractions. }
  assert (P1 := P [true; false; false] eq_refl). assert (P2 := P [false; true; false] eq_refl).
  assert (P3 := P [false; true; true] eq_refl). assert (P4 := P [true; false; true] eq_refl).
  assert (A1 := N [true; false; true] [true; false; false] eq_refl (proj2 (proj2 (change_one_row _ _ _ _)))).
  assert (A2 := N [false; true; true] [false; true; false] eq_refl (proj2 (proj2 (change_one_row _ _ _ _)))).
  assert (A3 := N [true; false; true] [false; false; true] eq_refl (proj1 (change_one_row _ _ _ _))).
  assert (A4 := N [false; false; true] [false; true; true] eq_refl (proj1 (proj2 (change_one_row _ _ _ _)))).
  assert (A5 := N [false; true; true] [false; false; true] eq_refl (proj1 (proj2 (change_one_row _ _ _ _)))).
  assert (A6 := N [false; false; true] [true; false; true] eq_refl (proj1 (change_one_row _ _ _ _))).
  assert (A7 := N [true; false; false] [true; false; true] eq_refl (proj2 (proj2 (change_one_row _ _ _ _)))).
  assert (A8 := N [false; true; false] [false; true; true] eq_refl (proj2 (proj2 (change_one_row _ _ _ _)))).
  assert (B : forall v g b, (forall r, (r < 4)%nat -> 0 <= v k r) -> sum 4 (v k) == 1 -> 0 <= g ->
                b <= (1 # 4) * c k -> b <= (1 # 2) * g ->
                b <= sum 4 (fun r => v k r * ((1 # 4) * c k * l 1%nat r + (1 # 2) * g * l 2%nat r))).
  { intros v g b Hv Hv1 Hg Hbc Hbg. apply response_cost; try assumption; unfold c; decide_fractions. }
  unfold c, e, f in *. cbv beta in *.
  set (c1 := x [true; false; false] k) in *. set (c2 := x [false; true; false] k) in *.
  set (c23 := x [false; true; true] k) in *. set (c13 := x [true; false; true] k) in *.
  set (c3 := x [false; false; true] k) in *.
  assert (Bt := fun b => B t c23 b (fun r => Ht k r Hk) (Ht1 k Hk) P3).
  assert (Bu := fun b => B u c13 b (fun r => Hu k r Hk) (Hu1 k Hk) P4).
  destruct (Qlt_le_dec ((1 # 4) * (c1 + c2)) ((1 # 2) * c23)) as [H1|H1];
    destruct (Qlt_le_dec ((1 # 4) * (c1 + c2)) ((1 # 2) * c13)) as [H2|H2].
  - specialize (Bt ((1 # 4) * (c1 + c2)) ltac:(decide_fractions) ltac:(decide_fractions)).
    specialize (Bu ((1 # 4) * (c1 + c2)) ltac:(decide_fractions) ltac:(decide_fractions)). decide_fractions.
  - specialize (Bt ((1 # 4) * (c1 + c2)) ltac:(decide_fractions) ltac:(decide_fractions)).
    specialize (Bu ((1 # 2) * c13) ltac:(decide_fractions) ltac:(decide_fractions)). decide_fractions.
  - specialize (Bt ((1 # 2) * c23) ltac:(decide_fractions) ltac:(decide_fractions)).
    specialize (Bu ((1 # 4) * (c1 + c2)) ltac:(decide_fractions) ltac:(decide_fractions)). decide_fractions.
  - specialize (Bt ((1 # 2) * c23) ltac:(decide_fractions) ltac:(decide_fractions)).
    specialize (Bu ((1 # 2) * c13) ltac:(decide_fractions) ltac:(decide_fractions)). decide_fractions.
Qed.

(** Theorem 6.3, of these users and every such loss: a private mechanism x with any responses has no two remaps that
    are optimal, one for the first user and one for the second. *)
Theorem two_users_on_databases columns l x t u :
  counts_errors l -> private_mechanism_on_databases 3 columns (1 # 2) x ->
  stochastic columns 4 t -> stochastic columns 4 u ->
  ~ ((forall z, private_mechanism_on_databases 3 4 (1 # 2) z ->
        loss_of first_prior l (remapped columns x t) <= loss_of first_prior l z) /\
     (forall z, private_mechanism_on_databases 3 4 (1 # 2) z ->
        loss_of second_prior l (remapped columns x u) <= loss_of second_prior l z)).
Proof.
  intros Hl Hx Ht Hu [H1 H2]. specialize (H1 _ figure_4_private). specialize (H2 _ figure_4_exchanged_private).
  rewrite first_user_alone in H1 by assumption. rewrite second_user_alone in H2 by assumption.
  assert (H := users_together columns l x t u Hl Hx Ht Hu).
  decide_fractions.
Qed.

(** Theorem 6.3: there are n, a level, a monotone loss, here |i-r|, and two priors on databases such that no mechanism
    is optimal for both users. *)
Theorem theorem_6_3 :
  exists (n : nat) (alpha : Q) (l : matrix) (p q : list bool -> Q),
    0 <= alpha <= 1 /\ monotone n (S n) l /\
    (forall d, 0 <= p d /\ 0 <= q d) /\ sum_over p (databases bits n) == 1 /\ sum_over q (databases bits n) == 1 /\
    forall columns x t u,
      private_mechanism_on_databases n columns alpha x -> stochastic columns (S n) t -> stochastic columns (S n) u ->
      ~ ((forall z, private_mechanism_on_databases n (S n) alpha z ->
            loss_on_databases bits is_one n (S n) l p (remapped columns x t) <=
            loss_on_databases bits is_one n (S n) l p z) /\
         (forall z, private_mechanism_on_databases n (S n) alpha z ->
            loss_on_databases bits is_one n (S n) l q (remapped columns x u) <=
            loss_on_databases bits is_one n (S n) l q z)).
Proof.
  exists 3%nat, (1 # 2), (power_loss 1), first_prior, second_prior.
  split; [decide_fractions|]. split; [apply power_loss_monotone|]. split; [|split; [|split]].
  - intros d. destruct d as [|[] [|[] [|[] [|]]]]; cbn [first_prior second_prior]; decide_fractions.
  - cbn [databases bits flat_map map app sum_over first_prior]. decide_fractions.
  - cbn [databases bits flat_map map app sum_over second_prior]. decide_fractions.
  - intros columns x t u. apply two_users_on_databases.
    split; [apply power_loss_monotone|]. repeat split; reflexivity.
Qed.
