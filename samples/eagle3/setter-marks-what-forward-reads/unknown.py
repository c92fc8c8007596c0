# file: models/wrapper.py
"""The backbone is built by code outside the package."""

from outside import build_backbone

from toy.backbone import CausalModel


class Wrapper(CausalModel):  # unknown: eagle3/setter-marks-what-forward-reads
    def __init__(self, config):
        super().__init__(config)
        self.model = build_backbone(config)


MODELS = Wrapper
