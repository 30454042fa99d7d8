"""Registration of the service worker."""

import reflex as rx


class ServiceWorker(rx.Component):
    """Wrapper of `service_worker.jsx`: registers the worker that shows the offline page when there is no network."""

    library = rx.asset("service_worker.jsx", shared=True).importable_path
    tag = "ServiceWorker"


service_worker = ServiceWorker.create
