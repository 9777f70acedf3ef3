"""manage.py table: the position of a table now and at every version of its past, and who may see what of it."""

import ast
import io
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation
from msgspec.structs import replace

import games
from accounts.models import ModerationAction, User
from games import position
from games.position import HIDDEN
from lobby.history.position import moment
from lobby.models import Room, Round, Table, TableLog
from lobby.moderation.management.commands.table import Command
from lobby.moderation.words import action_text
from lobby.tables.core import state
from lobby.tables.services import hosting, presence, seats
from lobby.tables.services.change import settle
from lobby.tables.store import table_store
from tests.support.games.worlds import other_world
from tests.support.scenes import tables
from tests.support.scenes.matches import House
from tests.support.servers import ROOT, environment

pytestmark = pytest.mark.django_db
GAMES = list(games.RULESETS)


class Watched(House):
    """A house that remembers the game of every version."""

    def __init__(self, monkeypatch: Any, *names: str, **how: Any):
        super().__init__(monkeypatch, *names, **how)
        self.games: dict[int, games.State | None] = {}
        save = table_store.save

        def remembered(*args: Any) -> Any:
            saved = save(*args)
            if saved is not None:
                self.games[saved.version] = saved.table.game
            return saved

        monkeypatch.setattr(table_store, "save", remembered)

    @property
    def slug(self) -> str:
        return self.table.slug

    @property
    def version(self) -> int:
        return table_store.read(self.id).version


@pytest.fixture(params=GAMES)
def house(request, monkeypatch) -> Watched:
    return Watched(monkeypatch, "ana", "bruno", "carla", ruleset=request.param, bots=1)


@pytest.fixture
def pife(monkeypatch) -> Watched:
    """A running round of Pife, in which something has been played."""
    house = Watched(monkeypatch, "ana", "bruno", ruleset="pife", bots=1, points=2)
    house.start()
    house.play_round(steps=9)
    return house


@pytest.fixture
def finished(monkeypatch) -> Watched:
    """A match of Pife that is over, in an open room."""
    house = Watched(monkeypatch, "ana", "bruno", ruleset="pife")
    house.play_match()
    return house


@pytest.fixture
def admin() -> User:
    return User.objects.create_superuser("root")


def table(*words: object) -> str:
    out = io.StringIO()
    call_command("table", *map(str, words), stdout=out)
    return out.getvalue()


def refused(*words: object) -> str:
    """The one line with which the command refuses, with exit status 2; nothing is printed."""
    out = io.StringIO()
    with pytest.raises(CommandError) as error:
        call_command("table", *map(str, words), stdout=out)
    assert error.value.returncode == 2
    assert out.getvalue() == ""
    assert "\n" not in str(error.value)
    return str(error.value)


def line_of(printed: str) -> games.State:
    """The position in the last line."""
    return position.parse(printed.splitlines()[-1])


def row(printed: str, name: str) -> str:
    """What a row of the text says."""
    found = [
        line.removeprefix(name).strip() for line in printed.splitlines() if re.match(rf"{re.escape(name)} {{2,}}", line)
    ]
    assert len(found) == 1, printed
    return found[0]


# --- every version of the past --------------------------------------------------------------------------------------


def test_the_game_of_every_version_is_rebuilt_exactly(house: Watched) -> None:
    house.play_match()
    assert len(house.games) > 20
    assert None not in house.games.values()
    for version in random.Random(1).sample(sorted(house.games), min(60, len(house.games))):
        assert moment(house.slug, version).game == house.games[version], version


def test_leavers_timeouts_pauses_and_new_deadlines_are_rebuilt_too(monkeypatch) -> None:
    house = Watched(monkeypatch, "ana", "bruno", "carla", "davi", ruleset="cacheta-vidas", bots=1)
    host = house.people[0]
    house.start()
    house.play_round(steps=5)
    house.time.forward(31)
    settle(house.id)
    hosting.pause(room_id=house.id, actor=host)
    hosting.resume(room_id=house.id, actor=host)
    seats.leave(room_id=house.id, actor=house.people[3])
    seats.remove_bot(room_id=house.id, actor=host, seat=4)
    house.play_round()
    hosting.set_turn_seconds(room_id=house.id, actor=host, seconds=45)
    seats.sit(room_id=house.id, actor=house.person("eva"), seat=3)
    seats.leave(room_id=house.id, actor=house.person("eva"))
    seats.leave(room_id=house.id, actor=house.people[2])
    house.time.forward(9)
    settle(house.id)
    house.play_round(steps=3)
    assert house.table.game.round == 2
    assert house.table.game.options["turn_seconds"] == 45
    for version, game in house.games.items():
        assert moment(house.slug, version).game == game, version


def test_a_second_match_and_the_pause_after_the_first(finished: Watched) -> None:
    seats.leave(room_id=finished.id, actor=finished.people[1])
    seats.sit(room_id=finished.id, actor=finished.person("eva"), seat=1)
    finished.start()
    finished.step()
    for version, game in finished.games.items():
        assert moment(finished.slug, version).game == game, version
    assert moment(finished.slug, 1).match.number == 1
    assert moment(finished.slug).match.number == 2


def test_before_the_first_deal_there_is_no_position(monkeypatch) -> None:
    house = Watched(monkeypatch, "ana", "bruno", ruleset="rami")
    printed = table(house.slug)
    assert row(printed, "version").startswith("0 of 0, as it was opened")
    assert row(printed, "game") == "no cards have been dealt"
    assert row(printed, "seat 0") == f"p{house.people[0].pk} (user {house.people[0].pk}), present"
    assert "batida1" not in printed
    house.start()
    assert "no cards have been dealt" in table(house.slug, "--at", 0)
    assert "No cards" in refused(house.slug, "--at", 0, "--scene")


# --- what is printed ------------------------------------------------------------------------------------------------


def test_the_text_says_what_a_table_is_and_what_lies_on_it(pife: Watched) -> None:
    game = pife.table.game
    presence.mark_absent(table_id=pife.id, users={pife.people[1].pk})
    pife.time.forward(2)
    printed = table(pife.slug)
    ana, bruno = pife.people
    assert row(printed, "table") == f"{pife.slug} 'a room', public, may be watched"
    assert row(printed, "version").startswith(f"{pife.version} of {pife.version}, written 1970-01-01 00:16:")
    assert row(printed, "host") == f"p{ana.pk} (user {ana.pk})"
    assert re.fullmatch(rf"p{bruno.pk} \(user {bruno.pk}\), absent for \d+\.\d s", row(printed, "seat 1"))
    assert row(printed, "seat 2") == "bot 0, bot (normal)"
    assert row(printed, "rules") == "pife, version 1, seats=3, points=2"
    assert (
        row(printed, "match")
        == f"1, round 1, turn {game.turn}, {game.phase}, seat {game.active} to act, dealer seat {game.dealer}"
    )
    assert row(printed, "stock").startswith(f"{len(game.stock)} cards, 0 of at most 3 reshuffles")
    assert row(printed, "pile") == f"{len(game.pile)} cards, top {game.pile[-1]}: {' '.join(game.pile)}"
    assert row(printed, "fingerprint") == game.commitment
    assert row(printed, "player 2") == f"bot 0 (bot, normal), in the round, {len(game.players[2].hand)} cards, 2 points"
    dues = [line.split(": ", 1)[1] for line in printed.splitlines() if line.startswith("due ")]
    assert f"p{bruno.pk} loses the seat, being absent" in dues
    assert f"the time to {game.phase} is over" in dues
    moves = [line for line in printed.splitlines() if re.match(r"v\d+ ", line)]
    assert len(moves) == min(12, pife.version)
    assert any("drew" in each for each in moves)
    assert line_of(printed) == position.seen(game, None)


def test_pauses_reservations_and_ends_of_rooms_are_named(pife: Watched) -> None:
    host = pife.people[0]
    seats.sit(room_id=pife.id, actor=pife.person("eva"), seat=2)
    hosting.pause(room_id=pife.id, actor=host)
    at = pife.version
    printed = table(pife.slug)
    assert row(printed, "room").startswith("open, paused since 1970-01-01 00:16:")
    assert row(printed, "reserved").startswith("seat 2 for eva (user ")
    assert re.fullmatch(rf"{pife.table.game.phase}, stopped with \d+\.\d s left", row(printed, "clock"))
    hosting.resume(room_id=pife.id, actor=host)
    hosting.close(room_id=pife.id, actor=host)
    assert row(table(pife.slug), "room") == "closed (host)"
    assert row(table(pife.slug, "--at", at), "room").startswith("paused since 1970-01-01 00:16:")
    assert row(table(pife.slug, "--at", at + 1), "room").startswith("not kept for versions of the past: host,")
    assert "seat 0" not in [line[:6] for line in table(pife.slug, "--at", at).splitlines()]


@pytest.mark.parametrize("ruleset", GAMES)
def test_every_game_is_shown_to_its_end(ruleset, monkeypatch) -> None:
    house = Watched(monkeypatch, "ana", "bruno", ruleset=ruleset, bots=1)
    house.play_match()
    for version in random.Random(2).sample(sorted(house.games), 12):
        printed = table(house.slug, "--at", version)
        assert line_of(printed) == position.seen(house.games[version], None)
    ends = [version for version, game in house.games.items() if game.result is not None]
    assert row(table(house.slug, "--at", ends[0]), "result").startswith(house.games[ends[0]].result.kind)


@pytest.mark.parametrize("slug", ["-IMq0wkzPvEJ1rTgbdC5Vw", "--q0wkzPvEJ1rTgbdC5VwA"])
def test_a_slug_may_begin_like_an_option(slug: str, pife: Watched) -> None:
    Room.objects.filter(pk=pife.id).update(slug=slug)
    printed = table("--at", 2, slug)
    assert row(printed, "table").startswith(f"{slug} ")
    assert table(slug, "--at", 2) == table("--at=2", "--", slug) == printed


def test_names_cannot_write_to_the_terminal(pife: Watched) -> None:
    known = table_store.read(pife.id)
    seats = tuple(state.Occupant(name="\x1b[31mred", user=seat.user, since=seat.since) for seat in known.table.seats)
    renamed = replace(known.table, seats=seats)
    Table.objects.filter(pk=pife.id).update(state=state.encode(renamed))
    assert "\x1b" not in table(pife.slug)
    assert "?[31mred" in table(pife.slug)


# --- secrets --------------------------------------------------------------------------------------------------------


def test_without_secrets_nothing_hidden_is_printed(house: Watched) -> None:
    house.start()
    house.play_round(steps=25)
    games_ = {v: game for v, game in house.games.items() if game.phase in state.RUNNING}
    for version in (*list(games_)[::6], max(house.games)):
        printed = table(house.slug, "--at", version)
        game = house.games[version]
        before = [line for line in printed.splitlines()[:-1] if not re.match(r"v\d+ ", line)]
        named = tables.cards_in("\n".join([*before, printed.splitlines()[-1]]), set(game.stock))
        assert not named - set(re.findall(r"\w\w\w", str(games.public_view(game))))
        assert game.seed.hex() not in printed


def test_the_picture_is_the_same_in_worlds_a_spectator_cannot_tell_apart(house: Watched) -> None:
    house.start()
    house.play_round(steps=11)
    known = table_store.read(house.id)
    first = table(house.slug)
    world = other_world(known.table.game, None, random.Random(3))
    assert world != known.table.game
    other = replace(known.table, game=world)
    Table.objects.filter(pk=house.id).update(state=state.encode(other))
    assert table(house.slug) == first


def test_secrets_need_an_administrator_and_leave_a_trail_first(pife: Watched, admin: User, monkeypatch) -> None:
    game = pife.table.game
    printed = table(pife.slug, "--secrets", "--by", "ROOT")
    assert line_of(printed) == game
    assert row(printed, "hand 1") == " ".join(game.players[1].hand)
    assert row(printed, "stock order") == " ".join(game.stock)
    assert row(printed, "seed") == game.seed.hex()
    (kept,) = ModerationAction.objects.all()
    assert (kept.by, kept.kind, kept.room) == (admin, "saw_secrets", pife.id)
    assert kept.details == {"version": pife.version, "seat": None, "match": pife.match.pk, "round": 1}

    def full(*args: Any, **about: Any) -> None:
        raise OSError("the trail cannot be written")

    monkeypatch.setattr("lobby.moderation.audit_log.record", full)
    out = io.StringIO()
    with pytest.raises(OSError, match="the trail"):
        call_command("table", pife.slug, "--secrets", "--by", "root", stdout=out)
    assert out.getvalue() == ""


def test_a_seat_of_a_running_match_sees_its_own_hand_and_no_other(pife: Watched, admin: User) -> None:
    game = pife.table.game
    seat = game.active
    printed = table(pife.slug, "--as", seat, "--secrets", "--by", "root")
    assert row(printed, f"hand {seat}") == " ".join(game.players[seat].hand)
    assert line_of(printed) == position.seen(game, seat)
    assert HIDDEN in line_of(printed).players[(seat + 1) % 3].hand
    assert not tables.cards_in(printed, game.stock)
    assert ModerationAction.objects.get().details["seat"] == seat


def test_the_trail_names_it_in_every_language(pife: Watched, admin: User) -> None:
    table(pife.slug, "--scene", "--secrets", "--by", "root")
    kind = ModerationAction.objects.get().kind
    said = set()
    for language in ("en", "pt-br", "bg"):
        with translation.override(language):
            said.add(action_text(kind))
    assert "looked at the hidden cards of a table" in said
    assert len(said) == 3
    assert kind not in said


def test_of_a_match_that_is_over_nothing_is_secret(finished: Watched) -> None:
    start = games.decode(bytes(Round.objects.get(match=finished.match).start))
    printed = table(finished.slug, "--at", 1, "--as", 1)
    assert row(printed, "hand 1") == " ".join(start.players[1].hand)
    assert position.is_whole(scene_state(table(finished.slug, "--at", 1, "--scene")))
    assert HIDDEN in line_of(table(finished.slug, "--at", 1)).players[1].hand
    assert not ModerationAction.objects.exists()


def test_a_finished_round_of_a_running_match_keeps_its_secrets(monkeypatch, admin: User) -> None:
    house = Watched(monkeypatch, "ana", "bruno", ruleset="pife-corte")
    house.start()
    house.play_round()
    assert house.table.game.phase == "over"
    for words in (("--as", 0), ("--scene",)):
        assert "not over" in refused(house.slug, *words)
    assert line_of(table(house.slug, "--secrets", "--by", "root")) == house.table.game
    house.close()
    assert scene_state(table(house.slug, "--at", 1, "--scene")) == house.games[1]


# --- the skeleton of a test -----------------------------------------------------------------------------------------


def scene_state(module: str) -> games.State:
    """The state a skeleton begins with."""
    line = "".join(ast.literal_eval(each.strip()) for each in re.findall(r"^    [\"'].*$", module, re.MULTILINE))
    return position.parse(line)


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_scene_is_a_test_that_fails_by_its_assertion_alone(ruleset, monkeypatch, admin: User, tmp_path) -> None:
    house = Watched(monkeypatch, "ana", "bruno", ruleset=ruleset, bots=1)
    house.start()
    house.play_round(steps=8)
    modules = {"running": (house.version, table(house.slug, "--scene", "--secrets", "--by", "root"))}
    house.play_round()
    house.close()
    modules["past"] = (5, table(house.slug, "--at", 5, "--scene"))
    modules["end"] = (house.version, table(house.slug, "--scene"))
    for name, (version, module) in modules.items():
        assert scene_state(module) == house.games[version]
        (tmp_path / f"test_{name}.py").write_text(module)
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "3 failed" in ran.stdout
    assert ran.stdout.count("AssertionError: Put one of the moves above in place") >= 3
    assert "error" not in ran.stdout.lower().replace("assertionerror", "")
    linted = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--select", "F,E,I,W", str(tmp_path)], cwd=ROOT, check=False
    )
    assert linted.returncode == 0


def test_a_scene_lists_the_legal_moves_and_what_was_done(pife: Watched, admin: User) -> None:
    at = pife.version - 1
    game = pife.games[at]
    module = table(pife.slug, "--at", at, "--scene", "--secrets", "--by", "root")
    for seat in games.in_round(game):
        for action in games.legal_actions(game, seat):
            wanted = f"step = games.apply(state, {seat}, games.parse_action({games.action_json(action)}))"
            assert f"    # {wanted}\n" in module
            assert isinstance(eval(wanted.removeprefix("step = "), {"games": games, "state": game}), games.Step)  # noqa: S307
    literals = re.findall(r'^    "(.*)"$', module, re.MULTILINE)
    assert all(literal.endswith((",", " ", ";")) for literal in literals[:-1])  # no card is torn apart
    assert max(map(len, module.splitlines())) <= 120
    assert module.count("# What was done at the table: step = games.apply(state, ") == 1


# --- refusals -------------------------------------------------------------------------------------------------------


def test_a_database_without_tables_is_one_line_too(tmp_path: Path) -> None:
    command = [sys.executable, "manage.py", "table", "nosuch"]
    done = subprocess.run(command, cwd=ROOT, env=environment(tmp_path), capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "has `prepare` run?" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "words", [["nowhere"], ["{slug}", "--at", "999"], ["{slug}", "--as", "9"], ["{slug}", "--secrets", "--by", "ana"]]
)
def test_on_the_command_line_a_refusal_is_one_line_and_exit_status_2(words, pife: Watched, monkeypatch, capsys) -> None:
    monkeypatch.setattr("django.core.management.base.connections.close_all", lambda: None)  # those of this test
    with pytest.raises(SystemExit) as ended:
        Command().run_from_argv(["manage.py", "table", *(word.format(slug=pife.slug) for word in words)])
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("CommandError: ")
    assert said.err.count("\n") == 1


def test_what_does_not_exist_is_refused(pife: Watched) -> None:
    assert "no room" in refused("nowhere")
    assert f"0 to {pife.version}" in refused(pife.slug, "--at", pife.version + 1)
    assert "There is no version -1" in refused(pife.slug, "--at", -1)
    assert "--at x" in refused(pife.slug, "--at", "x")
    assert "0 to 2" in refused(pife.slug, "--as", 3)
    assert "--as -1" not in refused(pife.slug, "--as", -1)
    assert "--as one" in refused(pife.slug, "--as", "one")
    assert not ModerationAction.objects.exists()


def test_whoever_may_not_is_refused_and_leaves_no_trail(pife: Watched, admin: User) -> None:
    User.objects.create_superuser("gone", is_active=False)
    User.objects.create_user("mod", is_staff=True)
    for name in ("ana", "mod", "gone", "nobody"):
        assert "not an active administrator" in refused(pife.slug, "--secrets", "--by", name)
    assert "who looks" in refused(pife.slug, "--secrets")
    assert "goes with --secrets" in refused(pife.slug, "--by", "root")
    assert "not over" in refused(pife.slug, "--as", 0)
    assert "not over" in refused(pife.slug, "--scene")
    assert "does not go with" in refused(pife.slug, "--scene", "--as", 0, "--secrets", "--by", "root")
    assert not ModerationAction.objects.exists()


def test_a_hole_in_the_log_and_other_rules_are_told(pife: Watched) -> None:
    start = bytes(pife.round().start)
    changed = replace(games.decode(start), rules_version=99)
    Round.objects.filter(pk=pife.round().pk).update(start=games.encode(changed))
    with pytest.raises(CommandError, match="rules have changed") as error:
        table(pife.slug, "--at", 3)
    assert error.value.returncode == 1
    assert line_of(table(pife.slug)) == position.seen(pife.table.game, None)
    Round.objects.filter(pk=pife.round().pk).delete()
    assert "not kept" in refused(pife.slug, "--at", 3)
    TableLog.objects.filter(table_id=pife.id, version=3).delete()
    assert "does not have version 3" in refused(pife.slug, "--at", 3)


def test_a_log_that_tells_another_story_is_not_believed(pife: Watched) -> None:
    row_ = TableLog.objects.get(table_id=pife.id, version=3)
    row_.entry = bytes(row_.entry).replace(b'"seat":', b'"seat":9', 1)
    row_.save()
    with pytest.raises(CommandError, match="cannot be played again"):
        table(pife.slug, "--at", 4)
