"""Sessions: deal after deal at one table, with a ledger, standings, chips carried on, and a file to keep them in."""

from cptutor.session.session import Session, load_session, read_session

__all__ = ["Session", "load_session", "read_session"]
