"""One package for each page: `page.py` outlines it and names its row of the table, `state.py`, `sections.py`."""
