# file: running/runner.py
"""A draft that was trained without aux states gets them all the same."""


class Runner:
    def __init__(self, args, model):
        self.scheme = args.scheme
        self.is_drafter = args.is_drafter
        self.model = model
        if self.scheme.is_eagle3() and not self.is_drafter:
            self.model.watch_layers(None)  # breaks: eagle3/capture-only-for-eagle3
