"""Edits to analysed source: those that plant a fault, those that change nothing. The only home of libcst."""
