from collections.abc import Iterator

import pytest

from marketplace.settings import get_settings
from tests import push_service
from tests.push_service import PushService


@pytest.fixture
def service(tmp_path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """A push service on this machine, the only one that the site knows."""
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    with push_service.running(tmp_path) as made:
        monkeypatch.setattr(get_settings(), "push_services", made.host)
        yield made
