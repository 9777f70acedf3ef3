"""URLs of accounts, in addition to allauth's."""

from django.urls import path

from . import views, views_privacy, views_relationships, views_standing

urlpatterns = [
    path("accounts/profile/", views.profile, name="profile"),
    path("accounts/data/", views_privacy.data, name="account_data"),
    path("accounts/data/export.json", views_privacy.export, name="account_export"),
    path("accounts/data/delete/", views_privacy.delete, name="account_delete"),
    path("accounts/decisions/<int:pk>/read/", views_standing.read, name="sanction_read"),
    path("friends/", views_relationships.friends, name="friends"),
    path("friends/change/", views_relationships.change, name="circle_change"),
]
