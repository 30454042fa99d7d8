"""How React writes props as attributes of HTML. Each kind of attribute has a function of its prefix and its value."""

import math
from collections.abc import Callable
from html import escape
from typing import Any

from marketplace.web.reflex_ext.ssr.javascript import (
    entries,
    is_object,
    is_present,
    number_to_string,
    to_number,
    to_string,
    truthy,
)

_NAMES = {"className": "class", "htmlFor": "for", "acceptCharset": "accept-charset", "httpEquiv": "http-equiv"}
# Presentation attributes of SVG that React writes with hyphens.
_HYPHENATED = {
    *("alignmentBaseline", "baselineShift", "clipPath", "clipRule", "colorInterpolation", "colorInterpolationFilters"),
    *(
        "colorRendering",
        "dominantBaseline",
        "enableBackground",
        "fillOpacity",
        "fillRule",
        "floodColor",
        "floodOpacity",
    ),
    *(
        "fontFamily",
        "fontSize",
        "fontSizeAdjust",
        "fontStretch",
        "fontStyle",
        "fontVariant",
        "fontWeight",
        "imageRendering",
    ),
    *("letterSpacing", "lightingColor", "markerEnd", "markerMid", "markerStart", "paintOrder", "pointerEvents"),
    *("shapeRendering", "stopColor", "stopOpacity", "strokeDasharray", "strokeDashoffset", "strokeLinecap"),
    *("strokeLinejoin", "strokeMiterlimit", "strokeOpacity", "strokeWidth", "textAnchor", "textDecoration"),
    *("textRendering", "transformOrigin", "unicodeBidi", "vectorEffect", "wordSpacing", "writingMode"),
}
_XLINK = {"xlinkHref": "xlink:href", "xmlLang": "xml:lang", "xmlSpace": "xml:space"}
# Elements of SVG, whose attributes keep their capitals.
SVG = {
    *(
        "svg",
        "g",
        "path",
        "circle",
        "ellipse",
        "line",
        "polyline",
        "polygon",
        "rect",
        "text",
        "tspan",
        "textPath",
        "defs",
    ),
    *(
        "use",
        "symbol",
        "clipPath",
        "mask",
        "pattern",
        "marker",
        "linearGradient",
        "radialGradient",
        "stop",
        "title",
        "desc",
    ),
}
_BOOLEAN = {
    *("allowFullScreen", "async", "autoFocus", "autoPlay", "checked", "controls", "default", "defer", "disabled"),
    *("formNoValidate", "hidden", "inert", "itemScope", "loop", "multiple", "muted", "noModule", "noValidate", "open"),
    *("playsInline", "readOnly", "required", "reversed", "selected"),
}
# True and false are texts here: `draggable="false"`.
_ENUMERATED = {"contentEditable", "draggable", "spellCheck", "focusable", "value"}
_OVERLOADED = {"capture", "download"}
_POSITIVE = {"cols", "rows", "size", "span"}
_NUMERIC = {"rowSpan", "start"}
_URLS = {"href", "src", "action", "formAction", "xlinkHref", "poster", "data", "cite", "background", "ping"}
# They are React's or of use in the browser only.
_LEFT_OUT = {"key", "ref", "children", "suppressHydrationWarning", "suppressContentEditableWarning", "innerHTML"}
_REFUSED = {"srcDoc", "srcdoc"}
_UNITLESS = {
    *(
        "animationIterationCount",
        "aspectRatio",
        "borderImageOutset",
        "borderImageSlice",
        "borderImageWidth",
        "columnCount",
    ),
    *(
        "columns",
        "fillOpacity",
        "flex",
        "flexGrow",
        "flexShrink",
        "floodOpacity",
        "fontWeight",
        "gridArea",
        "gridColumn",
    ),
    *(
        "gridColumnEnd",
        "gridColumnStart",
        "gridRow",
        "gridRowEnd",
        "gridRowStart",
        "lineClamp",
        "lineHeight",
        "opacity",
    ),
    *("order", "orphans", "scale", "stopOpacity", "strokeDasharray", "strokeDashoffset", "strokeMiterlimit"),
    *("strokeOpacity", "strokeWidth", "tabSize", "widows", "zIndex", "zoom"),
}
_CONTROL_AND_SPACE = "".join(map(chr, range(33)))
_UNSAFE_SCHEMES = ("javascript:", "data:", "vbscript:")
Writer = Callable[[str, Any], str]


def plain_attribute(start: str, value: Any) -> str:
    """Write any value but booleans, null and undefined."""
    if type(value) is str:
        return f'{start}="{escape(value)}"'
    return "" if not is_present(value) or type(value) is bool else f'{start}="{escape(to_string(value))}"'


def enumerated_attribute(start: str, value: Any) -> str:
    """Write booleans as texts, as in `aria-pressed="false"`."""
    return f'{start}="{escape(to_string(value))}"' if is_present(value) else ""


def boolean_attribute(start: str, value: Any) -> str:
    """Write the name alone if the value is true."""
    return f'{start}=""' if truthy(value) else ""


def overloaded_attribute(start: str, value: Any) -> str:
    """Write an attribute that may have a value or none, as `download`."""
    return f'{start}=""' if value is True else plain_attribute(start, value)


def numeric_attribute(start: str, value: Any) -> str:
    """Write numbers only."""
    return "" if not is_present(value) or math.isnan(to_number(value)) else plain_attribute(start, value)


def positive_attribute(start: str, value: Any) -> str:
    """Write numbers from 1 on only."""
    return plain_attribute(start, value) if is_present(value) and to_number(value) >= 1 else ""


def is_safe_url(url: str) -> bool:
    """Return whether a browser neither runs nor shows what the URL itself contains."""
    # Browsers ignore control characters and spaces at the start, and these three anywhere.
    start = url.lstrip(_CONTROL_AND_SPACE)
    for ignored in "\t\n\r":
        start = start.replace(ignored, "")
    return not start[:20].lower().startswith(_UNSAFE_SCHEMES)


def url_attribute(start: str, value: Any) -> str:
    """Write a URL, if it is neither script nor data."""
    if not is_present(value) or type(value) is bool or not is_safe_url(to_string(value)):
        return ""
    return plain_attribute(start, value)


def _declaration(name: str, value: Any) -> str:
    if not is_present(value) or type(value) is bool or value == "" or is_object(value):
        return ""
    if type(value) in (int, float):
        unit = "" if value == 0 or name in _UNITLESS or name.startswith("--") else "px"
        return f"{css_name(name)}:{number_to_string(value)}{unit}"
    text = to_string(value).strip()
    # A value that ends its declaration could add others.
    return "" if any(sign in text for sign in ";{}") else f"{css_name(name)}:{text}"


def css_name(name: str) -> str:
    """Return the name of a property in CSS: `fontSize` is `font-size`."""
    if name.startswith("--"):
        return name
    hyphenated = "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name)
    return f"-{hyphenated}" if hyphenated.startswith("ms-") else hyphenated


def style_attribute(start: str, value: Any) -> str:
    """Write an object of styles as declarations."""
    declarations = [_declaration(name, each) for name, each in entries(value).items()]
    text = ";".join(filter(None, declarations))
    return f'{start}="{escape(text)}"' if text else ""


def dom_name(tag: str, name: str) -> str:
    """Return the attribute's name for a prop; capitals stay in SVG."""
    if name in _NAMES:
        return _NAMES[name]
    if name in _XLINK:
        return _XLINK[name]
    if name in _HYPHENATED:
        return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name)
    return name if tag in SVG else name.lower()


def is_left_out(name: str) -> bool:
    """Return whether the prop has no attribute on the server: event handlers and what only React knows."""
    return name in _LEFT_OUT or (name[:2].lower() == "on" and len(name) > 2)


def writer(name: str) -> Writer | None:
    """Return the function that writes an attribute; None if no element may have it."""
    if (
        name in _REFUSED
        or not name
        or not name.replace("-", "a").replace(":", "a").replace("_", "a").isalnum()
        or not name.isascii()
    ):
        return None
    for names, function in (
        (_URLS, url_attribute),
        (_BOOLEAN, boolean_attribute),
        (_ENUMERATED, enumerated_attribute),
        (_OVERLOADED, overloaded_attribute),
        (_POSITIVE, positive_attribute),
        (_NUMERIC, numeric_attribute),
    ):
        if name in names or name in {each.lower() for each in names}:
            return function
    return enumerated_attribute if name.startswith(("aria-", "data-")) else plain_attribute


WRITERS: dict[str, Writer] = {
    function.__name__: function
    for function in (
        boolean_attribute,
        enumerated_attribute,
        numeric_attribute,
        overloaded_attribute,
        plain_attribute,
        positive_attribute,
        style_attribute,
        url_attribute,
    )
}
