"""Where the site stores its state. An empty address selects the embedded implementation."""

from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field

from marketplace.settings import validators

ROOT = Path(__file__).resolve().parents[2]


class StorageSettings(BaseModel):
    """Where the site stores its state. An empty address selects the embedded implementation."""

    data_dir: Path = Field(ROOT / "data", description="folder for all embedded state")
    database_url: Annotated[str, AfterValidator(validators.database_url)] = Field(
        "", description="empty: SQLite in DATA_DIR; else postgresql+psycopg://..."
    )
    database_replica_url: Annotated[str, AfterValidator(validators.database_replica_url)] = Field(
        "", description="streaming replicas of a PostgreSQL DATABASE_URL, separated by commas"
    )
    redis_url: Annotated[str, AfterValidator(validators.redis_url)] = Field(
        "", description="empty: in process, one worker only; else redis://..."
    )
    media_url: Annotated[str, AfterValidator(validators.media_url)] = Field(
        "", description="empty: files in DATA_DIR/media; else s3://bucket/prefix"
    )
    s3_endpoint: Annotated[str, AfterValidator(validators.http_url)] = Field(
        "", description="URL of an S3 store that is not AWS"
    )
    s3_region: str = Field("us-east-1", description="region of the S3 bucket")
