"""Games between agents: `playing` runs matches, `lockstep` those of functions of a batch."""
