# file: models/tiny.py
"""The owner does not keep what its model hands on; or a helper sees to it."""

from toy.draft import Draft


class Down(Draft):
    def __init__(self, config):
        super().__init__(config)
        self.capture_aux_hidden_states = False  # breaks: eagle3/draft-recurs-before-norm


class Helped(Draft):  # holds: eagle3/draft-recurs-before-norm
    def __init__(self, config):
        super().__init__(config)
        self._keep()

    def _keep(self):
        self.capture_aux_hidden_states = True


MODELS = [Down, Helped]
