# file: drafting/worker.py
"""The target's own head is shortened."""

from toy.drafting.base import WorkerBase


class Worker(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        if self.token_map is not None:
            head.data = head.data[self.token_map]  # breaks: eagle3/eagle1-shares-both
        self.draft_runner.model.take_embed_and_head(embed, head)
