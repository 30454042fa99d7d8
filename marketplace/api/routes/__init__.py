"""The routes, one file for each noun of the domain; each holds `router`."""
