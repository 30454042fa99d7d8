"""Running Redis and S3 servers, on which the whole suite can run: each test process uses a separate part of them.

`MARKETPLACE_TEST_REDIS_URL=redis://127.0.0.1:6379` and `MARKETPLACE_TEST_S3_ENDPOINT=http://127.0.0.1:5000` select them.
"""

import os
from collections.abc import Mapping, MutableMapping

_BUCKET = "marketplace-tests"
_AWS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}
# Redis has sixteen databases by default. Tests of Redis itself use the last ones.
_DATABASES = 12

# Test passwords need no protection, and hashing them at full strength would slow down many tests.
CHEAP_HASHES = {"MARKETPLACE_ARGON2_TIME_COST": "1", "MARKETPLACE_ARGON2_MEMORY_KIB": "64"}

_PREFIX = "MARKETPLACE_TEST_"
_KEPT = "KEPT_"


def keep(environment: MutableMapping[str, str]) -> dict[str, str]:
    """Rename the variables MARKETPLACE_TEST_..., so that they are not read as settings, and return them with their old names.

    They stay in the environment, because the workers of pytest-xdist inherit it.
    """
    for name in [name for name in environment if name.startswith(_PREFIX)]:
        environment[_KEPT + name] = environment.pop(name)
    mark = _KEPT + _PREFIX
    return {name.removeprefix(_KEPT): value for name, value in environment.items() if name.startswith(mark)}


def settings(given: Mapping[str, str]) -> dict[str, str]:
    """Return the environment variables with which this process uses the servers that were selected."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    made = {}
    if redis := given.get("MARKETPLACE_TEST_REDIS_URL", ""):
        made["MARKETPLACE_REDIS_URL"] = f"{redis.rstrip('/')}/{int(worker.removeprefix('gw')) % _DATABASES + 1}"
    if endpoint := given.get("MARKETPLACE_TEST_S3_ENDPOINT", ""):
        _make_bucket(endpoint)
        made |= _AWS
        made["MARKETPLACE_S3_ENDPOINT"] = endpoint
        made["MARKETPLACE_MEDIA_URL"] = f"s3://{_BUCKET}/{worker}-{os.getpid()}"
    return made


def forget(made: Mapping[str, str]) -> None:
    """Empty this process's Redis database, so that rate limits used up by an earlier run do not count."""
    if redis := made.get("MARKETPLACE_REDIS_URL", ""):
        from redis import Redis

        with Redis.from_url(redis) as client:
            client.flushdb()


def _make_bucket(endpoint: str) -> None:
    import boto3

    client = boto3.client(
        "s3", endpoint_url=endpoint, region_name="us-east-1", aws_access_key_id="test", aws_secret_access_key="test"
    )
    # In this region, creating an existing bucket is not an error.
    client.create_bucket(Bucket=_BUCKET)
