"""Processes of a Procfile, kept running: for bin/up and bin/demo (docs/decisions/0002-supervisor.md)."""
