# file: models/guards.py
"""What is defined under a test, in a try or in its handler is defined all the same."""

import sys

if sys.version_info >= (3, 11):

    class Chosen:
        new = True

else:

    class Chosen:
        new = False


try:
    from fastlib import Fast
except ImportError:
    Fast = None

try:
    import slowlib as slow
except ImportError:
    from toy.models import fallback as slow


class Guarded:
    if sys.platform == "linux":

        def run(self):
            return 1

    else:

        def run(self):
            return 2
# file: models/fallback.py


def go():
    return 0
