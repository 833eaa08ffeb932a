"""Cards: the language they are written in, and every set."""
