"""How much is tried: the profile `fast` (every run) or `nightly` (by MANCALAB_PROFILE)."""

from __future__ import annotations

import os

import numpy as np
from hypothesis import settings

import mancalab as mc

PROFILE = os.environ.get("MANCALAB_PROFILE", "fast")

# A slow machine is no failure: pytest's timeout stops what hangs.
settings.register_profile("fast", deadline=None, max_examples=50, derandomize=True)
settings.register_profile("nightly", deadline=None, max_examples=2_000, print_blob=True)
settings.load_profile(PROFILE)

# Figures are drawn without a screen.
os.environ["MPLBACKEND"] = "Agg"


def pytest_report_header() -> str:
    return f"mancalab {mc.__version__}, numpy {np.__version__}, profile {PROFILE}"
