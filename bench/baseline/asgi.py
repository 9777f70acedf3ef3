import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bench.baseline.settings")
django.setup()

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402 - models need the set-up above
from django.urls import path  # noqa: E402

from .consumers import TableConsumer  # noqa: E402

application = ProtocolTypeRouter({"websocket": URLRouter([path("ws/<int:table>/<int:seat>", TableConsumer.as_asgi())])})
