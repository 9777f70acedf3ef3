"""The talk in Chromium: said by one, read by the other, in each one's language."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.support.browsing import Browsing
from tests.support.servers import Server

pytestmark = pytest.mark.browser
WCAG = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}
DESK = {"width": 1280, "height": 800}


def room_of(server: Server, *names: str) -> str:
    """The slug of a room in which these people play."""
    server.people(*names)
    slug: str = server.call("tests.support.scenes.rooms", 120, *names)
    return slug


@pytest.mark.timeout(400)
def test_a_moderator_handles_twenty_reports(browsing: Browsing) -> None:
    browsing.server.call("tests.social.seed", 20)
    page = browsing.open("desk-dora", locale="en-GB", viewport=DESK)
    for n in range(20):
        page.goto("/moderation/")
        page.locator(".report", has_text="desk-on-").first.click()
        page.wait_for_url("**/moderation/reports/**")
        if n % 4 == 3:
            page.get_by_role("button", name="Dismiss").click()
            page.get_by_role("button", name="Open again").wait_for()
            continue
        page.get_by_role("button", name="Take it").click()
        page.get_by_role("button", name="Hand back").wait_for()
        kind = ("Warning", "Mute: cannot chat", "Suspension from public rooms")[n % 4]
        page.get_by_label(kind, exact=True).check()
        page.fill("[name=reason]", "Insults at the table.")
        page.get_by_role("button", name="Decide").click()
        page.locator(".notice.success").wait_for()
        page.get_by_role("button", name="Resolve", exact=True).click()
        page.get_by_role("button", name="Open again").wait_for()
    page.goto("/moderation/?state=open")
    expect(page.locator(".report", has_text="desk-on-")).to_have_count(0)
    page.goto("/moderation/?state=dismissed")
    expect(page.locator(".report", has_text="desk-on-")).to_have_count(5)
    page.goto("/moderation/trail/")
    expect(page.locator(".trail li")).to_have_count(50)


@pytest.mark.timeout(300)
def test_the_pages_are_accessible_and_fit_a_phone(browsing: Browsing) -> None:
    browsing.server.call("tests.social.seed", 1, "page")
    page = browsing.open("page-dora", locale="en-GB")
    for address in (
        "/friends/",
        "/accounts/data/",
        "/moderation/",
        "/moderation/people/",
        "/moderation/statistics/",
        "/moderation/house/",
    ):
        page.goto(address)
        found = Axe().run(page, options=WCAG)
        assert found.violations_count == 0, f"{address}\n{found.generate_report()}"
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 390, address


@pytest.mark.parametrize("locale", ["pt-BR", "bg"])
def test_the_bar_of_the_staff_fits_however_the_phone_is_held(browsing: Browsing, locale: str) -> None:
    browsing.server.call("tests.social.seed", 1, f"bar-{locale}")
    page = browsing.open(f"bar-{locale}-dora", locale=locale)
    page.goto("/moderation/")
    for width, height in ((360, 640), (640, 360), (844, 390), (768, 1024), (900, 700)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width, (width, height)
        account = page.locator("header .avatar").bounding_box()
        assert account["x"] + account["width"] <= width, (width, height)


def test_two_people_talk(browsing: Browsing) -> None:
    slug = room_of(browsing.server, "talk-ana", "talk-bia")
    ana = browsing.open("talk-ana", locale="en-GB", viewport=DESK)
    bia = browsing.open("talk-bia", locale="en-GB")
    for page in (ana, bia):
        page.goto(f"/room/{slug}/")
    ana.get_by_role("tab", name="Chat").click()
    ana.get_by_role("button", name="Nice!").click()
    expect(ana.locator("#pane-chat .talk li")).to_have_count(1)
    expect(bia.locator(".sidebtn .dot")).to_have_text("1")
    expect(bia.locator("#live-polite")).to_contain_text("talk-ana")
    bia.locator(".sidebtn").click()
    expect(bia.locator("#pane-chat .talk li")).to_contain_text("Nice!")
    expect(bia.locator(".sidebtn .dot")).to_have_count(0)
    bia.fill("#words", "<img src=x onerror=alert(1)> d s b")
    bia.press("#words", "Enter")
    expect(ana.locator("#pane-chat .said").last).to_have_text("<img src=x onerror=alert(1)> d s b")
    expect(bia.locator("#words")).to_have_value("")
    ana.get_by_role("button", name="talk-bia", exact=True).last.click()
    ana.get_by_role("button", name="Mute").click()
    expect(ana.locator("#pane-chat .talk li")).to_have_count(1)
    bia.fill("#words", "https://spam.example")
    bia.press("#words", "Enter")
    expect(bia.locator(".toast")).to_be_visible()
    expect(bia.locator("#words")).to_have_value("https://spam.example")
