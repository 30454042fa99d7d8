import pytest

from marketplace.domain import site_links
from marketplace.settings import get_settings

AD = "01M8JYFRFWGTPGZR9ED123ER3S"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("nothing of ours", []),
        (AD, [("", AD)]),
        (f"/products/{AD}", [("ad", AD)]),
        (f"/products/{AD}/", [("ad", AD)]),
        (f"See <{{site}}/products/{AD}>, please.", [("ad", AD)]),
        (f"{{site}}/sellers/{AD}?page=2#top", [("account", AD)]),
        (f"{{host}}/sellers/{AD}", [("account", AD)]),
        (f"https://elsewhere.example/products/{AD}", []),
        (f"//elsewhere.example/products/{AD}", []),
        (f"/messages/{AD}", []),
        (f"/products/{AD.lower()}", []),
        ("http://[", []),
        (f"/products/{AD} /products/{AD}", [("ad", AD)]),
    ],
)
def test_addresses(text: str, found: list[tuple[str, str]]):
    site = get_settings().url
    assert site_links.parse(text.format(site=site, host=site.partition("//")[2])) == found
