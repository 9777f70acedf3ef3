"""The message catalogues: compiles them without gettext, and checks that they are complete.

python -m config.translations compile
python -m config.translations check     (needs gettext, as `make messages` does)
"""

import contextlib
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.utils.translation.reloader import translation_file_changed

BASE_DIR = Path(__file__).resolve().parent.parent
LOCALE = BASE_DIR / "locale"
LOCALES = ("pt_BR", "bg")  # English is the language of the code
DOMAINS = {"django": "html,txt,py", "djangojs": "js"}
NOT_OURS = (".venv", "node_modules", "data", "demo-data", "tests", "bench", "docs")


def read(po: Path) -> Catalog:
    with po.open("rb") as file:
        return read_po(file, locale=po.parts[-3])


def compile_all(root: Path = LOCALE) -> int:
    """Compile each catalogue that is newer than its .mo file. Returns how many."""
    stale = [po for po in sorted(root.glob("*/LC_MESSAGES/*.po")) if not is_fresh(po.with_suffix(".mo"), po)]
    for po in stale:
        with tempfile.NamedTemporaryFile(dir=po.parent, suffix=".tmp", delete=False) as file:
            write_mo(file, read(po))
            os.fchmod(file.fileno(), stat.S_IMODE(po.stat().st_mode))  # servers may run as another user
        os.replace(file.name, po.with_suffix(".mo"))  # atomic, because other processes may be reading
        translation_file_changed(None, po.with_suffix(".mo"))  # this process may have loaded the old one, or none
    return len(stale)


def is_fresh(mo: Path, po: Path) -> bool:
    return mo.exists() and mo.stat().st_mtime >= po.stat().st_mtime


def problems(root: Path = LOCALE) -> Iterator[str]:
    """Every message that is untranslated or broken, in any catalogue."""
    for locale in LOCALES:
        for domain in DOMAINS:
            po = root / locale / "LC_MESSAGES" / f"{domain}.po"
            if not po.exists():
                yield f"{locale}/{domain}: no catalogue"
                continue
            for message in read(po):
                yield from (f"{locale}/{domain}: {problem}: {message.id!r}" for problem in flaws(message))


def flaws(message: Message) -> Iterator[str]:
    if not message.id:
        return
    ids, strings = forms(message.id), forms(message.string)
    if not all(strings):
        yield "not translated"
    elif placeholders(ids[-1]) != placeholders(strings[-1]) or not all(
        placeholders(string) <= placeholders(ids[-1]) for string in strings
    ):
        yield "other placeholders"
    if message.fuzzy:
        yield "fuzzy"


def forms(texts: str | Sequence[str] | None) -> tuple[str, ...]:
    """The plural forms of a message, one where it has no plural."""
    return (texts or "",) if texts is None or isinstance(texts, str) else tuple(texts)


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"%\(\w+\)\w|%[sd]|\{\w*\}", text))


def make_messages() -> None:
    """Update the catalogues from the code, for `make messages`.

    Headers are kept, so that a run which finds nothing new changes nothing. Prints the messages it drops."""
    heads, before = {po: head(po) for po in catalogues()}, ids()
    collect()
    for po, kept in heads.items():
        po.write_text(kept + po.read_text("utf-8").removeprefix(head(po)), "utf-8")
    for where, what in sorted(before - ids(), key=str):
        print(f"{where}: no longer in the code, dropped: {what!r}")  # noqa: T201


def head(po: Path) -> str:
    """The header, before the first message: charset, plurals, date of creation."""
    return po.read_text("utf-8").partition("\n\n")[0]


def catalogues() -> list[Path]:
    return sorted(LOCALE.glob("*/LC_MESSAGES/*.po"))


def collect() -> None:
    """Extract the messages from the code with gettext's tools."""
    LOCALE.mkdir(exist_ok=True)
    for domain, extensions in DOMAINS.items():
        ignored = [f"--ignore={name}/*" for name in NOT_OURS]
        chosen = [f"--locale={locale}" for locale in LOCALES]
        command = [sys.executable, "manage.py", "makemessages", "-v0", "--domain", domain, "--extension", extensions]
        options = ["--no-obsolete", "--no-wrap", "--add-location=file"]
        subprocess.run([*command, *chosen, *options, *ignored], cwd=BASE_DIR, check=True)  # noqa: S603


def out_of_step() -> Iterator[str]:
    """Messages found only in the code or only in the catalogues; and catalogues that `make messages` would change.

    Leaves the catalogues as they were."""
    LOCALE.mkdir(exist_ok=True)
    before, texts = ids(), {po: po.read_text("utf-8") for po in catalogues()}
    with tempfile.TemporaryDirectory() as kept:
        shutil.copytree(LOCALE, kept, dirs_exist_ok=True)
        try:
            with contextlib.redirect_stdout(None):
                make_messages()
            after, others = ids(), [po for po in catalogues() if po.read_text("utf-8") != texts.get(po)]
        finally:
            shutil.copytree(kept, LOCALE, dirs_exist_ok=True)
    if after == before:
        yield from (f"{po.parts[-3]}/{po.stem}: `make messages` would write this file otherwise" for po in others)
    yield from (f"{where}: not in the catalogue: {what!r}" for where, what in sorted(after - before, key=str))
    yield from (f"{where}: not in the code: {what!r}" for where, what in sorted(before - after, key=str))


def ids() -> set[tuple[str, object]]:
    return {
        (f"{po.parts[-3]}/{po.stem}", (message.context, message.id))
        for po in catalogues()
        for message in read(po)
        if message.id
    }


def main(what: str) -> int:
    if what == "compile":
        compile_all()
        return 0
    if what == "make":
        make_messages()
        return 0
    found = [*problems(), *out_of_step()]
    print(*found, sep="\n", end="\n" if found else "")  # noqa: T201
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
