"""Agreements as files: what a table plays by, kept where people can read it and ``settle`` can use it.

>>> swc = demonstration_agreement("swc")
>>> swc.invented, swc.open_gaps, swc["foul.price"]
(True, (), 5)
"""

from __future__ import annotations

import json
import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cptutor.datafiles import read_data, validate
from cptutor.resources import as_file_name, as_text, resource
from cptutor.rules.agreement import Agreement
from cptutor.rules.profile_files import load_profile, profile_ids
from cptutor.rules.profiles import is_line
from cptutor.terms import RuleError

if TYPE_CHECKING:
    from cptutor.html import Markup
    from cptutor.rules.profiles import Profile, Value


def load_agreement(path: str | Path) -> Agreement:
    """An agreement from its file.

    Args:
        path: a TOML file (or JSON) as ``rules_data/README.md`` describes it. Its ``profile`` is a shipped profile's id
            or a house-rules file, seen from the folder of the agreement.

    Raises:
        RuleError: names the file and the key that is unknown, missing, or answered in a way the rules do not allow.
    """
    path = Path(path)
    data = read_data(path)
    rulings = data.get("rulings", {})
    if isinstance(rulings, dict):
        for key, value in rulings.items():
            if isinstance(value, dict):
                inner = next(iter(value), "…")
                raise RuleError(f'{path}: rulings.{key}: quotation marks are wanted: "{key}.{inner}" = …')
    validate(data, "agreement", str(path))
    title = data.get("title", "")
    if title and not is_line(title):
        raise RuleError(f"{path}: title: one line of text is wanted, not {title!r}")
    name: str = data["profile"]
    try:
        profile = load_profile(path.parent / as_file_name(name) if name.endswith(".toml") else name)
        return Agreement(profile, rulings, invented=data.get("invented", False), title=title.strip())
    except RuleError as error:
        raise RuleError(f"{path}: {error}") from None


@lru_cache
def demonstration_agreement(profile_id: str) -> Agreement:
    """An agreement made up by this project that answers every gap of a shipped profile, to show and try it.

    Its rulings stand in no document, and say so wherever they show.

    Raises:
        RuleError: no such profile.
    """
    if profile_id not in profile_ids():
        raise RuleError(f"no profile {profile_id!r}; there are {', '.join(profile_ids())}")
    return load_agreement(resource("rules_data") / "agreements" / f"{profile_id}.toml")


def demonstration_rulings(profile: Profile) -> dict[str, Value]:
    """The made-up answers to a profile's gaps; for house rules, those of the profile that they change.

    Raises:
        RuleError: the profile is neither a shipped one nor house rules on one.
    """
    base = profile.extends or profile.id
    if profile.file is not None and not profile.extends:
        raise RuleError(
            f"{profile.file}: only shipped profiles, and house rules on them, have a demonstration"
        )
    gaps = {gap.key: gap.answer for gap in profile.gaps}
    rulings = demonstration_agreement(base).rulings
    return {key: value for key, value in rulings.items() if key in gaps and gaps[key].allows(value)}


def agreement_toml(agreement: Agreement, folder: Path | None = None) -> str:
    """An agreement as the text of a file that :func:`load_agreement` reads.

    Args:
        agreement: what was agreed.
        folder: where the file is to stand, so that it finds a house-rules file from there; by default the
            house-rules file is named by its full path.
    """
    lines = ["schema = 1", f"profile = {quoted(as_text(_profile_name(agreement, folder)))}"]
    if agreement.title:
        lines.append(f"title = {quoted(agreement.title)}")
    if agreement.invented:
        lines.append("invented = true")
    lines += ["", "[rulings]"]
    lines += [f"{quoted(key)} = {_toml_value(value)}" for key, value in agreement.rulings.items()]
    lines += [f"# open: {gap}" for gap in agreement.open_gaps]
    return "\n".join(lines) + "\n"


def _profile_name(agreement: Agreement, folder: Path | None) -> str:
    file = agreement.profile.file
    if file is None:
        return agreement.profile.id
    if folder is None:
        return file.resolve().as_posix()
    try:
        return Path(os.path.relpath(file.resolve(), folder.resolve())).as_posix()
    except ValueError:  # another drive
        return file.resolve().as_posix()


def quoted(text: str) -> str:
    """A text between quotation marks, as TOML has it: JSON quotes alike, but for one sign."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _toml_value(value: Value) -> str:
    return quoted(value) if isinstance(value, str) else str(value)


def agreement_text(agreement: Agreement) -> str:
    """An agreement as one readable page: what is played, what was ruled, and what is still open, as questions."""
    from cptutor.rules.agreement_page import page_text

    return page_text(agreement)


def agreement_html(agreement: Agreement, heading: str = "p") -> Markup:
    """The same page as HTML; ``heading`` is the element of its title."""
    from cptutor.rules.agreement_page import page_html

    return page_html(agreement, heading)


def agreement_dict(agreement: Agreement) -> dict[str, Any]:
    """An agreement for JSON: its rulings, what is open, options, house rules' differences, and remarks."""
    from cptutor.rules.agreement_page import idle, remarks

    profile = agreement.profile
    base = profile.extends and profile.differences(load_profile(profile.extends))
    return {
        "title": agreement.title,
        "invented": agreement.invented,
        "profile": profile.id,
        "scoring": profile.title,
        "extends": profile.extends or None,
        "differences": [difference.as_dict() for difference in base or ()],
        "rulings": dict(agreement.rulings),
        "options": {rule.key: agreement[rule.key] for rule in profile.rules if rule.answer},
        "open": [gap.as_dict() | {"idle": idle(gap.key, agreement)} for gap in agreement.open_gaps],
        "remarks": list(remarks(agreement)),
    }
