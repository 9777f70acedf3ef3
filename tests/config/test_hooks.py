"""The hooks before a commit run what the Makefile runs, and nothing from elsewhere."""

import re

from config.requirements import BASE_DIR

HOOKS = (BASE_DIR / ".pre-commit-config.yaml").read_text()


def test_hooks_come_from_this_repository_only() -> None:
    assert re.findall(r"repo:\s*(\S+)", HOOKS) == ["local"]
    assert set(re.findall(r"language:\s*(\S+)", HOOKS)) == {"system"}


def test_hooks_call_targets_that_make_check_calls_too() -> None:
    makefile = (BASE_DIR / "Makefile").read_text()
    checked = re.search(r"^check:(?P<targets>.*?)##", makefile, re.MULTILINE)
    entries = re.findall(r"entry:\s*make (\S+)", HOOKS)
    assert checked
    assert entries
    assert set(entries) <= set(checked["targets"].split())
    assert len(entries) == len(re.findall(r"^\s*- id:", HOOKS, re.MULTILINE))
