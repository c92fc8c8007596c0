# file: drafting/worker.py
"""The parent asks and leaves the giving to a hook, which a child overrides."""

from toy.drafting.base import WorkerBase


class Parent(WorkerBase):  # holds: eagle3/worker-keeps-draft-head
    def share(self):
        embed, head = self.target.model.embed_and_head()
        if self.draft_runner.model.borrows_head:
            self.draft_runner.model.take_embed_and_head(embed, head)
        else:
            self.keep_head(embed, head)

    def keep_head(self, embed, head):
        self.draft_runner.model.take_embed(embed)


class Child(Parent):
    def keep_head(self, embed, head):
        self.draft_runner.model.take_embed_and_head(embed, head)  # breaks: eagle3/worker-keeps-draft-head
