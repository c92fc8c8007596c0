# file: drafting/worker.py
# version: 0.5.9
"""The draft is built within the group, at once or through a local that holds it."""

from contextlib import nullcontext

from toy.drafting.groups import attention_group
from toy.drafting.runner import DraftRunner


class Worker:
    def __init__(self, args, target):
        self.scheme = args.scheme
        self.target = target
        split = args.split_attention and self.scheme.is_eagle3()
        group = attention_group() if split else nullcontext()
        with group:
            self.draft_runner = DraftRunner(args)

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
