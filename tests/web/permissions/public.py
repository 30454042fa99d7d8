"""Rows for public pages: browsing, searching, saving, enquiring and reporting."""

from datetime import timedelta
from pathlib import Path

from marketplace.core import clock, ids
from marketplace.core.actor import ANONYMOUS
from marketplace.domain import content
from marketplace.domain.search import projection
from marketplace.integrations.search_index import IndexFolder
from marketplace.models import AdStatus, AdType
from marketplace.settings import get_settings
from marketplace.web import paths
from marketplace.web.layouts.newsletter import NewsletterState
from marketplace.web.pages.ad.state import AdState
from marketplace.web.pages.appeal.page import SuspensionAppealState
from marketplace.web.pages.browse.state import BrowseState
from marketplace.web.pages.categories.state import CategoriesState
from marketplace.web.pages.compare.state import CompareState
from marketplace.web.pages.grievance.state import GrievanceState
from marketplace.web.pages.home.state import HomeState
from marketplace.web.pages.mail_links.page import MailLinkState
from marketplace.web.pages.notifications.state import NotificationsState
from marketplace.web.pages.sample.state import SampleState
from marketplace.web.pages.saved_searches.state import SavedSearchesState
from marketplace.web.pages.seller_public.state import SellerPageState
from marketplace.web.pages.transparency.page import TransparencyState
from marketplace.web.pages.wishlist.state import WishlistState
from marketplace.web.widgets.recently_viewed import RecentlyViewedState
from marketplace.web.widgets.search_form import SearchFormState
from marketplace.web.widgets.wishlist_toggle import WishlistToggleState
from tests import factories
from tests.api.permissions.world import World
from tests.domain.accounts.steps import PASSWORD, mails, text_of
from tests.web.permissions.row import MEMBERS, OPEN, SIGNED_IN, USERS, Row, Sent, sent

USER = "no ok no no no no"


def _unique() -> str:
    return f"Sofa {ids.new_id()[-10:]}"


def ad_page(world: World) -> Sent:
    name = _unique()
    ad = world.ad_of(world.bystander, name=name)
    return sent(path=paths.ad(ad.id), sees=name)


def pending_page(world: World) -> Sent:
    name = _unique()
    ad = world.ad_of(world.seller, name=name, status=AdStatus.PENDING)
    return sent(path=paths.ad(ad.id), sees=name)


def checking(world: World) -> Sent:
    return sent(path=paths.ad(world.rental.id), sees="Available")


def chatting(world: World) -> Sent:
    ad = world.ad_of(world.bystander)
    return sent((AdState.open, {}), path=paths.ad(ad.id), sees=f"{paths.USER_MESSAGES}?seller={world.bystander.id}")


def _dates() -> tuple[str, str]:
    pickup = clock.now() + timedelta(days=3)
    return tuple(f"{moment:%Y-%m-%dT%H:%M}" for moment in (pickup, pickup + timedelta(days=1)))  # pyright: ignore


def calendar_month(world: World) -> Sent:
    """The calendar of a public ad."""
    return sent(path=paths.ad(world.rental.id), sees=f'"month":"{clock.now() + timedelta(hours=5.5):%Y-%m}"')


def month_of_pending(world: World) -> Sent:
    made = sent(path=paths.ad(world.ad_of(world.seller, ad_type="rent", status=AdStatus.PENDING).id))
    return Sent(made.payload, made.path, sees=f'"month":"{clock.now() + timedelta(hours=5.5):%Y-%m}"')


def other_month(world: World) -> Sent:
    month = f"{clock.now() + timedelta(days=70):%Y-%m}"
    return sent(path=paths.ad(world.rental.id), month=month, sees=f'"month":"{month}"')


def choosing_day(world: World) -> Sent:
    first, _ = _dates()
    return sent(path=paths.ad(world.rental.id), day=first[:10], sees=f"{first[:10]}T10:00")


def pickup(world: World) -> Sent:
    first, last = _dates()
    path = paths.ad(world.rental.id)
    return sent((AdState.set_drop, {"value": last}), path=path, value=first, sees=first)


def drop(world: World) -> Sent:
    first, last = _dates()
    path = paths.ad(world.rental.id)
    return sent((AdState.set_pickup, {"value": first}), path=path, value=last, sees=last)


def enquiring(world: World) -> Sent:
    first, last = _dates()
    before = (AdState.set_pickup, {"value": first}), (AdState.set_drop, {"value": last})
    return sent(*before, path=paths.ad(world.rental.id), form={})


def revealing(world: World) -> Sent:
    return sent(path=paths.ad(world.ad_of(world.bystander).id))


def reporting(world: World) -> Sent:
    return sent(path=paths.ad(world.ad_of(world.bystander).id), form={"reason": "scam", "text": "Fake."})


def listing(world: World) -> Sent:
    name = _unique()
    world.ad_of(world.bystander, name=name)
    return sent(path=paths.listing("sell"), sees=name)


def filter_values(world: World) -> Sent:
    # Towns with one ad each are listed by name, so the last of more than twelve appears after the event only.
    names = [f"zz {number:02} {_unique()}" for number in range(13)]
    for name in names:
        factories.ad(world.db, world.bystander, world.category, city=name)
    # The served site has no indexer, whose writes would count as writes of the event.
    data = Path(str(world.db.connection().engine.url.database)).parent
    projection.build(world.db.connection(), IndexFolder(data / "search"))
    return sent((BrowseState.open, {}), path=paths.listing("sell"), name="city", sees=names[-1])


def form_type(world: World) -> Sent:
    world.ad_of(world.bystander, ad_type=AdType.LEASE)
    return sent(ad_type="lease", sees=world.category.name)


def form_of_url(world: World) -> Sent:
    world.ad_of(world.bystander, ad_type=AdType.LEASE)
    return sent(path=paths.search(producttype="lease"), sees=world.category.name)


def saving_search(_world: World) -> Sent:
    return sent(params={"keyword": ids.new_id()})


def categories(world: World) -> Sent:
    return sent(path=paths.CATEGORIES, sees=world.category.name)


def home(world: World) -> Sent:
    name = _unique()
    world.ad_of(world.bystander, name=name)
    return sent(sees=name)


def home_rents(world: World) -> Sent:
    name = _unique()
    world.ad_of(world.bystander, name=name, ad_type=AdType.RENT)
    return sent(sees=name)


def stopping_digests(world: World) -> Sent:
    return _signed("/mail/unsubscribe", "digest", World(world.db, "quiet_user").me.id)


def _signed(path: str, purpose: str, subject: str) -> Sent:
    return sent(path=f"{path}?token={subject}.{ids.sign(get_settings().secret, purpose, subject)}", route=path)


def subscribing(_world: World) -> Sent:
    return sent(form={"email": f"{ids.new_id().lower()}@example.org"})


def confirming_news(world: World) -> Sent:
    email = f"{ids.new_id().lower()}@example.org"
    content.subscribe(world.db, ANONYMOUS, email)
    world.db.commit()
    link = next(word for word in text_of(mails(world.db, email)[-1]).split() if "token=" in word)
    return sent(path=f"/newsletter/confirm?{link.partition('?')[2]}", route="/newsletter/confirm")


def searches(world: World) -> Sent:
    return sent(sees=world.save_search(world.user))


def mailing_search(world: World) -> Sent:
    return sent(search_id=world.save_search(world.user), choice="weekly")


def naming_search(world: World) -> Sent:
    before = (SavedSearchesState.open_rename_dialog, {"search_id": world.save_search(world.user), "name": "sofa"})
    return sent(before, form={"name": _unique()})


def stopping_alerts(world: World) -> Sent:
    stranger = World(world.db, "quiet_user")
    return _signed("/savedsearches/unsubscribe", "alert", stranger.save_search(stranger.me))


def stopping_wishlist_mails(world: World) -> Sent:
    return _signed("/wishlist/unsubscribe", "wishlist", World(world.db, "quiet_user").me.id)


def dropping_search(world: World) -> Sent:
    before = (SavedSearchesState.open_delete_dialog, {"item_id": world.save_search(world.user), "name": "sofa"})
    return sent(before)


def seller_page(world: World) -> Sent:
    return sent(path=paths.seller(world.bystander.id), sees=world.bystander.name)


def chatting_with_seller(world: World) -> Sent:
    seller = world.bystander
    return sent(path=paths.seller(seller.id), sees=f"{paths.USER_MESSAGES}?seller={seller.id}")


def following_seller(world: World) -> Sent:
    return sent(path=paths.seller(world.bystander.id), seller_id=world.bystander.id, following=False)


def _notify(world: World, account_id: str) -> str:
    name = _unique()
    content.notify(world.db, account_id, "ad_rejected", values={"name": name, "reason": "No."}, link="/account")
    world.db.commit()
    return name


def new_notification(world: World) -> Sent:
    _notify(world, world.me.id)
    return sent()


def notifications(world: World) -> Sent:
    # Opened once before, so that nothing is unread and the event only reads.
    return sent((NotificationsState.open, {}), sees=_notify(world, world.user.id))


def viewed_ad(world: World) -> Sent:
    name = _unique()
    return sent(ids=[world.ad_of(world.bystander, name=name).id], sees=name)


def viewed_hidden_ad(world: World) -> Sent:
    name = _unique()
    return sent(ids=[world.ad_of(world.seller, name=name, status=AdStatus.PENDING).id], sees=name)


def compared_ad(world: World) -> Sent:
    name = _unique()
    return sent(path=paths.compare([world.ad_of(world.bystander, name=name).id]), sees=name)


def compared_hidden_ad(world: World) -> Sent:
    name = _unique()
    ad = world.ad_of(world.seller, name=name, status=AdStatus.PENDING)
    return sent(path=paths.compare([ad.id]), sees=name)


def beside_the_sample(world: World) -> Sent:
    name = _unique()
    world.ad_of(world.bystander, name=name, featured=True)
    return sent(sees=name)


def saving(world: World) -> Sent:
    return sent(ad_id=world.ad_of(world.bystander).id, saved=False)


def wishlist_items(world: World) -> Sent:
    name = _unique()
    world.save(world.ad_of(world.bystander, name=name))
    return sent(sees=name)


def unsaving(world: World) -> Sent:
    ad = world.ad_of(world.bystander)
    world.save(ad)
    return sent(ad_id=ad.id)


def undoing_removal(world: World) -> Sent:
    ad = world.ad_of(world.bystander)
    world.save(ad)
    return sent((WishlistState.remove, {"ad_id": ad.id}), ad_id=ad.id)


def appealing_suspension(world: World) -> Sent:
    person = World(world.db, "seller").me
    world.suspend(person)
    form = {"email": person.email, "password": PASSWORD, "text": "They are real."}
    return sent((SuspensionAppealState.choose_kind, {"kind": "seller"}), path=paths.APPEAL, form=form)


def grievance_page(_world: World) -> Sent:
    return sent(path=paths.GRIEVANCE, sees=get_settings().contact)


def grieving(_world: World) -> Sent:
    return sent(path=paths.GRIEVANCE, form={"kind": "copyright", "text": "My photo."})


def transparency(_world: World) -> Sent:
    return sent(path=paths.TRANSPARENCY, sees=f'"month":"{clock.now() + timedelta(hours=5.5):%Y-%m}"')


ROWS = (
    Row(GrievanceState.open, grievance_page, OPEN, ended="ok"),
    Row(GrievanceState.submit, grieving, OPEN, ended="ok"),
    Row(TransparencyState.open, transparency, OPEN, ended="ok"),
    # The password is the permission.
    Row(SuspensionAppealState.submit, appealing_suspension, OPEN, ended="ok"),
    Row(AdState.open, ad_page, OPEN, ended="ok", counts=True),
    Row(AdState.open, pending_page, "no no no ok no ok", "never approved"),
    Row(AdState.check_availability, checking, USERS),
    Row(AdState.start_chat, chatting, USERS),
    Row(AdState.open, calendar_month, OPEN, "of a rental", ended="ok", counts=True),
    Row(AdState.open, month_of_pending, "no no no ok no ok", "of a rental never approved"),
    Row(AdState.show_month, other_month, OPEN, ended="ok"),
    Row(AdState.choose_day, choosing_day, OPEN, ended="ok"),
    Row(AdState.set_pickup, pickup, OPEN, ended="ok"),
    Row(AdState.set_drop, drop, OPEN, ended="ok"),
    Row(AdState.enquire, enquiring, USERS),
    Row(AdState.reveal_phone, revealing, USERS, tells=("phone of", "whatsapp of")),
    Row(AdState.send_report, reporting, OPEN, ended="ok"),
    Row(BrowseState.open, listing, OPEN, ended="ok"),
    Row(BrowseState.toggle_values, filter_values, OPEN, ended="ok"),
    Row(BrowseState.save_search, saving_search, MEMBERS),
    Row(CategoriesState.open, categories, OPEN, ended="ok"),
    Row(HomeState.open, home, OPEN, ended="ok"),
    Row(HomeState.retry_rent, home_rents, OPEN, ended="ok"),
    Row(SearchFormState.open, form_of_url, OPEN, ended="ok"),
    Row(SearchFormState.choose_type, form_type, OPEN, ended="ok"),
    # The signed token of the link is the permission.
    Row(MailLinkState.press, stopping_digests, OPEN, "unread messages", ended="ok"),
    Row(MailLinkState.press, stopping_alerts, OPEN, "saved search", ended="ok"),
    Row(MailLinkState.press, stopping_wishlist_mails, OPEN, "saved ads", ended="ok"),
    Row(NewsletterState.subscribe, subscribing, OPEN, ended="ok"),
    Row(MailLinkState.press, confirming_news, OPEN, "newsletter", ended="ok"),
    Row(SavedSearchesState.open, searches, USER),
    Row(SavedSearchesState.refresh, searches, USER),
    Row(SavedSearchesState.choose, mailing_search, USER),
    Row(SavedSearchesState.rename, naming_search, USER),
    Row(SavedSearchesState.delete, dropping_search, USER),
    Row(SellerPageState.open, seller_page, OPEN, ended="ok"),
    Row(SellerPageState.start_chat, chatting_with_seller, USERS),
    Row(SellerPageState.follow, following_seller, MEMBERS),
    Row(RecentlyViewedState.load, viewed_ad, OPEN, ended="ok"),
    Row(RecentlyViewedState.load, viewed_hidden_ad, "no no no no no no", "never approved"),
    Row(CompareState.open, compared_ad, OPEN, ended="ok"),
    Row(CompareState.open, compared_hidden_ad, "no no no ok no ok", "never approved"),
    Row(SampleState.open, beside_the_sample, OPEN, ended="ok"),
    Row(WishlistToggleState.toggle, saving, USERS),
    Row(NotificationsState.open, new_notification, SIGNED_IN, "with a new one"),
    Row(NotificationsState.open, notifications, USER),
    Row(NotificationsState.refresh, new_notification, SIGNED_IN, "with a new one"),
    Row(NotificationsState.refresh, notifications, USER),
    Row(WishlistState.open, wishlist_items, USER),
    Row(WishlistState.remove, unsaving, USER),
    Row(WishlistState.undo, undoing_removal, USER, alone=True),
)
