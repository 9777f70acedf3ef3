"""`manage.py serve` as a process: what it prepares, refuses, and how it ends."""

import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.clients.protocol import handshake
from tests.support.processes import ROOT, Process, free_port, wait_for
from tests.support.servers import Server, environment

STOP = 6.0  # seconds a SIGTERM may take; under 3 on a quiet machine, and tests share theirs


@pytest.fixture
def faulty(prepared: Path, tmp_path: Path) -> Iterator:
    """A prepared data folder, served with a fault."""
    processes: list[Process] = []
    data = shutil.copytree(prepared, tmp_path / "data")

    def start(*fault: str) -> Process:
        command = [sys.executable, "-m", "tests.config.faulty_serve", *fault, "--port", str(free_port())]
        processes.append(Process(command, env=environment(data), log=tmp_path / "faulty.log"))
        return processes[-1]

    yield start
    for process in processes:
        process.kill()


def test_the_first_start_makes_everything_and_an_administrator(serve) -> None:
    server: Server = serve(prepare=True).ready()
    assert server.get("/readyz") == (200, '{"ready": true, "database": "ok", "redis": "not used"}')
    status, page = server.get("/")
    assert status == 200
    for address in re.findall(r'(?:href|src)="(/static/[^"#]+)', page):
        assert re.search(r"\.[0-9a-f]{12}\.", address), address
        assert server.get(address)[0] == 200
    password = re.search(r"First administrator: admin, password: (\S+)", server.said())[1]
    assert len(password) >= 16
    assert f"{server.port}/accounts/2fa/totp/activate/" in server.said()  # without it /admin/ stays closed
    assert server.stop() == 0

    again: Server = serve(prepare=True, data=server.data, port=server.port).ready()
    assert again.said().count("First administrator") == 1  # that of the first start: one log, one password
    assert again.stop() == 0


def test_the_loop_is_uvloop(served: Server) -> None:
    assert "on uvloop" in served.said()


def test_a_taken_port_ends_it_with_one_line(serve) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        server = serve(port=port, prepare=True)
        assert server.wait(60) == 1
    assert server.said() == f"CommandError: Port {port} of 127.0.0.1 is taken.\n"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--port", "99999"], "There is no port 99999: choose one from 1 to 65535."),
        (["--port", "0"], "There is no port 0: choose one from 1 to 65535."),
        (["--host", "192.0.2.1"], "of 192.0.2.1 cannot be used: Cannot assign requested address."),
        (["--host", "no.such.host.invalid"], "of no.such.host.invalid cannot be used:"),
    ],
)
def test_an_address_that_is_none_ends_it_with_one_line(serve, options: list[str], said: str) -> None:
    server = serve(*options)
    assert server.wait(60) == 1
    assert server.said().startswith("CommandError: ")
    assert said in server.said()
    assert server.said().count("\n") == 1


CLOSED = "/sys/kernel"  # where nobody may write, not even root


@pytest.mark.parametrize(
    ("env", "said"),
    [
        (
            {"BATIDA_DATA": f"{CLOSED}/batida"},
            f"Batida cannot start: The data folder {CLOSED}/batida cannot be made:",
        ),
        ({"BATIDA_DATA": CLOSED}, f"Batida cannot start: The data folder {CLOSED} cannot keep the secret key:"),
        (
            {"BATIDA_DATA": CLOSED, "SECRET_KEY": "x" * 50},
            f"CommandError: The data folder {CLOSED} cannot be written:",
        ),
        ({"EMAIL_PORT": "smtp"}, "Batida cannot start: EMAIL_PORT must be a whole number, not 'smtp'."),
    ],
)
def test_what_cannot_be_written_or_read_ends_it_with_one_line(tmp_path: Path, env: dict[str, str], said: str) -> None:
    command = [sys.executable, "manage.py", "serve", "--prepare", "--port", str(free_port())]
    done = subprocess.run(
        command, cwd=ROOT, env={**environment(tmp_path), **env}, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1
    assert (done.stdout, done.stderr.count("\n")) == ("", 1)
    assert done.stderr.startswith(said)


def test_a_database_that_cannot_be_opened_ends_it_with_one_line(serve, prepared: Path, tmp_path: Path) -> None:
    data = shutil.copytree(prepared, tmp_path / "data")
    database = data / "batida.sqlite3"
    database.unlink()
    database.mkdir()
    for prepare in (True, False):
        server = serve(data=data, prepare=prepare)
        assert server.wait(60) == 1
        assert server.said().startswith("CommandError: ")
        assert server.said().count("\n") == 1


def test_a_second_server_on_the_same_data_is_refused(serve) -> None:
    first = serve().ready()
    second = serve(data=first.data)
    assert second.wait(60) == 1
    assert "Another server runs" in second.said()
    assert first.running()


def test_a_killed_server_leaves_no_lock_behind(serve) -> None:
    first = serve().ready()
    first.kill()
    assert serve(data=first.data).ready().stop() == 0


def test_one_url_without_the_other_does_not_start(serve) -> None:
    server = serve(REDIS_URL="redis://127.0.0.1:1/0")
    assert server.wait(60) == 1
    assert "belong together" in server.said()


@pytest.mark.parametrize("seconds", ["1", "30"])
def test_sigterm_ends_it_in_time_though_a_sweep_is_in_flight(faulty, seconds: str) -> None:
    process = faulty("slow", seconds)
    wait_for(lambda: "sweeping" in process.said(), "the sweep")
    time.sleep(0.3)
    before = time.monotonic()
    assert process.stop() == 0
    assert time.monotonic() - before < STOP


def test_a_crashed_ticker_stops_the_server(faulty) -> None:
    process = faulty("crash")
    assert process.wait(60) == 1
    assert "the spring is broken" in process.said()


# --- who may open a socket ------------------------------------------------------------------------------------------


def answered(server: Server, origin: str | None, cookies: dict[str, str]) -> int:
    """The status of the answer to a websocket handshake."""
    headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
    headers |= {"Origin": origin} if origin else {}
    with socket.create_connection(("127.0.0.1", server.port), 10) as wire:
        wire.sendall(handshake(f"127.0.0.1:{server.port}", "/ws/lobby/", **headers))
        return int(wire.recv(4096).split()[1])


def test_sockets_are_for_pages_of_this_origin_only(served: Server) -> None:
    cookies = served.people("ana")["ana"]
    own = [f"http://127.0.0.1:{served.port}", f"http://localhost:{served.port}"]
    foreign = [
        None,
        "null",
        f"https://127.0.0.1:{served.port}",
        f"http://127.0.0.1:{served.port + 1}",
        "http://127.0.0.1",
        f"http://127.0.0.1.evil.example:{served.port}",
        f"http://evil.example:{served.port}",
    ]
    assert [answered(served, origin, cookies) for origin in own] == [101, 101]
    assert [answered(served, origin, cookies) for origin in foreign] == [403] * len(foreign)


def test_a_failpoint_without_chaos_does_not_start(serve) -> None:
    server = serve(BATIDA_FAILPOINT="after_commit")
    assert server.wait(60) == 1
    assert "BATIDA_CHAOS" in server.said()
