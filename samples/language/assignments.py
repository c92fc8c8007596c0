# file: models/assignments.py
"""One name, several values: the last one bound at module level counts, and a chain of names ends at its class."""


class First:
    pass


class Second:
    pass


Alias = First
Chain = Alias
Moved = First
Moved = Second
Left = Right = First
Typed: type = Second
Declared: type
# file: models/other.py


from toy.models.assignments import Chain as Renamed
