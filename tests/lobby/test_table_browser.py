"""The table page in Chromium: taps that come too late, questions about somebody who has gone, what has the focus."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.browsing import Browsing

pytestmark = pytest.mark.browser
# Draws, and taps the main button once more the moment it has become "Discard".
SECOND_TAP = """() => new Promise((done) => {
  document.querySelector('[data-do=draw]').click();
  const look = () => {
    const main = document.querySelector('[data-do=discard][data-main]:not([aria-disabled=true])');
    if (!main) return requestAnimationFrame(look);
    main.click();
    return setTimeout(done, 600);
  };
  look();
})"""


def table_of(browsing: Browsing, *names: str) -> list[Any]:
    """Pages of people who play Pife com corte together."""
    browsing.server.people(*names)
    slug = browsing.server.call("tests.support.scenes.rooms", 120, *names)
    pages = [browsing.open(name, locale="en-GB") for name in names]
    for page in pages:
        page.goto(f"/room/{slug}/")
        expect(page.locator("#hand [data-card]")).to_have_count(9)
    return pages


def test_an_impatient_second_tap_on_draw_throws_no_card(browsing: Browsing) -> None:
    pages = table_of(browsing, "tap-ana", "tap-bia")
    page = next(page for page in pages if page.locator("[data-do=draw][data-main]").count())
    hand = page.locator("#hand [data-card]")
    hand.first.click()  # chosen before the draw
    page.evaluate(SECOND_TAP)
    expect(hand).to_have_count(10)
    page.locator("[data-do=discard][data-main]").click()
    expect(hand).to_have_count(9)


def test_a_question_about_somebody_goes_when_they_go(browsing: Browsing) -> None:
    host, guest = table_of(browsing, "ask-ana", "ask-bia")
    host.locator("[data-do=menu]").click()
    host.locator("dialog [data-do=seats]").click()
    host.locator("dialog [data-do=seat]", has_text="ask-bia").click()
    host.locator("dialog [data-do=question]", has_text="Remove").click()
    expect(host.locator("dialog h2")).to_contain_text("ask-bia")
    guest.locator("[data-do=menu]").click()
    guest.locator("dialog [data-do=leave]").click()
    guest.locator("dialog [data-do=yes]").click()
    guest.wait_for_url("**/")  # a page that is closed on its way elsewhere may hang the browser
    expect(guest.locator("#rooms")).to_be_visible()
    expect(host.locator("dialog")).to_be_hidden()


def test_each_new_question_has_the_focus_and_can_be_heard(browsing: Browsing) -> None:
    page, _other = table_of(browsing, "ear-ana", "ear-bia")
    page.locator("[data-do=menu]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog #live-polite")).to_have_count(1)  # what lies outside an open dialog is not read out
    page.locator("dialog [data-do=seats]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog h2")).to_have_text("Players and bots")
    expect(page.locator("dialog h2")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_be_hidden()
    expect(page.locator("#table > #live-polite")).to_have_count(1)
