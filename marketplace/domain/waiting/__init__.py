"""What waits for a person: rows that the domains contribute, the most urgent first, and the list of conversations with them.

`service` names the functions of the domains; none of them imports this package.
"""

from marketplace.domain.waiting.conversations import count_conversations, list_conversations
from marketplace.domain.waiting.schemas import WaitingView
from marketplace.domain.waiting.service import count_to_answer, list_waiting
