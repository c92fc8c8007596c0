# file: models/whole.py
"""The common scheme answers as it should."""

from toy.backbone import CausalModel


class Whole(CausalModel):
    pass


MODELS = Whole
