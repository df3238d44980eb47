"""How fast every layout of thirteen cards is analysed, beside what a user could pick instead.

Run it from the clone, with the Python of an environment that has the extra ``bench``:

    .venv/bin/python -m pip install -c constraints.txt -e ".[bench]"
    .venv/bin/python benchmarks/analysis.py

Whatever is compared runs in turn, round after round, so that a machine that slows down slows all alike; medians are
printed, and ratios of medians of the same run. Others get their cards in their own form, made beforehand. Times are
processor time, for nothing here waits for anything, and so other programs disturb least; only what starts a process is
timed by the clock on the wall. The program measures one core; give it a quiet one all the same.
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
    POLICIES,
    AllLayouts,
    Pool,
    all_rows,
    equity_of,
    frontier_numbers,
    legal_mask,
    pool_of,
    rank_deals,
    rank_rows,
    review_layout,
)
from cptutor.analysis.positions import positions
from cptutor.cards import DECK
from cptutor.rules import Agreement
from cptutor.rules.agreement_files import demonstration_agreement
from cptutor.terms import RulingNeeded

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

BASIC = Agreement("basic")
UNRULED = Agreement("swc")  # which leaves open what equal rows of one's own are
NAMES = ["23456789TJQKA"[card.rank - 2] + card.suit[0] for card in DECK]
OWN = "9♠ 9♦ 2♣ / Q♠ Q♥ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
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


def medians(
    works: dict[str, Callable[[], object]], rounds: int, clock: Callable[[], float] = time.process_time
) -> dict[str, float]:
    """The median seconds of each of several works, run in turn; a first round counts only if no other is asked for."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds + 1):
        for name, work in works.items():
            begin = clock()
            work()
            times[name].append(clock() - begin)
    return {name: statistics.median(found[1:] or found) for name, found in times.items()}


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
    unruled = [deal for deal in deals if not needs_ruling(deal)]
    works: dict[str, Callable[[], object]] = {
        "cptutor": lambda: [legal_mask(rank_deals(deal), BASIC) for deal in deals],
        "cptutor, nothing ruled": lambda: [legal_mask(rank_deals(deal), UNRULED) for deal in unruled],
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
    found["cptutor, nothing ruled"] /= len(unruled)
    title("Legality of all 72,072 layouts of a deal, from its cards", "ms", "cptutor is")
    for name, taken in found.items():
        print(f"{name:<30}{taken * 1000:>16.3f}{taken / found['cptutor']:>15.0f}×")


def needs_ruling(deal: np.ndarray) -> bool:
    try:
        legal_mask(rank_deals(deal), UNRULED)
    except RulingNeeded:
        return True
    return False


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
    hands = hands_of(random_deals(9))
    for hand in hands:
        equity_of(hand, BASIC, deals=10)
    title("Equity of a deal's whole frontier", "ms a deal", "cptutor is")
    taken: dict[int, float] = {}
    for opponents in (100, 1_000, 10_000, 100_000):
        count = len(hands) if opponents <= 10_000 else 1
        found = medians(
            {"": lambda n=opponents, some=hands[:count]: [equity_of(h, BASIC, deals=n) for h in some]},
            rounds if opponents <= 1_000 else 3,
        )
        taken[opponents] = found[""] / count
        print(f"{opponents:>18,} opponents  {taken[opponents] * 1000:>16.1f}")
    peer = peers()["pkrbot"]
    floors = peer.floors()
    ours, theirs = medians(
        {
            "ours": lambda: equity_of(hands[0], BASIC, deals=10_000),
            "theirs": lambda: plain_equity(hands[0], 20, peer, floors),
        },
        3,
    ).values()
    theirs *= 10_000 / 20
    print(f"{'10,000 for the first deal':<30}{ours * 1000:>16.0f}{1:>15.0f}×")
    print(
        f"{'the same, ranked by pkrbot':<30}{theirs * 1000:>16.0f}{theirs / ours:>15.0f}×   (from 20 opponents)"
    )


def hands_of(deals: np.ndarray) -> list[AllLayouts]:
    return [AllLayouts([DECK[card] for card in deal], BASIC) for deal in deals]


def pooled(rounds: int) -> None:
    """The same inside a study: hands of a pool, dealt and set once. A deal's own rows and frontier are part of it."""
    made = medians({"": lambda: pool_of(BASIC)}, 0)[""]
    pool = pool_of(BASIC)
    deals = random_deals(100)
    title(f"Equity of a deal's whole frontier from a pool of {len(pool):,} hands", "mean ms", "median ms")
    for profile in ("basic", "swc", "casino"):
        each = pool_times(pool_of(demonstration_agreement(profile)), deals)
        print(f"{profile:<30}{statistics.mean(each) * 1000:>16.1f}{statistics.median(each) * 1000:>16.1f}")
    print(f"Opponents for a deal: about {len(pool.without(deals[0])):,}. The pool is made in {made:.1f} s.")
    title("Hands set by a policy", "ms a hand")
    some = np.sort(random_deals(512), axis=1)
    rng = np.random.default_rng(1)
    works = {name: lambda policy=policy: policy.choose(some, BASIC, rng) for name, policy in POLICIES.items()}
    for name, taken in medians(works, max(1, rounds // 3)).items():
        print(f"{name:<30}{taken / len(some) * 1000:>16.3f}")


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
    works = {
        f"{rules}, {n} opponent{'s' * (n > 1)}": lambda r=rules, n=n: review_layout(
            OWN, r, opponents=n, demonstration=True
        )
        for rules, n in (("basic", 1), ("swc", 1), ("casino", 1), ("casino", 3))
    }
    title("A layout of one's own reviewed", "ms")
    for name, taken in medians(works, max(1, rounds // 3)).items():
        print(f"{name:<30}{taken * 1000:>16.0f}")


def pool_times(pool: Pool, deals: np.ndarray) -> list[float]:
    def of_deal(deal: np.ndarray) -> object:
        return pool.equity_of(AllLayouts([DECK[card] for card in deal], pool.agreement))

    return [medians({"": lambda deal=deal: of_deal(deal)}, 3)[""] for deal in deals]


def growth() -> None:
    pool = pool_of(BASIC)
    title(
        "How cost grows with deals: seconds in all",
        "rows ranked",
        "and legality",
        "and frontier",
        "and equity",
    )
    for number in DEALS:
        deals = random_deals(number)

        def judged(deals: np.ndarray = deals) -> None:
            rows = rank_deals(deals)
            for place in range(len(rows)):
                legal_mask(rows[place], BASIC)

        def with_frontier(deals: np.ndarray = deals) -> None:
            rows = rank_deals(deals)
            for place in range(len(rows)):
                frontier_numbers(rows[place], legal_mask(rows[place], BASIC))

        def with_equity(deals: np.ndarray = deals) -> None:
            for hand in hands_of(deals):
                pool.equity_of(hand)

        found = medians(
            {
                "ranked": lambda deals=deals: rank_deals(deals),
                "judged": judged,
                "frontier": with_frontier,
                "equity": with_equity,
            },
            9 if number <= 100 else 0,
        )
        print(f"{number:<30,}" + "".join(f"{taken:>16.5f}" for taken in found.values()), flush=True)


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
        time.perf_counter,
    )
    title("Starting", "ms", "more than bare")
    for name, taken in found.items():
        print(f"{name:<30}{taken * 1000:>16.0f}{(taken - found['bare interpreter']) * 1000:>16.0f}")


def whole_frontiers(opponents: int) -> None:
    for hand in hands_of(random_deals(9)):
        equity_of(hand, BASIC, deals=opponents)


def all_judged() -> None:
    rows = rank_deals(random_deals(10_000))
    for place in range(100):
        frontier_numbers(rows[place], legal_mask(rows[place], BASIC))


def from_a_pool() -> None:
    pool = pool_of(demonstration_agreement("casino"))
    for hand in hands_of(random_deals(100)):
        pool.equity_of(hand)


def frontiers_weighed() -> None:
    deals = np.sort(random_deals(1_000), axis=1)
    POLICIES["frontier plus equity"].choose(deals, BASIC, np.random.default_rng(1))


MEMORY: dict[str, Callable[[], object]] = {
    "nothing but the library": lambda: rank_rows(all_rows(3)),
    "2,598,960 hands ranked": lambda: rank_rows(all_rows(5)),
    "rows of 10,000 deals": all_judged,
    "equity, 10,000 opponents": lambda: whole_frontiers(10_000),
    "equity, 100,000 opponents": lambda: whole_frontiers(100_000),
    "a pool of a million, used": from_a_pool,
    "frontier plus equity": frontiers_weighed,
    "a review, casino, 3 opponents": lambda: review_layout(OWN, "casino", opponents=3, demonstration=True),
}


def memory() -> None:
    """The peak of a process of its own for each."""
    title("Memory", "MB at the peak")
    for name in MEMORY:
        run = [sys.executable, __file__, "--only-memory", name]
        peak = int(subprocess.run(run, check=True, capture_output=True, text=True).stdout)
        print(f"{name:<30}{peak / 1024:>16.0f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--rounds", type=int, default=9, help="rounds of each comparison (default: %(default)s)"
    )
    parser.add_argument("--only-memory", choices=MEMORY, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.only_memory:
        MEMORY[arguments.only_memory]()
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
        return
    packages = ("numpy", "treys", "pkrbot", "deuces-numpy", "eval7")
    print(f"Python {platform.python_version()}, {', '.join(f'{name} {version(name)}' for name in packages)}")
    ranking(arguments.rounds)
    legality(arguments.rounds)
    frontier(arguments.rounds)
    equity(arguments.rounds)
    pooled(arguments.rounds)
    reviews(arguments.rounds)
    growth()
    starting(arguments.rounds)
    memory()


if __name__ == "__main__":
    main()
