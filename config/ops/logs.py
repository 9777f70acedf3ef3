"""How the processes write their logs: lines for people, or one JSON object a line for machines. Never locals, which
hold cards; and where an exception's own words name a card or a seed, that is struck out."""

import json
import logging
import re
from typing import Any

SECRET = re.compile(r"\b(?:[A2-9TJQK][CDHS][12]|[0-9a-fA-F]{64})\b")  # a card of a deck; a seed


def struck(text: str) -> str:
    return SECRET.sub("[secret]", text)


class LineFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return struck(super().format(record))


class JsonFormatter(logging.Formatter):
    """One object a record. Only the message and its place."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "logger": record.name,
            "message": struck(record.getMessage()),
        }
        if record.exc_info:
            entry["exception"] = struck(self.formatException(record.exc_info))
        return json.dumps(entry, ensure_ascii=False)


def logging_config(*, as_json: bool, level: str) -> dict[str, Any]:
    quiet = {"level": "WARNING"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "lines": {"()": LineFormatter, "format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
            "json": {"()": JsonFormatter},
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json" if as_json else "lines"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            # a line or two a tick, several ticks a second
            "celery.app.trace": quiet,
            "celery.beat": quiet,
            "celery.worker.strategy": quiet,
            "daphne": quiet,
            "django.channels.server": quiet,
        },
    }
