"""Finds texts that stand in a column a few letters wide, as texts beside buttons do on a phone if nothing wraps."""

from playwright.sync_api import Page

# Fewer characters to a line than this, on this many lines, is no text that somebody reads.
_LEAST_CHARACTERS, _LINES = 8, 4
_FIND = """([least, lines]) => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    const words = data.trim().replace(/\\s+/g, " ");
    if (words.length < least || !parentElement.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
    // Only what screen readers read is a pixel wide.
    if (parentElement.closest(".sr-only") || !boxes.length) continue;
    const rows = new Set(boxes.map((box) => Math.round(box.top))).size;
    if (rows >= lines && words.length / rows < least) found.push(`${words} (${rows} lines)`);
  }
  return found;
}"""


def squeezed(page: Page, width: int = 360) -> list[str]:
    """Return the texts of a page that are squeezed at this width."""
    page.set_viewport_size({"width": width, "height": 780})
    return page.evaluate(_FIND, [_LEAST_CHARACTERS, _LINES])
