"""The one page that composes the program: a tree and its options in, answers out. It prints nothing."""
