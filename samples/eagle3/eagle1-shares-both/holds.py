# file: drafting/worker.py
"""Both are shared, and a clone of the head is shortened to the drafted tokens."""

from toy.drafting.base import WorkerBase


class Worker(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        if self.scheme.is_eagle3():
            self.draft_runner.model.take_embed(embed)
            return
        if self.token_map is not None:
            head = head.clone()
            head.data = head.data[self.token_map]
        self.draft_runner.model.take_embed_and_head(embed, head)
