(** The bytes of a certificate as lines of words, and back: a word is an integer or a quotient in its one spelling, or any
    other word. *)

From ExactDP Require Export Certificates.
From Coq Require Export Ascii Bool.
From Coq Require String.
Export String.StringSyntax.
Bind Scope string_scope with String.string.

Definition bytes : Type := list ascii.

Inductive token : Type :=
| Word (w : String.string)
| Integer (z : Z)
| Quotient (p q : Z).

Definition line : Type := list token.

(** Printing. An integer is decimal below 10^40 in absolute value, and hexadecimal from there on. *)
Definition digit_of (z : Z) : ascii :=
  let n := Z.to_nat z in
  ascii_of_nat (if (n <? 10)%nat then 48 + n else 87 + n).

Fixpoint decimal (places : nat) (z : Z) (after : bytes) : bytes :=
  match places with
  | O => after
  | S more =>
      let (high, low) := Z.div_eucl z 10 in
      let found := digit_of low :: after in
      if (high =? 0)%Z then found else decimal more high found
  end.

(** All 2^k last digits of z in hexadecimal, by halves of halves: 4·2^(k-1), …, 8, 4 bits, each with the largest number
    of so many. *)
Fixpoint hexadecimal (lengths : list (Z * Z)) (z : Z) (after : bytes) : bytes :=
  match lengths with
  | [] => digit_of z :: after
  | (bits, ones) :: shorter =>
      hexadecimal shorter (Z.shiftr z bits) (hexadecimal shorter (Z.land z ones) after)
  end.

Fixpoint lengths_below (k : nat) (bits : Z) (found : list (Z * Z)) : list (Z * Z) :=
  match k with
  | O => found
  | S more => lengths_below more (2 * bits) ((bits, Z.ones bits) :: found)
  end.

Fixpoint without_zeros (b : bytes) : bytes :=
  match b with
  | c :: rest => if (c =? "0")%char then without_zeros rest else b
  | [] => b
  end.

Definition decimal_places : nat := 40.
Definition decimal_below : Z := Eval compute in (10 ^ 40)%Z.

Definition spell_natural (z : Z) : bytes :=
  if (z <? decimal_below)%Z then decimal decimal_places z []
  else "0"%char :: "x"%char :: without_zeros
    (hexadecimal (lengths_below (Z.to_nat (Z.log2_up (1 + Z.log2 z / 4))) 4 []) z []).

Definition spell_integer (z : Z) : bytes :=
  if (z <? 0)%Z then "-"%char :: spell_natural (- z) else spell_natural z.

Definition spell (t : token) : bytes :=
  match t with
  | Word w => String.list_ascii_of_string w
  | Integer z => spell_integer z
  | Quotient p q => spell_integer p ++ "/"%char :: spell_integer q
  end.

Definition space : ascii := " "%char.
Definition line_feed : ascii := Eval compute in ascii_of_nat 10.

(** Words are separated by single spaces, and a line feed ends each line. *)
Fixpoint print_line (words : line) : bytes :=
  match words with
  | [] => []
  | [last] => spell last ++ [line_feed]
  | first :: rest => spell first ++ space :: print_line rest
  end.

Definition print_lines (lines : list line) : bytes := List.concat (map print_line lines).

(** Reading. What is read counts only where printing it gives the word back, so nothing has to be proved of how. *)
Definition digit_value (c : ascii) : Z :=
  let n := nat_of_ascii c in
  Z.of_nat (if (n <=? 57)%nat then n - 48 else n - 87).

Fixpoint horner (base : Z) (b : bytes) (before : Z) : Z :=
  match b with
  | [] => before
  | c :: rest => horner base rest (before * base + digit_value c)
  end.

(** From the last digit on, two and two together, so that a number of any length is read quickly. *)
Fixpoint joined (base : Z) (digits found : list Z) : list Z :=
  match digits with
  | a :: b :: rest => joined base rest ((a + base * b)%Z :: found)
  | [a] => rev' (a :: found)
  | [] => rev' found
  end.

Fixpoint together (fuel : nat) (base : Z) (digits : list Z) : Z :=
  match digits, fuel with
  | [], _ => 0
  | [a], _ => a
  | _, O => 0
  | _, S more => together more (base * base) (joined base digits [])
  end.

Fixpoint values_backwards (b : bytes) (found : list Z) : list Z :=
  match b with
  | [] => found
  | c :: rest => values_backwards rest (digit_value c :: found)
  end.

Definition read_natural (b : bytes) : Z :=
  match b with
  | _ :: c :: digits => if (c =? "x")%char then together 64 16 (values_backwards digits []) else horner 10 b 0
  | _ => horner 10 b 0
  end.

Fixpoint same_bytes (a b : bytes) : bool :=
  match a, b with
  | [], [] => true
  | c :: a, d :: b => (c =? d)%char && same_bytes a b
  | _, _ => false
  end.

Lemma same_bytes_equal a b : same_bytes a b = true -> a = b.
Proof.
  revert b. induction a as [|c a IH]; intros [|d b] H; try reflexivity; try discriminate.
  cbn in H. apply andb_true_iff in H. destruct H as [Hc H]. apply Ascii.eqb_eq in Hc. subst. f_equal. now apply IH.
Qed.

Definition read_integer (b : bytes) : option Z :=
  let z :=
    match b with
    | c :: digits => if (c =? "-")%char then (- read_natural digits)%Z else read_natural b
    | [] => 0%Z
    end in
  if same_bytes (spell_integer z) b then Some z else None.

Lemma read_integer_spelled b z : read_integer b = Some z -> spell_integer z = b.
Proof.
  unfold read_integer. cbv zeta. intros H.
  match type of H with (if same_bytes (spell_integer ?v) _ then _ else _) = _ => set (u := v) in * end.
  destruct (same_bytes (spell_integer u) b) eqn:E; [|discriminate]. injection H as <-. now apply same_bytes_equal.
Qed.

Fixpoint cut_at_slash (b before : bytes) : option (bytes * bytes) :=
  match b with
  | [] => None
  | c :: rest => if (c =? "/")%char then Some (rev' before, rest) else cut_at_slash rest (c :: before)
  end.

Lemma cut_at_slash_joined b before p q :
  cut_at_slash b before = Some (p, q) -> p ++ "/"%char :: q = rev before ++ b.
Proof.
  revert before. induction b as [|c b IH]; intros before H; [discriminate|]. cbn [cut_at_slash] in H.
  destruct (c =? "/")%char eqn:E.
  - apply Ascii.eqb_eq in E. subst c. injection H as <- <-. unfold rev'. now rewrite <- rev_alt.
  - apply IH in H. rewrite H. cbn [rev]. now rewrite <- app_assoc.
Qed.

(** Only what begins as a number can be one. *)
Definition may_be_number (b : bytes) : bool :=
  match b with
  | [] => false
  | c :: _ => (c =? "-")%char || let n := nat_of_ascii c in (48 <=? n)%nat && (n <=? 57)%nat
  end.

Definition word_of (b : bytes) : token := Word (String.string_of_list_ascii b).

Definition token_of (b : bytes) : token :=
  if may_be_number b then
    match (if existsb (Ascii.eqb "/") b then cut_at_slash b [] else None) with
    | None => match read_integer b with Some z => Integer z | None => word_of b end
    | Some (p, q) =>
        match read_integer p, read_integer q with
        | Some p, Some q => Quotient p q
        | _, _ => word_of b
        end
    end
  else word_of b.

Lemma token_of_spelled b : spell (token_of b) = b.
Proof.
  assert (Hw : spell (word_of b) = b) by apply String.list_ascii_of_string_of_list_ascii.
  unfold token_of. destruct (may_be_number b); [|assumption].
  destruct (if existsb _ b then _ else _) as [[p q]|] eqn:E.
  - destruct (existsb _ b); [|discriminate].
    destruct (read_integer p) as [u|] eqn:Hp; [|assumption]. destruct (read_integer q) as [v|] eqn:Hq; [|assumption].
    cbn [spell]. rewrite (read_integer_spelled _ _ Hp), (read_integer_spelled _ _ Hq).
    apply cut_at_slash_joined in E. exact E.
  - destruct (read_integer b) as [z|] eqn:Hz; [|assumption]. now apply read_integer_spelled.
Qed.

(** The lines of a file whose last byte is a line feed. *)
Fixpoint cut (b word : bytes) (words : line) (lines : list line) : option (list line) :=
  match b with
  | [] => match word, words with [], [] => Some (rev' lines) | _, _ => None end
  | c :: rest =>
      if (c =? line_feed)%char then cut rest [] [] (rev' (token_of (rev' word) :: words) :: lines)
      else if (c =? space)%char then cut rest [] (token_of (rev' word) :: words) lines
      else cut rest (c :: word) words lines
  end.

Definition lines_of (b : bytes) : option (list line) := cut b [] [] [].

Definition print_open (words : line) : bytes := List.concat (map (fun t => spell t ++ [space]) words).

Lemma print_line_last words last :
  print_line (words ++ [last]) = print_open words ++ spell last ++ [line_feed].
Proof.
  induction words as [|w words IH]; [reflexivity|].
  assert (E : print_line ((w :: words) ++ [last]) = spell w ++ space :: print_line (words ++ [last])).
  { cbn [app]. now destruct words. }
  rewrite E, IH. unfold print_open. cbn [map List.concat]. rewrite <- !app_assoc. reflexivity.
Qed.

Lemma print_lines_app a b : print_lines (a ++ b) = print_lines a ++ print_lines b.
Proof. unfold print_lines. now rewrite map_app, concat_app. Qed.

Lemma print_open_app a b : print_open (a ++ b) = print_open a ++ print_open b.
Proof. unfold print_open. now rewrite map_app, concat_app. Qed.

Lemma reversed {A} (l : list A) : rev' l = rev l.
Proof. unfold rev'. now rewrite rev_alt. Qed.

Lemma cut_printed b : forall word words lines found,
  cut b word words lines = Some found ->
  print_lines found = print_lines (rev lines) ++ print_open (rev words) ++ rev word ++ b.
Proof.
  induction b as [|c b IH]; intros word words lines found H; cbn [cut] in H.
  - destruct word; [|discriminate]. destruct words; [|discriminate]. injection H as <-.
    rewrite reversed. cbn. now rewrite app_nil_r.
  - destruct (c =? line_feed)%char eqn:E1; [|destruct (c =? space)%char eqn:E2].
    + apply Ascii.eqb_eq in E1. subst c. apply IH in H. rewrite H. rewrite !reversed. cbn [rev app map List.concat].
      rewrite print_lines_app. unfold print_lines at 2. cbn [map List.concat]. rewrite app_nil_r, print_line_last.
      rewrite token_of_spelled. unfold print_open at 2. cbn [map List.concat]. rewrite <- !app_assoc. reflexivity.
    + apply Ascii.eqb_eq in E2. subst c. apply IH in H. rewrite H. rewrite !reversed. cbn [rev app].
      rewrite print_open_app. unfold print_open at 2. cbn [map List.concat]. rewrite token_of_spelled, app_nil_r.
      rewrite <- !app_assoc. reflexivity.
    + apply IH in H. rewrite H. cbn [rev]. rewrite <- !app_assoc. reflexivity.
Qed.

Theorem lines_of_printed b lines : lines_of b = Some lines -> print_lines lines = b.
Proof. unfold lines_of. intros H. apply cut_printed in H. exact H. Qed.

(** Equality of tokens, of lines. *)
Definition same_token (a b : token) : bool :=
  match a, b with
  | Word v, Word w => String.eqb v w
  | Integer y, Integer z => (y =? z)%Z
  | Quotient p q, Quotient u v => (p =? u)%Z && (q =? v)%Z
  | _, _ => false
  end.

Lemma same_token_equal a b : same_token a b = true -> a = b.
Proof.
  destruct a, b; cbn; intros H; try discriminate.
  - apply String.eqb_eq in H. now subst.
  - apply Z.eqb_eq in H. now subst.
  - apply andb_true_iff in H. destruct H as [H1 H2]. apply Z.eqb_eq in H1, H2. now subst.
Qed.

Fixpoint same_list {A} (same : A -> A -> bool) (a b : list A) : bool :=
  match a, b with
  | [], [] => true
  | s :: a, t :: b => same s t && same_list same a b
  | _, _ => false
  end.

Lemma same_list_equal {A} (same : A -> A -> bool) (equal : forall s t, same s t = true -> s = t) a b :
  same_list same a b = true -> a = b.
Proof.
  revert b. induction a as [|s a IH]; intros [|t b] H; try reflexivity; try discriminate.
  cbn in H. apply andb_true_iff in H. destruct H as [Ht H]. apply equal in Ht. subst. f_equal. now apply IH.
Qed.

Definition same_line : line -> line -> bool := same_list same_token.

Lemma same_line_equal a b : same_line a b = true -> a = b.
Proof. apply same_list_equal, same_token_equal. Qed.

Definition same_lines : list line -> list line -> bool := same_list same_line.

Lemma same_lines_equal a b : same_lines a b = true -> a = b.
Proof. apply same_list_equal, same_line_equal. Qed.
