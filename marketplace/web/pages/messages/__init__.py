"""The chat of buyers and sellers."""
