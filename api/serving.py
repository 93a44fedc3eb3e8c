"""How does the service listen, say that it answers, and stop?"""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from ipaddress import ip_address
from types import FrameType

import uvicorn
from fastapi import FastAPI

from gis.errors import OptionInvalid

BACKLOG = 128


class _Announcing(uvicorn.Server):
    """A server that says when it answers."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self.started:
            self._announce()


def listen(host: str, port: int) -> socket.socket:
    """Take a port; 0 takes any that is free.

    Raises
    ------
    OptionInvalid
        Where the port is taken or the address is none of this machine.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror as error:
        raise _cannot_listen(host, port, error.strerror) from error
    listening = socket.socket(family, kind, protocol)
    # A port that a stopped server has just left can be taken again at once.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(address)
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        raise _cannot_listen(host, port, error.strerror) from error
    return listening


def is_loopback(listening: socket.socket) -> bool:
    """Say whether only this machine can reach the address."""
    return ip_address(listening.getsockname()[0]).is_loopback


def address_of(listening: socket.socket) -> str:
    """Return the address as one types it into a browser."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def run(app: FastAPI, listening: socket.socket, announce: Callable[[str], None]) -> None:
    """Serve until Ctrl-C or SIGTERM, finishing what was begun; both are a clean end."""
    config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False)
    server = _Announcing(config, lambda: announce(address_of(listening)))
    # Uvicorn hands the signal on once it has stopped; with nothing to do then, the command ends as any other.
    before = {number: signal.signal(number, _stopped) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        server.run(sockets=[listening])
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _stopped(_number: int, _frame: FrameType | None) -> None:
    """Do nothing more: the server has stopped already."""


def _cannot_listen(host: str, port: int, why: str | None) -> OptionInvalid:
    return OptionInvalid(
        what=f"The service cannot listen at {host}, port {port}.",
        where="the options --host and --port",
        why=f"The system says: {why or 'the address is of no use'}.",
        next="Stop what listens there, or give another port: --port 8001, or 0 for any that is free.",
    )
