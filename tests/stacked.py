"""python -m tests.stacked SLUG SEAT=CARD,CARD,… [top=CARD,…]

Gives seats of a running round these hands: cards change places, none is added. `top`: the next cards of the stock.
For scenes in a real browser that luck would take an evening to bring."""

import sys

import django


def main(slug: str, *wishes: str) -> None:
    django.setup()

    from msgspec.structs import replace

    from lobby.flow import Change
    from lobby.models import Room
    from lobby.services.change import change

    wanted = {name: cards.split(",") for name, _, cards in (wish.partition("=") for wish in wishes)}

    def decide(live, now):
        return Change(replace(live, game=dealt_again(live.game, wanted)))

    change(Room.objects.get(slug=slug).pk, decide)


def dealt_again(game, wanted):
    """The same cards in other places. Only while the pile is empty or keeps its cards."""
    from msgspec.structs import replace

    hands = {seat: player.hand for seat, player in enumerate(game.players) if player and player.hand}
    hidden = [card for hand in hands.values() for card in hand] + list(game.stock)
    named = [card for cards in wanted.values() for card in cards]
    assert len(set(named)) == len(named), "a card twice"
    assert set(named) <= set(hidden), "a card that is not there to give"
    rest = [card for card in hidden if card not in named]
    dealt = {}
    for seat, hand in hands.items():
        mine = wanted.get(str(seat), [])
        dealt[seat] = tuple(mine + [rest.pop(0) for _ in range(len(hand) - len(mine))])
    players = tuple(
        replace(player, hand=dealt[seat]) if seat in dealt else player for seat, player in enumerate(game.players)
    )
    return replace(game, players=players, stock=(*wanted.get("top", ()), *rest))


if __name__ == "__main__":
    main(*sys.argv[1:])
