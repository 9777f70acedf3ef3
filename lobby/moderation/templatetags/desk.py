"""Filters for the pages of the moderators' desk."""

from django import template

from lobby.moderation import words
from lobby.rulebook import labels

register = template.Library()
register.filter("game_title", labels.title)
register.filter("action_text", words.action_text)
register.filter("phrase_text", words.phrase_text)
