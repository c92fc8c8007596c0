# file: models/attached.py
"""The method comes to its class by an assignment, by another name, or is one that only raises."""

from toy.backbone import CausalModel


class Bare(CausalModel):
    embed_and_head = None


class Attached(Bare):  # holds: eagle3/target-offers-embed-and-head
    pass


def _both(self):
    return self.model.embed_tokens.weight, self.lm_head.weight


Attached.embed_and_head = _both


class Renamed(Bare):  # holds: eagle3/target-offers-embed-and-head
    def both(self):
        return self.model.embed_tokens.weight, self.lm_head.weight

    embed_and_head = both


class Raising(CausalModel):  # breaks: eagle3/target-offers-embed-and-head
    def embed_and_head(self):
        raise NotImplementedError


class Taken(CausalModel):  # breaks: eagle3/target-offers-embed-and-head
    embed_and_head = None


MODELS = [Attached, Renamed, Raising, Taken]
