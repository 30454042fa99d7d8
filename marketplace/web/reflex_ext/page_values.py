"""The values of a page as JSON, for the browser: each list of names of properties is written once.

A page has many objects of few kinds, such as the cards of ads, and most of their JSON would be the names.
"""

import json
from collections.abc import Mapping
from typing import Any

from reflex_base.utils.format import json_dumps

# Unpacks it in JavaScript.
UNPACK = """const unpack = ({ names, values }) => {
  const unpacked = (value) => {
    if (!Array.isArray(value)) return value;
    const [kind, ...parts] = value;
    return kind === 0
      ? parts.map(unpacked)
      : Object.fromEntries(names[kind - 1].map((name, at) => [name, unpacked(parts[at])]));
  };
  return unpacked(values);
};
"""


def dump(values: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the JSON of the vars by the full name of their State.

    An array begins with 0 and its items follow, or it is an object: it begins with the number of its names, counted from 1, and
    their values follow.
    """
    kinds: dict[tuple[str, ...], int] = {}

    def pack(value: Any) -> Any:
        if isinstance(value, list):
            return [0, *map(pack, value)]
        if isinstance(value, dict):
            return [kinds.setdefault(tuple(value), len(kinds) + 1), *map(pack, value.values())]
        return value

    # Only Reflex knows what it would send of a value.
    packed = pack(json.loads(json_dumps(values)))
    return json.dumps({"names": list(kinds), "values": packed}, ensure_ascii=False, separators=(",", ":"))
