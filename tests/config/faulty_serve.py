"""python -m tests.config.faulty_serve FAULT OPTIONS…: `manage.py serve OPTIONS` with one thing gone wrong.

slow SECONDS    the sweep of the tables takes that long, then rings a bell
crash           the ticker raises after a second"""

import sys
import time

import django
from django.core.management import execute_from_command_line


def slow(seconds: float) -> None:
    from lobby.tables.announce import broadcast
    from lobby.tables.services import sweep

    def take_your_time() -> None:
        print("sweeping", flush=True)
        time.sleep(seconds)
        broadcast.lobby_changed()

    sweep.sweep_tables = take_your_time


def crash() -> None:
    from config.ops import embedded

    born, tick = time.monotonic(), embedded.LoopScheduler.tick

    def tick_or_crash(self: embedded.LoopScheduler) -> float:
        if time.monotonic() - born > 1:
            raise RuntimeError("the spring is broken")
        return tick(self)

    embedded.LoopScheduler.tick = tick_or_crash


if __name__ == "__main__":
    django.setup()
    fault, *options = sys.argv[1:]
    if fault == "slow":
        slow(float(options.pop(0)))
    else:
        crash()
    execute_from_command_line(["manage.py", "serve", *options])
