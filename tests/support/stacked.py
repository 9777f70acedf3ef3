"""python -m tests.support.stacked SLUG [SEAT=CARD,CARD,…] [first=SEAT] [top=CARD,…]

Lays out a running round as if it had been dealt like that: these hands, `first` to draw, `top` the next cards of the
stock, nothing thrown yet. In one change of the table, so whatever bots did since the real deal does not matter.
For scenes in a real browser that luck would take an evening to bring."""

import sys

import django


def main(slug: str, *wishes: str) -> None:
    django.setup()

    from games import Step
    from lobby.models import Room
    from lobby.tables.core.transitions import LogNote, played
    from lobby.tables.services.change import change

    wanted = {name: cards.split(",") for name, _, cards in (wish.partition("=") for wish in wishes)}
    first = int(wanted.pop("first", ["-1"])[0])

    def decide(table, now):
        state = dealt_again(table.game, wanted, first)
        return played(table, Step(state, ()), now, LogNote("deal", now))._replace(
            notes=()
        )  # the log keeps the real deal

    change(Room.objects.get(slug=slug).pk, decide)


def dealt_again(game, wanted, first):
    """The same cards in other places, thrown ones too; none is added."""
    from msgspec.structs import replace

    assert game.phase in {"draw", "discard", "window"}, f"no round to lay out: {game.phase}"
    assert not game.melds, "cards on the table"
    seats = [seat for seat, player in enumerate(game.players) if player and player.in_round]
    size = min(len(game.players[seat].hand) for seat in seats)  # who has drawn has one more
    cards = [*(card for seat in seats for card in game.players[seat].hand), *game.stock, *game.pile]
    named = [card for some in wanted.values() for card in some]
    assert len(set(named)) == len(named), "a card twice"
    assert set(named) <= set(cards), "a card that is not there to give"
    rest = [card for card in cards if card not in named]
    active = next(seat for seat in (first, game.active, *seats) if seat in seats)  # in a window nobody is to move
    players = list(game.players)
    for seat in seats:
        mine = wanted.get(str(seat), [])
        hand = (*mine, *(rest.pop(0) for _ in range(size - len(mine))))
        players[seat] = replace(players[seat], hand=hand, known=(), turns=int(seat == active))
    return replace(
        game,
        players=tuple(players),
        turn=game.turn + 1,
        phase="draw",
        active=active,
        stock=(*wanted.get("top", ()), *rest),
        pile=(),
        drawn=None,
        barred=None,
        window=None,
        history=(),
        last=(),
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
