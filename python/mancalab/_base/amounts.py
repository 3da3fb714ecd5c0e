"""Amounts as people say them."""

from __future__ import annotations


def in_bytes(size: float) -> str:
    """Bytes, in the largest unit that leaves a whole one: "1.3 GB"."""
    amount, unit = float(size), "bytes"
    for larger in ("kB", "MB", "GB", "TB"):
        if amount < 1000:
            break
        amount, unit = amount / 1000, larger
    return f"{amount:.3g} {unit}"


def in_time(seconds: float) -> str:
    """A time to two digits or so: "40 seconds", "3 minutes", "2.5 hours", "12 days"."""
    units = ((1, "second", 100), (60, "minute", 6000), (3600, "hour", 172_800))
    size, unit = next(((s, u) for s, u, longest in units if seconds < longest), (86_400, "day"))
    amount = f"{seconds / size:.2g}"
    return f"{float(amount):,.10g} {unit}" + ("" if amount == "1" else "s")
