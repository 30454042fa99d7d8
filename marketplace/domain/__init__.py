"""The product's rules, independent of Reflex and FastAPI.

Every domain function is called through its package as `(db, actor, target, *, options)`, checks the actor's permission,
and never commits. Exceptions: the functions in `tests/architecture/test_signatures.py` take no actor, for the reasons
given there; background work (`outbox.deliver_due`, `jobs.run_due`, `media.hide_now`, `media.remove_strays`) opens its
own units of work. `find_x` may return None, `get_x` raises NotFound, `list_x` returns a page or a list.
"""
