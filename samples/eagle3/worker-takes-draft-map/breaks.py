# file: drafting/worker.py
"""The draft's map stays where it is."""

from toy.drafting.base import WorkerBase


class Worker(WorkerBase):
    def share(self):  # breaks: eagle3/worker-takes-draft-map
        embed, head = self.target.model.embed_and_head()
        self.token_map = None
        self.draft_runner.model.take_embed(embed)
