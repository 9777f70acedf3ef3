"""The URLs of the lobby."""

from django.urls import path

from .pages import invitation_views, styleguide, views

urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("rooms/list/", views.room_list, name="room_list"),
    path("rooms/invitations/", invitation_views.invitations, name="invitations"),
    path("rooms/invitations/<int:pk>/decline/", invitation_views.decline, name="invitation_decline"),
    path("rooms/new/", views.room_new, name="room_new"),
    path("rooms/code/", views.room_code, name="room_code"),
    path("rooms/play-now/", views.play_now, name="play_now"),
    path("room/<slug:slug>/", views.room, name="room"),
    path("room/<slug:slug>/invite/", invitation_views.room_invite, name="room_invite"),
    path("room/<slug:slug>/qr.svg", views.room_qr, name="room_qr"),
    path("rules/", views.rules, name="rules"),
    path("rules/<slug:key>/", views.rules_one, name="rules_one"),
    path("styleguide/", styleguide.page, name="styleguide"),
]
