"""What ``assistant-test lint`` needs beside the checks: which files, under which settings, told in which form.

gathering  paths of the command line -> files, those of one folder together
settings   .assistant-test-lint.yaml -> severities, what is allowed, what is passed over
"""
