"""The review page of an ad."""
