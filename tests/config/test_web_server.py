"""What a stranger may send to a real server: headers that servers trust, and forms that are too large or too clever."""

import http.client
import re
import socket
import time
import urllib.parse
from urllib.parse import urlsplit

import pytest
from django.conf import settings

from tests.support.clients.protocol import handshake
from tests.support.servers import Server

MOST_BODY = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
EVIL = "https://evil.example"


def exchange(
    server: Server, method: str, path: str, body: bytes | None = None, **headers: str
) -> tuple[int, str, dict]:
    """Status, page and cookies, with underscores of header names as hyphens."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    line.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    with line.getresponse() as answer:
        cookies = dict(re.match(r"([^=]+)=([^;]*)", each).groups() for each in answer.headers.get_all("Set-Cookie", []))
        page = answer.read().decode()
    line.close()
    return answer.status, page, cookies


def form(server: Server, path: str, fields: dict[str, str], **headers: str) -> tuple[int, str]:
    _, page, cookies = exchange(server, "GET", path)
    fields |= {"csrfmiddlewaretoken": re.search(r'csrfmiddlewaretoken" value="(\w+)"', page)[1]}
    headers |= {
        "Content_Type": "application/x-www-form-urlencoded",
        "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
    }
    return exchange(server, "POST", path, urllib.parse.urlencode(fields).encode(), **headers)[:2]


@pytest.mark.parametrize("name", ["Daphne-Root-Path", "daphne-root-path", "X-Script-Name", "X-Forwarded-Prefix"])
def test_no_header_moves_the_site_to_another_path(served: Server, name: str) -> None:
    _, page, _ = exchange(served, "GET", "/accounts/login/", **{name.replace("-", "_"): EVIL})
    assert "evil" not in page
    assert 'href="/accounts/password/reset/"' in page
    assert exchange(served, "GET", "/x/accounts/login/", **{name.replace("-", "_"): "/x"})[0] == 404


def test_a_root_path_opens_no_page_of_the_staff(served: Server) -> None:
    assert exchange(served, "GET", "/x/admin/", Daphne_Root_Path="/x")[0] == 404


@pytest.mark.parametrize(
    "headers",
    [{"Daphne_Root_Path": EVIL}, {"Host": "localhost:666"}, {"X_Forwarded_Host": "evil.example"},
     {"X_Forwarded_Proto": "gopher"}, {"X_Forwarded_Port": "666"}],
    ids="".join,
)  # fmt: skip
def test_links_in_mails_lead_to_this_site(serve, headers: dict[str, str]) -> None:
    server: Server = serve().ready()
    mail = f"{'-'.join(headers).lower()}@people.example"
    account = {"username": "ana", "email": mail, "password1": "caneca-azul-9", "password2": "caneca-azul-9"}
    assert form(server, "/accounts/signup/", account)[0] == 302
    assert form(server, "/accounts/password/reset/", {"email": mail}, **headers)[0] == 302
    links = re.findall(r"https?://\S+", server.said().split("Subject:", 1)[1])
    assert any("/accounts/password/reset/key/" in link for link in links)
    own = {f"127.0.0.1:{server.port}", f"localhost:{server.port}"}
    assert {urlsplit(link).netloc for link in links} <= own
    assert "evil" not in server.said()


def test_a_socket_is_not_moved_either(served: Server) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=10) as line:
        moved = {"Origin": served.url, "Daphne_Root_Path": "/x"}
        line.sendall(handshake(f"127.0.0.1:{served.port}", "/x/ws/lobby/", **moved))
        assert b" 101 " not in line.recv(4096).split(b"\r\n")[0]


# --- bodies ---------------------------------------------------------------------------------------------------------


def clever_form(size: int) -> bytes:
    """A multipart form whose part header has as many parameters as fit: parsing it takes time that grows with the
    square of its size."""
    start = b'--x\r\nContent-Disposition: form-data; name="a"'
    return start + b';a="b' * ((size - len(start)) // 5) + b"\r\n\r\nv\r\n--x--\r\n"


def test_a_clever_form_does_not_stall_the_server(served: Server) -> None:
    began = time.monotonic()
    exchange(
        served,
        "POST",
        "/accounts/login/",
        clever_form(MOST_BODY - 1000),
        Content_Type="multipart/form-data; boundary=x",
    )
    assert time.monotonic() - began < 1


@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "text/plain"])
def test_a_body_that_no_page_needs_is_refused(served: Server, kind: str) -> None:
    began = time.monotonic()
    assert exchange(served, "POST", "/accounts/login/", b"a" * (MOST_BODY + 1), Content_Type=kind)[0] == 413
    assert time.monotonic() - began < 1


@pytest.mark.parametrize("chunked", [True, False])
def test_it_is_refused_before_it_has_come(served: Server, chunked: bool) -> None:
    """Neither read to its end nor kept, whether or not it says its length."""
    length = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {100 * 1024 * 1024}"
    with socket.create_connection(("127.0.0.1", served.port), timeout=10) as line:
        line.sendall(f"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n{length}\r\n\r\n".encode())
        part = b"a" * 8192
        sent = 0
        try:
            while sent < MOST_BODY * 8:
                line.sendall(b"%x\r\n%s\r\n" % (len(part), part) if chunked else part)
                sent += len(part)
                time.sleep(0.001)
        except OSError:
            pass  # the server has closed the line
        assert sent < MOST_BODY * 8
        status = b""
        try:
            status = line.recv(4096)
        except OSError:
            return  # closed hard: what we had sent beyond the end came first
        assert status == b"" or status.startswith(b"HTTP/1.1 413 ")


def test_a_form_of_the_usual_size_is_read(served: Server) -> None:
    assert form(served, "/accounts/login/", {"login": "nobody", "password": "a" * 20_000})[0] == 200


def test_what_it_says_it_is_does_not_matter(served: Server) -> None:
    for kind in (
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=\xe9",
        "a;" * 2000,
    ):
        assert exchange(served, "POST", "/accounts/login/", b"--x\r\n\r\n", Content_Type=kind)[0] in {400, 403}, kind
