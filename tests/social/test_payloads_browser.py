"""The three hundred payloads in Chromium: pages full of them are loaded for a visitor, a host, a moderator and an
administrator, and nothing runs. Once without the content security policy, which would hide a hole; then with it."""

import json
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.browsing import Browsing
from tests.support.servers import Server

from .hostile import ALL, PAYLOADS

pytestmark = pytest.mark.browser
WATCH = """
window.ran = (what) => (window.__ran ??= []).push(String(what));
window.__violations = [];
document.addEventListener('securitypolicyviolation', (event) => window.__violations.push(event.violatedDirective));
"""
LISTS = [f"people/?q=p{n}-" for n in range(6)] + [f"rooms/?q=%23{n}" for n in range(6)]
CATEGORIES = ["abuse", "name", "collusion", "stalling", "spam", "other"]


@pytest.fixture(scope="module")
def hostile(prepared: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, dict[str, Any]]]:
    """A server of its own: nobody else's pages shall be full of this."""
    data = tmp_path_factory.mktemp("hostile") / "data"
    shutil.copytree(prepared, data)
    server = Server(data, prepare=False)
    where = server.call("tests.social.hostile")
    yield server.ready(), where
    server.stop()


class Watching:
    """Pages on which whatever runs is noticed."""

    def __init__(self, chromium: Any, server: Server) -> None:
        self.browsing = Browsing(chromium, server)
        self.ran: list[str] = []
        self.violations = 0
        self.loaded = 0

    def open(self, who: str, *, bypass_csp: bool) -> Any:
        page = self.browsing.open(who, locale="en-GB", viewport={"width": 1280, "height": 800}, bypass_csp=bypass_csp)
        page.add_init_script(WATCH)
        page.on("dialog", lambda dialog: (self.ran.append(f"dialog at {page.url}"), dialog.dismiss()))
        page.on("request", lambda request: "x.example" in request.url and self.ran.append(f"asked {request.url}"))
        return page

    def load(self, page: Any, address: str) -> None:
        answer = page.goto(address)
        assert answer.status == 200, address
        self.look(page, address)

    def look(self, page: Any, address: str) -> None:
        found = page.evaluate("() => [window.__ran ?? [], window.__violations.length]")
        self.ran += [f"{what} at {address}" for what in found[0]]
        self.violations += found[1]
        self.loaded += 1

    def close(self) -> None:
        for context in self.browsing.contexts:
            context.close()


@pytest.fixture
def watching(chromium: Any, hostile: Any) -> Iterator[Watching]:
    watching = Watching(chromium, hostile[0])
    yield watching
    watching.close()


def addresses(at: dict[str, Any]) -> dict[str, list[str]]:
    """Who looks at what."""
    room, match = f"/room/{at['slug']}/", f"/history/{at['match']}/"
    desk = [*LISTS, *(f"?category={each}" for each in CATEGORIES), "trail/", "statistics/", f"matches/{at['match']}/"]
    desk += [f"reports/{at['report']}/", f"people/{at['person']}/", *(f"rooms/{n}/" for n in range(1, 7))]
    admin = [
        f"{model}/?p={n}" for model in ("accounts/user", "lobby/room", "accounts/moderationaction") for n in (0, 2)
    ]
    admin += ["lobby/match/", "lobby/tablelog/", f"accounts/user/{at['person']}/change/", "lobby/room/1/change/"]
    admin += [f"accounts/user/{at['person']}/history/?p={n}" for n in (1, 2, 3)]
    return {
        "vera": ["/?show=240", "/friends/", room, match, "/people/p0-0/", "/people/p0-0/report/", "/leaderboard/pife/",
                 "/rooms/invitations/", "/accounts/sessions/", "/history/?with=" + PAYLOADS[0], "/accounts/data/"],
        "hugo": [room, f"{room}invite/", match],
        "dora": [f"/moderation/{page}" for page in (*desk, f"rooms/{at['room']}/", "house/")],
        "boss": ["/admin/", *(f"/admin/{page}" for page in admin)],
    }  # fmt: skip


def test_the_watch_sees_what_runs(watching: Watching) -> None:
    page = watching.open("vera", bypass_csp=True)
    page.goto("/rules/")
    page.evaluate("html => { document.body.innerHTML = html; }", "<img src=x onerror=top.ran(1)>")
    page.wait_for_function("() => window.__ran")
    watching.look(page, "here")
    assert watching.ran == ["1 at here"]
    page = watching.open("vera", bypass_csp=False)
    page.goto("/rules/")
    page.evaluate("html => { document.body.innerHTML = html; }", "<img src=x onerror=top.ran(1)>")
    page.wait_for_function("() => window.__violations.length")


def test_nothing_runs_on_any_page(watching: Watching, hostile: Any) -> None:
    for who, pages in addresses(hostile[1]).items():
        page = watching.open(who, bypass_csp=True)
        for address in pages:
            watching.load(page, address)
    assert watching.loaded > 55
    assert not watching.ran


def test_the_policy_has_nothing_to_stop(watching: Watching, hostile: Any, record_property: Any) -> None:
    at = hostile[1]
    for who, pages in {
        "vera": ["/friends/", f"/room/{at['slug']}/"],
        "dora": [f"/moderation/reports/{at['report']}/"],
        "boss": [f"/admin/accounts/user/{at['person']}/change/"],
    }.items():
        page = watching.open(who, bypass_csp=False)
        for address in pages:
            watching.load(page, address)
    record_property("csp violations", watching.violations)
    assert (watching.violations, watching.ran) == (0, [])


def test_nothing_runs_at_the_table(watching: Watching, hostile: Any) -> None:
    """The page draws what its socket says: each payload as every name and word in turn."""
    page, line = watching.open("hugo", bypass_csp=True), {}

    def through(socket: Any) -> None:
        server = socket.connect_to_server()
        line["page"] = socket
        socket.on_message(server.send)

        def heard(text: str) -> None:
            message = json.loads(text)
            line.setdefault(message["type"], message)
            socket.send(text)

        server.on_message(heard)

    page.route_web_socket("**/ws/table/**", through)
    page.goto(f"/room/{hostile[1]['slug']}/")
    page.get_by_role("tab", name="Chat").click()
    page.locator(".talk li").first.wait_for()
    table = line["table"]
    for n, payload in enumerate(PAYLOADS):
        seats = [
            seat | {"name": payload, "reserved_by": payload, "was": {"kind": "person", "name": payload}}
            for seat in table["table"]["seats"]
        ]
        room = table["table"]["room"] | {"name": payload}
        table = table | {"v": table["v"] + 1, "table": table["table"] | {"seats": seats, "room": room}}
        said = {"n": 10**6 + n, "who": payload, "own": False, "watching": False, "at": 0, "text": payload}
        line["page"].send(json.dumps(table))
        line["page"].send(json.dumps({"type": "said", "lines": [said]}))
    page.get_by_role("tab", name="Chat").click()
    page.locator(".talk .said").filter(has_text=PAYLOADS[-1]).last.wait_for()
    watching.look(page, "the table")
    assert not watching.ran


def test_nothing_runs_in_a_replay(watching: Watching, hostile: Any) -> None:
    server = hostile[0]
    match = server.call("tests.support.scenes.played_match", "pife-corte", "vera", "olga")
    server.call("tests.social.hostile_names")
    page = watching.open("vera", bypass_csp=True)
    watching.load(page, "/history/")
    watching.load(page, f"/history/{match}/1/")
    page.locator("[data-part=steps] li").first.wait_for()
    page.get_by_label("Next move").click()
    assert ALL[:60] in page.locator("main").inner_text()
    watching.look(page, "the replay")
    assert not watching.ran
