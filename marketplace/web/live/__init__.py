"""Live pages: a change in one tab reaches the others at once.

The domain records events; after the commit `integrations/pubsub` carries them to every worker; each worker touches the
`LiveState` of those of its tabs that the event concerns; a page that watches the touched number asks again, as itself.
Nothing but "look again" travels: no text, no names.
"""

from marketplace.web.live.hub import serve_live
from marketplace.web.live.state import LiveState
from marketplace.web.live.tabs import TABS

__all__ = ["TABS", "LiveState", "serve_live"]
