# file: models/byte_order_mark.py
"""The first three bytes of the file say UTF-8 (the test puts them there)."""


class Marked:
    pass


MODELS = Marked
