"""Accounts: sessions, one-time codes and passwords."""

from pydantic import BaseModel, Field


class AccountSettings(BaseModel):
    """Accounts: sessions, one-time codes and passwords."""

    session_remember_days: int = Field(30, description="lifetime of a session with Remember me")
    session_hours: int = Field(12, description="lifetime of a session without Remember me")
    sessions_max: int = Field(50, description="concurrent sessions of one account; above it the oldest one ends")
    last_seen_s: int = Field(60, description="the last-seen time of a session is written at most this often, seconds")
    device_days: int = Field(400, description="lifetime of the device cookie; browsers cap it here")
    otp_minutes: int = Field(10, description="lifetime of a one-time code")
    otp_tries: int = Field(5, description="wrong tries after which a code is invalid")
    otp_verified_minutes: int = Field(30, description="how long a verified email can be used to register")
    password_min_length: int = Field(6, description="characters")
    password_max_length: int = Field(200, description="characters; limits the time for hashing")
    argon2_time_cost: int = Field(2, description="passes over the memory (OWASP Password Storage Cheat Sheet)")
    argon2_memory_kib: int = Field(19_456, description="memory of one hash, KiB (same source)")
    argon2_parallelism: int = Field(1, description="threads of one hash (same source)")
    profile_images: int = Field(5, description="photos of one profile")
