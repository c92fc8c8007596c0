# file: drafting/layered.py
"""Each layer is asked whether it wants the head."""


class LayeredWorker:
    def share(self):
        embed, head = self.target.model.embed_and_head()
        for index in range(self.steps):
            model = self.draft_runners[index].model
            if self.scheme.is_eagle3() and not getattr(model, "borrows_head", False):
                model.take_embed(embed)
            else:
                model.take_embed_and_head(embed, head)
