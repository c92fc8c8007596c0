# file: models/function_level_import.py
"""The class is imported where it is used; the module itself does not know the name."""


class Late:
    def __init__(self):
        from toy.models.inner import Inner as Model

        self.inner = Model()
# file: models/inner.py


class Inner:
    pass
