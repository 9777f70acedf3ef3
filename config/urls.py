"""The URLs of the site."""

from allauth.account.decorators import secure_admin_login
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.views import activate_totp
from allauth.usersessions.models import UserSession
from csp.decorators import csp_update
from django.contrib import admin
from django.urls import include, path
from django.views.i18n import JavaScriptCatalog

from .ops.health import healthz, readyz
from .ops.metrics import metrics

# Use the site's own log-in, so that its rate limits and second factor protect the admin too.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # as allauth's docs say
# Their rows are secrets: keys of second factors and of sessions. The staff pages show log-ins without them.
for model in (Authenticator, UserSession):
    admin.site.unregister(model)

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("admin/", admin.site.urls),
    path("", include("accounts.urls")),
    # The QR code of the second factor is a data: image; allow those on this page only.
    path(
        "accounts/2fa/totp/activate/",
        csp_update({"img-src": ["data:"]})(activate_totp),
        name="mfa_activate_totp",
    ),
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("jsi18n/", JavaScriptCatalog.as_view(), name="javascript-catalog"),
    path("", include("lobby.history.urls")),
    path("", include("lobby.moderation.urls")),
    path("", include("lobby.urls")),
]
handler500 = "config.failures.server_error"
