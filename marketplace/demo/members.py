"""The people of the demo: three who can sign in, and a town of sellers and buyers who can't."""

from dataclasses import dataclass
from datetime import datetime
from random import Random

from marketplace.demo.cities import NEIGHBOURHOODS, Neighbourhood
from marketplace.demo.names import FAMILIES, MEN, SHOPS, WOMEN
from marketplace.demo.pictures.pool import Pool, portraits
from marketplace.demo.seeded import Rows, before, make_id
from marketplace.demo.uploads import Uploads
from marketplace.domain.accounts.passwords import UNUSABLE, make_hash
from marketplace.models import Account, AccountKind, AccountPhoto, SellerType

PASSWORD = "demo1234"  # noqa: S105 - the demo's, told to everyone at start
BUYER, SELLER, ADMIN = "buyer@example.com", "seller@example.com", "admin@example.com"
# Members a town of the default size has; larger demos get more sellers.
_LEAST_PERSONS, _MOST_PERSONS, _ADS_PER_PERSON = 45, 600, 120
# Steps through the neighbourhoods so that neighbours in the list of members live in different cities.
_STRIDE = 7
_BUYERS = 16
_WITH_PHOTO = 0.8
_JOINED_DAYS = 400


@dataclass(frozen=True, slots=True)
class Member:
    """One account of the demo; `shop_category` is set for shops that sell one kind of thing."""

    id: str
    name: str
    home: Neighbourhood
    shop_category: str = ""


@dataclass(frozen=True, slots=True)
class Town:
    """Everyone; the first seller and the first buyer are the ones with a login."""

    sellers: list[Member]
    buyers: list[Member]
    admin_id: str | None


class _Registrar:
    def __init__(self, rows: Rows, uploads: Uploads, pool: Pool, rng: Random, now: datetime):
        self._rows, self._uploads, self._pool, self._rng, self._now = rows, uploads, pool, rng, now
        self._taken: set[str] = set()
        self._faces = {woman: [name for name, shown in portraits() if shown == woman] for woman in (True, False)}

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
        woman = rng.random() < 0.5 if not name else name.split()[0] in WOMEN
        name = name or f"{rng.choice(WOMEN if woman else MEN)} {rng.choice(FAMILIES)}"
        username = self._username(name)
        joined = before(self._now, rng, _JOINED_DAYS) if not email else before(self._now, rng, 90)
        phone = f"+91 555{rng.randrange(10):d}{rng.randrange(10):d} {rng.randrange(10**5):05d}"
        account_id = make_id(rng, joined)
        seller = kind is AccountKind.SELLER
        self._rows.add(
            Account,
            id=account_id,
            kind=kind,
            email=email or f"{username}@example.net",
            username=username,
            username_key=username.casefold(),
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


def settle(rows: Rows, uploads: Uploads, pool: Pool, now: datetime, *, ads: int, seed: str, with_admin: bool) -> Town:
    """Open all the accounts; the administrator only where asked for."""
    rng = Random(f"{seed} members")
    registrar = _Registrar(rows, uploads, pool, rng, now)
    homes = {home.place: home for home in NEIGHBOURHOODS}
    sellers = [registrar.register(AccountKind.SELLER, homes["Indiranagar"], name="Ananya Iyer", email=SELLER)]
    buyers = [registrar.register(AccountKind.BUYER, homes["Koramangala"], name="Rohan Mehta", email=BUYER)]
    for category, shops in SHOPS.items():
        for shop in shops:
            sellers.append(registrar.register(AccountKind.SELLER, _home(len(sellers)), shop=shop, category=category))
    for _ in range(max(_LEAST_PERSONS, min(_MOST_PERSONS, ads // _ADS_PER_PERSON))):
        sellers.append(registrar.register(AccountKind.SELLER, _home(len(sellers))))
    while len(buyers) < _BUYERS:
        buyers.append(registrar.register(AccountKind.BUYER, rng.choice(NEIGHBOURHOODS)))
    admin = (
        registrar.register(AccountKind.ADMIN, homes["Jayanagar"], name="Kavya Rao", email=ADMIN) if with_admin else None
    )
    rows.flush()
    return Town(sellers, buyers, admin.id if admin else None)


def _home(number: int) -> Neighbourhood:
    return NEIGHBOURHOODS[number * _STRIDE % len(NEIGHBOURHOODS)]
