"""Suite files: YAML 1.2 or JSON in, validated suites with their places out (surface.md, "Suite files").

source   bytes of a file -> text                 size, encoding, control characters
syntax   text -> events -> documents of nodes    depth, aliases, duplicate keys; every node knows its line
nodes    what a node is, and how a path finds its line
form     one mapping, field by field             unknown fields, types
shape    a document -> suites
checks   what spans fields and files             keys given twice, criteria that name nothing
reading  several files at once                   all faults of all files, or all suites
"""

from worker.suitefile.reading import ReadSuite, read

__all__ = ["ReadSuite", "read"]
