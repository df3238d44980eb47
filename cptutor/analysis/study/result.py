"""What a study found, as values: they print as tables, and are the same when they come back from a file."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final

from cptutor.analysis.study.bests import UNITS
from cptutor.analysis.study.dealing import FOUL, SPECIAL, Example
from cptutor.html import message_html
from cptutor.tables import Table
from cptutor.terms import CATEGORIES, ROWS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cptutor.rules.profiles import Value

SCHEMA: Final = 1
"""The version of the form of its file."""


_ORDER: Final = (*CATEGORIES, SPECIAL, FOUL)


@dataclass(frozen=True, slots=True)
class Named:
    """A policy or a criterion: its name and its rule in a sentence."""

    name: str
    about: str


@dataclass(frozen=True, slots=True)
class SetAs:
    """How often a side's rows counted as something: a category, or ``foul``, or ``special hand``.

    ``share`` is of all hands of that side, so that the shares of a row add up to 1.
    """

    side: str
    row: str
    category: str
    count: int
    share: float
    error: float


@dataclass(frozen=True, slots=True)
class Kind:
    """Units a deal by one kind of transfer, from one's own side: what one collected, what one paid, and the net."""

    kind: str
    collected: float
    collected_error: float
    paid: float
    paid_error: float
    net: float
    net_error: float


@dataclass(frozen=True, slots=True)
class Without:
    """The same deals, set alike, settled without a part of the rules: ``change`` is what the part adds to ``units``.

    ``spread`` is the standard deviation of a deal's units.
    """

    part: str
    units: float
    error: float
    spread: float
    change: float
    change_error: float


@dataclass(frozen=True, slots=True)
class UnderRules:
    """What was found under one table's rules.

    Args:
        rules: what the study calls them.
        profile, scoring: the profile's id, and its title: the scoring in numbers.
        agreement: the title of the agreement, if it has one.
        invented: whether answers were made up for demonstration.
        rulings: the table's rulings by key.
        units, error, spread: what one gained in a deal on average; its standard error, and the deviation of one deal.
        hands: how both sides' rows were set.
        transfers: where the units came from.
        without: what they were without single parts of the rules.
    """

    rules: str
    profile: str
    scoring: str
    agreement: str
    invented: bool
    units: float
    error: float
    spread: float
    hands: tuple[SetAs, ...]
    transfers: tuple[Kind, ...]
    without: tuple[Without, ...]
    rulings: Mapping[str, Value]

    def hands_table(self, side: str) -> Table:
        """How often each category was set in each row by ``you`` or the ``opponents``: share ± error in per cent."""
        found = {(hand.category, hand.row): hand for hand in self.hands if hand.side == side}
        categories = sorted({category for category, _ in found}, key=_ORDER.index)
        rows = tuple(
            (category, *(_share(found.get((category, row))) for row in ROWS)) for category in categories
        )
        return Table(f"Set by {side}", ("in % of hands", *ROWS), rows)

    def transfers_table(self) -> Table:
        """Units a deal by kind of transfer."""
        rows = [
            (
                kind.kind,
                _plain(kind.collected, kind.collected_error),
                _plain(kind.paid, kind.paid_error),
                _signed(kind.net, kind.net_error),
            )
            for kind in self.transfers
        ]
        rows.append(("all together", "", "", _signed(self.units, self.error)))
        return Table("Units a deal, from your side", ("kind", "collected", "paid", "net"), tuple(rows))

    def without_table(self) -> Table:
        """The same deals without single parts of the rules."""
        rows: list[tuple[str, ...]] = [("nothing", _signed(self.units, self.error), "", f"{self.spread:.2f}")]
        rows += [
            (
                found.part,
                _signed(found.units, found.error),
                _signed(found.change, found.change_error),
                f"{found.spread:.2f}",
            )
            for found in self.without
        ]
        return Table(
            "The same deals without a part of the rules",
            ("left out", "units a deal", "what it adds", "spread of a deal"),
            tuple(rows),
        )

    def tables(self) -> tuple[Table, ...]:
        """All of them."""
        tables = (self.hands_table("you"), self.hands_table("opponents"), self.transfers_table())
        return (*tables, self.without_table()) if self.without else tables


@dataclass(frozen=True, slots=True)
class Differ:
    """In how many deals something of the best layouts differs."""

    where: str
    count: int
    share: float
    error: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """How the best layouts change from the first rules to the second.

    Args:
        first, second: what the study calls the rules.
        change, change_error: how many more units a deal the policies gained under the second, in the same deals.
        differ: in how many deals the best layouts differ: in any row, then by row.
        given_up_first: under the first rules, what the best layout of the second gains less; units a deal.
        given_up_second: under the second rules, what the best of the first gains less.
        examples: the first deals in which they differ.
    """

    first: str
    second: str
    change: float
    change_error: float
    given_up_first: float
    given_up_first_error: float
    given_up_second: float
    given_up_second_error: float
    differ: tuple[Differ, ...]
    examples: tuple[Example, ...]

    def table(self) -> Table:
        """In how many deals the best layouts differ."""
        rows = tuple((found.where, f"{found.count:,}", _share(found)) for found in self.differ)
        return Table(f"Best layouts: {self.first} and {self.second}", ("differ in", "deals", "%"), rows)

    def lines(self) -> tuple[str, ...]:
        """What it costs to set for the other rules, and some deals."""
        found = [
            f"Set for {self.second} and paid by {self.first}: "
            f"{_plain(self.given_up_first, self.given_up_first_error)} units a deal given up",
            f"Set for {self.first} and paid by {self.second}: "
            f"{_plain(self.given_up_second, self.given_up_second_error)} units a deal given up",
            f"The stated policies gain {_signed(self.change, self.change_error)} units a deal more under {self.second}",
        ]
        for example in self.examples:
            found.append(f"Deal {example.deal} differs in: {', '.join(example.rows)}")
            found.append(f"  {self.first}: {example.first}")
            found.append(f"  {self.second}: {example.second}")
        return tuple(found)


@dataclass(frozen=True, slots=True, repr=False)
class Study:
    """What many deals say about rules and policies, with everything it depends on.

    Args:
        seed, deals, asked: the chance, the deals that were done, and those that were asked for.
        opponents, dealer: how many there are, and who deals.
        policy, opponents_policy: how one sets one's cards, and how they do.
        best: how best layouts were found; none where no rules were compared.
        against: in how many deals layouts were weighed.
        versions: of what it was reckoned with.
        under: what was found, under each of the rules.
        compared: how best layouts change, for each two rules.
    """

    seed: int
    deals: int
    asked: int
    opponents: int
    dealer: str
    policy: Named
    opponents_policy: Named
    versions: Mapping[str, str]
    under: tuple[UnderRules, ...]
    compared: tuple[Comparison, ...] = ()
    best: Named | None = None
    against: int = 0

    @property
    def interrupted(self) -> bool:
        """Whether it was stopped before it was done."""
        return self.deals < self.asked

    @property
    def question(self) -> str:
        """What was asked, in a sentence."""
        rules = " and ".join(found.rules for found in self.under)
        seats = f"you and {self.opponents} opponent{'s' * (self.opponents != 1)}"
        asked = f"How do {seats} set their hands under {rules}, and what pays what"
        return f"{asked}; and how does the best layout change?" if self.compared else f"{asked}?"

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader has to know beside the numbers."""
        found = []
        if self.interrupted:
            found.append(f"stopped after {self.deals:,} of {self.asked:,} deals")
        found += [
            f"{under.rules}: some rulings were made up for demonstration: no document and no table gave them"
            for under in self.under
            if under.invented
        ]
        found += [
            f"you: {self.policy.name}: {self.policy.about}",
            f"opponents: {self.opponents_policy.name}: {self.opponents_policy.about}",
            "rows of a foul or of an announced special hand count as that, not by category",
            "units before table stakes and rake; an error is one standard error, over deals",
        ]
        if self.best is not None:
            weighed = (
                f"layouts are weighed in some {self.against:,} deals a hand; near ties may fall either way; "
            )
            weighed *= self.best.name == UNITS
            found.append(f"best layout: {self.best.name}: {self.best.about}")
            found.append(
                f"{weighed}what is given up is reckoned in {self.against:,} deals drawn for it alone"
            )
        return tuple(found)

    def as_dict(self) -> dict[str, Any]:
        """The study as it stands in its file, and as JSON."""
        best = {} if self.best is None else {"best": {**asdict(self.best), "against": self.against}}
        return {
            "schema": SCHEMA,
            "question": self.question,
            "notes": list(self.notes),
            "seed": self.seed,
            "deals": self.deals,
            "asked": self.asked,
            "opponents": self.opponents,
            "dealer": self.dealer,
            "versions": dict(self.versions),
            "policy": asdict(self.policy),
            "opponents_policy": asdict(self.opponents_policy),
            **best,
            "under": [_listed(asdict(found)) for found in self.under],
            "compared": [_listed(asdict(found)) for found in self.compared],
        }

    def __str__(self) -> str:
        parts = [self.question, f"{self.deals:,} deals, seed {self.seed}"]
        for found in self.under:
            parts.append(f"Under {found.rules}: {found.scoring}")
            parts += [f"{table.caption}\n{table}" for table in found.tables()]
            if found.rulings:
                word = "invented ruling" if found.invented else "ruling"
                listed = "; ".join(f"{key} = {value}" for key, value in found.rulings.items())
                parts.append(fill(f"{word}s: {listed}", 110, subsequent_indent="  ", break_on_hyphens=False))
        for pair in self.compared:
            parts.append("\n".join((pair.table().caption, str(pair.table()), *pair.lines())))
        notes = (fill(f"note: {note}", 110, subsequent_indent="  ") for note in self.notes)
        parts.append("\n".join(notes))
        return "\n\n".join(parts)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        made: list[str] = [
            message_html("note", f"{self.question} {self.deals:,} deals, seed {self.seed}", self.notes)
        ]
        for found in self.under:
            made.append(message_html("note", f"Under {found.rules}: {found.scoring}"))
            made += [table._repr_html_() for table in found.tables()]
        for pair in self.compared:
            made.append(pair.table()._repr_html_())
            made.append(message_html("note", f"From {pair.first} to {pair.second}", pair.lines()))
        return "".join(made)


def study_of_dict(data: Mapping[str, Any]) -> Study:
    """A study from the data of its file, which its schema has been found to fit."""
    best = data.get("best")
    return Study(
        seed=data["seed"],
        deals=data["deals"],
        asked=data["asked"],
        opponents=data["opponents"],
        dealer=data["dealer"],
        policy=Named(**data["policy"]),
        opponents_policy=Named(**data["opponents_policy"]),
        versions=dict(data["versions"]),
        under=tuple(
            UnderRules(
                **found
                | {
                    "hands": tuple(SetAs(**item) for item in found["hands"]),
                    "transfers": tuple(Kind(**item) for item in found["transfers"]),
                    "without": tuple(Without(**item) for item in found["without"]),
                }
            )
            for found in data["under"]
        ),
        compared=tuple(
            Comparison(
                **found
                | {
                    "differ": tuple(Differ(**item) for item in found["differ"]),
                    "examples": tuple(
                        Example(**item | {"rows": tuple(item["rows"])}) for item in found["examples"]
                    ),
                }
            )
            for found in data["compared"]
        ),
        best=None if best is None else Named(best["name"], best["about"]),
        against=0 if best is None else best["against"],
    )


def _listed(data: Any) -> Any:
    """The same data with lists for tuples, as they come from a file."""
    if isinstance(data, dict):
        return {key: _listed(value) for key, value in data.items()}
    return [_listed(value) for value in data] if isinstance(data, tuple) else data


def _share(found: SetAs | Differ | None) -> str:
    """A share in per cent with its error; a dash where there can be none."""
    return "–" if found is None else f"{100 * found.share:.1f} ± {100 * found.error:.1f}"


def _plain(mean: float, error: float) -> str:
    return f"{mean:.3f} ± {error:.3f}".replace("-", "−")


def _signed(mean: float, error: float) -> str:
    return f"{mean:+.3f} ± {error:.3f}".replace("-", "−")
