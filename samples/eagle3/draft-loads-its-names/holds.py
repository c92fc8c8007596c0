# file: models/tiny.py
"""Each name is looked up as it is and below the model; one loader has a table of other spellings."""

import re

from toy.draft import Draft

RENAMED = (("query.", "qkv."), ("midlayer.", "block."))


class Plain(Draft):
    pass


class Renames(Draft):
    def load_weights(self, weights):
        parameters = dict(self.named_parameters())
        for name, tensor in weights:
            name = re.sub(r"^layers\.0\.", "block.", name)
            for old, new in RENAMED:
                name = name.replace(old, new)
            if name in parameters:
                parameters[name].data.copy_(tensor)
            elif "model." + name in parameters:
                parameters["model." + name].data.copy_(tensor)


MODELS = [Plain, Renames]
