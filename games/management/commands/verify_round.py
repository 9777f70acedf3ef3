"""manage.py verify_round FILE: recompute the shuffle of finished rounds from an exported match or a single record."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management import words
from games.verification import Check, Record, check_round

TEXTS = {
    "commitment": "the seed has the fingerprint that was public before the first card",
    "leaders": "who dealt and who started follow from the seed or from the round before",
    "deal": "every hand, the turn-up and the first card of the pile follow from the seed",
    "moves": "every card drawn was the next one of the stock, every card taken the top of the pile",
    "reshuffles": "every new stock is the pile, shuffled with the seed",
}
PROVES = (
    "This proves that the order of the cards was fixed before the first card, and was not changed afterwards.\n"
    "It does not prove that nobody knew the order, nor that the seed was not chosen among several: compare the\n"
    "fingerprint with the one your own table showed, and see docs/shuffle.md."
)


class Command(BaseCommand):
    """Exit status 0: everything fits. 1: something does not, or no round is open. 2: the file is no match or record."""

    help = "Recompute the shuffle of finished rounds from an exported match (- reads the standard input)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        records = self._records(options["file"])
        if not records:
            raise CommandError("No round in this file is open: seeds are there after the match, for those dealt in.")
        wrong = sum([not self._report(record) for record in records])
        if wrong:
            raise CommandError(f"{wrong} of {len(records)} rounds do not fit.")
        self.stdout.write(self.style.SUCCESS(f"{len(records)} of {len(records)} rounds fit."))
        self.stdout.write(PROVES)

    def _records(self, file: str) -> list[Record]:
        try:
            content = json.loads(sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8"))
            if "seed" in content:
                return [content]
            return [round_["check"] for round_ in content["rounds"] if round_["check"]]
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise words.refuse(f"{file} is no exported match: {error}") from None

    def _report(self, record: Record) -> bool:
        try:
            checks = check_round(record)
        except ValueError as error:
            raise words.refuse(f"This is no record of a round: {error}") from None
        heading = f"Round {record.get('round')}, {record.get('ruleset')}, {record['commitment']}"
        self.stdout.write(heading.encode("unicode_escape").decode())  # anybody may have written it
        for check in checks:
            self._line(check)
        return all(check.ok for check in checks)

    def _line(self, check: Check) -> None:
        mark = self.style.SUCCESS("  fits  ") if check.ok else self.style.ERROR("  WRONG ")
        where = f" (move {check.at})" if check.at else ""
        self.stdout.write(f"{mark} {TEXTS[check.name]}{where}")
