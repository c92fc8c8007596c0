# file: drafting/worker.py
"""The clone is made on one branch only."""

from toy.drafting.base import WorkerBase


class Worker(WorkerBase):
    def share(self, careful):
        embed, head = self.target.model.embed_and_head()
        if careful:
            head = head.clone()
        if self.token_map is not None:
            head.data = head.data[self.token_map]  # breaks: eagle3/eagle1-shares-both
        self.draft_runner.model.take_embed_and_head(embed, head)
