"""Write the drawings of the lessons beside this file: ``python lessons/drawings/draw.py``."""

from pathlib import Path

from tfsandbox.direction.drawings import DRAWINGS

HERE = Path(__file__).parent


def main() -> None:
    """Write every drawing, in the same bytes each time."""
    for name, draw in DRAWINGS.items():
        (HERE / f"{name}.svg").write_text(draw().standalone(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
