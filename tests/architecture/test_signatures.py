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
    "wishlist.tell_price_drop": UPKEEP,
    "wishlist.tell": UPKEEP,
    "effects.guard": INSIDE,
    "effects.fire_later": INSIDE,
    "effects.fire": INSIDE,
    "effects.explain": "a text",
    "catalog.trace_move": INSIDE,
    "effects.carry_out": UPKEEP,
    "effects.end_some": INSIDE,
    "effects.list_naming": INSIDE,
    "accounts.create_admin": UPKEEP,
    "accounts.end_suspensions": UPKEEP,
    "accounts.explain_suspension": "a text",
    "accounts.min_password_length": "a number of the settings",
    "personal_data.erase_dormant": UPKEEP,
    "accounts.find_account": INSIDE,
    "accounts.find_actor": "finds out who asks",
    "accounts.forget_expired": UPKEEP,
    "accounts.get_account": INSIDE,
    "accounts.people": INSIDE,
    "ads.age_unanswered": UPKEEP,
    "ads.ask_sellers": UPKEEP,
    "ads.check_not_paused": INSIDE,
    "ads.release_files": UPKEEP,
    "ads.end_pauses": UPKEEP,
    "ads.expire_due": UPKEEP,
    "ads.go_on_after_restoring": UPKEEP,
    "ads.find_rejection": INSIDE,
    "ads.list_ids_of": INSIDE,
    "ads.list_names": INSIDE,
    "ads.list_rejections": INSIDE,
    "ads.get_current_price": INSIDE,
    "ads.list_approved_of": PUBLIC,
    "ads.owner_of": INSIDE,
    "ads.release": INSIDE,
    "ads.remind_expiring": UPKEEP,
    "ads.reserve": INSIDE,
    "ads.notify_seller_restored": INSIDE,
    "audit.find_last_actor": INSIDE,
    "breaches.preview": UPKEEP,
    "breaches.send": UPKEEP,
    "breaches.notify_affected": UPKEEP,
    "cases.forget_expired": UPKEEP,
    "cases.delete_notes": INSIDE,
    "catalog.add_up_counts": UPKEEP,
    "catalog.get_catalogue": PUBLIC,
    "catalog.get_category": PUBLIC,
    "catalog.get_subcategory": PUBLIC,
    "catalog.list_categories": PUBLIC,
    "catalog.list_categories_by_type": PUBLIC,
    "catalog.list_names": PUBLIC,
    "catalog.list_subcategories": PUBLIC,
    "chat.check_photos": UPKEEP,
    "chat.are_apart": INSIDE,
    "chat.find_known_frauds": INSIDE,
    "chat.is_silenced": INSIDE,
    "chat.list_photos": INSIDE,
    "chat.mail_digests": UPKEEP,
    "consents.give": INSIDE,
    "consents.withdraw": INSIDE,
    "consents.withdraw_all": INSIDE,
    "content.list_testimonials": PUBLIC,
    "content.notify": INSIDE,
    "content.tell": INSIDE,
    "content.remind_of_rules": UPKEEP,
    "deals.expire_deals": UPKEEP,
    "deals.expire_offers": UPKEEP,
    "deals.load_safety_tips": UPKEEP,
    "deals.remind_meetups": UPKEEP,
    "expiry_notices.send": INSIDE,
    "grievances.escalate": UPKEEP,
    "grievances.forget_expired": UPKEEP,
    "handovers.load_parts": UPKEEP,
    "handovers.remind_meetups": UPKEEP,
    "meetups.find_meetup": INSIDE,
    "meetups.get_file": INSIDE,
    "meetups.list_agreed": INSIDE,
    "meetups.list_due": INSIDE,
    "meetups.make_file": INSIDE,
    "meetups.map_by_deal": INSIDE,
    "meetups.map_by_enquiry": INSIDE,
    "meetups.notify": INSIDE,
    "meetups.remind": INSIDE,
    "meetups.say_here": INSIDE,
    "places.list_between": INSIDE,
    "trust.get_live_rules": INSIDE,
    "transparency.list_months": PUBLIC,
    "jobs.count_open": UPKEEP,
    "search.find_near_texts": PUBLIC,
    "jobs.bring_forward": INSIDE,
    "jobs.enqueue": INSIDE,
    "jobs.forget_old": UPKEEP,
    "jobs.longest_due": UPKEEP,
    "media.find_file": INSIDE,
    "media.find_image": INSIDE,
    "media.find_uploads": INSIDE,
    "media.hide": INSIDE,
    "media.hide_files": INSIDE,
    "media.list_copies": INSIDE,
    "media.list_copies_of_all": INSIDE,
    "media.list_fingerprints": INSIDE,
    "media.mark_ai_made": INSIDE,
    "media.photos_of": INSIDE,
    "media.release": INSIDE,
    "media.remove_orphans": UPKEEP,
    "media.remove_strays": UPKEEP,
    "outbox.count_open": UPKEEP,
    "outbox.forget_old": UPKEEP,
    "outbox.mail": INSIDE,
    "push.enqueue": INSIDE,
    "rentals.calendar_of": "of an ad as `ads.get` showed it to whoever asks",
    "rentals.describe_meeting": INSIDE,
    "rentals.end_by_site": INSIDE,
    "rentals.expire_enquiries": UPKEEP,
    "rentals.find_free_from": INSIDE,
    "rentals.find_zone": INSIDE,
    "rentals.zones": INSIDE,
    "rentals.free_days_after_return": INSIDE,
    "reviews.find_reported": INSIDE,
    "reviews.find_review": INSIDE,
    "reviews.finish": UPKEEP,
    "reviews.finish_early": INSIDE,
    "reviews.finish_later": INSIDE,
    "reviews.list_newest": INSIDE,
    "reviews.reveal_due": UPKEEP,
    "saved_searches.find_candidates": UPKEEP,
    "saved_searches.match_ad": INSIDE,
    "saved_searches.send_alerts": UPKEEP,
    "search.count_live": PUBLIC,
    "listings.find_row": INSIDE,
    "listings.note_everything": UPKEEP,
    "listings.prune_changes": UPKEEP,
    "listings.rebuild": UPKEEP,
    "listings.refile": INSIDE,
    "listings.refresh": INSIDE,
    "listings.refresh_seller": INSIDE,
    "wanted.find_reported": INSIDE,
    "wanted.list_titles": INSIDE,
    "wanted.mail_sellers": UPKEEP,
    "wanted.notify_about_ad": UPKEEP,
    "wanted.notify_sellers": UPKEEP,
    "wanted.remind_expiring": UPKEEP,
}


def list_verbs() -> Iterator[tuple[str, Callable]]:
    """Every public function of every domain, as `domain.verb`."""
    for found in pkgutil.iter_modules(marketplace.domain.__path__):
        if found.ispkg:
            package = importlib.import_module(f"{marketplace.domain.__name__}.{found.name}")
            for name, verb in vars(package).items():
                if inspect.isfunction(verb):
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
