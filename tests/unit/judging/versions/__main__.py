"""Write the digests of the present version: ``python -m tests.unit.judging.versions [--unreleased]``.

A digest that is stored is changed with ``--unreleased`` only: while no release has judged with this version.
"""

import json
import sys

from tests.unit.judging import versions
from worker.judging import kinds


def main() -> int:
    """Exit 1 where a stored digest would change."""
    known, today = versions.stored(), versions.digests()
    before = known.get(kinds.STRUCTURAL, {})
    changed = [name for name, digest in today.items() if before.get(name, digest) != digest]
    if changed and "--unreleased" not in sys.argv[1:]:
        print(f"{', '.join(changed)}: judged otherwise than {kinds.STRUCTURAL} did. Raise STRUCTURAL in")  # noqa: T201
        print("worker/judging/kinds.py; or, while no release has judged with it, say --unreleased.")  # noqa: T201
        return 1
    known[kinds.STRUCTURAL] = today
    versions.DIGESTS.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
