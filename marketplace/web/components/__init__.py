"""Components without a State. They are pure functions of their arguments."""
