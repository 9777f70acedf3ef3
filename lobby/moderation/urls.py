"""The URLs of reports and of the moderators' desk."""

from django.urls import path

from . import views, views_matches, views_people, views_report, views_rooms

urlpatterns = [
    path("room/<slug:slug>/report/", views_report.from_room, name="report_from_room"),
    path("room/<slug:slug>/person/", views_report.person_of_room, name="person_of_room"),
    path("people/<str:username>/report/", views_report.person, name="report_person"),
    path("moderation/", views.queue, name="moderation"),
    path("moderation/reports/<int:pk>/", views.report, name="moderation_report"),
    path("moderation/reports/<int:pk>/do/", views.report_do, name="moderation_report_do"),
    path("moderation/people/", views_people.people, name="moderation_people"),
    path("moderation/people/<int:pk>/", views_people.person, name="moderation_person"),
    path("moderation/people/<int:pk>/do/", views_people.person_do, name="moderation_person_do"),
    path("moderation/sanctions/<int:pk>/lift/", views_people.lift, name="moderation_lift"),
    path("moderation/rooms/", views_rooms.rooms, name="moderation_rooms"),
    path("moderation/rooms/<int:pk>/", views_rooms.room, name="moderation_room"),
    path("moderation/rooms/<int:pk>/do/", views_rooms.room_do, name="moderation_room_do"),
    path("moderation/matches/<int:pk>/", views_matches.match, name="moderation_match"),
    path("moderation/matches/<int:pk>/do/", views_matches.match_do, name="moderation_match_do"),
    path("moderation/trail/", views.trail, name="moderation_trail"),
    path("moderation/statistics/", views.statistics, name="moderation_statistics"),
    path("moderation/house/", views_rooms.house, name="moderation_house"),
]
