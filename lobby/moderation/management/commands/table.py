"""manage.py table SLUG: what lies on a table, now or at a version of the past, in words and as one line of text."""

import re
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from accounts.models import User
from games import position
from games.management.words import refuse
from games.position import PositionError
from lobby.history.position import Moment, NotKept, moment
from lobby.history.position_text import text
from lobby.history.replay import Unreplayable
from lobby.history.scene import scene
from lobby.moderation import audit_log
from lobby.tables.store import clock

_HYPHENATED = re.compile(r"-[A-Za-z0-9_-]{21}")


class Command(BaseCommand):
    """Exit status 2 when asked wrongly or by somebody who may not; 1 when the engine of today cannot play the round."""

    help = (
        "Print the position of a table in words and as one line (docs/position.md). Without --secrets only what a "
        "spectator may know; hidden cards of a match that is over are none."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="of the room: the end of the table's address")
        parser.add_argument("--at", metavar="VERSION", help="as it was after this version of the table")
        parser.add_argument("--as", metavar="SEAT", dest="viewer", help="as this seat sees it")
        parser.add_argument("--scene", action="store_true", help="print the skeleton of a test that begins here")
        parser.add_argument("--secrets", action="store_true", help="every card and the seed; goes into the trail")
        parser.add_argument("--by", metavar="USERNAME", help="the administrator who looks at the secrets")

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """One slug in sixty-four begins with a hyphen, and is no option for that."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parse = parser.parse_args

        def parse_args(args: Sequence[str] = (), namespace: Any = None) -> Any:
            return parse(_slug_last(args), namespace)

        parser.parse_args = parse_args  # type: ignore[method-assign,assignment]
        return parser

    def handle(self, *args: Any, **options: Any) -> None:
        found = self._moment(options)
        viewer = _viewer(found, options["viewer"])
        by = _administrator(options)
        if by is None and (viewer is not None or options["scene"]) and not found.over:
            raise refuse("This match is not over: hands are shown with --secrets --by ADMINISTRATOR only")
        printed = _printed(found, viewer, scene_=options["scene"], secrets=options["secrets"])
        if by is not None:
            _leave_trail(by, found, viewer)
        self.stdout.write(printed)

    def _moment(self, options: dict[str, Any]) -> Moment:
        version = None if options["at"] is None else _number(options["at"], "--at", "the number of a version")
        if options["scene"] and options["viewer"] is not None:
            raise refuse("--scene holds every card: --as does not go with it")
        try:
            found = moment(options["slug"], version)
        except NotKept as error:
            raise refuse(str(error)) from None
        except DatabaseError as error:
            raise refuse(f"The database cannot be read ({error}): is it this one, and has `prepare` run?") from None
        except Unreplayable:
            raise CommandError("The rules have changed since: this round cannot be played again") from None
        if found.game is None and (options["scene"] or options["viewer"] is not None):
            raise refuse("No cards had been dealt at this table")
        return found


def _slug_last(words: Sequence[str]) -> list[str]:
    """The words with what looks like a slug behind the end of the options."""
    slugs = [word for word in words if _HYPHENATED.fullmatch(word)]
    if not slugs or "--" in words:
        return [*words]
    return [*(word for word in words if word not in slugs), "--", *slugs]


def _number(text_: str, option: str, what: str) -> int:
    try:
        return int(text_)
    except ValueError:
        raise refuse(f"{option} {text_}: not {what}") from None


def _viewer(found: Moment, asked: str | None) -> int | None:
    if asked is None or found.game is None:
        return None
    seat, last = _number(asked, "--as", "the number of a seat"), len(found.game.players) - 1
    if not 0 <= seat <= last:
        raise refuse(f"There is no seat {seat} at this table: they are 0 to {last}")
    return seat


def _administrator(options: dict[str, Any]) -> User | None:
    """Who answers for looking at secrets; None when nobody asked for any."""
    name = options["by"]
    if not options["secrets"]:
        if name is not None:
            raise refuse("--by goes with --secrets")
        return None
    if name is None:
        raise refuse("--secrets wants to know who looks: --by ADMINISTRATOR")
    user = User.objects.filter(username__iexact=name, is_active=True, is_superuser=True, deleted_at=None).first()
    if user is None:
        raise refuse(f"{name} is not an active administrator")
    return user


def _printed(found: Moment, viewer: int | None, *, scene_: bool, secrets: bool) -> str:
    game = found.game
    clock.ensure()
    try:
        if scene_ and game is not None:
            return scene(found, game)
        every_card = secrets and viewer is None
        lines = list(text(found, now=clock.now(), viewer=viewer, every_card=every_card))
        if game is not None:
            lines.append(position.line(game if every_card else position.seen(game, viewer)))
    except PositionError as error:
        raise CommandError(f"No line can hold this position: {error}") from None
    return "\n".join(lines)


def _leave_trail(by: User, found: Moment, viewer: int | None) -> None:
    """Before anything is shown: who looked at what."""
    details = {"version": found.version, "seat": viewer}
    if found.match is not None:
        details |= {"match": found.match.pk, "round": None if found.round is None else found.round.number}
    audit_log.record(by, "saw_secrets", room=found.room.pk, details=details)
