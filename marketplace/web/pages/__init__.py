"""The pages: a package for each, with `page.py` (layout and route), `state.py` and `sections.py`."""
