"""The page of `check`: valid HTML that holds everything, and that nothing from the analysed tree can change."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import replace

from flowtrace.findings import Finding, Pairing, Report, Row, Step, Suppressed, Works, fingerprinted
from flowtrace.report.html import check
from tests.report.answers import GREEN, KEEPS, LATE, NEEDED, RED, TABLE, UNBOUND, undecided, wrapper
from tests.report.html.reading import Read

MANY = replace(
    RED,
    findings=fingerprinted((KEEPS, UNBOUND, *(wrapper(f"W{n}", n) for n in range(1, 4)))),
    undecided=fingerprinted((undecided("Ash"),)),
    targets=TABLE,
    asked={"target": "Alpha"},
)


def parsed(answer: Report, *, hidden: bool = False) -> Read:
    return Read(check.report(answer, hidden=hidden))


def test_ids_are_unique() -> None:
    ids = [each["id"] for each in parsed(MANY).attributes("[id]")]
    assert len(ids) == len(set(ids))


def test_links_within_the_page_lead_somewhere() -> None:
    page = parsed(MANY)
    ids = {each["id"] for each in page.attributes("[id]")}
    assert [a["href"] for a in page.attributes("a") if a["href"].lstrip("#") not in ids] == []


def test_the_page_asks_for_nothing_from_elsewhere() -> None:
    assert parsed(MANY).names("[src], link, iframe, object, base") == []


def test_the_title_names_the_release() -> None:
    assert parsed(MANY).texts("title") == ["toy 2.0 - flowtrace"]


def test_the_summary_counts() -> None:
    assert parsed(MANY).texts(".tile") == ["2 errors", "3 warnings", "1 undecided"]


def test_the_answer_for_a_pair_comes_first() -> None:
    page = parsed(replace(RED, pairing=Pairing(Works.NO, "No: Ash can't work.")))
    assert page.texts("h1 + .pairing.no") == ["No: Ash can't work."]


def test_the_summary_says_what_was_asked() -> None:
    assert "target Alpha" in parsed(MANY).texts(".facts div")


def test_a_green_page_shows_that_it_looked() -> None:
    page = parsed(GREEN)
    assert (page.texts(".tile"), page.texts(".clean")) == (["0 findings"], ["No findings."])
    assert "2 invariants 2 held" in page.texts(".facts div")


def test_every_finding_is_there_and_can_be_filtered() -> None:
    cards = parsed(MANY).attributes("details.finding")
    assert [(c["data-severity"], c["data-file"], c["data-class"]) for c in cards] == [
        ("error", "", ""),
        ("error", "toy/serve/worker.py", "Worker"),
        ("warning", "toy/models/wrappers.py", "W1"),
        ("warning", "toy/models/wrappers.py", "W2"),
        ("warning", "toy/models/wrappers.py", "W3"),
        ("undecided", "toy/models/wrappers.py", "Ash"),
    ]


def test_errors_are_open_and_others_closed() -> None:
    opened = parsed(MANY).attributes("details.finding[open]")
    assert [each["data-severity"] for each in opened] == ["error", "error"]


def test_findings_that_say_the_same_are_explained_once() -> None:
    says = parsed(MANY).texts("#findings .says")
    assert says.count("A wrapper offers the taps of what it wraps.") == 1


def test_a_choice_tells_how_many_it_leaves() -> None:
    options = parsed(MANY).texts("select[name=invariant] option")
    assert options == [
        "all",
        "toy/built-first (1)",
        "toy/keeps-head (1)",
        "toy/wrapper-has-taps (4)",
    ]


def test_the_matrix_has_every_class_and_links_to_its_finding() -> None:
    page = parsed(replace(MANY, targets=replace(TABLE, rows=(Row("models/w.py", "W2", {"kind": "target"}),))))
    (link,) = page.attributes("#targets tbody a")
    (card,) = page.attributes('details[data-class="W2"]')
    assert link["href"] == f"#{card['id']}"


def test_without_a_table_there_is_no_matrix() -> None:
    assert parsed(RED).names("#targets") == []


def test_what_is_hidden_is_counted_and_listed_on_request() -> None:
    answer = replace(
        GREEN,
        inherited=fingerprinted((KEEPS,)),
        suppressed=(Suppressed(fingerprinted((wrapper("Ash", 3),))[0], "not served", "flowtrace.toml:4"),),
    )
    assert parsed(answer).texts(".tile")[1:] == ["1 in the baseline", "1 suppressed"]
    assert parsed(answer).names("#not-counted") == []
    assert parsed(answer, hidden=True).texts("#not-counted .remark") == [
        "suppressed: not served [flowtrace.toml:4]",
        "in the baseline",
    ]


def test_an_incomplete_answer_says_so() -> None:
    (note,) = parsed(replace(GREEN, skipped=(NEEDED,))).texts(".note")
    assert note == "Incomplete: a needed file can't be parsed: models/broken.py:3: invalid syntax."


def test_a_page_of_a_run_that_its_time_ended_says_so() -> None:
    assert parsed(LATE).texts(".note") == [f"Incomplete: {LATE.late}."]


def test_the_script_and_style_on_the_page_are_those_its_policy_allows() -> None:
    page = parsed(RED)
    (policy,) = page.attributes("meta[http-equiv]")
    for name in ("script", "style"):
        digest = base64.b64encode(hashlib.sha256(page.raw(name).encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy["content"]


# --- the analysed tree is hostile

TAG = "</script></style><script>alert(1)</script>"
QUOTES = "\"' onmouseover=alert(1) x='\""


def hostile(text: str) -> Report:
    """An answer with the text wherever a tree, or a path to it, can put one."""
    finding = Finding(
        invariant=f"toy/{text}",
        refs=(text,),
        severity=KEEPS.severity,
        verdict=KEEPS.verdict,
        file=f"{text}.py",
        line=1,
        column=0,
        symbol=text,
        message=text,
        says=text,
        why=text,
        remedy=text,
        evidence=(Step(f"{text}.py", 1, text, text, text), Step("z.py", 2, f"{text}.b", text, None)),
        fingerprint="0" * 16,
    )
    return replace(
        GREEN,
        tree=text,
        version=text,
        findings=(finding,),
        excerpts={(f"{text}.py", 1): text},
        notes=(text,),
        asked={text: text},
        skipped=(replace(NEEDED, file=text, reason=text),),
        targets=replace(TABLE, columns=(text,), rows=(Row(f"{text}.py", text, {text: text}),)),
    )


def shape(page: Read) -> list[tuple[str, list[str]]]:
    """The elements and the names of their attributes, but for what depends on how long a text is."""
    elements = zip(page.names("*"), page.attributes("*"), strict=True)
    return [(name, sorted(given)) for name, given in elements if name != "text"]


def test_names_can_neither_add_an_element_nor_an_attribute() -> None:
    tame = shape(parsed(hostile("a")))
    assert [shape(parsed(hostile(text))) == tame for text in (TAG, QUOTES, "{{ 7 * 7 }}", "<!--")] == [
        True
    ] * 4


def test_hostile_names_are_shown_as_they_are() -> None:
    assert parsed(hostile(TAG)).texts("details.finding summary .symbol") == [TAG]


def test_what_html_cannot_hold_is_replaced() -> None:
    page = check.report(hostile("a\x00\x1b[31m\udcffb"))
    assert "a\N{REPLACEMENT CHARACTER}" in page
    assert page.encode("utf-8").count(b"\x00") + page.encode("utf-8").count(b"\x1b") == 0
