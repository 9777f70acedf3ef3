"""Rooms in which rounds are played to their end through the services: fast, and in the same way each time."""

import random
from types import SimpleNamespace
from typing import Any

import games
from accounts.models import User
from games.state import player_at
from lobby.history import replay
from lobby.history.log import notes_of_round
from lobby.models import Match, Room, Round
from lobby.tables.core import state
from lobby.tables.services import hosting, play
from lobby.tables.services.change import settle

from . import tables

MOST = 900  # steps per round


class House:
    """One room with people and bots, and a clock that moves only when it is told to.

    `monkeypatch` (pytest's, or anything with its `setattr`) stops the clock and makes the deals repeatable."""

    def __init__(self, monkeypatch: Any, *names: str, ruleset: str, bots: int = 0, public: bool = True, **options: Any):
        self.time = tables.now_at(monkeypatch)
        self.rng = random.Random(f"{ruleset} {names} {bots}")
        monkeypatch.setattr("lobby.tables.services.change.secrets", SimpleNamespace(token_bytes=self.rng.randbytes))
        self.people = [self.person(name) for name in names]
        ids = [user.pk for user in self.people]
        self.id = tables.stored(
            tables.waiting(*ids, ruleset=ruleset, bots=bots, **{"seats": max(2, len(ids) + bots), **options})
        )
        Room.objects.filter(pk=self.id).update(public=public)
        self.states: list[games.State] = []  # of the game, after every step

    def person(self, name: str) -> User:
        return User.objects.filter(username=name).first() or tables.person(name)

    @property
    def table(self) -> state.TableState:
        return tables.of(self.id)

    @property
    def game(self) -> games.State:
        """The running game, or the last one."""
        game = self.table.game
        assert game is not None, "no game has begun"
        return game

    @property
    def match(self) -> Match:
        return Match.objects.filter(room_id=self.id).latest("pk")

    def round(self, number: int = 1) -> Round:
        return Round.objects.select_related("match").get(match=self.match, number=number)

    # --- going on ---------------------------------------------------------------------------------------------------

    def start(self) -> None:
        hosting.start(room_id=self.id, actor=self.people[0])

    def close(self) -> None:
        hosting.close(room_id=self.id, actor=self.people[0])

    def play_round(self, *, steps: int = MOST, cut: bool = True) -> None:
        """Plays on until the round is over, or for so many steps. AssertionError: the round does not end."""
        for _ in range(steps):
            if self.game.phase not in state.RUNNING:
                return
            self.step(cut=cut)
        if steps == MOST:
            raise AssertionError("the round does not end")

    def play_match(self) -> None:
        """Plays until the match is over. Where only the host ends a match: four rounds, then the room is closed."""
        self.start()
        self.play_on()

    def play_on(self) -> None:
        """The same of a match that has begun."""
        for played in range(1, 80):
            self.play_round()
            if self.game.match_over:
                return
            if self.table.rules.deals == "host":
                if played == 4:
                    self.close()
                    return
                self.start()
            else:
                self.time.forward(9)
                settle(self.id)
        raise AssertionError("the match does not end")

    def step(self, *, cut: bool = True) -> None:
        game = self.game
        if not self.states or self.states[-1].round != game.round:
            self.states.append(game)
        if game.phase == "window":
            self.window(game, cut)
        elif game.active is not None:
            self.move(game, game.active, self.choice(game, game.active))
        self.states.append(self.game)

    def window(self, game: games.State, cut: bool) -> None:
        for seat, player in enumerate(game.players):
            cuts = cut and player and not player.bot and games.Cut() in games.legal_actions(game, seat)
            if cuts:
                self.move(game, seat, games.Cut())
                return
        self.time.forward(4)
        settle(self.id)

    def move(self, game: games.State, seat: int, action: games.Action) -> None:
        self.time.forward(1)
        holder = self.table.seats[seat]
        assert holder is not None
        if holder.user is None:
            play.act_for_bot(
                table_id=self.id, seat=seat, round=game.round, turn=game.turn, phase=game.phase, action=action
            )
            return
        play.act(
            table_id=self.id, actor=holder.user, action_id=f"{game.round}-{game.turn}-{game.phase}-{self.rng.random()}",
            round=game.round, turn=game.turn, action=games.action_json(action),
        )  # fmt: skip

    def choice(self, game: games.State, seat: int) -> games.Action:
        """Closes as soon as it can; otherwise discards the card that leaves the hand nearest to closing."""
        legal = games.legal_actions(game, seat)
        closing = [a for a in legal if isinstance(a, games.Knock | games.Lay | games.LayOff)]
        if closing:
            return closing[0]
        if game.phase == "draw":
            return games.Draw("stock")
        throws = [action for action in legal if isinstance(action, games.Discard)]
        hand = player_at(game, seat).hand
        if games.get_ruleset(game.ruleset).lays:
            return self.rng.choice(throws)
        distance = games.solver_of(game).distance
        size = len(hand) - 1
        return min(throws, key=lambda a: (distance([c for c in hand if c != a.card], size), self.rng.random()))


def frames_of(round_: Round, *, open_: bool) -> list[replay.Frame]:
    positions = replay.positions(round_)
    return replay.open_frames(positions) if open_ else replay.public_frames(positions)


def hidden_cards(round_: Round) -> set[str]:
    """The cards of a round that nobody was ever shown: dealt or in the stock, but in no public event and no result."""
    start = games.decode(bytes(round_.start))
    cards = {card for player in start.players if player for card in player.hand} | set(start.stock)
    seen = repr(round_.result) + "".join(repr(note.get("events")) for note in notes_of_round(round_))
    return {card for card in cards if f"'{card}'" not in seen and card != start.turn_up}
