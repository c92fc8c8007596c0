# file: drafting/layered.py
"""The worker refuses the scheme."""


class LayeredWorker:  # not-applicable: eagle3/layered-worker-keeps-draft-head
    def __init__(self, args):
        self.scheme = args.scheme
        if self.scheme.is_eagle3():
            raise ValueError("no layers under this scheme")

    def share(self):
        embed, head = self.target.model.embed_and_head()
        for index in range(self.steps):
            self.layer_runner(index).model.take_embed_and_head(embed, head)
