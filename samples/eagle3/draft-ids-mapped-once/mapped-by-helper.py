# file: drafting/worker.py
"""A helper maps; the other worker's helper does so under the wrong test."""

from toy.drafting.tree import grow_tree


class Right:  # holds: eagle3/draft-ids-mapped-once
    def draft(self, batch):
        return grow_tree(0, batch.scores, self._mapped(batch.topk_index), None, None)

    def _mapped(self, ids):
        if self.token_map is None:
            return ids
        return self.token_map[ids]


class Inverted:
    def draft(self, batch):
        return grow_tree(0, batch.scores, self._mapped(batch.topk_index), None, None)  # breaks: eagle3/draft-ids-mapped-once

    def _mapped(self, ids):
        if self.token_map is not None:
            return ids
        return self.token_map[ids]
# file: drafting/tree.py


def grow_tree(step, topk_scores, topk_index, states, scores):
    return topk_index.flatten(), states, topk_scores
