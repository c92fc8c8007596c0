# file: drafting/worker.py
"""To have the attribute is not to have it true."""

from toy.drafting.base import WorkerBase


class Worker(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        if hasattr(self.draft_runner.model, "borrows_head"):
            self.draft_runner.model.take_embed_and_head(embed, head)  # breaks: eagle3/worker-keeps-draft-head
        else:
            self.draft_runner.model.take_embed(embed)
