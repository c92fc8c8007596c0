# file: models/tiny.py
"""A stacked name is told too, by the `else` of the loop; the other loader leaves the loop for it too early."""

import logging

from toy.draft import Draft

log = logging.getLogger(__name__)
STACKED = (("q_proj", "qkv"), ("k_proj", "qkv"), ("v_proj", "qkv"))


class Tells(Draft):  # holds: eagle3/unknown-names-are-told
    def load_weights(self, weights):
        parameters = dict(self.named_parameters())
        for name, tensor in weights:
            for part, whole in STACKED:
                if part in name and name.replace(part, whole) in parameters:
                    parameters[name.replace(part, whole)].data.copy_(tensor)
                    break
            else:
                if name not in parameters:
                    log.warning("nothing takes %s", name)
                    continue
                parameters[name].data.copy_(tensor)


class Loses(Draft):
    def load_weights(self, weights):
        parameters = dict(self.named_parameters())
        for name, tensor in weights:
            for part, whole in STACKED:
                if part in name:
                    own = name.replace(part, whole)
                    if own in parameters:  # breaks: eagle3/unknown-names-are-told
                        parameters[own].data.copy_(tensor)
                    break
            else:
                if name not in parameters:
                    log.warning("nothing takes %s", name)
                    continue
                parameters[name].data.copy_(tensor)


MODELS = [Tells, Loses]
