# file: drafting/worker.py
"""A draft with its own head is given nothing at all, not even the embedding."""

from toy.drafting.base import WorkerBase


class Worker(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        if self.draft_runner.model.borrows_head:  # breaks: eagle3/worker-keeps-draft-head
            self.draft_runner.model.take_embed_and_head(embed, head)
