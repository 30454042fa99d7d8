"""Input and read views of web push."""

import json
from dataclasses import dataclass

from pydantic import BaseModel

from marketplace.domain.views import View
from marketplace.settings import get_settings

# Keeps the message below the limit of push services (4,096 bytes encrypted), in any script.
_TEXT_LENGTH = 200


class PushDraft(BaseModel):
    """A subscription as the browser made it: URL at its push service, public key and shared secret in base64url."""

    endpoint: str = ""
    p256dh: str = ""
    auth: str = ""


class PushStatus(View):
    """What a browser needs to know before it subscribes: the key of this site, and whether the caller's session gets notifications."""

    public_key: str
    subscribed: bool


@dataclass(frozen=True, slots=True)
class PushMessage:
    """What a browser shows in one line; a click opens the path, and a newer message with the same path replaces the older one."""

    text: str
    path: str

    def encode(self) -> bytes:
        """Return the JSON that the service worker reads."""
        text = " ".join(self.text.split())[:_TEXT_LENGTH]
        return json.dumps(
            {"title": get_settings().site_name, "body": text, "path": self.path}, ensure_ascii=False
        ).encode()
