"""Registration of the service worker."""

import reflex as rx


class ServiceWorker(rx.Component):
    """Wrapper of `service_worker.jsx`."""

    library = rx.asset("service_worker.jsx", shared=True).importable_path
    tag = "ServiceWorker"


def service_worker() -> rx.Component:
    """Register the service worker, which shows the offline page when there is no network."""
    return ServiceWorker.create()
