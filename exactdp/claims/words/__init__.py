"""The words of one subject, as definitions: formulas that claims use by name."""
