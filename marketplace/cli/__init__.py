"""The command line: one module for each command, called by `python -m marketplace`."""
