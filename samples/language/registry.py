# file: models/one.py
"""A class alone."""


class One:
    pass


MODELS = One
# file: models/several.py


from toy.models.one import One as Base


class Two(Base):
    pass


class Three(Base):
    pass


MODELS = [Three, Two]
# file: models/annotated.py


class Four:
    pass


MODELS: list = (Four,)
# file: models/imported.py


from toy.models.nested.five import Five

MODELS = [Five]
# file: models/nested/five.py


class Five:
    pass


class Six:
    pass


MODELS = [Six]
# file: models/unregistered.py


class Seven:
    pass


HIDDEN_MODELS = [Seven]
