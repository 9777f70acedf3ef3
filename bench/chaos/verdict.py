"""What a test reports: figures, and what must hold."""

from dataclasses import dataclass, field


@dataclass
class Verdict:
    name: str
    figures: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def say(self, figure: str) -> None:
        self.figures.append(figure)

    def must(self, holds: bool, figure: str) -> None:
        """A figure that decides."""
        (self.figures if holds else self.failures).append(figure)

    def none(self, problems: list[str], what: str) -> None:
        """There must be none of these; the first few are printed."""
        self.must(not problems, f"0 {what}" if not problems else f"{len(problems)} {what}: {'; '.join(problems[:3])}")

    @property
    def passed(self) -> bool:
        return not self.failures

    def line(self) -> str:
        said = ", ".join([*(f"NOT {failure}" for failure in self.failures), *self.figures])
        return f"{self.name:3} {said} … {'pass' if self.passed else 'FAIL'}"


def p(values: list[float], share: float) -> float:
    """The value that `share` of them do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("nan")
