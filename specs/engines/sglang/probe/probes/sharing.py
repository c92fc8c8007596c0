"""The draft class in several configs -> what it shares with a target, by the identity of storage, and its
sizes.
"""

from __future__ import annotations

from typing import Any

import torch
from ground import answers as say
from ground import drafts, pair, places

_WIDE = 96  # a target's width that is not the draft's


def answers(request: dict[str, Any]) -> list[dict[str, Any]]:
    """W1 (the draft's part), W4, W6, D1, D2, D3 and D8 of the draft class."""
    device = request["device"]
    plain = drafts.built(device)
    if plain is None:
        nowhere = {"file": "", "line": 1, "symbol": drafts.DRAFT}
        refs = ("W4", "W6", "D1", "D2", "D3", "D8")
        return [say.inconclusive(ref, nowhere, "the draft's module did not import here") for ref in refs]
    subject = type(plain)
    asked = (_members, _embedding_alone, _embedding_kept, _head, _asks, _logits, _columns)
    found = []
    for demand in asked:
        try:
            found.append(demand(plain, subject, device))
        except Exception as error:
            told = places.of_error(error)
            why = f"{told['kind']}: {told['message']}"
            found.append(say.inconclusive(_REFS[demand], subject, why, *told["steps"][-1:]))
    return found


def _members(plain: Any, subject: type, device: str) -> dict[str, Any]:
    wanted = ("set_embed", "set_embed_and_head", "hot_token_id")
    missing = [each for each in wanted if not hasattr(plain, each)]
    saw = f"a built draft lacks {', '.join(missing)}" if missing else f"a built draft has {', '.join(wanted)}"
    return say.judged(not missing, "W4", subject, saw)


def _embedding_alone(plain: Any, subject: type, device: str) -> dict[str, Any]:
    """set_embed replaces the embedding and leaves the head."""
    own_head = drafts.head(plain)
    target = torch.zeros(pair.VOCAB, pair.HIDDEN, device=device)
    plain.set_embed(torch.nn.Parameter(target, requires_grad=False))
    shared = drafts.embedding(plain).data_ptr() == target.data_ptr() if device != "meta" else True
    kept = drafts.head(plain) is own_head
    saw = f"after set_embed the embedding is {'' if shared else 'not '}the target's"
    saw += f", the head is {'its own' if kept else 'another'}"
    return say.judged(shared and kept, "W6", subject, saw, places.of(plain.set_embed, saw))


def _embedding_kept(plain: Any, subject: type, device: str) -> dict[str, Any]:
    """set_embed leaves a draft of another width alone."""
    model = drafts.built(device, target_hidden_size=_WIDE)
    own = drafts.embedding(model)
    model.set_embed(torch.nn.Parameter(torch.zeros(pair.VOCAB, _WIDE, device=device), requires_grad=False))
    kept = drafts.embedding(model) is own
    fate = "kept" if kept else "lost"
    saw = f"given an embedding of width {_WIDE}, a draft of width {pair.HIDDEN} {fate} its own"
    return say.judged(kept, "W6", subject, saw, places.of(model.set_embed, saw))


def _head(plain: Any, subject: type, device: str) -> dict[str, Any]:
    tied = drafts.built(device, tie_word_embeddings=True)
    rows = drafts.head(drafts.built(device)).shape[0]
    same = drafts.head(tied) is drafts.embedding(tied)
    saw = f"tied: the head is {'' if same else 'not '}the embedding; untied: {rows} rows"
    saw += f" for a draft vocabulary of {pair.DRAFT_VOCAB}"
    return say.judged(same and rows == pair.DRAFT_VOCAB, "D1", subject, saw)


def _asks(plain: Any, subject: type, device: str) -> dict[str, Any]:
    worlds = {
        "a draft vocabulary": (_flag(plain), False),
        "none": (_flag(drafts.built(device, draft_vocab_size=None)), True),
        "tied": (_flag(drafts.built(device, tie_word_embeddings=True)), False),
    }
    saw = "load_lm_head_from_target is " + ", ".join(
        f"{flag} with {world}" for world, (flag, _) in worlds.items()
    )
    return say.judged(all(flag == want for flag, want in worlds.values()), "D2", subject, saw)


def _flag(model: Any) -> bool:
    return bool(getattr(model, "load_lm_head_from_target", False))


def _logits(plain: Any, subject: type, device: str) -> dict[str, Any]:
    size = plain.logits_processor.config.vocab_size
    saw = f"its logits processor counts {size} tokens, its draft vocabulary {pair.DRAFT_VOCAB}"
    return say.judged(size == pair.DRAFT_VOCAB, "D3", subject, saw)


def _columns(plain: Any, subject: type, device: str) -> dict[str, Any]:
    five = {"eagle_aux_hidden_state_layer_ids": [0, 1, 2, 3, 4]}
    worlds = {
        f"3 layers of {pair.HIDDEN}": (plain, 3 * pair.HIDDEN),
        f"3 of {_WIDE}": (drafts.built(device, target_hidden_size=_WIDE), 3 * _WIDE),
        f"5 of {pair.HIDDEN}": (drafts.built(device, eagle_config=five), 5 * pair.HIDDEN),
    }
    columns = {name: (model.model.fc.weight.shape[1], wanted) for name, (model, wanted) in worlds.items()}
    saw = "fc takes " + ", ".join(f"{have} for {name}" for name, (have, _) in columns.items())
    return say.judged(all(have == wanted for have, wanted in columns.values()), "D8", subject, saw)


_REFS = {
    _members: "W4",
    _embedding_alone: "W6",
    _embedding_kept: "W6",
    _head: "D1",
    _asks: "D2",
    _logits: "D3",
    _columns: "D8",
}
