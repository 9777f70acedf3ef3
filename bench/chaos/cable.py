"""A cable between client and server that can be cut: afterwards neither side receives anything, not even a close."""

import asyncio
import contextlib
from urllib.parse import urlsplit


class Cable:
    def __init__(self, url: str) -> None:
        self.to = urlsplit(url)
        self.is_cut = asyncio.Event()
        self.carrying: set[asyncio.Task[None]] = set()
        self.writers: list[asyncio.StreamWriter] = []

    async def open(self) -> "Cable":
        self.server = await asyncio.start_server(self.carry, "127.0.0.1", 0)
        return self

    @property
    def url(self) -> str:
        """The address at the near end. (The server sees its own address as the page's: both are local.)"""
        return f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(self.to.hostname, self.to.port)
        self.writers += [writer, far_writer]
        near = self.url.removeprefix("http://").encode()
        far = f"{self.to.hostname}:{self.to.port}".encode()
        for source, sink, names in ((reader, far_writer, (near, far)), (far_reader, writer, None)):
            task = asyncio.create_task(self.pump(source, sink, names))
            self.carrying.add(task)
            task.add_done_callback(self.carrying.discard)

    async def pump(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, names: tuple[bytes, bytes] | None
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65536):
                if self.is_cut.is_set():
                    return  # nothing is closed, as with a real cut
                if names:  # the handshake names the address it was sent to, in Host and Origin
                    data, names = data.replace(*names), None
                sink.write(data)
                await sink.drain()
            if not self.is_cut.is_set():
                sink.close()

    def cut(self) -> None:
        self.is_cut.set()

    async def close(self) -> None:
        self.server.close()
        for writer in self.writers:
            writer.close()
