"""A rules page in Chromium, on narrow phones."""

import pytest

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("width", [360, 390])
@pytest.mark.parametrize("locale", ["bg", "pt-BR", "en-GB"])
def test_what_differs_in_a_room_is_in_sight_without_sideways_scrolling(browsing, locale: str, width: int) -> None:
    page = browsing.open(locale=locale, viewport={"width": width, "height": 640})
    page.goto("/rules/cacheta-pontos/?wild_scope=all&points=3&ace=low#options")
    box = page.locator("#options .tablebox")
    assert box.evaluate("box => box.scrollWidth <= box.clientWidth")
    changed = box.locator(".changed")
    assert changed.count() == 3
    for place in range(3):
        found = changed.nth(place).bounding_box()
        assert found["x"] >= 0
        assert found["x"] + found["width"] <= width
