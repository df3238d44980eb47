"""Settlement: a deal under a table's rules becomes transfers with reasons, and they a scorebook.

``deal`` settles a table: it asks ``standings`` how each seat stands, and sends each pairing to the module whose
name says what it is about: ``showdown``, ``fouls``, ``naturals``, ``surrender``; then come ``sidebets``, the
``sweep`` of the table, and the payments of ``stakes``.
"""

from cptutor.settlement.deal import score, settle

__all__ = ["score", "settle"]
