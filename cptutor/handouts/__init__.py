"""Handouts: a printable sheet with cards to cut out for an exercise or a deal, and its answers on a sheet apart."""

from cptutor.handouts.answers import answers_html
from cptutor.handouts.handout import Handout, of_deal, of_exercise, of_seed
from cptutor.handouts.printing import find_chromium, html_to_pdf
from cptutor.handouts.sheet import PAPERS, sheet_html

__all__ = [
    "PAPERS",
    "Handout",
    "answers_html",
    "find_chromium",
    "html_to_pdf",
    "of_deal",
    "of_exercise",
    "of_seed",
    "sheet_html",
]
