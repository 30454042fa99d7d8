"""Live updates: a change made in one tab appears in all other tabs that it concerns.

The domain records events. After the commit, `integrations/pubsub` publishes them to every worker, and each worker updates
the `LiveState` of its tabs that belong to the accounts of the event. The header and the chat then load the changes
themselves (`_on_changes`), with the cookie of their own connection. Other pages watch a counter of `LiveState` and reload.
An event carries a topic and ids, and no text or names.
"""

from marketplace.web.live.hub import serve_live
from marketplace.web.live.state import Changes, LiveState
from marketplace.web.live.tabs import TAB_REGISTRY
