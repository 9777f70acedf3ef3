"""Called in a server's database: the running round of a room as if it had been dealt like that.

For scenes in a real browser that luck would take an evening to bring. It is one change of the table, so whatever bots
have done since the real deal does not matter."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from games import State, Step
from lobby.models import Room
from lobby.tables.core.state import TableState
from lobby.tables.core.transitions import Change, LogNote, played
from lobby.tables.services.change import change

RUNNING = {"draw", "discard", "window"}


def main(slug: str, *wishes: str) -> None:
    """`wishes`: SEAT=CARD,CARD,… deals these cards (others fill the hand up), first=SEAT is to draw, top=CARD,… are the
    next cards of the stock. Nothing has been thrown yet."""
    wanted = {name: cards.split(",") for name, _, cards in (wish.partition("=") for wish in wishes)}
    first = int(wanted.pop("first", ["-1"])[0])

    def decide(table: TableState, now: int) -> Change:
        if table.game is None:
            raise ValueError("no game")
        laid_out = Step(dealt_again(table.game, wanted, first), ())
        log = LogNote("deal", now)
        return played(table, laid_out, now, log)._replace(notes=())  # the log keeps the real deal

    change(Room.objects.get(slug=slug).pk, decide)


def dealt_again(game: State, wanted: Mapping[str, Sequence[str]], first: int) -> State:
    """The same cards in other places, thrown ones too; none is added."""
    assert game.phase in RUNNING, f"no round to lay out: {game.phase}"
    assert not game.melds, "cards on the table"
    holders = {seat: player for seat, player in enumerate(game.players) if player and player.in_round}
    size = min(len(player.hand) for player in holders.values())  # who has drawn has one more
    cards = [*(card for player in holders.values() for card in player.hand), *game.stock, *game.pile]
    named = [card for some in wanted.values() for card in some]
    assert len(set(named)) == len(named), "a card twice"
    assert set(named) <= set(cards), "a card that is not there to give"
    rest = [card for card in cards if card not in named]
    active = next(seat for seat in (first, game.active, *holders) if seat in holders)  # in a window nobody is to move
    players = list(game.players)
    for seat, player in holders.items():
        mine = wanted.get(str(seat), ())
        hand = (*mine, *(rest.pop(0) for _ in range(size - len(mine))))
        players[seat] = replace(player, hand=hand, known=(), turns=int(seat == active))
    return replace(
        game, players=tuple(players), turn=game.turn + 1, phase="draw", active=active,
        stock=(*wanted.get("top", ()), *rest), pile=(), drawn=None, barred=None, window=None, history=(), last=(),
    )  # fmt: skip
