"""From a total to the transfers behind it, from a transfer to its rules, from a rule to where it was read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cptutor.rules.agreement_words import sentence
from cptutor.rules.profile_files import load_documents
from cptutor.tables import signed
from cptutor.widgets.parts import Step, Steps

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cptutor.rules import Citation
    from cptutor.settlement.scorebook import Transfer


def steps_of(key: str, title: str, player: str, transfers: Iterable[Transfer]) -> Steps:
    """The transfers of a player, each with the rules it rests on."""
    steps = []
    for transfer in transfers:
        gains = transfer.payee == player
        other = transfer.payer if gains else transfer.payee
        units = signed(transfer.units if gains else -transfer.units)
        told = tuple(line for rule in transfer.rules for line in rule_lines(rule))
        steps.append(Step(f"{units} {'from' if gains else 'to'} {other}: {transfer.reason}", told))
    return Steps(key, title, tuple(steps))


def rule_lines(rule: Citation) -> tuple[str, str]:
    """A rule in words, then its key, its value and its source."""
    if rule.idle:
        return "Left open: here every answer comes to the same.", f"{rule.key}: {where(rule)}"
    return sentence(rule.key, rule.value), f"{rule.key} = {rule.value}: {where(rule)}"


def where(rule: Citation) -> str:
    """Where a rule was read, document and section, or whose ruling it is."""
    document = load_documents().get(rule.source.document, {}).get("title", rule.source.document)
    place = f"“{document}”, section “{rule.source.section}”"
    if rule.idle:
        return f"{place} is silent"
    if not rule.ruling:
        return f"read in {place}"
    kind = "an invented ruling" if rule.invented else "a ruling of this table"
    return f"{kind} on an option of {place}" if rule.option else f"{kind}, as {place} is silent"
