"""The first message of a chat that a button of this site starts.

Only handlers on the server set it, so a link can never make a user send a message.
"""

import reflex as rx


class ChatPrefill(rx.State):
    """Receiver, ad and text of the message; they can be used once."""

    _seller_id: str = ""
    _ad_id: str = ""
    _text: str = ""

    def _set(self, seller_id: str, ad_id: str, text: str) -> None:
        self._seller_id, self._ad_id, self._text = seller_id, ad_id, text

    def _pop(self, seller_id: str) -> tuple[str, str]:
        """Return ad id and text for this seller and delete them; both are empty if nothing is stored for the seller."""
        if not seller_id or self._seller_id != seller_id:
            return "", ""
        prefill = (self._ad_id, self._text)
        self._set("", "", "")
        return prefill
