"""What may a browser do with our answers: the security headers of every response."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# The page runs without the rights of our origin (sandbox), loads only our own files, and talks to nobody.
PAGE_POLICY = (
    "sandbox allow-scripts; default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# A page with a search form may send it to us, and to nobody else.
FORM_POLICY = (
    "sandbox allow-forms; default-src 'none'; style-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
MAP_FORM_POLICY = PAGE_POLICY.replace("allow-scripts", "allow-scripts allow-forms").replace(
    "form-action 'none'", "form-action 'self'"
)
DATA_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'"

_ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class SecurityHeaders:
    """ASGI middleware that adds the headers, whoever made the response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and add to what comes back."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _ALWAYS.items():
                    headers.setdefault(name, value)
                is_page = headers.get("content-type", "").startswith("text/html")
                headers.setdefault("Content-Security-Policy", PAGE_POLICY if is_page else DATA_POLICY)
            await send(message)

        await self.app(scope, receive, send_with_headers)
