"""``cptutor layouts``: every layout of thirteen cards, counted, and the best of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cptutor.cards import show_cards
from cptutor.commands import DEFAULT_PROFILE, add_json, add_rulings, numpy_wanted, print_json
from cptutor.layout import Layout
from cptutor.resources import as_text
from cptutor.rules import Agreement, read_rulings
from cptutor.rules.profile_files import load_profile
from cptutor.tables import Table
from cptutor.terms import ROWS

if TYPE_CHECKING:
    import argparse

    from cptutor.analysis import AllLayouts


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Thirteen cards or a layout, the rules, and what is best."""
    parser.add_argument(
        "cards",
        metavar="CARDS",
        type=as_text,
        help="thirteen cards; or one's own layout of them, 'front / middle / back', to see what it gives up",
    )
    parser.add_argument("--profile", default=DEFAULT_PROFILE, help="a profile's id (default: %(default)s)")
    add_rulings(parser)
    parser.add_argument(
        "--by",
        metavar="CRITERION",
        default="quantiles",
        help="what is best: quantiles (default), the shares of all rows of the same size that each row beats,"
        " added up; or back-first, the strongest back, then middle, then front",
    )
    parser.add_argument(
        "--best", metavar="N", type=int, default=5, help="show so many of the best (default: %(default)s)"
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the counts and the best layouts, and what a layout of one's own gives up; 0."""
    with numpy_wanted():
        from cptutor.analysis import AllLayouts

    own = Layout.parse(arguments.cards) if "/" in arguments.cards else None
    profile = load_profile(arguments.profile)
    agreement = Agreement(profile, read_rulings(profile, arguments.ruling))
    hand = AllLayouts(arguments.cards if own is None else own, agreement)
    report = _report(hand, arguments.by, arguments.best)
    if own is not None:
        report["own"] = _of_own(hand, own, arguments.by)
    if arguments.json:
        print_json(report)
    else:
        _show(report, arguments.by)
    return 0


def _report(hand: AllLayouts, by: str, count: int) -> dict[str, Any]:
    best = hand.best(by, count)
    return {
        "layouts": len(hand),
        "legal": len(hand.legal),
        "frontier": len(hand.frontier),
        "best": [
            {**{row: show_cards(cards) for row, cards in layout}, "value": value}
            for layout, value in zip(best, best.values(by).tolist(), strict=True)
        ],
    }


def _of_own(hand: AllLayouts, own: Layout, by: str) -> dict[str, Any]:
    tradeoffs = hand.tradeoffs(own)
    return {
        "legal": hand.is_legal(own),
        "place": hand.place(own, by),
        "frontier": [
            {
                **{row: show_cards(cards) for row, cards in tradeoff.layout},
                "better": list(tradeoff.better),
                "worse": list(tradeoff.worse),
            }
            for tradeoff in tradeoffs
        ],
    }


def _show(report: dict[str, Any], by: str) -> None:
    from cptutor.analysis import CRITERIA

    print(
        f"{report['layouts']:,} layouts, {report['legal']:,} of them legal;"
        f" {report['frontier']:,} that no other equals or beats in all three rows"
    )
    print(f"\nThe best by {by}: {CRITERIA[by].about}")
    rows = tuple(
        (f"{place}", *(layout[row] for row in ROWS), _shown(layout["value"]))
        for place, layout in enumerate(report["best"], start=1)
    )
    print(Table("", ("", *ROWS, "value"), rows))
    if "own" in report:
        _show_own(report["own"], by)


def _show_own(own: dict[str, Any], by: str) -> None:
    if not own["legal"]:
        print("\nYour layout is foul; cptutor check says why")
        return
    print(f"\nYour layout is number {own['place']:,} by {by}")
    free = [layout for layout in own["frontier"] if layout["better"] and not layout["worse"]]
    if not free:
        print("No legal layout is better in one row and no worse in another")
        return
    print("Better, and worse in no row:")
    rows = tuple((*(layout[row] for row in ROWS), ", ".join(layout["better"])) for layout in free)
    print(Table("", (*ROWS, "better in"), rows))


def _shown(value: float) -> str:
    return f"{value:.4f}" if isinstance(value, float) else f"{value}"
