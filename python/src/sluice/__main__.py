"""`python -m sluice`: records as JSON lines, the audit, the speed of decoding."""

from __future__ import annotations

import argparse
import os
import sys
import time
import warnings
from itertools import islice
from typing import Any, Iterator

from . import DamageWarning, MalformedChunk, MissingLibrary, RecordType
from . import open as open_recording
from .chunk import is_named
from .jsonlines import lines, safe
from .recording import Recording


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m sluice", description="Reads recordings of Sluice.")
    commands = parser.add_subparsers(dest="command", required=True)
    cat = commands.add_parser("cat", help="print records as JSON lines")
    cat.add_argument("--type", help="only records of this type, with its version or without")
    cat.add_argument("--limit", type=int, help="at most so many records")
    cat.add_argument("--bare", action="store_true", help="the form of the format's page, without producers")
    cat.add_argument(
        "--long-as-string", action="store_true", help="longs as strings, for readers whose numbers are doubles"
    )
    audit = commands.add_parser("audit", help="tell whether all is there; exit code 1 if not")
    bench = commands.add_parser("bench", help="measure how fast columns are decoded, on one thread")
    bench.add_argument("--type", default="sluice.operation_execution", help="of this type (default: %(default)s)")
    bench.add_argument("--fields", type=lambda names: names.split(","), help="these fields, with commas (default: all)")
    bench.add_argument("--rounds", type=int, default=10, help="the best of so many counts (default: %(default)s)")
    for command in cat, audit, bench:
        command.add_argument("source", nargs="+", help="a file, a directory or a glob")
    return parser


def _cat(recording: Recording, options: argparse.Namespace) -> int:
    damages, chunks = 0, 0

    def tell(message: object, *_: Any, **__: Any) -> None:
        nonlocal damages
        damages += 1
        print(safe(f"sluice: {message}"), file=sys.stderr)

    def wanted(one: RecordType) -> bool:
        return not options.type or is_named(one, options.type)

    def records() -> Iterator[bytes]:
        nonlocal chunks
        for chunk in recording.chunks():
            chunks += 1
            try:
                yield from lines(chunk, options.bare, options.long_as_string, wanted)
            except MalformedChunk as e:
                tell(e)  # too much text: the next chunk may have less

    with warnings.catch_warnings():
        warnings.simplefilter("always", DamageWarning)
        warnings.showwarning = tell
        sys.stdout.buffer.writelines(islice(records(), options.limit))
        sys.stdout.buffer.flush()
    if chunks == 0:
        print(safe(f"sluice: {' '.join(options.source)}: no chunk"), file=sys.stderr)
    return 2 if chunks == 0 else 1 if damages else 0


def _bench(recording: Recording, options: argparse.Namespace) -> int:
    best, rows, chunks = float("inf"), 0, 0
    for _ in range(options.rounds):
        start, rows, chunks = time.perf_counter(), 0, 0
        for table in recording.tables(options.type, options.fields):
            rows += len(next(iter(table.values())))
            chunks += 1
        best = min(best, time.perf_counter() - start)
    per_chunk = rows / max(1, chunks)
    print(f"{rows:,} records in {chunks} chunks of {per_chunk:,.0f}: {best:.3f} s, {rows / best / 1e6:.2f} M records/s")
    return 0


def main() -> int:
    options = _arguments().parse_args()
    try:
        recording = open_recording(options.source)
        if options.command == "cat":
            return _cat(recording, options)
        if options.command == "bench":
            return _bench(recording, options)
        audit = recording.audit()
        print(audit.to_json())
        return 0 if audit.complete else 1
    except MalformedChunk as e:
        print(safe(f"sluice: {e}"), file=sys.stderr)
        return 1
    except BrokenPipeError:
        os._exit(0)  # whoever read the lines has had enough
    except (OSError, MissingLibrary, LookupError, ValueError) as e:
        print(safe(f"sluice: {e.args[0] if isinstance(e, LookupError) else e}"), file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
