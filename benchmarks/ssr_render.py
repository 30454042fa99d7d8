"""How much processor time the server takes to render pages from values that are loaded already.

python -m benchmarks.ssr_render --rounds 300
"""

import argparse
import statistics
import time
from collections.abc import Callable

import reflex as rx

from marketplace.web.components.ad_card import GRID
from marketplace.web.page_registry import list_pages
from marketplace.web.pages.home.state import HomeState
from marketplace.web.reflex_ext.ssr import compile_component
from marketplace.web.server_views import server_views
from marketplace.web.widgets.wishlist_toggle import saveable_card
from tests.web.reflex_ext_ssr import samples


def _grid() -> rx.Component:
    return rx.el.div(rx.foreach(HomeState.for_sale.cards, saveable_card), class_name=GRID)


def main() -> None:
    """Print a row for each page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200)
    rounds = parser.parse_args().rounds
    pages = {page.route: page.component for page in list_pages()}
    measured: dict[str, tuple[Callable[[], rx.Component], samples.Values]] = {
        "12 cards": (_grid, samples.home(12)),
        "home": (pages["/"], samples.home()),
        "list": (pages["/products/sell"], samples.browse(kind="sell", as_rows=True)),
        "search": (pages["/products/search"], samples.browse()),
        "ad": (pages["/products/[product_id]"], samples.ad()),
    }
    print("| Page | compile, ms | HTML, kB | median, ms | 95 %, ms |")
    print("|---|---|---|---|---|")
    for name, (component, values) in measured.items():
        start = time.process_time()
        template = compile_component(component(), server_views())
        compiled = time.process_time() - start
        times = []
        for _ in range(rounds):
            start = time.process_time()
            html = template.render(values, samples.CLIENT_NAMES)
            times.append((time.process_time() - start) * 1000)
        median, worst = statistics.median(times), statistics.quantiles(times, n=20)[-1]
        print(f"| {name} | {compiled * 1000:.0f} | {len(html.encode()) / 1000:.0f} | {median:.2f} | {worst:.2f} |")


if __name__ == "__main__":
    main()
