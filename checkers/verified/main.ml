(* Reads a file, or standard input for "-", has the extracted checker judge it, and prints its verdict; after `accepted`
   also the statement, which is what was proved. Of several files it prints each one's name and verdict. *)

let longest = 1 lsl 30

let all_of channel =
  let chunk = Bytes.create 65536 in
  let found = Buffer.create 65536 in
  let rec go_on () =
    let count = input channel chunk 0 (Bytes.length chunk) in
    if count > 0 && Buffer.length found <= longest then (Buffer.add_subbytes found chunk 0 count; go_on ())
  in
  set_binary_mode_in channel true;
  go_on ();
  Buffer.contents found

let read name = if name = "-" then all_of stdin else all_of (open_in_bin name)

let listed bytes =
  let rec from i found = if i < 0 then found else from (i - 1) (bytes.[i] :: found) in
  from (String.length bytes - 1) []

(* What Checker.print_statement gives, line by line. *)
let text statement =
  let found = Buffer.create 65536 in
  List.iter (fun line -> List.iter (Buffer.add_char found) (Checker.print_line line)) (Checker.write_statement statement []);
  Buffer.contents found

(* The verdict, the exit code, and the statement where there is one. *)
let judged bytes =
  if String.length bytes > longest then ("malformed: the file is longer than 2^30 bytes", 2, "")
  else
    match Checker.judge (listed bytes) with
    | Checker.Accepted statement ->
      let lines = text statement in
      (* The second line is `statement KIND`. *)
      let second = List.nth (String.split_on_char '\n' lines) 1 in
      ("accepted: " ^ List.nth (String.split_on_char ' ' second) 1, 0, lines)
    | Checker.Refused -> ("rejected", 1, "")
    | Checker.NoCertificate -> ("malformed", 2, "")
    | Checker.RootsNotJudged -> ("not judged by the verified checker: the loss has roots", 2, "")

let verdict name =
  try judged (read name) with
  | Sys_error reason -> ("malformed: " ^ reason, 2, "")
  | Out_of_memory | Stack_overflow -> ("not judged: there is not enough memory", 2, "")
  | Z.Overflow -> ("not judged: a number is too long", 2, "")

let () =
  (* A list of all bytes is long-lived: collect it seldom. *)
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 22; space_overhead = 200 };
  match List.tl (Array.to_list Sys.argv) with
  | [] -> prerr_endline "usage: verified FILE..."; exit 64
  | [name] ->
    let said, code, statement = verdict name in
    print_endline said;
    print_string statement;
    exit code
  | names ->
    let one name =
      let said, code, _ = verdict name in
      print_endline (name ^ ": " ^ said);
      code
    in
    exit (List.fold_left (fun most name -> max most (one name)) 0 names)
