"""What can be said of a hand outside any match: whether it closes, with which melds, after which discard."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from games import knocking
from games.cards import FACES, deck, without
from games.knocking import Deadwood
from games.melds import laid_out
from games.rules import RuleSet
from games.solver import Solver, in_order, solver
from games.state import Cards, Melds, Options

Problem = Literal["not_a_card", "too_many_copies", "no_turn_up", "wrong_count"]


class HandError(Exception):
    """Cards that cannot be a hand: what is wrong, and the name or face that is."""

    def __init__(self, problem: Problem, card: str = "") -> None:
        super().__init__(problem, card)
        self.problem = problem
        self.card = card


@dataclass(frozen=True, slots=True)
class Checked:
    """What can be said of a hand."""

    cards: Cards
    wilds: Cards  # faces
    closes: bool  # as it is, without a discard
    discards: Cards  # without any one of these, the rest closes
    melds: Melds
    rest: Cards
    missing: int | None  # cards; None where melds go to the table one by one
    waits: Cards  # faces: any of them drawn closes a hand to which one card is missing
    points: int | None  # of the cards beside the melds, where they count (R2-7)
    limit: int | None = None  # points with which the hand may be knocked, where cards may be left over


def read_cards(names: Iterable[str], copies: int = 2) -> Cards:
    """Cards as typed (7H, 7h1, 10S), each a physical card of its own (P0-8). Raises HandError."""
    found: list[str] = []
    for name in names:
        card = name.upper()
        card = f"T{card[2:]}" if card.startswith("10") else card
        if card[:2] not in FACES or card[2:] not in {"", "1", "2"}:
            raise HandError("not_a_card", name)
        wanted = [card] if card[2:] else [f"{card}{copy}" for copy in range(1, copies + 1)]
        free = [copy for copy in wanted if copy not in found and int(copy[2]) <= copies]
        if not free:
            raise HandError("too_many_copies", card[:2])
        found.append(free[0])
    return tuple(found)


def wild_faces(rules: RuleSet, options: Options, turn_up: str | None) -> Cards:
    """The faces this turn-up makes wild; none in a game without one (C4-7, C3-2). Raises HandError."""
    if not rules.turns_up or rules.wild_faces is None:
        return ()
    if turn_up is None:
        raise HandError("no_turn_up")
    return rules.wild_faces(options, turn_up)


def players(rules: RuleSet, options: Options) -> range:
    """How many may be dealt in at a table with these options."""
    return range(rules.seats[0], options["seats"] + 1)


def copies_of_a_card(rules: RuleSet, options: Options) -> int:
    """How many copies of a card there are in the largest deal."""
    return max(map(rules.decks, players(rules, options)))


def hand_sizes(rules: RuleSet, options: Options) -> range:
    """How many cards can be judged: a hand, or one more after the draw; where melds are laid, also fewer."""
    sizes = [rules.hand_size(options, number) for number in players(rules, options)]
    return range(1 if rules.lays else min(sizes), max(sizes) + 2)


def check(rules: RuleSet, options: Options, names: Iterable[str], turn_up: str | None = None) -> Checked:
    """Everything about a hand as typed; the turn-up is one of the cards of the decks. Raises HandError."""
    copies = copies_of_a_card(rules, options)
    shown = (turn_up,) if turn_up and rules.turns_up else ()
    everything = read_cards((*shown, *names), copies)
    held = everything[len(shown) :]
    wilds = wild_faces(rules, options, turn_up.upper() if turn_up else None)
    if len(held) not in hand_sizes(rules, options):
        raise HandError("wrong_count")
    judge = solver(rules.meld_rules(options, frozenset(wilds)))
    if rules.deadwood is not None:
        found = _knocking(rules, rules.deadwood, options, judge, held)
    elif rules.lays:
        found = _laying(rules, options, judge, held)
    else:
        coming = [card for card in deck(copies) if card not in everything]
        found = _closing(rules, options, judge, held, wilds, coming)
    return replace(found, melds=tuple(laid_out(judge.rules, meld) for meld in found.melds))


def _closing(
    rules: RuleSet, options: Options, judge: Solver, held: Cards, wilds: Cards, coming: Sequence[str]
) -> Checked:
    """Judges a hand that closes as a whole (P0-13, C4-11, C4-12, M3-12); `coming` are all cards not in sight."""
    size = hand_sizes(rules, options)[0]
    drawn = len(held) > size
    melds, rest, missing = judge.arrangement(held, size, coming)
    return Checked(
        cards=held,
        wilds=wilds,
        closes=judge.closes(held) and (not drawn or "all" in rules.knocks),
        discards=judge.winning_discards(held) if drawn else (),
        melds=melds,
        rest=rest,
        missing=missing,
        waits=_waits(judge, held, coming) if missing == 1 and not drawn else (),
        points=None,
    )


def _waits(judge: Solver, held: Cards, coming: Iterable[str]) -> Cards:
    faces = {card[:2]: card for card in coming}
    return tuple(face for face in FACES if face in faces and judge.cut_leftovers(held, faces[face]))


def _knocking(rules: RuleSet, deadwood: Deadwood, options: Options, judge: Solver, held: Cards) -> Checked:
    """Judges a hand that may knock with cards left over; one with a card too many, after its best discard."""
    drawn = len(held) > hand_sizes(rules, options)[0]
    worth = knocking.worth(rules, options)
    kept = min((without(held, card) for card in in_order(held)), key=lambda rest: judge.least_deadwood(rest, worth)[0])
    points, melds = judge.least_deadwood(kept if drawn else held, worth)
    used = {card for meld in melds for card in meld}
    return Checked(
        cards=held,
        wilds=(),
        closes=not drawn and points <= deadwood.limit(options),
        discards=knocking.discards(rules, options, judge, held) if drawn else (),
        melds=melds,
        rest=tuple(card for card in in_order(held) if card not in used),
        missing=None,
        waits=(),
        points=points,
        limit=deadwood.limit(options),
    )


def _laying(rules: RuleSet, options: Options, judge: Solver, held: Cards) -> Checked:
    """Judges a hand that is laid down meld by meld, perhaps with a last discard (R2-4, R2-6, R2-7, R2-9)."""

    worth = knocking.worth(rules, options)
    points, melds = judge.least_deadwood(held, worth)
    used = {card for meld in melds for card in meld}
    return Checked(
        cards=held,
        wilds=(),
        closes=not points and not options.get("discard_to_win"),
        discards=tuple(card for card in in_order(held) if not judge.least_deadwood(without(held, card), worth)[0]),
        melds=melds,
        rest=tuple(card for card in in_order(held) if card not in used),
        missing=None,
        waits=(),
        points=points,
    )
