# file: drafting/worker.py
"""The draft's map becomes the worker's own."""

from toy.drafting.base import WorkerBase


class Worker(WorkerBase):  # holds: eagle3/worker-takes-draft-map
    def share(self):
        embed, head = self.target.model.embed_and_head()
        model = self.draft_runner.model
        self.token_map = None
        model.take_embed(embed)
        if model.token_map is not None:
            self.token_map = model.token_map.to(embed.device)
