"""What the administrators' pages have in common."""
