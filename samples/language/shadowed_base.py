# file: models/shadowed_base.py
"""A class takes the name of its own base."""

from toy.models.plain import Block


class Block(Block):
    def extra(self):
        return 1


class Tall(Block):
    pass
# file: models/plain.py


class Block:
    def run(self):
        return 0
