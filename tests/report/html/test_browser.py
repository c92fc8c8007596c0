"""The page in a browser: filters, keys, links, printing, and what it is without its script.

Needs playwright and a Chromium on the path; skipped without either.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from flowtrace.findings import fingerprinted
from flowtrace.report.html import check
from tests.report.answers import KEEPS, RED, TABLE, undecided, wrapper

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is absent")

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on the path")

ANSWER = replace(
    RED,
    findings=fingerprinted((KEEPS, *(wrapper(f"W{n}", n) for n in range(1, 4)))),
    undecided=fingerprinted((undecided("Ash"),)),
    targets=TABLE,
    excerpts={("serve/worker.py", 9): f"if self.shares:  # {'long ' * 60}", **RED.excerpts},
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_api.sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=CHROMIUM, args=["--disable-background-networking", "--disable-gpu"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("page") / "report.html"
    file.write_text(check.report(ANSWER), "utf-8")
    return file.as_uri()


@pytest.fixture
def page(browser: Browser, file: str) -> Iterator[Page]:
    """The page on a laptop; a message in the console, such as of a blocked script, fails the test."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(file)
    yield page
    page.close()
    assert said == []


def shown(page: Page) -> list[str]:
    found: list[str] = page.eval_on_selector_all(
        ".finding", "all => all.filter(e => e.checkVisibility()).map(e => e.dataset.class)"
    )
    return found


def focused(page: Page) -> str:
    name: str = page.evaluate("document.activeElement.closest('.finding')?.dataset.class ?? ''")
    return name


def test_text_filters_and_the_address_keeps_it(page: Page, file: str) -> None:
    page.fill("[name=text]", "w2 wraps")
    assert shown(page) == ["W2"]
    page.goto("about:blank")
    page.goto(f"{file}#text=w2+wraps")
    assert shown(page) == ["W2"]


def test_severities_filter(page: Page) -> None:
    page.uncheck("[name=severity][value=warning]")
    assert (shown(page), page.url.partition("#")[2]) == (["Worker", "Ash"], "severity=error%2Cundecided")


@pytest.mark.parametrize(
    ("name", "word"), [("invariant", "toy/keeps-head"), ("file", "toy/serve/worker.py"), ("class", "Worker")]
)
def test_each_choice_filters(page: Page, name: str, word: str) -> None:
    page.select_option(f"[name={name}]", word)
    assert shown(page) == ["Worker"]
    page.click("#reset")
    assert len(shown(page)) == 5


def test_a_slash_leads_to_the_filter_and_escape_away(page: Page) -> None:
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.name") == "text"
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.name") is None


def test_j_and_k_walk_what_is_shown(page: Page) -> None:
    page.select_option("[name=invariant]", "toy/wrapper-has-taps")
    page.evaluate("document.activeElement.blur()")
    walked = []
    for key in "jjk":
        page.keyboard.press(key)
        walked.append(focused(page))
    assert walked == ["W1", "W2", "W1"]


def test_enter_opens_the_finding_that_has_the_focus(page: Page) -> None:
    for key in ("j", "j", "Enter"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.closest('.finding').open") is True


def test_the_first_tab_stop_skips_to_the_content(page: Page) -> None:
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"


def test_the_focus_can_be_seen(page: Page) -> None:
    page.keyboard.press("j")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_a_link_opens_the_finding_it_leads_to(page: Page, file: str) -> None:
    name = page.get_attribute("[data-class=W2]", "id")
    page.goto("about:blank")
    page.goto(f"{file}#{name}")
    assert page.evaluate("document.querySelector('[data-class=W2]').open") is True


@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_the_page_is_never_wider_than_the_window(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.eval_on_selector_all(".finding", "all => all.forEach(e => { e.open = true })")
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_dark_mode_is_dark(page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 28)"


def test_without_script_everything_is_there_and_no_filter(browser: Browser, file: str) -> None:
    plain = browser.new_context(java_script_enabled=False).new_page()
    plain.goto(file)
    assert [plain.locator(".finding:visible").count(), plain.locator("#filters:visible").count()] == [5, 0]


def test_printed_without_script_every_finding_is_open(browser: Browser, file: str, tmp_path: Path) -> None:
    plain = browser.new_context(java_script_enabled=False).new_page()
    plain.goto(file)
    plain.emulate_media(media="print")
    heights = [box["height"] if (box := each.bounding_box()) else 0 for each in plain.locator(".path").all()]
    assert min(heights) > 50
