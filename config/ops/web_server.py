"""Daphne as we run it. Choose the event loop before importing this module: Daphne creates its loop on import.

Three defaults of Daphne and Twisted are changed. Any client may set `Daphne-Root-Path`, which moves the site to another
path or host; bodies may have any size; and forms are parsed on the event loop before Django sees them, in time
quadratic in their size."""

from collections.abc import Awaitable, Callable
from typing import Any

from autobahn.twisted import websocket as adapter
from autobahn.websocket import protocol
from daphne import http_protocol
from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server
from django.conf import settings

HANDSHAKE_TIMEOUT = 20  # seconds a socket may take to open; hundreds may reconnect at once
BACKLOG = 2048  # connections the system queues until they are accepted; beyond that, some hang for seconds
MAX_FRAME = 64 * 1024  # bytes per socket message; the protocol's own limit is lower and gives a reason
MAX_BODY = settings.DATA_UPLOAD_MAX_MEMORY_SIZE  # bytes per form
TOO_LARGE = b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
DROPPED_HEADERS = (b"Daphne-Root-Path",)  # they would change the site's own address

ASGIApplication = Callable[[Any, Any, Any], Awaitable[Any]]


class Request(http_protocol.WebRequest):
    """A request whose form is left to Django, whose body is limited, and which cannot move the site."""

    refused = False

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, parsePOSTFormSubmission=False, **options)

    def gotLength(self, length: int | None) -> None:  # noqa: N802  Twisted's name
        super().gotLength(min(length or 0, MAX_BODY))  # decides where the body is stored
        if length is not None and length > MAX_BODY:
            self.refuse()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        """More of the body."""
        if self.refused:
            return
        if self.content.tell() + len(data) > MAX_BODY:
            self.refuse()
        else:
            super().handleContentChunk(data)

    def refuse(self) -> None:
        """Answer 413 and close the connection, without waiting for the rest of the body."""
        self.refused = True
        self.channel.transport.write(TOO_LARGE)
        self.channel.loseConnection()

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:  # noqa: N802
        """The request is complete: pass it on unless it was refused."""
        if not self.refused:
            super().requestReceived(command, path, version)

    def process(self) -> Any:
        for name in DROPPED_HEADERS:
            self.requestHeaders.removeHeader(name)
        return super().process()


class ListeningServer(Server):
    """Reports when it listens."""

    def __init__(self, *, listening: Callable[[], None], **options: Any) -> None:
        super().__init__(**options)
        self.listening = listening

    def listen_success(self, port: Any) -> None:
        super().listen_success(port)
        self.listening()


def make(
    application: ASGIApplication, host: str, port: int, *, ready: Callable[[], None], listening: Callable[[], None]
) -> ListeningServer:
    """The server, to be `run`. `ready` is called when its loop is about to run, `listening` when it accepts
    connections."""
    http_protocol.WebRequest = Request
    disable_frame_dumps()
    endpoints = build_endpoint_description_strings(host=host, port=port)
    return ListeningServer(
        listening=listening,
        application=application,
        endpoints=[f"{each}:backlog={BACKLOG}" for each in endpoints],
        ready_callable=ready,
        websocket_handshake_timeout=HANDSHAKE_TIMEOUT,
        websocket_max_message_size=MAX_FRAME,
        websocket_max_frame_size=MAX_FRAME,
        server_name="batida",
        verbosity=0,
    )


def disable_frame_dumps() -> None:
    """Autobahn formats a coloured debug line per frame, even if logging is off: a tenth of the cost of a frame."""
    for module in (adapter, protocol):
        for name in {"hltype", "hlval", "pformat"} & vars(module).keys():
            setattr(module, name, lambda value: value)
