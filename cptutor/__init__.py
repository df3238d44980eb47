"""cptutor."""
