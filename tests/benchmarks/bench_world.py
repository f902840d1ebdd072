"""How much simulated time a second of real time holds, and how fast a recording is played. Prints; fails nothing."""

from __future__ import annotations

from _table import best_us, show

from tfsandbox import Buffer, Recording, World, robots

SECONDS = 10.0


def main() -> None:
    """Measure and print."""
    world = World(robots.diff_drive())
    recording = world.run(SECONDS)
    text = recording.to_json()
    run_s = best_us(lambda: world.run(SECONDS), number=1, repeat=5) / 1e6
    play_s = best_us(lambda: Buffer.play(recording), number=1, repeat=5) / 1e6
    read_s = best_us(lambda: Recording.from_json(text), number=1, repeat=5) / 1e6
    deliveries = len(recording.deliveries)
    show(
        f"The world ({SECONDS:g} simulated seconds, {deliveries} deliveries)",
        [
            ("what", "measured", "that is"),
            ("World.run", f"{run_s * 1e3:.0f} ms", f"{SECONDS / run_s:.0f} simulated seconds a second"),
            ("Buffer.play", f"{play_s * 1e3:.1f} ms", f"{play_s / deliveries * 1e6:.1f} us a delivery"),
            ("Recording.from_json", f"{read_s * 1e3:.0f} ms", f"{len(text) / read_s / 1e6:.1f} MB a second"),
        ],
    )


if __name__ == "__main__":
    main()
