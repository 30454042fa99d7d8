"""Extensions of Reflex that use its internals; each module names the version it was written for."""
