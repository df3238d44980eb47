"""The look of a scorebook: figures, reasons and sources stand in it as text."""

from __future__ import annotations

import re
from html import unescape

from cptutor import Agreement, score, settle

WORKED = {
    "A": "A♠ 8♣ 3♦ / 9♠ 9♥ 9♦ 2♣ 2♦ / Q♠ Q♥ Q♦ 4♣ 4♦",
    "B": "K♠ J♥ 6♣ / 7♠ 7♥ 7♦ 5♣ 5♦ / K♣ K♥ K♦ 10♠ 10♥",
}
FOULED = {
    "F": "Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♣ / A♠ K♠ J♠ 10♠ 7♠",
    "T": "3♠ 3♥ 3♦ / 4♠ 5♦ 6♣ 7♥ 8♠ / A♥ J♥ 9♥ 4♥ 2♥",
}


def lines(html: str) -> list[str]:
    """Return each table row, and each line of a message, as its words."""
    parts = re.split(r"</tr>|</p>|</li>|</caption>", html)
    words = (unescape(re.sub(r"<[^>]*>", " ", part)).replace("\ufe0e", "").split() for part in parts)
    return [" ".join(line) for line in words if line]


def test_pairing_shows_rows_bonus_royalty_net_and_note() -> None:
    found = lines(settle(WORKED, "swc").pairings[0]._repr_html_())
    assert found[:8] == [
        "A vs B: +4 (figures are A’s)",
        "result units why",
        "front won +1 ace high beats king high",
        "middle won +1 three nines beat three sevens",
        "back lost −1 three kings beat three queens",
        "overall +1 A wins 2 rows where 2 are wanted",
        "royalty, middle +2 A's middle is nines full of deuces",
        "net +4",
    ]
    assert found[9].startswith("no royalty for B's middle, where A's is stronger: royalty.same_row")


def test_royalty_in_place_of_a_row_is_not_counted_twice() -> None:
    found = lines(settle(WORKED, "full-royalties").pairings[0]._repr_html_())
    assert "middle won 0 three nines beat three sevens" in found
    assert "royalty, middle +2 A's middle is nines full of deuces" in found
    assert "net +2" in found


def test_foul_is_not_compared_and_its_parts_add_up() -> None:
    found = lines(settle(FOULED, "full-royalties").pairings[0]._repr_html_())
    units = [
        int(match[1].replace("−", "-")) for line in found[1:] if (match := re.search(r" ([−+]\d)\b", line))
    ]
    assert sum(units[:-1]) == units[-1] == -8
    assert sum("not compared" in line for line in found) == 3


def test_account_shows_each_transfer_with_its_source() -> None:
    account = settle(WORKED, "swc").why("B")
    assert account.total == -4
    found = lines(account._repr_html_())
    assert found[0] == "B: −4 (why, transfer by transfer)"
    assert found[-1] == "total −4"
    assert "A −1 A wins the front: ace high beats king high row.units = 1 (workshop, row points)" in found


def test_scorebook_shows_rules_and_rulings() -> None:
    agreement = Agreement("swc", {"foul.price": 4, "foul.opponent_royalties": "not paid"})
    found = lines(settle(FOULED, agreement)._repr_html_())
    assert found[0].startswith("Scorebook, swc (1 a row, +1 for at least two rows won")
    assert "foul.price = 4" in found
    assert "foul.opponent_royalties = not paid" in found
    assert "ruling" not in settle(WORKED, "swc")._repr_html_()


def test_layouts_stand_side_by_side() -> None:
    found = lines(settle(WORKED, "swc").layouts._repr_html_())
    assert found[:2] == ["row A B", "front A♠ 8♣ 3♦ K♠ J♥ 6♣"]


def test_names_are_escaped() -> None:
    pairing = score("WWL", "swc", "<b>", "&")
    assert "<b>" not in pairing._repr_html_()
