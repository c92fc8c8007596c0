# file: drafting/worker.py
# version: 0.5.9
"""The draft is built outside the group."""

from contextlib import nullcontext

from toy.drafting.runner import DraftRunner


class Worker:
    def __init__(self, args, target):
        self.target = target
        with nullcontext():
            self.draft_runner = DraftRunner(args)  # breaks: eagle3/draft-built-in-attention-group

    def share(self):
        embed, _ = self.target.model.embed_and_head()
        self.draft_runner.model.take_embed(embed)
# file: drafting/runner.py


class DraftRunner:
    def __init__(self, args):
        self.model = args.build()
