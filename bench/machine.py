"""What the machine did meanwhile: CPU time of our own processes and of everybody else's."""

import contextlib
import os
import time
from pathlib import Path
from typing import NamedTuple

TICK = os.sysconf("SC_CLK_TCK")


class Usage(NamedTuple):
    """Seconds of CPU until now."""

    at: float
    machine: float
    ours: dict[str, float]  # by command


def usage() -> Usage:
    """This process and everything that descends from it, and the whole machine."""
    parents, spent, names = {}, {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = path.read_text()
        except OSError:
            continue  # it has just ended
        pid, rest = int(path.parent.name), text.rpartition(")")[2].split()
        names[pid] = text[text.index("(") + 1 : text.rindex(")")]
        parents[pid], spent[pid] = int(rest[1]), (int(rest[11]) + int(rest[12])) / TICK
    ours: dict[str, float] = {}
    for pid in parents:
        if _descends(pid, parents):
            kind = "client" if pid == os.getpid() else names[pid]
            ours[kind] = ours.get(kind, 0.0) + spent[pid]
    fields = [int(field) for field in Path("/proc/stat").read_text().split("\n")[0].split()[1:]]
    busy = sum(fields) - fields[3] - fields[4]
    return Usage(time.monotonic(), busy / TICK, ours)


def _parents() -> dict[int, int]:
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
    return parents


def _descends(pid: int, parents: dict[int, int]) -> bool:
    while pid > 1:
        if pid == os.getpid():
            return True
        pid = parents.get(pid, 0)
    return False


def memory(word: str) -> int:
    """KB held by the processes of ours whose command has this word."""
    held, parents = 0, _parents()
    for pid in parents:
        with contextlib.suppress(OSError):
            if word in Path(f"/proc/{pid}/cmdline").read_text() and _descends(pid, parents):
                status = Path(f"/proc/{pid}/status").read_text()
                held += int(status.partition("VmRSS:")[2].split()[0])
    return held


def between(before: Usage, after: Usage) -> tuple[dict[str, float], float]:
    """Seconds of CPU of our processes by command, and the cores that others used."""
    ours = {kind: spent - before.ours.get(kind, 0.0) for kind, spent in after.ours.items()}
    others = (after.machine - before.machine - sum(ours.values())) / (after.at - before.at)
    return ours, others
