# file: drafting/worker.py
"""A release in which the demand no longer makes sense."""

from toy.drafting.runner import DraftRunner


class Worker:  # not-applicable: eagle3/draft-built-in-attention-group
    def __init__(self, args, target):
        self.target = target
        self.draft_runner = DraftRunner(args)

    def share(self):
        embed, _ = self.target.model.embed_and_head()
        self.draft_runner.model.take_embed(embed)
# file: drafting/runner.py


class DraftRunner:
    def __init__(self, args):
        self.model = args.build()
