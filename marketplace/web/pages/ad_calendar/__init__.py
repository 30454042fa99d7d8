"""The editor of an ad's calendar."""
