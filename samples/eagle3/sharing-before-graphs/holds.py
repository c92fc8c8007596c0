# file: drafting/worker.py
"""Built, shared, recorded."""

from toy.drafting.runner import DraftRunner


class Worker:
    def __init__(self, args, target):
        self.target = target
        self.draft_runner = DraftRunner(args)

    def prepare(self):
        embed, _ = self.target.model.embed_and_head()
        self.draft_runner.model.take_embed(embed)

    def record_graphs(self):
        self.graphs = [self.draft_runner.record(size) for size in (1, 2, 4)]
# file: drafting/runner.py


class DraftRunner:
    def __init__(self, args):
        self.model = args.build()
