# file: models/whole.py
"""The common processor packs what was captured in both modes."""

from toy.backbone import CausalModel


class Whole(CausalModel):
    pass


MODELS = Whole
