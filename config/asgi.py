"""The ASGI application: pages by Django, sockets by Channels, from the site's own pages only."""

import logging
import os
from types import SimpleNamespace
from typing import Any

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import OriginValidator
from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages = get_asgi_application()  # sets Django up: the routes below import models

from django.contrib.auth import get_user  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.http import parse_cookie  # noqa: E402

from lobby.routing import websocket_urlpatterns  # noqa: E402
from lobby.tables.realtime.database_threads import AWAY, db  # noqa: E402

log = logging.getLogger(__name__)
TRY_AGAIN = 4013  # Daphne sends none of the standard codes but 1000


class Patient:
    """A socket that comes while the database is away is sent off to come again; that is no error of ours."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await self.inner(scope, receive, send)
        except AWAY as error:
            log.warning("a socket was sent away: %r", error)
            await send({"type": "websocket.close", "code": TRY_AGAIN})


class Visitors:
    """Whose socket is it? The session cookie says so, asked in the database threads of the live tables: Channels' own
    way has one thread for a whole process, in which a thousand that come back at once would queue."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        cookies = parse_cookie(dict(scope["headers"]).get(b"cookie", b"").decode("latin-1"))
        session = SessionStore(cookies.get(settings.SESSION_COOKIE_NAME))
        user = await db(get_user, SimpleNamespace(session=session))
        await self.inner({**scope, "cookies": cookies, "session": session, "user": user}, receive, send)


class AtItsOwnPath:
    """The site is where its configuration says: some servers let clients name another path, even another host."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self.inner({**scope, "root_path": settings.FORCE_SCRIPT_NAME or ""}, receive, send)


sockets = Visitors(URLRouter(websocket_urlpatterns))

application = AtItsOwnPath(
    ProtocolTypeRouter(
        {
            "http": pages,
            # Scheme, host and port must be those of an address of this site. No Origin, "null", another port: refused.
            "websocket": OriginValidator(Patient(sockets), settings.ORIGINS),
        }
    )
)
