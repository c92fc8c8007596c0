# file: models/star_imports.py
"""Names that a star brings, its own over them, and a star of a star."""

from toy.stars import *


class Own(Shiny):
    pass


class Dull:
    pass
# file: stars.py


from toy.galaxy import *


class Shiny:
    pass


class Dull:
    pass
# file: galaxy.py


class Far:
    pass
