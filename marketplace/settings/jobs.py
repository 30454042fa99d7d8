"""Background jobs and outgoing mail."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field

from marketplace.settings import validators


class JobSettings(BaseModel):
    """Background jobs and outgoing mail."""

    jobs_in_app: bool = Field(
        True, description="the app delivers mail and runs jobs; false: `python -m marketplace jobs` does"
    )
    job_attempts: int = Field(8, description="attempts before a job is given up")
    job_backoff_s: int = Field(30, description="wait after the first failure; doubles with each, seconds")
    job_backoff_max_s: int = Field(3_600, description="longest wait between two attempts, seconds")
    job_lock_s: int = Field(300, description="a worker's claim on a job expires this long after its last step, seconds")
    job_poll_s: float = Field(20.0, description="poll interval of the job worker, seconds")
    job_keep_days: int = Field(7, description="finished jobs are deleted after this")
    smtp_url: Annotated[str, AfterValidator(validators.smtp_url)] = Field(
        "", description="empty: mails are written to DATA_DIR/outbox; else smtp(s)://..."
    )
    mail_from: Annotated[str, AfterValidator(validators.email)] = Field(
        "", description="sender of mails; empty: no-reply@ and the host of SITE_URL"
    )
    mail_attempts: int = Field(10, description="delivery attempts before a mail is given up")
    mail_backoff_s: int = Field(15, description="wait after the first failure; doubles with each, seconds")
    mail_backoff_max_s: int = Field(3_600, description="longest wait between two attempts, seconds")
    mail_lock_s: int = Field(120, description="a worker's claim on a mail expires after this, seconds")
    mail_poll_s: float = Field(1.0, description="poll interval of the mail workers, seconds")
    mail_timeout_s: float = Field(20.0, description="timeout for each SMTP command except the content, seconds")
    mail_total_s: float = Field(60.0, description="timeout for sending one mail; shutdown waits this long, seconds")
    mail_keep_days: int = Field(30, description="sent and failed mails are deleted after this")
