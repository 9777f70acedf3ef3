"""The addresses of accounts beside allauth's."""

from django.urls import path

from . import views, views_circle, views_data, views_standing

urlpatterns = [
    path("accounts/profile/", views.profile, name="profile"),
    path("accounts/data/", views_data.data, name="account_data"),
    path("accounts/data/export.json", views_data.export, name="account_export"),
    path("accounts/data/delete/", views_data.delete, name="account_delete"),
    path("accounts/decisions/<int:pk>/read/", views_standing.read, name="sanction_read"),
    path("friends/", views_circle.friends, name="friends"),
    path("friends/change/", views_circle.change, name="circle_change"),
]
