# file: drafting/worker.py
"""A helper shortens the head; the clone is made by it, or by nobody."""

from toy.drafting.base import WorkerBase


class Right(WorkerBase):  # holds: eagle3/eagle1-shares-both
    def share(self):
        embed, head = self.target.model.embed_and_head()
        self.draft_runner.model.take_embed_and_head(embed, self._shortened(head))

    def _shortened(self, head):
        if self.token_map is None:
            return head
        own = head.clone()
        own.data = own.data[self.token_map]
        return own


class Wrong(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        self.draft_runner.model.take_embed_and_head(embed, self._shortened(head))

    def _shortened(self, head):
        if self.token_map is not None:
            head.data = head.data[self.token_map]  # breaks: eagle3/eagle1-shares-both
        return head
