# file: drafting/layered.py
"""Every layer is given the target's head."""


class LayeredWorker:
    def share(self):
        embed, head = self.target.model.embed_and_head()
        for index in range(self.steps):
            self.draft_runners[index].model.take_embed_and_head(embed, head)  # breaks: eagle3/layered-worker-keeps-draft-head
