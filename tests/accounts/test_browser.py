"""Account pages in Chromium: usable, accessible, and clean under the content security policy."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
WCAG = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}
VISITOR = ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"]
MEMBER = [
    "/accounts/profile/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/2fa/",
    "/accounts/sessions/",
]


def test_sign_up_profile_and_log_out(browsing) -> None:
    page = browsing.open(locale="en-GB")
    page.goto("/accounts/signup/")
    page.fill("[name=username]", "Clara.Nunes")
    page.fill("[name=password1]", "caneca-azul-9")
    page.fill("[name=password2]", "caneca-azul-9")
    page.click("main form button[type=submit]")
    page.wait_for_url("**/")
    page.goto("/accounts/profile/")
    page.fill("[name=display_name]", "Clara Nunes")
    page.select_option("[name=letters]", "fr")
    page.check("[name=deck4]")
    page.click("main form button[type=submit]")
    expect(page.locator("html")).to_have_attribute("data-letters", "fr")
    expect(page.locator("html")).to_have_attribute("data-deck", "4")
    expect(page.locator("[name=display_name]")).to_have_value("Clara Nunes")
    page.goto("/accounts/logout/")
    page.click("main form button[type=submit]")
    page.wait_for_url("**/")
    page.goto("/accounts/profile/")
    page.wait_for_url("**/accounts/login/**")


def test_a_wrong_password_is_said_at_the_form(browsing) -> None:
    page = browsing.open()
    page.goto("/accounts/login/")
    page.fill("[name=login]", "nobody")
    page.fill("[name=password]", "wrong")
    page.click("main form button[type=submit]")
    expect(page.get_by_role("alert")).to_be_visible()


@pytest.mark.parametrize("address", VISITOR)
def test_pages_for_visitors_are_accessible(browsing, address: str) -> None:
    page = browsing.open()
    page.goto(address)
    found = Axe().run(page, options=WCAG)
    assert found.violations_count == 0, found.generate_report()


def test_pages_for_members_are_accessible(browsing) -> None:
    page = browsing.open("dora")
    for address in MEMBER:
        page.goto(address)
        found = Axe().run(page, options=WCAG)
        assert found.violations_count == 0, f"{address}\n{found.generate_report()}"


def test_no_page_is_wider_than_a_phone(browsing) -> None:
    page = browsing.open("dora", viewport={"width": 360, "height": 740})
    for address in (*VISITOR, *MEMBER):
        page.goto(address)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 360, address


def test_moments_are_those_of_the_device_until_a_zone_is_chosen(browsing) -> None:
    page = browsing.open("zora", locale="en-GB", timezone_id="Pacific/Kiritimati")
    shown = """zone => {
      const time = document.querySelector('main time');
      const form = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: zone });
      return time.textContent === form.format(new Date(time.dateTime));
    }"""
    page.goto("/people/zora/")
    assert page.evaluate(shown, "Pacific/Kiritimati")
    page.goto("/accounts/profile/")
    expect(page.locator("#id_time_zone option:checked")).to_have_text("as this device says (Pacific/Kiritimati)")
    page.select_option("[name=time_zone]", "Pacific/Pago_Pago")  # a day and an hour behind
    page.click("main form button[type=submit]")
    page.goto("/people/zora/")
    assert page.evaluate(shown, "Pacific/Pago_Pago")
    assert not page.evaluate(shown, "Pacific/Kiritimati")


def test_the_passkey_button_finds_its_script(browsing) -> None:
    """Without a passkey the browser says no; the policy must not."""
    page = browsing.open()
    page.goto("/accounts/login/")
    assert page.evaluate("() => typeof window.allauth.webauthn.forms.loginForm") == "function"
