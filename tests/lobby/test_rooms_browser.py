"""The lobby in Chromium: live, without JavaScript, accessible, and clean under the content security policy."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
WCAG = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}
TABLE = re.compile("/room/[^/]+/$")


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


def test_what_differs_is_shown_while_the_form_is_filled_in(browsing) -> None:
    page = browsing.open("form_filler", locale="en-GB")
    page.goto("/rooms/new/?game=pife")
    expect(page.locator("#no-differences")).to_be_visible()
    page.click("label.pick:has([name='pife.ace'][value=low])")
    page.fill("[name='pife.points']", "12")
    expect(page.locator("#differences dd")).to_have_text(["only before the 2", "12"])
    expect(page.locator("[name='pife.points.none']")).not_to_be_checked()
    page.click("label.game:has([value=rami])")
    expect(page.locator("#no-differences")).to_be_visible()
    expect(page.locator("[name='rami.target']")).to_be_visible()
    expect(page.locator("[name='pife.points']")).to_be_hidden()


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
