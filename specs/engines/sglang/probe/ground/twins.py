"""Two tree operations that exist as compiled code only -> the same in Python, for tensors on the CPU.

They write into the tensors they are given, as the originals do. Nothing else of the engine is rewritten.
"""

from __future__ import annotations

from typing import Any


def build_tree(
    parent_list: Any,
    selected: Any,
    lengths: Any,
    mask: Any,
    positions: Any,
    index: Any,
    next_token: Any,
    next_sibling: Any,
    topk: int,
    depth: int,
    tokens: int,
    mask_mode: int = 0,
) -> None:
    """Links, positions and attention mask of the tree of drafted tokens, for every sequence of the batch."""
    before = 0
    for row in range(lengths.numel()):
        length = int(lengths[row])
        picked = selected[row].tolist()
        parents = _parents(picked, parent_list[row].tolist() if parent_list.numel() else [], topk)
        for child in range(tokens - 1, 0, -1):
            index[row, child] = row * tokens + child
            parent = parents[child - 1]
            if parent is not None:
                next_sibling[row, child] = next_token[row, parent]
                next_token[row, parent] = child
        index[row, 0] = row * tokens
        for token in range(tokens):
            path = _path(token, parents, depth)
            positions[row * tokens + token] = length + len(path)
            if int(mask_mode) == 0:
                start = before * tokens + tokens * tokens * row + (length + tokens) * token + length
            else:
                start = tokens * tokens * row + tokens * token
            mask[start : start + tokens] = False
            for seen in (0, *path):
                mask[start + seen] = True
        before += length


def verify_greedy(
    predicts: Any,
    accept_index: Any,
    accept_token_num: Any,
    candidates: Any,
    retrive_index: Any,
    retrive_next_token: Any,
    retrive_next_sibling: Any,
    target_predict: Any,
) -> None:
    """Follow the tree as long as a drafted token is the one the target predicts."""
    predicted = target_predict.flatten()
    for row in range(candidates.shape[0]):
        last = int(retrive_index[row, 0])
        accept_index[row, 0] = last
        accepted, node = 0, 0
        for _ in range(1, accept_index.shape[1]):
            node = int(retrive_next_token[row, node])
            while node != -1 and int(candidates[row, node]) != int(predicted[last]):
                node = int(retrive_next_sibling[row, node])
            if node == -1:
                break
            predicts[last] = predicted[last]
            accepted += 1
            last = int(retrive_index[row, node])
            accept_index[row, accepted] = last
        accept_token_num[row] = accepted
        predicts[last] = predicted[last]


def _parents(picked: list[int], parent_list: list[int], topk: int) -> list[int | None]:
    """For each drafted token its parent's place among the tree's tokens; 0 is the verified token."""
    found: list[int | None] = []
    for each in picked:
        group = each // topk
        if group == 0:
            found.append(0)
        else:
            wanted = parent_list[group]
            found.append(picked.index(wanted) + 1 if wanted in picked else None)
    return found


def _path(token: int, parents: list[int | None], depth: int) -> list[int]:
    """The drafted tokens on the way from the verified token to this one, itself included."""
    path: list[int] = []
    node: int | None = token
    while node and len(path) < depth:
        path.append(node)
        node = parents[node - 1]
    return path
