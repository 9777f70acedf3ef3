"""The pages of the history in Chromium."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.support.browsing import Browsing
from tests.support.servers import Server

pytestmark = pytest.mark.browser

# What follows from the seed, in the games that deal more than hands.
DEALT = {
    "cacheta-vidas": "Every hand and the turn-up follow from the seed.",
    "cacheta-pontos": "Every hand and the turn-up follow from the seed.",
    "rami": "Every hand and the first card of the pile follow from the seed.",
}


@pytest.fixture(scope="module")
def matches(served: Server) -> dict[str, str]:
    """A finished match of each game, by its key."""
    games = ("cacheta-vidas", "pife-corte", "rami", "cacheta-pontos")
    return {game: str(served.call("tests.support.scenes.played_match", game, "hana", "hugo")) for game in games}


def opened(page: Any, address: str) -> Any:
    page.goto(address)
    page.locator("[data-part=steps] li").first.wait_for()
    return page


def at(page: Any) -> int:
    return int(page.locator("[data-part=said] b").first.inner_text().split("/")[0])


def test_the_browser_checks_the_shuffle_of_every_game(browsing: Browsing, matches: dict[str, str]) -> None:
    page = browsing.open("hana", locale="en-US")
    for game, number in matches.items():
        opened(page, f"/history/{number}/1/")
        page.get_by_text("it fits").wait_for()
        dealt = DEALT.get(game, "Every hand follows from the seed.")
        assert page.get_by_text(dealt, exact=True).count() == 1
        assert page.locator(".checks li.good").count() == (4 if game == "rami" else 5)  # it never reshuffles


@pytest.mark.parametrize(("game", "label"), [("rami", "Next chance to go out"), ("pife-corte", "Next chance to knock")])
def test_the_next_chance_has_the_name_of_the_game(
    browsing: Browsing, matches: dict[str, str], game: str, label: str
) -> None:
    page = opened(browsing.open("hana", locale="en-US"), f"/history/{matches[game]}/1/")
    assert page.locator("[data-go=could]").get_attribute("aria-label") == label
    assert f"C {label[0].lower()}{label[1:]}" in page.locator(".keys").text_content()


def test_keys_buttons_and_the_list_move(browsing: Browsing, matches: dict[str, str]) -> None:
    page = opened(browsing.open("hana", locale="en-US"), f"/history/{matches['cacheta-vidas']}/1/#move-2")
    last = page.locator("[data-part=steps] li").count() - 1
    assert at(page) == 2
    for key, place in (("ArrowRight", 3), ("ArrowLeft", 2), ("End", last), ("Home", 0)):
        page.keyboard.press(key)
        assert at(page) == place
    page.get_by_label("Next move").click()
    assert at(page) == 1
    page.locator("[data-part=steps] button").nth(5).click()
    assert at(page) == 5
    page.wait_for_url("**/#move-5")
    page.evaluate("location.hash = '#move-3'")  # a link followed, or typed over
    page.locator("[data-part=steps] li:nth-child(4)[aria-current=step]").wait_for()
    assert at(page) == 3
    assert page.locator("[data-part=steps] li[aria-current=step]").count() == 1
    page.keyboard.press("c")
    assert page.locator("[data-part=steps] li[aria-current=step] .could").count() == 1
    page.get_by_label("Move", exact=True).fill("7")
    assert at(page) == 7


def test_the_board_moves_though_the_address_may_not_change(browsing: Browsing, matches: dict[str, str]) -> None:
    """Safari takes a hundred addresses in half a minute; a slider is faster."""
    page = browsing.open("hana", locale="en-US")
    page.add_init_script("history.replaceState = () => { throw new DOMException('too often', 'SecurityError') }")
    opened(page, f"/history/{matches['rami']}/1/")
    page.get_by_label("Move", exact=True).fill("3")
    assert at(page) == 3
    page.keyboard.press("End")
    page.wait_for_timeout(500)
    page.get_by_label("First move").click()
    assert at(page) == 0


def test_the_slider_writes_the_address_once(browsing: Browsing, matches: dict[str, str]) -> None:
    page = browsing.open("hana", locale="en-US")
    page.add_init_script(
        "window.written = []; const write = history.replaceState.bind(history);"
        "history.replaceState = (...what) => { window.written.push(what[2]); write(...what) }"
    )
    opened(page, f"/history/{matches['rami']}/1/")
    page.evaluate("""() => {
      for (let at = 1; at <= 5; at += 1) {
        const slider = document.getElementById('position');
        slider.value = at;
        slider.dispatchEvent(new Event('input', { bubbles: true }));
      }
    }""")
    page.wait_for_url("**/#move-5")
    assert page.evaluate("window.written") == ["#move-5"]


def test_a_link_followed_at_once_leads_back_to_the_move(browsing: Browsing, matches: dict[str, str]) -> None:
    page = opened(browsing.open("hana", locale="en-US"), f"/history/{matches['rami']}/1/#move-2")
    page.evaluate("""() => {
      document.querySelector('[data-go=next]').click();
      document.querySelector('main a[href^="/history/"]').click();
    }""")
    page.wait_for_url("**/history/")
    page.go_back()
    page.locator("[data-part=said]", has_text="3 /").wait_for()
    page.locator("a.skip").press("Enter")  # names no move
    page.wait_for_timeout(100)
    assert at(page) == 3


def test_filters_say_what_is_listed_after_going_back(browsing: Browsing, matches: dict[str, str]) -> None:
    page = browsing.open("hana", locale="en-US")
    page.goto("/history/")
    rows = {}
    for game in ("rami", "pife-corte"):
        page.locator(f"label.pick:has([name=game][value={game}])").click()
        page.wait_for_url(f"**game={game}**")
        expect(page.locator(".match")).to_have_count(1)
        rows[game] = page.locator(".match b").inner_text()
    for step, game in ((page.go_back, "rami"), (page.go_forward, "pife-corte")):
        step()
        page.wait_for_url(f"**game={game}**")
        expect(page.locator(f"[name=game][value={game}]")).to_be_checked()
        expect(page.locator(".match b")).to_have_text(rows[game])
    assert page.evaluate("sessionStorage.getItem('htmx-history-cache')") is None  # whoever uses the browser next


def test_a_search_is_one_step_of_the_way_back(browsing: Browsing, matches: dict[str, str]) -> None:
    """Enter changes the field and sends the form: both ask for the list."""
    page = browsing.open("hana", locale="en-US")
    page.goto("/history/")
    page.get_by_label("Played with").fill("hugo")
    page.keyboard.press("Enter")
    page.wait_for_url("**with=hugo**")
    page.wait_for_timeout(500)
    page.go_back()
    page.wait_for_timeout(500)
    assert "with" not in page.url


def test_a_link_that_may_not_be_copied_is_selected(browsing: Browsing, matches: dict[str, str]) -> None:
    page = browsing.open("hana", locale="en-US")
    page.add_init_script(
        "navigator.clipboard.writeText = async () => { throw new DOMException('no', 'NotAllowedError') }"
    )
    page.goto(f"/history/{matches['rami']}/")
    page.locator(".share summary").click()
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="Copy the link")).to_be_visible()
    assert page.evaluate("String(getSelection())") == page.locator("#share-link").input_value()


def test_play_goes_on_by_itself_and_stops(browsing: Browsing, matches: dict[str, str]) -> None:
    page = opened(browsing.open("hana", locale="en-US"), f"/history/{matches['rami']}/1/")
    page.get_by_role("button", name="Play").click()
    page.locator("[data-part=said]", has_text="1 /").wait_for()
    page.get_by_role("button", name="Pause").click()
    stands = at(page)
    page.wait_for_timeout(1800)
    assert at(page) == stands


def test_as_i_saw_it_hides_the_other_hands(browsing: Browsing, matches: dict[str, str]) -> None:
    page = opened(browsing.open("hana", locale="en-US"), f"/history/{matches['cacheta-vidas']}/1/#move-4")
    assert page.locator(".rhand .card.back").count() == 0
    page.locator("input[name=view][value=me]").check()
    assert page.locator(".rhand .card.back").count() >= 18
    assert page.locator(".rhand .card:not(.back)").count() in (9, 10)


def test_others_see_backs_and_no_check(browsing: Browsing, matches: dict[str, str]) -> None:
    page = opened(browsing.open("zeno", locale="en-US"), f"/history/{matches['cacheta-vidas']}/1/#move-4")
    assert page.locator(".rhand .card:not(.back)").count() == 0
    assert page.locator("[data-part=check]").count() == 0
    assert page.get_by_text("All hands are open only").count() == 1


def test_a_swipe_moves(browsing: Browsing, matches: dict[str, str]) -> None:
    page = opened(browsing.open("hana", locale="en-US", has_touch=True), f"/history/{matches['pife-corte']}/1/#move-4")
    swipe = """(dx) => {
      const board = document.querySelector('[data-part=board]');
      const at = (x) => ({ bubbles: true, pointerType: 'touch', clientX: x, clientY: 300 });
      board.dispatchEvent(new PointerEvent('pointerdown', at(200)));
      board.dispatchEvent(new PointerEvent('pointerup', at(200 + dx)));
    }"""
    page.evaluate(swipe, -80)
    assert at(page) == 5
    page.evaluate(swipe, 80)
    assert at(page) == 4
    page.evaluate(swipe, 10)
    assert at(page) == 4


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [{"width": 390, "height": 844}, {"width": 1280, "height": 800}])
def test_no_page_is_too_wide_or_breaks_a_rule_of_access(
    browsing: Browsing, matches: dict[str, str], scheme: str, viewport: dict[str, int]
) -> None:
    page = browsing.open("hana", locale="en-US", viewport=viewport, color_scheme=scheme)
    match = matches["cacheta-pontos"]
    tags = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
    for address in (
        "/history/", f"/history/{match}/", f"/history/{match}/1/#move-6", "/people/hana/", "/leaderboard/pife/?size=2",
    ):  # fmt: skip
        page.goto(address)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"], address
        results = Axe().run(page, options=tags)
        assert results.violations_count == 0, f"{address}: {results.generate_report()}"


@pytest.mark.parametrize("locale", ["en-US", "pt-BR", "bg"])
def test_a_replay_fits_a_small_phone_in_every_language(
    browsing: Browsing, matches: dict[str, str], locale: str
) -> None:
    """To its last move, where there is most to say."""
    page = browsing.open("hana", locale=locale, viewport={"width": 360, "height": 640})
    for number in matches.values():
        opened(page, f"/history/{number}/1/")
        page.keyboard.press("End")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert page.locator("[data-go=last]").evaluate("button => button.getBoundingClientRect().right") <= 360
