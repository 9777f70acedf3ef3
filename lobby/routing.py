"""The URLs of the sockets."""

from django.urls import path

from .tables.realtime.consumers import LobbyConsumer, TableConsumer

websocket_urlpatterns = [
    path("ws/table/<str:slug>/", TableConsumer.as_asgi()),  # type: ignore[arg-type]  # ASGI instead of a view
    path("ws/lobby/", LobbyConsumer.as_asgi()),  # type: ignore[arg-type]  # likewise
]
