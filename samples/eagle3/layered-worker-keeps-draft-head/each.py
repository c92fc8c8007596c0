# file: drafting/layered.py
"""The loop goes over the runners themselves."""


class Right:  # holds: eagle3/layered-worker-keeps-draft-head
    def share(self):
        embed, head = self.target.model.embed_and_head()
        for runner in self.draft_runners:
            if runner.model.borrows_head:
                runner.model.take_embed_and_head(embed, head)
                continue
            runner.model.take_embed(embed)


class Wrong:
    def share(self):
        embed, head = self.target.model.embed_and_head()
        for runner in self.draft_runners:
            if not runner.model.borrows_head:  # breaks: eagle3/layered-worker-keeps-draft-head
                runner.model.take_embed_and_head(embed, head)  # breaks: eagle3/layered-worker-keeps-draft-head
                continue
            runner.model.take_embed(embed)
