# file: models/namespace_packages.py
"""No folder has an __init__.py; names of modules come from their paths."""

import toy.deep.inside.leaf
from toy.deep.inside import leaf
from toy.deep.inside.leaf import Leaf

from .sibling import Sibling
from ..deep.inside.leaf import Leaf as Relative
# file: models/sibling.py


class Sibling:
    pass
# file: deep/inside/leaf.py


class Leaf:
    pass
