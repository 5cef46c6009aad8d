"""${message}

The previous release of the worker must be able to run on the schema that this revision leaves behind. Imports Alembic
and SQLAlchemy only; nothing of ours, so that an old revision never changes with the code.

Revision: ${up_revision}, after ${down_revision | comma,n}
"""

import sqlalchemy as sa
from alembic import op
${imports if imports else ""}

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None


def upgrade() -> None:
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    ${downgrades if downgrades else "pass"}
