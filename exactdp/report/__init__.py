"""Words, tables and pages for people: what the engine decided, shown and never decided again."""
