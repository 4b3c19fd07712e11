"""LZ4 blocks by the rules of the format, and zstd by a library."""

from __future__ import annotations

import importlib
from typing import Any

from .errors import MissingLibrary
from .numbers import Reader

MAX_WINDOW = 64 << 20


def lz4_block(r: Reader, stored: int, length: int, history: bytes = b"") -> bytes:
    """The `length` bytes that the next `stored` ones hold. Matches may reach back into the history."""
    r.need(length <= 255 * stored, "lz4-expansion", f"{stored} bytes cannot hold {length}")
    data, end = r.data, r.skip(stored) + stored
    at, out, size = end - stored, bytearray(history), len(history) + length
    while True:
        r.need(at < end, "cut-off", "an LZ4 block ends too early")
        token = data[at]
        at += 1
        count = token >> 4
        if count == 15:
            count, at = _extended(r, count, at, end)
        r.need(count <= end - at, "cut-off", "an LZ4 block ends within its literals")
        r.need(len(out) + count <= size, "lz4", f"the block holds more than {length} bytes")
        out += data[at : at + count]
        at += count
        if at == end:
            r.need(len(out) == size, "lz4", f"the block does not hold {length} bytes")
            return bytes(out[len(history) :])
        r.need(at + 2 <= end, "cut-off", "an LZ4 block ends within an offset")
        offset = data[at] | data[at + 1] << 8
        at += 2
        match = token & 15
        if match == 15:
            match, at = _extended(r, match, at, end)
        match += 4
        r.need(0 < offset <= len(out) and len(out) + match <= size, "lz4", "a match begins or ends outside")
        start = len(out) - offset
        piece = out[start : start + match]
        if offset < match:  # it overlaps what it makes
            piece = (piece * (match // offset + 1))[:match]
        out += piece


def _extended(r: Reader, count: int, at: int, end: int) -> tuple[int, int]:
    more = 255
    while more == 255:
        r.need(at < end, "cut-off", "an LZ4 block ends within a length")
        more = r.data[at]
        at += 1
        count += more
    return count, at


def _library(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def zstd_frame(r: Reader, length: int) -> bytes:
    """The `length` bytes of the one frame that the rest of the section is."""
    stored = r.left()
    r.need(length <= 255 * stored, "lz4-expansion", f"{stored} bytes cannot hold {length}")
    library = _library("zstandard")
    if library is None:
        raise MissingLibrary("a chunk is compressed with zstd, which needs: pip install 'sluice-chunks[zstd]'")
    data = r.take(stored)
    r.need(data[:4] == b"\x28\xb5\x2f\xfd", "zstd", "the body is no zstd frame")
    try:
        about = library.get_frame_parameters(data)
        r.need(about.window_size <= MAX_WINDOW and about.dict_id == 0, "zstd", "of too large a window, or a dictionary")
        claimed = about.content_size if about.content_size < 1 << 63 else length
        r.need(claimed == length, "zstd", f"frame holds {claimed} bytes, not {length}")
        out: bytes = library.ZstdDecompressor(max_window_size=MAX_WINDOW).decompress(
            data, max_output_size=length, allow_extra_data=False
        )
    except library.ZstdError as e:
        r.need(False, "zstd", str(e))
    r.need(len(out) == length, "zstd", f"frame holds {len(out)} bytes, not {length}")
    return out
