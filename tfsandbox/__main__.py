"""``python -m tfsandbox`` is the ``tfsandbox`` command."""

from tfsandbox.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
