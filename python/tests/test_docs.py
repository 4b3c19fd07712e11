"""The examples of docs/python.md run, and print what the page says."""

import re
import subprocess
import sys

import pytest
from support import ROOT

PAGE = (ROOT / "docs" / "python.md").read_text("utf-8")


def block(kind, name):
    found = re.search(rf"<!-- {kind}: {name} -->\n```\w+\n(.*?)```", PAGE, re.DOTALL)
    assert found, name
    return found[1]


def printed(name):
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", block("run", name)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return result.stdout


def test_the_example_prints_what_the_page_says():
    assert printed("example") == block("printed", "example")


def test_the_example_with_frames_runs():
    pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    operation, rest = printed("frames").splitlines()
    assert operation.startswith("public void app.Service.") and rest == "20000 timestamp[ns, tz=UTC]"
