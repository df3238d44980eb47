"""Worked examples as data: what stands in the documents, verified against the program.

The files stand in ``rules_data/examples``; the README beside them explains every field.
"""

from cptutor.examples.example import (
    Check,
    Example,
    example_ids,
    load_cases,
    load_example,
    load_examples,
    read_example,
    read_examples,
    show_examples,
)

__all__ = [
    "Check",
    "Example",
    "example_ids",
    "load_cases",
    "load_example",
    "load_examples",
    "read_example",
    "read_examples",
    "show_examples",
]
