"""Every domain verb takes the session and who asks; the few that don't ask who are listed here with the reason."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator

import marketplace.domain

PUBLIC = "the same for everybody, so nobody needs to say who asks"
INSIDE = "called by other domains, which have checked who asks"
UPKEEP = "work of the clock or of the command line, behind which no account stands"

WITHOUT_ACTOR = {
    "accounts.create_admin": UPKEEP,
    "accounts.find_account": INSIDE,
    "accounts.find_actor": "finds out who asks",
    "accounts.forget_expired": UPKEEP,
    "accounts.get_account": INSIDE,
    "accounts.people": INSIDE,
    "ads.expire_due": UPKEEP,
    "ads.get_current_price": INSIDE,
    "ads.list_approved_of": PUBLIC,
    "ads.owner_of": INSIDE,
    "ads.remind_expiring": UPKEEP,
    "ads.notify_seller_restored": INSIDE,
    "catalog.add_up_counts": UPKEEP,
    "catalog.get_category": PUBLIC,
    "catalog.get_subcategory": PUBLIC,
    "catalog.list_categories": PUBLIC,
    "catalog.list_categories_by_type": PUBLIC,
    "catalog.list_names": PUBLIC,
    "catalog.list_subcategories": PUBLIC,
    "chat.is_silenced": INSIDE,
    "chat.list_photos": INSIDE,
    "chat.mail_digests": UPKEEP,
    "content.list_testimonials": PUBLIC,
    "content.notify": INSIDE,
    "jobs.count_open": UPKEEP,
    "search.find_candidates": UPKEEP,
    "jobs.enqueue": INSIDE,
    "jobs.forget_old": UPKEEP,
    "jobs.waiting_since": UPKEEP,
    "media.files_of": INSIDE,
    "media.find_image": INSIDE,
    "media.find_uploads": INSIDE,
    "media.hide": INSIDE,
    "media.photos_of": INSIDE,
    "media.release": INSIDE,
    "media.remove_orphans": UPKEEP,
    "media.remove_strays": UPKEEP,
    "outbox.count_open": UPKEEP,
    "outbox.forget_old": UPKEEP,
    "outbox.mail": INSIDE,
    "rentals.calendar_of": "of an ad as `ads.get` showed it to whoever asks",
    "rentals.release_account": INSIDE,
    "search.count_live": PUBLIC,
    "search.count_live_of": PUBLIC,
    "search.forget_prices": INSIDE,
    "search.match_saved": INSIDE,
    "search.note_everything": UPKEEP,
    "search.prune_changes": UPKEEP,
    "search.rebuild": UPKEEP,
    "search.refile": INSIDE,
    "search.refresh": INSIDE,
    "search.refresh_seller": INSIDE,
    "search.send_alerts": UPKEEP,
}


def list_verbs() -> Iterator[tuple[str, Callable]]:
    """Every public function of every domain, as `domain.verb`."""
    for found in pkgutil.iter_modules(marketplace.domain.__path__):
        if found.ispkg:
            package = importlib.import_module(f"{marketplace.domain.__name__}.{found.name}")
            for name in package.__all__:
                if inspect.isfunction(verb := getattr(package, name)):
                    yield f"{found.name}.{name}", verb


def _starts(verb: Callable) -> list[str]:
    return [name.removeprefix("_") for name in list(inspect.signature(verb).parameters)[:2]]


def test_domain_functions_take_the_session_and_the_actor():
    offences = [
        name
        for name, verb in list_verbs()
        if "db" in _starts(verb) and _starts(verb) != ["db", "actor"] and name not in WITHOUT_ACTOR
    ]
    assert not offences, f"take (db, actor, ...) or stand in WITHOUT_ACTOR with a reason: {offences}"


def test_the_exceptions_are_needed():
    verbs = dict(list_verbs())
    gone = [name for name in WITHOUT_ACTOR if name not in verbs or _starts(verbs[name]) == ["db", "actor"]]
    assert not gone, f"no exceptions any more: {gone}"


def test_domain_functions_have_docstrings():
    assert not [name for name, verb in list_verbs() if not inspect.getdoc(verb)]
