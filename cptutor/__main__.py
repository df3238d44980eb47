"""``python -m cptutor`` is the command ``cptutor``."""

import sys

from cptutor.cli import main

sys.exit(main())
