(* Reads one file, has the extracted checker judge it, and prints its verdict and, after `accepted`, the statement. *)

let longest = 1 lsl 30

let read name =
  let file = open_in_bin name in
  let size = in_channel_length file in
  let bytes = if size > longest then None else Some (really_input_string file size) in
  close_in file;
  bytes

let listed bytes =
  let rec from i found = if i < 0 then found else from (i - 1) (bytes.[i] :: found) in
  from (String.length bytes - 1) []

let print_bytes = List.iter print_char

let judged name =
  match read name with
  | None -> print_endline "malformed: the file is longer than 2^30 bytes"; 2
  | exception Sys_error reason -> print_endline ("malformed: " ^ reason); 2
  | Some bytes ->
    match Checker.judge (listed bytes) with
    | Checker.Accepted statement ->
      print_endline "accepted"; print_bytes (Checker.print_statement statement); 0
    | Checker.Refused -> print_endline "rejected"; 1
    | Checker.NoCertificate -> print_endline "malformed"; 2
    | Checker.RootsNotJudged -> print_endline "not judged: the loss has roots"; 2

let () =
  match Sys.argv with
  | [| _; name |] ->
    exit (try judged name with Out_of_memory | Stack_overflow -> print_endline "not judged: there is not enough memory"; 2)
  | _ -> prerr_endline "usage: verified FILE"; exit 2
