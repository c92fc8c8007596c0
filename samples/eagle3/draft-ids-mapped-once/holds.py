# file: drafting/worker.py
"""The ids handed in are mapped before the loop, those of each step within it."""

from toy.drafting.tree import grow_tree


class Worker:
    def draft(self, batch, topk_scores, topk_index, states):
        if self.token_map is not None:
            topk_index = self.token_map[topk_index]
        scores = None
        for step in range(self.steps):
            ids, states, scores = grow_tree(step, topk_scores, topk_index, states, scores)
            out = self.draft_runner.forward(ids, states)
            topk_scores, topk_index = out.scores.topk(self.width)
            if self.token_map is not None:
                topk_index = self.token_map[topk_index]
            states = out.hidden_states
        return ids
# file: drafting/tree.py


def grow_tree(step, topk_scores, topk_index, states, scores):
    return topk_index.flatten(), states, topk_scores
