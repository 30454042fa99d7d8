"""Pages without a network."""

import reflex as rx


class Offline(rx.Component):
    """The compiled registration of the service worker."""

    library = rx.asset("offline.jsx", shared=True).importable_path
    tag = "Offline"


def offline() -> rx.Component:
    """Where there is no network, the browser shows the site's own page that says so."""
    return Offline.create()
