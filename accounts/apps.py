from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        from . import limits  # imports models, which are not loaded before ready()

        limits.replace_allauth_limiter()
