# file: running/runner.py
"""Code outside the package decides."""

from outside import captures


class Runner:
    def __init__(self, args, model):
        self.model = model
        if captures(args):
            self.model.watch_layers(None)  # unknown: eagle3/capture-only-for-eagle3
