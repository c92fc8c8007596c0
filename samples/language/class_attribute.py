# file: models/class_attribute.py
"""A class attribute names the class of a part; a child names another one, another removes it."""


class Small:
    pass


class Large:
    pass


class Owner:
    part_class = Small
    part_class: type = Large
    count: int

    def __init__(self):
        self.part = self.part_class()


class Child(Owner):
    part_class = Small


class Grandchild(Child):
    class Inner:
        pass
