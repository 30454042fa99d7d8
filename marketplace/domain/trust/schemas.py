"""Read views of warnings."""

from marketplace.domain.views import View


class WarningView(View):
    """A reason to be careful with a message, in both languages: someone about to lose money must understand it."""

    code: str
    title: str
    advice: str
    title_hi: str
    advice_hi: str
