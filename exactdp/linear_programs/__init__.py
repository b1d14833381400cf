"""Linear programs, solved exactly, with a dual or Farkas proof; floating point only proposes a basis."""
