"""Demo data: a believable town's marketplace, the same for the same seed."""
