"""Tests of profiles, photos, email changes and contacts."""

import pytest
from sqlmodel import select

from marketplace.core.actor import ANONYMOUS, Actor
from marketplace.core.errors import Conflict, Forbidden, Invalid, NotFound, NotSignedIn, RuleBroken, TooMany
from marketplace.db import database
from marketplace.domain import accounts
from marketplace.domain.accounts import ProfileDraft
from marketplace.domain.paging import Window
from marketplace.models import Account, AccountKind, AccountStatus, AuditEntry, Upload
from tests import factories
from tests.domain.accounts import steps
from tests.domain.accounts.steps import NEW_PASSWORD, PASSWORD, code_for, mails, with_password


def upload(db, owner, digest="a" * 64) -> Upload:
    made = Upload(owner_id=owner.id, name="me.jpg", digest=digest, media_type="image/webp", byte_size=1, width=800)
    factories.save(db, made)
    return made


def update(db, account, actor=None, **values):
    return accounts.update_profile(db, actor or factories.actor(account), account.id, ProfileDraft(**values))


class TestReading:
    def test_others_are_refused(self, db):
        account = factories.seller(db)
        with pytest.raises(NotSignedIn):
            accounts.get_profile(db, ANONYMOUS, account.id)
        for other in (factories.buyer(db), factories.seller(db)):
            with pytest.raises(Forbidden):
                accounts.get_profile(db, factories.actor(other), account.id)

    def test_the_owner_and_admins_read_it(self, db):
        account = factories.seller(db, phone="12345678")
        for reader in (account, factories.admin(db)):
            assert accounts.get_profile(db, factories.actor(reader), account.id).phone == "12345678"

    def test_the_kind_must_be_the_one_asked_for(self, db):
        account, admin = factories.seller(db), factories.admin(db)
        with pytest.raises(NotFound):
            accounts.get_profile(db, factories.actor(admin), account.id, kind=AccountKind.BUYER)

    def test_the_public_view_has_nothing_private(self, db):
        account = factories.seller(db, phone="55512345", whatsapp="55512346", address="12 Secret Street")
        shown = accounts.get_public_seller(db, ANONYMOUS, account.id).model_dump_json()
        for private in (account.email, "55512345", "55512346", "Secret Street"):
            assert private not in shown

    @pytest.mark.parametrize("status", [AccountStatus.SUSPENDED, AccountStatus.DELETED])
    def test_inactive_sellers_are_not_found(self, db, status):
        account = factories.seller(db, status=status)
        with pytest.raises(NotFound):
            accounts.get_public_seller(db, ANONYMOUS, account.id)

    def test_buyers_are_not_public(self, db):
        with pytest.raises(NotFound):
            accounts.get_public_seller(db, ANONYMOUS, factories.buyer(db).id)


class TestChanging:
    def test_others_cannot_change_it(self, db):
        account = factories.buyer(db)
        with pytest.raises(NotSignedIn):
            update(db, account, ANONYMOUS, name="X")
        with pytest.raises(Forbidden):
            update(db, account, factories.actor(factories.buyer(db)), name="X")

    def test_missing_fields_stay_unchanged(self, db):
        account = factories.seller(db, place="Old Town", shop_name="Shop")
        own = update(db, account, name="New Name", takes_calls=False)
        assert (own.name, own.place, own.shop_name, own.takes_calls) == ("New Name", "Old Town", "Shop", False)

    def test_required_fields_cannot_be_emptied(self, db):
        account = factories.buyer(db)
        with pytest.raises(Invalid) as raised:
            update(db, account, username="", name=" ", phone="", address="", place="", email="")
        fields = {error["field"] for error in raised.value.errors}
        assert fields == {"username", "name", "phone", "address", "place", "email"}
        assert update(db, account, whatsapp="").whatsapp == ""

    def test_a_business_needs_its_id(self, db):
        account = factories.seller(db)
        with pytest.raises(Invalid):
            update(db, account, seller_type="business")
        update(db, account, seller_type="business", business_id="GST 1")
        with pytest.raises(Invalid):
            update(db, account, business_id="")
        update(db, account, seller_type="business", name="Same Shop")

    def test_a_username_that_is_taken(self, db):
        factories.seller(db, username="Taken")
        account = factories.seller(db)
        with pytest.raises(Conflict):
            update(db, account, username="tAKEN")
        assert update(db, account, username=account.username.upper()).username == account.username.upper()

    def test_a_new_password_needs_the_current_one(self, db):
        account = with_password(db)
        for current in ("", "wrong"):
            with pytest.raises(RuleBroken):
                update(db, account, password=NEW_PASSWORD, current_password=current)
        update(db, account, password=NEW_PASSWORD, current_password=PASSWORD)
        assert accounts.sign_in(db, ANONYMOUS, account.email, NEW_PASSWORD, kind=account.kind)

    def test_an_admins_change_is_logged_without_the_values(self, db):
        account, admin = factories.seller(db), factories.admin(db)
        update(db, account, factories.actor(admin), name="Better Name")
        entry = db.exec(select(AuditEntry)).one()
        assert (entry.action, entry.target_id, entry.after) == ("account.update", account.id, {"fields": ["name"]})


class TestPhotos:
    def test_own_uploads_in_order(self, db):
        account = factories.seller(db)
        first, second = upload(db, account), upload(db, account, "b" * 64)
        own = update(db, account, images=[second.id, first.id])
        assert [image.id for image in own.images] == [second.id, first.id]
        assert accounts.get_public_seller(db, ANONYMOUS, account.id).images == own.images
        assert accounts.people(db, [account.id])[account.id].photo == own.images[0]
        assert update(db, account, name="Other").images == own.images
        assert update(db, account, images=[]).images == ()

    def test_photos_of_others_are_refused(self, db):
        account, other = factories.seller(db), factories.seller(db)
        with pytest.raises(Invalid):
            update(db, account, images=[upload(db, other).id])

    def test_the_number_of_photos_is_limited(self, db):
        account = factories.seller(db)
        refs = [upload(db, account, str(n) * 64).id for n in range(6)]
        with pytest.raises(Invalid):
            update(db, account, images=refs)


class TestNewEmail:
    def test_a_new_email_takes_effect_with_the_code(self, db):
        account = factories.buyer(db)
        old = account.email
        own = update(db, account, email="New@Example.org")
        assert (own.email, own.pending_email) == (old, "new@example.org")
        moved = accounts.confirm_email(db, factories.actor(account), code_for(db, "new@example.org"))
        assert (moved.email, moved.pending_email) == ("new@example.org", "")
        assert mails(db, old)[-1].purpose == "email_changed"

    def test_the_current_email_is_no_change(self, db):
        account = factories.buyer(db)
        assert update(db, account, email=account.email.upper()).pending_email == ""
        assert mails(db) == []

    def test_a_taken_email_is_refused(self, db):
        account, other = factories.buyer(db), factories.buyer(db)
        with pytest.raises(Conflict):
            update(db, account, email=other.email)

    def test_an_email_taken_meanwhile_is_refused(self, db):
        account = factories.buyer(db)
        update(db, account, email="new@example.org")
        code = code_for(db, "new@example.org")
        factories.buyer(db, email="new@example.org")
        with pytest.raises(Conflict):
            accounts.confirm_email(db, factories.actor(account), code)

    def test_a_wrong_code_counts(self, db):
        account = factories.buyer(db)
        update(db, account, email="new@example.org")
        db.commit()
        code = code_for(db, "new@example.org")
        for guess in [steps.wrong(code)] * 5 + [code]:
            with pytest.raises(RuleBroken), database.unit_of_work() as work:
                accounts.confirm_email(work, factories.actor(account), guess)

    def test_the_code_is_the_accounts_own(self, db):
        account, other = factories.buyer(db), factories.buyer(db)
        update(db, account, email="new@example.org")
        with pytest.raises(RuleBroken):
            accounts.confirm_email(db, factories.actor(other), code_for(db, "new@example.org"))
        with pytest.raises(NotSignedIn):
            accounts.confirm_email(db, ANONYMOUS, "123456")

    def test_only_the_newest_code_works(self, db):
        account = factories.buyer(db)
        update(db, account, email="first@example.org")
        first = code_for(db, "first@example.org")
        own = update(db, account, email="second@example.org")
        assert own.pending_email == "second@example.org"
        with pytest.raises(RuleBroken):
            accounts.confirm_email(db, factories.actor(account), first)

    def test_codes_are_limited(self, db):
        account = factories.buyer(db)
        update(db, account, email="new@example.org")
        with pytest.raises(TooMany):
            update(db, account, email="new@example.org")


class TestContacts:
    @pytest.mark.parametrize(
        ("asker", "kind", "error"),
        [
            (None, AccountKind.SELLER, NotSignedIn),
            (AccountKind.SELLER, AccountKind.SELLER, Forbidden),
            (AccountKind.BUYER, AccountKind.BUYER, Forbidden),
        ],
    )
    def test_other_callers_are_refused(self, db, asker, kind, error):
        actor = factories.actor(factories.account(db, asker)) if asker else ANONYMOUS
        with pytest.raises(error):
            accounts.list_contacts(db, actor, kind=kind)

    def test_newest_first_in_pages_and_by_name(self, db):
        asker = factories.actor(factories.buyer(db))
        ravi, asha, _hidden = (
            factories.seller(db, name="Ravi Kumar", username="rk"),
            factories.seller(db, name="Asha 100%", username="asha"),
            factories.seller(db, name="Gone", status=AccountStatus.SUSPENDED),
        )

        def listed(**options):
            return [person.id for person in accounts.list_contacts(db, asker, kind=AccountKind.SELLER, **options).items]

        assert listed() == [asha.id, ravi.id]
        assert listed(window=Window(2, 1)) == [ravi.id]
        assert listed(after=asha.id) == [ravi.id]
        assert listed(q="kumar") == listed(q="RK") == [ravi.id]
        assert listed(q="100%") == [asha.id]
        assert listed(q="%") == [asha.id]
        assert listed(q="@example.org") == []

    def test_contacts_have_no_private_data(self, db):
        account = factories.seller(db, phone="55512345")
        (person,) = accounts.list_contacts(db, factories.actor(factories.buyer(db)), kind=AccountKind.SELLER).items
        assert set(person.model_dump()) == {"id", "name", "username", "images"}
        assert person.id == account.id


def test_deleted_people_are_named_as_such(db):
    account = factories.buyer(db, name="Asha")
    gone = factories.seller(db, name="Someone", status=AccountStatus.DELETED)
    found = accounts.people(db, [account.id, gone.id, "nobody"])
    assert found[account.id].name == "Asha"
    assert (found[gone.id].name, found[gone.id].username) == ("Deleted user", "")
    assert len(found) == 2
    assert accounts.people(db, []) == {}


def test_actors_without_a_row_are_not_found(db):
    ghost = Actor("0" * 26, AccountKind.BUYER)
    with pytest.raises(NotFound):
        accounts.get_profile(db, ghost, "0" * 26)
    assert db.get(Account, "0" * 26) is None
