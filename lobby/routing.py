"""The addresses of the sockets."""

from django.urls import path

from .tables.realtime.consumers import LobbyConsumer, TableConsumer

websocket_urlpatterns = [
    path("ws/table/<str:slug>/", TableConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
]
