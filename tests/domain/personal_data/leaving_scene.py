"""A seller and a buyer with every field filled, for scans of the whole database after deletion."""

from dataclasses import dataclass, field
from datetime import timedelta

from sqlmodel import Session, col, select

from marketplace.core import clock, ids
from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.domain import (
    ads,
    chat,
    consents,
    content,
    deals,
    handovers,
    media,
    moderation,
    outbox,
    personal_data,
    rentals,
    reviews,
    saved_searches,
    wishlist,
)
from marketplace.domain.accounts import codes, passwords
from marketplace.domain.ad_texts import AD_TEXTS
from marketplace.domain.ads.schemas import FieldInput
from marketplace.domain.moderation import ReportDraft
from marketplace.domain.rentals import CalendarDraft, PeriodDraft
from marketplace.domain.reviews import ReviewDraft
from marketplace.domain.search import SearchQuery
from marketplace.integrations.mail import MailError
from marketplace.models import (
    Account,
    AccountKind,
    AccountPhoto,
    AccountSession,
    AdVersion,
    Appeal,
    AppealTarget,
    Block,
    CaseKind,
    CodePurpose,
    ConsentPurpose,
    ConsentWay,
    Grievance,
    GrievanceKind,
    Hold,
    InputType,
    InternalNote,
    PersonReview,
    PushSubscription,
    RecoveryCode,
    Report,
    WantedAd,
    WantedAnswer,
    WantedMatch,
    WishlistItem,
)
from tests import factories
from tests.background import run_jobs
from tests.domain.accounts.steps import PASSWORD
from tests.domain.ads.drafting import draft
from tests.domain.media import corpus
from tests.domain.personal_data.scanning import BUYER, LATITUDE, NOT_FILLED, SELLER, is_string


@dataclass
class Party:
    mark: str
    account: Account
    actor: Actor
    photos: dict[str, str] = field(default_factory=dict)

    def word(self, name: str) -> str:
        return f"{self.mark}{name}"


@dataclass
class Scene:
    db: Session
    seller: Party
    buyer: Party
    admin: Actor
    urls: dict[str, str] = field(default_factory=dict)

    def of(self, mark: str) -> Party:
        return self.seller if mark == SELLER else self.buyer


class Postman:
    """A mailer that records mails, or refuses those to one address and quotes it, as mail servers do."""

    def __init__(self) -> None:
        self.refuses = ""

    def send(self, key: str, message, *, to: str) -> None:
        if self.refuses and self.refuses == to:
            raise MailError(f"no mailbox {to}", permanent=False)


def settle(db: Session) -> None:
    """Run all jobs and deliver all mails."""
    run_jobs(db)
    outbox.deliver_due()
    db.expire_all()


def make_party(db: Session, mark: str, kind: AccountKind) -> Party:
    values = {
        column.name: f"{mark}{column.name}".replace("_", "")
        for column in Account.__table__.columns  # pyright: ignore
        if is_string(column) and column.name not in {"id", "username_key", "username_skeleton", *NOT_FILLED["accounts"]}
    }
    values |= {"email": f"{mark}email@example.org", "phone": f"{mark}phone", "whatsapp": f"{mark}wa"}
    values |= {"latitude": LATITUDE[mark], "longitude": 73.5, "password_hash": passwords.make_hash(PASSWORD)}
    account = factories.account(db, kind, takes_calls=kind is AccountKind.SELLER, **values)
    party = Party(mark, account, factories.actor(account, user_agent=f"{mark}agent", address=f"{mark}address"))
    for n, use in enumerate(("profile", "cover", "second", "message", "withheld", "both", "record", "unused")):
        width = 300 + 20 * n + (10 if mark == SELLER else 0)
        photo = media.store_image(db, party.actor, f"{mark}{use}.jpg", corpus.jpeg(width, 90))
        party.photos[use] = photo.id
    session = AccountSession(
        account_id=account.id,
        token_hash=ids.hash_token(mark),
        user_agent=f"{mark}agent",
        address=f"{mark}ip",
        expires_at=clock.now() + timedelta(hours=1),
    )
    factories.save(
        db,
        AccountPhoto(account_id=account.id, position=0, upload_id=party.photos["profile"]),
        session,
        # With keys that nothing can be encrypted with, so that no push service is called.
        PushSubscription(
            account_id=account.id,
            session_id=session.id,
            endpoint=f"https://fcm.googleapis.com/{mark}endpoint",
            p256dh=f"{mark}key",
            auth=f"{mark}auth",
        ),
        RecoveryCode(account_id=account.id, code_hash="0" * 64),
    )
    # As the site mails them: before there is an account, and for one.
    for purpose in CodePurpose:
        codes.send(
            db,
            account.email if purpose is not CodePurpose.EMAIL_CHANGE else f"{mark}new@example.org",
            kind,
            purpose,
            account_id=None if purpose is CodePurpose.REGISTER else account.id,
        )
    content.subscribe(db, ANONYMOUS, account.email)
    consents.give(db, ConsentPurpose.NEWSLETTER, ConsentWay.MAIL_LINK, address=account.email)
    return party


def make_ads(scene: Scene) -> str:
    """Ads of every age: live with a change that waits, changed by an administrator, deleted; and drafts. The live one."""
    db, party = scene.db, scene.seller
    category = factories.category(db)
    sub = factories.subcategory(db, category)
    typed = factories.field(db, sub, "Maker", InputType.TEXT)
    papers = factories.field(db, sub, "Papers", InputType.FILE)
    document = media.store_document(db, party.actor, f"{SELLER}papers.pdf", corpus.PDF + f"% {SELLER}".encode())
    scene.urls[f"{SELLER}papers"] = document.url

    def say(number: int, **values):
        own = {name: f"{SELLER}{name.replace('_', '')}{'abcdef'[number]}" for name in AD_TEXTS}
        # Moderators are told of it.
        own["description"] += f" paytm-{SELLER}.xyz"
        fields = [FieldInput(field_ref=typed.id, value=f"{SELLER}maker{number}")]
        fields.append(FieldInput(field_ref=papers.id, value=document.id))
        position = {"latitude": LATITUDE[SELLER], "longitude": 73.5}
        more = {"category_id": category.id, "subcategory_id": sub.id, "ad_type": "rent", "price": 500, "fields": fields}
        images = [party.photos["cover"], party.photos["second"], party.photos["both"]]
        return draft(**(own | position | more | {"image_ids": images} | values))

    made = ads.submit(db, party.actor, say(0))
    ads.approve(db, scene.admin, made.id)
    db.commit()
    wishlist.add(db, scene.buyer.actor, made.id)
    ads.reveal_contact(db, scene.buyer.actor, made.id)
    settle(db)
    # By an administrator, with a photo of theirs that nothing else shows.
    theirs = media.store_image(db, scene.admin, "theirs.jpg", corpus.jpeg(500, 90))
    scene.urls[f"{SELLER}theirs"] = theirs.url
    ads.revise(db, scene.admin, made.id, say(1, price=400, image_ids=[theirs.id, party.photos["both"]]))
    given = ads.submit(db, scene.admin, say(2, seller_id=party.account.id))
    ads.reject(db, scene.admin, given.id, "Not enough said.")
    ads.save_draft(
        db, scene.admin, {"name": f"{SELLER}admindraft", "images": list(party.photos.values())}, ad_id=made.id
    )
    ads.revise(db, party.actor, made.id, say(3))
    gone = ads.submit(db, party.actor, say(4))
    ads.approve(db, scene.admin, gone.id)
    ads.delete(db, party.actor, gone.id)
    ads.save_draft(db, party.actor, {"name": f"{SELLER}draft", "images": [party.photos["unused"]]})
    rentals.set_calendar(db, party.actor, made.id, CalendarDraft(prices={"week": 700}, blocked=None))
    day = f"{clock.now() + timedelta(days=90):%Y-%m-%d}"
    rentals.close_dates(db, party.actor, made.id, PeriodDraft(starts_at=day, ends_at=day))
    return made.id


def make_wanted(scene: Scene, ad_id: str) -> None:
    """A wanted ad of the buyer, of which the seller is told and which an ad of the seller answers."""
    db = scene.db
    version = db.exec(select(AdVersion).where(AdVersion.ad_id == ad_id).order_by(col(AdVersion.number))).first()
    assert version is not None
    own = {name: scene.buyer.word(name) for name in ("title", "details", "state", "city")}
    factories.save(
        db,
        wanted_ad := WantedAd(
            **own,
            owner_id=scene.buyer.account.id,
            ad_type=version.ad_type,
            subcategory_id=version.subcategory_id,
            latitude=LATITUDE[BUYER],
            longitude=73.5,
            km_per_longitude=100,
            expires_at=clock.now() + timedelta(days=30),
            ended_reason=scene.buyer.word("ended"),
        ),
        WantedMatch(wanted_id=wanted_ad.id, seller_id=scene.seller.account.id),
        WantedAnswer(wanted_id=wanted_ad.id, ad_id=ad_id),
    )


def make_talk(scene: Scene, ad_id: str) -> None:
    db = scene.db
    for party, other in ((scene.seller, scene.buyer), (scene.buyer, scene.seller)):
        own, photos = party.actor, party.photos
        chat.send(
            db,
            own,
            other.account.id,
            party.word("message"),
            client_id=party.word("client"),
            photo_ids=[photos["message"], photos["both"]],
        )
        moderation.report(
            db,
            own,
            ReportDraft(target="conversation", target_id=other.account.id, reason="scam", text=party.word("open")),
        )
        factories.save(
            db,
            Report(
                reporter_id=party.account.id,
                target="ad",
                target_id=ad_id,
                reason="scam",
                text=party.word("closed"),
                status="dismissed",
            ),
            Appeal(
                account_id=party.account.id,
                target=AppealTarget.ACCOUNT,
                target_id=party.account.id,
                decided_at=clock.now(),
                text=party.word("appeal"),
            ),
            grievance := Grievance(
                reference=f"G-{party.account.id[-8:]}",
                account_id=party.account.id,
                kind=GrievanceKind.OTHER,
                name=party.word("name"),
                behalf_of=party.word("open"),
                email=f"{party.mark}other@example.org",
                about=party.word("open"),
                text=party.word("open"),
                acknowledge_by=clock.now(),
                resolve_by=clock.now(),
            ),
            Hold(grievance_id=grievance.id, ad_id=ad_id, content={"text": party.word("held")}, until=clock.now()),
            InternalNote(
                kind=CaseKind.ACCOUNT,
                case_id=party.account.id,
                author_id=scene.admin.account_id or "",
                text=party.word("note"),
            ),
            WishlistItem(
                buyer_id=party.account.id,
                ad_id=factories.ad(db, factories.seller(db), factories.category(db)).id,
                ad_name=party.word("saved"),
            ),
        )
        saved_searches.save_search(db, own, SearchQuery(keyword=party.word("search")), name=party.word("searchname"))
        rentals.open_feed(db, own)
    # The buyer waits for ads of the seller, and is told of them.
    saved_searches.save_search(db, scene.buyer.actor, SearchQuery(ad_type="rent"), name="Those")
    saved_searches.follow(db, scene.buyer.actor, scene.seller.account.id)
    begin = clock.now() + timedelta(days=30)
    for n, decide in enumerate((rentals.decline, rentals.accept, None)):
        asked = rentals.enquire(
            db, scene.buyer.actor, ad_id, begin + timedelta(days=9 * n), begin + timedelta(days=9 * n + 2)
        )
        if decide:
            decide(db, scene.seller.actor, asked.id, word=f"{SELLER}answer")
        if decide is rentals.accept:
            make_record(scene, asked.id)
    cancelled = rentals.enquire(db, scene.buyer.actor, ad_id, begin + timedelta(days=50), begin + timedelta(days=51))
    rentals.cancel(db, scene.buyer.actor, cancelled.id, word=f"{BUYER}answer")
    settle(db)
    # Messages written during a block are withheld.
    for party, other in ((scene.seller, scene.buyer), (scene.buyer, scene.seller)):
        factories.save(db, Block(blocker_id=other.account.id, blocked_id=party.account.id))
        chat.send(db, party.actor, other.account.id, party.word("withheld"), photo_ids=[party.photos["withheld"]])
        db.commit()
        chat.unblock(db, other.actor, party.account.id)
    factories.save(db, Block(blocker_id=scene.buyer.account.id, blocked_id=scene.seller.account.id))


def make_record(scene: Scene, enquiry_id: str) -> None:
    """A condition record with a photo of each of the two, on which both disagree."""
    for party in (scene.seller, scene.buyer):
        entry = {"part": "Front", "photo": party.photos["record"], "note": party.word("scratch")}
        handovers.add_photo(scene.db, party.actor, enquiry_id, "pickup", **entry)
    for party in (scene.seller, scene.buyer):
        handovers.confirm_record(scene.db, party.actor, enquiry_id, "pickup", disagreement=party.word("dent"))


def make_deals(scene: Scene) -> None:
    """Deals that each of the two has cancelled, after offers with a word of both."""
    db, buyer, seller = scene.db, scene.buyer, scene.seller
    values = {"name": seller.word("sale"), "price_paise": 1000_00, "city": seller.word("sc")}
    sale = factories.ad(db, seller.account, factories.category(db), **values)
    for canceller in (seller, buyer):
        made = deals.make_offer(db, buyer.actor, sale.id, 800, message=buyer.word("offer"))
        deals.counter_offer(db, seller.actor, made.id, 900, message=seller.word("counter"))
        accepted = deals.accept_offer(db, buyer.actor, made.id)
        at = (clock.now() + timedelta(days=1)).isoformat()
        deals.propose_meetup(db, canceller.actor, accepted.deal_id, canceller.word("meetingplace"), at)
        deals.cancel_deal(db, canceller.actor, accepted.deal_id, canceller.word("cancelled"))
    settle(db)


def make_reviews(scene: Scene) -> None:
    """Add reviews by both parties of a finished deal, each with a reply, and a sealed review by the buyer."""
    db, buyer, seller = scene.db, scene.buyer, scene.seller
    deals_done = []
    for _ in range(2):
        sale = factories.ad(db, seller.account, factories.category(db), name=seller.word("sale"), price_paise=1000_00)
        made = deals.make_offer(db, buyer.actor, sale.id, 800)
        deal_id = deals.accept_offer(db, seller.actor, made.id).deal_id
        deals.hand_over(db, seller.actor, deal_id, deals.get_deal(db, buyer.actor, deal_id).code)
        deals_done.append(deal_id)
    for party in (buyer, seller):
        draft = ReviewDraft(deal_id=deals_done[0], stars=4, tags=["friendly"], text=party.word("review"))
        reviews.write_review(db, party.actor, draft)
    sealed = ReviewDraft(deal_id=deals_done[1], stars=2, text=buyer.word("sealed"))
    reviews.write_review(db, buyer.actor, sealed)
    for review in db.exec(select(PersonReview).where(col(PersonReview.revealed_at).is_not(None))).all():
        replier = buyer if review.about_id == buyer.account.id else seller
        reviews.reply_to_review(db, replier.actor, review.id, replier.word("reply"))
    settle(db)


def make_scene(db: Session, postman: Postman) -> Scene:
    """Both parties with all that they can leave, and mails that could not be delivered."""
    seller, buyer = (
        make_party(db, SELLER, AccountKind.SELLER),
        make_party(db, BUYER, AccountKind.BUYER),
    )
    made = Scene(db, seller, buyer, factories.actor(factories.admin(db)))
    for party in (seller, buyer):
        photos = media.photos_of(db, party.photos.values())
        made.urls |= {party.word(use): photos[upload_id].url for use, upload_id in party.photos.items()}
    ad_id = make_ads(made)
    make_deals(made)
    make_reviews(made)
    make_wanted(made, ad_id)
    make_talk(made, ad_id)
    # Mails that could not be delivered, and one that waits.
    for party in (seller, buyer):
        postman.refuses = party.account.email
        outbox.mail(db, party.account.email, party.word("subject"), party.word("text"), purpose="test")
        outbox.mail(
            db,
            party.account.email,
            party.word("subject"),
            party.word("text"),
            purpose="test",
            account_id=party.account.id,
            attachments=[{"name": party.word("file"), "media_type": "text/plain", "content": party.word("content")}],
        )
        settle(db)
    postman.refuses = ""
    return made


def leave(scene: Scene, *marks: str) -> None:
    for mark in marks:
        personal_data.delete_account(scene.db, scene.of(mark).actor, PASSWORD)
        settle(scene.db)
