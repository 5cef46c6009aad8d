"""What a run found, as files for people, CI and programs; and what changed between two runs."""
