"""Settlement: two layouts under an agreement become transfers, and all pairings of a table a scorebook.

>>> book = settle(
...     {
...         "A": "2♠ 2♥ A♦ / 7♣ 7♦ 9♠ 5♥ 3♦ / 10♣ J♣ Q♣ K♣ A♣",
...         "B": "3♠ 3♥ 4♦ / 6♣ 6♦ 8♠ 5♣ 2♦ / 9♣ 9♦ 10♥ 10♠ A♠",
...     },
...     "basic",
... )
>>> book.totals
{'A': 1, 'B': -1}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations

from cptutor.rules import Agreement, Rules, as_agreement, asking_everything
from cptutor.settlement.declarations import orders
from cptutor.settlement.fouls import settle_foul
from cptutor.settlement.naturals import settle_special
from cptutor.settlement.scorebook import Layouts, Pairing, RowResult, Scorebook, Transfer
from cptutor.settlement.seats import Seat, Seats, take_seats
from cptutor.settlement.showdown import bonuses_of_rows, row_units, settle_rows
from cptutor.settlement.sidebets import settle_aces
from cptutor.settlement.standings import Standing, stand
from cptutor.settlement.surrender import settle_surrender
from cptutor.settlement.sweep import with_sweep
from cptutor.terms import ROWS, DealError

_LETTERS = {"W": 1, "L": -1, "T": 0}
_WORDS = {1: "won", 0: "tied", -1: "lost"}


def settle(seats: Seats, rules: Rules, dealer: str | None = None) -> Scorebook:
    """Settle a deal: every pairing once, in the order of the seats.

    Special hands, surrenders, fouls and side bets are settled as the rules say; where one seat is the bank, only the
    pairings that the table settles are in the book.

    Args:
        seats: two to four layouts (or their texts) by name, or :class:`~cptutor.settlement.seats.Seat` values,
            clockwise.
        rules: an agreement, a profile or its id.
        dealer: the name of the dealer; by default the first seat. It matters for a bank and for table stakes.

    Raises:
        CardError: names the seat and what is wrong with its cards.
        DealError: one seat or more than four, a blank or repeated name, a card held by two seats, a dealer who is
            not there, or something that the rules do not know (a surrender, a special hand, chips).
        RulingNeeded: with every question that this deal can raise.
    """
    taken = take_seats(seats)
    names = [seat.name for seat in taken]
    if dealer is not None and dealer not in names:
        raise DealError(f"the dealer {dealer!r} is none of the seats {', '.join(names)}")
    first = dealer or names[0]
    each_pairing = [partial(_settle_two, taken, first, two) for two in combinations(taken, 2)]
    agreement = as_agreement(rules)
    return asking_everything(
        agreement,
        partial(_settle, taken, first),
        each_pairing,
        outcome=Scorebook.comes_to,
        samples={"bank.seat": names, "special.order": orders(agreement)},
    )


def score(
    results: str | Mapping[str, int], rules: Rules, first: str = "you", second: str = "opponent"
) -> Pairing:
    """Score one pairing from its row results alone: row points and bonuses, no royalties.

    Args:
        results: three letters of ``W``, ``L`` and ``T`` (front, middle, back), or 1, -1 and 0 by row.
        rules: an agreement, a profile or its id.
        first: a name for the side whose results these are.
        second: a name for the other side.

    Raises:
        DealError: not three results, or one name for both sides.

    >>> [score(rows, "swc").net for rows in ("WWW", "WWL", "WWT", "WTT", "LLW")]
    [4, 2, 3, 1, -2]
    """
    if first == second:
        raise DealError(f"two seats have the name {first!r}")
    rows = tuple(RowResult(row, result, _WORDS[result]) for row, result in _read_results(results).items())
    return asking_everything(
        as_agreement(rules),
        lambda agreement: Pairing(first, second, rows, _points(first, second, rows, agreement)),
        outcome=Pairing.comes_to,
    )


def _points(
    first: str, second: str, rows: tuple[RowResult, ...], agreement: Agreement
) -> tuple[Transfer, ...]:
    units = row_units(first, second, rows, agreement)
    return (*units, *bonuses_of_rows(first, second, rows, agreement, units))


def _read_results(results: object) -> dict[str, int]:
    """Row results by row, in the order of the rows."""
    by_row: dict[str, object] = {}
    if isinstance(results, Mapping):
        by_row = dict(results)
    elif isinstance(results, str):
        letters = results.replace(" ", "").replace(",", "").upper()
        if len(letters) == len(ROWS):
            by_row = {row: _LETTERS.get(letter) for row, letter in zip(ROWS, letters, strict=True)}
    found = {row: result for row in ROWS for result in _WORDS if by_row.get(row) == result}
    if len(found) != len(ROWS) or len(by_row) != len(ROWS):
        raise DealError(
            f"row results are three letters of W, L and T for front, middle and back, not {results!r}"
        )
    return found


def _settle(seats: tuple[Seat, ...], dealer: str, agreement: Agreement) -> Scorebook:
    agreement = agreement.fresh()
    standings = [stand(seat, agreement) for seat in seats]
    bank = _bank(seats, dealer, agreement)
    pairings = tuple(
        _settle_pairing(first, second, agreement)
        for first, second in combinations(standings, 2)
        if bank in (None, first.name, second.name)
    )
    pairings = with_sweep(standings, pairings, agreement)
    layouts = Layouts((seat.name, seat.layout) for seat in seats)
    payments = None
    if any(seat.chips is not None for seat in seats):
        from cptutor.settlement.stakes import settle_stakes

        payments = settle_stakes(pairings, seats, dealer, agreement)
    rulings = {key: value for key, value in agreement.rulings.items() if key in agreement.used}
    return Scorebook(agreement, layouts, pairings, payments, rulings)


def _settle_two(seats: tuple[Seat, ...], dealer: str, two: tuple[Seat, Seat], agreement: Agreement) -> None:
    """One pairing of a table by itself, for the questions that it raises."""
    bank = _bank(seats, dealer, agreement)
    if bank in (None, *(seat.name for seat in two)):
        first, second = (stand(seat, agreement) for seat in two)
        _settle_pairing(first, second, agreement)


def _settle_pairing(first: Standing, second: Standing, agreement: Agreement) -> Pairing:
    if first.surrendered or second.surrendered:
        pairing = settle_surrender(first, second, agreement)
    elif first.claim or second.claim:
        pairing = settle_special(first, second, agreement)
    elif first.foul or second.foul:
        pairing = settle_foul(first, second, agreement)
    else:
        pairing = settle_rows(first, second, agreement)
    return replace(pairing, transfers=(*pairing.transfers, *settle_aces(first, second, agreement)))


def _bank(seats: tuple[Seat, ...], dealer: str, agreement: Agreement) -> str | None:
    """The seat with which alone the others settle; None where everyone settles with everyone."""
    if "bank.played" not in agreement or agreement["bank.played"] == "no":
        return None
    names = [seat.name for seat in seats]
    named = str(agreement["bank.seat"])
    bank = dealer if named == "dealer" else named
    if bank not in names:
        raise DealError(f"the bank {bank!r} is none of the seats {', '.join(names)} (bank.seat)")
    if len(seats) > 2 and agreement["bank.others_settle"] == "yes":
        return None
    return bank
