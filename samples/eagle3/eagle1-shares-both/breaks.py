# file: drafting/worker.py
"""The embedding alone is shared with a draft that has no head."""

from toy.drafting.base import WorkerBase


class Worker(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        if self.scheme.is_eagle():
            self.draft_runner.model.take_embed(embed)  # breaks: eagle3/eagle1-shares-both
        else:
            self.draft_runner.model.take_embed_and_head(embed, head)
