"""Nobody gets a username that others take for that of another account."""

import pytest

from marketplace.core.errors import Conflict, Invalid
from marketplace.domain import accounts
from marketplace.domain.accounts import ProfileDraft, administration, usernames
from marketplace.models import Account, AccountKind
from tests import factories
from tests.domain.accounts.steps import BUYER_FORM, SELLER_FORM
from tests.domain.accounts.test_register import prove, register

ALIKE = [
    ("asha.rao", "аshа.rаo"),  # Cyrillic
    ("Asha", "αsha"),  # Greek
    ("asha", "asha\u3164"),
    ("asha", "as\u200bha"),
    ("ravi", "ravı"),
    ("paypal", "paypa1"),
    ("paypal", "paypaI"),
    ("Iris", "lris"),
    ("zoo24", "z0o24"),
    ("modern", "modem"),
    ("asha", "𝒶sha"),
    ("Łukasz", "Lukasz"),
    ("admiral", "Аdmiral"),
]
UNLIKE = [
    ("राम", "राज"),
    ("তমাল", "তমার"),
    ("தமிழ்", "தமிழா"),
    ("Émile", "Emile"),
    ("asha.rao", "asha-rao"),
    ("asha1", "asha2"),
    ("ravi", "rani"),
    ("أحمد", "أحمر"),
]
FORMS = {AccountKind.BUYER: BUYER_FORM, AccountKind.SELLER: SELLER_FORM}


@pytest.mark.parametrize("kind", FORMS)
@pytest.mark.parametrize(("own", "other"), ALIKE)
def test_a_username_that_looks_like_another_is_refused(db, kind, own, other):
    taken = factories.account(db, kind, username=own)
    form = FORMS[kind] | {"username": other}
    prove(db, form["email"], kind)
    with pytest.raises(Conflict, match="username"):
        register(db, form, kind)
    renaming = factories.account(db, kind)
    with pytest.raises(Conflict, match="username"):
        accounts.update_profile(db, factories.actor(renaming), renaming.id, ProfileDraft(username=other))
    # Kinds of account have usernames of their own, as with equal ones.
    stranger = next(each for each in FORMS if each is not kind)
    factories.account(db, stranger, username=other)
    # Its own username may become one that looks like it.
    accounts.update_profile(db, factories.actor(taken), taken.id, ProfileDraft(username=other))


@pytest.mark.parametrize(("own", "other"), UNLIKE)
def test_a_username_that_looks_different_is_accepted(db, own, other):
    factories.buyer(db, username=own)
    renaming = factories.buyer(db)
    accounts.update_profile(db, factories.actor(renaming), renaming.id, ProfileDraft(username=other))
    assert db.get_one(Account, renaming.id).username == other


def test_the_sentence_says_why(db):
    factories.buyer(db, username="asha.rao")
    renaming = factories.buyer(db)
    for typed, sentence in (("ASHA.RAO", "is taken"), ("asha.ra0", "looks like")):
        with pytest.raises(Conflict, match=sentence):
            accounts.update_profile(db, factories.actor(renaming), renaming.id, ProfileDraft(username=typed))


@pytest.mark.parametrize("blank", ["\u200b", "\u3164", "\u2800", "\u2060\u00ad"])
def test_a_name_of_nothing_visible_is_refused(db, blank):
    buyer = factories.buyer(db)
    for name in ("username", "name"):
        with pytest.raises(Invalid, match="is required"):
            accounts.update_profile(db, factories.actor(buyer), buyer.id, ProfileDraft(**{name: blank}))
        with pytest.raises(Invalid, match="is required"):
            register(db, BUYER_FORM | {name: blank})


def test_names_that_looked_alike_before_stay(db):
    """The younger of the two has no skeleton. Its owner can change all else, and nobody else gets a third such name."""
    factories.buyer(db, username="asha.rao")
    younger = factories.buyer(db)
    younger.username, younger.username_key = "аsha.rao", "аsha.rao"
    younger.username_skeleton = None
    factories.save(db, younger)
    draft = ProfileDraft(username=younger.username, name="Asha Rao")
    accounts.update_profile(db, factories.actor(younger), younger.id, draft)
    assert (db.get_one(Account, younger.id).name, younger.username_skeleton) == ("Asha Rao", None)
    third = factories.buyer(db)
    with pytest.raises(Conflict):
        accounts.update_profile(db, factories.actor(third), third.id, ProfileDraft(username="ashа.rao"))


def test_staff_get_a_username_that_looks_like_no_other(db):
    first, second = administration.add_staff(db, "ravi@example.org"), administration.add_staff(db, "rav1@example.org")
    assert first.username == "ravi"
    assert second.username == "rav1"
    assert administration.add_staff(db, "RAVI@example.com").username.startswith("RAVI-")
    assert administration.add_staff(db, "ravı@example.com").username.startswith("ravı-")


def test_keys_of_the_longest_usernames_fit_their_columns():
    for letter in ("\ufdfa", "m", "\u1e9e", "W"):
        columns = usernames.make_columns(letter * 40)
        assert all(len(columns[name]) <= 80 for name in ("username_key", "username_skeleton"))


RESERVED = [
    "admin", "ADMIN", "Аdmin", "adm1n", "a.d.m.i.n", "admin_01", "Administrator", "moderator", "rnoderator", "Support", "supp0rt",
    "support team", "help", "He1p", "official", "Grievance Officer", "grievance-officer", "Chowk", "ch0wk",
    "CHOWK Support", "chowk.official", "ádmin", "ｓｔａｆｆ",
]  # fmt: skip
ALLOWED = [
    "Chowkidar",
    "helpfulravi",
    "adminath",
    "officialrao",
    "modern",
    "asha",
    "राम",
    "123",
    "...",
    "Ravi's Official Sports",
]


@pytest.mark.parametrize("kind", FORMS)
@pytest.mark.parametrize("reserved", RESERVED)
def test_nobody_takes_a_name_of_the_site(db, kind, reserved):
    renaming = factories.account(db, kind)
    form = FORMS[kind]
    for field in ("username", "name", *(["shop_name"] if kind is AccountKind.SELLER else [])):
        with pytest.raises(Invalid, match="people who run this site") as refused:
            register(db, form | {field: reserved}, kind)
        assert refused.value.errors[0]["field"] == {"shop_name": "shopName"}.get(field, field)
        with pytest.raises(Invalid, match="people who run this site"):
            accounts.update_profile(db, factories.actor(renaming), renaming.id, ProfileDraft(**{field: reserved}))


@pytest.mark.parametrize("name", ALLOWED)
def test_names_that_only_contain_one_of_the_site_are_accepted(db, name):
    renaming = factories.buyer(db)
    accounts.update_profile(db, factories.actor(renaming), renaming.id, ProfileDraft(username=name, name=name))
    assert (renaming.username, renaming.name) == (name, name)


def test_names_of_the_site_stay_with_who_has_them(db):
    buyer = factories.buyer(db, username="support", name="Help")
    draft = ProfileDraft(username="support", name="Help", city="Pune")
    accounts.update_profile(db, factories.actor(buyer), buyer.id, draft)
    assert (buyer.username, buyer.name, buyer.city) == ("support", "Help", "Pune")
    staff = administration.add_staff(db, "admin@example.org")
    assert staff.username == "admin"
    accounts.update_profile(db, factories.actor(staff), staff.id, ProfileDraft(username="Chowk Support"))
    assert staff.username == "Chowk Support"
