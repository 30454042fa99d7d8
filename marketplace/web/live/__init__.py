"""Live pages: a change in one tab reaches the others at once.

The domain records events; after the commit `integrations/pubsub` carries them to every worker; each worker touches the
`LiveState` of those of its tabs that the event concerns. The header and the chat then take in what changed by themselves
(`_hear`), asking with the cookie of that very connection; other pages watch the touched number and ask again.
Between workers nothing but "look again" travels: no text, no names.
"""

from marketplace.web.live.hub import serve_live
from marketplace.web.live.state import Changes, LiveState
from marketplace.web.live.tabs import TABS

__all__ = ["TABS", "Changes", "LiveState", "serve_live"]
