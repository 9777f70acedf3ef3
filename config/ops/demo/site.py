"""What the demo consists of. It is made as on a real site: people call the services, and matches are played out."""

import secrets
from typing import Any, NamedTuple

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret

import games
from accounts import relationships
from accounts.models import User
from config.ops.prepare import FIRST_ADMIN
from lobby.history import ratings
from lobby.models import Room
from lobby.moderation import rights
from lobby.moderation import services as desk
from lobby.tables.core.state import SECOND
from lobby.tables.services import chat, hosting, invitations, rooms, seats

from . import playing
from .company import seat_in_company

LONG_AGO = 30 * 24 * 60 * 60 * SECOND  # how long ago the first finished match began
APART = 60 * 60 * SECOND  # between two finished matches
VISITORS = ("ana", "rui")
MODERATOR = "dora"
GUESTS = "bia caio davi elisa fabio gabi hugo iara jonas lia mateus nina otto paula rosa samuel".split()
SHORT = {"lives": 7, "points": 4, "target": 40}  # options that make a match short


class LogIn(NamedTuple):
    """What a visitor needs to log in. Each of `codes` replaces the second factor once; `secret` is for an authenticator
    app."""

    name: str
    role: str
    password: str
    codes: tuple[str, ...] = ()
    secret: str = ""


class DemoSite:
    """The demo and its people. `log_ins`: the accounts a visitor can use."""

    def __init__(self, admin_password: str) -> None:
        self.log_ins = [self._visitor(name) for name in VISITORS]
        password = secrets.token_urlsafe(9)
        rights.promote(User.objects.create_user(MODERATOR, password=password, display_name=MODERATOR.capitalize()))
        self.log_ins.append(_with_factor(MODERATOR, "moderator", password))
        self.log_ins.append(_with_factor(FIRST_ADMIN, "administrator", admin_password))
        for name in GUESTS:
            User.objects.create_user(name, display_name=name.capitalize())
        self.people = {user.username: user for user in User.objects.all()}

    def _visitor(self, name: str) -> LogIn:
        password = secrets.token_urlsafe(9)
        User.objects.create_user(name, password=password, display_name=name.capitalize())
        return LogIn(name, "player", password)

    def fill(self, matches: int) -> None:
        """Add `matches` finished matches of each game, running and waiting rooms, friends, chat and reports."""
        self.befriend()
        with playing.past(LONG_AGO) as hands:
            for number in range(matches):
                for key in games.RULESETS:
                    self.finished(key, number, hands)
        ratings.rate_finished()
        tables = [self.in_play(key, number) for number, key in enumerate(games.RULESETS)]
        self.waiting()
        self.write_chat(tables[0])
        self.complain(tables[0])

    # --- people ---

    def befriend(self) -> None:
        """Friends and friend requests of the visitors."""
        for visitor in VISITORS:
            for name in ("bia", "caio"):
                relationships.befriend(by=self.people[visitor], person=self.people[name])
                relationships.befriend(by=self.people[name], person=self.people[visitor])
            relationships.befriend(by=self.people["davi"], person=self.people[visitor])  # a request not answered yet

    def complain(self, room: Room) -> None:
        """Three reports in the moderators' queue, one of them about the chat of a table."""
        people = self.people
        desk.file_report(
            reporter=people["caio"], person=people["bia"], category="abuse", text="Look at the chat.", room=room
        )
        desk.file_report(reporter=people["ana"], person=people["gabi"], category="stalling", text="Left three times.")
        desk.file_report(reporter=people["rui"], person=people["gabi"], category="stalling", text="")

    # --- rooms ---

    def room(
        self,
        key: str,
        names: list[str],
        *,
        bots: int = 0,
        at_least: int = 0,
        name: str = "",
        public: bool = True,
        options: dict[str, Any] | None = None,
    ) -> Room:
        """A room with these people, the first as host, and `bots` bots. `at_least`: its minimum number of seats."""
        rules = games.get_ruleset(key)
        quick = {each.key: SHORT[each.key] for each in rules.options if each.key in SHORT and each.default}
        host, *others = (self.people[each] for each in names)
        room = rooms.create_room(
            actor=host,
            ruleset=key,
            options={**quick, "seats": max(at_least, len(names) + bots), **(options or {})},
            name=name,
            public=public,
            spectators=True,
            bots=bots,
        )
        for seat, person in enumerate(others, start=1 + bots):
            seats.sit(room_id=room.pk, actor=person, seat=seat)
        return room

    def finished(self, key: str, number: int, hands: playing.Past) -> None:
        """One finished match with both visitors; `number` varies its host and bots."""
        host = GUESTS[number % 6]
        room = self.room(key, [host, *VISITORS], bots=number % 2)
        playing.play_match(room, hands)
        hands.forward(APART)

    def in_play(self, key: str, number: int) -> Room:
        """A room with two people and two bots, some moves into their first round."""
        names = GUESTS[2 * number : 2 * number + 2]
        room = self.room(key, names, bots=2)
        seat_in_company(room.pk, room.slug)
        hosting.start(room_id=room.pk, actor=self.people[names[0]])
        for _ in range(12):
            if not playing.move(room.pk, {self.people[name].pk for name in names}):
                break  # a window is open: they play on when the server runs
        return room

    def waiting(self) -> None:
        """Rooms where a visitor can sit down: two public ones, and a private one with invitations."""
        first, *_, last = games.RULESETS
        names = iter(GUESTS[2 * len(games.RULESETS) :])
        open_to_all = self.room(first, [next(names), next(names)], at_least=4, name="Mesa dos amigos")
        without_limit = self.room(last, [next(names)], at_least=4, options={"turn_seconds": None})
        host = next(names)
        private = self.room(first, [host], bots=1, at_least=4, public=False, name="Só convidados")
        for room in (open_to_all, without_limit, private):
            seat_in_company(room.pk, room.slug)
        for visitor in VISITORS:
            invitations.invite(room=private, actor=self.people[host], username=visitor)

    def write_chat(self, room: Room) -> None:
        """Some lines in the chat of a table."""
        lines = (("bia", "phrase", "hello"), ("caio", "text", "Boa sorte!"), ("bia", "text", "Vais precisar dela."))
        for name, kind, text in lines:
            action_id = secrets.token_hex(8)
            chat.say(table_id=room.pk, actor=self.people[name].pk, action_id=action_id, kind=kind, text=text)


def _with_factor(name: str, role: str, password: str) -> LogIn:
    """A staff account's log-in. Staff pages need a second factor, so it gets one."""
    user, secret = User.objects.get(username=name), generate_totp_secret()
    TOTP.activate(user, secret)
    codes = RecoveryCodes.activate(user).get_unused_codes()
    return LogIn(name, role, password, tuple(codes[:4]), secret)
