# file: drafting/worker.py
"""Code outside the package decides, and nobody can say how."""

from policies import lends_head

from toy.drafting.base import WorkerBase


class Worker(WorkerBase):
    def share(self):  # unknown: eagle3/worker-keeps-draft-head
        embed, head = self.target.model.embed_and_head()
        if lends_head(self.draft_runner.model):
            self.draft_runner.model.take_embed_and_head(embed, head)
        else:
            self.draft_runner.model.take_embed(embed)
