"""The lobby in Chromium: live, without JavaScript, accessible, and clean under the content security policy."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.support.browsing import Browsing

pytestmark = pytest.mark.browser
WCAG = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}
TABLE = re.compile("/room/[^/]+/$")
CHANGED = "document.body.dispatchEvent(new Event('rooms-changed'))"
LIST = re.compile("/rooms/list/")


def open_a_room(page: Any, name: str, *, private: bool = False) -> str:
    """Through the form, as people do it; the address of the table."""
    page.goto("/rooms/new/")
    page.click("label.game:has([value=cacheta-vidas])")
    page.click("label.pick:has([name='cacheta-vidas.lives'][value='7'])")
    page.fill("[name=name]", name)
    if private:
        page.click("label.switch:has([name=private])")
    page.click("main form button.primary")
    page.wait_for_url(TABLE)
    return page.url


def test_the_list_is_live_and_filters_are_kept(browsing) -> None:
    page = browsing.open(locale="en-GB")
    page.goto("/")
    open_a_room(browsing.open("live_host", locale="en-GB"), "Sala viva")
    room = page.locator(".room", has_text="Sala viva")
    expect(room).to_contain_text("7 lives", timeout=5000)
    page.click("label.pick:has([value=rami])")
    expect(room).to_have_count(0)
    page.reload()
    expect(page.locator("[name=game][value=rami]")).to_be_checked()
    page.click("label.pick:has([value=rami])")
    expect(room).to_have_count(1)


def until(page: Any, holds: Any) -> None:
    while not holds():  # the time-out of the test ends what never comes
        page.wait_for_timeout(20)


def hold_one_list(page: Any, patience: int = 60_000) -> list[Any]:
    """The next list the page asks for is held here, unanswered; later ones are answered at once. The page waits for as
    long as a busy machine may need, `patience` in ms."""
    page.evaluate(f"htmx.config.timeout = {patience}")
    page.wait_for_timeout(500)  # the list that is fetched on opening is there
    held: list[Any] = []
    page.route(LIST, lambda route: route.continue_() if held else held.append(route))
    return held


def test_a_filter_holds_though_the_list_changes_meanwhile(browsing) -> None:
    page = browsing.open(locale="en-GB")
    open_a_room(browsing.open("slow_host", locale="en-GB"), "Sala lenta")
    page.goto("/")
    room = page.locator(".room", has_text="Sala lenta")
    page.click("label.pick:has([value=rami])")
    expect(room).to_have_count(0)
    held = hold_one_list(page)
    page.click("label.pick:has([value=rami])")
    until(page, lambda: held)
    page.evaluate(CHANGED)
    page.wait_for_timeout(500)
    held[0].continue_()
    expect(room).to_have_count(1)
    page.wait_for_timeout(300)
    expect(room).to_have_count(1)
    page.reload()
    expect(room).to_have_count(1)


def test_a_list_on_its_way_does_not_undo_a_filter(browsing) -> None:
    page = browsing.open(locale="en-GB")
    open_a_room(browsing.open("late_host", locale="en-GB"), "Sala tarde")
    page.goto("/")
    room = page.locator(".room", has_text="Sala tarde")
    expect(room).to_have_count(1)
    held = hold_one_list(page)
    page.evaluate(CHANGED)
    until(page, lambda: held)
    old = held[0].fetch()
    page.click("label.pick:has([value=rami])")
    page.wait_for_timeout(300)
    held[0].fulfill(response=old)
    expect(room).to_have_count(0)
    page.wait_for_timeout(300)
    expect(room).to_have_count(0)


def test_a_change_heard_while_the_list_is_fetched_is_fetched_too(browsing) -> None:
    page = browsing.open(locale="en-GB")
    page.goto("/")
    held = hold_one_list(page)
    page.evaluate(CHANGED)
    until(page, lambda: held)
    old = held[0].fetch()  # read before the room below was there
    open_a_room(browsing.open("busy_host", locale="en-GB"), "Sala nova")
    page.wait_for_timeout(500)
    held[0].fulfill(response=old)
    expect(page.locator(".room", has_text="Sala nova")).to_have_count(1)


@pytest.fixture
def crowded(chromium, serve) -> Iterator[Browsing]:
    """A server of its own with thirty rooms, more than the list shows at once."""
    server = serve().ready()
    server.call("tests.lobby.many_rooms", 30)
    browsing = Browsing(chromium, server)
    yield browsing
    browsing.close()


def test_more_rooms_outlast_a_change_of_the_list(crowded: Browsing) -> None:
    """Asked for while another list is on its way, and while they are on their way themselves."""
    page = crowded.open(locale="en-GB")
    page.goto("/")
    rooms = page.locator("#rooms .room")
    expect(rooms).to_have_count(24)
    held = hold_one_list(page)
    page.evaluate(CHANGED)
    until(page, lambda: held)
    page.click("#more-rooms")
    page.wait_for_timeout(200)
    held[0].continue_()
    expect(rooms).to_have_count(30)
    page.reload()
    expect(rooms).to_have_count(24)
    page.unroute(LIST)
    held = hold_one_list(page)
    page.click("#more-rooms")
    until(page, lambda: held)
    page.evaluate(CHANGED)
    page.wait_for_timeout(200)
    held[0].continue_()
    expect(rooms).to_have_count(30)
    page.wait_for_timeout(300)
    expect(rooms).to_have_count(30)
    open_a_room(crowded.open("after_more", locale="en-GB"), "Sala depois")
    expect(page.locator(".room", has_text="Sala depois")).to_have_count(1)


def test_a_list_that_never_comes_does_not_stop_the_next_one(browsing) -> None:
    page = browsing.open(locale="en-GB")
    page.goto("/")
    held = hold_one_list(page, patience=1_250)
    page.evaluate(CHANGED)
    until(page, lambda: held)
    open_a_room(browsing.open("patient_host", locale="en-GB"), "Sala paciente")
    expect(page.locator(".room", has_text="Sala paciente")).to_have_count(1, timeout=15_000)
    browsing.complaints.clear()  # the browser complains about the time-out


def test_a_line_that_says_nothing_new_asks_for_no_list(browsing) -> None:
    page = browsing.open(locale="en-GB")
    lines: list[Any] = []
    page.route_web_socket("**/ws/lobby/", lambda line: (lines.append(line), say(line, 3)))
    lists: list[str] = []
    page.on("request", lambda request: LIST.search(request.url) and lists.append(request.url))
    page.goto("/")
    until(page, lambda: len(lists) == 1)  # once on opening
    page.wait_for_timeout(300)
    for version, asked in ((3, 1), (3, 1), (4, 2), (4, 2)):
        say(lines[0], version)
        until(page, lambda asked=asked: len(lists) >= asked)
        page.wait_for_timeout(200)
        assert len(lists) == asked
    page.evaluate("dispatchEvent(new Event('online'))")
    until(page, lambda: len(lines) == 2 and len(lists) == 3)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    until(page, lambda: len(lines) == 3 and len(lists) == 4)


def say(line: Any, version: int) -> None:
    line.send(json.dumps({"type": "lobby", "v": version}))


def test_what_differs_is_shown_while_the_form_is_filled_in(browsing) -> None:
    page = browsing.open("form_filler", locale="en-GB")
    page.goto("/rooms/new/?game=pife")
    expect(page.locator("#no-differences")).to_be_visible()
    page.click("label.pick:has([name='pife.ace'][value=low])")
    page.fill("[name='pife.points']", "12")
    expect(page.locator("#differences li")).to_have_text(["ace only before the 2", "12 points"])
    expect(page.locator("[name='pife.points.none']")).not_to_be_checked()
    expect(page.locator("#differences-line .chip").first).to_be_in_viewport()
    expect(page.locator("#differences-line .chip")).to_have_text(["12 points", "ace only before the 2"])
    page.fill("[name='pife.seats']", "3")
    page.fill("[name='all.turn_seconds']", "60")
    expect(page.locator("#differences li")).to_have_count(2)  # every room in the list shows seats and time
    for wrong in ("", "0", "-1", "51", "99", "1.5"):
        page.fill("[name='pife.points']", wrong)
        expect(page.locator("#differences .bad")).to_have_text(
            "Points at the start. Possible here: 1 to 50, or a single round."
        )
        expect(page.locator("[name='pife.points']")).to_have_attribute("aria-invalid", "true")
    page.fill("[name='pife.points']", "010")  # as the server reads it
    expect(page.locator("#differences li")).to_have_text(["ace only before the 2", "10 points"])
    expect(page.locator("[name='pife.points'][aria-invalid]")).to_have_count(0)
    page.click("label.game:has([value=rami])")
    expect(page.locator("#no-differences")).to_be_visible()
    expect(page.locator("[name='rami.target']")).to_be_visible()
    expect(page.locator("[name='pife.points']")).to_be_hidden()


def test_bots_that_do_not_fit_the_seats_are_told_while_typing(browsing) -> None:
    page = browsing.open("bot_filler", locale="en-GB")
    page.goto("/rooms/new/?game=pife")
    wrong = page.locator("#differences .bad")
    page.fill("[name=bots]", "3")
    expect(page.locator("#no-differences")).to_be_visible()  # bots are no rule that could differ
    page.fill("[name='pife.seats']", "3")
    expect(wrong).to_have_text("Bots from the start. Possible here: 0 to 2. One of the seats is yours.")
    expect(page.locator("[name=bots]")).to_have_attribute("aria-invalid", "true")
    page.fill("[name=bots]", "2")
    expect(wrong).to_have_count(0)
    page.fill("[name=bots]", "")
    expect(wrong).to_have_count(1)


SIZES = [{"width": 360, "height": 640}, {"width": 1280, "height": 800}]
COVERED = """() => {
  const field = document.activeElement;
  const shown = field.matches('.pick input, .game input') ? field.parentElement : field;
  const box = shown.getBoundingClientRect();
  if (field.matches('.skip') || field === document.body) return '';
  const seen = [box.top + 3, (box.top + box.bottom) / 2, box.bottom - 3].every((y) => {
    const hit = document.elementFromPoint((Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2, y);
    return hit && (shown.contains(hit) || hit.contains(shown));
  });
  return seen ? '' : `${field.name || field.textContent}: ${box.top} to ${box.bottom}`;
}"""


@pytest.mark.parametrize("viewport", SIZES, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize(
    "path", ["/rooms/new/?game=cacheta-pontos", "/", "/rules/cacheta-vidas/"], ids=["form", "lobby", "rules"]
)
def test_nothing_covers_what_has_the_focus(browsing, path: str, viewport: dict[str, int]) -> None:
    page = browsing.open("tabber", locale="en-GB", viewport=viewport)
    page.goto(path)
    for key in ("Tab", "Shift+Tab"):
        for _ in range(60):
            page.keyboard.press(key)
            assert not (covered := page.evaluate(COVERED)), covered


@pytest.mark.parametrize("script", [True, False])
def test_the_summary_leads_to_the_wrong_field(browsing, script: bool) -> None:
    page = browsing.open("wrong_number", locale="en-GB", java_script_enabled=script)
    page.goto("/rooms/new/?game=cacheta-pontos")
    page.fill("[name='cacheta-pontos.max_rounds']", "999")
    page.click("main form button.primary")
    page.click("#problems a")
    field = page.locator("[name='cacheta-pontos.max_rounds']")
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport(ratio=1)
    browsing.complaints.clear()  # the browser complains about the status 422


def test_everything_up_to_the_table_works_without_javascript(browsing) -> None:
    page = browsing.open("plain_reader", locale="en-GB", java_script_enabled=False)
    page.goto("/")
    page.click("label.pick:has([value=rami])")
    page.click("button.no-js")
    expect(page.locator("[name=game][value=rami]")).to_be_checked()
    address = open_a_room(page, "Sem script", private=True)
    page.goto(address + "invite/")
    code = page.locator(".bigcode").inner_text()
    guest = browsing.open("plain_guest", locale="en-GB", java_script_enabled=False)
    guest.goto("/")
    guest.fill("[name=code]", code.lower())
    guest.click(".codeform button")
    guest.wait_for_url(TABLE)
    assert guest.url == address
    guest.goto("/")
    guest.click("summary[aria-label=Language]")
    guest.click("button[value=bg]")
    expect(guest.locator("html")).to_have_attribute("lang", "bg")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible(browsing, scheme: str) -> None:
    page = browsing.open(f"axe_{scheme}", color_scheme=scheme)
    address = open_a_room(page, "Axe", private=True)
    paths = ["/", "/rooms/new/?game=cacheta-pontos", "/rooms/code/", "/rules/", "/rules/cacheta-vidas/?lives=7"]
    visitor = browsing.open(color_scheme=scheme)
    for where, path in [*((page, path) for path in paths), (page, address + "invite/"), (visitor, address)]:
        where.goto(path)
        for menu in where.locator("details.menu").all():
            menu.evaluate("menu => { menu.open = true }")
        found = Axe().run(where, options=WCAG)
        assert found.violations_count == 0, f"{path}: {found.generate_report()}"
