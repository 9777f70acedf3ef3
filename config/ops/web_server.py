"""Daphne as we run it. It must not be imported before the event loop has been chosen: Daphne makes its loop then.

Daphne and Twisted believe two things of any client that only a proxy should say, and do one thing that nobody needs:
the header `Daphne-Root-Path` moves the site to another path or host, a body may have any size, and forms are parsed on
the event loop before Django sees them, in time that grows with the square of their size."""

from typing import Any

from autobahn.twisted import websocket as adapter
from autobahn.websocket import protocol
from daphne import http_protocol
from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server
from django.conf import settings

PATIENCE = 20  # seconds a socket may take to open: when a house comes back at once, hundreds wait for each other
WAITING = 2048  # connections the system keeps until they are taken; of more than that, some would hang for seconds
MOST_FRAME = 64 * 1024  # bytes of a socket message; the protocol's own limit is lower and says why
MOST_BODY = settings.DATA_UPLOAD_MAX_MEMORY_SIZE  # bytes of a form
TOO_LARGE = b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
BELIEVED = (b"Daphne-Root-Path",)  # headers that would change what the site thinks of itself


class Request(http_protocol.WebRequest):
    """A request whose form is left to Django, whose body has an end, and that says nothing of where the site is."""

    refused = False

    def __init__(self, *args: Any, **how: Any) -> None:
        super().__init__(*args, parsePOSTFormSubmission=False, **how)

    def gotLength(self, length: int | None) -> None:  # noqa: N802  Twisted calls it so
        super().gotLength(min(length or 0, MOST_BODY))  # where the body is kept depends on it
        if length is not None and length > MOST_BODY:
            self.refuse()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        if self.refused:
            return
        if self.content.tell() + len(data) > MOST_BODY:
            self.refuse()
        else:
            super().handleContentChunk(data)

    def refuse(self) -> None:
        """413, and the line is closed: what is still on its way is not wanted."""
        self.refused = True
        self.channel.transport.write(
            b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        )
        self.channel.loseConnection()

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:  # noqa: N802
        if not self.refused:
            super().requestReceived(command, path, version)

    def process(self) -> Any:
        for name in BELIEVED:
            self.requestHeaders.removeHeader(name)
        return super().process()


def make(application: Any, host: str, port: int, ready: Any) -> Server:
    """The server; `run` it. `ready` is called when its loop is about to run."""
    http_protocol.WebRequest = Request
    plain_frames()
    endpoints = build_endpoint_description_strings(host=host, port=port)
    return Server(
        application=application,
        endpoints=[f"{each}:backlog={WAITING}" for each in endpoints],
        ready_callable=ready,
        websocket_handshake_timeout=PATIENCE,
        websocket_max_message_size=MOST_FRAME,
        websocket_max_frame_size=MOST_FRAME,
        server_name="batida",
        verbosity=0,
    )


def plain_frames() -> None:
    """Autobahn colours the words of a debug line for every frame, and lays out one for every socket, whether or not
    somebody reads it: a tenth of what a frame costs."""
    for module in (adapter, protocol):
        for name in {"hltype", "hlval", "pformat"} & vars(module).keys():
            setattr(module, name, lambda value: value)
