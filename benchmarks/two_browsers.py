"""How long from pressing Enter until the other person sees the message: two browsers, milliseconds.

    python -m benchmarks.two_browsers --messages 50

Starts the production server on a port and a data folder of its own, opens two Chromium windows as a buyer and a seller in
their conversation, and takes turns writing. Both clocks are this machine's; the end is the first frame that shows the text.
"""

import argparse
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.live import Person, make_people, serving
from tests import browser as chromium

_PAUSE_MS = 300
_TIMEOUT_MS = 20_000
# Notes when a text is painted: the frame after the one in which it is in the page.
_WATCH = """(text) => { window.seenAt = new Promise((resolve) => {
  const look = () => {
    if (!document.querySelector('[role=log]')?.innerText.includes(text)) return requestAnimationFrame(look);
    requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
  };
  look();
}); }"""
_PRESS = """() => {
  const box = document.querySelector('textarea[name=text]');
  box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  return performance.timeOrigin + performance.now();
}"""


def open_tab(browser: Browser, url: str, me: Person, other: Person, role: str) -> Page:
    """A window of this person with the conversation open."""
    context = browser.new_context(base_url=url)
    context.add_cookies([{"name": "marketplace_session", "value": me.token, "url": url}])
    page = context.new_page()
    page.goto(f"/{role}/messages?{'user' if role == 'seller' else 'seller'}={other.id}")
    page.get_by_label("Message", exact=True).wait_for(timeout=_TIMEOUT_MS)
    page.wait_for_timeout(1_000)
    return page


def measure(url: str, messages: int) -> list[float]:
    """Milliseconds of each message."""
    ((buyer, seller),) = make_people(1)
    times = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find() or None, args=list(chromium.FLAGS))
        tabs = [open_tab(browser, url, buyer, seller, "user"), open_tab(browser, url, seller, buyer, "seller")]
        for number in range(messages):
            writer, reader = tabs[number % 2], tabs[1 - number % 2]
            text = f"message-{number:04d}."
            reader.evaluate(_WATCH, text)
            writer.get_by_label("Message", exact=True).fill(text)
            pressed = writer.evaluate(_PRESS)
            times.append(reader.evaluate("window.seenAt") - pressed)
            writer.wait_for_timeout(_PAUSE_MS)
        browser.close()
    return times


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--messages", type=int, default=50)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="marketplace-bench-") as folder, serving(Path(folder)) as url:
        times = measure(url, asked.messages)
    cuts = statistics.quantiles(times, n=20)
    print(f"\n{len(times)} messages between two browsers\n")
    print(f"{'':8}{'median':>10}{'95 %':>10}{'most':>10}")
    print(f"{'shown':8}{statistics.median(times):>10.0f}{cuts[18]:>10.0f}{max(times):>10.0f}")


if __name__ == "__main__":
    main()
