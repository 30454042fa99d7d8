"""Where kept answers stand."""

from collections import OrderedDict

from marketplace.ready.answers import Answer

Key = tuple[str, bytes]


class Shelf:
    """Answers by address; those not asked for the longest go first where there is no more room."""

    def __init__(self, most_bytes: int):
        self._most = most_bytes
        self._answers: OrderedDict[Key, Answer] = OrderedDict()
        self.size = 0

    def find(self, key: Key) -> Answer | None:
        """The answer, whatever its edition."""
        found = self._answers.get(key)
        if found is not None:
            self._answers.move_to_end(key)
        return found

    def put(self, key: Key, answer: Answer) -> None:
        """Keep it; one that would take most of the room is not worth that."""
        self.drop(key)
        if answer.size > self._most // 4:
            return
        self._answers[key] = answer
        self.size += answer.size
        while self.size > self._most:
            self.drop(next(iter(self._answers)))

    def drop(self, key: Key) -> None:
        """Forget it."""
        if (gone := self._answers.pop(key, None)) is not None:
            self.size -= gone.size
