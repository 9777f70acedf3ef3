"""Catalogues are compiled without gettext, and their gaps are found."""

import gettext
import os
import re
from pathlib import Path

import pytest

from config.translations import LOCALE, compile_all, problems, read

HEADER = r"""msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\n"
"""
GOOD = f"""{HEADER}
msgid "%(count)d card"
msgid_plural "%(count)d cards"
msgstr[0] "%(count)d carta"
msgstr[1] "%(count)d cartas"

msgid "Knock"
msgstr "Bater"
"""


@pytest.fixture
def catalogues(tmp_path: Path):
    def write(text: str) -> Path:
        for locale in ("pt_BR", "bg"):
            for domain in ("django", "djangojs"):
                po = tmp_path / locale / "LC_MESSAGES" / f"{domain}.po"
                po.parent.mkdir(parents=True, exist_ok=True)
                po.write_text(GOOD)
        (tmp_path / "pt_BR" / "LC_MESSAGES" / "django.po").write_text(text)
        return tmp_path

    return write


def test_whoever_reads_a_catalogue_reads_what_is_compiled_from_it(catalogues) -> None:
    """The service user of a container is not who compiled."""
    root = catalogues(GOOD)
    for po, mode in zip(sorted(root.rglob("*.po")), (0o644, 0o640, 0o600, 0o664), strict=True):
        po.chmod(mode)
    compile_all(root)
    modes = {po.with_suffix(".mo").stat().st_mode & 0o777 for po in root.rglob("*.po")}
    assert modes == {0o644, 0o640, 0o600, 0o664}


def test_compiled_catalogues_translate(catalogues) -> None:
    root = catalogues(GOOD)
    assert compile_all(root) == 4
    with (root / "pt_BR" / "LC_MESSAGES" / "django.mo").open("rb") as mo:
        translation = gettext.GNUTranslations(mo)
    assert translation.gettext("Knock") == "Bater"
    assert translation.ngettext("%(count)d card", "%(count)d cards", 2) % {"count": 2} == "2 cartas"


def test_only_what_changed_is_compiled_again(catalogues) -> None:
    root = catalogues(GOOD)
    compile_all(root)
    assert compile_all(root) == 0
    po = root / "bg" / "LC_MESSAGES" / "django.po"
    later = po.with_suffix(".mo").stat().st_mtime + 1
    os.utime(po, (later, later))
    assert compile_all(root) == 1
    assert not list(root.rglob("*.tmp"))


def test_a_complete_catalogue_has_no_problems(catalogues) -> None:
    assert list(problems(catalogues(GOOD))) == []
    assert list(problems(catalogues(GOOD.replace('"%(count)d carta"', '"uma carta"')))) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f'{HEADER}\nmsgid "Knock"\nmsgstr ""\n', "not translated"),
        (f'{HEADER}\n#, fuzzy\nmsgid "Knock"\nmsgstr "Bater"\n', "fuzzy"),
        (GOOD.replace('"%(count)d cartas"', '""'), "not translated"),
        (GOOD.replace("%(count)d cartas", "%(conta)d cartas"), "placeholder"),
        (GOOD.replace('%(count)d carta"', 'uma carta %(de)s"'), "placeholder"),
        (f'{HEADER}\n#, python-format\nmsgid "%(n)d left"\nmsgstr "restam"\n', "placeholder"),
    ],
)
def test_gaps_are_found(catalogues, text: str, problem: str) -> None:
    (found,) = problems(catalogues(text))
    assert "pt_BR/django" in found
    assert problem in found


def test_a_missing_catalogue_is_a_problem(catalogues) -> None:
    root = catalogues(GOOD)
    (root / "bg" / "LC_MESSAGES" / "djangojs.po").unlink()
    assert list(problems(root)) == ["bg/djangojs: no catalogue"]


@pytest.mark.parametrize(
    ("locale", "shunned"),
    [
        ("bg", r"\bранг|лимит|(?i:печели|губи|губи ги) който\b|стигне нула"),
        ("pt_BR", r"\bTocar\b|\btoca\b|\bGente\b|\bgente sempre\b"),
    ],
)
def test_the_catalogues_keep_to_one_word_and_to_grammar(locale: str, shunned: str) -> None:
    """A card has a value, time has no limit, relative clauses have a comma; replays are not music."""
    for po in (LOCALE / locale / "LC_MESSAGES").glob("*.po"):
        for message in read(po):
            texts = message.string if isinstance(message.string, tuple) else (message.string,)
            assert not [text for text in texts if re.search(shunned, text)]
