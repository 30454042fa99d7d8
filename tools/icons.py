"""Adds Lucide icons to the sprite of the site: `python -m tools.icons heart map-pin`."""

import io
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

SPRITE = Path("marketplace/web/icons.svg")
# One version for all icons, so that their style matches.
PACKAGE = "lucide-static@1.26.0"
_SYMBOL = re.compile(r'<symbol id="([^"]+)".*</symbol>')
_END = "</svg>\n"


def main(names: list[str]) -> None:
    """Download the package and add the icons in alphabetical order."""
    symbols = {match[1]: match[0] for match in _SYMBOL.finditer(SPRITE.read_text(encoding="utf-8"))}
    with TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=folder, check=True)
        with tarfile.open(next(Path(folder).glob("*.tgz"))) as package:
            symbols |= {name: _read_symbol(package, name) for name in names}
    start = SPRITE.read_text(encoding="utf-8").partition("<symbol")[0]
    SPRITE.write_text(start + "".join(f"{symbols[name]}\n" for name in sorted(symbols)) + _END, encoding="utf-8")


def _read_symbol(package: tarfile.TarFile, name: str) -> str:
    file = package.extractfile(f"package/icons/{name}.svg")
    assert file is not None
    svg = io.TextIOWrapper(file, encoding="utf-8").read()
    shapes = re.sub(r">\s+<", "><", svg[svg.index(">", svg.index("<svg")) + 1 : svg.rindex("</svg>")]).strip()
    return f'<symbol id="{name}" viewBox="0 0 24 24">{shapes.replace(" />", "/>")}</symbol>'


if __name__ == "__main__":
    main(sys.argv[1:])
