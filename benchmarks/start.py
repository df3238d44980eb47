"""How long the library and its command line take to start, beside a bare interpreter in the same run.

Run it from the clone, with the Python of the environment that cptutor is installed in:

    .venv/bin/python benchmarks/start.py

Each command runs as a whole process, in turn with the others, so that a machine that slows down slows all of them.
Medians are printed, and their ratio to the bare interpreter's.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time

LAYOUT = "9♠ 9♦ 2♣ / Q♠ Q♥ 8♣ 6♥ 3♦ / A♠ K♠ J♠ 10♠ 4♠"
COMMANDS = {
    "bare interpreter": ["-c", "pass"],
    "import cptutor": ["-c", "import cptutor"],
    "cptutor compare": ["-m", "cptutor", "compare", "7♠ 7♦ K♣", "A♥ K♥ Q♥"],
    "cptutor check": ["-m", "cptutor", "check", LAYOUT, "--profile", "swc"],
    "cptutor profiles": ["-m", "cptutor", "profiles"],
}


def seconds(arguments: list[str]) -> float:
    """The time one process takes from start to end."""
    begin = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def main() -> None:
    """Run all commands in turn and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=15, help="runs of each command (default: %(default)s)")
    runs = parser.parse_args().runs
    for arguments in COMMANDS.values():
        seconds(arguments)
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(runs):
        for name, arguments in COMMANDS.items():
            times[name].append(seconds(arguments))
    bare = statistics.median(times["bare interpreter"])
    print(f"{'command':<20}{'median':>10}{'ratio':>8}")
    for name, found in times.items():
        median = statistics.median(found)
        print(f"{name:<20}{median * 1000:>7.0f} ms{median / bare:>8.1f}")


if __name__ == "__main__":
    main()
