"""The rules of a table: profiles with their sources and gaps, house rules, and the agreements that fill the gaps."""

from cptutor.rules.agreement import (
    Agreement,
    Citation,
    Rules,
    as_agreement,
    asking_everything,
    read_ruling,
    read_rulings,
)
from cptutor.rules.profile_files import load_profile, profile_ids
from cptutor.rules.profiles import Gap, Profile, Rule, Source, Value

__all__ = [
    "Agreement",
    "Citation",
    "Gap",
    "Profile",
    "Rule",
    "Rules",
    "Source",
    "Value",
    "as_agreement",
    "asking_everything",
    "load_profile",
    "profile_ids",
    "read_ruling",
    "read_rulings",
]
