"""How fast every layout of thirteen cards is analysed, beside what a user could pick instead.

Run it from the clone, with the Python of an environment that has the extra ``bench``:

    .venv/bin/python -m pip install -c constraints.txt -e ".[bench]"
    .venv/bin/python benchmarks/analysis.py

Whatever is compared runs in turn, round after round, so that a machine that slows down slows all alike; medians are
printed, and ratios of medians of the same run. Others get their cards in their own form, made beforehand. The program
measures one core; give it a quiet one.
"""

from __future__ import annotations

import argparse
import platform
import resource
import statistics
import subprocess
import sys
import time
import warnings
from importlib.metadata import version
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from cptutor.analysis import (
    AllLayouts,
    all_rows,
    equity_of,
    frontier_numbers,
    legal_mask,
    rank_deals,
    rank_rows,
    review_layout,
)
from cptutor.analysis.positions import positions
from cptutor.cards import DECK
from cptutor.rules import Agreement

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

BASIC = Agreement("basic")
NAMES = ["23456789TJQKA"[card.rank - 2] + card.suit[0] for card in DECK]
HANDS = 2_000_000  # ranked by us in one call
SAMPLE = 50_000  # ranked by others, who need longer
DEALS = (1, 10, 100, 1_000, 10_000)


class Peer:
    """Someone else's evaluator: ``value`` of five of its ``cards``, the higher the stronger."""

    def __init__(self, value: Callable[[Any], Any], new: Callable[[str], Any]) -> None:
        self.value = value
        self.cards = [new(name) for name in NAMES]

    def floors(self) -> dict[tuple[int, ...], Any]:
        """By the ranks of three cards, the value of the weakest row of five that is stronger.

        The others do not rank three cards; this is what lets them compare a front with a middle.
        """
        rows = all_rows(5)
        ordinals, first = np.unique(rank_rows(rows), return_index=True)
        threes = all_rows(3)
        above = first[np.searchsorted(ordinals, rank_rows(threes))]
        return {
            tuple(sorted(front)): self.value([self.cards[card] for card in rows[place]])
            for front, place in zip((threes // 4).tolist(), above, strict=True)
        }


def peers() -> dict[str, Peer]:
    import pkrbot
    import treys

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import eval7
    evaluate = treys.Evaluator().evaluate
    return {
        "treys": Peer(lambda hand: -evaluate(hand, []), treys.Card.new),
        "pkrbot": Peer(pkrbot.evaluate, pkrbot.Card),
        "eval7": Peer(eval7.evaluate, eval7.Card),
    }


def medians(works: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """The median seconds of each of several works, run in turn; a first round is not counted."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds + 1):
        for name, work in works.items():
            begin = time.perf_counter()
            work()
            times[name].append(time.perf_counter() - begin)
    return {name: statistics.median(found[1:]) for name, found in times.items()}


def random_deals(count: int) -> np.ndarray:
    """Card indices, shape (count, 13)."""
    rng = np.random.default_rng(1)
    return np.argsort(rng.random((count, 52)), axis=1)[:, :13].astype(np.uint8)


def title(text: str, *columns: str) -> None:
    print(f"\n{text}\n" + " " * 30 + "".join(f"{column:>16}" for column in columns))


def ranking(rounds: int) -> None:
    import deuces_numpy
    import treys

    every = all_rows(5)
    hands = np.asfortranarray(every[np.random.default_rng(1).permutation(len(every))[:HANDS]])
    wide = np.ascontiguousarray(hands, np.int64)
    sample = hands[:SAMPLE].tolist()
    evaluate, many = treys.Evaluator().evaluate, deuces_numpy.EvaluatorNumpy().evaluate_hands5
    theirs = {
        name: [[peer.cards[card] for card in hand] for hand in sample] for name, peer in peers().items()
    }
    table = np.array([[deuces_numpy.Card.new(NAMES[card]) for card in hand] for hand in sample])
    value = {name: peer.value for name, peer in peers().items()}
    found = medians(
        {
            "cptutor (uint8, by column)": lambda: rank_rows(hands),
            "cptutor (int64, by hand)": lambda: rank_rows(wide),
            "deuces-numpy": lambda: many(table),
            "treys": lambda: [evaluate(hand, []) for hand in theirs["treys"]],
            "pkrbot": lambda: list(map(value["pkrbot"], theirs["pkrbot"])),
            "eval7": lambda: list(map(value["eval7"], theirs["eval7"])),
        },
        rounds,
    )
    counts = [HANDS if name.startswith("cptutor") else SAMPLE for name in found]
    rates = [count / taken / 1e6 for count, taken in zip(counts, found.values(), strict=True)]
    title("Five-card hands ranked in bulk, one core", "million/s", "cptutor is")
    for name, rate in zip(found, rates, strict=True):
        print(f"{name:<30}{rate:>16.1f}{rates[0] / rate:>15.1f}×")
    whole = medians({"all": lambda: rank_rows(all_rows(5))}, rounds)["all"]
    print(f"\nAll 2,598,960 hands, enumerated and ranked: {whole * 1000:.1f} ms")


def plain_loop(deal: Sequence[int], peer: Peer, floors: dict[tuple[int, ...], Any]) -> int:
    """Count legal layouts one by one, remembering each row's value."""
    values: dict[tuple[int, ...], Any] = {}

    def value(row: tuple[int, ...]) -> Any:
        if row not in values:
            values[row] = peer.value([peer.cards[card] for card in row])
        return values[row]

    legal = 0
    for front in combinations(deal, 3):
        floor = floors[tuple(card // 4 for card in front)]
        left = [card for card in deal if card not in front]
        for middle in combinations(left, 5):
            back = tuple(card for card in left if card not in middle)
            legal += floor <= value(middle) <= value(back)
    return legal


def lean_loop(deal: Sequence[int], peer: Peer, floors: dict[tuple[int, ...], Any]) -> int:
    """The same, as lean as plain Python has it: all layouts are listed beforehand as numbers of rows."""
    values = [peer.value([peer.cards[card] for card in row]) for row in combinations(deal, 5)]
    fronts = [floors[tuple(card // 4 for card in row)] for row in combinations(deal, 3)]
    return sum([fronts[front] <= values[middle] <= values[back] for front, middle, back in LISTED])


LISTED: list[tuple[int, int, int]] = []


def legality(rounds: int) -> None:
    where = positions()
    LISTED[:] = zip(where.front.tolist(), where.middle.tolist(), where.back.tolist(), strict=True)
    deals = np.sort(random_deals(100), axis=1)
    floors = {name: peer.floors() for name, peer in peers().items()}
    expected = [np.count_nonzero(legal_mask(rank_deals(deal), BASIC)) for deal in deals]
    works: dict[str, Callable[[], object]] = {
        "cptutor": lambda: [legal_mask(rank_deals(deal), BASIC) for deal in deals]
    }
    for name, peer in peers().items():
        for loop in (plain_loop, lean_loop):
            counted = [loop(deal, peer, floors[name]) for deal in deals[:2].tolist()]
            if counted != expected[:2]:
                raise AssertionError(f"{name} counts {counted} legal layouts, not {expected[:2]}")
            deal = deals[0].tolist()
            works[f"{name}, {loop.__name__.replace('_', ' ')}"] = lambda f=loop, d=deal, p=peer, n=name: f(
                d, p, floors[n]
            )
    found = medians(works, rounds)
    found["cptutor"] /= len(deals)
    title("Legality of all 72,072 layouts of a deal, from its cards", "ms", "cptutor is")
    for name, taken in found.items():
        print(f"{name:<30}{taken * 1000:>16.3f}{taken / found['cptutor']:>15.0f}×")


def frontier(rounds: int) -> None:
    deals = random_deals(200)
    rows = [rank_deals(deal) for deal in deals]
    masks = [legal_mask(some, BASIC) for some in rows]
    sizes = [len(frontier_numbers(*given)) for given in zip(rows, masks, strict=True)]

    def from_cards() -> None:
        for deal in deals:
            some = rank_deals(deal)
            frontier_numbers(some, legal_mask(some, BASIC))

    found = medians(
        {
            "legal layouts given": lambda: [
                frontier_numbers(*given) for given in zip(rows, masks, strict=True)
            ],
            "from the cards": from_cards,
        },
        rounds,
    )
    title(f"Frontier of a deal (median size {statistics.median(sizes):.0f})", "ms")
    for name, taken in found.items():
        print(f"{name:<30}{taken / len(deals) * 1000:>16.3f}")


def equity(rounds: int) -> None:
    """The whole frontier of a deal against opponents dealt and set afresh, and the same with another ranking."""
    deals = np.sort(random_deals(9), axis=1)
    hands = [AllLayouts([DECK[card] for card in deal], BASIC) for deal in deals]
    for hand in hands:
        equity_of(hand, BASIC, deals=10)
    title("Equity of a deal's whole frontier", "ms a deal")
    for opponents in (100, 1_000, 10_000, 100_000):
        count = len(hands) if opponents <= 10_000 else 1
        found = medians(
            {"": lambda n=opponents, some=hands[:count]: [equity_of(h, BASIC, deals=n) for h in some]},
            rounds if opponents <= 1_000 else 3,
        )
        print(f"{opponents:>18,} opponents  {found[''] / count * 1000:>16.1f}")
    peer = peers()["pkrbot"]
    floors = peer.floors()
    taken = medians({"": lambda: plain_equity(hands[0], 20, peer, floors)}, 1)[""] * 10_000 / 20
    print(
        f"{'10,000, ranked by pkrbot':<30}{taken * 1000:>16.0f}   (the first deal, reckoned from 20 opponents)"
    )


def plain_equity(hand: AllLayouts, opponents: int, peer: Peer, floors: dict[tuple[int, ...], Any]) -> float:
    """The units of a frontier against opponents set back first, one after the other; fronts as floors."""
    source = np.random.default_rng(1)
    unseen = [card for card in range(len(DECK)) if DECK[card] not in hand.cards]
    own = []
    for layout in hand.frontier:
        fives = [peer.value([peer.cards[card.index] for card in row]) for row in (layout.middle, layout.back)]
        own.append((floors[tuple(sorted(card.index // 4 for card in layout.front))], *fives))
    total = 0
    for _ in range(opponents):
        cards = sorted(source.permutation(unseen)[:13].tolist())
        values = {row: peer.value([peer.cards[card] for card in row]) for row in combinations(cards, 5)}
        their = None
        for back in sorted(values, key=values.__getitem__, reverse=True):
            left = [card for card in cards if card not in back]
            for middle in sorted(combinations(left, 5), key=values.__getitem__, reverse=True):
                floor = floors[tuple(card // 4 for card in left if card not in middle)]
                if floor <= values[middle] <= values[back]:
                    their = (floor, values[middle], values[back])
                    break
            if their:
                break
        for layout in own:
            total += sum((ours > other) - (ours < other) for ours, other in zip(layout, their, strict=True))
    return total / opponents


def reviews(rounds: int) -> None:
    own = "9♠ 9♦ 2♣ / Q♠ Q♥ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
    works = {
        f"{rules}, {n} opponent{'s' * (n > 1)}": lambda r=rules, n=n: review_layout(
            own, r, opponents=n, demonstration=True
        )
        for rules, n in (("basic", 1), ("swc", 1), ("casino", 1), ("casino", 3))
    }
    title("A layout of one's own reviewed", "ms")
    for name, taken in medians(works, max(1, rounds // 3)).items():
        print(f"{name:<30}{taken * 1000:>16.0f}")


def growth() -> None:
    title("How cost grows with deals: seconds in all", "rows ranked", "and legality", "and frontier")
    for count in DEALS:
        deals = random_deals(count)

        def judged(deals: np.ndarray = deals) -> None:
            rows = rank_deals(deals)
            for place in range(len(rows)):
                legal_mask(rows[place], BASIC)

        def with_frontier(deals: np.ndarray = deals) -> None:
            rows = rank_deals(deals)
            for place in range(len(rows)):
                frontier_numbers(rows[place], legal_mask(rows[place], BASIC))

        found = medians(
            {"ranked": lambda deals=deals: rank_deals(deals), "judged": judged, "frontier": with_frontier},
            9 if count <= 100 else 1,
        )
        print(f"{count:<30,}" + "".join(f"{taken:>16.5f}" for taken in found.values()))


def starting(rounds: int) -> None:
    def process(code: str) -> Callable[[], object]:
        return lambda: subprocess.run([sys.executable, "-c", code], check=True)

    found = medians(
        {
            "bare interpreter": process("pass"),
            "import numpy": process("import numpy"),
            "import cptutor.analysis": process("import cptutor.analysis"),
            "… and AllLayouts": process("from cptutor.analysis import AllLayouts"),
            "… and its tables made": process("from cptutor.analysis import strength_of; strength_of(0)"),
        },
        2 * rounds,
    )
    title("Starting", "ms", "more than bare")
    for name, taken in found.items():
        print(f"{name:<30}{taken * 1000:>16.0f}{(taken - found['bare interpreter']) * 1000:>16.0f}")


def use_much_memory() -> None:
    """What a process of its own does for the peak of memory."""
    rank_rows(all_rows(5))
    some = rank_deals(random_deals(10_000))
    for place in range(100):
        frontier_numbers(some[place], legal_mask(some[place], BASIC))
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def memory() -> None:
    run = [sys.executable, __file__, "--only-memory"]
    peak = int(subprocess.run(run, check=True, capture_output=True, text=True).stdout)
    print(f"\nPeak of memory, all 2,598,960 hands and the rows of 10,000 deals at once: {peak / 1024:.0f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--rounds", type=int, default=9, help="rounds of each comparison (default: %(default)s)"
    )
    parser.add_argument("--only-memory", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.only_memory:
        use_much_memory()
        return
    packages = ("numpy", "treys", "pkrbot", "deuces-numpy", "eval7")
    print(f"Python {platform.python_version()}, {', '.join(f'{name} {version(name)}' for name in packages)}")
    ranking(arguments.rounds)
    legality(arguments.rounds)
    frontier(arguments.rounds)
    equity(arguments.rounds)
    reviews(arguments.rounds)
    growth()
    starting(arguments.rounds)
    memory()


if __name__ == "__main__":
    main()
