"""`python -m sluice`, as people call it."""

import json
import subprocess
import sys

import pytest
from support import SPEC, encoder, reference


def run(*arguments):
    command = [sys.executable, "-m", "sluice", *map(str, arguments)]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return result.returncode, result.stdout, result.stderr.decode()


def test_cat_prints_what_the_reference_decoder_prints(tmp_path):
    reference()
    files = [*(SPEC / "vectors").glob("*.chunk"), *(SPEC / "corpus" / "v1").glob("*mixed-300.chunk")]
    short = [file for file in sorted(files) if file.with_suffix(".jsonl").exists() and "zstd" not in file.name]
    data = b"".join(file.read_bytes() for file in short)
    (tmp_path / "all.slu").write_bytes(data + b"junk")
    for options in [], ["--bare", "--long-as-string"]:
        command = [sys.executable, SPEC / "reference" / "decode.py", *options, tmp_path / "all.slu"]
        theirs = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        code, out, _ = run("cat", *options, tmp_path / "all.slu")
        assert out == theirs.stdout and code == theirs.returncode == 1


def test_cat_has_a_type_and_a_limit():
    file = SPEC / "vectors" / "interleaved.chunk"
    code, out, _ = run("cat", "--bare", file)
    first = json.loads(out.splitlines()[0])["type"]
    assert code == 0 and run("cat", "--bare", "--limit", "2", file)[1].splitlines() == out.splitlines()[:2]
    chosen = run("cat", "--bare", "--type", first, file)[1].splitlines()
    assert chosen == [line for line in out.splitlines() if json.loads(line)["type"] == first] != out.splitlines()


def test_audit_says_with_its_exit_code_whether_all_is_there(tmp_path):
    encode = encoder()
    (tmp_path / "whole.slu").write_bytes(encode.chunk(b"", 0, account=encode.accounting(end=True)))
    code, out, _ = run("audit", tmp_path / "whole.slu")
    assert code == 0 and json.loads(out)["complete"] is True
    assert run("audit", SPEC / "vectors" / "one-record.chunk")[0] == 1


@pytest.mark.parametrize(
    "arguments", [("cat", "no.slu"), ("bench", SPEC / "vectors" / "one-record.chunk"), ("cat", __file__)]
)
def test_what_cannot_be_done_is_told_in_one_line(arguments):
    code, out, err = run(*arguments)
    assert code == 2 and out == b"" and err.splitlines()[-1].startswith("sluice: ") and "Traceback" not in err


def test_bench_tells_records_a_second():
    code, out, _ = run("bench", "--rounds", "1", SPEC / "corpus" / "v1" / "binary-operations-20000.chunk")
    assert code == 0 and b"M records/s" in out
