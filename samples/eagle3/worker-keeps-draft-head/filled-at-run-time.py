# file: scheme.py
"""What a scheme is stands in a table that is filled at run time: the engine file says which are of the family."""

from collections import defaultdict


class Scheme:
    _families = defaultdict(set)

    def __init__(self, name):
        self.name = name
        self.value = name

    @classmethod
    def enrol(cls, scheme, family):
        cls._families[family].add(scheme.value)

    def _is_of(self, family):
        return self.value in type(self)._families.get(family, set())

    def is_eagle(self):
        return self._is_of("EAGLE")

    def is_eagle3(self):
        return self._is_of("EAGLE3")

    def is_listed(self):
        return self._is_of("EAGLE3")


# file: drafting/worker.py
from toy.drafting.base import WorkerBase


class Asks(WorkerBase):  # holds: eagle3/worker-keeps-draft-head
    def share(self):
        embed, head = self.target.model.embed_and_head()
        if self.scheme.is_eagle3() and not getattr(self.draft_runner.model, "borrows_head", False):
            self.draft_runner.model.take_embed(embed)
        else:
            self.draft_runner.model.take_embed_and_head(embed, head)


class Forgets(WorkerBase):
    def share(self):
        embed, head = self.target.model.embed_and_head()
        if self.scheme.is_eagle3():
            self.draft_runner.model.take_embed_and_head(embed, head)  # breaks: eagle3/worker-keeps-draft-head
        else:
            self.draft_runner.model.take_embed(embed)


class Tabled(WorkerBase):
    def share(self):  # unknown: eagle3/worker-keeps-draft-head
        embed, head = self.target.model.embed_and_head()
        if self.scheme.is_listed():
            self.draft_runner.model.take_embed(embed)
        else:
            self.draft_runner.model.take_embed_and_head(embed, head)
