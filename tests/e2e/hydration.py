"""Steps of tests that watch the app take over the page of the server."""

from tests.e2e import calls
from tests.e2e.conftest import Site

# The first visible element of each kind.
MEASURE = """() => {
  const boxes = {};
  for (const name of ["header", "main h1", "main form", "main article", "main article + article", "main img"]) {
    const shown = [...document.querySelectorAll(name)].find((node) => node.getClientRects().length);
    const box = shown && shown.getBoundingClientRect();
    if (box) boxes[name] = [box.x, box.y, box.width, box.height].map((number) => Math.round(number));
  }
  return boxes;
}"""


# What a reader, a crawler and a screen reader get of the page.
READ = """() => {
  const main = document.querySelector("#content");
  const texts = (name) => [...document.querySelectorAll(name)].map((node) => node.textContent);
  return {
    title: document.title,
    descriptions: [...document.querySelectorAll("meta[name=description]")].map((node) => node.content),
    canonical: [...document.querySelectorAll("link[rel=canonical]")].map((node) => node.href),
    data: texts('script[type="application/ld+json"]'),
    text: main.innerText,
    headings: [...main.querySelectorAll("h1, h2, h3")].map((node) => `${node.tagName} ${node.textContent}`),
    links: [...document.querySelectorAll("a[href]")].map((node) => node.getAttribute("href")),
  };
}"""


def list_addresses(site: Site) -> dict[str, str]:
    """Return URLs of public pages by a name, with the data that the demo has."""
    ad = calls.get(f"{site.url}/api/product/sell", params={"limit": "1"}).json()["products"][0]
    return {
        "home": "/",
        "categories": "/categories",
        "category": f"/category/{ad['categoryId']['_id']}",
        "listing": "/products/rent?page=2",
        "rows": "/products/sell?view=list",
        "search": "/products/search?keyword=phone",
        "narrowed": "/products/search?keyword=sofa+under+90000&postedWithinDays=30",
        "ad": f"/products/{ad['_id']}",
        "seller": f"/sellers/{ad['sellerId']}",
        "grievance": "/grievance",
        "transparency": "/transparency",
        "missing": "/products/01M7YH44H3FVMP4547R0ZWQBC3",
        "nowhere": "/no/such/page",
    }
