# file: drafting/worker.py
"""A helper gives; one gives the head too, the other does not."""

from toy.drafting.base import WorkerBase


class Gives(WorkerBase):  # holds: eagle3/worker-lends-target-head
    def share(self):
        embed, head = self.target.model.embed_and_head()
        self._give(embed, head, both=self.draft_runner.model.borrows_head)

    def _give(self, embed, head, both):
        if both:
            self.draft_runner.model.take_embed_and_head(embed, head)
        else:
            self.draft_runner.model.take_embed(embed)


class Keeps(WorkerBase):
    def share(self):
        embed, _ = self.target.model.embed_and_head()
        self._give(embed)

    def _give(self, embed):  # breaks: eagle3/worker-lends-target-head
        self.draft_runner.model.take_embed(embed)
