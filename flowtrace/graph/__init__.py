"""Facts to a graph and its questions: names, inheritance, members, registry."""
