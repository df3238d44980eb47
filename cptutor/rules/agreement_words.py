"""The rules of a table in sentences, for the page on which an agreement is written down.

A sentence is found by a rule's key. Where the value is a number or a text of the table's own, ``{value}`` stands
for it; where it is one of a few words, each has a sentence. What has no sentence is shown by its description.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cptutor.rules.profile_files import describe_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cptutor.rules.profiles import Value

GAME = (
    "The closed thirteen-card game: everyone has thirteen cards, sets them unseen in rows of three, five and five"
    " (front, middle, back), and all reveal at once. Each player settles with each opponent."
)

BANK_GAME = "Each player settles with the bank."

SENTENCES: Mapping[str, str | Mapping[Value, str]] = {
    "ranking.wheel": {
        "lowest": "5-4-3-2-A is the lowest straight.",
        "second-highest": "5-4-3-2-A is the second-highest straight.",
    },
    "front_middle.equal_prefix": {
        "legal": "A front that equals the middle as far as its three cards go is legal.",
        "foul": "A front that equals the middle as far as its three cards go is a foul.",
    },
    "middle_back.equal": {
        "legal": "A middle that equals the back in every rank is legal.",
        "foul": "A middle that equals the back in every rank is a foul.",
    },
    "counts.wrong": {
        "foul": "A committed layout with a wrong number of cards in a row is a foul.",
        "refused": "A deal with a wrong number of cards in a row is not settled until that is put right.",
    },
    "row.units": "The winner of a row receives {value} from the loser; a tied row pays nothing.",
    "row.with_tie": {
        "each row": "Beside a tied row, each other row counts by itself.",
        "more rows": "Beside a tied row, one row’s pay goes to whoever won more rows.",
    },
    "sweep.units": "Whoever wins all three rows against every opponent receives {value} more from each.",
    "sweep.factor": "Whoever wins all three rows against every opponent gains {value} times as much from rows and"
    " bonuses.",
    "sweep.single_opponent": {
        "counts": "That holds against a single opponent too.",
        "does not count": "That takes more than one opponent.",
    },
    "sweep.past_foul": {
        "counts": "An opponent who fouled or surrendered does not stand in the way of it.",
        "does not count": "An opponent who fouled or surrendered stands in the way of it.",
    },
    "royalty.mode": {
        "add": "A royalty is paid on top of the row.",
        "replace": "A royalty is paid instead of the row’s units.",
    },
    "royalty.same_row": {
        "stronger": "Where both qualify in one row, only the stronger is paid.",
        "both": "Where both qualify in one row, both are paid.",
    },
    "royalty.equal_rows": {
        "neither": "Where two royalty rows are exactly equal, neither is paid.",
        "both": "Where two royalty rows are exactly equal, both are paid.",
    },
    "royalty.cap": "One seat collects at most {value} in royalties from one opponent in a deal.",
    "royalty.pairing_lost": {
        "paid": "A royalty is paid even to a seat that won fewer rows of the pairing than it lost.",
        "not paid": "A seat that won fewer rows of the pairing than it lost is paid no royalty.",
    },
    "foul.price": {
        "rows": "A foul loses all three rows to each legal opponent.",
        "scooped": "A foul pays each legal opponent as if it had lost all three rows, with every bonus for that.",
        "": "A foul pays each legal opponent {value}.",
    },
    "foul.both": {"nothing": "Two fouled seats pay each other nothing."},
    "foul.opponent_royalties": {
        "paid": "A foul also pays for its legal opponent’s royalty rows.",
        "not paid": "A foul does not pay for its legal opponent’s royalty rows.",
    },
    "foul.own_royalties": {
        "paid": "A fouled layout still collects for its own royalty rows.",
        "not paid": "A fouled layout collects nothing for its own royalty rows.",
    },
    "special.played": {"yes": "Special hands are played.", "no": "Special hands are not played."},
    "special.announced": {
        "declared": "A special hand counts only if it is announced before the reveal.",
        "automatic": "A special hand counts by itself, announced or not.",
    },
    "special.order": {
        "as listed": "Of two of equal value, the higher is the one that stands lower in the table.",
        "": "Of two of equal value, the higher is found by this order, low to high: {value}.",
    },
    "special.meeting": {
        "full": "Of two special hands the higher collects its full value, the lower nothing.",
        "difference": "Of two special hands the higher collects the difference.",
    },
    "special.same_kind": {
        "compare": "Two of the same kind are compared by their cards.",
        "tie": "Two of the same kind tie.",
    },
    "special.tie": {"nothing": "Two that tie pay each other nothing."},
    "special.overlap": {
        "highest": "Of all that a hand is, only the one of highest value counts.",
        "all": "A hand that is several special hands at once collects for all of them.",
    },
    "special.against_foul": {
        "special": "Against a foul a special hand collects its value and no more.",
        "special and foul": "Against a foul a special hand collects its value and the price of the foul.",
    },
    "special.false_declaration": {
        "foul": "An announced hand that is no special hand is a foul.",
        "ordinary": "An announced hand that is no special hand is settled as an ordinary layout.",
    },
    "special.own_rows": {
        "counts": "Three runs or suits count even if the rows, as set, are out of order.",
        "foul": "Three runs or suits whose rows, as set, are out of order are a foul.",
    },
    "special.quads_as_two_pairs": {
        "yes": "Four of a kind counts as two of six pairs.",
        "no": "Four of a kind does not count as two of six pairs.",
    },
    "special.odd_card_may_match": {
        "yes": "The odd card may match one of the pairs.",
        "no": "The odd card may not match one of the pairs.",
    },
    "special.low_ace": {
        "everywhere": "An ace may be high or low in the runs of a special hand.",
        "five-card rows": "An ace may be low in the five-card runs of a special hand, not in the front.",
        "nowhere": "An ace is never low in the runs of a special hand.",
    },
    "surrender.units": "Whoever gives up before the reveal pays each opponent {value}.",
    "surrender.against_foul": {
        "surrender pays": "A surrendered seat pays a fouled one too.",
        "foul pays": "A fouled seat pays the price of its foul to a surrendered one.",
        "nothing": "A surrendered and a fouled seat pay each other nothing.",
    },
    "surrender.against_special": {
        "surrender": "Against a special hand a surrendered seat pays for its surrender.",
        "special": "Against a special hand a surrendered seat pays the special hand’s value.",
    },
    "surrender.both": {"nothing": "Two surrendered seats pay each other nothing."},
    "aces.played": {
        "yes": "There is a side bet on aces: between two seats the poorer in aces pays the difference.",
        "no": "There is no side bet on aces.",
    },
    "aces.with_foul": {
        "counts": "The bet on aces holds with a fouled seat too.",
        "does not count": "There is no bet on aces with a fouled seat.",
    },
    "aces.with_surrender": {
        "counts": "The bet on aces holds with a surrendered seat too.",
        "does not count": "There is no bet on aces with a surrendered seat.",
    },
    "aces.stakes_order": {
        "with the pairing": "Where chips limit payments, the bet on aces is paid with its pairing.",
        "last": "Where chips limit payments, the bet on aces is paid last.",
    },
    "bank.played": {"yes": "One seat is the bank.", "no": "No seat is the bank."},
    "bank.seat": "The bank is: {value}.",
    "bank.others_settle": {
        "yes": "The players settle among themselves too.",
        "no": "The players do not settle among themselves.",
    },
    "stakes.limit": {
        "table stakes": "Chips limit the payments: each chip is doubled or lost once, special hands first, then pair by"
        " pair clockwise from the dealer.",
        "none": "Chips do not limit the payments.",
    },
    "rake.taken": {"yes": "The house takes a rake from every deal.", "no": "The house takes no rake."},
    "rake.units": "The rake is {value} from each player for a deal.",
    "session.deals": "Deals in a session: {value}; the dealer moves to the left after each.",
    "table.point_value": "One unit is worth: {value}.",
    "table.settled_when": "A round is settled: {value}.",
}


def sentence(key: str, value: Value) -> str:
    """A rule in words and numbers.

    >>> sentence("foul.price", 4)
    'A foul pays each legal opponent 4.'
    """
    found = SENTENCES.get(key)
    if found is not None and not isinstance(found, str):
        found = found.get(value) or found.get("")
    if found is None:
        return f"{describe_key(key)['description'].rstrip('.')}: {value}."
    return found.replace("{value}", str(value))
