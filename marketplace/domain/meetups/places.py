"""Localities near both parties."""

from marketplace.domain import places
from marketplace.models import Account, AdVersion

_PLACES = 4


def suggest_places(version: AdVersion, buyer: Account) -> tuple[str, ...]:
    """Suggest localities near both parties.

    They are computed from the ad's public place and position and the town in the buyer's profile, never from an exact
    position or an address.
    """
    near = places.list_between(
        (version.latitude, version.longitude), town=(version.city, version.state), other=(buyer.city, buyer.state)
    )
    own = ", ".join(filter(None, (version.place.strip(), version.city.strip())))
    return tuple(dict.fromkeys(filter(None, (own, *near))))[:_PLACES]
