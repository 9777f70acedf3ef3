"""The URLs of the history."""

from django.urls import path

from . import views

urlpatterns = [
    path("history/", views.history, name="history"),
    path("history/<int:pk>/", views.match, name="history_match"),
    path("history/<int:pk>/export.json", views.export_match, name="history_export"),
    path("history/<int:pk>/<int:number>/", views.replay, name="history_round"),
    path("people/<str:username>/", views.person, name="person"),
    path("leaderboard/", views.leaderboard, name="leaderboard"),
    path("leaderboard/<slug:key>/", views.leaderboard, name="leaderboard_one"),
]
