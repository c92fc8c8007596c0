# file: drafting/worker.py
"""The head is shared only with a draft that asks for it; a scheme without its own head shares both."""

from toy.drafting.base import WorkerBase


class Worker(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        if self.scheme.is_eagle3():
            model = self.draft_runner.model
            if hasattr(model, "borrows_head") and model.borrows_head:
                self.draft_runner.model.take_embed_and_head(embed, head)
            else:
                self.draft_runner.model.take_embed(embed)
        else:
            self.draft_runner.model.take_embed_and_head(embed, head)
