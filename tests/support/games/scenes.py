"""Positions for tests: a state written down as hands, pile and stock in text."""

import hashlib
from collections import Counter

import games
from games.cards import deck
from games.state import replace


def seed(number: int = 0) -> bytes:
    """Some seed, always the same one for a number."""
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
    key,
    hands,
    *,
    options=None,
    phase="discard",
    active=0,
    pile="",
    stock=None,
    turn_up=None,
    bots=(),
    scores=None,
    turns=2,
    source="stock",
    window=None,
    melds=(),
    **fields,
):
    """A running round. `hands`: seat -> cards, the last one of the active seat just drawn from `source`.

    Without `stock`, every card not named lies in the stock; with it, they are out of play.
    """
    rules = games.get_ruleset(key)
    settings = games.clean_options(rules, options or {})
    held = {seat: _cards(hand) for seat, hand in hands.items()}
    pile = _cards(pile)
    laid = tuple(_meld(number, meld) for number, meld in enumerate(melds))
    if rules.turns_up and turn_up is None:
        turn_up = "7S2"
    used = {*pile, *(card for hand in held.values() for card in hand), *(card for meld in laid for card in meld.cards)}
    used |= {turn_up}
    rest = tuple(card for card in deck(rules.decks(len(hands))) if card not in used)
    drawn = held[active][-1] if phase == "discard" else None
    if phase == "window":
        window = games.Window(active if window is None else window, pile[-1])
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
            "pile": pile,
            "turn_up": turn_up,
            "wilds": rules.wild_faces(settings, turn_up) if rules.wild_faces else (),
            "drawn": drawn,
            "barred": drawn if source == "pile" and rules.bars_taken else None,
            "window": window,
            "melds": laid,
            **fields,
        }
    )


def _cards(named):
    return cards(named) if isinstance(named, str) else tuple(named)


def _meld(number, meld):
    owner, text = meld if isinstance(meld, tuple) and isinstance(meld[0], int) else (0, meld)
    return games.TableMeld(number, owner, _cards(text))


def _player(rules, settings, seat, held, bots, scores, turns):
    score = scores.get(seat, rules.start_score(settings))
    if seat in held:
        return games.Player(bot=seat in bots, score=score, hand=held[seat], in_round=True, turns=turns)
    if seat in scores:
        return games.Player(bot=seat in bots, score=score, out=True, fell=1)
    return None


def dealt(key, players=4, number=0, state=None, **options):
    """A round just dealt to people: of a new match, or of the one given."""
    state = state or games.new_match(key, options, dict.fromkeys(range(players), False))
    return games.deal(state, seed(number)).state


def gone_from(state, *seats):
    """The state after these have left, one by one."""
    for seat in seats:
        state = games.leave(state, seat).state
    return state


def between(state):
    """The same match between two rounds."""
    return replace(state, phase="over", active=None, window=None)


def act(state, seat, **action):
    """One action in its JSON form, `from` written `source` and `with` written `kind`."""
    names = {"source": "from", "kind": "with"}
    return games.apply(
        state, seat, games.parse_action({names.get(name, name): value for name, value in action.items()})
    )


def refused(state, seat, **action):
    """The code with which an action is refused; None when it is accepted."""
    before = games.encode(state)
    try:
        act(state, seat, **action)
    except games.IllegalAction as refusal:
        assert games.encode(state) == before
        return refusal.code
    return None


def legal(state, seat):
    """The legal actions of a seat in JSON form."""
    return [games.action_json(action) for action in games.legal_actions(state, seat)]


def names(step):
    """What happened, by name."""
    return [event.public["e"] for event in step.events]
