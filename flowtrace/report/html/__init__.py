"""Answers -> one page to look at: no network, no data outside it, nothing in it that analysed sources could run.

`render` is the only home of jinja2; the page's markup, style and script are files in `templates/`.
"""
