"""What must hold: spec files read, checked, and turned into frozen nouns."""
