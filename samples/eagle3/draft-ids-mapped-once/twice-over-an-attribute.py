# file: drafting/worker.py
"""One method keeps mapped ids in the hints, another maps what it finds there."""

from toy.drafting.hints import Hints
from toy.drafting.tree import grow_tree


class Worker:
    def __init__(self):
        self.hints = Hints()

    def prefill(self, out):
        self.hints.topk_index = self.token_map[out.scores.argmax(-1)]

    def draft(self, batch):
        topk_index = self.token_map[self.hints.topk_index]
        return grow_tree(0, batch.scores, topk_index, None, None)  # todo-breaks: eagle3/draft-ids-mapped-once
# file: drafting/hints.py


class Hints:
    topk_index = None
# file: drafting/tree.py


def grow_tree(step, topk_scores, topk_index, states, scores):
    return topk_index.flatten(), states, topk_scores
