"""``cptutor verify``: every worked example against its right values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cptutor.commands import add_json, print_json
from cptutor.examples import load_examples

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Nothing but the form of the output."""
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Verify all examples; 0 where all pass, else 1."""
    verified = [(example, example.verify()) for example in load_examples()]
    failed = [example for example, checks in verified if not all(check.passed for check in checks)]
    if arguments.json:
        print_json(
            [
                {
                    "id": example.id,
                    "passed": example not in failed,
                    "expected": {check.field: check.expected for check in checks},
                    "got": {check.field: check.got for check in checks},
                }
                for example, checks in verified
            ]
        )
        return 1 if failed else 0
    for example, checks in verified:
        print("✗" if example in failed else "✓", example.id)
        for check in checks:
            if not check.passed:
                profile = f" [{example.profile}]" if example.profile else ""
                print(f"    {check.field}: expected {check.expected!r}, got {check.got!r}{profile}")
    print(f"{len(verified) - len(failed)} of {len(verified)} worked examples verified")
    return 1 if failed else 0
