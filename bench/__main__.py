"""bin/bench: measure, and print one JSON line per figure."""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from bench import latency, memory, rescore, rows, start, structural, throughput
from bench.figure import Figure
from bench.rig import Rig, rig
from worker.cli.console import complain
from worker.errors import WorkerError

FIGURES: Final[Mapping[str, Callable[[Rig], Iterator[Figure]]]] = {
    "start": start.measure,
    "latency": latency.measure,
    "throughput": throughput.measure,
    "rows": rows.measure,
    "rescore": rescore.measure,
    "memory": memory.measure,
    "structural": structural.measure,
}


def main() -> int:
    """Measure what is named, or everything; exit 0 whatever the figures are, 2 where one could not be taken."""
    parser = argparse.ArgumentParser(prog="bin/bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(FIGURES)}; all by default")
    parser.add_argument("--scale", type=float, default=1, help="of the amounts: 0.1 for a quick look")
    given = parser.parse_args()
    unknown = [name for name in given.names if name not in FIGURES]
    if unknown:
        parser.error(f"there is no figure {unknown[0]}; known: {', '.join(FIGURES)}")
    try:
        with rig(given.scale) as made:
            for name in given.names or FIGURES:
                for figure in FIGURES[name](made.fresh()):
                    print(figure.line(), flush=True)
    except WorkerError as error:
        complain(error)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
