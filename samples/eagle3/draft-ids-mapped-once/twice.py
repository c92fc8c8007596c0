# file: drafting/worker.py
"""The ids come mapped from the other method and are mapped again."""

from toy.drafting.tree import grow_tree


class Worker:
    def draft(self, batch):
        topk_index = self.first(batch)
        topk_index = self.token_map[topk_index]
        return grow_tree(0, batch.scores, topk_index, None, None)  # breaks: eagle3/draft-ids-mapped-once

    def first(self, batch):
        return self.token_map[batch.out.scores.argmax(-1)]
# file: drafting/tree.py


def grow_tree(step, topk_scores, topk_index, states, scores):
    return topk_index.flatten(), states, topk_scores
