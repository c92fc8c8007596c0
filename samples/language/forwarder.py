# file: models/forwarder.py
"""What a class lacks its __getattr__ looks for elsewhere; to the headers the member is simply not there."""


class Inner:
    def lend(self):
        return 1


class Forwarder:
    def __init__(self):
        self.inner = Inner()

    def __getattr__(self, name):
        return getattr(self.inner, name)
