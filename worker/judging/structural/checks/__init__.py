"""One module per check: ``KIND``, ``Spec`` and ``check(configuration, spec, variables) -> Report``."""
