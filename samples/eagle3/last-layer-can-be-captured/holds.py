# file: models/whole.py
"""After the loop one more look is taken."""

from toy.backbone import CausalModel


class Whole(CausalModel):
    pass


MODELS = Whole
