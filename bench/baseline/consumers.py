"""One transaction per action, then the new state to the group; each socket filters what its seat may see."""

import random

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.db import transaction

from .models import Action, Table

FACES = [rank + suit + copy for copy in "12" for suit in "CDHS" for rank in "A23456789TJQK"]


def new_state(seats: int = 4) -> dict:
    deck = random.sample(FACES, len(FACES))
    return {"turn": 0, "hands": [deck[9 * n : 9 * n + 9] for n in range(seats)], "stock": deck[9 * seats :], "pile": []}


def play(table_id: int, seat: int, version: int, index: int) -> dict | None:
    """Draw, discard, store; None if it is not this seat's turn at this version."""
    with transaction.atomic():
        table = Table.objects.select_for_update().get(pk=table_id)
        state = table.state
        if table.version != version or state["turn"] != seat:
            return None
        if not state["stock"]:
            state["stock"], state["pile"] = state["pile"][:-1], state["pile"][-1:]
        hand = state["hands"][seat]
        hand.append(state["stock"].pop())
        card = hand.pop(index % len(hand))
        state["pile"].append(card)
        state["turn"] = (seat + 1) % len(state["hands"])
        table.version += 1
        table.save()
        Action.objects.create(table=table, version=table.version, seat=seat, card=card)
    return {"v": table.version, "state": state}


class TableConsumer(AsyncJsonWebsocketConsumer):
    async def connect(self) -> None:
        where = self.scope["url_route"]["kwargs"]
        self.table_id, self.seat = int(where["table"]), int(where["seat"])
        self.group = f"table_{self.table_id}"
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive_json(self, content: dict, **kwargs: object) -> None:
        done = await database_sync_to_async(play)(self.table_id, self.seat, content["v"], content["i"])
        if done is None:
            await self.send_json({"type": "refused", "id": content["id"]})
            return
        await self.channel_layer.group_send(self.group, {"type": "table.changed", **done})
        await self.send_json({"type": "ack", "id": content["id"], "v": done["v"]})

    async def table_changed(self, event: dict) -> None:
        state = event["state"]
        counts = [len(hand) for hand in state["hands"]]
        public = {"turn": state["turn"], "counts": counts, "stock": len(state["stock"]), "pile": state["pile"][-1:]}
        await self.send_json({"type": "table", "v": event["v"], "table": public, "hand": state["hands"][self.seat]})
