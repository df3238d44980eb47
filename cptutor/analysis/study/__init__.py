"""Studies: what many deals say about rules and policies, with errors, in one file that people and programs read.

>>> found = run_study("full", deals=100, demonstration=True)
>>> found.deals, [kind.kind for kind in found.under[0].transfers]
(100, ['rows', 'scoop'])
"""

from cptutor.analysis.study.files import load_study, study_toml
from cptutor.analysis.study.result import Study
from cptutor.analysis.study.running import run_study

__all__ = ["Study", "load_study", "run_study", "study_toml"]
