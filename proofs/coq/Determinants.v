(** Lemmas 1 and 2 of Gupte and Sundararajan (2010) for every n, with the determinants of the library Mathematical
    Components: of G', whose entries are α^|i-k|, over rings, and of the rational matrices of Definitions. *)

From ExactDP Require Export Geometric.
From mathcomp Require Export ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop order.
From mathcomp Require Export ssralg ssrnum ssrint rat zmodp matrix.

Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Local Ltac arithmetic := rewrite -?minusE -?plusE -?multE; lia.

(** Over a commutative ring. *)
Section Ring.

Variables (R : comRingType) (a : R).

(** G' with n rows. *)
Definition scaled (n : nat) : 'M[R]_n := \matrix_(i, k) a ^+ distance i k.

(** The first row less α times the second is (1-α², 0, …, 0). Without row and column 0 stands G' of one size less. *)
Theorem scaled_determinant n : \det (scaled n.+1) = (1 - a ^+ 2) ^+ n.
Proof.
  elim: n => [|n IH]; first by rewrite det_mx11 mxE expr0.
  pose b : 'M[R]_n.+2 := \matrix_(i, k) if i == 0 then (1 - a ^+ 2) *+ (k == 0) else a ^+ distance i k.
  pose c : 'M[R]_n.+2 := \matrix_(i, k) a ^+ distance (if i == 0 then 1%N else i) k.
  rewrite (@determinant_multilinear _ _ _ b c 0 1 a).
  - rewrite [\det c](@determinant_alternate _ _ _ 0 1) //; last by move=> k; rewrite !mxE.
    rewrite mulr0 addr0 mul1r (expand_det_row _ 0) big_ord_recl big1 => [|k _].
    + rewrite addr0 /cofactor addn0 expr0 mul1r mxE /= mulr1n [RHS]exprS -IH; congr (_ * \det _).
      by apply/matrixP => i k; rewrite !mxE.
    + by rewrite [b _ _]mxE /= mul0r.
  - apply/rowP => k; rewrite !mxE /= mul1r. case: k => -[|k] Hk /=.
    + by rewrite mulr1n -exprS subrK.
    + by rewrite mulr0n add0r -exprS; congr (_ ^+ _); rewrite /distance; lia.
  - by apply/matrixP => i k; rewrite !mxE.
  - by apply/matrixP => i k; rewrite !mxE.
Qed.

(** Coq's tactic [ring], for R. *)
Let zero : R := 0.
Let one : R := 1.
Let add : R -> R -> R := +%R.
Let mul : R -> R -> R := *%R.
Let opp : R -> R := -%R.

Lemma ring_laws : ring_theory zero one add mul (fun u v => add u (opp v)) opp eq.
Proof.
  split=> //; [exact: add0r | exact: addrC | exact: addrA | exact: mul1r | exact: mulrC | exact: mulrA | exact: mulrDl
    | exact: subrr].
Qed.

Add Ring ring_entries : ring_laws.

(** The operations of R as [ring] knows them. *)
Lemma add_is (u v : R) : u + v = add u v.
Proof. by []. Qed.

Lemma mul_is (u v : R) : u * v = mul u v.
Proof. by []. Qed.

Lemma opp_is (u : R) : - u = opp u.
Proof. by []. Qed.

Lemma one_is : 1 = one :> R.
Proof. by []. Qed.

Local Ltac entries :=
  rewrite ?(add_is, mul_is, opp_is, one_is);
  match goal with |- @eq _ ?u ?v => change (@eq (GRing.ComRing.sort R) u v) end; ring.

(** [second_difference], of entries of R. *)
Definition differences (n : nat) (x : nat -> R) (k : nat) : R :=
  if (k =? 0)%nat then x 0%N - a * x 1%N
  else if (k =? n)%nat then x n - a * x n.-1
  else (1 + a * a) * x k - a * (x k.-1 + x (S k)).

Lemma differences_inner n x k :
  (0 < k)%coq_nat -> (k < n)%coq_nat -> differences n x k = (1 + a * a) * x k - a * (x k.-1 + x (S k)).
Proof.
  move=> H0 Hn. rewrite /differences.
  by have [-> ->] : (k =? 0)%nat = false /\ (k =? n)%nat = false by split; apply/Nat.eqb_neq; lia.
Qed.

Lemma telescope_left n x i m :
  (m <= i)%coq_nat -> (m < n)%coq_nat ->
  \sum_(k < m.+1) a ^+ distance i k * differences n x k = a ^+ (i - m) * (x m - a * x m.+1).
Proof.
  elim: m => [|m IH] Hi Hn.
  - rewrite big_ord_recr big_ord0 /= add0r distance_left //.
  - rewrite big_ord_recr /= IH; [|lia|lia]. rewrite distance_left; last lia. rewrite differences_inner; [|lia|lia].
    have -> : (i - m = (i - m.+1).+1)%N by arithmetic.
    rewrite minusE exprS /=. entries.
Qed.

Lemma telescope_right n x i d :
  (i + d < n)%coq_nat ->
  \sum_(k < (i + d).+1) a ^+ distance i k * differences n x k =
  (1 - a ^+ 2) * x i - a ^+ d.+1 * (x (i + d).+1 - a * x (i + d)%N).
Proof.
  elim: d => [|d IH] H.
  - rewrite addn0 telescope_left; [|lia|by move: H; rewrite addn0].
    rewrite subnn expr0 expr1 expr2. entries.
  - rewrite addnS big_ord_recr /= IH; last by move: H; arithmetic.
    rewrite distance_right; last arithmetic. rewrite differences_inner; [|arithmetic|by move: H; arithmetic].
    have -> : ((i + d).+1 - i = d.+1)%coq_nat by arithmetic.
    rewrite !exprS expr0 /=. entries.
Qed.

(** G' times the differences of x is (1-α²)·x. *)
Theorem scaled_differences n x i :
  (1 <= n)%coq_nat -> (i <= n)%coq_nat ->
  \sum_(k < n.+1) a ^+ distance i k * differences n x k = (1 - a ^+ 2) * x i.
Proof.
  case: n => [|n] Hn Hi; first by lia.
  rewrite big_ord_recr /=. have last : differences n.+1 x n.+1 = x n.+1 - a * x n.
  { by rewrite /differences Nat.eqb_refl. }
  have [E|Hin] : i = n.+1 \/ (i <= n)%coq_nat by lia.
  - rewrite E telescope_left; [|lia|lia]. rewrite last distance_left // Nat.sub_diag subSnn expr0 expr1 expr2. entries.
  - have [d E] : exists d, n = (i + d)%N by exists (n - i)%N; move: Hin; arithmetic.
    rewrite last E telescope_right -?E; last lia. rewrite distance_right; last lia.
    have -> : (n.+1 - i = d.+1)%coq_nat by rewrite E; arithmetic. entries.
Qed.

(** G'(k, x): the column k replaced by x. *)
Definition replaced (n k : nat) (x : nat -> R) : 'M[R]_n :=
  \matrix_(i, j) if (j =? k)%nat then x i else a ^+ distance i j.

Lemma column_expanded n (A : 'M[R]_n) (v : 'cV_n) (k : 'I_n) :
  \det (\matrix_(i, j) if j == k then v i 0 else A i j) = (\adj A *m v) k 0.
Proof.
  rewrite (expand_det_col _ k) mxE. apply: eq_bigr => i _. rewrite !mxE eqxx mulrC. congr (_ * _).
  rewrite /cofactor. congr (_ * \det _). apply/matrixP => u v'. rewrite !mxE. case: eqP => // H.
  case/eqP: (neq_lift k v'). by rewrite H.
Qed.

(** Cramer's rule. *)
Theorem cramer n (A : 'M[R]_n) (t : 'cV_n) (k : 'I_n) :
  \det (\matrix_(i, j) if j == k then (A *m t) i 0 else A i j) = \det A * t k 0.
Proof. by rewrite column_expanded mulmxA mul_adj_mx mul_scalar_mx mxE. Qed.

(** With the differences of x for t nothing has to be divided by. *)
Theorem replaced_determinant n k x :
  (1 <= n)%coq_nat -> (k <= n)%coq_nat ->
  (1 - a ^+ 2) * \det (replaced n.+1 k x) = (1 - a ^+ 2) ^+ n * differences n x k.
Proof.
  move=> Hn /leP Hk. pose K := @Ordinal n.+1 k Hk. pose t : 'cV[R]_n.+1 := \col_i differences n x i.
  have E i : (scaled n.+1 *m t) i 0 = (1 - a ^+ 2) * x i.
  { rewrite mxE -(scaled_differences n x) //; last by apply/leP; rewrite -ltnS.
    by apply: eq_bigr => j _; rewrite !mxE. }
  have := cramer _ (scaled n.+1) t K. rewrite scaled_determinant mxE /= => <-.
  pose v : 'cV[R]_n.+1 := \col_i x i.
  have -> : replaced n.+1 k x = \matrix_(i, j) if j == K then v i 0 else scaled n.+1 i j.
  { apply/matrixP => i j. rewrite !mxE -val_eqE /=.
    by have -> : (j =? k)%nat = (val j == k) by exact/Nat.eqb_spec/eqP. }
  rewrite !column_expanded.
  have -> : scaled n.+1 *m t = (1 - a ^+ 2) *: v by apply/matrixP => i z; rewrite !ord1 E !mxE.
  by rewrite -scalemxAr [RHS]mxE.
Qed.
End Ring.

(** Lemma 2 for G', where 1-α² can be cancelled. *)
Theorem cramer_determinant (R : idomainType) (a : R) n k x :
  (1 <= n)%coq_nat -> (k <= n)%coq_nat -> 1 - a ^+ 2 != 0 ->
  \det (replaced _ a n.+1 k x) = (1 - a ^+ 2) ^+ n.-1 * differences _ a n x k.
Proof.
  move=> Hn Hk Ha. apply: (mulfI Ha). rewrite replaced_determinant // mulrA -exprS prednK //. exact/ltP.
Qed.

(** The rational numbers of [Definitions], as those of Mathematical Components. *)
Definition integer (z : Z) : rat := (Z.to_nat z)%:R - (Z.to_nat (- z))%:R.

Definition rational (q : Q) : rat := integer (Qnum q) / integer (Zpos (Qden q)).

Lemma integer_add y z : integer (y + z) = integer y + integer z.
Proof.
  rewrite /integer addrACA -opprD -!natrD. apply/eqP. rewrite subr_eq addrAC eq_sym subr_eq -!natrD. apply/eqP.
  congr _%:R. arithmetic.
Qed.

Lemma integer_opposite z : integer (- z) = - integer z.
Proof. by rewrite /integer Z.opp_involutive opprB. Qed.

Lemma integer_natural (n : nat) : integer (Z.of_nat n) = n%:R.
Proof. rewrite /integer Nat2Z.id. have -> : Z.to_nat (Z.opp (Z.of_nat n)) = 0%N by lia. by rewrite subr0. Qed.

Lemma natural_or_opposite (P : Z -> Prop) :
  (forall n : nat, P (Z.of_nat n)) -> (forall z, P z -> P (Z.opp z)) -> forall z, P z.
Proof.
  move=> Hn Ho z. have [H|H] : Z.le 0 z \/ Z.le 0 (Z.opp z) by lia.
  - rewrite -(Z2Nat.id _ H). exact: Hn.
  - rewrite -(Z.opp_involutive z) -(Z2Nat.id _ H). exact/Ho/Hn.
Qed.

Lemma integer_multiply y z : integer (y * z) = integer y * integer z.
Proof.
  move: y. apply: natural_or_opposite => [n|y IH]; last by rewrite Z.mul_opp_l !integer_opposite IH mulNr.
  move: z. apply: natural_or_opposite => [m|z IH]; last by rewrite Z.mul_opp_r !integer_opposite IH mulrN.
  by rewrite -Nat2Z.inj_mul !integer_natural -natrM.
Qed.

Lemma integer_nonnegative z : Z.le 0 z <-> 0 <= integer z.
Proof. rewrite /integer subr_ge0 ler_nat. split=> [H|/leP]; [apply/leP|]; lia. Qed.

Lemma integer_is_zero z : integer z = 0 -> z = Z0.
Proof.
  move=> H. have [_ A] := integer_nonnegative z. have [_ B] := integer_nonnegative (Z.opp z).
  move: A B. rewrite integer_opposite H oppr0 Order.POrderTheory.lexx => A B.
  have := A isT. have := B isT. lia.
Qed.

Lemma integer_denominator p : integer (Zpos p) != 0.
Proof. apply/eqP => /integer_is_zero. lia. Qed.

Lemma rational_equal p q : Qeq p q -> rational p = rational q.
Proof.
  move=> H. apply/eqP. rewrite /rational eqr_div ?integer_denominator // -!integer_multiply.
  apply/eqP. congr integer. exact: H.
Qed.

Lemma rational_add p q : rational (p + q) = rational p + rational q.
Proof. by rewrite /rational addf_div ?integer_denominator // -!integer_multiply -integer_add. Qed.

Lemma rational_multiply p q : rational (p * q) = rational p * rational q.
Proof. by rewrite /rational mulf_div -!integer_multiply. Qed.

Lemma rational_opposite p : rational (- p) = - rational p.
Proof. by rewrite /rational integer_opposite mulNr. Qed.

Lemma rational_subtract p q : rational (p - q) = rational p - rational q.
Proof. by rewrite rational_add rational_opposite. Qed.

Lemma rational_zero : rational 0 = 0.
Proof. by []. Qed.

Lemma rational_one : rational 1 = 1.
Proof. exact/divff/integer_denominator. Qed.

Lemma rational_is_zero p : rational p = 0 -> Qeq p 0.
Proof.
  move/eqP. rewrite mulf_eq0 invr_eq0 (negbTE (integer_denominator _)) orbF => /eqP /integer_is_zero H.
  by rewrite /Qeq H.
Qed.

Lemma rational_inverse p : rational (/ p) = (rational p)^-1.
Proof.
  have [H|H] := Qeq_dec p 0; first by rewrite !(rational_equal _ 0) ?invr0 // H.
  have Hp : rational p != 0 by apply/eqP => /rational_is_zero.
  apply: (mulfI Hp). rewrite divff // -rational_multiply -rational_one. exact/rational_equal/Qmult_inv_r.
Qed.

Lemma rational_divide p q : rational (p / q) = rational p / rational q.
Proof. by rewrite rational_multiply rational_inverse. Qed.

Lemma rational_power p n : rational (power p n) = rational p ^+ n.
Proof. elim: n => [|n IH]; [exact: rational_one | by rewrite /= rational_multiply IH exprS]. Qed.

Lemma rational_sum n f : rational (sum n f) = \sum_(k < n) rational (f k).
Proof. elim: n => [|n IH]; [by rewrite big_ord0 | by rewrite big_ord_recr /= rational_add IH]. Qed.

Lemma rational_nonnegative p : Qle 0 p <-> 0 <= rational p.
Proof.
  have Hd : 0 < integer (Zpos (Qden p)).
  { rewrite Order.POrderTheory.lt_neqAle eq_sym integer_denominator /=. by apply/integer_nonnegative. }
  rewrite /rational pmulr_lge0 ?invr_gt0 // -integer_nonnegative /Qle /=. lia.
Qed.

Lemma rational_positive p : Qlt 0 p <-> 0 < rational p.
Proof.
  rewrite Order.POrderTheory.lt_neqAle eq_sym. split=> [H|/andP[/eqP H /rational_nonnegative Hp]].
  - apply/andP. split; last by apply/rational_nonnegative; lra. apply/eqP => /rational_is_zero. lra.
  - apply: Qnot_le_lt => Hn. apply: H. rewrite (rational_equal _ 0) //. lra.
Qed.

(** The determinant of the first n rows and columns. *)
Definition determinant (n : nat) (x : Definitions.matrix) : rat := \det (\matrix_(i < n, j < n) rational (x i j)).

(** G', and a matrix whose column k is replaced. *)
Definition scaled_geometric (alpha : Q) : Definitions.matrix := fun i k => power alpha (distance i k).

Definition with_column (k : nat) (x : nat -> Q) (y : Definitions.matrix) : Definitions.matrix :=
  fun i j => if (j =? k)%nat then x i else y i j.

Theorem determinant_scaled n alpha :
  determinant (S n) (scaled_geometric alpha) = rational (power (1 - alpha * alpha) n).
Proof.
  rewrite rational_power rational_subtract rational_multiply rational_one -expr2 -scaled_determinant.
  congr (\det _). apply/matrixP => i k. by rewrite !mxE rational_power.
Qed.

Theorem determinant_scaled_with_column n alpha k x :
  (1 <= n)%coq_nat -> (k <= n)%coq_nat -> ~ Qeq (alpha * alpha) 1 ->
  determinant (S n) (with_column k x (scaled_geometric alpha)) =
  rational (power (1 - alpha * alpha) n.-1 * second_difference n alpha x k).
Proof.
  move=> Hn Hk Ha.
  have E : rational (second_difference n alpha x k) = differences _ (rational alpha) n (fun i => rational (x i)) k.
  { rewrite /second_difference /differences /three_term. case: (k =? 0)%nat; last case: (k =? n)%nat.
    all: by rewrite ?(rational_subtract, rational_multiply, rational_add, rational_one). }
  rewrite rational_multiply rational_power rational_subtract rational_multiply rational_one -expr2 E.
  rewrite -cramer_determinant //.
  - congr (\det _). apply/matrixP => i j. rewrite !mxE /with_column /scaled_geometric.
    by case: ifP => _; rewrite ?rational_power.
  - apply/eqP => H. apply: Ha.
    have : rational (1 - alpha * alpha) = 0 by rewrite rational_subtract rational_multiply rational_one -expr2.
    move/rational_is_zero. lra.
Qed.

(** The columns of G are those of G' times what [share] says. *)
Lemma columns_determinant n (x : nat -> nat -> rat) (c : nat -> rat) :
  \det (\matrix_(i < n, j < n) (x i j * c j)) = \det (\matrix_(i < n, j < n) x i j) * \prod_(j < n) c j.
Proof.
  have -> : \matrix_(i < n, j < n) (x i j * c j) = (\matrix_(i, j) x i j) *m diag_mx (\row_j c j).
  { rewrite mul_mx_diag. apply/matrixP => i j. by rewrite !mxE. }
  rewrite det_mulmx det_diag. congr (_ * _). apply: eq_bigr => j _. by rewrite mxE.
Qed.

Lemma product_of_shares m alpha :
  \prod_(k < m.+2) rational (share m.+1 alpha k) =
  rational (1 / (1 + alpha) * power ((1 - alpha) / (1 + alpha)) m * (1 / (1 + alpha))).
Proof.
  rewrite big_ord_recr big_ord_recl /= !rational_multiply rational_power. congr (_ * _ * _).
  - rewrite (eq_bigr (fun=> rational ((1 - alpha) / (1 + alpha)))); first by rewrite prodr_const card_ord.
    move=> k _. apply/rational_equal/share_inner => //=. rewrite /bump /=. have := ltn_ord k. move/ltP. arithmetic.
  - by rewrite Nat.eqb_refl orbT.
Qed.

Local Close Scope ring_scope.
Local Open Scope Q_scope.

Lemma power_multiply a b d : Qeq (power (a * b) d) (power a d * power b d).
Proof. elim: d => [|d IH] /=; [by rewrite Qmult_1_l | rewrite IH; ring]. Qed.

Lemma power_add a d e : Qeq (power a (d + e)) (power a d * power a e).
Proof. elim: d => [|d IH]; [rewrite add0n /=; ring | rewrite addSn /= IH; ring]. Qed.

(** Lemma 1: its determinant is positive. *)
Theorem lemma_1 n alpha :
  (1 <= n)%nat -> 0 <= alpha < 1 ->
  determinant (S n) (geometric n alpha) = rational (power (1 - alpha) (2 * n - 1) / (1 + alpha)) /\
  (0 < determinant (S n) (geometric n alpha))%R.
Proof.
  case: n => [//|m] _ Ha.
  have E : determinant m.+2 (geometric m.+1 alpha) = rational (power (1 - alpha) (2 * m.+1 - 1) / (1 + alpha));
    last first.
  { split=> //. rewrite E -rational_positive. apply: Qlt_shift_div_l; [lra|]. rewrite Qmult_0_l.
    apply: power_positive. lra. }
  have -> : determinant m.+2 (geometric m.+1 alpha) =
            (determinant m.+2 (scaled_geometric alpha) * \prod_(k < m.+2) rational (share m.+1 alpha k))%R.
  { rewrite /determinant -(columns_determinant _ (fun i k => rational (scaled_geometric alpha i k))
      (fun k => rational (share m.+1 alpha k))).
    congr (\det _)%R. apply/matrixP => i k. by rewrite !mxE rational_multiply. }
  rewrite determinant_scaled product_of_shares -rational_multiply. apply: rational_equal.
  have -> : (2 * m.+1 - 1 = m + m.+1)%nat by arithmetic.
  have Hp : 0 < power (1 + alpha) m by apply: power_positive; lra.
  have Hq : Qeq (power ((1 - alpha) / (1 + alpha)) m * power (1 + alpha) m) (power (1 - alpha) m).
  { rewrite -power_multiply. elim: {Hp} m => [|m IH] //=. rewrite IH. field. lra. }
  rewrite power_add -Hq /=.
  have -> : Qeq (power (1 - alpha * alpha) m) (power (1 - alpha) m * power (1 + alpha) m).
  { rewrite -power_multiply. elim: {Hp Hq} m => [|m IH] //=. rewrite IH. ring. }
  rewrite -Hq. field. lra.
Qed.

Lemma determinant_with_column n alpha k x :
  (1 <= n)%nat -> (k <= n)%nat -> 0 <= alpha < 1 ->
  exists c, (0 < c)%R /\
    determinant (S n) (with_column k x (geometric n alpha)) = (rational (second_difference n alpha x k) * c)%R.
Proof.
  move=> /leP Hn /leP Hk Ha. pose s j := rational (if (j =? k)%nat then 1 else share n alpha j).
  exists (rational (power (1 - alpha * alpha) n.-1) * \prod_(j < n.+1) s j)%R. split.
  - apply: mulr_gt0; first by apply/rational_positive/power_positive; nra.
    apply: prodr_gt0 => j _. apply/rational_positive. case: ifP => _ //. exact: share_positive.
  - rewrite mulrCA mulrA -rational_multiply -determinant_scaled_with_column //; last by nra.
    rewrite /determinant.
    rewrite -(columns_determinant _ (fun i j => rational (with_column k x (scaled_geometric alpha) i j)) s).
    congr (\det _)%R. apply/matrixP => i j. rewrite !mxE -rational_multiply. apply/rational_equal.
    rewrite /with_column /scaled_geometric /geometric. case: ifP => _ //. by rewrite Qmult_1_r.
Qed.

(** Lemma 2: the signs of the determinants of Cramer's rule. *)
Theorem lemma_2 n alpha x :
  (1 <= n)%nat -> 0 <= alpha < 1 ->
  let replaced k := determinant (S n) (with_column k x (geometric n alpha)) in
  ((0 < replaced 0%nat)%R <-> alpha * x 1%nat < x 0%nat) /\
  ((0 < replaced n)%R <-> alpha * x (n - 1)%nat < x n) /\
  forall k, (0 < k < n)%nat ->
    ((0 <= replaced k)%R <-> alpha * (x (k + 1)%nat - alpha * x k) <= x k - alpha * x (k - 1)%nat).
Proof.
  move=> Hn Ha replaced. have Hn' := elimT leP Hn.
  have positive k : (k <= n)%nat -> (0 < replaced k)%R <-> 0 < second_difference n alpha x k.
  { move=> Hk. have [c [Hc E]] := determinant_with_column n alpha k x Hn Hk Ha.
    by rewrite /replaced E pmulr_lgt0 // -rational_positive. }
  split; last split.
  - rewrite positive // /second_difference /=. lra.
  - rewrite positive // second_difference_last // subn1. lra.
  - move=> k /andP[/ltP H0 /ltP Hk].
    have [c [Hc E]] := determinant_with_column n alpha k x Hn (introT leP (Nat.lt_le_incl _ _ Hk)) Ha.
    rewrite /replaced E pmulr_lge0 // -rational_nonnegative second_difference_inner // /three_term addn1 subn1. lra.
Qed.

(** Cramer's rule for the remap T with G·T = x. *)
Theorem remap_by_cramer n alpha x k r :
  (1 <= n)%nat -> (k <= n)%nat -> 0 <= alpha < 1 ->
  determinant (S n) (with_column k (fun i => x i r) (geometric n alpha)) =
  (determinant (S n) (geometric n alpha) * rational (inverse_remap n alpha x k r))%R.
Proof.
  move=> /leP Hn Hk Ha. pose t : 'cV[rat]_n.+1 := (\col_i rational (inverse_remap n alpha x i r))%R.
  have := cramer _ _ (\matrix_(i < n.+1, j < n.+1) rational (geometric n alpha i j))%R t (@Ordinal n.+1 k Hk).
  rewrite /determinant [t _ _]mxE => <-. congr (\det _)%R. apply/matrixP => i j. rewrite mxE [RHS]mxE -val_eqE /=.
  have -> : eq_op (val j) k = (j =? k)%nat by symmetry; exact/Nat.eqb_spec/eqP.
  rewrite /with_column. case: ifP => _; last by rewrite mxE.
  have Hi : (i < S n)%coq_nat by apply/ltP.
  rewrite (rational_equal _ _ (geometric_inverse n (S r) alpha x Hn Ha i r Hi (Nat.lt_succ_diag_r r))) rational_sum mxE.
  apply: eq_bigr => m _. by rewrite !mxE rational_multiply.
Qed.
