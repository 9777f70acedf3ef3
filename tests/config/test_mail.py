"""Mails: stored by a page, delivered by the beat, whatever the mail server does."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from email.header import decode_header, make_header

import pytest
from django.core.mail import EmailMultiAlternatives, send_mail
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from prometheus_client import REGISTRY

from config.ops import outbox, tasks
from config.ops.metrics import site
from config.ops.models import Mail
from tests.config.mail_servers import Closing, Silent, listening, refusing_port
from tests.support.processes import wait_for

PASSWORD = "caneca-azul-9"


@pytest.fixture
def outgoing(settings) -> Callable[[int], None]:
    """Mails go through the outbox, to the mail server at this port."""
    settings.EMAIL_BACKEND = "config.ops.outbox.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_USE_TLS, settings.EMAIL_TIMEOUT = "127.0.0.1", False, 1

    def to(port: int) -> None:
        settings.EMAIL_PORT = port

    to(refusing_port())
    return to


def write(to: str = "ana@example.org") -> Mail:
    send_mail("Olá", "Clique em https://batida.example/x", None, [to])
    return Mail.objects.latest("pk")


def counted(outcome: str) -> float:
    return REGISTRY.get_sample_value("batida_mails_total", {"outcome": outcome}) or 0


def figures() -> dict[str, float]:
    return {sample.name: sample.value for family in site() for sample in family.samples}


def sign_up(client: Client, name: str = "ana") -> int:
    form = {"username": name, "email": f"{name}@example.org", "password1": PASSWORD, "password2": PASSWORD}
    return client.post("/accounts/signup/", form).status_code


@pytest.mark.django_db
def test_what_is_sent_waits_and_is_delivered_as_it_was_written(outgoing) -> None:
    message = EmailMultiAlternatives("Olá", "words", "a@b.example", ["c@d.example"], headers={"X-Test": "1"})
    message.attach_alternative("<p>words</p>", "text/html")
    message.send()
    assert figures()["batida_mails_waiting"] == 1
    sent = counted("sent")
    with listening() as server:
        outgoing(server.port)
        tasks.deliver_mails()
    (mail,) = server.taken
    assert str(make_header(decode_header(mail["Subject"]))) == "Olá"
    assert (mail["From"], mail["To"], mail["X-Test"]) == ("a@b.example", "c@d.example", "1")
    assert [part.get_content_type() for part in mail.walk()][1:] == ["text/plain", "text/html"]
    assert not Mail.objects.exists()
    assert counted("sent") == sent + 1
    assert figures()["batida_mails_waiting"] == 0


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["silent", "closing", "no server"])
@pytest.mark.live
def test_pages_do_not_feel_a_broken_mail_server(client: Client, outgoing, settings, kind: str) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    handler = {"silent": Silent, "closing": Closing, "no server": Closing}[kind]
    with listening(handler) as server:
        outgoing(refusing_port() if kind == "no server" else server.port)
        before = time.monotonic()
        assert sign_up(client) == 302
        assert Client().post("/accounts/password/reset/", {"email": "ana@example.org"}).status_code == 302
        assert server.calls == 0
        assert time.monotonic() - before < settings.EMAIL_TIMEOUT + 4
        assert Mail.objects.count() == 2
        failed = counted("failed")
        tasks.deliver_mails()
    assert counted("failed") == failed + 1  # and the other one was not even tried
    assert sorted(Mail.objects.values_list("problem", "attempts")) == [("", 0), ("server", 1)]


@pytest.mark.django_db
def test_people_are_told_while_the_mail_server_is_away(client: Client, outgoing) -> None:
    write()
    assert "does not answer" not in reset_page(client)
    tasks.deliver_mails()
    assert "Our mail server does not answer at the moment" in reset_page(client)
    with listening() as server:
        outgoing(server.port)
        Mail.objects.update(due_at=timezone.now())
        tasks.deliver_mails()
        assert len(server.taken) == 3
    assert "does not answer" not in reset_page(client)


def reset_page(client: Client) -> str:
    answer = client.post("/accounts/password/reset/", {"email": "ana@example.org"}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.live
def test_no_connection_is_held_and_no_second_thread_waits(outgoing, monkeypatch: pytest.MonkeyPatch) -> None:
    write()
    let_go, held = outbox.let_go, []

    def look() -> None:
        let_go()
        held.append(connection.connection is not None)

    monkeypatch.setattr(outbox, "let_go", look)
    with listening(Silent) as server:
        outgoing(server.port)
        first = threading.Thread(target=tasks.deliver_mails)
        first.start()
        wait_for(lambda: server.calls, "the call")
        before = time.monotonic()
        tasks.deliver_mails()
        assert time.monotonic() - before < 0.5
        first.join(20)
    assert (held, server.calls) == ([False], 1)
    connection.close()


@pytest.mark.django_db
@pytest.mark.parametrize("answer", ["550 no such user", "451 later, ana@example.org"])
def test_one_address_does_not_hold_up_the_others(outgoing, answer: str, caplog: pytest.LogCaptureFixture) -> None:
    bad, _good = write(), write("bia@example.org")
    with listening(answers={"RCPT TO:<ANA": answer}) as server:
        outgoing(server.port)
        tasks.deliver_mails()
    assert [mail["To"] for mail in server.taken] == ["bia@example.org"]
    assert Mail.objects.filter(pk=bad.pk).exists() is answer.startswith("4")  # 5: never again
    assert "example.org" not in caplog.text
    assert not outbox.EmailBackend().delayed


@pytest.mark.django_db
def test_retries_come_slower_and_end_after_a_day(outgoing) -> None:
    mail = write()
    waits = []
    for _ in range(9):
        Mail.objects.update(due_at=timezone.now())
        tasks.deliver_mails()
        mail.refresh_from_db()
        waits.append(round((mail.due_at - timezone.now()).total_seconds()))
    assert waits == sorted(waits)
    assert (waits[0], waits[-1]) == (10, 1800)
    Mail.objects.update(due_at=timezone.now(), queued_at=timezone.now() - timedelta(days=2))
    given_up = counted("given_up")
    tasks.deliver_mails()
    assert not Mail.objects.exists()
    assert counted("given_up") == given_up + 1


@pytest.mark.django_db
def test_a_mail_claimed_by_somebody_who_died_is_taken_over(outgoing) -> None:
    write()
    assert outbox.claim(timezone.now())
    assert outbox.claim(timezone.now()) is None
    assert outbox.claim(timezone.now() + outbox.LEASE)


@pytest.mark.django_db
def test_a_mail_delivered_by_somebody_else_meanwhile_does_not_come_back(outgoing) -> None:
    write()
    mail = outbox.claim(timezone.now())
    Mail.objects.all().delete()
    assert not outbox.attempt(mail)
    assert not Mail.objects.exists()


@pytest.mark.django_db
def test_a_mail_goes_with_the_transaction_of_who_sends_it(outgoing) -> None:
    with transaction.atomic():
        write()
        transaction.set_rollback(True)
    assert not Mail.objects.exists()


@pytest.mark.django_db
def test_attachments_are_refused_at_once(outgoing) -> None:
    message = EmailMultiAlternatives("a", "b", None, ["c@d.example"])
    message.attach("x.txt", "x")
    with pytest.raises(ValueError, match="attachments"):
        message.send()


def test_a_served_site_delivers_by_its_own_ticker(serve) -> None:
    """The whole way, embedded: the page stores, the ticker delivers, a silent server holds up nobody."""
    with listening(Silent) as silent, listening() as speaking:
        how = {"EMAIL_HOST": "127.0.0.1", "EMAIL_TLS": "0", "EMAIL_TIMEOUT": "2"}
        first = serve(EMAIL_PORT=str(silent.port), **how).ready()
        run_in(first.env, "from django.core.mail import send_mail; send_mail('s', 'b', None, ['a@b.example'])")
        wait_for(lambda: silent.calls, "the attempt")
        before = time.monotonic()
        assert first.get("/accounts/login/")[0] == 200
        assert time.monotonic() - before < 2
        assert first.stop() == 0
        run_in(first.env, "from config.ops.models import Mail; Mail.objects.update(due_at='2020-01-01T00:00:00Z')")
        serve(EMAIL_PORT=str(speaking.port), **how).ready()
        wait_for(lambda: speaking.taken, "the mail")


def run_in(env: dict[str, str], code: str) -> None:
    subprocess.run([sys.executable, "-c", f"import django; django.setup(); {code}"], env=env, check=True)
