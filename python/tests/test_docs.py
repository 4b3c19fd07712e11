"""The examples of docs/python.md run, and print what the page says."""

import re
import shutil
import subprocess
import sys

import pytest
from support import ROOT

PAGE = (ROOT / "docs" / "python.md").read_text("utf-8")
README = (ROOT / "python" / "README.md").read_text("utf-8")


def block(kind, name, page=PAGE):
    found = re.search(rf"<!-- {kind}: {name} -->\n```\w+\n(.*?)```", page, re.DOTALL)
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


def test_the_example_of_the_readme_runs(tmp_path):
    pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    (tmp_path / "records").mkdir()
    file = tmp_path / "records" / "operations.slu"
    shutil.copyfile(ROOT / "container-format-spec/corpus/v1/binary-operations-20000.chunk", file)
    value = (ROOT / "container-format-spec/vectors/accounting-drops-none.chunk").read_bytes()
    code = f"class message:\n    def value():\n        return {value!r}\n" + block("run", "readme", README)
    subprocess.run([sys.executable, "-W", "error", "-c", code], cwd=tmp_path, check=True)
