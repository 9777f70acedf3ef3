"""How many ways a position can go on: sequences of moves counted to a depth, as chess programs do.

python -m tests.games.perft          (shows what differs)
python -m tests.games.perft --write  (counts anew)

A position is a step of a playthrough, so it needs no notation of its own. A move is a legal action of the seat to act;
in a window, a cut-in by whoever may, or the window's end. Which card the stock gives is settled by the seed.
"""

import sys
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

import games
from tests.games import playthrough

FILE = Path(__file__).with_name("perft.txt")
DEPTH = 4
EVERY = 17  # steps between two positions
HEAD = """\
# Sequences of legal moves from positions of the playthroughs, to depth 1, 2, 3, 4.
# playthrough, steps played, phase | counts
"""


def after(state: games.State) -> Iterator[games.State]:
    """Every state one move further."""
    for seat in range(len(state.players)):
        if seat == state.active or state.active is None:
            for action in games.legal_actions(state, seat):
                if not (state.active is None and isinstance(action, games.Resign)):
                    yield games.apply(state, seat, action).state
    if state.phase == "window":
        yield games.timeout(state).state


def perft(state: games.State, depth: int) -> int:
    """How many sequences of exactly `depth` moves there are; none go on after the end of a round."""
    if depth == 0:
        return 1
    return sum(perft(further, depth - 1) for further in after(state))


@cache
def states(name: str) -> tuple[games.State, ...]:
    """Every state of a playthrough, as its file tells it."""
    table = next(table for table in playthrough.TABLES if table.name == name)
    steps = playthrough.by_words(table, playthrough.path_of(table).read_text())
    return tuple(played.step.state for played in steps)


def positions() -> Iterator[tuple[str, int]]:
    """Some of every playthrough: every few steps, and the position before a round ends."""
    for table in playthrough.TABLES:
        running = [number for number, state in enumerate(states(table.name), start=1) if state.phase != "over"]
        last_moves = [number - 1 for number, state in enumerate(states(table.name), start=1) if state.phase == "over"]
        chosen = {*islice(running, 0, None, EVERY), *last_moves}
        yield from ((table.name, number) for number in sorted(chosen)[:9])


def line(name: str, number: int) -> str:
    state = states(name)[number - 1]
    counts = " ".join(str(perft(state, depth)) for depth in range(1, DEPTH + 1))
    return f"{name} {number} {state.phase} | {counts}"


def counted() -> str:
    return HEAD + "".join(f"{line(name, number)}\n" for name, number in positions())


def main() -> int:
    now = counted()
    if "--write" in sys.argv:
        FILE.write_text(now)
        return 0
    differ = [line for line in now.splitlines() if line not in FILE.read_text().splitlines()]
    print(*differ, sep="\n")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
