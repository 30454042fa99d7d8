"""A server that the tests of this package share, unless they stop it or need settings of their own."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests import servers


@dataclass
class Running:
    """A running server, the port of its metrics and its data folder."""

    url: str
    metrics_port: int
    data: Path

    @property
    def port(self) -> int:
        """The port of pages and API."""
        return int(self.url.rsplit(":", 1)[1])

    def metrics(self) -> str:
        """Return the metrics of all workers."""
        return httpx.get(f"http://127.0.0.1:{self.metrics_port}/metrics", timeout=30, verify=servers.TLS).text


@pytest.fixture(scope="package")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The shared server; every test that uses it is in the group `servers`."""
    port = servers.free_port()
    data = tmp_path_factory.mktemp("running")
    with servers.serving(data, metrics_port=port) as server:
        yield Running(server.url, port, data)
