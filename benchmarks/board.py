"""How long a move on the board takes until its verdict is on the screen, in JupyterLab in a real browser.

Run it from the clone, with the Python of the environment that cptutor is installed in with its ``test`` extra:

    .venv/bin/python benchmarks/board.py

A key is pressed on a card of a live board; the clock stops with the second frame after the verdict has changed. The
way there leads to the kernel and back. A median of 100 ms or less is wanted.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.browser.boards import BoardPage
from tests.browser.jupyter import Notebook, start_browser, start_server

FOUL = "Q♠ Q♥ 2♣ / 9♠ 9♦ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"


def main() -> None:
    """Open JupyterLab, move a queen to and fro, and print the times."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--moves", type=int, default=100, help="how many moves to time (default: 100)")
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as home,
        start_server(Path(home)) as server,
        start_browser() as browser,
    ):
        board = BoardPage.show(Notebook.open(browser, server), f"Board({FOUL!r}, live=True)")
        board.move_times(10)
        times = sorted(board.move_times(arguments.moves))
    quick, slow = times[len(times) // 10], times[len(times) * 9 // 10]
    print(
        f"{len(times)} moves: median {statistics.median(times):.0f} ms; a tenth under {quick:.0f}, over {slow:.0f}"
    )


if __name__ == "__main__":
    main()
