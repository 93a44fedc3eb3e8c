"""What the tests of the service share: a stand-in for the evaluator and a client."""

from __future__ import annotations

import pytest

from api.main import create_app
from api.settings import Settings
from tests.api.service import DATE, Client, StandIn


@pytest.fixture
def stand_in() -> StandIn:
    """Return an evaluator that judges nothing."""
    return StandIn()


@pytest.fixture
def client(stand_in: StandIn) -> Client:
    """Return a client of a service without a boundary of its own."""
    return Client(create_app(Settings(date=DATE), stand_in))
