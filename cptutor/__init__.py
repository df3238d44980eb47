"""The closed thirteen-card game Chinese Poker: ranking, legality and settlement, with the rules as data.

Text becomes cards, cards become rows with a strength, thirteen cards become a layout with a verdict, and layouts
under a profile become transfers. See ``docs/architecture.md`` for the picture.

The names below are loaded when they are first used, so that a program pays only for what it needs.
"""

from typing import TYPE_CHECKING

from cptutor.on_demand import names_on_demand

if TYPE_CHECKING:
    from cptutor.cards import Card, deal, parse_cards
    from cptutor.examples import Example, load_example, load_examples
    from cptutor.layout import Layout
    from cptutor.legality import Repair, Verdict, check, repairs
    from cptutor.ranking import Comparison, Strength, compare_rows, rank_row
    from cptutor.rules import Agreement
    from cptutor.rules.agreement_files import demonstration_agreement, load_agreement
    from cptutor.rules.profile_files import load_profile, profile_ids
    from cptutor.rules.profiles import Gap, Profile
    from cptutor.session import Session, load_session
    from cptutor.settlement import score, settle
    from cptutor.settlement.scorebook import Pairing, Scorebook, Transfer
    from cptutor.settlement.seats import Seat
    from cptutor.settlement.stakes import Payment
    from cptutor.specials import find_specials
    from cptutor.terms import CardError, DealError, RuleError, RulingNeeded, TutorError

__version__ = "0.1.0"

__all__ = [
    "Agreement",
    "Card",
    "CardError",
    "Comparison",
    "DealError",
    "Example",
    "Gap",
    "Layout",
    "Pairing",
    "Payment",
    "Profile",
    "Repair",
    "RuleError",
    "RulingNeeded",
    "Scorebook",
    "Seat",
    "Session",
    "Strength",
    "Transfer",
    "TutorError",
    "Verdict",
    "check",
    "compare_rows",
    "deal",
    "demonstration_agreement",
    "find_specials",
    "load_agreement",
    "load_example",
    "load_examples",
    "load_profile",
    "load_session",
    "parse_cards",
    "profile_ids",
    "rank_row",
    "repairs",
    "score",
    "settle",
]

_NAMES = {
    "rules.agreement_files": ("demonstration_agreement", "load_agreement"),
    "cards": ("Card", "deal", "parse_cards"),
    "examples": ("Example", "load_example", "load_examples"),
    "layout": ("Layout",),
    "legality": ("Repair", "Verdict", "check", "repairs"),
    "rules.profile_files": ("load_profile", "profile_ids"),
    "rules.profiles": ("Gap", "Profile"),
    "ranking": ("Comparison", "Strength", "compare_rows", "rank_row"),
    "rules.agreement": ("Agreement",),
    "settlement.scorebook": ("Pairing", "Scorebook", "Transfer"),
    "settlement.seats": ("Seat",),
    "session": ("Session", "load_session"),
    "settlement": ("score", "settle"),
    "specials": ("find_specials",),
    "settlement.stakes": ("Payment",),
    "terms": ("CardError", "DealError", "RuleError", "RulingNeeded", "TutorError"),
}
__getattr__, __dir__ = names_on_demand(__name__, _NAMES)
