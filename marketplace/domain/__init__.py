"""What it can do: the rules of the product, knowing neither Reflex nor FastAPI.

Every verb is called through its package with `(db, actor, target, *, options)`, checks the actor itself, and never
commits. Exceptions: the verbs in `tests/architecture/test_signatures.py`, each with its reason, take no actor; work of
the threads (`outbox.deliver_due`, `jobs.run_due`, `media.hide_now`, `media.remove_strays`) has units of work of its own.
`find_x` may return None, `get_x` raises NotFound, `list_x` gives a page or a list.
"""
