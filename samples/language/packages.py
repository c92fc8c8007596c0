# file: models/packages.py
"""A folder with an __init__.py re-exports what its modules define."""

from toy.parts import Wheel
# file: parts/__init__.py


from .wheels import Wheel
# file: parts/wheels.py


class Wheel:
    pass
