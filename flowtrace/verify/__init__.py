"""Runs probes in another interpreter and sets what they saw beside the static verdicts.

The interpreter's packages are never imported here: what runs there lies beside the engine file, in its
probe folder.
"""

from __future__ import annotations

from flowtrace.verify.doctor import examine
from flowtrace.verify.run import Wishes, verify

__all__ = ["Wishes", "examine", "verify"]
