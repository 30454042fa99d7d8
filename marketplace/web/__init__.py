"""The web transport: pages that Reflex compiles, and their States."""

from marketplace.web.reflex_ext.assets import find_assets_quickly

find_assets_quickly()
