"""Does a server answer? Asks for each address until it does, while the server's process lives."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
import urllib.error
import urllib.request

PAUSE_SECONDS = 0.2
# The server is on this machine: whatever proxy the environment names is not asked.
ASK = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def is_running(process: int) -> bool:
    """Say whether a process of ours is still there."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def answer(address: str, until: float, process: int) -> bytes | None:
    """Return what an address gives, or nothing when it gave nothing in time."""
    while time.monotonic() < until and is_running(process):
        try:
            with ASK.open(address, timeout=10) as response:
                return bytes(response.read())
        except urllib.error.HTTPError as error:
            print(f"{address}: {error}", file=sys.stderr)
            return None
        except OSError:
            time.sleep(PAUSE_SECONDS)
    return None


# Stopped by hand, it ends without a traceback.
signal.signal(signal.SIGINT, signal.SIG_DFL)
parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("addresses", nargs="+")
parser.add_argument("--seconds", type=float, default=60)
parser.add_argument("--while-running", type=int, required=True)
wanted = parser.parse_args()
deadline = time.monotonic() + wanted.seconds
for each in wanted.addresses:
    body = answer(each, deadline, wanted.while_running)
    if body is None:
        sys.exit(1)
    print(f"    {each}: {len(body):,} bytes")
