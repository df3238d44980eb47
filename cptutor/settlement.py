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
from itertools import combinations

from cptutor.fouls import settle_foul
from cptutor.rules import Agreement, Rules, as_agreement, asking_everything
from cptutor.scorebook import Layouts, Pairing, RowResult, Scorebook
from cptutor.seats import Seat, Seats, Standing, stand, take_seats
from cptutor.showdown import row_points, settle_rows
from cptutor.terms import ROWS, DealError

_LETTERS = {"W": 1, "L": -1, "T": 0}
_WORDS = {1: "won", 0: "tied", -1: "lost"}


def settle(seats: Seats, rules: Rules) -> Scorebook:
    """Settle a deal: every pairing once, in the order of the seats.

    Args:
        seats: two to four layouts (or their texts) by name.
        rules: an agreement, a profile or its id.

    Raises:
        CardError: names the seat and what is wrong with its cards.
        DealError: one seat or more than four, a blank or repeated name, or a card held by two seats.
        RulingNeeded: with every question that this deal can raise.
    """
    taken = take_seats(seats)
    return asking_everything(as_agreement(rules), lambda agreement: _settle(taken, agreement))


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
        lambda agreement: Pairing(first, second, rows, tuple(row_points(first, second, rows, agreement))),
    )


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


def _settle(seats: tuple[Seat, ...], agreement: Agreement) -> Scorebook:
    standings = [stand(seat, agreement) for seat in seats]
    pairings = tuple(
        _settle_pairing(first, second, agreement) for first, second in combinations(standings, 2)
    )
    return Scorebook(agreement, Layouts((seat.name, seat.layout) for seat in seats), pairings)


def _settle_pairing(first: Standing, second: Standing, agreement: Agreement) -> Pairing:
    if first.foul or second.foul:
        return settle_foul(first, second, agreement)
    return settle_rows(first, second, agreement)
