"""Tests of what moderators share."""
