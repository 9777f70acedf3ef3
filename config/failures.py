"""Error pages."""

import sys

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.csrf import requires_csrf_token

from lobby.tables.realtime.database_threads import AWAY

COME_AGAIN = "3"  # seconds


@requires_csrf_token
def server_error(request: HttpRequest) -> HttpResponse:
    """500; or 503 while the database is unreachable, a page that reloads itself. Neither page uses the database."""
    if isinstance(sys.exc_info()[1], AWAY):
        response = HttpResponse(render_to_string("503.html"), status=503)
        response["Retry-After"] = COME_AGAIN
        return response
    return HttpResponse(render_to_string("500.html"), status=500)
