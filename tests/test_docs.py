"""The pages in docs/ are true to the specs: generated ones current, examples valid, no key left out."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from flowtrace.cli import status
from flowtrace.spec.lint import lint
from flowtrace.spec.load import load_engines, load_specs, shipped, survey_engines
from flowtrace.spec.model import KINDS, Engine, Invariant
from flowtrace.spec.schema import FATES, schema

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
LANGUAGE = (DOCS / "spec-language.md").read_text(encoding="utf-8")
CONTRACT = (DOCS / "contract.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")

EXAMPLES = re.findall(r"^```yaml\n(.*?)^```$", LANGUAGE, re.MULTILINE | re.DOTALL)
INVARIANTS = {re.search(r"^id: (\S+)$", each, re.MULTILINE)[1]: each for each in EXAMPLES if "id:" in each}  # type: ignore[index]
ROWS = {
    cells[0]: cells
    for cells in (line.strip("| ").split(" | ") for line in re.findall(r"^\| [A-Z]\d.*$", CONTRACT, re.M))
}
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
LINK = re.compile(r"\]\(([^)#:]+)(#[^)]*)?\)")


@pytest.fixture(scope="module")
def engine() -> Engine:
    (engine,) = load_engines([shipped()])
    return engine


@pytest.fixture(scope="module")
def invariants(engine: Engine) -> tuple[Invariant, ...]:
    return load_specs(engine, [shipped()]).invariants


def kinds(invariant: Invariant) -> str:
    return ", ".join(dict.fromkeys(kind for clause in invariant.clauses for kind in clause.kinds))


# --- the table of invariants


def test_the_generated_pages_are_current() -> None:
    done = subprocess.run([sys.executable, ROOT / "scripts" / "document", "--check"], check=False)
    assert done.returncode == 0


# --- the spec language


def test_every_kind_has_an_example() -> None:
    shown = {kind for kind in KINDS for each in EXAMPLES if re.search(rf"\b{kind}:", each)}
    assert sorted(set(KINDS) - shown) == []


def test_the_examples_can_be_loaded(engine: Engine, tmp_path: Path) -> None:
    for name, text in INVARIANTS.items():
        file = tmp_path / f"{name}.yaml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    problems = lint(engine, [shipped(), tmp_path])
    assert [
        each for each in problems if "'why' is missing" not in each and "'remedy' is missing" not in each
    ] == []


def test_the_engine_of_the_page_can_be_loaded(tmp_path: Path) -> None:
    (text,) = (each for each in EXAMPLES if "engine:" in each)
    (tmp_path / "tiny.yaml").write_text(text, encoding="utf-8")
    assert survey_engines([tmp_path], trusting=False)[1] == []


@pytest.mark.parametrize(
    "part", ["invariant", "clause", "engine", "targets", "action", "selector", "term", "conditions"]
)
def test_every_key_is_on_the_page(part: str) -> None:
    words = set(re.findall(r"[\w.]+", LANGUAGE))
    assert sorted(set(schema()["$defs"][part]["properties"]) - words) == []


def test_every_fate_is_on_the_page() -> None:
    assert [fate for fate in FATES if fate not in LANGUAGE] == []


# --- the contract


def test_the_contract_has_47_rows() -> None:
    wanted = [("W", 10), ("D", 12), ("T", 12), ("C", 13)]
    assert list(ROWS) == [f"{letter}{number}" for letter, last in wanted for number in range(1, last + 1)]


def test_a_row_names_the_specs_that_there_are(invariants: tuple[Invariant, ...]) -> None:
    by_name = {f"`{each.id}` ({kinds(each)})": each for each in invariants}
    named = {ref: [] if row[3] == "none" else row[3].split("; ") for ref, row in ROWS.items()}
    assert [name for names in named.values() for name in names if name not in by_name] == []
    missing = [
        (ref, name)
        for name, each in by_name.items()
        for ref in each.refs
        if ref in named and name not in named[ref]
    ]
    assert missing == []


def test_a_row_without_a_spec_has_a_reason() -> None:
    assert [ref for ref, row in ROWS.items() if row[3] == "none" and len(row[4]) < 40] == []


# --- links, and the example of the README


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = [found for found, _ in LINK.findall(page.read_text(encoding="utf-8"))]
    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", [ROOT / "README.md", DOCS / "own-spec.md"], ids=lambda page: page.name)
def test_the_spec_on_the_page_is_the_file_it_names(page: Path) -> None:
    (shown,) = re.findall(r"^```yaml\n(id: .*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert shown == (DOCS / "examples" / "house" / "embedding-can-be-set.yaml").read_text(encoding="utf-8")


# --- exit statuses


def test_every_exit_status_is_on_the_page_on_ci() -> None:
    page = (DOCS / "ci.md").read_text(encoding="utf-8")
    statuses = (status.FINE, status.FOUND, status.UNUSABLE, status.INCOMPLETE)
    assert re.findall(r"^\| (\d) \|", page, re.MULTILINE) == [str(each) for each in statuses]


# --- the site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built strictly: a page that the navigation names and is not there fails, or a dead link."""
    zensical = shutil.which("zensical", path=str(Path(sys.executable).parent))
    if zensical is None:
        pytest.skip("zensical is absent")
    folder = tmp_path_factory.mktemp("docs")
    shutil.copy(ROOT / "mkdocs.yml", folder)
    shutil.copytree(DOCS, folder / "docs")
    done = subprocess.run(
        [zensical, "build", "--strict"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return folder / "site"


def test_every_page_is_in_the_navigation() -> None:
    named = set(re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE))
    assert named == {page.name for page in DOCS.glob("*.md")}


def test_links_within_the_site_lead_somewhere(site: Path) -> None:
    pages = {
        page.name: page.read_text(encoding="utf-8") for page in site.glob("[!4]*.html")
    }  # 404 knows no folder
    anchors = {name: set(re.findall(r'\bid="?([^"\s>]+)', text)) for name, text in pages.items()}
    dead = []
    for name, text in pages.items():
        for link in re.findall(r'<a[^>]*\bhref="([^":]+)"', text):
            file, _, anchor = link.partition("#")
            page = file or name
            if not (site / page).exists() or (anchor and page in anchors and anchor not in anchors[page]):
                dead.append((name, link))
    assert dead == []


def test_the_site_fetches_nothing_from_elsewhere(site: Path) -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in site.glob("*.html"))
    assert re.findall(r"<(?:script|link|img)[^>]*(?:src|href)=\"?https?:[^>]*>", text) == []


def test_every_fence_is_understood(site: Path) -> None:
    assert [page.name for page in site.glob("*.html") if "```" in page.read_text(encoding="utf-8")] == []


# --- the code map


def test_the_layers_in_the_readme_are_those_that_are_checked() -> None:
    (shown,) = re.findall(r"^```layers\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (checked,) = re.findall(r"^layers = \[\n(.*?)^\]$", project, re.MULTILINE | re.DOTALL)
    assert shown.splitlines() == re.findall(r'"(.*)"', checked)


def test_every_part_of_the_package_is_on_the_code_map() -> None:
    parts = {
        path.stem for path in (ROOT / "flowtrace").iterdir() if re.fullmatch(r"[a-z]+(\.py)?", path.name)
    }
    named = set(re.findall(r"`(?:flowtrace/)?(\w+)(?:/|\.py)`", README))
    assert sorted(parts - named - {"specs", "samples"}) == []
