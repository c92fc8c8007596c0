"""A page as HTML5 reads it, without the places where names may be folded; a parse error fails the test."""

from __future__ import annotations

from justhtml import JustHTML


class Read:
    """What a page holds, by CSS selectors."""

    def __init__(self, html: str) -> None:
        self._document = JustHTML(html.replace("<wbr>", ""), strict=True, sanitize=False)

    def names(self, selector: str) -> list[str]:
        """The elements' names."""
        return [each.name for each in self._document.query(selector)]

    def texts(self, selector: str) -> list[str]:
        """The elements' texts, each in one line."""
        return [" ".join(each.to_text().split()) for each in self._document.query(selector)]

    def raw(self, selector: str) -> str:
        """The text of the one such element, as it stands, such as that of a script."""
        (found,) = self._document.query(selector)
        return "".join(str(child.data) for child in found.children or ())

    def attributes(self, selector: str) -> list[dict[str, str]]:
        """The elements' attributes; one without a value has an empty one."""
        found = self._document.query(selector)
        return [{name: value or "" for name, value in (each.attrs or {}).items()} for each in found]
