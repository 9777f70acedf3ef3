"""python -m bench.chaos: the fault tests T1 to T15 of docs/promises.md against the production stack on this machine.

    --only T1,T9    some of them
    --short         small sizes, a minute in all; it says what it leaves out
    --story FILE    write the story of one table that plays through all of it
    --keep          leave the data folder, with all logs, in place

One line per test, `T1 … pass` or `T1 … FAIL`; the exit status says the same."""

import argparse
import asyncio
import logging
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path

import django
import uvloop

from tests.support.stack import Stack


def stopped(*_: object) -> None:
    raise KeyboardInterrupt


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.chaos", description=__doc__)
    parser.add_argument("--only", default="", help="T1,T9")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--story", type=Path)
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, stopped)  # the stack is stopped then too
    folder = Path(tempfile.mkdtemp(prefix="batida-chaos-"))
    folder.chmod(0o711)  # PostgreSQL may run as another user
    passed = False
    try:
        with Stack(folder, durable=not options.short) as stack:
            stack.start_services()
            os.environ.update(stack.env)
            django.setup()
            logging.getLogger().setLevel(logging.ERROR)  # the client library tells of every socket
            from .run import run  # its models need the set-up above

            asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
            passed = asyncio.run(run(stack, only=options.only, short=options.short, story=options.story))
    finally:
        if passed and not options.keep:
            shutil.rmtree(folder)
        else:
            print(f"Logs: {folder}", flush=True)
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
