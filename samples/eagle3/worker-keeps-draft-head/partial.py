# file: drafting/worker.py
"""The call with some of its arguments given, made later; and the one of two names."""

import functools

from toy.drafting.base import WorkerBase


class Worker(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        if (model := self.draft_runner.model) and getattr(model, "borrows_head", False):
            take = functools.partial(model.take_embed_and_head, embed, head)
        else:
            take = functools.partial(model.take_embed, embed)
        take()


class Named(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        borrows = getattr(self.draft_runner.model, "borrows_head", False)
        name, given = ("take_embed_and_head", (embed, head)) if borrows else ("take_embed", (embed,))
        getattr(self.draft_runner.model, name)(*given)


class Always(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        take = functools.partial(self.draft_runner.model.take_embed_and_head, embed)
        take(head)  # breaks: eagle3/worker-keeps-draft-head
