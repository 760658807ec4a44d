"""The examples of the documentation run."""

import doctest
import json
import os
from pathlib import Path

PROJECT = Path(__file__).parents[3]


def test_the_manuals_examples_print_what_they_say() -> None:
    failed, tried = doctest.testfile(str(PROJECT / "docs/python.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried > 20 and failed == 0


def test_the_notebook_runs_and_has_its_pictures(tmp_path: Path) -> None:
    notebook = json.loads((PROJECT / "docs/notebooks/tour.ipynb").read_text())
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    shown = [output["data"] for cell in cells for output in cell["outputs"] if "data" in output]
    assert any("image/svg+xml" in data for data in shown) and any("text/html" in data for data in shown)
    assert not any(output["output_type"] == "error" for cell in cells for output in cell["outputs"])
    names: dict[str, object] = {}
    before = os.getcwd()
    os.chdir(tmp_path)
    try:
        for cell in cells:
            exec("".join(cell["source"]), names)
    finally:
        os.chdir(before)
