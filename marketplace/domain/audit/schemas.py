"""Read view of the audit log."""

from datetime import datetime
from typing import Any

from pydantic import Field

from marketplace.domain.views import View


class AuditRow(View):
    """One entry: actor, action, target, time and changes."""

    id: str
    actor_id: str = Field("", description="empty when the machine acted by itself")
    actor_name: str = ""
    action: str = Field(description="noun and verb, e.g. `ad.approve`")
    target: str
    target_id: str
    before: dict[str, Any]
    after: dict[str, Any]
    created_at: datetime
    names: dict[str, str] = Field({}, description="names of the target and of what the changes mention, by id")
