"""What is skipped is said: the test command lists it in its last words."""

import os

import pytest


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    file = os.environ.get("KTOUR_SKIPPED")
    if report.skipped and file:
        why = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        with open(file, "a") as skipped:
            skipped.write(f"{report.nodeid.rpartition('::')[2]}: {why.removeprefix('Skipped: ')}\n")
