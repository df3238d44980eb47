"""``cptutor study``: many deals, to see how hands are set, what pays what, and what changes with the rules."""

from __future__ import annotations

import signal
import sys
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from cptutor.commands import (
    INTERRUPTED,
    add_dealing,
    add_json,
    add_rules,
    agreement_of,
    numpy_wanted,
    print_json,
    refuse_wrong_file,
    write_file,
)
from cptutor.terms import RuleError, TutorError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from cptutor.analysis.study import Study
    from cptutor.rules import Rules


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The rules, the players, the chance, and where the result goes."""
    parser.add_argument(
        "--read", metavar="FILE.toml", help="show a study that was written before, instead of a new one"
    )
    add_rules(parser)
    parser.add_argument(
        "--compare",
        metavar="RULES",
        action="append",
        default=[],
        help="other rules, settled in the same deals, to see how the best layout changes: a profile's id, a"
        " house-rules file or an agreement's file; may be repeated",
    )
    add_dealing(parser, deals=1_000)
    parser.add_argument(
        "--policy",
        default="back first",
        help="how you set your cards: 'back first' (default), 'frontier plus equity' or 'random legal'",
    )
    parser.add_argument(
        "--opponents-policy", default="back first", help="how the opponents set theirs (default: back first)"
    )
    parser.add_argument(
        "--best-by",
        metavar="CRITERION",
        default="expected units",
        help="what the best layout is: 'expected units' (default), 'quantiles' or 'back-first'",
    )
    parser.add_argument(
        "--against",
        metavar="N",
        type=int,
        default=1_000,
        help="in about how many deals each hand's layouts are weighed (default: %(default)s)",
    )
    parser.add_argument(
        "--examples", metavar="N", type=int, default=3, help="show so many deals (default: %(default)s)"
    )
    parser.add_argument(
        "--jobs", metavar="N", type=int, default=1, help="work on so many processors (default: %(default)s)"
    )
    parser.add_argument("--output", metavar="FILE.toml", type=Path, help="write the study to a file")
    parser.add_argument("--force", action="store_true", help="overwrite that file")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the study, and write its file if one is asked for; 130 after Ctrl-C, else 0."""
    with numpy_wanted():
        from cptutor.analysis.study import load_study, study_toml
    if arguments.read is not None:
        if arguments.output is not None:
            raise RuleError("either --read or --output: what was read is in its file already")
        _show(load_study(arguments.read), as_json=arguments.json)
        return 0
    if arguments.output is not None:
        refuse_wrong_file(arguments.output, force=arguments.force)
    try:
        found = _studied(arguments)
    except KeyboardInterrupt:
        print("\ncptutor: stopped before the first deals were done", file=sys.stderr)
        return INTERRUPTED
    if found.interrupted:
        print(f"\ncptutor: stopped after {found.deals:,} of {found.asked:,} deals", file=sys.stderr)
    if arguments.output is not None:
        write_file(arguments.output, study_toml(found))
    _show(found, as_json=arguments.json)
    return INTERRUPTED if found.interrupted else 0


def _studied(arguments: argparse.Namespace) -> Study:
    from cptutor.analysis.given import refuse_number
    from cptutor.analysis.study import run_study

    refuse_number("jobs", arguments.jobs, 1, _MOST_JOBS)
    rules: list[Rules] = [agreement_of(arguments), *map(_rules_of, arguments.compare)]
    with _workers(arguments.jobs) as executor:
        return run_study(
            rules,
            deals=arguments.deals,
            seed=arguments.seed,
            opponents=arguments.opponents,
            policy=arguments.policy,
            opponents_policy=arguments.opponents_policy,
            best_by=arguments.best_by,
            against=arguments.against,
            examples=arguments.examples,
            demonstration=arguments.demonstration,
            executor=executor,
            progress=arguments.progress or (sys.stderr is not None and sys.stderr.isatty()),
        )


def _rules_of(name: str) -> Rules:
    """The rules that a word stands for: a profile's id, a house-rules file, or the file of an agreement."""
    from cptutor.datafiles import read_data
    from cptutor.rules.agreement_files import load_agreement
    from cptutor.rules.profile_files import load_profile

    if name.endswith(".toml") and "profile" in read_data(Path(name)):
        return load_agreement(name)
    return load_profile(name)


_MOST_JOBS = 61  # the most processes that Windows lets a pool wait for


@contextmanager
def _workers(jobs: int) -> Iterator[Executor | None]:
    """Processes to work on, if there are to be several; Ctrl-C is for the one that waits for them.

    Raises:
        TutorError: one of them was ended from outside.
    """
    if jobs == 1:
        yield None
        return
    executor = ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    try:
        yield executor
    except BrokenProcessPool:
        raise TutorError("a process of --jobs ended before its work was done") from None
    finally:
        executor.shutdown(cancel_futures=True)


def _show(found: Study, *, as_json: bool) -> None:
    print_json(found.as_dict()) if as_json else print(found)
