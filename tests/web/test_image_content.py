"""What the browser finds out about a picked file before it compresses it (`image_content.js`), and which files its inputs offer."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from marketplace.domain.media import rules
from marketplace.web.components.uploads import IMAGES
from tests.architecture import sources
from tests.domain.media import corpus
from tests.web.reflex_ext_ssr import oracle

SCRIPT = Path("marketplace/web/components/image_content.js").resolve()
RUN = f"""
import {{ findOther, isComplete }} from {json.dumps(SCRIPT.as_uri())};
import {{ readFileSync }} from "node:fs";
const blobs = process.argv.slice(1).map((path) => new Blob([readFileSync(path)]));
const answers = [];
for (const blob of blobs) answers.push([(await findOther([blob])) === undefined, await isComplete(blob)]);
console.log(JSON.stringify(answers));
"""
WITH_THUMBNAIL = (
    corpus.jpeg()[:2] + b"\xff\xe1" + (2 + 8 + 2_000).to_bytes(2, "big") + b"Exif\0\0\xff\xd9" + bytes(2_000)
)
WHOLE = {
    "JPEG": corpus.jpeg(),
    "progressive JPEG": corpus.jpeg(progressive=True),
    "JPEG with a film behind it": corpus.jpeg() + b"\x00\x00\x00\x18ftypmp42" + bytes(90_000),
    "PNG": corpus.encoded(corpus.picture(), "PNG"),
    "WEBP": corpus.encoded(corpus.picture(), "WEBP"),
    "GIF": corpus.animated("GIF"),
    "HEIC": corpus.HEIC,
    "AVIF": corpus.encoded(corpus.picture(), "AVIF", speed=10),
}
CUT = {
    "JPEG": corpus.jpeg()[:2_000],
    "JPEG in its last byte": corpus.jpeg()[:-1],
    "progressive JPEG": corpus.jpeg(progressive=True)[:-40],
    "JPEG with a whole thumbnail": WITH_THUMBNAIL + corpus.jpeg()[2:2_000],
    "JPEG in its header": corpus.jpeg()[:100],
    "PNG": corpus.encoded(corpus.picture(), "PNG")[:-20],
    "WEBP": corpus.encoded(corpus.picture(), "WEBP")[:-20],
}
OTHERS = {
    "PDF": corpus.PDF,
    "HTML": corpus.HTML,
    "nothing": b"",
    "film": b"\x00\x00\x00\x18ftypmp42" + bytes(900),
    "text": b"a",
}


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[bool]]:
    """By group and name: whether the file looks like an image, and whether it is complete."""
    if oracle.NODE is None:
        pytest.skip("needs node")
    folder, paths = tmp_path_factory.mktemp("files"), {}
    for group, files in (("whole", WHOLE), ("cut", CUT), ("other", OTHERS)):
        for number, (name, data) in enumerate(files.items()):
            paths[f"{group} {name}"] = folder / f"{group}{number}"
            paths[f"{group} {name}"].write_bytes(data)
    command = [oracle.NODE, "--input-type=module", "-e", RUN, "--", *map(str, paths.values())]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return dict(zip(paths, json.loads(done.stdout), strict=True))


@pytest.mark.parametrize("name", WHOLE)
def test_whole_images_are_compressed(answers: dict[str, list[bool]], name: str):
    assert answers[f"whole {name}"] == [True, True]


@pytest.mark.parametrize("name", CUT)
def test_cut_images_are_left_to_the_server(answers: dict[str, list[bool]], name: str):
    assert answers[f"cut {name}"] == [True, False]


@pytest.mark.parametrize("name", OTHERS)
def test_other_files_are_no_images(answers: dict[str, list[bool]], name: str):
    assert answers[f"other {name}"][0] is False


def test_browser_and_server_know_the_same_formats():
    for data in (*WHOLE.values(), *CUT.values()):
        assert rules.recognise(data) in rules.IMAGES


def test_all_inputs_for_photos_offer_the_same_files():
    found = []
    for path in (*sources.python_files("marketplace"), *Path("marketplace").rglob("*.js*")):
        found += re.findall(r"accept[=:] ?\"(image[^\"]*)", path.read_text(), re.IGNORECASE)
    # The script that the photo picker and the composer share; Python uses the constant.
    assert found == [IMAGES]
