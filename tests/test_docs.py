"""The documents: their links lead somewhere, and the decisions are all in their index."""

import re
from pathlib import Path

import pytest

from config.requirements import BASE_DIR

DECISIONS = sorted((BASE_DIR / "docs/decisions").glob("[0-9]*.md"))
PAGES = sorted([*BASE_DIR.glob("*.md"), *(BASE_DIR / "docs").rglob("*.md")])
LINK = re.compile(r"(?<!\\)\[[^\]]*\]\(([^)\s]+)\)")


def named(path: Path) -> str:
    return str(path.relative_to(BASE_DIR))


def without_code(page: str) -> str:
    return re.sub(r"```.*?```|`[^`\n]*`", "", page, flags=re.DOTALL)


def anchors(page: str) -> set[str]:
    """The fragments under which a page's headings can be reached."""
    headings = re.findall(r"^#+ +(.+)$", page, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    lost = []
    for link in LINK.findall(without_code(page.read_text())):
        if re.match(r"[a-z]+:", link):
            continue  # elsewhere: no test depends on the network
        path, _, fragment = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (fragment and fragment not in anchors(target.read_text())):
            lost.append(link)
    assert lost == []


def test_a_lost_link_would_be_found() -> None:
    assert LINK.findall(without_code("[a](b.md) `[c](d.md)` [e](#f)")) == ["b.md", "#f"]
    assert anchors("# Why so?\n## The 1st way") == {"why-so", "the-1st-way"}


def test_the_index_has_each_decision_once_and_by_its_title() -> None:
    index = (BASE_DIR / "docs/decisions/README.md").read_text()
    listed = re.findall(r"^- \[(\d{4})\]\((\d{4}-[\w-]+\.md)\): (.+)$", index, re.MULTILINE)
    titles = [re.match(r"# (\d+)\. (.+)", path.read_text()) for path in DECISIONS]
    assert len(DECISIONS) >= 8
    assert [(f"{int(title[1]):04}", title[2]) for title in titles if title] == [(n, title) for n, _, title in listed]
    assert [path.name for path in DECISIONS] == [name for _, name, _ in listed]
    assert [int(path.name[:4]) for path in DECISIONS] == list(range(1, len(DECISIONS) + 1))


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.name[:4])
def test_a_decision_has_three_parts_and_fits_half_a_page(path: Path) -> None:
    text = path.read_text()
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ["Context", "Decision", "Consequences"]
    assert len(text.split()) <= 320
