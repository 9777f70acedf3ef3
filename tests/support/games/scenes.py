"""Positions that tests start from: a state written down as hands, pile and stock."""

import hashlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import games
from games.cards import deck
from games.state import replace

Cards = str | Sequence[str]


def seed(number: int = 0) -> bytes:
    """A seed: the same number gives the same one."""
    return hashlib.sha256(f"seed {number}".encode()).digest()


def cards(text: str) -> tuple[str, ...]:
    """ "4H 5H 5H" as cards: the first 5H is copy 1, the second copy 2; "5H2" is taken as it stands."""
    seen: Counter[str] = Counter()
    found = []
    for name in text.split():
        seen[name[:2]] += 1
        found.append(name if len(name) == 3 else f"{name}{seen[name]}")
    return tuple(found)


def scene(
    key: str,
    hands: Mapping[int, Cards],
    *,
    options: Mapping[str, Any] | None = None,
    phase: str = "discard",
    active: int = 0,
    pile: Cards = "",
    stock: Cards | None = None,
    turn_up: str | None = None,
    bots: Collection[int] = (),
    scores: Mapping[int, int] | None = None,
    turns: int = 2,
    source: str = "stock",
    window: int | None = None,
    melds: Sequence[Cards | tuple[int, Cards]] = (),
    **fields: Any,
) -> games.State:
    """A running round. `hands`: seat -> cards, the last one of the active seat just drawn from `source`.

    Without `stock`, every card not named lies in the stock; with it, they are out of play.
    """
    rules = games.get_ruleset(key)
    settings = games.clean_options(rules, options or {})
    held = {seat: _cards(hand) for seat, hand in hands.items()}
    thrown = _cards(pile)
    laid = tuple(_meld(number, meld) for number, meld in enumerate(melds))
    if rules.turns_up and turn_up is None:
        turn_up = "7S2"
    used = {turn_up, *thrown}
    used |= {card for hand in held.values() for card in hand} | {card for meld in laid for card in meld.cards}
    rest = tuple(card for card in deck(rules.decks(len(hands))) if card not in used)
    drawn = held[active][-1] if phase == "discard" else None
    opened = None
    if phase == "window":
        opened = games.Window(active if window is None else window, thrown[-1])
    chosen = rest if stock is None else _cards(stock)
    return games.State(
        **{
            "ruleset": key,
            "rules_version": rules.version,
            "options": settings,
            "players": tuple(
                _player(rules, settings, seat, held, bots, scores or {}, turns) for seat in range(settings["seats"])
            ),
            "round": 1,
            "turn": 9,
            "phase": phase,
            "active": None if phase == "window" else active,
            "dealer": max(hands),
            "starter": min(hands),
            "seed": seed(),
            "commitment": games.commitment(seed()),
            "stock": chosen,
            "gone": tuple(card for card in rest if card not in chosen),
            "pile": thrown,
            "turn_up": turn_up,
            "wilds": rules.wild_faces(settings, turn_up) if rules.wild_faces and turn_up else (),
            "drawn": drawn,
            "barred": drawn if source == "pile" and rules.bars_taken else None,
            "window": opened,
            "melds": laid,
            **fields,
        }
    )


def _cards(named: Cards) -> tuple[str, ...]:
    return cards(named) if isinstance(named, str) else tuple(named)


def _meld(number: int, meld: Cards | tuple[int, Cards]) -> games.TableMeld:
    """`meld`: cards, or a seat and the cards that it has laid."""
    owner, text = meld if isinstance(meld, tuple) and isinstance(meld[0], int) else (0, meld)
    return games.TableMeld(number, owner, _cards(text))


def _player(
    rules: games.RuleSet,
    settings: dict[str, Any],
    seat: int,
    held: Mapping[int, tuple[str, ...]],
    bots: Collection[int],
    scores: Mapping[int, int],
    turns: int,
) -> games.Player | None:
    score = scores.get(seat, rules.start_score(settings))
    if seat in held:
        return games.Player(bot=seat in bots, score=score, hand=held[seat], in_round=True, turns=turns)
    if seat in scores:
        return games.Player(bot=seat in bots, score=score, out=True, fell=1)
    return None


def dealt(key: str, players: int = 4, number: int = 0, state: games.State | None = None, **options: Any) -> games.State:
    """A round that has just been dealt to people, in a new match or in the one given."""
    state = state or games.new_match(key, options, dict.fromkeys(range(players), False))
    return games.deal(state, seed(number)).state


def gone_from(state: games.State, *seats: int) -> games.State:
    """The state after these seats have left, one after the other."""
    for seat in seats:
        state = games.leave(state, seat).state
    return state


def between(state: games.State) -> games.State:
    """The same match between two rounds."""
    return replace(state, phase="over", active=None, window=None)


def act(state: games.State, seat: int, **action: Any) -> games.Step:
    """One action in its JSON form, `from` written `source` and `with` written `kind`."""
    names = {"source": "from", "kind": "with"}
    return games.apply(
        state, seat, games.parse_action({names.get(name, name): value for name, value in action.items()})
    )


def refused(state: games.State, seat: int, **action: Any) -> str | None:
    """The code with which an action is refused; None when it is accepted."""
    before = games.encode(state)
    try:
        act(state, seat, **action)
    except games.IllegalAction as refusal:
        assert games.encode(state) == before
        return refusal.code
    return None


def legal(state: games.State, seat: int) -> list[dict[str, Any]]:
    """The legal actions of a seat in JSON form."""
    return [games.action_json(action) for action in games.legal_actions(state, seat)]


def names(step: games.Step) -> list[str]:
    """What happened, by name."""
    return [event.public["e"] for event in step.events]
