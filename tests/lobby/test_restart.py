"""A server killed in mid-round, three minutes of silence, and a new one: nobody has lost anything but the wait."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

from tests.support.clients.player import Player, connect
from tests.support.servers import Server

SILENCE = 180_000_000  # µs


async def seen(server: Server, slug: str, session: str) -> dict[str, Any]:
    """What this person's page shows first."""
    player = await connect(server.url, slug, session, Player())
    try:
        for _ in range(500):
            await asyncio.sleep(0.02)
            if player.view:
                return player.view
        raise TimeoutError(slug)
    finally:
        player.transport.disconnect()


def three_minutes_pass(server: Server) -> None:
    """The last pulse is three minutes old; what was written in service time stays as it was."""
    with closing(sqlite3.connect(server.data / "batida.sqlite3")) as database, database:
        database.execute("UPDATE lobby_pulse SET at = at - ?, outage = outage - ?", [SILENCE, SILENCE])


def test_killed_in_mid_round_and_silent_for_three_minutes(serve: Callable[..., Server]) -> None:
    """T11: same hands, same turn, the same time left, nobody removed, the room open."""
    server = serve().ready()
    cookies = {name: next(iter(jar.values())) for name, jar in server.people("anna", "boris").items()}
    slug = server.call("tests.support.scenes.rooms", 90, "anna", "boris")
    before = asyncio.run(seen(server, slug, cookies["anna"]))
    server.kill()
    three_minutes_pass(server)
    again = serve(data=server.data, prepare=False).ready()
    after = asyncio.run(seen(again, slug, cookies["anna"]))
    assert after["you"]["hand"] == before["you"]["hand"]
    assert after["table"]["game"] == before["table"]["game"]
    assert [seat["name"] for seat in after["table"]["seats"][:2]] == ["anna", "boris"]
    assert after["table"]["room"]["closed"] is None
    # At most the second since the last pulse is given back; the busy seconds between the two looks count.
    assert -2_000 < before["left"] - after["left"] < 20_000
