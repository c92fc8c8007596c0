# file: drafting/worker.py
"""The ids come from code outside the package; whether they are mapped there nobody can say."""

from outside import drafted

from toy.drafting.tree import grow_tree


class Worker:
    def draft(self, batch):
        return grow_tree(0, batch.scores, drafted(batch), None, None)  # unknown: eagle3/draft-ids-mapped-once
# file: drafting/tree.py


def grow_tree(step, topk_scores, topk_index, states, scores):
    return topk_index.flatten(), states, topk_scores
