"""What it can do: the rules of the product, knowing neither Reflex nor FastAPI.

Every verb is called through its package with `(db, actor, target, *, options)`, checks the actor itself, and never
commits. `find_x` may return None, `get_x` raises NotFound, `list_x` gives a page or a list.
"""
