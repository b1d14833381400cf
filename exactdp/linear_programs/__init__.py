"""Linear programs, solved exactly: floating point proposes a basis, rational arithmetic decides."""
