# file: drafting/worker.py
"""The draft has another name where it is given something."""

from toy.drafting.base import WorkerBase


class Asks(WorkerBase):  # holds: eagle3/worker-keeps-draft-head
    def share(self):
        embed, head = self.target.model.embed_and_head()
        model = self.draft_runner.model
        draft = model
        if model.borrows_head:
            draft.take_embed_and_head(embed, head)
        else:
            draft.take_embed(embed)


class Assumes(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        runner = self.draft_runner
        draft = runner.model
        draft.take_embed_and_head(embed, head)  # breaks: eagle3/worker-keeps-draft-head
