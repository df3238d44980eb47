"""Work split over threads, processes and a Dask cluster: the same result as without, also where it is stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
import pytest

from cptutor import Agreement
from cptutor.analysis import Equity, equity_of, pool_of
from cptutor.analysis.splitting import AHEAD, in_order
from cptutor.rules.agreement_files import demonstration_agreement

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

OWN = "9♠ 9♦ 2♣ / Q♠ Q♥ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
LAYOUTS = (
    OWN,
    "Q♥ 9♦ 3♦ / Q♠ 9♠ 8♣ 6♥ 2♣ / A♠ K♠ J♠ 10♠ 4♠",
    "Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠",
)


@pytest.fixture(scope="module", params=["threads", "processes", "dask"])
def executor(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Executor]:
    if request.param == "threads":
        with ThreadPoolExecutor(3) as threads:
            yield threads
    elif request.param == "processes":
        with ProcessPoolExecutor(2) as processes:
            yield processes
    else:
        yield from dask_executor(tmp_path_factory.mktemp("dask"))


def dask_executor(scratch: Path) -> Iterator[Executor]:
    """The executor of a cluster on this machine: two worker processes, on the loopback interface, no dashboard."""
    distributed = pytest.importorskip(
        "distributed", reason="needs the extra named dask: pip install cptutor[dask]"
    )
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address=None,
            worker_dashboard_address=None,
            local_directory=str(scratch),
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client.get_executor()


def same(first: Equity, second: Equity) -> bool:
    ours, theirs = first.sums, second.sums
    return ours.deals == theirs.deals and all(
        np.array_equal(getattr(ours, name), getattr(theirs, name))
        for name in ("units", "squares", "beside", "parts", "rows")
    )


@pytest.mark.parametrize("opponents", [1, 2])
def test_results_do_not_depend_on_how_work_was_split(executor: Executor, opponents: int) -> None:
    rules = demonstration_agreement("swc")
    here, there = (
        equity_of(LAYOUTS, rules, deals=4_500, opponents=opponents, seed=9, by_part=True, executor=where)
        for where in (None, executor)
    )
    assert same(here, there)


def test_a_pool_does_not_depend_on_it_either(executor: Executor) -> None:
    # A pool is kept: so another seed each time, and then the same under rules that only do not say they are made up.
    rules = demonstration_agreement("casino")
    seed = sum(map(ord, type(executor).__name__))
    there = pool_of(rules, size=16_100, seed=seed, executor=executor)
    here = pool_of(Agreement("casino", rules.rulings), size=16_100, seed=seed)
    assert here is not there
    assert np.array_equal(here.held, there.held)
    assert np.array_equal(here.ranked.marks, there.ranked.marks)


def test_a_stop_keeps_the_first_deals(executor: Executor) -> None:
    def stop(done: int, asked: int) -> None:
        assert asked == 9_000
        if done == 2_000:
            raise KeyboardInterrupt

    found = equity_of(OWN, "basic", deals=9_000, progress=stop, executor=executor)
    assert (found.deals, found.asked, found.interrupted) == (2_000, 9_000, True)
    assert same(found, equity_of(OWN, "basic", deals=2_000))
    assert equity_of(OWN, "basic", deals=1_000, executor=executor).deals == 1_000  # it is still of use


SCRIPT = f"""
import json
import signal
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from cptutor.analysis import equity_of

signal.signal(signal.SIGINT, signal.default_int_handler)  # a program in the background would not hear of Ctrl-C

if __name__ == "__main__":
    with ProcessPoolExecutor(2) if sys.argv[1] == "processes" else nullcontext() as executor:
        found = equity_of({OWN!r}, "basic", deals=10_000_000, executor=executor, progress=True)
    print(json.dumps([found.deals, found.interrupted, int(found.sums.units[0])]))
"""


@pytest.mark.skipif(os.name != "posix", reason="sends the signal of Ctrl-C to a group of processes")
@pytest.mark.parametrize("where", ["here", "processes"])
def test_ctrl_c_keeps_what_was_done(where: str, tmp_path: Path) -> None:
    script = tmp_path / "long_work.py"
    script.write_text(SCRIPT, encoding="utf-8")
    run = subprocess.Popen(
        [sys.executable, "-W", "error", script, where],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert run.stdout is not None
    assert run.stderr is not None
    with run:
        read = b""
        while b"3,000 of" not in read:
            assert run.poll() is None, run.stderr.read()
            read += run.stderr.read(1)
        os.killpg(run.pid, signal.SIGINT)  # as a terminal does: to the workers as well
        try:
            out, _ = run.communicate(timeout=60)
        finally:
            run.kill()
    deals, interrupted, units = json.loads(out)
    assert interrupted
    assert 3_000 <= deals < 10_000_000
    assert int(equity_of(OWN, "basic", deals=deals).sums.units[0]) == units


def test_pieces_come_in_order_and_are_not_all_handed_over_at_once() -> None:
    handed: list[int] = []

    def pieces() -> Iterator[tuple[int]]:
        for number in range(3 * AHEAD):
            handed.append(number)
            yield (number,)

    with ThreadPoolExecutor(2) as threads:
        results = in_order(lambda number: -number, pieces(), threads)
        assert next(results) == 0
        assert len(handed) == AHEAD
        assert list(results) == [-number for number in range(1, 3 * AHEAD)]
