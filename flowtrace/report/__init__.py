"""Answers -> text, JSON and progress. The only home of rich; reporters read answers and nothing else."""
