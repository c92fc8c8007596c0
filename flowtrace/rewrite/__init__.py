"""Edits to analysed source: mutants that plant a fault, and edits that change nothing. The only home of libcst."""
