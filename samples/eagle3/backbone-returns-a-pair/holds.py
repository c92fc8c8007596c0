# file: models/whole.py
"""What was captured is returned beside the states."""

from toy.backbone import CausalModel


class Whole(CausalModel):
    pass


MODELS = Whole
