"""A moderator voids a result at the desk, everybody reads why, and it can be undone."""

import re

import pytest

from accounts.models import ModerationAction, User
from lobby.history import ratings
from lobby.history.models import Judgement, Rating
from lobby.moderation import services
from lobby.tables.core.errors import Refusal
from tests.support.scenes.matches import House
from tests.support.scenes.staff import at, moderator

pytestmark = [pytest.mark.django_db, pytest.mark.live]
WHY = "Two accounts <b>of one</b> person"


def rated(monkeypatch: pytest.MonkeyPatch, ruleset: str) -> House:
    house = House(monkeypatch, "ana", "bruno", ruleset=ruleset)
    if ruleset == "pife-corte":
        house.start()
        house.play_round()
    else:
        house.play_match()
    ratings.rate_finished()
    assert Rating.objects.count() == 2
    return house


def read(address: str, reader: User) -> str:
    page = at(reader).get(address)
    assert page.status_code == 200
    return re.sub(r"\s+", " ", page.content.decode())


@pytest.mark.parametrize("ruleset", ["pife", "pife-corte"])
def test_a_result_is_voided_and_counts_again(monkeypatch: pytest.MonkeyPatch, ruleset: str) -> None:
    house, dora = rated(monkeypatch, ruleset), moderator()
    ana, stranger = house.people[0], User.objects.create_user("zeca")
    page, sheet = f"/moderation/matches/{house.match.pk}/", f"/history/{house.match.pk}/"
    before = set(Rating.objects.values_list("user", "mu", "sigma", "results"))
    judgement = Judgement.objects.get()
    assert "Void the result" in read(page, dora)
    form = {"do": "void", "judgement": judgement.pk, "reason": f"  {WHY} "}
    assert at(dora).post(f"{page}do/", form).status_code == 302
    assert not Rating.objects.exists()
    shown = "ot rated: a moderator has voided the result: Two accounts &lt;b&gt;of one&lt;/b&gt; person"
    assert shown in read(sheet, ana)
    theirs = read(sheet, stranger)
    assert "ot rated: a moderator has voided the result" in theirs
    assert "Two accounts" not in theirs
    assert ("not rated" in read("/history/", ana)) is (ruleset == "pife")
    row = ModerationAction.objects.latest("pk")
    assert (row.kind, row.by, row.details["match"], row.details["reason"]) == (
        "voided_result",
        dora,
        house.match.pk,
        WHY,
    )
    assert "voided a result" in read("/moderation/trail/", dora)
    assert "voided a result" in read(page, dora)
    assert at(dora).post(f"{page}do/", {"do": "count", "judgement": judgement.pk}).status_code == 302
    assert set(Rating.objects.values_list("user", "mu", "sigma", "results")) == before
    assert "ot rated" not in read(sheet, ana)
    assert ModerationAction.objects.latest("pk").kind == "counted_result"


def test_who_may_void_what(monkeypatch: pytest.MonkeyPatch) -> None:
    house, dora = rated(monkeypatch, "pife"), moderator()
    ana, judgement = house.people[0], Judgement.objects.get()
    page = f"/moderation/matches/{house.match.pk}/"
    assert at(ana).get(page).status_code == 403
    assert at(ana).post(f"{page}do/", {"do": "void", "judgement": judgement.pk, "reason": "x"}).status_code == 403
    desk = at(dora)
    for form, status in (
        ({"do": "delete", "judgement": judgement.pk}, 400),
        ({"do": "void", "judgement": "9" * 30}, 404),
        ({"do": "void", "judgement": judgement.pk + 1}, 404),
        ({"do": "void", "judgement": judgement.pk, "reason": " "}, 302),
        ({"do": "count", "judgement": judgement.pk}, 302),
    ):
        assert desk.post(f"{page}do/", form).status_code == status
    assert not ModerationAction.objects.filter(kind__in=["voided_result", "counted_result"]).exists()
    house.match.players.filter(user=ana).update(user=dora)
    assert "Void the result" not in read(page, dora)
    with pytest.raises(Refusal):
        services.void_result(judgement=judgement, by=dora, reason="x")
    assert Rating.objects.exists()
