"""Shows the rules to admins and stores their changes. Every change is a new version, so that the one before can come back."""

from collections.abc import Sequence

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict, Invalid, NotFound
from marketplace.domain import audit
from marketplace.domain.trust import changes, messages, rule_queries, rulebook
from marketplace.domain.trust.changes import MAX_WEIGHT, SHIPPED_WEIGHT, RuleChange
from marketplace.domain.trust.rulebook import Rulebook
from marketplace.domain.trust.schemas import RuleReplay, RuleVersionView, RuleView
from marketplace.i18n.texts import t
from marketplace.models import AccountKind, RuleVersion

# Days of messages and ads on which a change is tried at least before it goes live.
LEAST_DAYS = 30
_HISTORY = 10


def get_live_rules(db: Session) -> Rulebook:
    """Return the rules that decide now: those of the package with the admins' changes; for other domains."""
    return changes.apply(_list_live(db))


def plan_change(
    db: Session, actor: Actor, code: str, *, enabled: bool | None = None, weight: float | None = None
) -> tuple[RuleChange, Rulebook]:
    """Return a change that is not stored, and the live rules with it, to try it.

    Args:
        enabled, weight: None keeps the live value. The weight is a factor from 0 to 2.

    Raises:
        NotSignedIn, Forbidden: not an admin.
        NotFound: no such rule.
        Invalid: the weight is out of range.
    """
    live = _check(db, actor, code, weight)
    planned = RuleChange(
        code, live.enabled if enabled is None else enabled, live.weight if weight is None else weight, live.number
    )
    every = {each.code: each for each in (*_list_live(db), planned)}
    return planned, changes.apply(tuple(sorted(every.values())))


def list_rules(db: Session, actor: Actor) -> list[RuleView]:
    """List the shipped rules for an admin, each with its live values and its last versions.

    Raises:
        NotSignedIn, Forbidden: not an admin.
    """
    actor.require(AccountKind.ADMIN)
    versions = rule_queries.list_versions(db)
    return [
        _view(code, [(version, name or "") for version, name in versions if version.rule == code])
        for code in rulebook.get().rules
    ]


def change_rule(db: Session, actor: Actor, replay: RuleReplay) -> RuleView:
    """Apply a change of a rule that was tried in a replay, from the next message on. Warnings given before stay.

    Raises:
        NotSignedIn, Forbidden: not an admin; moderators may only try changes.
        NotFound: no such rule.
        Invalid: the weight is out of range, or it was replayed on fewer than 30 days.
        Conflict: a rule was changed since the replay.
    """
    actor.require_admin()
    live = _check(db, actor, replay.code, replay.weight)
    if replay.days < LEAST_DAYS:
        raise Invalid(t(messages.FEW_DAYS, least=LEAST_DAYS), "days")
    if get_live_rules(db).changes != replay.live:
        raise Conflict(t(messages.OTHERS_CHANGED))
    wanted = RuleChange(replay.code, replay.enabled, replay.weight, live.number)
    if wanted != live:
        _store(db, actor, "rule.change", live, wanted)
    return _get_view(db, actor, replay.code)


def undo_rule(db: Session, actor: Actor, code: str) -> RuleView:
    """Bring back the values that a rule had before its last change.

    Raises:
        NotSignedIn, Forbidden, NotFound: as for `change_rule`.
        Conflict: the rule was never changed, or another admin has changed it at the same moment.
    """
    actor.require_admin()
    live = _check(db, actor, code, None)
    versions = [version for version, _ in rule_queries.list_versions(db) if version.rule == code]
    if not versions:
        raise Conflict(t(messages.AS_SHIPPED))
    before = versions[1] if len(versions) > 1 else None
    wanted = RuleChange(code, before.enabled, before.weight, live.number) if before else RuleChange(code)
    _store(db, actor, "rule.undo", live, wanted)
    return _get_view(db, actor, code)


def _list_live(db: Session) -> tuple[RuleChange, ...]:
    rows = rule_queries.list_live(db)
    return tuple(RuleChange(row.rule, row.enabled, row.weight, row.number) for row in rows)


def _check(db: Session, actor: Actor, code: str, weight: float | None) -> RuleChange:
    actor.require(AccountKind.ADMIN)
    if code not in rulebook.get().rules:
        raise NotFound(t(messages.NO_RULE))
    if weight is not None and not 0 <= weight <= MAX_WEIGHT:
        raise Invalid(t(messages.BAD_WEIGHT), "weight")
    return next((change for change in _list_live(db) if change.code == code), RuleChange(code))


def _store(db: Session, actor: Actor, action: str, live: RuleChange, wanted: RuleChange) -> None:
    version = RuleVersion(
        rule=live.code,
        number=live.number + 1,
        enabled=wanted.enabled,
        weight=wanted.weight,
        created_by=actor.account_id,
    )
    try:
        with db.begin_nested():
            db.add(version)
    except IntegrityError as error:
        raise Conflict() from error
    before, after = ({"enabled": each.enabled, "weight": each.weight} for each in (live, wanted))
    audit.write(db, actor, action, "rule", version.id, before, {"rule": live.code, **after})


def _get_view(db: Session, actor: Actor, code: str) -> RuleView:
    return next(view for view in list_rules(db, actor) if view.code == code)


def _view(code: str, versions: Sequence[tuple[RuleVersion, str]]) -> RuleView:
    rule = rulebook.get().rules[code]
    live = versions[0][0] if versions else None
    return RuleView(
        code=code,
        title=rule.title.en,
        patterns=len(rule.patterns),
        enabled=live.enabled if live else True,
        weight=live.weight if live else SHIPPED_WEIGHT,
        number=live.number if live else 0,
        history=tuple(
            RuleVersionView.of(version, changed_by=name, changed_at=version.created_at)
            for version, name in versions[:_HISTORY]
        ),
    )
