"""Learners' copies of the lessons: no answer in them, all else there, and they run."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from cptutor import deal
from cptutor.answer_cells import answer_cells
from cptutor.cli import main
from cptutor.exercises import exercise_ids, load_exercise
from cptutor.learners import CLASS_LESSON, NOTE, class_notebook, learner_notebook
from tools import notebooks

if TYPE_CHECKING:
    from pathlib import Path

LESSONS = {path.name: path.read_text("utf-8") for path in notebooks.stored()}
QUICK = ("00-welcome.ipynb", "02-foul-and-repair.ipynb")
"""Lessons whose copies are run each time; ``pytest -m proof`` runs them all."""


def cells(text: str) -> list[tuple[str, str]]:
    return [(cell["cell_type"], "".join(cell["source"])) for cell in json.loads(text)["cells"]]


def written(text: str) -> str:
    return "\n\n".join(source for _, source in cells(text))


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture(scope="module", params=LESSONS)
def lesson(request: pytest.FixtureRequest) -> tuple[str, str]:
    """A lesson, and its copy."""
    return LESSONS[request.param], learner_notebook(LESSONS[request.param])


def test_no_answer_is_left(lesson: tuple[str, str]) -> None:
    full, copy = lesson
    assert not re.search(r"</?details|</?summary", written(copy))
    for kind, source in cells(copy):
        if kind == "code":
            for statement in ast.parse(source).body:
                text = ast.unparse(statement)
                assert not text.startswith("fold(")
                assert not (isinstance(statement, ast.Assert) and "check_answer" in text)
    panels = re.findall(r"</summary>(.*?)</details>", written(full), re.DOTALL)
    paragraphs = [words(part) for panel in panels for part in panel.split("\n\n") if part.strip()]
    solutions = [words(load_exercise(name).solution) for name in exercise_ids()]
    for answer in paragraphs + solutions:
        assert answer not in words(written(copy))


def test_nothing_is_run_yet(lesson: tuple[str, str]) -> None:
    for cell in json.loads(lesson[1])["cells"]:
        assert cell["metadata"] == {}
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)


def test_all_that_is_no_answer_stays(lesson: tuple[str, str]) -> None:
    """Every text but its panels, every cell of code in which nothing is folded, judged or asserted."""
    full, copy = lesson
    left = words(written(copy))
    for kind, source in cells(full):
        if kind == "markdown":
            for part in re.sub(r"<details>.*?</details>", "\n\n", source, flags=re.DOTALL).split("\n\n"):
                assert words(part) in left or part.rstrip().endswith(":"), part
        elif "fold(" not in source and "assert" not in source and "card(" not in source:
            assert source in written(copy)
    ids = [cell["id"] for cell in json.loads(copy)["cells"]]
    assert len(ids) == len(set(ids))
    assert written(copy).count(NOTE) == 1


def test_every_panel_leaves_a_line_with_its_title() -> None:
    for text in LESSONS.values():
        left = written(learner_notebook(text))
        for title in re.findall(r"<summary>(.*?)</summary>", written(text)):
            assert f"*{title}. Your teacher has it.*" in left


def test_every_exercise_can_be_answered() -> None:
    left = "\n".join(written(learner_notebook(text)) for text in LESSONS.values())
    checks = Counter(re.findall(r'^check_answer\("([\w-]+)", answer', left, re.MULTILINE))
    assert checks == Counter(exercise_ids())
    for name in exercise_ids():
        assert f'`hint("{name}")`' in left


def run_copy(text: str, name: str, folder: Path) -> list[Any]:
    """Run a copy from its first cell to its last; returns what its cells show."""
    path = folder / name
    path.write_text(text, "utf-8")
    executed = notebooks.execute(path)
    assert not [found for found in notebooks.problems(json.dumps(executed), name) if "stderr" in found]
    return [out for cell in executed["cells"] for out in cell.get("outputs", ())]


def unanswered(outputs: list[Any]) -> int:
    return sum(out.get("data", {}).get("text/plain", "").startswith("not attempted:") for out in outputs)


@pytest.mark.parametrize("name", QUICK)
def test_copies_run(name: str, tmp_path: Path) -> None:
    outputs = run_copy(learner_notebook(LESSONS[name], "class 3b"), name, tmp_path)
    assert unanswered(outputs) == len([key for key in exercise_ids() if key.startswith(name[:3])])


@pytest.mark.proof
@pytest.mark.parametrize("name", sorted(set(LESSONS) - set(QUICK)))
def test_all_copies_run(name: str, tmp_path: Path) -> None:
    test_copies_run(name, tmp_path)


def test_the_class_deals_are_those_of_the_library(tmp_path: Path) -> None:
    seed = 'Klasse "3b" \\ ♠'
    outputs = run_copy(class_notebook(seed), CLASS_LESSON, tmp_path)
    said = "".join(out.get("text", "") for out in outputs)
    for number, cards in enumerate(deal(seed, seats=4), start=1):
        assert f"{number}: {' '.join(map(str, sorted(cards, reverse=True)))}\n" in said
    board = next(out["data"] for out in outputs if "data" in out)
    assert all(str(card) in board["text/plain"] for card in deal(seed)[0])


def test_a_class_has_its_own_practice_and_the_same_exercises() -> None:
    changed = []
    for text in LESSONS.values():
        plain, seeded = learner_notebook(text), learner_notebook(text, "class-7")
        changed += [(a, b) for a, b in zip(cells(plain), cells(seeded), strict=True) if a != b]
    assert [(a, b) for (_, a), (_, b) in changed] == [
        ('Practice(seed=1, kinds=["row"])', 'Practice(seed="class-7", kinds=["row"])'),
        ('Practice("workshop")', 'Practice("class-7")'),
        (
            'table = GameTable("basic", players, seed="your seat", deals=4)\ntable',
            'table = GameTable("basic", players, seed="class-7", deals=4)\ntable',
        ),
    ]


def test_what_later_cells_need_is_kept() -> None:
    found = answer_cells(
        [
            "import math\nfrom json import dumps\nx = [1]\nx.append(2)\ny = 3\nz = 4\nfold('Answer: a', x)",
            "u = 1\nassert u",
            None,
            "def show(u):\n    return [z for z in (u, y)]",
            "z = math.pi\nx[0] += z",
        ]
    )
    assert found[0] is not None
    assert found[0].titles == ("Answer: a",)
    assert found[0].needed == "import math\nx = [1]\nx.append(2)\ny = 3"
    assert found[1] is not None
    assert found[1].needed == ""
    assert found[2:] == [None, None, None]


def test_a_function_of_the_lesson_may_fold_the_answer() -> None:
    show = "def card(value):\n    return fold('Answer: the card', value)"
    found = answer_cells([show, "a = 1\nb = 2\ncard(a)", "b"])
    assert found[0] is None
    assert found[1] is not None
    assert (found[1].titles, found[1].needed) == (("Answer: the card",), "b = 2")


def test_the_command_writes_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "for" / "class 7"
    assert main(["learners", str(folder), "--seed", "class-7", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said == {"folder": str(folder), "seed": "class-7", "written": [*LESSONS, CLASS_LESSON]}
    assert sorted(path.name for path in folder.iterdir()) == said["written"]
    for name, text in LESSONS.items():
        assert (folder / name).read_text("utf-8") == learner_notebook(text, "class-7")
    again = tmp_path / "again"
    assert main(["learners", str(again), "--seed", "class-7"]) == 0
    assert {p.name: p.read_bytes() for p in folder.iterdir()} == {
        p.name: p.read_bytes() for p in again.iterdir()
    }


def test_without_a_word_there_are_the_lessons_alone(tmp_path: Path) -> None:
    assert main(["learners", str(tmp_path)]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [*LESSONS]


def test_work_is_never_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.ipynb").write_text("mine", "utf-8")
    for folder in (tmp_path, tmp_path / "mine.ipynb"):
        assert main(["learners", str(folder)]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith(f"cptutor: {folder}: ")
        assert err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["mine.ipynb"]
    assert (tmp_path / "mine.ipynb").read_text("utf-8") == "mine"
