"""The commands of `python -m marketplace`, one module each."""
