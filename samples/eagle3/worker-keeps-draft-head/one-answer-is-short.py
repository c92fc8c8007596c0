# file: drafting/worker.py
"""Of two answers one has no first item: that way raises, and the other leads on to where the head is shared."""

from toy.drafting.base import WorkerBase


def gathered(seeds, rank, source):
    if rank == source:
        return seeds
    return []


class Worker(WorkerBase):
    def share(self):
        self.seed = gathered([self.rank], self.rank, self.target.rank)[0]
        embed, head = self.target.model.embed_and_head()
        self.draft_runner.model.take_embed_and_head(embed, head)  # breaks: eagle3/worker-keeps-draft-head
