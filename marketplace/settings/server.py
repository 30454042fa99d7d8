"""The server process: where it listens, what it logs, and which requests it accepts."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field

from marketplace.settings import validators


class ServerSettings(BaseModel):
    """The server process: where it listens, what it logs, and which requests it accepts."""

    host: str = Field("0.0.0.0", description="address to listen on")
    port: int = Field(3000, ge=1, le=65535, description="the one port for pages, websocket and API")
    workers: int = Field(1, ge=1, le=64, description="server processes; more than one needs REDIS_URL")
    trusted_proxy_hops: int = Field(
        0, ge=0, le=8, description="trusted reverse proxies in front of the server, for the client's address"
    )
    log_level: Annotated[str, AfterValidator(validators.log_level)] = Field(
        "INFO", description="DEBUG, INFO, WARNING or ERROR"
    )
    metrics_port: int = Field(
        0, ge=0, le=65535, description="port of the Prometheus metrics; 0: none, same as PORT: on the public port"
    )
    metrics_host: str = Field(
        "127.0.0.1", description="address the metrics listen on, if METRICS_PORT is a separate port"
    )
    body_max_bytes: int = Field(1024 * 1024, description="size of a JSON body")
    body_timeout_s: float = Field(
        30.0, description="a JSON body, and each piece of an upload, must arrive within this, seconds"
    )
    json_max_values: int = Field(5_000, ge=2_000, description="values in a JSON body or page event")
    json_max_depth: int = Field(
        20, ge=10, description="arrays and objects within each other in a JSON body or page event"
    )
    query_max_bytes: int = Field(8_192, description="size of a query string as it was sent")
    query_max_parameters: int = Field(100, description="parameters in a query string")
    response_cache_mb: int = Field(
        64, ge=0, description="memory of the response cache in each worker, megabytes; 0: no cache"
    )
    response_cache_s: int = Field(600, description="cached responses expire after this, seconds")
    shared_cache_s: int = Field(
        0, ge=0, description="a proxy or CDN may send public pages again without asking for this, seconds; 0: it asks"
    )
