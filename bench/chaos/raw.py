"""A hand-made websocket, for frames no client library would send."""

import asyncio
import contextlib
import os
import struct
from urllib.parse import urlsplit

from tests.support.clients.protocol import handshake

TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9


class Raw:
    """`heard` keeps the payloads of the text frames the server sent."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.heard: list[bytes] = []
        self.ended = False
        self.reading: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, url: str, slug: str, session: str, *, reads: bool = True) -> "Raw":
        where = urlsplit(url)
        reader, writer = await asyncio.open_connection(where.hostname, where.port, limit=2**20)
        writer.write(handshake(where.netloc, f"/ws/table/{slug}/", Origin=url, Cookie=f"sessionid={session}"))
        status = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in status.split(b"\r\n")[0]:
            raise ConnectionError(status.split(b"\r\n")[0].decode())
        raw = cls(reader, writer)
        if reads:
            raw.reading = asyncio.create_task(raw.read())
        return raw

    async def read(self) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            while True:
                first, second = await self.reader.readexactly(2)
                size = second & 127
                if size > 125:
                    length = await self.reader.readexactly(2 if size == 126 else 8)
                    size = int.from_bytes(length)
                payload = await self.reader.readexactly(size)
                if first & 15 == TEXT:
                    self.heard.append(payload)
                elif first & 15 == CLOSE:
                    break
        self.ended = True

    def frame(
        self, payload: bytes, *, opcode: int = TEXT, last: bool = True, masked: bool = True, bits: int = 0
    ) -> None:
        head = bytes([(128 if last else 0) | bits | opcode])
        size, mask = len(payload), 128 if masked else 0
        if size < 126:
            head += bytes([mask | size])
        elif size < 65536:
            head += bytes([mask | 126]) + struct.pack(">H", size)
        else:
            head += bytes([mask | 127]) + struct.pack(">Q", size)
        key = os.urandom(4)
        body = bytes(byte ^ key[n & 3] for n, byte in enumerate(payload)) if masked else payload
        if not self.writer.is_closing():
            self.writer.write(head + (key if masked else b"") + body)

    def text(self, payload: bytes) -> None:
        self.frame(payload)

    def close(self) -> None:
        self.ended = True
        if self.reading:
            self.reading.cancel()
        self.writer.transport.abort()
