"""The pages of the book that are made from the rule files: the profiles, and the worked examples by document."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

import nbformat

from cptutor.examples import example_ids, load_examples
from cptutor.rules import Agreement, load_profile, profile_ids
from cptutor.rules.agreement_page import OPEN, page
from cptutor.rules.profile_files import load_documents
from tools import notebooks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cptutor.examples import Example
    from cptutor.rules.profiles import Profile
    from cptutor.tables import Table

NO_LESSON: Final = "–"


def pages() -> Iterator[tuple[str, str]]:
    """Each page: where it lies in the book, and its text in Markdown."""
    profiles = [load_profile(name) for name in profile_ids()]
    yield "profiles/index.md", _profile_index(profiles)
    for profile in profiles:
        yield f"profiles/{profile.id}.md", _profile_page(profile)
    yield "examples.md", _examples_page(load_examples(), profiles)


def heading_id(title: str) -> str:
    """The name that a link to a heading uses; JupyterLab's, so that the same link works in both."""
    return title.replace(" ", "-")


def _profile_index(profiles: Sequence[Profile]) -> str:
    documents = load_documents()
    rows = [
        (
            f"[{profile.id}]({profile.id}.md)",
            profile.title,
            documents[profile.document]["title"],
            len(profile.gaps),
        )
        for profile in profiles
    ]
    return "\n\n".join(
        [
            "# Scoring systems",
            "Each profile is one way to score that a document describes. None borrows from another: what its "
            "document does not say is a gap, which a table has to settle for itself.",
            _table(("Profile", "Scoring", "Document", "Gaps"), rows),
            "```{toctree}\n:hidden:\n\n" + "\n".join(profile.id for profile in profiles) + "\n```",
        ]
    ) + "\n"  # fmt: skip


def _profile_page(profile: Profile) -> str:
    parts = [f"# {profile.id}", f"{profile.title}."]
    for section in page(Agreement(profile)):
        if section.title == OPEN:
            continue
        parts.append(f"## {section.title}")
        if section.table is not None:
            parts.append(_shown(section.table))
        if section.lines:
            parts.append("\n".join(f"- {_text(line)}" for line in section.lines))
    rules = [(f"`{rule.key}`", rule.value, rule.source) for rule in profile.rules]
    parts += ["## Every value and its source", _table(("Key", "Value", "Document, section"), rules)]
    if profile.gaps:
        gaps = [(f"`{gap.key}`", gap.question, f"{gap.source}: {gap.gap}") for gap in profile.gaps]
        parts += [
            "## What the document leaves open",
            "A deal that needs one of these is not settled until the table has answered.",
            _table(("Key", "Question", "Why it is open"), gaps),
        ]
    return "\n\n".join(parts) + "\n"


def _examples_page(examples: Iterable[Example], profiles: Sequence[Profile]) -> str:
    known = {profile.id for profile in profiles}
    shown_in = _lessons_by_example()

    def lessons(example: Example) -> str:
        return " ".join(shown_in.get(example.id, [NO_LESSON]))

    by_document: dict[str, dict[str, list[Example]]] = {}
    for example in examples:
        sections = by_document.setdefault(example.source.document, {})
        sections.setdefault(example.source.section, []).append(example)
    parts = [
        "# Worked examples by document",
        "Every figure that a document works out, each run as a test; and examples of the project's own, where a "
        "document has none.",
    ]
    titles = {document: about["title"] for document, about in load_documents().items()}
    for document in sorted(by_document, key=[*titles, *by_document].index):
        title = titles.get(document, document.capitalize())
        parts.append(f"## {title}")
        for section, found in by_document[document].items():
            rows = [
                (example.title, _profile_link(example.profile, known), lessons(example), f"`{example.id}`")
                for example in found
            ]
            parts += [
                f"### {title}: {section}",
                _table(("Example", "Profile", "Lesson", "Id"), rows),
            ]
    return "\n\n".join(parts) + "\n"


def _profile_link(name: str, known: set[str]) -> str:
    return f"[{name}](profiles/{name}.md)" if name in known else name


def _lessons_by_example() -> dict[str, list[str]]:
    """Links to the lessons that show each example, by its id."""
    ids = set(example_ids())
    found: dict[str, list[str]] = {}
    for path in notebooks.stored():
        code = "\n".join(
            cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"
        )
        nodes = ast.walk(ast.parse(code))
        words = {
            node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        for name in words & ids:
            found.setdefault(name, []).append(f"[{path.stem[:2]}](lessons/{path.name})")
    return found


def _shown(table: Table) -> str:
    return _table(table.columns, table.shown())


def _table(header: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines)


def _cell(cell: object) -> str:
    return _text(str(cell)) or " "


def _text(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*").replace("\n", " ")
