"""The banner that tells of a lost connection."""

import reflex as rx

from marketplace.i18n.texts import t


class Connection(rx.Component):
    """Wrapper of `connection.jsx`."""

    library = rx.asset("connection.jsx", shared=True).importable_path
    tag = "Connection"

    words: rx.Var[dict[str, str]]


def connection() -> rx.Component:
    """The banner above the header while there is no connection; links that are pressed meanwhile open afterwards."""
    return Connection.create(
        words={
            "offline": t("You are offline."),
            "unreachable": t("Connection lost. Reconnecting…"),
            "waits": t("What you send waits until the connection is back."),
            "held": t("The page opens when the connection is back."),
        },
        class_name="connection",
    )
