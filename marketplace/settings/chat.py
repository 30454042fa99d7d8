"""Messages between buyers and sellers."""

from pydantic import BaseModel, Field


class ChatSettings(BaseModel):
    """Messages between buyers and sellers."""

    message_max_length: int = Field(4_000, description="characters of one message")
    max_photos_per_message: int = Field(6, description="photos of one message")
    preview_length: int = Field(40, description="characters of the last message in a contact list")
    chat_autosend_ms: int = Field(500, description="delay before a prefilled first message is sent")
    chat_scroll_ms: int = Field(100, description="delay before a loaded conversation scrolls down")
    reply_time_days: int = Field(90, description="days of conversations that a seller's reply time is taken from")
    reply_time_min_answers: int = Field(5, description="answers without which no reply time is shown")
    rule_replay_messages: int = Field(2_000, description="messages on which a changed rule is tried, the newest ones")
    digest_after_minutes: int = Field(15, description="messages that are unread this long are mailed in a digest")
