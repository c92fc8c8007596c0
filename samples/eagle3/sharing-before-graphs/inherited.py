# file: drafting/worker.py
"""The parent builds; the children share and record, one of them in the wrong order."""


class Parent:
    def __init__(self, args, target):
        self.target = target
        self.draft_runner = args.runner


class Right(Parent):  # holds: eagle3/sharing-before-graphs
    def __init__(self, args, target):
        super().__init__(args, target)
        self.share()
        self.record_graphs()

    def share(self):
        embed, _ = self.target.model.embed_and_head()
        self.draft_runner.model.take_embed(embed)

    def record_graphs(self):
        self.graphs = [self.draft_runner.record(size) for size in (1, 2, 4)]


class Wrong(Parent):
    def __init__(self, args, target):
        super().__init__(args, target)
        self._start()

    def _start(self):
        self.record_graphs()  # breaks: eagle3/sharing-before-graphs
        self.share()

    def share(self):
        embed, _ = self.target.model.embed_and_head()
        self.draft_runner.model.take_embed(embed)

    def record_graphs(self):
        self.graphs = [self.draft_runner.record(size) for size in (1, 2, 4)]
