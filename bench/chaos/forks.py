"""T1, first part: service processes that die in the middle of a change.

    python -m bench.chaos.forks CASES     tables as JSON lines on standard input

Each case is a forked process with connections of its own: it tells its parent what it is about to do, does it through
the services, and dies by SIGKILL at a failpoint or at a random moment. The next process sends the same request again
and checks log and row against both. Prints one JSON object."""

import json
import os
import random
import signal
import sys
import time
import traceback

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

import msgspec  # noqa: E402

from accounts.models import User  # noqa: E402
from lobby.models import Connection, TableLog  # noqa: E402
from lobby.tables.realtime import table_view  # noqa: E402
from lobby.tables.realtime.protocol import RoomRequest  # noqa: E402
from lobby.tables.realtime.request_table import room_request  # noqa: E402
from lobby.tables.services import play  # noqa: E402
from lobby.tables.store import clock, failpoints, table_store  # noqa: E402

from .actor import choose  # noqa: E402
from .history import cards_missing, replayed  # noqa: E402

MOMENT = "a random moment"
DEATHS = (*failpoints.PLACES, MOMENT)


def plan(case: int, tables: list[dict]) -> dict:
    """What this case will do: a move of whoever is to move, or a request only the host may make."""
    where = tables[case % len(tables)]
    current = table_store.read(where["table"]).table
    rng = random.Random(case)
    game = current.game
    if case % 5 == 4 or current.frozen or game is None or game.active is None:
        may = table_view.may(current, current.host)
        do = next((do for do in ("start", "resume", "pause") if do in may), "pause")
        request = {"kind": "room", "do": do, "user": current.host}
    else:
        user = current.seats[game.active].user
        you = msgspec.json.decode(table_view.private(current, user, "-"))
        action = choose(you["legal"], you["hand"], rng)
        request = {"kind": "act", "round": game.round, "turn": game.turn, "action": action, "user": user}
    table = where["table"]
    return {**request, "id": f"fork-{os.getpid()}-{case}", "table": table, "before": table_store.read(table).version}


def do(request: dict) -> bytes:
    if request["kind"] == "act":
        asked = {key: request[key] for key in ("round", "turn", "action")} | {"actor": request["user"]}
        return play.act(table_id=request["table"], action_id=request["id"], **asked)
    message = RoomRequest(id=request["id"], do=request["do"])
    return room_request(room_id=request["table"], actor=User.objects.get(pk=request["user"]), message=message)


def verify(case: dict) -> dict:
    """Send the request of the dead process once more: it had at most one effect before, and has exactly one now."""
    request, acked, problems = case["request"], case["acked"], []
    rows = TableLog.objects.filter(table_id=request["table"], user_id=request["user"], action_id=request["id"])
    before = rows.count()
    if before > 1:
        problems.append("done twice")
    if (acked or case["death"] == "after_commit") and before == 0:
        problems.append("acknowledged or committed, and lost")
    if case["death"] == "before_save" and before and not acked:
        problems.append("there before it was saved")
    reply = do(request)
    if acked and acked.encode() != reply:
        problems.append("another reply")
    row = rows.get()
    known = table_store.read(request["table"])
    since = {"version__gt": request["before"], "version__lte": known.version}  # the sweep keeps running
    gaps = known.version - request["before"] != TableLog.objects.filter(table_id=request["table"], **since).count()
    if gaps or bytes(row.reply) != reply or msgspec.json.decode(reply)["v"] != row.version:
        problems.append("reply, log and row disagree")
    problems += cards_missing(known.table) + (replayed(known.id, known.table) if case["number"] % 10 == 0 else [])
    return {"stored": before, "problems": problems}


def child(number: int, tables: list[dict], last: dict | None, out: int) -> None:
    def tell(**facts: object) -> None:
        os.write(out, json.dumps(facts).encode() + b"\n")

    clock.ensure()
    Connection.objects.filter(table_id__in=[each["table"] for each in tables]).update(last_frame=clock.now())
    if last:
        tell(verified=verify(last))
    if number >= 0:
        request = plan(number, tables)
        tell(request=request)
        death = DEATHS[number % len(DEATHS)]
        failpoints.arm("" if death == MOMENT else death)
        tell(acked=do(request).decode())
        if death == MOMENT:  # the signal may arrive only now
            signal.pause()


def run(number: int, tables: list[dict], last: dict | None) -> tuple[dict, dict | None]:
    """Run one process to its death; (the case it began, what it found of the last one)."""
    inlet, out = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(inlet)
        code = 1
        try:
            child(number, tables, last, out)
            code = 0
        except BaseException:
            traceback.print_exc()
            raise
        finally:
            sys.stderr.flush()
            os._exit(code)
    os.close(out)
    case = {"number": number, "death": DEATHS[number % len(DEATHS)], "acked": None, "request": None}
    verified, buffer, rng = None, b"", random.Random(number)
    while chunk := os.read(inlet, 65536):
        buffer += chunk
        *lines, buffer = buffer.split(b"\n")
        for line in lines:
            told = json.loads(line)
            verified = told.get("verified", verified)
            case |= {key: told[key] for key in ("request", "acked") if key in told}
        if case["request"] and case["death"] == MOMENT:
            time.sleep(rng.random() * 0.015)  # the random moment: before, in the middle of or after the change
            os.kill(pid, signal.SIGKILL)
    os.close(inlet)
    _, status = os.waitpid(pid, 0)
    case["killed"] = os.WIFSIGNALED(status)
    if not case["killed"] and os.WEXITSTATUS(status):
        raise SystemExit(f"case {number} failed by itself")
    return case, verified


def main(cases: int) -> None:
    tables = [json.loads(line) for line in sys.stdin]
    from django.db import connections

    connections["default"].close()
    last, killed, stored, acked, problems = None, 0, 0, 0, []
    for number in range(cases + 1):
        case, verified = run(number if number < cases else -1, tables, last)
        if last and verified:
            stored += verified["stored"]
            problems += [f"case {last['number']} ({last['death']}): {each}" for each in verified["problems"]]
        elif last:
            problems.append(f"case {last['number']} was not verified")
        killed, acked, last = killed + case["killed"], acked + bool(case["acked"]), case
    print(json.dumps({"cases": cases, "killed": killed, "stored": stored, "acked": acked, "problems": problems}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
