"""What stands at an address that is none."""
