"""A `coqc` for the commands of a page that reuses the files that `exactdp` has compiled."""

import os
import shutil
from pathlib import Path
from shlex import quote

from exactdp.claims.coq.library import compiled, transfer

SCRIPT = """#!/bin/sh
for file; do :; done
case $file in
  Reals/*.v) folders={reals} there=Reals ;;
  */*) folders= ;;
  *.v) folders={rationals} there=. ;;
  *) folders= ;;
esac
case " $* " in *" -Q . ExactDP "*)
  for folder in $folders; do
    name=$(basename "$file" .v)
    # A compiled file holds the digests of those that it requires, and Coq refuses it beside others.
    if cmp -s "$file" "$folder/$name.v" && [ -f "$folder/$name.vo" ]; then
      cp "$folder/$name".vo* "$folder/$name.glob" "$there"
      exit
    fi
  done ;;
esac
exec {coqc} "$@"
"""


def put_coqc(folder: Path) -> None:
    """Write the program into a folder of commands, which all programs but `exactdp` search. Raises: as `compiled`."""
    over_the_rationals, between = compiled(), transfer()
    reals = " ".join(str(each.folder) for each in (between, *between.beside) if each is not over_the_rationals)
    program = folder / "coqc"
    rationals, coqc = str(over_the_rationals.folder), str(shutil.which("coqc"))
    program.write_text(SCRIPT.format(reals=quote(reals), rationals=quote(rationals), coqc=quote(coqc)))
    program.chmod(0o755)
    # With another coqc, `exactdp` would compile its library anew.
    command = folder / "exactdp"
    command.write_text(command.read_text().replace("exec ", f"PATH={quote(os.environ['PATH'])} exec ", 1))
