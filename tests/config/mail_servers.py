"""Mail servers as operators fear them. Each listens on a port of its own until the `with` ends."""

import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email import message_from_string
from email.message import Message


class Speaking(socketserver.StreamRequestHandler):
    """As much SMTP as one client needs. `answers`: what it says instead of "250 ok" to commands of this beginning."""

    def handle(self) -> None:
        with suppress(ConnectionError):
            self.say("220 here")
            while line := self.rfile.readline().decode().strip():
                if line.upper() == "DATA":
                    self.take()
                elif line.upper() == "QUIT":
                    return self.say("221 bye")
                else:
                    self.say(self.server.answer(line))
        return None

    def take(self) -> None:
        self.say("354 go on")
        lines = []
        while (line := self.rfile.readline().decode().rstrip("\r\n")) != ".":
            lines.append(line)
        answer = self.server.answer("DATA")
        if answer.startswith("2"):
            self.server.taken.append(message_from_string("\n".join(lines)))
        self.say(answer)

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


class MailServer(socketserver.ThreadingTCPServer):
    daemon_threads = block_on_close = False
    allow_reuse_address = True

    def __init__(self, handler: type = Speaking, answers: dict[str, str] | None = None) -> None:
        super().__init__(("127.0.0.1", 0), handler)
        self.answers = answers or {}
        self.taken: list[Message] = []
        self.calls = 0
        self.over = threading.Event()
        self.port: int = self.server_address[1]

    def answer(self, line: str) -> str:
        return next((answer for start, answer in self.answers.items() if line.upper().startswith(start)), "250 ok")

    def verify_request(self, request: object, client_address: object) -> bool:
        self.calls += 1
        return True


class Silent(socketserver.BaseRequestHandler):
    """Accepts and never speaks."""

    def handle(self) -> None:
        self.server.over.wait(120)


class Closing(socketserver.BaseRequestHandler):
    """Accepts and hangs up."""


@contextmanager
def listening(handler: type = Speaking, answers: dict[str, str] | None = None) -> Iterator[MailServer]:
    with MailServer(handler, answers) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        yield server
        server.over.set()
        server.shutdown()


def refusing_port() -> int:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        return closed.getsockname()[1]
