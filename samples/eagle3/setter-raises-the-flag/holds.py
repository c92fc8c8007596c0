# file: models/whole.py
"""The setter raises the flag that the forward of the same class reads."""

from toy.backbone import CausalModel


class Whole(CausalModel):
    pass


MODELS = Whole
