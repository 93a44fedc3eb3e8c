"""`townline serve` as a process of its own: it answers, says where, and stops cleanly."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from api.cli.serve import serve_command
from api.serving import listen
from gis.errors import OptionInvalid

PROGRAM = """
import sys
import gis.proposals.evaluate
from tests.api.service import StandIn
gis.proposals.evaluate.Evaluator = lambda layers: StandIn()
from api.cli.serve import serve_command
serve_command(sys.argv[1:])
"""
START_SECONDS = 60


@contextmanager
def _serving(repository: Path, *arguments: str, lines: int = 1) -> Iterator[tuple[subprocess.Popen[str], str]]:
    command = [sys.executable, "-c", PROGRAM, "--layers", "none", "--date", "2025-07-01", "--port", "0", *arguments]
    with subprocess.Popen(
        command,
        cwd=repository,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            said = "".join(process.stdout.readline() for _ in range(lines))
            found = re.search(r"http://127\.0\.0\.1:\d+/", said)
            assert found, (said, process.stderr.read() if process.stderr else "")
            yield process, found[0]
        finally:
            if process.poll() is None:
                process.kill()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_answers_once_it_says_so_and_stops_cleanly(repository: Path, number: signal.Signals) -> None:
    with _serving(repository, "--boundary", "line.geojson") as (process, address):
        assert httpx.get(f"{address}api/health").json()["status"] == "ok"
        assert "Proposed Alder" in httpx.get(address).text
        process.send_signal(number)
        output, complaints = process.communicate(timeout=20)
        assert process.returncode == 0
        assert output == "Stopped.\n"
        assert complaints == ""


@pytest.mark.slow
def test_a_port_that_is_taken_is_said(repository: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OptionInvalid, match="--port"):
            listen("127.0.0.1", port)
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, "--layers", "none", "--date", "2025-07-01", "--port", str(port)],
            cwd=repository,
            capture_output=True,
            text=True,
            check=False,
            timeout=START_SECONDS,
        )
    assert done.returncode == 2
    assert f"port {port}" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_address_that_is_none_is_said() -> None:
    with pytest.raises(OptionInvalid, match=r"nowhere\.invalid"):
        listen("nowhere.invalid", 0)


def test_a_port_just_left_can_be_taken_again() -> None:
    with listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)) as caller:
            accepted, _ = first.accept()
            accepted.close()
            caller.recv(1)
    listen("127.0.0.1", port).close()


def test_a_decision_without_its_boundary_is_refused(tmp_path: Path) -> None:
    arguments = ["--layers", str(tmp_path), "--date", "2025-07-01", "--decision", "decision.yaml", "--format", "json"]
    refused = CliRunner().invoke(serve_command, arguments)
    assert refused.exit_code == 2
    assert json.loads(refused.stderr)["where"] == "the option --decision"


@pytest.mark.slow
def test_scripts_are_told_the_address_as_json(repository: Path) -> None:
    with _serving(repository, "--format", "json", lines=4) as (process, address):
        assert httpx.get(f"{address}api/health").json()["status"] == "ok"
        process.send_signal(signal.SIGTERM)
        output, complaints = process.communicate(timeout=20)
    assert (process.returncode, output, complaints) == (0, "", "")
