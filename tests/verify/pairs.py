"""Writes the drafts of users and their target, small ones with a fault each, that `scripts/verify` has probed.

python tests/verify/pairs.py FOLDER
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.draft import layouts

_LAYERS = 40  # more than the last id that the layouts name
_TARGET = {**layouts.CONFIGS["specforge"], **layouts.TARGET, "num_hidden_layers": _LAYERS}
_CONFIG = layouts.CONFIGS["specforge"]
_TENSORS = layouts.TENSORS["specforge"]
_AUX = _CONFIG["eagle_config"]
_IDS = _AUX["eagle_aux_hidden_state_layer_ids"]
_WIDTH = layouts.WIDTH

# The entries of the draft's config, and its tensors, in place of a sound one's.
PAIRS: Mapping[str, tuple[Mapping[str, Any], Mapping[str, Any]]] = {
    "sound": ({}, _TENSORS),
    "layer names": ({}, layouts.TENSORS["modelopt_layers"]),
    "no aux states": ({"eagle_config": {**_AUX, "use_aux_hidden_state": False}}, _TENSORS),
    "a norm in front": (
        {"eagle_config": {**_AUX, "norm_before_fc": True}},
        {**_TENSORS, "input_norm.weight": np.ones(3 * _WIDTH, dtype=np.float16)},
    ),
    "the last layer": (
        {"eagle_config": {**_AUX, "eagle_aux_hidden_state_layer_ids": [*_IDS[:2], _LAYERS - 1]}},
        _TENSORS,
    ),
}


def main(folder: Path) -> None:
    """Write all of them."""
    layouts.write(
        folder / "target",
        {key: each for key, each in _TARGET.items() if key not in ("draft_vocab_size", "eagle_config")},
        {},
    )
    for name, (config, tensors) in PAIRS.items():
        layouts.write(folder / name.replace(" ", "-"), {**_CONFIG, **config}, dict(tensors))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
