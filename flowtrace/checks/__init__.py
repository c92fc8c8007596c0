"""One file for each kind of invariant: a question asked of the evaluator, its answer compared, and told."""
