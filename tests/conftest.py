"""How drawn tests are run, in whatever module they stand: the same cases each time, and no test asserts a time."""

from hypothesis import settings

settings.register_profile("cptutor", deadline=None, database=None, print_blob=True, derandomize=True)
settings.load_profile("cptutor")
