# file: drafting/worker.py
# version: 0.5.9
"""The group is entered for every scheme but the one that needs it."""

from contextlib import nullcontext

from toy.drafting.groups import attention_group
from toy.drafting.runner import DraftRunner


class Worker:
    def __init__(self, args, target):
        self.scheme = args.scheme
        self.target = target
        with nullcontext() if self.scheme.is_eagle3() else attention_group():
            self.draft_runner = DraftRunner(args)  # breaks: eagle3/draft-built-in-attention-group

    def share(self):
        embed, _ = self.target.model.embed_and_head()
        self.draft_runner.model.take_embed(embed)
# file: drafting/groups.py


from contextlib import contextmanager


@contextmanager
def attention_group():
    yield
# file: drafting/runner.py


class DraftRunner:
    def __init__(self, args):
        self.model = args.build()
