# file: models/whole.py
"""What enters a watched layer is taken where it begins."""

from toy.backbone import CausalModel


class Whole(CausalModel):  # holds: eagle3/states-enter-marked-layers
    pass


MODELS = Whole
