# file: drafting/layered.py
"""The right question is asked, but only one layer is given what it needs."""


class LayeredWorker:
    def share(self):
        embed, head = self.target.model.embed_and_head()
        if self.scheme.is_eagle3():
            model = self.draft_runner.model
            if model.borrows_head:  # breaks: eagle3/layered-worker-keeps-draft-head
                model.take_embed_and_head(embed, head)
            else:
                model.take_embed(embed)
        else:
            for index in range(self.steps):
                self.draft_runners[index].model.take_embed_and_head(embed, head)
