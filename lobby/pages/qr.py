"""QR codes as an SVG path: dark on light in every theme, as cameras expect."""

import qrcode
from qrcode.constants import ERROR_CORRECT_M

QUIET_ZONE = 4  # modules of margin, as the standard requires


def svg(text: str) -> bytes:
    """The QR code of this text as an SVG image."""
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=QUIET_ZONE)
    code.add_data(text)
    rows = code.get_matrix()
    dots = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    size = len(rows)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path d="{dots}"/></svg>'
    ).encode()
