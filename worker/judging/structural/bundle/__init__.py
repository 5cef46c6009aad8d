"""Files of one folder as one bundle: what each of them gets from the others (labels' rule ``file_or_folder``).

A tool that an assistant names by id, name or file stem is attached; one that merely lies beside it is not. What a squad
overrides of its members, and what its handoffs extract, reaches the files that hold these members. An assistant's
variables never reach another assistant that has nothing to do with it.
"""

from worker.judging.structural.bundle.joining import File, Joined, joined

__all__ = ["File", "Joined", "joined"]
