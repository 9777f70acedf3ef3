"""What is shown when a page fails."""

import sys

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.csrf import requires_csrf_token

from lobby.tables.realtime.database_threads import AWAY

COME_AGAIN = "3"  # seconds


@requires_csrf_token
def server_error(request: HttpRequest) -> HttpResponse:
    """A database that is away for a moment is no broken page: 503, which loads itself again. Neither page asks it."""
    if isinstance(sys.exc_info()[1], AWAY):
        response = HttpResponse(render_to_string("503.html"), status=503)
        response["Retry-After"] = COME_AGAIN
        return response
    return HttpResponse(render_to_string("500.html"), status=500)
