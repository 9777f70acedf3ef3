"""One word per thing: what the glossary lists under "not" is not in the other documents."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
GLOSSARY = DOCS / "glossary.md"
PAGES = sorted({*DOCS.glob("*.md"), *(DOCS / "rules").glob("*.md"), ROOT / "README.md"} - {GLOSSARY})
ENDINGS = "(?:s|es|d|ed|ing)?"


def tables(page: str) -> Iterator[list[str]]:
    for line in page.splitlines():
        if line.startswith("| ") and not line.startswith("| word "):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def unused_words() -> list[str]:
    cells = [row[3] for row in tables(GLOSSARY.read_text()) if len(row) == 4]
    return [word.strip() for cell in cells for word in cell.split(",") if word.strip()]


def prose(page: str) -> str:
    """Without code, targets of links and names of files."""
    page = re.sub(r"```.*?```|`[^`]*`", "", page, flags=re.DOTALL)
    return re.sub(r"\]\([^)]*\)|[\w/.-]+\.md\b", "]", page)


def found_in(text: str, words: list[str]) -> set[str]:
    pattern = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(words, key=len, reverse=True))
    return {match[0].lower() for match in re.finditer(rf"\b(?:{pattern}){ENDINGS}\b", text, re.IGNORECASE)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name + "/" + page.name)
def test_a_document_uses_the_words_of_the_glossary(page: Path) -> None:
    assert found_in(prose(page.read_text()), unused_words()) == set()


def test_a_word_that_is_not_used_would_be_found() -> None:
    assert {"booking", "talk", "put out", "house", "luck"} <= set(unused_words())
    text = prose("Throws a card, `kick`s, put\nout of the [house](talk.md); a through road, lucky.")
    assert found_in(text, unused_words()) == {"throws", "put\nout", "house"}


def test_every_word_has_one_definition() -> None:
    words = [row[0] for row in tables(GLOSSARY.read_text()) if len(row) == 4]
    assert len(words) > 60
    assert len(set(words)) == len(words)
    assert not set(words) & set(unused_words())


def classes() -> set[str]:
    files = [path for folder in ("games", "lobby", "accounts") for path in (ROOT / folder).rglob("*.py")]
    trees = [ast.walk(ast.parse(path.read_text())) for path in files]
    return {node.name for tree in trees for node in tree if isinstance(node, ast.ClassDef)}


def test_the_code_that_a_word_names_exists() -> None:
    spans = re.findall(r"`([^`]+)`", GLOSSARY.read_text())
    paths = [span for span in spans if re.fullmatch(r"[\w-]+/[\w/.-]+", span)]
    assert len(paths) > 5
    assert not [path for path in paths if not (ROOT / path).exists()]
    named = {match[1] for span in spans if (match := re.fullmatch(r"([A-Z]\w*[a-z]\w*)(?:\.\w+)?", span))}
    assert len(named) > 40
    assert named <= classes(), named - classes()
