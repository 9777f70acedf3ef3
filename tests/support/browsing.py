"""Pages in Chromium that remember what they complained about."""

from typing import Any

from .servers import Server

PHONE = {"width": 390, "height": 844}


class Browsing:
    """Pages of one server. Console errors, policy violations and uncaught exceptions of any of them fail the test."""

    def __init__(self, browser: Any, server: Server) -> None:
        self.browser, self.server = browser, server
        self.contexts: list[Any] = []
        self.complaints: list[str] = []

    def open(
        self, who: str | None = None, *, locale: str = "pt-BR", viewport: dict[str, int] = PHONE, **how: Any
    ) -> Any:
        """A new page, of a logged-in person if a user name is given."""
        context = self.browser.new_context(base_url=self.server.url, locale=locale, viewport=viewport, **how)
        self.contexts.append(context)
        if who:
            cookies = self.server.people(who)[who]
            context.add_cookies([{"name": n, "value": v, "url": self.server.url} for n, v in cookies.items()])
        page = context.new_page()
        page.on("console", self.heard)
        page.on("pageerror", lambda error: self.complaints.append(f"uncaught: {error}"))
        return page

    def heard(self, message: Any) -> None:
        if message.type == "error" or "Content Security Policy" in message.text:
            self.complaints.append(message.text)

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        assert not self.complaints, "\n".join(self.complaints)
