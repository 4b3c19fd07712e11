#!/usr/bin/env python3
"""Processor time of three answers about a recording, each beside what one would ask instead, in one run.

Records method calls once for each size, exports them to Parquet, and asks in turns. Processor time is user and system
time of a process with all its threads, start and end included: the least of all rounds. Different answers end it.

    answers.py --data DIR [--records 1M,5M,50M] [--rounds 7] [--ask sql,top,columns]

Needs a JDK, and duckdb, polars and pyarrow in the Python that runs it; recordings and exports in DIR are kept.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SLUICE = str(ROOT / "sluice")
TYPE = "sluice.operation_execution.1"
UNITS = {"k": 1_000, "M": 1_000_000}


def run(command):
    """Runs it; what it printed, its processor time in seconds, and its peak of memory in MiB."""
    with tempfile.TemporaryFile() as out:
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "python/src")}
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.PIPE, env=environment)
        errors = child.stderr.read().decode(errors="replace")
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = status
        if status:
            sys.exit(f"{' '.join(map(str, command))}\n{errors}")
        out.seek(0)
        return out.read().decode(), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def python(program):
    return [sys.executable, "-c", program]


def recorded(data, records):
    """The recording of about so many calls and its export, made if they are not there."""
    recording, exported = data / str(records) / "recording", data / str(records) / "exported"
    if not exported.exists():
        data.mkdir(parents=True, exist_ok=True)
        subprocess.run(["javac", "-d", data, HERE / "Requests.java"], check=True)
        sink = ["--sink", f"file:{recording}?policy=block", "--include", "Requests$Shop|Requests$Rows"]
        program = ["java", "-cp", data, "Requests", str(records)]
        subprocess.run([SLUICE, "run", *sink, "--", *program], check=True, stdout=sys.stderr)
        subprocess.run([SLUICE, "export", recording, "--to", f"parquet:{exported}"], check=True, stdout=sys.stderr)
    return str(recording), str(exported / f"{TYPE}.parquet")


def by_sql(recording, parquet):
    query = ("select operationSignature as operation, count(*) as calls, sum({0}) as total, quantile_cont({0}, 0.99) as p99"
             " from {1} group by operation order by operation")
    ours = [SLUICE, "sql", recording, query.format("epoch_ns(tout) - epoch_ns(tin)", "operation_execution"), "--format", "jsonl"]
    theirs = python(f"import duckdb, json\nq = duckdb.sql({query.format('tout_ns - tin_ns', repr(parquet))!r})\n"
                    "for row in q.fetchall(): print(json.dumps(dict(zip(q.columns, map(str, row)))))")
    same = [lambda text: [[one["operation"], *map(float, (one["calls"], one["total"], one["p99"]))]
                          for one in map(json.loads, text.splitlines())]] * 2
    return "`sql`, calls, total and p99 by operation", "DuckDB over Parquet", ours, theirs, same


def by_top(recording, parquet):
    ours = [SLUICE, "top", recording, "--json"]
    theirs = python(
        "import polars as pl\n"
        "d = pl.col('tout_ns') - pl.col('tin_ns')\n"
        f"t = pl.scan_parquet({parquet!r}).group_by('operationSignature').agg(calls=pl.len(), total=d.sum(), min=d.min(),"
        " max=d.max(), failed=pl.col('exception').sum(), p50=d.quantile(.5), p90=d.quantile(.9), p99=d.quantile(.99))\n"
        "print(t.collect().write_json())")
    rows = lambda key: lambda text: sorted(
        [one[key], one["calls"], one["total"], one["min"], one["max"]]
        for one in (json.loads(text)["operations"] if key == "operation" else json.loads(text)))
    return ("`top`", "polars over Parquet, without self times and traces", ours, theirs,
            [rows("operation"), rows("operationSignature")])


def by_columns(recording, parquet):
    ours = python(f"import sluice\nt = sluice.open({recording!r}).columns({TYPE!r})\nprint(len(t['tin']), len(t))")
    theirs = python(f"import pyarrow.parquet as q\nt = q.read_table({parquet!r})\nprint(t.num_rows, t.num_columns)")
    return "all columns in Python", "`pyarrow.parquet.read_table`", ours, theirs, [lambda text: text.split()[0]] * 2


ASKED = {"sql": by_sql, "top": by_top, "columns": by_columns}


def ask(size, question, rounds):
    """Prints a row of the table."""
    name, peer, ours, theirs, (of_ours, of_theirs) = question
    mine, others = of_ours(run(ours)[0]), of_theirs(run(theirs)[0])  # a warm-up of files, too
    if mine != others:
        sys.exit(f"{name}: the answers differ:\n{str(mine)[:1000]}\n{str(others)[:1000]}")
    used = ([], [])
    for _ in range(rounds):
        for times, command in zip(used, (ours, theirs)):
            times.append(run(command)[1:])
    (time, memory), (their_time, their_memory) = ([min(one) for one in zip(*times)] for times in used)
    print(f"| {size} | {name} | {time:.2f} s, {memory:.0f} MiB | {their_time:.2f} s, {their_memory:.0f} MiB | {peer} | "
          f"{time / their_time:.2f} |", flush=True)


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--data", type=Path, required=True)
    asked.add_argument("--records", default="1M,5M,50M")
    asked.add_argument("--rounds", type=int, default=7)
    asked.add_argument("--ask", default=",".join(ASKED))
    asked = asked.parse_args()
    for module in ("duckdb", "polars", "pyarrow"):
        if subprocess.run(python(f"import {module}"), capture_output=True).returncode:
            sys.exit(f"there is no {module}: {sys.executable} -m pip install duckdb polars pyarrow")
    print("| records | question | Sluice | instead | with | ratio |\n|---|---|---|---|---|---|", flush=True)
    for size in asked.records.split(","):
        paths = recorded(asked.data.resolve(), int(size[:-1]) * UNITS[size[-1]])
        for name in asked.ask.split(","):
            ask(size, ASKED[name](*paths), asked.rounds)


if __name__ == "__main__":
    main()
