"""Special thirteen-card hands ("naturals"): what each is, which a hand holds, and how two of a kind compare.

What each special is stands in ``rules_data/specials.toml``, built from the conditions of ``groups``, ``rows`` and
``marks``; what it pays stands in the profiles.
"""

from cptutor.specials.hands import LOW_ACE, ODD_CARD, QUADS, QUESTIONS
from cptutor.specials.kinds import (
    Special,
    SpecialKind,
    compare_same,
    find_specials,
    load_specials,
    parse_specials,
)

__all__ = [
    "LOW_ACE",
    "ODD_CARD",
    "QUADS",
    "QUESTIONS",
    "Special",
    "SpecialKind",
    "compare_same",
    "find_specials",
    "load_specials",
    "parse_specials",
]
