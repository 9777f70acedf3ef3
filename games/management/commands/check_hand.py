"""manage.py check_hand RULESET CARD...: does it close, with which melds, what may go, what is missing."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.checking import Checked, HandError, check, hand_sizes
from games.management import words
from games.management.questions import answer


class Command(BaseCommand):
    """Exit status 2 when the question cannot be understood."""

    requires_system_checks = ()  # touches neither settings nor database
    help = "Look at cards as the table does (7H, TS, 10S, 7H1). With --jsonl: answer questions, one per line."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("ruleset", metavar="RULESET", nargs="?")
        parser.add_argument("cards", metavar="CARD", nargs="*")
        parser.add_argument("--option", metavar="KEY=VALUE", action="append", default=[], help="a table option")
        parser.add_argument("--turn-up", metavar="CARD", help="the card that makes the wild cards")
        parser.add_argument("--jsonl", action="store_true", help="read questions from the standard input")

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Options may stand between the rule set and the cards."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.parse_args = parser.parse_intermixed_args  # type: ignore[method-assign]
        return parser

    def handle(self, *args: Any, **options: Any) -> None:
        if options["jsonl"]:
            self._answer(sys.stdin)
            return
        if options["ruleset"] is None or not options["cards"]:
            raise words.refuse("Name a rule set and some cards, or use --jsonl")
        rules, cleaned = words.table(options)
        try:
            self._show(check(rules, cleaned, options["cards"], options["turn_up"]))
        except HandError as error:
            raise words.wrong_hand(error, hand_sizes(rules, cleaned)) from None

    def _answer(self, lines: Iterable[str]) -> None:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                try:
                    question = json.loads(line)
                    self.stdout.write(json.dumps({"id": question.get("id"), "answer": answer(question)}))
                except CommandError as error:
                    raise words.refuse(f"line {number}: {error}") from None
                except (ValueError, TypeError, AttributeError, KeyError):
                    raise words.refuse(f"line {number}: not a question as JSON") from None

    def _show(self, found: Checked) -> None:
        lines = {
            "wild": " ".join(found.wilds),
            "closes": "yes" if found.closes else "no",
            "melds": " | ".join(" ".join(meld) for meld in found.melds) or "none",
            "rest": " ".join(found.rest),
            "knocks": " ".join(found.discards),
            "missing": found.missing,
            "waits": " ".join(found.waits),
            "points": found.points,
        }
        for name, value in lines.items():
            if value not in ("", None):
                self.stdout.write(f"{name + ':':<10}{value}")
