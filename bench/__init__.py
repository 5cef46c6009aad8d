"""Measurements of what engine.md budgets: each figure is a ratio within one run, or a latency, on real processes."""
