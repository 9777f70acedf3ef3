"""The pinned requirements: `requirements*.in` name what we use directly and why, `requirements*.txt` pin all of it.

python -m config.requirements     (`make requirements`; needs the package index, as installing does)

Pins that are there stay unless the `.in` says otherwise. To renew what our requirements bring in, delete the `.txt`."""

import re
import subprocess
import tempfile
import venv
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent
COMPILER = "uv==0.13.9"  # in a virtual environment of its own: it is no part of what it pins
OLDEST = "3.11"  # Python; the pins hold for this and all later versions
LISTS = ("requirements", "requirements-dev")

_DIRECT = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)(?:\[[^\]]*\])?==[^#]*#\s*(?P<reason>.+)$")
_PIN = re.compile(r"^(?P<name>[a-z0-9-]+)==")


def canonical(name: str) -> str:
    """The one spelling under which an index knows a package."""
    return re.sub(r"[-_.]+", "-", name).lower()


def reasons(source: str) -> dict[str, str]:
    """Why each package of an `.in` is there, by canonical name. Raises ValueError at a line without a reason."""
    found = {}
    for line in source.splitlines():
        if not line or line.startswith(("#", "-")):
            continue
        if not (match := _DIRECT.match(line)):
            raise ValueError(f"not NAME==VERSION  # reason: {line!r}")
        found[canonical(match["name"])] = match["reason"]
    return found


def explained(compiled: str, why: dict[str, str]) -> str:
    """The compiled text with the reason of each direct requirement above its pin."""
    lines = []
    for line in compiled.splitlines():
        if (match := _PIN.match(line)) and match["name"] in why:
            lines.append(f"# {why[match['name']]}")
        lines.append(line)
    return "\n".join(lines) + "\n"


def compile_all(root: Path = BASE_DIR) -> None:
    """Write the `.txt` of both lists."""
    why: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder, "bin", "python"))
        _run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", COMPILER], root)
        for name in LISTS:
            _run(
                [
                    python, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--python-version", OLDEST,
                    "--generate-hashes", "--custom-compile-command", "make requirements",
                    f"{name}.in", "--output-file", f"{name}.txt",
                ],
                root,
            )  # fmt: skip
            why |= reasons((root / f"{name}.in").read_text())
            compiled = root / f"{name}.txt"
            compiled.write_text(explained(compiled.read_text(), why))


def _run(command: list[str], folder: Path) -> None:
    subprocess.run(command, cwd=folder, check=True)  # noqa: S603  our own words only


if __name__ == "__main__":
    compile_all()
