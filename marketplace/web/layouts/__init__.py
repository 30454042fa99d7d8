"""Page layouts: header, menus and footer."""
