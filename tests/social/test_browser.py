"""The talk in Chromium: said by one, read by the other, in each one's language."""

import subprocess
import sys
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.serving import ROOT

pytestmark = pytest.mark.browser
DESK = {"width": 1280, "height": 800}


def room_of(server: Any, *names: str) -> str:
    """The slug of a room in which these people play."""
    server.people(*names)
    command = [sys.executable, "-m", "tests.lobby.room", "120", *names]
    done = subprocess.run(command, cwd=ROOT, env=server.env, check=True, capture_output=True, text=True)
    return done.stdout.split()[-1]


def test_two_people_talk(browsing: Any) -> None:
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
