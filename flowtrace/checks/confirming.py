"""A draft in hand -> what of it the worker leaves as the checkpoint has it, with the path that shows so.

What is wrong with a draft is told by invariants; this tells what a user would otherwise have to look up.
"""

from __future__ import annotations

from flowtrace.binding import Binding
from flowtrace.binding.rules import listed
from flowtrace.checks.fates import Drafted, drafted
from flowtrace.checks.instance import Unmade
from flowtrace.checks.sharing import lends
from flowtrace.checks.yours import WORLD, Yours
from flowtrace.fates import Filling
from flowtrace.findings import Confirmed


def shared(binding: Binding, hand: Yours) -> list[Confirmed]:
    """Which parameters the sharing method that is called leaves alone, though another would replace them."""
    assert hand.draft is not None
    cls = next((cls for _, cls in binding.registered() if cls.name == hand.architecture), None)
    if cls is None or not hand.draft.tensors:
        return []
    found = drafted(binding, cls, hand.draft.tensors, WORLD)
    return [] if isinstance(found, Unmade) else _kept(binding, found)


def _kept(binding: Binding, found: Drafted) -> list[Confirmed]:
    share = found.share
    if not share.method:
        return []
    others = [
        lends(binding, found.loading, role) for role in listed(binding.engine.parameters["shared"]["calls"])
    ]
    at_risk = {name for other in others for name in other.replaced} - set(share.replaced)
    kept = [p for p in found.parameters() if p.name in at_risk and p.filling is Filling.CHECKPOINT]
    replaced = ", ".join(share.replaced)
    return [
        Confirmed(
            "",
            (),
            f"{one.name} stays what the checkpoint's {', '.join(one.by)} makes it: {share.method} replaces"
            f" {replaced or 'nothing'} alone",
            (one.place, *share.calls, *share.replaced.values()),
        )
        for one in kept
    ]
