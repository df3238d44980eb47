"""The rules that equity goes by: an agreement with an answer to all that thousands of deals may ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cptutor.rules import Agreement, as_agreement
from cptutor.rules.profiles import Gap
from cptutor.terms import RulingNeeded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cptutor.rules import Rules

_SECTIONS = ("ranking.", "front_middle.", "middle_back.", "row.", "bonus.", "royalty.", "sweep.", "bank.")
_OF_FOULS = ("foul.", "aces.with_foul", "sweep.past_foul", "special.against_foul", "special.own_rows")
_OF_ANNOUNCING = "special.false_declaration"
_NEVER = ("aces.with_surrender", "aces.stakes_order")


def answered(
    rules: Rules,
    *,
    opponents: int = 1,
    fouls: bool = False,
    announcing: bool = False,
    demonstration: bool = False,
) -> Agreement:
    """An agreement with every answer that equity may need, whether or not the cards that turn on it come up.

    Args:
        rules: an agreement, a profile or its id.
        opponents: how many there are.
        fouls: whether some seat may be fouled.
        announcing: whether some seat may announce a special hand that it does not hold.
        demonstration: whether made-up answers are to fill what is open; then the agreement says that it is invented.

    Raises:
        RulingNeeded: with every question that is open.
        RuleError: made-up answers are asked for, and these rules have none.
    """
    agreement = as_agreement(rules)
    needed = list(_needed(agreement, opponents, fouls, announcing))
    if not needed:
        return agreement
    if not demonstration:
        raise RulingNeeded(agreement.profile.id, needed)
    from cptutor.rules.agreement_files import demonstration_rulings

    rulings = {**demonstration_rulings(agreement.profile), **agreement.rulings}
    title = f"{agreement.profile.id}, what is open answered for demonstration"
    invented = Agreement(agreement.profile, rulings, invented=True, title=title)
    return answered(invented, opponents=opponents, fouls=fouls, announcing=announcing)


def _needed(agreement: Agreement, opponents: int, fouls: bool, announcing: bool) -> Iterator[Gap]:
    def refused(key: str) -> bool:
        answer = agreement.rulings.get(key, agreement.profile.get(key))
        return getattr(answer, "value", answer) == "no"

    for key, entry in agreement.profile.items():
        if not isinstance(entry, Gap) or key in agreement.rulings or key in _NEVER:
            continue
        if key.startswith(_OF_FOULS):
            wanted = fouls
        elif key == _OF_ANNOUNCING:
            wanted = announcing
        elif key.startswith(_SECTIONS):
            wanted = True
        else:
            wanted = key.startswith(("special.", "aces."))
        for section in ("special", "aces", "bank"):
            if key.startswith(f"{section}.") and key != f"{section}.played" and refused(f"{section}.played"):
                wanted = False
        if key == "sweep.single_opponent" and opponents > 1:
            wanted = False
        if key == "bank.others_settle" and opponents == 1:
            wanted = False
        if wanted:
            yield entry
