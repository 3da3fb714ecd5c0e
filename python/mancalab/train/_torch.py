"""torch, or a clear word about how to get it."""

import os

from mancalab.study.extras import require

# Threads that wait for others sleep. Otherwise they keep a core busy that the games need, and on a
# machine with other work a step of learning takes ten times as long.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

torch = require("torch", "train")
