"""How machines call it: a FastAPI app that parses, calls the domain and answers in the contract's envelopes."""
