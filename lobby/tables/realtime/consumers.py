"""The sockets: check what comes in, call a service, send its reply. No rules and no queries here."""

import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from autobahn.exception import Disconnected
from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from accounts.limits import Bucket
from accounts.models import User
from games import GameError
from lobby.tables.core.chat import ChatLine
from lobby.tables.core.errors import Busy, Refusal
from lobby.tables.services import chat, play, presence
from lobby.tables.services.presence import Goodbye
from lobby.tables.store import metrics
from lobby.tables.store.table_store import StoredTable

from . import protocol
from .connections import ConnectedTable
from .database_threads import AWAY, db
from .heartbeat import PROCESS
from .hub import Hub, hub
from .request_table import room_request
from .table_view import RoomView

MAX_SOCKETS = 12  # per person and process
MAX_VISITORS = 60  # lobby sockets without an account per address: a whole school may share one
BURST, REFILL, DEBT = 40.0, 8.0, 40.0  # frames: at once, per second, and refused before the socket is closed
MAX_MALFORMED = 20  # per socket
GOODBYES = {1000, 1001, 1005}  # close codes of a page; 1006: the connection was lost
log = logging.getLogger(__name__)


class Consumer(AsyncWebsocketConsumer):
    """What both kinds of socket share: limits, an answer to every error, and that a closed socket stays closed."""

    channel_layer_alias = "none"  # the hub receives the bells: sockets need no channel
    closed = False
    clean = False  # the page itself closed the connection
    hub: Hub

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler of an event. Channels' own version also visits the one shared thread for every message."""
        if handler := getattr(self, get_handler_name(message), None):
            await handler(message)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:  # disconnect() does not run after an error or a cancellation; this does
            self.closed = True
            await self.left()

    async def connect(self) -> None:
        """Accept the socket: a refusal must be able to say why."""
        self.frames, self.malformed = Bucket(BURST, REFILL), 0
        self.hub = hub()
        await self.accept()
        await self.entered()

    async def entered(self) -> None:
        """The socket is open: register or expel it."""
        raise NotImplementedError

    async def left(self) -> None:
        """The socket is gone, in whatever way: unregister it."""
        raise NotImplementedError

    async def disconnect(self, code: int) -> None:
        """Note how the connection ended."""
        self.closed, self.clean = True, code in GOODBYES

    async def write(self, data: bytes) -> None:
        """Send an encoded message, unless the socket is closed."""
        if not self.closed:
            try:
                await self.send(text_data=data.decode())
            except Disconnected:  # the connection is lost, and its `disconnect` event is still to come: no error
                self.closed = True

    async def expel(self, code: str) -> None:
        """Say why and close. Frames still queued are ignored."""
        if not self.closed:
            metrics.expelled.labels(code).inc()
            await self.write(protocol.bye(code))
            self.closed = True
            await self.close(protocol.CLOSE[code])

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A frame has come: within the limits, parse it and handle it."""
        if self.closed:
            return
        if not self.frames.take():
            if self.frames.tokens < -DEBT:
                await self.expel("flood")
            return
        try:
            if text_data is None:
                raise protocol.Malformed
            message = protocol.parse(text_data)
        except protocol.Malformed:
            self.malformed += 1
            await (
                self.expel("flood")
                if self.malformed > MAX_MALFORMED
                else self.write(protocol.refused(None, "malformed"))
            )
            return
        await self.handled(message)

    async def handled(self, message: protocol.Message) -> None:
        """Handle one message; whatever happens, a request gets an answer."""
        request_id, answer = getattr(message, "id", None), "done"
        try:
            await self.on(message)
        except (Refusal, GameError) as refusal:
            answer = refusal.code
            await self.write(protocol.refused(request_id, refusal.code))
            if refusal.code == "account_inactive":
                await self.expel("account_inactive")
        except (*AWAY, Busy) as error:
            answer = "retry"
            log.warning("not stored: %r", error)
            await self.write(protocol.retry(request_id))
        except StopConsumer:
            raise
        except Exception:
            answer, reference = "error", secrets.token_hex(4)
            log.exception("socket error %s", reference)
            await self.write(protocol.error(request_id, reference))
        metrics.requests.labels(message.__struct_config__.tag, answer).inc()

    async def on(self, message: protocol.Message) -> None:
        """Do what the message asks. May raise Refusal, GameError, Busy or a database error: `handled` answers them."""
        raise NotImplementedError


class TableConsumer(Consumer):
    """A person's socket at one table, player or spectator. The services decide who may do what, by the account of the
    session; nothing in a message says who sends it."""

    account: User
    connected: ConnectedTable | None = None
    connection = 0
    user = 0
    seen = -1  # the version it was sent last
    pinged = -1  # the version in the last ping
    sent: RoomView | None = None  # the room and seats it was sent last
    greeted = False  # has it been sent the order of its hand?
    spoke = False
    lines: set[int] | None = None  # numbers of the chat lines it shows

    async def entered(self) -> None:
        """Join the table of the URL, or be expelled."""
        account: object = self.scope.get("user")
        if not isinstance(account, User):
            await self.expel("not_logged_in")
            return
        self.account, self.user, self.name = account, account.pk, str(account)
        self.session = getattr(self.scope.get("session"), "session_key", None)
        if sum(socket.user == self.user for socket in self.hub.connections.sockets) >= MAX_SOCKETS:
            await self.expel("too_many_sockets")
            return
        if not account.is_active:
            await self.expel("account_inactive")
            return
        slug = self.scope["url_route"]["kwargs"]["slug"]
        try:
            self.table_id, self.connection = await db(presence.arrived, slug=slug, user=self.user, process=PROCESS)
        except Refusal as refusal:
            await self.expel(refusal.code)
            return
        self.joined = self.answered = self.hub.heartbeat.second
        self.hub.connections.sockets.add(self)
        self.connected = self.hub.join(self.table_id, self)

    async def left(self) -> None:
        """Leave the table, and have the closed connection recorded by the heartbeat."""
        if self.connected:
            self.hub.leave(self.connected, self)
            self.hub.connections.sockets.discard(self)
        if self.connection:
            just_heard = self.clean or self.spoke
            self.hub.heartbeat.goodbyes.append(Goodbye(self.connection, self.table_id, self.user, just_heard))
            self.connection = 0

    @property
    def known(self) -> StoredTable | None:
        """What this process knows of the table."""
        return self.connected.stored if self.connected else None

    # --- out ---

    async def show(self, connected: ConnectedTable) -> None:
        """Send the newest picture, unless this socket has it; or close, if the host has removed this person."""
        if connected.stored and connected.stored.table.removed_from(self.user):
            await self.expel("removed_from_room")
            return
        if self.seen < connected.version and connected.stored and not self.closed:
            self.seen = connected.version
            picture, sent = connected.picture(self.user, self.name, self.sent)
            await self.write(picture)
            self.sent = sent  # only now: what could not be sent goes with the next picture
            if not self.greeted:
                self.greeted = True
                await self.show_arrangement()

    async def show_arrangement(self) -> None:
        """Send a player the stored order of their hand."""
        known = self.known
        if known and known.table.seat_of(self.user) is not None:
            n, groups, complete = await db(play.arrangement, table_id=self.table_id, user=self.user, known=known)
            await self.write(protocol.arranged(n, groups, complete))

    async def show_lines(self, lines: list[ChatLine], muted: list[str]) -> None:
        """Send the new ones of these lines; all of them at first, and when whose lines this person sees has changed."""
        shown, self.lines = self.lines, {line.n for line in lines}
        if shown is None:
            await self.write(protocol.said(lines, self.user, muted))
        elif new := [line for line in lines if line.n not in shown]:
            await self.write(protocol.said(new, self.user, None))

    async def ping(self) -> None:
        """Send a ping with the version this socket should have."""
        self.pinged = self.connected.version if self.connected else -1
        await self.write(protocol.ping(self.pinged))

    # --- in ---

    async def on(self, message: protocol.Message) -> None:
        """A message has come, so its sender is present; then what it asks."""
        if self.connected is None:
            return
        if self not in self.connected.sockets:  # it left the table when a picture could not be sent
            self.connected = self.hub.join(self.table_id, self)
        self.spoke = True
        if self.connected.stored and presence.is_absent(self.connected.stored.table, self.user):
            await db(presence.back, table_id=self.table_id, user=self.user, known=self.connected.stored)
        await self.handlers[type(message)](self, message)

    async def on_act(self, message: protocol.Act) -> None:
        """A move."""
        reply = await db(
            play.act,
            table_id=self.table_id,
            actor=self.user,
            action_id=message.id,
            round=message.round,
            turn=message.turn,
            action=message.action,
            known=self.known,
        )
        await self.write(reply)

    async def on_room(self, message: protocol.RoomRequest) -> None:
        """A request about the room."""
        known = self.known
        reply = await db(room_request, room_id=self.table_id, actor=self.account, message=message, known=known)
        await self.write(reply)

    async def on_arrange(self, message: protocol.Arrange) -> None:
        """Store the order of a hand, and send it to all sockets of this person here."""
        known = self.known
        arranged: dict[str, Any] = {"groups": message.groups, "n": message.n}
        await db(play.arrange, table_id=self.table_id, actor=self.user, known=known, **arranged)
        n, groups, complete = await db(play.arrangement, table_id=self.table_id, user=self.user, known=known)
        for socket in tuple(self.connected.sockets) if self.connected else ():
            if socket.user == self.user:
                await socket.write(protocol.arranged(n, groups, complete))

    async def on_why(self, message: protocol.Why) -> None:
        """Explain what the hand lacks to knock."""
        found = await db(play.why, table_id=self.table_id, user=self.user, known=self.known)
        await self.write(protocol.why(message.id, found))

    async def on_ping(self, message: protocol.Ping) -> None:
        """The page checks the connection: answer with a ping."""
        await self.ping()

    async def on_pong(self, message: protocol.Pong) -> None:
        """The page says which version it shows: the only proof that it reads. If it has missed one, send it again."""
        self.answered = self.hub.heartbeat.second
        if self.connected and message.v < self.pinged:  # newer versions may still be on their way
            self.seen, self.sent = min(self.seen, message.v), None
            await self.show(self.connected)

    async def on_sync(self, message: protocol.Sync) -> None:
        """Send everything again."""
        self.seen, self.sent, self.greeted, self.lines = -1, None, False, None
        if self.connected:
            await self.show(self.connected)
            self.hub.chat_feed.heard([self.table_id])

    async def on_say(self, message: protocol.Say) -> None:
        """Write a line into the chat."""
        line = {"action_id": message.id, "kind": message.kind, "text": message.text}
        await db(chat.say, table_id=self.table_id, actor=self.user, **line)
        await self.done(message.id)

    async def on_mute(self, message: protocol.Mute) -> None:
        """Mute or unmute somebody."""
        whom: dict[str, Any] = {"seat": message.seat, "who": message.who, "line": message.line}
        await db(chat.mute, table_id=self.table_id, actor=self.user, on=message.on, **whom)
        await self.done(message.id)

    async def done(self, request_id: str) -> None:
        """Acknowledge a request that did not change the table itself."""
        await self.write(protocol.ack(request_id, self.connected.version if self.connected else -1))

    handlers: dict[type, Callable[[Any, Any], Awaitable[None]]] = {
        protocol.Act: on_act,
        protocol.RoomRequest: on_room,
        protocol.Arrange: on_arrange,
        protocol.Why: on_why,
        protocol.Ping: on_ping,
        protocol.Pong: on_pong,
        protocol.Sync: on_sync,
        protocol.Say: on_say,
        protocol.Mute: on_mute,
    }


class LobbyConsumer(Consumer):
    """Announces that the public list has changed; the page fetches it. Visitors without an account may connect too."""

    visitor: int | str = ""

    async def entered(self) -> None:
        """Register and send the current version, unless this visitor has too many sockets."""
        self.visitor = visitor(self.scope)
        most = MAX_SOCKETS if isinstance(self.visitor, int) else MAX_VISITORS
        if sum(socket.visitor == self.visitor for socket in self.hub.connections.lobby) >= most:
            await self.expel("too_many_sockets")
            return
        self.joined = self.hub.heartbeat.second
        self.hub.connections.lobby.add(self)
        await self.send_version(self.hub.connections.lobby_version)

    async def left(self) -> None:
        """Unregister."""
        if hasattr(self, "hub"):
            self.hub.connections.lobby.discard(self)

    async def send_version(self, version: int) -> None:
        """Send the version of the public list."""
        await self.write(protocol.lobby(version))

    async def on(self, message: protocol.Message) -> None:
        """Ignored: this socket takes no requests."""


def visitor(scope: Mapping[str, Any]) -> int | str:
    """The account; without one the client's address, as the outermost of our own proxies saw it: clients can forge the
    rest of the header."""
    account = scope.get("user")
    if account is not None and account.is_authenticated:
        return int(account.pk)
    if hops := settings.TRUSTED_PROXIES:
        forwarded = dict(scope["headers"]).get(b"x-forwarded-for", b"").decode("latin-1").split(",")
        return forwarded[-hops].strip() if len(forwarded) >= hops else ""
    return str((scope.get("client") or [""])[0])
