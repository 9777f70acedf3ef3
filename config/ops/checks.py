"""What Django's own checks do not know: settings that contradict each other. Said by `check` and whenever a command
starts."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register  # noqa: A004


@register(Tags.security)
def https_needs_a_trusted_proxy(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    if not settings.HTTPS or settings.TRUSTED_PROXIES:
        return []
    return [
        Warning(
            "ORIGINS is https, and TRUSTED_PROXIES is 0: every page is an endless redirect to https, and everybody "
            "has the address of the proxy.",
            hint="Set TRUSTED_PROXIES to the number of your own proxies in front of the servers, mostly 1.",
            id="batida.W001",
        )
    ]


@register(Tags.security)
def preload_needs_subdomains(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    if not settings.SECURE_HSTS_PRELOAD or settings.SECURE_HSTS_INCLUDE_SUBDOMAINS:
        return []
    return [
        Warning(
            "HSTS_PRELOAD=1 does nothing: browsers take no site into their lists without its sub-domains.",
            hint="Set HSTS_SUBDOMAINS=1 too, if all sub-domains have https for good.",
            id="batida.W002",
        )
    ]
