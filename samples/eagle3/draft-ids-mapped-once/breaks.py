# file: drafting/worker.py
"""The ids of the later steps are not mapped."""

from toy.drafting.tree import grow_tree


class Worker:
    def draft(self, batch, topk_scores, topk_index, states):
        if self.token_map is not None:
            topk_index = self.token_map[topk_index]
        scores = None
        for step in range(self.steps):
            ids, states, scores = grow_tree(  # breaks: eagle3/draft-ids-mapped-once
                step, topk_scores, topk_index, states, scores
            )
            out = self.draft_runner.forward(ids, states)
            topk_scores, topk_index = out.scores.topk(self.width)
            states = out.hidden_states
        return ids
# file: drafting/tree.py


def grow_tree(step, topk_scores, topk_index, states, scores):
    return topk_index.flatten(), states, topk_scores
