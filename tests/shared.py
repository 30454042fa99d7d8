"""A Redis and an S3 server that are there already, for running whole suites on them: each test process has its own part.

`MARKETPLACE_TEST_REDIS_URL=redis://127.0.0.1:6379` and `MARKETPLACE_TEST_S3_ENDPOINT=http://127.0.0.1:5000` name them.
"""

import os
from collections.abc import Mapping, MutableMapping

_BUCKET = "marketplace-tests"
_AWS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}
# Redis has sixteen databases unless told otherwise; the last ones are used by tests of Redis itself.
_DATABASES = 12

_PREFIX = "MARKETPLACE_TEST_"
_KEPT = "KEPT_"


def keep(environment: MutableMapping[str, str]) -> dict[str, str]:
    """What is said to the tests by MARKETPLACE_TEST_..., under names that are not taken for settings.

    The workers of pytest-xdist start with the environment that the first process leaves, so it stays in there.
    """
    for name in [name for name in environment if name.startswith(_PREFIX)]:
        environment[_KEPT + name] = environment.pop(name)
    mark = _KEPT + _PREFIX
    return {name.removeprefix(_KEPT): value for name, value in environment.items() if name.startswith(mark)}


def settings(given: Mapping[str, str]) -> dict[str, str]:
    """The environment that makes this process use them, where they are named."""
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
    """Empty this process's part of Redis: limits that an earlier run has used up are none of the next one's."""
    if redis := made.get("MARKETPLACE_REDIS_URL", ""):
        from redis import Redis

        with Redis.from_url(redis) as client:
            client.flushdb()


def _make_bucket(endpoint: str) -> None:
    import boto3

    client = boto3.client(
        "s3", endpoint_url=endpoint, region_name="us-east-1", aws_access_key_id="test", aws_secret_access_key="test"
    )
    # In this region making what is there already is no fault.
    client.create_bucket(Bucket=_BUCKET)
