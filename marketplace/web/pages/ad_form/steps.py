"""The steps of the form, and which step holds which control."""

from sqlmodel import Session

from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.domain import ads
from marketplace.domain.ad_texts import AD_TEXTS
from marketplace.domain.ads.schemas import AdDraft
from marketplace.i18n.texts import t
from marketplace.web.pages.ad_form.form import errors_by_control

PHOTOS, SUBJECT, PRICE_AND_PLACE, WORDS, REVIEW = range(1, 6)
TITLES = [t("Photos"), t("What it is"), t("Price and place"), t("Description"), t("Review")]

_SECTIONS = {"basics": SUBJECT, "details": WORDS, "location": PRICE_AND_PLACE}
_CONTROLS = {
    "images": PHOTOS,
    "producttype": PRICE_AND_PLACE,
    "price": PRICE_AND_PLACE,
    "priceUnit": PRICE_AND_PLACE,
    "discount": PRICE_AND_PLACE,
    "latitude": PRICE_AND_PLACE,
    "longitude": PRICE_AND_PLACE,
    "sellerId": REVIEW,
    **{text.wire: _SECTIONS[text.section] for text in AD_TEXTS.values()},
}


def step_of(control: str) -> int:
    """Return the step that holds a control; category, subcategory and dynamic fields belong to the subject."""
    return _CONTROLS.get(control, SUBJECT)


def check_step(db: Session, actor: Actor, draft: AdDraft, step: int) -> None:
    """Check what one step of a new ad holds.

    Raises:
        NotSignedIn, Forbidden: not a seller or admin.
        Invalid: a control of the step breaks a rule.
    """
    try:
        ads.check(db, actor, draft)
    except Invalid as error:
        own = {name: message for name, message in errors_by_control(error).items() if step_of(name) == step}
        if not own:
            return
        is_first = error.message in own.values() or len(own) == len(error.errors)
        message = error.message if is_first else next(iter(own.values()))
        raise Invalid(message, errors=[{"field": name, "message": text} for name, text in own.items()]) from error
