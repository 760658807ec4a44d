"""Writes the reasons of skipped tests into a file, which the test command shows at its end."""

import os

import pytest


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    file = os.environ.get("KTOUR_SKIPPED")
    if report.skipped and file:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        with open(file, "a") as skipped:
            skipped.write(f"{report.nodeid.rpartition('::')[2]}: {reason.removeprefix('Skipped: ')}\n")
