"""Decoding many large images concurrently takes the memory of one."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent.parent
# A process of its own: what other tests took before must not count.
_PREPARE = """
import resource, sys
from concurrent.futures import ThreadPoolExecutor
from PIL import Image
from marketplace.domain.media import images
from marketplace.core.errors import MarketplaceError
from tests.domain.media import corpus

def peak_mb():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024

large = corpus.encoded(Image.new("RGB", (7_700, 7_700)), "PNG", compress_level=1)
made = peak_mb()
bombs = [corpus.bomb(), corpus.jpeg_bomb(), corpus.gif_bomb(), corpus.webp_bomb(), corpus.inflated_text(),
         (corpus.SAMPLES / "lying.avif").read_bytes()]

def prepare(data):
    try:
        return images.prepare(data).width
    except MarketplaceError as refusal:
        return refusal.status

with ThreadPoolExecutor(int(sys.argv[1])) as threads:
    answers = list(threads.map(prepare, [large, *bombs] * int(sys.argv[1])))
children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
print(made, peak_mb() + children, *set(answers))
"""


def _peaks(threads: int) -> tuple[int, int, list[str]]:
    done = subprocess.run(
        [sys.executable, "-c", _PREPARE, str(threads)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    made, peak, *answers = done.stdout.split()
    return int(made), int(peak), answers


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_memory_is_limited_to_one_image():
    _, alone, answers = _peaks(1)
    made, together, same = _peaks(6)
    assert sorted(answers) == sorted(same) == ["1600", "413", "422"]
    # One decoded image of this size is about 240 MB.
    assert together - alone < 400, (made, alone, together)
