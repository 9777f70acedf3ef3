"""The site takes its own address from the settings, never from a request."""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse


class OwnAddress:
    """Replaces the `Host` of a request by the matching one of `ORIGINS`, by default the first. Django builds links,
    redirects and mails from `Host`, but does not check its port."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        asked = request.get_host().lower()  # refuses unknown names (400)
        origins = [urlsplit(origin) for origin in settings.ORIGINS]
        if origins:
            request.META["HTTP_HOST"] = next(
                (origin.netloc for origin in origins if asked == origin.netloc.lower()),
                next((origin.netloc for origin in origins if _host(asked) == origin.hostname), origins[0].netloc),
            )
        return self.get_response(request)


def _host(netloc: str) -> str | None:
    return urlsplit(f"//{netloc}").hostname
