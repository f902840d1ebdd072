"""The README's promises: its first screen, its example with its output, its links."""

import contextlib
import io
import re
from pathlib import Path

import run

README = (Path(__file__).resolve().parent.parent / "README.md").read_text(encoding="utf-8")
FIRST_SCREEN = "\n".join(README.splitlines()[:30])


def block(language: str) -> str:
    """The first fenced block in a language, which has to be on the first screen."""
    match = re.search(rf"```{language}\n(.*?)```", FIRST_SCREEN, re.DOTALL)
    assert match, f"no finished ```{language} block in the first 30 lines"
    return match[1]


def test_example_prints_what_the_readme_shows() -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block("python"), "README.md", "exec"), {})
    assert printed.getvalue() == block("text")


def test_example_is_ten_lines() -> None:
    assert len([line for line in block("python").splitlines() if line]) <= 10


def test_first_screen_has_both_commands() -> None:
    commands = re.findall(r"^python run\.py (\w+)", block(""), re.MULTILINE)
    assert commands == ["lessons", "test"]
    assert set(re.findall(r"run\.py (\w+)", README)) <= set(run.COMMANDS)


def test_files_it_names_exist() -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", README) if "://" not in link]
    paths = re.findall(r"`((?:lessons|labs|tests|binder|tfsandbox|autograder)/[\w./-]*)`", README)
    missing = [name for name in [*links, *paths] if not (run.ROOT / name).exists()]
    assert not missing


def test_python_names_it_mentions_exist() -> None:
    import tfsandbox
    from tfsandbox import direction

    for name in re.findall(r"`direction\.(\w+)\(\)`", README):
        assert callable(getattr(direction, name))
    assert hasattr(tfsandbox.Buffer, "lookup_transforms")
