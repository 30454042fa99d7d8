"""Writes the accounts of the demo: three with a login, and sellers and buyers without."""

from dataclasses import dataclass
from datetime import datetime
from random import Random

from marketplace.demo.cities import NEIGHBOURHOODS, Neighbourhood
from marketplace.demo.content import read
from marketplace.demo.pictures.pool import Pool, portraits
from marketplace.demo.rows import Rows, make_id, random_past
from marketplace.demo.uploads import Uploads
from marketplace.domain.accounts.passwords import UNUSABLE, make_hash
from marketplace.domain.accounts.usernames import make_columns
from marketplace.models import Account, AccountKind, AccountPhoto, SellerType

PASSWORD = "demo1234"  # noqa: S105 - the demo's, printed at startup
BUYER, SELLER, ADMIN = "buyer@example.com", "seller@example.com", "admin@example.com"
_PEOPLE = read("people")
_MIN_PERSONS, _MAX_PERSONS, _ADS_PER_PERSON = 45, 600, 120
# Step through the neighbourhoods that puts consecutive members into different cities.
_STRIDE = 7
_BUYERS = 16
_WITH_PHOTO = 0.8
_JOINED_DAYS = 400


@dataclass(frozen=True, slots=True)
class Member:
    """An account of the demo; `shop_category` is the category that a shop sells."""

    id: str
    name: str
    home: Neighbourhood
    shop_category: str = ""


@dataclass(frozen=True, slots=True)
class Members:
    """All accounts; the first seller and the first buyer have a login."""

    sellers: list[Member]
    buyers: list[Member]
    admin_id: str | None


class _AccountWriter:
    def __init__(self, rows: Rows, uploads: Uploads, pool: Pool, rng: Random, now: datetime):
        self._rows, self._uploads, self._pool, self._rng, self._now = rows, uploads, pool, rng, now
        self._taken: set[str] = set()
        self._faces = {woman: [name for name, is_woman in portraits() if is_woman == woman] for woman in (True, False)}

    def register(
        self,
        kind: AccountKind,
        home: Neighbourhood,
        *,
        name: str = "",
        email: str = "",
        shop: str = "",
        category: str = "",
    ) -> Member:
        rng = self._rng
        woman = rng.random() < 0.5 if not name else name.split()[0] in _PEOPLE["women"]
        name = name or f"{rng.choice(_PEOPLE['women' if woman else 'men'])} {rng.choice(_PEOPLE['families'])}"
        username = self._username(name)
        joined = random_past(self._now, rng, _JOINED_DAYS) if not email else random_past(self._now, rng, 90)
        phone = f"+91 555{rng.randrange(10):d}{rng.randrange(10):d} {rng.randrange(10**5):05d}"
        account_id = make_id(rng, joined)
        seller = kind is AccountKind.SELLER
        self._rows.add(
            Account,
            id=account_id,
            kind=kind,
            email=email or f"{username}@example.net",
            **make_columns(username),
            password_hash=make_hash(PASSWORD) if email else UNUSABLE,
            name=name,
            phone=phone,
            whatsapp=phone if seller else "",
            address=f"{rng.randrange(1, 240)}, {home.place} Main Road",
            place=home.place,
            city=home.city,
            state=home.state,
            latitude=home.latitude,
            longitude=home.longitude,
            shop_name=shop,
            seller_type=SellerType.BUSINESS if shop else SellerType.PERSON,
            business_id=f"DEMO{rng.randrange(10**8):08d}" if shop else "",
            takes_calls=rng.random() < 0.85,
            wants_digest=bool(email),
            created_at=joined,
            updated_at=joined,
        )
        if email or rng.random() < _WITH_PHOTO:
            faces = self._faces[woman]
            face = self._pool[faces[len(self._taken) % len(faces)]]
            upload_id = self._uploads.picture(account_id, face, joined)
            self._rows.add(AccountPhoto, account_id=account_id, position=0, upload_id=upload_id)
        return Member(account_id, shop or name, home, category)

    def _username(self, name: str) -> str:
        plain = "".join(letter for letter in name.lower().replace(" ", ".") if letter.isalpha() or letter == ".")
        username, number = plain, 2
        while username in self._taken:
            username, number = f"{plain}{number}", number + 1
        self._taken.add(username)
        return username


def write_members(
    rows: Rows, uploads: Uploads, pool: Pool, now: datetime, *, ads: int, seed: str, with_admin: bool
) -> Members:
    """Write all accounts, and an administrator if `with_admin`."""
    rng = Random(f"{seed} members")
    writer = _AccountWriter(rows, uploads, pool, rng, now)
    homes = {home.place: home for home in NEIGHBOURHOODS}
    sellers = [writer.register(AccountKind.SELLER, homes["Indiranagar"], name="Ananya Iyer", email=SELLER)]
    buyers = [writer.register(AccountKind.BUYER, homes["Koramangala"], name="Rohan Mehta", email=BUYER)]
    for category, shops in _PEOPLE["shops"].items():
        for shop in shops:
            sellers.append(writer.register(AccountKind.SELLER, _home(len(sellers)), shop=shop, category=category))
    for _ in range(max(_MIN_PERSONS, min(_MAX_PERSONS, ads // _ADS_PER_PERSON))):
        sellers.append(writer.register(AccountKind.SELLER, _home(len(sellers))))
    while len(buyers) < _BUYERS:
        buyers.append(writer.register(AccountKind.BUYER, rng.choice(NEIGHBOURHOODS)))
    admin = (
        writer.register(AccountKind.ADMIN, homes["Jayanagar"], name="Kavya Rao", email=ADMIN) if with_admin else None
    )
    rows.flush()
    return Members(sellers, buyers, admin.id if admin else None)


def _home(number: int) -> Neighbourhood:
    return NEIGHBOURHOODS[number * _STRIDE % len(NEIGHBOURHOODS)]
