"""What surrounds a page: header, menus, footer."""
