"""The same crowd for the comparator: the next player acts as soon as their socket has the last action."""

import asyncio
import itertools
import time

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

SEATS = 4


class Socket(WSListener):
    def __init__(self, seat: int, table: "Table"):
        self.seat, self.table = seat, table

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            message = msgspec.json.decode(frame.get_payload_as_bytes())
            if message["type"] == "table" and message["v"] % SEATS == self.seat:
                self.table.arrived(message["v"], self)

    def act(self, version: int, number: int) -> None:
        self.transport.send(WSMsgType.TEXT, msgspec.json.encode({"id": str(number), "v": version, "i": number}))


class Table:
    def __init__(self) -> None:
        self.actions, self.numbers, self.stopped = 0, itertools.count(), False

    def arrived(self, version: int, socket: Socket) -> None:
        self.actions += 1
        if not self.stopped:
            socket.act(version, next(self.numbers))


async def measure(url: str, table_ids: list[int], seconds: float, warm_up: float = 3.0) -> float:
    """Actions per second, saturated."""
    tables = [Table() for _ in table_ids]
    for table, pk in zip(tables, table_ids, strict=True):
        sockets = [Socket(seat, table) for seat in range(SEATS)]
        for socket in sockets:
            socket.transport, _ = await ws_connect(lambda socket=socket: socket, f"{url}/ws/{pk}/{socket.seat}")
        sockets[0].act(0, next(table.numbers))
    await asyncio.sleep(warm_up)
    before, since = sum(table.actions for table in tables), time.perf_counter()
    await asyncio.sleep(seconds)
    done = (sum(table.actions for table in tables) - before) / (time.perf_counter() - since)
    for table in tables:
        table.stopped = True
    return done
