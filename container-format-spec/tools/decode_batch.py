#!/usr/bin/env python3
"""The reference decoder on many inputs in one process, in the JSON form of the specification: stdin has a length (4 bytes, big-endian) and bytes for each,
stdout the exit code (1 byte), then the records' lines and the damages', each with its length in front."""
import importlib.util
import io
import pathlib
import struct
import sys
# With an argument: a file of keys, one of which must have signed a chunk.

path = pathlib.Path(__file__).resolve().parents[1] / "reference" / "decode.py"
spec = importlib.util.spec_from_file_location("decode", path)
decode = importlib.util.module_from_spec(spec)
spec.loader.exec_module(decode)
decode.BARE = True
decode.KEYS = decode.keys_in(sys.argv[1]) if sys.argv[1:] else []

while head := sys.stdin.buffer.read(4):
    data = sys.stdin.buffer.read(struct.unpack(">I", head)[0])
    decode.contents = lambda name: data
    lines, damages = io.BytesIO(), io.StringIO()
    code = decode.main(["input"], lines, damages)
    sys.stdout.buffer.write(bytes([code]))
    for part in (lines.getvalue(), damages.getvalue().encode("utf-8", "backslashreplace")):
        sys.stdout.buffer.write(struct.pack(">I", len(part)) + part)
    sys.stdout.buffer.flush()
