"""Long work: Ctrl-C, other threads, memory."""

import os
import signal
import subprocess
import sys
import threading
import time

import ktour
import pytest


@pytest.mark.parametrize(
    "work",
    [
        lambda: ktour.solve(8, method="backtrack", start="h1", closed=True),
        lambda: ktour.count(8, closed=True, threads=1),
        lambda: list(ktour.tours(8, start="a1", end="h7", closed=False)),
    ],
    ids=["solve", "count", "tours"],
)
def test_an_interrupt_stops_work_within_a_tenth_of_a_second(work: object) -> None:
    sent: list[float] = []
    # A program that a shell starts in the background ignores interrupts, unless it sets a handler.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupt() -> None:
        sent.append(time.process_time())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.5, interrupt)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()  # type: ignore[operator]
    finally:
        signal.signal(signal.SIGINT, before)
    # Processor time is measured, so that other programs on the machine hardly matter.
    delay = time.process_time() - sent[0]
    timer.join()
    # The caches of a shared machine are less certain, so the limit is usually ten times as long.
    assert delay < 0.1 * float(os.environ.get("KTOUR_SLOW", "10")), f"{delay:.3f} s"


def test_other_threads_run_while_the_engine_works() -> None:
    ticks = 0
    is_over = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not is_over.wait(0.005):
            ticks += 1

    ticker = threading.Thread(target=tick)
    ticker.start()
    ktour.solve(8, method="backtrack", start="h1", closed=True, max_time=0.5)
    is_over.set()
    ticker.join()
    assert ticks > 10


def test_a_dropped_iterator_ends_its_work() -> None:
    before = threading.active_count(), len(os.listdir("/proc/self/task")) if os.path.isdir("/proc/self/task") else 0
    for _ in range(20):
        next(ktour.tours("6x6", closed=True))
    if not before[1]:
        pytest.skip("this system does not list threads")
    for _ in range(3000):
        if len(os.listdir("/proc/self/task")) <= before[1] + 1:
            return
        time.sleep(0.02)
    raise AssertionError("threads still run")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="this system does not report memory")
def test_memory_stays_level_over_many_calls() -> None:
    script = """
import ktour
def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4096
def work(times):
    for _ in range(times):
        tour = ktour.solve(5, start="a1"); tour[3]; tour.to_numpy(); ktour.Board(5, 5, ["a1"])
        try: ktour.solve(5, start="z9")
        except ValueError: pass
work(2000); before = resident(); work(CALLS); print(resident() - before)
""".replace("CALLS", os.environ.get("KTOUR_CALLS", "4000"))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 4 << 20
