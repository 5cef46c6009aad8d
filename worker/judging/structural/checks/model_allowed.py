"""``model_allowed``: the assistant thinks with a model that is allowed, and so does each model that steps in for it.

Source: Vapi, ``model.provider``, ``model.model``, ``fallbackModels`` (dossier 5.2); ElevenLabs, ``agent.prompt.llm``
(dossier 6.1); Retell, ``model`` of the LLM.
"""

from collections.abc import Iterator
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from worker.domain.configuration import Configuration, Engine, Given
from worker.judging.structural.findings import Finding, Report, Severity, cut

KIND = "model_allowed"

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]


class Spec(BaseModel):
    """Parameters: at least one of both; where both are given, both must hold. Case makes no difference.

    Attributes:
        models: names of models, as ``gpt-4.1`` or ``openai/gpt-4.1``; ``*`` at the end stands for any rest.
        providers: names of providers, as ``openai``. Only Vapi's configurations name one.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    models: list[Name] = Field(default_factory=list, max_length=200)
    providers: list[Name] = Field(default_factory=list, max_length=200)

    @model_validator(mode="after")
    def _something(self) -> "Spec":
        if not self.models and not self.providers:
            raise ValueError("give models, providers or both")
        if any("*" in name[:-1] for name in self.models):
            raise ValueError("an asterisk may stand at the end of a name only")
        return self

    def allows(self, engine: Engine) -> bool:
        """Whether the model's name and provider are among the allowed ones."""
        name, provider = (engine.name or "").casefold(), (engine.provider or "").casefold()
        written = (name, f"{provider}/{name}")
        named = not self.models or any(_fits(one, wanted.casefold()) for wanted in self.models for one in written)
        return named and (not self.providers or provider in map(str.casefold, self.providers))


def check(configuration: Configuration, spec: Spec, given: Given) -> Report:  # noqa: ARG001 - every check has this shape
    """Report each model that is not allowed; unknown where none can be seen."""
    models = [model for one in configuration.assistants for model in one.models]
    findings = [finding for model in models if not spec.allows(model) for finding in _refused(model, spec)]
    unseen = [pointer for one in configuration.assistants if not one.models for pointer in one.unseen]
    summary = f"Allowed: {', '.join(dict.fromkeys(_title(model) for model in models))}."
    if models and not unseen:
        return Report(findings, summary)
    message = "Which model thinks here cannot be seen."
    hint = "Give the configuration with its model, and with its stored assistants in full."
    unknown = Finding(KIND, Severity.INFO, "model", unseen[0] if unseen else "", "", message, hint)
    return Report([*findings, unknown], summary, unknown="configuration_incomplete")


def _fits(name: str, wanted: str) -> bool:
    return name.startswith(wanted[:-1]) if wanted.endswith("*") else name == wanted


def _title(model: Engine) -> str:
    return "/".join(part for part in (model.provider, model.name) if part)


def _refused(model: Engine, spec: Spec) -> Iterator[Finding]:
    allowed = ", ".join([*spec.models, *(f"any of {provider}" for provider in spec.providers)])
    message = f"The model {cut(_title(model))} is not among the allowed ones."
    pointer = model.pointer if model.name else model.pointer.rsplit("/", 1)[0]
    yield Finding(
        KIND, Severity.ERROR, _title(model), pointer, cut(model.name or ""), message, f"Use one of: {cut(allowed)}."
    )
