"""``python -m mancalab``."""

import sys

from mancalab.cli import main

if __name__ == "__main__":
    sys.exit(main())
