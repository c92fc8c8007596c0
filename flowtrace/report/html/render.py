"""A template and what it shows -> a whole page, in which every text is escaped and only our own script runs."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from flowtrace import __version__

# What HTML can't hold, and half characters, which names of files may hold but UTF-8 can't.
_UNWRITABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")

_FOLDS = re.compile(
    r"(?<=[:|/_])|(?<=[a-z0-9])(?=[A-Z][a-z])"
)  # where a name may be folded, without a hyphen


def rendered(template: str, **values: Any) -> str:
    """The page that a file in `templates/` makes of these values."""
    style, script = _asset("page.css"), _asset("page.js")
    policy = "; ".join(
        (
            "default-src 'none'",
            f"style-src '{_hash(style)}'",
            f"script-src '{_hash(script)}'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    page = _environment().get_template(template)
    return page.render(
        values, tool=__version__, policy=policy, style=Markup(style), script=Markup(script)
    )  # both are our own files


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("flowtrace.report.html"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_writable,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["foldable"] = _foldable
    return made


def _writable(value: Any) -> Any:
    """A value as a page can hold it: text without control characters and half characters."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return _UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", value)
    return value


def _foldable(name: str) -> Markup:
    """A name that may be folded between its words."""
    return Markup("<wbr>").join(_writable(part) for part in _FOLDS.split(name))


def _asset(name: str) -> str:
    return (files("flowtrace.report.html") / "templates" / name).read_text("utf-8")


def _hash(text: str) -> str:
    return f"sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
