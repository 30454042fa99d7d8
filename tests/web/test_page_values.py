"""The JSON of a page's values."""

import json
import subprocess
from datetime import UTC, datetime

import pytest
from reflex_base.utils.format import json_dumps

from marketplace.domain.views import Photo, PhotoSizes, View
from marketplace.web.reflex_ext import page_values
from tests.web.reflex_ext_ssr import samples
from tests.web.reflex_ext_ssr.oracle import NODE


class _Tile(View):
    image: PhotoSizes


_PHOTO = Photo(id="01P", name="sofa.jpg", url="/media/a-800.webp", widths=(160, 800), width=800, height=600)
_VALUES = {
    "page": {
        "tile": _Tile(image=_PHOTO),
        "tiles": [_Tile(image=_PHOTO), _Tile(image=_PHOTO)],
        "nothing": None,
        "empty": [[], {}, ""],
        "lists": [[0, 1], [1, [True, 1.5]], ["</script>", "नमस्ते \u2028"]],
        "when": datetime(2026, 11, 27, tzinfo=UTC),
        "other": {"url": 1, "again": {"url": 2}},
    },
    "none": {},
}


def test_each_list_of_names_is_written_once():
    text = page_values.dump(_VALUES)
    assert text.count('"widths"') == 1
    # The view declares only the sizes of its image.
    assert "sofa.jpg" not in text


@pytest.mark.skipif(not NODE, reason="no Node on this machine")
@pytest.mark.parametrize("values", [_VALUES, samples.home(), samples.browse(), samples.ad(), {}])
def test_the_browser_unpacks_what_reflex_would_send(values):
    script = f"{page_values.UNPACK}console.log(JSON.stringify(unpack({page_values.dump(values)})))"
    done = subprocess.run([NODE or "", "-"], input=script, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == json.loads(json_dumps(values))
