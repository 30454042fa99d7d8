"""The linear model: weights of features, learned by `python -m tools.train_trust` and kept in `model.json`."""

import json
from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from marketplace.domain.trust import features
from marketplace.domain.trust.rulebook import CODES, RulesError

FILE = Path(__file__).parent / "model.json"
# Weights are stored as whole numbers.
UNIT = 1000
SUSPICION = "suspicion"


@dataclass(frozen=True)
class Model:
    """Weights by feature, for each reason and for suspicion as a whole; scores are about 1 for fraud and -1 for honest messages."""

    version: str
    bias: Mapping[str, float]
    weights: Mapping[str, Mapping[str, int]]

    def score(self, found: Set[str]) -> dict[str, float]:
        """The scores of a message with these features, for each reason and for suspicion."""
        known = self.weights[SUSPICION].keys() & found
        length = features.length(known) * UNIT
        return {
            name: self.bias[name]
            + sum(weights[feature] * features.SCALE[feature[0]] for feature in weights.keys() & known) / length
            for name, weights in self.weights.items()
        }


def load(path: Path = FILE) -> Model:
    """Read a model.

    Raises:
        RulesError: the file is missing, or is no model for the reasons of the rules.
    """
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        made = Model(stored["version"], stored["bias"], stored["weights"])
        complete = {*made.bias} == {*made.weights} == {SUSPICION, *CODES}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RulesError(f"{path} is missing or damaged: {error}.") from error
    if not complete:
        raise RulesError(f"{path} does not have the reasons of the rules. Run `python -m tools.train_trust`.")
    return made


@lru_cache(maxsize=1)
def get() -> Model:
    """The model of the package, read once."""
    return load()
