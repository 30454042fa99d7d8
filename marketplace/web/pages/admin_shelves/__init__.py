"""The editor of a category: its subcategories and their fields."""
