"""A conversation that somebody is about to begin from a button of this site.

Only a handler that ran here sets it, so a followed link can never make a person send something.
"""

import reflex as rx


class ChatIntent(rx.State):
    """Whom to write to, about which ad, and the first words; kept on the server, for one use."""

    _seller_id: str = ""
    _ad_id: str = ""
    _text: str = ""

    def _mean(self, seller_id: str, ad_id: str, text: str) -> None:
        self._seller_id, self._ad_id, self._text = seller_id, ad_id, text

    def _take(self, seller_id: str) -> tuple[str, str]:
        """The ad and the words meant for this seller, once; empty when nothing was meant."""
        if not seller_id or self._seller_id != seller_id:
            return "", ""
        meant = (self._ad_id, self._text)
        self._mean("", "", "")
        return meant
