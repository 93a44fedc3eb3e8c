"""How does every address that can be read answer alike: to HEAD as to GET without a body, redirected to no host?"""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Reading:
    """ASGI middleware that lets HEAD ask what GET asks, and keeps the caller's Host header out of redirects."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and change what comes back."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        is_head = scope["method"] == "HEAD"

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if "location" in headers:
                    headers["location"] = _on_this_host(headers["location"])
                if headers.get("allow") == "GET":
                    headers["allow"] = "GET, HEAD"
            elif is_head and message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        await self.app({**scope, "method": "GET"} if is_head else scope, receive, send_on)


def _on_this_host(location: str) -> str:
    """Return an address without its host, which is only what the caller says it is.

    >>> _on_this_host("http://somewhere.example/service-area?ordinance=norway")
    '/service-area?ordinance=norway'
    """
    _, _, path, query, _ = urlsplit(location)
    return urlunsplit(("", "", f"/{path.lstrip('/')}", query, ""))
