"""/api/admin/rules: the rules that warn of fraud in the chat and in ads"""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse
from pydantic import Field, StrictBool, StrictFloat, StrictInt

from marketplace.api import schemas
from marketplace.api.dependencies import DispatcherDep
from marketplace.api.operations import Operation
from marketplace.api.responses import Changed, Data, Success, ok, returns
from marketplace.domain import moderation, trust
from marketplace.domain.trust import RuleReplay, messages
from marketplace.i18n.texts import t

router = APIRouter(prefix="/admin/rules", tags=["admin: rules"], route_class=Operation)


class RuleBody(schemas.Body):
    """New values of a rule; omitted fields keep theirs."""

    enabled: StrictBool | None = Field(None, examples=[True], description="whether the rule gives warnings")
    weight: StrictInt | StrictFloat | None = Field(
        None, examples=[0.8], description="factor of the shipped weights, from 0 to 2; 1 is as shipped"
    )


class RuleVersionOut(schemas.Out):
    """A change of a rule."""

    number: int = Field(examples=[1])
    enabled: bool
    weight: float
    changed_by: str
    changed_at: schemas.Timestamp


class RuleOut(schemas.Out):
    """A rule with its live values."""

    id: str = Field(validation_alias="code", examples=["qr_to_receive"])
    title: str = Field(examples=["Scanning a QR code never brings you money"])
    patterns: int = Field(examples=[5], description="number of patterns")
    enabled: bool
    weight: float = Field(examples=[1.0], description="factor of the shipped weights")
    number: int = Field(examples=[0], description="how often it was changed; 0: as shipped")
    history: list[RuleVersionOut] = Field(description="the last changes, the newest first")


class ReplayedMessageOut(schemas.Out):
    """A message that would be judged differently."""

    message: str = Field(validation_alias="text")
    before: list[str] = Field(examples=[["qr_to_receive"]], description="the warnings it got")
    after: list[str] = Field(description="the warnings it would get")


class ReplayedAdOut(schemas.Out):
    """An ad that would be judged differently."""

    product_id: str = Field(validation_alias="ad_id")
    name: str = Field(validation_alias="text", examples=["Teak sofa, three seats"])
    before: list[str] = Field(examples=[["off_platform"]], description="the reasons that its text has")
    after: list[str] = Field(description="the reasons that it would have")


class CountsOut(schemas.Out):
    """How many messages or ads the rules, with the change, would judge differently."""

    checked: int = Field(examples=[1800])
    limited: bool = Field(description="whether there were more, of which an even sample over the days was checked")
    flagged: int = Field(examples=[40], description="those that would get a warning, or ads a signal")
    newly_flagged: int = Field(examples=[3], description="of them, those that got none")
    no_longer_flagged: int = Field(examples=[5], description="those that got one and would get none")


class ReplayedAdsOut(CountsOut):
    """What the rules, with the change, would say of the last ads."""

    sample: list[ReplayedAdOut]


class ReplayedMessagesOut(CountsOut):
    """What the rules, with the change, would say of the last messages."""

    sample: list[ReplayedMessageOut]


class ReplayOut(ReplayedMessagesOut):
    """What the rules, with the change, would say of the last messages, and in `ads` of the last ads."""

    ads: ReplayedAdsOut


class ReplayResponse(Success, ReplayOut):
    """What the rules, with the change, would say of the last messages and ads."""


class PublishedResponse(Changed[RuleOut]):
    """The changed rule, with the replay of the change."""

    replay: ReplayOut


@router.get("", summary="List the rules", responses=returns(Data[list[RuleOut]], 401, 403, 422))
def list_rules(dispatcher: DispatcherDep) -> JSONResponse:
    """Lists the shipped rules with the values that decide now, and their last changes."""
    return ok(data=[RuleOut.dump(rule) for rule in dispatcher.query(trust.list_rules)])


@router.put("/{rule_id}", summary="Change a rule", responses=returns(PublishedResponse, 401, 403, 404, 409, 422))
def change(rule_id: str, body: RuleBody, dispatcher: DispatcherDep) -> JSONResponse:
    """Replays the change on the last 30 days, then makes it live. `replay` shows the effect without the change."""
    found, view = dispatcher.execute(moderation.change_rule, rule_id, enabled=body.enabled, weight=body.weight)
    return ok(message=t(messages.CHANGED), data=RuleOut.dump(view), replay=_dump(found))


@router.post(
    "/{rule_id}/undo",
    summary="Undo the last change of a rule",
    responses=returns(Changed[RuleOut], 401, 403, 404, 409, 422),
)
def undo(rule_id: str, dispatcher: DispatcherDep) -> JSONResponse:
    """Brings back the values before the last change."""
    return ok(message=t(messages.UNDONE), data=RuleOut.dump(dispatcher.execute(trust.undo_rule, rule_id)))


@router.post(
    "/{rule_id}/replay",
    summary="Try a change of a rule on the last messages and ads",
    responses=returns(ReplayResponse, 401, 403, 404, 422),
)
def replay(
    rule_id: str,
    dispatcher: DispatcherDep,
    body: RuleBody | None = None,
    days: Annotated[int, Query(description="how far back, at most 90", examples=[30])] = 30,
) -> JSONResponse:
    """Compares the warnings that received messages got with those that the changed rules would give, and in `ads` the signals
    on the texts of ads. Changes nothing.
    """
    enabled, weight = (body.enabled, body.weight) if body else (None, None)
    found = dispatcher.execute(moderation.replay_rule, rule_id, days=days, enabled=enabled, weight=weight)
    return ok(**_dump(found))


def _dump(found: RuleReplay) -> dict[str, Any]:
    return {**ReplayedMessagesOut.dump(found.messages), "ads": ReplayedAdsOut.dump(found.ads)}
