"""The closed thirteen-card game Chinese Poker: ranking, legality and settlement, with the rules as data.

Text becomes cards, cards become rows with a strength, thirteen cards become a layout with a verdict, and layouts
under a profile become transfers. See ``docs/architecture.md`` for the picture.
"""

from cptutor.cards import Card, deal, parse_cards
from cptutor.layout import Layout
from cptutor.legality import check, repairs
from cptutor.profile_files import load_profile, profile_ids
from cptutor.profiles import Gap, Profile
from cptutor.ranking import Strength, compare_rows, rank_row
from cptutor.rules import Agreement
from cptutor.scorebook import Pairing, Scorebook, Transfer
from cptutor.seats import Seat
from cptutor.settlement import score, settle
from cptutor.terms import CardError, DealError, RuleError, RulingNeeded, TutorError

__version__ = "0.1.0"

__all__ = [
    "Agreement",
    "Card",
    "CardError",
    "DealError",
    "Gap",
    "Layout",
    "Pairing",
    "Profile",
    "RuleError",
    "RulingNeeded",
    "Scorebook",
    "Seat",
    "Strength",
    "Transfer",
    "TutorError",
    "check",
    "compare_rows",
    "deal",
    "load_profile",
    "parse_cards",
    "profile_ids",
    "rank_row",
    "repairs",
    "score",
    "settle",
]
