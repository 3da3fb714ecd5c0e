"""torch, or a clear word about how to get it."""

from mancalab.study.extras import require

torch = require("torch", "train")
