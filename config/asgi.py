"""The ASGI application: Django serves pages, Channels serves sockets, which only the site's own pages may open."""

import logging
import os
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import OriginValidator
from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages = get_asgi_application()  # sets up Django, before the imports below load models

from django.contrib.auth import get_user  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.http import HttpRequest, parse_cookie  # noqa: E402

from lobby.routing import websocket_urlpatterns  # noqa: E402
from lobby.tables.realtime.database_threads import AWAY, db  # noqa: E402

log = logging.getLogger(__name__)
TRY_AGAIN = 4013  # a code of our own: of the standard ones, Daphne sends only 1000

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Application(Protocol):
    """ASGI 3. The parts that we plug together spell the types of scopes and events differently."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any: ...


class RetryWithoutDatabase:
    """Closes sockets that open while the database is unreachable with TRY_AGAIN, instead of reporting an error."""

    def __init__(self, inner: Application) -> None:
        self.inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self.inner(scope, receive, send)
        except AWAY as error:
            log.warning("a socket was closed, to be opened again: %r", error)
            await send({"type": "websocket.close", "code": TRY_AGAIN})


class SessionUser:
    """Adds the user of the session cookie, loaded in the database threads of the live tables. Channels' own middleware
    has one thread per process, in which a thousand simultaneous reconnections would queue."""

    def __init__(self, inner: Application) -> None:
        self.inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        cookies = parse_cookie(dict(scope["headers"]).get(b"cookie", b"").decode("latin-1"))
        request = HttpRequest()
        request.session = SessionStore(cookies.get(settings.SESSION_COOKIE_NAME))
        user = await db(get_user, request)
        await self.inner({**scope, "cookies": cookies, "session": request.session, "user": user}, receive, send)


class ConfiguredRootPath:
    """Takes the path of the site from the settings only: some servers let clients name another path or even host."""

    def __init__(self, inner: Application) -> None:
        self.inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.inner({**scope, "root_path": settings.FORCE_SCRIPT_NAME or ""}, receive, send)


# types-channels want patterns of their own, which Django's path() does not return.
sockets = SessionUser(URLRouter(websocket_urlpatterns))  # type: ignore[arg-type]  # see above

application = ConfiguredRootPath(
    ProtocolTypeRouter(
        {
            "http": pages,
            # Scheme, host and port must match an origin of this site; a missing or "null" Origin is refused too.
            "websocket": OriginValidator(RetryWithoutDatabase(sockets), settings.ORIGINS),
        }
    )
)
