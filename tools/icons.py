"""Adds Lucide icons to `marketplace/web/lucide.json`, from which the server draws them.

`python -m tools.icons heart map-pin` takes them from the compiled app's node_modules, and takes those that are there already
from the same version.
"""

import json
import subprocess
import sys
from pathlib import Path

SHAPES = Path("marketplace/web/lucide.json")
ICONS = Path(".web/node_modules/lucide-react/dist/esm/icons")


def main(names: list[str]) -> None:
    """Write the shapes of these icons and of all that are in the file."""
    known = json.loads(SHAPES.read_text(encoding="utf-8")) if SHAPES.exists() else {}
    shapes = {}
    for name in sorted({*known, *names}):
        icon = json.dumps((ICONS / f"{name}.mjs").absolute().as_uri())
        script = f"import({icon}).then((module) => console.log(JSON.stringify(module.__iconNode)))"
        done = subprocess.run(["node", "-e", script], check=True, capture_output=True, text=True)
        shape = json.loads(done.stdout)
        shapes[name] = [
            [tag, {key: value for key, value in attributes.items() if key != "key"}] for tag, attributes in shape
        ]
    lines = [f"{json.dumps(name)}: {json.dumps(shape)}" for name, shape in shapes.items()]
    SHAPES.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
