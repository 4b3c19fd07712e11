#!/usr/bin/env python3
"""Writes the test vectors, their index, and what in the specification depends on them; with --check compares them with what is there instead."""
import hashlib
import pathlib
import re
import sys

import annotated
import evil
import signed
from vectors import VECTORS

ROOT = pathlib.Path(__file__).resolve().parents[1]
STRINGS = "<!-- static strings, written by tools/make_vectors.py -->", "<!-- end of the static strings -->"
BEGIN, END = "<!-- annotated chunk, written by tools/make_vectors.py -->", "<!-- end of the annotated chunk -->"
LARGE = 200_000  # bytes of expected lines, beyond which only their SHA-256 is kept


def hexed(data):
    return "\n".join("    " + data[i:i + 16].hex(" ") for i in range(0, len(data), 16))


def files():
    out = {}
    index = ["# Test vectors", "", "Written by `../tools/make_vectors.py`, which shares no code with any decoder; do not edit.",
             "`NAME.chunk` holds the bytes, `NAME.jsonl` the lines it must decode to, or `NAME.sha256` the SHA-256 of them",
             "where they are long, `NAME.unread` what a decoder of this version says of records that it cannot read. Evil ones in [`evil/`](evil/README.md), signed ones in [`signed/`](signed/README.md).", "", "| about | vectors |", "|---|---|"]
    groups = {}
    for v in VECTORS:
        groups.setdefault(v.name.split("-")[0], []).append(f"[{v.name}](#{v.name})")
    index += [f"| {group} | {', '.join(links)} |" for group, links in groups.items()] + [""]
    for v in VECTORS:
        text = "".join(line + "\n" for line in v.lines).encode("utf-8")
        out[f"vectors/{v.name}.chunk"] = v.data
        large = len(text) > LARGE
        digest = hashlib.sha256(text).hexdigest().encode() + b"\n"
        out[f"vectors/{v.name}.{'sha256' if large else 'jsonl'}"] = digest if large else text
        index += [f"## {v.name}", "", v.shows, ""]
        index += [hexed(v.data) if len(v.data) <= 256 else f"{len(v.data)} bytes.", ""]
        if v.unread:
            out[f"vectors/{v.name}.unread"] = "".join(line + "\n" for line in v.unread).encode("utf-8")
            index += [f"{line}." for line in v.unread] + [""]
        if not v.lines:
            index += ["No records.", ""]
        elif len(text) <= 1500 and len(v.lines) <= 24:
            index += ["```json", *v.lines, "```", ""]
        else:
            index += [f"{len(v.lines)} records.", ""]
    out["vectors/README.md"] = "\n".join(index).rstrip("\n").encode("utf-8") + b"\n"
    spec = (ROOT / "container-v1.md").read_text("utf-8")
    digest = hashlib.sha256((ROOT / "static-strings-1.txt").read_bytes()).hexdigest()
    before, _, rest = re.sub("SHA-256 is `[0-9a-f]{64}`", f"SHA-256 is `{digest}`", spec).partition(BEGIN)
    before, _, after = before.partition(STRINGS[0])
    text = (ROOT / "static-strings-1.txt").read_text("utf-8")
    before += STRINGS[0] + "\n\n```text\n" + text + "```\n\n" + STRINGS[1] + after.partition(STRINGS[1])[2]
    out["container-v1.md"] = (before + BEGIN + "\n" + "\n".join(annotated.table()) + "\n" + END + rest.partition(END)[2]).encode()
    return out | evil.files(hexed) | signed.files(hexed)


def main():
    wanted = files()
    there = {str(p.relative_to(ROOT)) for p in (ROOT / "vectors").rglob("*") if p.is_file()}
    there.add("container-v1.md")
    if "--check" in sys.argv:
        wrong = [n for n in sorted(wanted) if n not in there or (ROOT / n).read_bytes() != wanted[n]]
        wrong += sorted(there - wanted.keys())
        print("\n".join(f"{name} is not what tools/make_vectors.py makes" for name in wrong), end="")
        return 1 if wrong else 0
    for name in there - wanted.keys():
        (ROOT / name).unlink()
    for name, data in wanted.items():
        (ROOT / name).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / name).write_bytes(data)
    print(f"{len(wanted)} files, {sum(map(len, wanted.values()))} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
