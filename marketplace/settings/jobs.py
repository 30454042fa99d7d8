"""Background jobs."""

from pydantic import BaseModel, Field


class JobSettings(BaseModel):
    """Background jobs."""

    jobs_in_app: bool = Field(
        True, description="the app delivers mail and runs jobs; false: `python -m marketplace jobs` does"
    )
    job_attempts: int = Field(8, description="attempts before a job is given up")
    job_backoff_s: int = Field(30, description="wait after the first failure; doubles with each, seconds")
    job_backoff_max_s: int = Field(3_600, description="longest wait between two attempts, seconds")
    job_lock_s: int = Field(300, description="a worker's claim on a job expires this long after its last step, seconds")
    job_poll_s: float = Field(20.0, description="poll interval of the job worker, seconds")
    job_keep_days: int = Field(7, description="finished jobs are deleted after this")
