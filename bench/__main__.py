"""The figures of docs/promises.md:  python -m bench [solver|selfplay|live|lobby] [options of that part].

Without a name it runs every part in turn. Each prints a table; none fails because the machine is slow."""

import importlib
import sys

PARTS = ("solver", "selfplay", "live", "lobby")


def main(arguments: list[str]) -> None:
    names = arguments[:1] or PARTS
    for name in names:
        if name not in PARTS:
            sys.exit(f"There is no part {name!r}: choose from {', '.join(PARTS)}.")
        print(f"--- {name}", flush=True)
        importlib.import_module(f"bench.{name}").run(arguments[1:])


if __name__ == "__main__":
    main(sys.argv[1:])
