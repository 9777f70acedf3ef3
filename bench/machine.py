"""What the machine did meanwhile: the CPU time of our own processes and of all others."""

import contextlib
import os
import time
from pathlib import Path
from typing import NamedTuple

TICK = os.sysconf("SC_CLK_TCK")


class Usage(NamedTuple):
    """CPU seconds so far."""

    at: float
    machine: float
    ours: dict[str, float]  # by command


def usage() -> Usage:
    """CPU seconds so far of this process and its descendants, and of the whole machine."""
    ours: dict[str, float] = {}
    for pid, each in _ours().items():
        kind = "client" if pid == os.getpid() else each.name
        ours[kind] = ours.get(kind, 0.0) + each.spent
    fields = [int(field) for field in Path("/proc/stat").read_text().split("\n")[0].split()[1:]]
    busy = sum(fields) - fields[3] - fields[4]
    return Usage(time.monotonic(), busy / TICK, ours)


class Process(NamedTuple):
    name: str
    parent: int
    spent: float  # CPU seconds


def _ours() -> dict[int, Process]:
    """This process and its descendants."""
    found: dict[int, Process] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has just ended
            head, _, tail = path.read_text().rpartition(")")
            rest = tail.split()
            spent = (int(rest[11]) + int(rest[12])) / TICK
            found[int(path.parent.name)] = Process(head.partition("(")[2], int(rest[1]), spent)
    return {pid: each for pid, each in found.items() if _descends(pid, found)}


def _descends(pid: int, among: dict[int, Process]) -> bool:
    while pid > 1:
        if pid == os.getpid():
            return True
        pid = among[pid].parent if pid in among else 0
    return False


def between(before: Usage, after: Usage) -> tuple[dict[str, float], float]:
    """CPU seconds of our processes by command, and how many cores other processes used."""
    ours = {kind: spent - before.ours.get(kind, 0.0) for kind, spent in after.ours.items()}
    others = (after.machine - before.machine - sum(ours.values())) / (after.at - before.at)
    return ours, others
