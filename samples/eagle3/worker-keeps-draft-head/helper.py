# file: drafting/worker.py
"""The calls stand in helper methods; one caller asks first, the other does not."""

from toy.drafting.base import WorkerBase


class Asks(WorkerBase):  # holds: eagle3/worker-keeps-draft-head
    def share(self):
        embed, head = self.target.model.embed_and_head()
        if getattr(self.draft_runner.model, "borrows_head", False):
            self._lend_both(embed, head)
        else:
            self._lend_embed(embed)

    def _lend_both(self, embed, head):
        self.draft_runner.model.take_embed_and_head(embed, head)

    def _lend_embed(self, embed):
        self.draft_runner.model.take_embed(embed)


class Assumes(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        self._lend(embed, head)

    def _lend(self, embed, head):
        self.draft_runner.model.take_embed_and_head(embed, head)  # breaks: eagle3/worker-keeps-draft-head
