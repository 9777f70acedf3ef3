"""User-Agent headers in words."""

from django import template

from accounts.devices import device

register = template.Library()
register.filter("device", device)
