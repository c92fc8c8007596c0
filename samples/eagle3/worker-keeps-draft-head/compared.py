# file: drafting/worker.py
"""The scheme is compared with members of the enumeration instead of asked."""

from toy.drafting.base import WorkerBase
from toy.scheme import Scheme


class Compares(WorkerBase):  # holds: eagle3/worker-keeps-draft-head
    def share(self):
        embed, head = self.target.model.embed_and_head()
        if self.scheme != Scheme.EAGLE3 or self.draft_runner.model.borrows_head:
            self.draft_runner.model.take_embed_and_head(embed, head)
        else:
            self.draft_runner.model.take_embed(embed)


class Mistakes(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        if self.scheme in (Scheme.EAGLE, Scheme.EAGLE3):
            self.draft_runner.model.take_embed_and_head(embed, head)  # breaks: eagle3/worker-keeps-draft-head
        else:
            self.draft_runner.model.take_embed(embed)
