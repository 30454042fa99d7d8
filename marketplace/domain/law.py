"""The deadlines of Indian law that bind the site: the only place with their numbers. Pages, forms, mails and clocks read them here.

This is no legal advice. `tests/domain/test_law.py` fails a year after a deadline was compared with its source.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from marketplace.i18n.texts import tn


@dataclass(frozen=True, slots=True)
class Source:
    """A published text of the law.

    Attributes:
        title: of the rules or directions.
        gazette: number of the notification that gave them this wording.
        address: where the text was published, without its scheme: pages load nothing from there.
    """

    title: str
    gazette: str
    address: str


@dataclass(frozen=True, slots=True)
class Deadline:
    """A time that the law sets.

    Attributes:
        key: what pages call it: `{law_<key>}` in `content_pages/`.
        duration: the time itself. A month counts as 30 days.
        rule: where it stands in the source.
        about: what has to be done within it.
        since: in force from this day; it may lie in the future.
        checked: the day on which somebody compared it with the source.
    """

    key: str
    duration: timedelta
    rule: str
    about: str
    source: Source
    since: date
    checked: date


IT_RULES = Source(
    "Information Technology (Intermediary Guidelines and Digital Media Ethics Code) Rules, 2021, as amended in 2026",
    "G.S.R. 120(E)",
    "egazette.gov.in/WriteReadData/2026/269993.pdf",
)
E_COMMERCE_RULES = Source(
    "Consumer Protection (E-Commerce) Rules, 2020",
    "G.S.R. 462(E)",
    "consumeraffairs.gov.in/public/upload/files/E%20commerce%20rules_1732703966.pdf",
)
SPDI_RULES = Source(
    "Information Technology (Reasonable Security Practices and Procedures and Sensitive Personal Data or Information) Rules, 2011",
    "G.S.R. 313(E)",
    "www.meity.gov.in/writereaddata/files/GSR313E_10511%281%29_0.pdf",
)
DPDP_RULES = Source(
    "Digital Personal Data Protection Rules, 2025",
    "G.S.R. 846(E)",
    "www.meity.gov.in/static/uploads/2025/11/53450e6e5dc0bfa85ebd78686cadad39.pdf",
)
CERT_IN = Source(
    "Directions of CERT-In under section 70B(6) of the Information Technology Act, 2000",
    "No. 20(3)/2022-CERT-In",
    "www.cert-in.org.in/PDF/CERT-In_Directions_70B_28.04.2022.pdf",
)

IT_RULES_SINCE = date(2021, 2, 25)
_AMENDED, _CHECKED = date(2026, 2, 20), date(2026, 11, 29)


def _hours(number: int) -> timedelta:
    return timedelta(hours=number)


def _under(source: Source, since: date) -> Callable[..., Deadline]:
    """Return the maker of deadlines of one text; some parts of it came into force later."""

    def make(key: str, duration: timedelta, rule: str, about: str, since: date = since) -> Deadline:
        return Deadline(key, duration, rule, about, source, since, _CHECKED)

    return make


_it = _under(IT_RULES, IT_RULES_SINCE)
_e_commerce = _under(E_COMMERCE_RULES, date(2020, 7, 23))
_dpdp = _under(DPDP_RULES, date(2027, 5, 13))

ACKNOWLEDGE = _it("acknowledge", _hours(24), "3(2)(a)(i)", "Acknowledge a complaint.")
RESOLVE = _it(
    "resolve", timedelta(days=7), "3(2)(a)(i)", "Resolve a complaint that no other deadline covers.", _AMENDED
)
REMOVE = _it(
    "remove",
    _hours(36),
    "3(2)(a)(i), proviso",
    "Resolve a request for removal under rule 3(1)(b), except for its sub-clauses (i), (iv) and (xi).",
    _AMENDED,
)
URGENT = _it(
    "urgent",
    _hours(2),
    "3(2)(b)",
    "Take down an intimate image of the complainant, or an impersonation, morphed images included.",
    _AMENDED,
)
ORDER = _it(
    "order", _hours(3), "3(1)(d)", "Remove what an order of a court or of an authorised officer names.", _AMENDED
)
ASSIST = _it("assist", _hours(72), "3(1)(j)", "Give information to an authorised agency on its written order.")
REMIND = _it("remind", timedelta(days=90), "3(1)(c)", "Remind every user of the rules: every three months.", _AMENDED)
KEEP = _it(
    "keep",
    timedelta(days=180),
    "3(1)(g) and (h)",
    "Keep what was removed after an order or a complaint, with the records that belong to it, and registration details "
    "after an account ended.",
)
APPEAL = _it(
    "appeal",
    timedelta(days=30),
    "3A(3)",
    "The complainant's time for an appeal to the Grievance Appellate Committee.",
    date(2022, 10, 28),
)
CONSUMER_ACKNOWLEDGE = _e_commerce(
    "consumer_acknowledge",
    _hours(48),
    "4(5)",
    "Acknowledge a consumer's complaint; the 24 hours of the IT Rules are stricter and serve.",
)
CONSUMER_REDRESS = _e_commerce(
    "consumer_redress",
    timedelta(days=30),
    "4(5)",
    "Redress a consumer's complaint; the days of the IT Rules are stricter and serve.",
)
PERSONAL_DATA = Deadline(
    "personal_data",
    timedelta(days=30),
    "5(9)",
    "Answer a grievance about personal data: one month. It is also the site's own time for the rights of the DPDP Act.",
    SPDI_RULES,
    date(2011, 4, 11),
    _CHECKED,
)
DPDP_ANSWER = _dpdp(
    "dpdp_answer",
    timedelta(days=90),
    "14(3)",
    "The longest time for an answer to a data principal that a site may publish.",
)
DORMANT = _dpdp(
    "dormant",
    _hours(48),
    "8(2)",
    "Time between the notice to an account that nobody uses and its erasure.",
)
INCIDENT = Deadline(
    "incident",
    _hours(6),
    "(ii)",
    "Report an incident to CERT-In, from when it was noticed.",
    CERT_IN,
    date(2022, 6, 28),
    _CHECKED,
)
BREACH = _dpdp(
    "breach",
    _hours(72),
    "7(2)(b)",
    "Give the Data Protection Board the details of a breach, from when the site became aware of it; describe it without delay.",
)
DEADLINES = (
    ACKNOWLEDGE,
    RESOLVE,
    REMOVE,
    URGENT,
    ORDER,
    ASSIST,
    REMIND,
    KEEP,
    APPEAL,
    CONSUMER_ACKNOWLEDGE,
    CONSUMER_REDRESS,
    PERSONAL_DATA,
    DPDP_ANSWER,
    DORMANT,
    INCIDENT,
    BREACH,
)


def describe(deadline: Deadline) -> str:
    """Return the time in words, such as "36 hours": hours up to three days, else days."""
    if deadline.duration <= timedelta(days=3):
        return tn("{count} hour", "{count} hours", int(deadline.duration / timedelta(hours=1)))
    return tn("{count} day", "{count} days", deadline.duration.days)


def describe_all() -> dict[str, str]:
    """Return the times in words by their names in the pages, `law_<key>`."""
    return {f"law_{deadline.key}": describe(deadline) for deadline in DEADLINES}
