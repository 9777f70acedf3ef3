"""The pages of the lobby: who may see what, lists in a constant number of queries, forms that say no."""

from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

import games
from accounts.models import User
from lobby.models import Room
from lobby.rulebook import labels
from lobby.tables.announce import broadcast
from lobby.tables.services import hosting, rooms, seats
from tests.support.scenes.tables import of, person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "table_changed", lambda table: None)
    monkeypatch.setattr(broadcast, "lobby_changed", lambda: None)
    cache.clear()


@pytest.fixture
def user() -> User:
    return person("lucia", display_name="Tia Lúcia", language="pt-br")


@pytest.fixture
def visitor() -> Client:
    client = Client()
    client.cookies["django_language"] = "en"
    return client


@pytest.fixture
def member(user: User) -> Client:
    client = Client()
    client.force_login(user)
    client.cookies["django_language"] = "en"
    return client


def opened(name: str, ruleset: str = "pife-corte", **how: Any) -> Room:
    facts: dict[str, Any] = {"options": {}, "name": f"room {name}", "public": True, "spectators": True, **how}
    return rooms.create_room(actor=person(name), ruleset=ruleset, **facts)


def text(response: Any) -> str:
    return response.content.decode()


def form(**values: Any) -> dict[str, Any]:
    standard = {
        "ruleset": "cacheta-vidas", "name": "", "spectators": "on", "bots": "0", "bot_level": "normal",
        "all.turn_seconds": "30", "cacheta-vidas.seats": "8", "cacheta-vidas.lives": "10",
    }  # fmt: skip
    return {**standard, **{key.replace("__", "."): value for key, value in values.items()}}


# --- who may see what -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["pt-br", "bg", "en"])
@pytest.mark.parametrize("name", ["lobby", "room_list", "rules"])
def test_pages_open_to_everybody(visitor: Client, member: Client, name: str, language: str) -> None:
    opened("bruno")
    for client in (visitor, member):
        client.cookies["django_language"] = language
        assert client.get(reverse(name)).status_code == 200


@pytest.mark.parametrize("key", games.RULESETS)
def test_every_game_has_its_page(visitor: Client, key: str) -> None:
    page = visitor.get(reverse("rules_one", args=[key]))
    assert page.status_code == 200
    assert labels.title(key) in text(page)


@pytest.mark.parametrize("name", ["room_new", "room_code", "play_now"])
def test_pages_for_members(visitor: Client, member: Client, name: str) -> None:
    assert visitor.get(reverse(name)).url.startswith(reverse("account_login"))
    assert visitor.post(reverse(name)).url.startswith(reverse("account_login"))
    assert member.get(reverse(name)).status_code == (302 if name == "play_now" else 200)


def test_unknown_addresses(member: Client) -> None:
    for path in ("/no-such-page/", "/rules/poker/", "/room/no-such-room/", "/room/no-such-room/invite/"):
        page = member.get(path)
        assert page.status_code == 404
        assert "batida" in text(page).lower()


@pytest.mark.parametrize("name", ["403.html", "403_csrf.html", "404.html", "500.html"])
def test_pages_of_trouble_say_what_to_do(name: str) -> None:
    page = render_to_string(name)
    assert page.count("<h1>") == 1
    assert 'href="/"' in page


def test_no_inline_script_or_style(visitor: Client, member: Client) -> None:
    opened("bruno")
    for client, name in [(visitor, "lobby"), (member, "lobby"), (member, "room_new"), (visitor, "rules")]:
        page = text(client.get(reverse(name)))
        assert " style=" not in page
        assert "<style" not in page
        assert " onclick" not in page
        assert "hx-on" not in page
        assert page.count("<script") == page.count("<script src=") + page.count('<script type="module" src=')


# --- the list -------------------------------------------------------------------------------------------------------


def test_a_room_at_a_glance(visitor: Client) -> None:
    opened("bruno", "cacheta-vidas", options={"lives": 7, "seats": 4, "turn_seconds": None}, bots=1)
    opened("ana", "rami")
    page = text(visitor.get(reverse("lobby")))
    for shown in ("Cacheta with lives", "room bruno", "7 lives", "2/4", "no limit", "waiting", "standard rules", "1/4"):
        assert shown in page


def test_private_and_sleeping_rooms_are_not_listed(visitor: Client) -> None:
    opened("bruno", public=False)
    asleep = opened("ana")
    Room.objects.filter(pk=asleep.pk).update(asleep=True)
    page = text(visitor.get(reverse("lobby")))
    assert "room bruno" not in page
    assert "room ana" not in page
    assert "No room is open right now" in page


def test_rooms_to_come_back_to_stand_on_top(member: Client, user: User) -> None:
    room = opened("bruno", public=False)
    seats.sit(room_id=room.pk, actor=user, seat=1)
    page = text(member.get(reverse("lobby")))
    assert page.index("room bruno") < page.index("Open rooms")
    assert "Go back" in page


def test_ones_own_room_is_shown_once(member: Client, visitor: Client, user: User) -> None:
    room = opened("bruno")
    card = f'id="room-{room.slug}"'
    for seated in (False, True):
        if seated:
            seats.sit(room_id=room.pk, actor=user, seat=1)
        for name in ("lobby", "room_list"):  # the list that is fetched again moves it to the top, and back
            page = text(member.get(reverse(name)))
            assert page.count(card) == 1
            assert ("Your seat is kept" in page) == seated
    assert "No other room is open right now" in page
    assert text(visitor.get(reverse("lobby"))).count(card) == 1


def test_languages_are_named_as_they_name_themselves(visitor: Client, user: User) -> None:
    room = opened("bruno")
    for seat, language in enumerate(("bg", "en"), 1):
        seats.sit(room_id=room.pk, actor=person(f"guest{seat}", language=language), seat=seat)
    User.objects.filter(username="bruno").update(language="pt-br")
    assert "български, English, português" in text(visitor.get(reverse("lobby")))


@pytest.mark.parametrize(("bots", "said"), [(0, "1 of 8 seats taken<"), (2, "3 of 8 seats taken, bots among them: 2<")])
def test_bots_are_mentioned_where_there_are_some(visitor: Client, bots: int, said: str) -> None:
    opened("bruno", bots=bots)
    assert said in text(visitor.get(reverse("lobby")))


def test_filters_are_kept(visitor: Client, user: User) -> None:
    full = opened("bruno", options={"seats": 2})
    seats.sit(room_id=full.pk, actor=user, seat=1)
    opened("ana", "rami", bots=1)
    opened("eva", "pife", options={"ace": "low"})

    def seen(**query: Any) -> set[str]:
        page = text(visitor.get(reverse("room_list"), query))
        return {name for name in ("bruno", "ana", "eva") if f"room {name}" in page}

    assert seen() == {"bruno", "ana", "eva"}
    assert seen(filtered=1, game=["rami", "pife", "poker"]) == {"ana", "eva"}
    assert seen() == {"ana", "eva"}
    assert seen(filtered=1, free=1) == {"ana", "eva"}
    assert seen(filtered=1, people=1) == {"bruno", "eva"}
    assert seen(filtered=1, standard=1) == {"bruno", "ana"}
    visitor.cookies["django_language"] = "pt-br"
    assert seen(filtered=1, spoken=1) == {"bruno"}
    visitor.cookies["django_language"] = "en"
    assert seen(filtered=1, game="cacheta-pontos") == set()
    assert "No room fits these filters" in text(visitor.get(reverse("lobby")))
    assert seen(filtered=1) == {"bruno", "ana", "eva"}


def test_waiting_rooms_come_first_and_the_rest_on_demand(visitor: Client, user: User) -> None:
    for n in range(26):
        room = opened(f"host{n}", bots=1)
        if n > 2:
            hosting.start(room_id=room.pk, actor=room.host)
    page = text(visitor.get(reverse("room_list")))
    assert page.count('<li class="room"') == 24
    assert page.index("room host2<") < page.index("room host25<")
    assert text(visitor.get(reverse("room_list"), {"show": "48"})).count('<li class="room"') == 26
    assert visitor.get(reverse("room_list"), {"show": "x²"}).status_code == 200


def test_the_number_of_queries_is_constant(visitor: Client, member: Client, user: User) -> None:
    def queries(client: Client) -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            client.get(reverse("lobby"))
        return len(captured)

    mine = opened("bruno", bots=1)
    seats.sit(room_id=mine.pk, actor=user, seat=2)
    opened("ana", bots=1)
    before = queries(visitor), queries(member)
    for n in range(6):
        room = opened(f"host{n}", bots=n)
        seats.sit(room_id=room.pk, actor=person(f"guest{n}", language="bg"), seat=7)
    assert (queries(visitor), queries(member)) == before
    assert before[0] <= 4


# --- ways into a room -----------------------------------------------------------------------------------------------


def test_a_room_is_opened(member: Client, user: User) -> None:
    answer = member.post(
        reverse("room_new"),
        form(name="Quintal", private="on", bots="2", bot_level="hard", all__turn_seconds__none="on",
             **{"cacheta-vidas.lives": "7", "cacheta-vidas.seats": "4"}),
    )  # fmt: skip
    room = Room.objects.get()
    assert answer.url == reverse("room", args=[room.slug])
    assert (room.name, room.public, room.spectators, room.host) == ("Quintal", False, True, user)
    assert room.options == {"turn_seconds": None, "seats": 4, "lives": 7}
    assert [seat.level for seat in of(room.pk).seats if seat and seat.bot] == ["hard", "hard"]


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"all__turn_seconds": "9"}, "all.turn_seconds"),
        ({"all__turn_seconds": "121"}, "all.turn_seconds"),
        ({"all__turn_seconds": ""}, "all.turn_seconds"),
        ({"all__turn_seconds": "soon"}, "all.turn_seconds"),
        ({"cacheta-vidas__lives": "8"}, "cacheta-vidas.lives"),
        ({"cacheta-vidas__lives": ""}, "cacheta-vidas.lives"),
        ({"cacheta-vidas__seats": "9"}, "cacheta-vidas.seats"),
        ({"cacheta-vidas__seats": "1"}, "cacheta-vidas.seats"),
        ({"bots": "8"}, "bots"),
        ({"bots": "4", "cacheta-vidas__seats": "4"}, "bots"),
        ({"bots": ""}, "bots"),
        ({"bot_level": "perfect"}, "bot_level"),
        ({"ruleset": "poker"}, "ruleset"),
        ({"name": "x" * 41}, "name"),
    ],
)
def test_the_room_form_refuses(member: Client, values: dict[str, str], field: str) -> None:
    answer = member.post(reverse("room_new"), form(**values))
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert not Room.objects.exists()


@pytest.mark.parametrize("language", ["en", "pt-br", "bg"])
@pytest.mark.parametrize(
    ("values", "field", "said"),
    [
        ({"all__turn_seconds": "9"}, "all.turn_seconds", "Possible here: 10 to 120 s, or no limit."),
        ({"all__turn_seconds": "x"}, "all.turn_seconds", "Possible here: 10 to 120 s, or no limit."),
        ({"rami__seats": "5"}, "rami.seats", "Possible here: 2 to 4."),
        ({"rami__seats": "1"}, "rami.seats", "Possible here: 2 to 4."),
        ({"rami__target": ""}, "rami.target", "Possible here: 20 to 500."),
        ({"bots": "9"}, "bots", "Possible here: 0 to 3. One of the seats is yours."),
        ({"bots": "-1", "rami__seats": "3"}, "bots", "Possible here: 0 to 2. One of the seats is yours."),
        ({"bots": "2", "rami__seats": "2"}, "bots", "Possible here: 0 to 1. One of the seats is yours."),
        ({"bots": "", "rami__seats": "99"}, "bots", "Possible here: 0 to 3. One of the seats is yours."),
        ({"bots": "x", "rami__target": "1"}, "bots", "Possible here: 0 to 3. One of the seats is yours."),
        ({"name": "x" * 41}, "name", "Possible here: at most 40 characters."),
    ],
)
def test_the_room_form_says_what_is_possible(
    member: Client, user: User, language: str, values: dict[str, str], field: str, said: str
) -> None:
    user.language = language
    user.save()
    member.cookies["django_language"] = language
    rami = {"ruleset": "rami", "rami__seats": "4", "rami__target": "100", **values}
    answer = member.post(reverse("room_new"), form(**rami))
    (message,) = answer.context["form"].errors[field]
    if language == "en":
        assert message == said
    opening = {"en": "Possible here:", "pt-br": "Aqui vale:", "bg": "Тук може:"}[language]
    assert message.startswith(opening)
    page = text(answer)
    anchor = answer.context["form"][field].auto_id
    assert f'<li><a href="#{anchor}">' in page  # from the summary to the field
    assert f'id="{anchor}"' in page


@pytest.mark.parametrize("language", ["en", "pt-br", "bg"])
@pytest.mark.parametrize("key", games.RULESETS)
def test_the_form_knows_every_chip_of_the_list(language: str, key: str) -> None:
    with translation.override(language):
        for option in games.get_ruleset(key).options:
            chips = labels.chips_by_value(option)
            values: list[Any] = [choice for choice, _label in option.choices] or [True, False]
            if option.kind == "number":
                values = [*range(option.low or 0, (option.high or 0) + 1), *([None] if option.nullable else [])]
            for value in values:
                sent = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
                known = chips.get(sent, chips.get("*", "").replace("{n}", sent))
                listed = labels.differences(key, {option.key: value})
                if value != option.default:
                    assert [known] == (listed or [""]), (option.key, value)


def test_options_of_other_games_do_not_matter(member: Client) -> None:
    member.post(reverse("room_new"), form(**{"rami.target": "9999", "pife.hand_size": "seven", "rami.points": "x"}))
    assert Room.objects.get().ruleset == "cacheta-vidas"


@pytest.mark.parametrize("key", games.RULESETS)
def test_the_form_as_it_comes_opens_a_standard_room(member: Client, key: str) -> None:
    drawn = member.get(reverse("room_new"), {"game": key}).context["form"]
    values = {name: drawn[name].value() for name in drawn.fields}
    data = {
        name: "on" if value is True else value
        for name, value in values.items()
        if value is not None and value is not False
    }
    member.post(reverse("room_new"), data)
    room = Room.objects.get()
    assert (room.ruleset, room.options) == (key, games.clean_options(games.get_ruleset(key), {}))


def test_the_form_says_where_the_own_seat_is(member: Client, user: User) -> None:
    room = opened("bruno")
    seats.sit(room_id=room.pk, actor=user, seat=1)
    answer = member.post(reverse("room_new"), form())
    assert answer.status_code == 409
    assert "leave that one first" in text(answer)
    assert reverse("room", args=[room.slug]) in text(answer)


def test_play_now(member: Client, user: User) -> None:
    answer = member.post(reverse("play_now"), {"ruleset": "rami"})
    room = Room.objects.get()
    assert (room.ruleset, room.host) == ("rami", user)
    assert answer.url == reverse("room", args=[room.slug])
    assert member.post(reverse("play_now"), {"ruleset": "poker"}).url == answer.url


def test_code(member: Client) -> None:
    room = opened("bruno", public=False)
    assert member.post(reverse("room_code"), {"code": room.code.lower()}).url == reverse("room", args=[room.slug])
    answer = member.post(reverse("room_code"), {"code": "NOSUCHCODE"})
    assert answer.status_code == 422
    assert "no open room" in text(answer)


def test_the_door_of_a_room(visitor: Client) -> None:
    room = opened("bruno", "cacheta-vidas", public=False, options={"lives": 7})
    page = text(visitor.get(reverse("room", args=[room.slug])))
    assert "You are invited: room bruno" in page
    assert "7 lives" in page
    assert f"{reverse('account_login')}?next={reverse('room', args=[room.slug])}" in page
    assert room.code not in page


def test_the_table_page(member: Client, user: User) -> None:
    room = opened("bruno")
    assert f'data-slug="{room.slug}"' in text(member.get(reverse("room", args=[room.slug])))
    seats.sit(room_id=room.pk, actor=user, seat=1)
    seats.remove(room_id=room.pk, actor=room.host, seat=1)
    assert member.get(reverse("room", args=[room.slug])).url == reverse("lobby")


def test_the_invitation(member: Client, visitor: Client, user: User) -> None:
    room = opened("bruno", public=False)
    address = reverse("room_invite", args=[room.slug])
    page = text(member.get(address))
    assert f"http://testserver{reverse('room', args=[room.slug])}" in page
    assert room.code not in page
    seats.sit(room_id=room.pk, actor=user, seat=1)
    assert room.code in text(member.get(address))
    picture = member.get(reverse("room_qr", args=[room.slug]))
    assert picture["Content-Type"] == "image/svg+xml"
    assert b"<path" in picture.content
    assert visitor.get(address).url.startswith(reverse("account_login"))
