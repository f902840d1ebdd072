"""`import tfsandbox` is light, works without any other package, and says so where it cannot."""

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("numpy", "matplotlib", "ipywidgets", "anywidget", "scipy", "rclpy", "IPython")

BLOCK_NUMPY = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "numpy":
            raise ModuleNotFoundError("No module named 'numpy'", name="numpy")
sys.meta_path.insert(0, Block())
"""

USE_THE_CORE = """
import tfsandbox
from tfsandbox.errors import MissingPackageError
from tfsandbox.geometry import Transform
from tfsandbox.messages import TransformStamped

message = TransformStamped()
message.header.frame_id, message.child_frame_id = "odom", "base_link"
message.transform.translation.x, message.transform.rotation.w = 1.0, 1.0
buffer = tfsandbox.Buffer()
buffer.set_transform_static(message)
print(buffer.lookup_transform("base_link", "odom").transform.translation.x)
"""

NEEDS_NUMPY = {
    "Transform.as_matrix": "Transform().as_matrix()",
    "lookup_transforms": "buffer.lookup_transforms('base_link', 'odom', [0.0])",
}


def run_python(code: str, repository: Path, python: str = sys.executable) -> str:
    """Output of `code` in a fresh interpreter that sees nothing but the checkout and its own packages."""
    start = f"import sys; sys.path.insert(0, {str(repository)!r})\n"
    command = [python, "-I", "-W", "error", "-c", start + code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_import_stays_light(repository: Path) -> None:
    code = f"import tfsandbox\nprint(sorted(set(sys.modules) & set({HEAVY!r})))"
    assert run_python(code, repository).strip() == "[]"


def test_nothing_happens_at_import(repository: Path) -> None:
    code = "import threading, tfsandbox\nprint(threading.active_count(), 'logging' in sys.modules and None)"
    assert run_python(code, repository).split()[0] == "1"


def test_core_works_without_numpy(repository: Path) -> None:
    assert run_python(BLOCK_NUMPY + USE_THE_CORE, repository).strip() == "-1.0"


@pytest.mark.parametrize("name", NEEDS_NUMPY)
def test_missing_numpy_is_said_plainly(name: str, repository: Path) -> None:
    code = f"{BLOCK_NUMPY}{USE_THE_CORE}\ntry:\n    {NEEDS_NUMPY[name]}\nexcept MissingPackageError as e:\n    print(e)"
    text = run_python(code, repository)
    assert f"{name} needs numpy, which is not installed" in text
    assert 'pip install "tfsandbox[numpy]"' in text


@pytest.mark.slow
def test_core_works_in_a_bare_environment(tmp_path: Path, repository: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path)], check=True)
    folder, name = ("Scripts", "python.exe") if sys.platform == "win32" else ("bin", "python")
    python = str(tmp_path / folder / name)
    assert run_python("import importlib.util as i; print(i.find_spec('numpy'))", repository, python).strip() == "None"
    assert run_python(USE_THE_CORE, repository, python).strip() == "-1.0"
