# file: drafting/worker.py
"""The draft is given the embedding alone, whether it has a head or not."""

from toy.drafting.base import WorkerBase


class Worker(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        if self.scheme.is_eagle3():  # breaks: eagle3/worker-lends-target-head
            self.draft_runner.model.take_embed(embed)
        else:
            self.draft_runner.model.take_embed_and_head(embed, head)
