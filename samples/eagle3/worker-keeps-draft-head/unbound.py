# file: drafting/worker.py
"""Nobody shares anything: the code has moved to where the specs can't see it."""

from toy.drafting.base import WorkerBase


class Worker(WorkerBase):  # unbound: eagle3/worker-keeps-draft-head
    def share(self):
        self.draft_runner.adopt(self.target)
