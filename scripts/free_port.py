"""Which port is free on loopback? Prints the first of fifty from the one given."""

from __future__ import annotations

import socket
import sys

TRIED = 50
HIGHEST = 65_535


def is_free(port: int) -> bool:
    """Say whether nothing listens on a port of loopback."""
    with socket.socket() as probe:
        # As a server does: a port that was just given back counts as free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


first = int(sys.argv[1])
for candidate in range(first, min(first + TRIED, HIGHEST + 1)):
    if is_free(candidate):
        print(candidate)
        break
else:
    sys.exit(1)
