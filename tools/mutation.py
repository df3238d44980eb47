"""Break the core on purpose, one small change at a time, and see whether a test notices.

    nice python tools/mutation.py                    # everything
    nice python tools/mutation.py ranking layout     # some parts
    nice python tools/mutation.py --sample 0.1       # a tenth of the mutants, drawn with a fixed seed

The fast tests are collected once. For each mutant a process is forked that makes the change, forgets what is cached,
and runs the tests that come by the changed line, the quick ones first, until one fails. A mutant that none notices
survives; it belongs in ``tools/mutation_survivors.toml`` with the reason why, or a test is missing. Exit code 1: new
survivors.
"""

from __future__ import annotations

import argparse
import functools
import gc
import importlib
import os
import pickle
import random
import resource
import sys
import tempfile
import time
import tomllib
import traceback
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from _pytest.runner import runtestprotocol
from coverage import Coverage

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.mutants import Mutant, living, mutants_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

ROOT: Final = Path(__file__).resolve().parent.parent
SURVIVORS: Final = ROOT / "tools" / "mutation_survivors.toml"
PARTS: Final = {
    "cards": "cards.py",
    "ranking": "ranking.py",
    "layout": "layout.py",
    "legality": "legality.py",
    "specials": "specials/*.py",
    "settlement": "settlement/*.py",
    "rules": "rules/*.py",
}
TESTS: Final = (
    "agreements", "cards", "cli", "cli_agree", "comparing", "datafiles", "examples", "house_rules", "html", "layout",
    "legality", "public_cases", "ranking", "rule_perturbation",
    "rules", "scorebook", "scorebook_html", "seats", "session", "settlement", "settlement_properties", "specials",
    "stakes", "tables", "told_in_full",
)  # fmt: skip
"""The fast part of the suite."""

META: Final = "test_every_expected_value_can_fail"
"""A test of the examples, not of the library."""

MOST_TESTS: Final = 400
"""How many tests a mutant is shown to; more of them would seldom see more."""

CPU_SECONDS: Final = 60
MEMORY: Final = 8 << 30
KILLED, SURVIVED, NO_TEST, UNREADABLE, LATE = "killed", "survived", "no test", "unreadable", "late"
_CODES: Final = {0: SURVIVED, 3: KILLED, 4: UNREADABLE}


class Trial:
    """The plugin that takes the place of pytest's own loop over the tests."""

    def __init__(self, mutants: list[Mutant], jobs: int) -> None:
        self.mutants, self.jobs = mutants, jobs
        self.outcomes: dict[int, str] = {}
        self.tests: dict[str, pytest.Item] = {}
        self.tests_at: dict[str, dict[int, list[str]]] = {}
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Watch the unchanged tests once, then try every mutant."""
        if session.testsfailed:
            raise pytest.UsageError("the tests cannot be collected")
        for file in {mutant.file for mutant in self.mutants}:
            importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
        living(), _caches()
        self.tests = {item.nodeid: item for item in session.items if META not in item.nodeid}
        self._watch_all_tests()
        if _wait(_fork(lambda: self._notices(list(self.tests)[::10]))) != 0:
            raise pytest.UsageError("the tests fail where nothing is changed but caches are empty")
        self._try_all()
        return True

    def _watch_all_tests(self) -> None:
        """Run every test once, unchanged, and see which lines it comes by, in a process of its own."""
        with tempfile.NamedTemporaryFile() as kept:
            if _wait(_fork(lambda: self._watch(Path(kept.name)))) != 0:
                raise pytest.UsageError("the tests fail on unchanged code; run them by themselves")
            self.tests_at, self.seconds = pickle.loads(Path(kept.name).read_bytes())

    def _watch(self, kept: Path) -> int:
        files = sorted({str(mutant.file) for mutant in self.mutants})
        coverage = Coverage(data_file=None, include=files, config_file=False)
        seconds = {}
        coverage.start()
        for name, item in self.tests.items():
            forget(files)
            coverage.switch_context(name)
            began = time.process_time()
            if _fails(item):
                print(f"{name} fails on unchanged code", file=sys.__stderr__)
                return 1
            seconds[name] = time.process_time() - began
        coverage.stop()
        data = coverage.get_data()
        kept.write_bytes(pickle.dumps(({file: data.contexts_by_lineno(file) for file in files}, seconds)))
        return 0

    def _tests_for(self, mutant: Mutant) -> list[str]:
        by_line = self.tests_at[str(mutant.file)]
        for lines in (mutant.lines, mutant.all_lines):
            if found := {test for line in lines for test in by_line.get(line, ()) if test}:
                own = f"test_{mutant.file.stem}.py"
                return sorted(found, key=lambda test: (own not in test, self.seconds[test]))[:MOST_TESTS]
        return []

    def _try_all(self) -> None:
        running: dict[int, int] = {}
        gc.collect()
        gc.freeze()
        for number, mutant in enumerate(self.mutants):
            tests = self._tests_for(mutant)
            if not tests:
                self.outcomes[number] = NO_TEST
                continue
            if len(running) == self.jobs:
                self._take(running)
            running[_fork(lambda mutant=mutant, tests=tests: self._try(mutant, tests))] = number  # type: ignore[misc]
            if number % 100 == 0:
                print(f"{number} of {len(self.mutants)}", file=sys.__stderr__, flush=True)
        while running:
            self._take(running)

    def _take(self, running: dict[int, int]) -> None:
        process, status = os.wait()
        number = running.pop(process)
        code = os.waitstatus_to_exitcode(status)
        if code not in _CODES and code >= 0:
            raise pytest.UsageError(f"{self.mutants[number].key(ROOT)}: the trial itself failed")
        self.outcomes[number] = _CODES.get(code, LATE)
        if self.outcomes[number] == SURVIVED:
            print(f"survives: {self.mutants[number].key(ROOT)}", file=sys.__stderr__, flush=True)

    def _try(self, mutant: Mutant, tests: Iterable[str]) -> int:
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        try:
            mutant.begin()
        except SyntaxError:
            return 4
        return self._notices(tests)

    def _notices(self, tests: Iterable[str]) -> int:
        forget()
        return 3 if any(_fails(self.tests[name]) for name in tests) else 0


def forget(files: list[str] | None = None) -> None:
    """Empty the caches of the library's functions (of some files), so that what is changed is asked again."""
    for thing in _caches():
        if files is None or thing.__wrapped__.__code__.co_filename in files:
            thing.cache_clear()


@functools.cache
def _caches() -> list[functools._lru_cache_wrapper[object]]:
    return [
        thing
        for thing in gc.get_objects()
        if isinstance(thing, functools._lru_cache_wrapper) and thing.__module__.startswith("cptutor")
    ]


def _fails(item: pytest.Item) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def _fork(work: Callable[[], int]) -> int:
    """Do some work in a process of its own, whose exit code it returns; nothing that it prints is shown."""
    process = os.fork()
    if process:
        return process
    code = 1  # also where the work raises
    try:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        code = work()
    except BaseException:
        traceback.print_exc(file=sys.__stderr__)
    finally:
        os._exit(code)


def _wait(process: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def part_of(file: Path) -> str:
    """The part of the core that a file belongs to."""
    inside = file.relative_to(ROOT / "cptutor")
    return inside.parts[0].removesuffix(".py")


def known_survivors() -> dict[str, str]:
    """The survivors that are accounted for, and why."""
    if not SURVIVORS.exists():
        return {}
    groups = tomllib.loads(SURVIVORS.read_text("utf-8")).get("group", [])
    return {key: group["why"] for group in groups for key in group["mutants"]}


def report(mutants: list[Mutant], outcomes: dict[int, str], whole: bool) -> int:
    """Print counts by part and the survivors; 1 if one of them is not accounted for."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for number, outcome in outcomes.items():
        counts[part_of(mutants[number].file)][outcome] += 1
    for part, found in counts.items():
        tried = found.total() - found[UNREADABLE]
        killed = found[KILLED] + found[LATE]
        print(f"{part}: {killed} of {tried} killed ({killed / tried:.1%}); {dict(found)}")
    known = known_survivors()
    alive = {
        mutants[number].key(ROOT): f"{outcome}, line {mutants[number].lines.start}"
        for number, outcome in outcomes.items()
        if outcome in (SURVIVED, NO_TEST)
    }
    new = [key for key in alive if key not in known]
    print(f"{len(alive)} survive, {len(new)} of them unaccounted for")
    for key in new:
        print(f"{key}    [{alive[key]}]")
    tried_keys = {mutant.key(ROOT) for mutant in mutants}
    for key in known:
        if key not in alive and (key in tried_keys or whole):
            print(f"no longer survives, or is gone: {key}")
    return int(bool(new))


def main(arguments: list[str] | None = None) -> int:
    """Try the mutants of the parts asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], help="parts of the core; by default all")
    parser.add_argument("--sample", type=float, default=1.0, help="the share of the mutants to try")
    parser.add_argument("--seed", type=int, default=1, help="draws the sample")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at once")
    options = parser.parse_args(arguments)
    parts = options.parts or list(PARTS)
    files = [file for part in parts for file in sorted((ROOT / "cptutor").glob(PARTS[part]))]
    mutants = [mutant for file in files for mutant in mutants_of(file)]
    if options.sample < 1:
        drawn = random.Random(options.seed).sample(range(len(mutants)), round(options.sample * len(mutants)))
        mutants = [mutants[number] for number in sorted(drawn)]
    os.chdir(ROOT)
    trial = Trial(mutants, options.jobs)
    began = time.monotonic()
    tests = [f"tests/test_{name}.py" for name in TESTS]
    plain = ["-q", "-s", "-p", "no:nbval", "-p", "no:xdist", "-o", "addopts=--import-mode=importlib"]
    code = pytest.main([*plain, "-m", "not proof", *tests], plugins=[trial])
    if not trial.outcomes:
        return int(code) or 1
    print(f"{len(trial.outcomes)} mutants in {time.monotonic() - began:.0f} s, {len(trial.tests)} tests")
    whole = options.sample == 1 and parts == list(PARTS)
    return report(mutants, trial.outcomes, whole)


if __name__ == "__main__":
    sys.exit(main())
