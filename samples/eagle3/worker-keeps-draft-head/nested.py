# file: drafting/worker.py
"""A function inside the method gives; what it asks is asked where it is defined."""

from toy.drafting.base import WorkerBase


class Asks(WorkerBase):  # holds: eagle3/worker-keeps-draft-head
    def share(self):
        embed, head = self.target.model.embed_and_head()
        model = self.draft_runner.model

        def give():
            if not model.borrows_head:
                return model.take_embed(embed)
            return model.take_embed_and_head(embed, head)

        give()


class Assumes(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        model = self.draft_runner.model

        def give():
            return model.take_embed_and_head(embed, head)  # breaks: eagle3/worker-keeps-draft-head

        give()
