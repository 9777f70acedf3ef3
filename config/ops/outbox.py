"""Mails leave the site from here, never from a request: a request stores a row, the beat delivers it.

A mail server that accepts and never speaks costs one thread of a worker, never a page and never a connection to the
database; one that is away costs nothing but time. Tried again for a day, then given up."""

import logging
import smtplib
import threading
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection, transaction
from django.utils import timezone
from prometheus_client import Counter

from .models import Mail

log = logging.getLogger(__name__)
mails = Counter("batida_mails", "Attempts of this process to deliver a mail, by how they ended", ["outcome"])
for _outcome in ("sent", "failed", "given_up"):
    mails.labels(_outcome)

AT_ONCE = 50  # mails per tick
LEASE = timedelta(minutes=5)  # longer than an attempt: whoever claimed a mail and died leaves it to others
FIRST_RETRY, LONGEST_RETRY = timedelta(seconds=10), timedelta(minutes=30)
GIVE_UP = timedelta(days=1)
PERMANENT = 500  # reply codes of SMTP from here on: the same mail would be refused again (RFC 5321, 4.2.1)

_delivering = threading.Lock()  # one thread of a process waits for the mail server, never all of a worker's


class EmailBackend(BaseEmailBackend):
    """Django's way in: what is "sent" through it waits in the database, in the transaction of whoever sends."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        rows = [Mail(content=packed(message)) for message in email_messages if message.recipients()]
        Mail.objects.bulk_create(rows)
        return len(rows)

    @property
    def delayed(self) -> bool:
        """Whether mails wait because the mail server does not take them: people should know."""
        return Mail.objects.filter(problem=Mail.Problem.SERVER).exists()


def packed(message: EmailMessage) -> dict[str, Any]:
    """The parts of a mail as JSON. Raises ValueError if it has attachments: no mail of ours does."""
    if message.attachments:
        raise ValueError("the outbox takes no attachments")
    return {
        "subject": str(message.subject),
        "body": str(message.body),
        "subtype": message.content_subtype,
        "from_email": message.from_email,
        "to": message.to,
        "cc": message.cc,
        "bcc": message.bcc,
        "reply_to": message.reply_to,
        "headers": message.extra_headers,
        "alternatives": [list(each) for each in getattr(message, "alternatives", [])],
    }


def unpacked(content: dict[str, Any]) -> EmailMultiAlternatives:
    parts = dict(content)
    subtype = parts.pop("subtype")
    message = EmailMultiAlternatives(connection=get_connection(settings.DELIVERY_BACKEND), **parts)
    message.content_subtype = subtype
    return message


def deliver() -> None:
    """Deliver what is due. Ends at the first sign that the mail server is away: the next tick tries the next mail."""
    if not _delivering.acquire(blocking=False):
        return
    try:
        give_up(timezone.now())
        for _ in range(AT_ONCE):
            mail = claim(timezone.now())
            if mail is None or not attempt(mail):
                return
    finally:
        _delivering.release()


def claim(now: datetime) -> Mail | None:
    """The mail that has waited longest. Until its lease is over nobody else takes it."""
    with transaction.atomic():
        mail = Mail.objects.select_for_update(skip_locked=True).filter(due_at__lte=now).order_by("due_at").first()
        if mail:
            mail.due_at, mail.attempts = now + LEASE, mail.attempts + 1
            mail.save()
        return mail


def attempt(mail: Mail) -> bool:
    """Hand the mail to the mail server. Returns whether it makes sense to try the next one."""
    let_go()
    try:
        unpacked(mail.content).send()
    except (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError) as error:
        if refused_for_good(error):
            drop(mail, f"refused: {codes(error)}")
        else:
            put_off(mail, Mail.Problem.ADDRESS, f"put off: {codes(error)}")
        return True
    except ValueError as error:  # an address or a header that cannot be written
        drop(mail, type(error).__name__)
        return True
    except OSError as error:  # time-outs, TLS, smtplib's own
        put_off(mail, Mail.Problem.SERVER, type(error).__name__)
        return False
    mails.labels("sent").inc()
    mail.delete()
    return True


def let_go() -> None:
    """Close the database connection, so that none is held while we wait for the mail server."""
    if not connection.in_atomic_block:
        connection.close()


def codes(error: smtplib.SMTPRecipientsRefused | smtplib.SMTPDataError) -> list[int]:
    """The reply codes without their texts, which name the address."""
    if isinstance(error, smtplib.SMTPDataError):
        return [error.smtp_code]
    return sorted({code for code, _words in error.recipients.values()})


def refused_for_good(error: smtplib.SMTPRecipientsRefused | smtplib.SMTPDataError) -> bool:
    return all(code >= PERMANENT for code in codes(error))


def put_off(mail: Mail, problem: Mail.Problem, why: str) -> None:
    mails.labels("failed").inc()
    wait = min(FIRST_RETRY * 3 ** min(mail.attempts - 1, 10), LONGEST_RETRY)
    # Not save(): whoever took it over when the lease ended may have delivered it, and it would be back.
    Mail.objects.filter(pk=mail.pk).update(problem=problem, due_at=timezone.now() + wait)
    log.warning("%s not delivered (attempt %d: %s), next in %d s", mail, mail.attempts, why, wait.total_seconds())


def drop(mail: Mail, why: str) -> None:
    mails.labels("given_up").inc()
    log.error("%s given up after %d attempts: %s", mail, mail.attempts, why)
    mail.delete()


def give_up(now: datetime) -> None:
    """Drop mails older than a day: their links have expired. One that was never tried, because the site was stopped,
    still gets one attempt."""
    for mail in Mail.objects.filter(queued_at__lte=now - GIVE_UP, due_at__lte=now, attempts__gt=0)[:AT_ONCE]:
        drop(mail, "no mail server took it for a day")
