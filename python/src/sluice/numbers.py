"""Numbers, texts and CRC32C of the format."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from .errors import MalformedChunk

Bytes = Union[bytes, bytearray, memoryview]
Ints = npt.NDArray[np.int64]
Array = npt.NDArray[Any]

MAX_I64 = (1 << 63) - 1
_SEVEN = np.uint64(127)


def wrap(value: int) -> int:
    """Two's complement modulo 2^64."""
    return ((value + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)


def zigzag(value: int) -> int:
    return value >> 1 ^ -(value & 1)


class Reader:
    """Reads from data[at:end]; every read is checked. `origin` is where the chunk begins in the data."""

    __slots__ = ("data", "at", "end", "origin")

    def __init__(self, data: bytes, at: int, end: int, origin: int = 0) -> None:
        self.data, self.at, self.end, self.origin = data, at, end, origin

    def need(self, condition: object, key: str, detail: str) -> None:
        if not condition:
            raise MalformedChunk(key, detail, self.at - self.origin)

    def left(self) -> int:
        return self.end - self.at

    def skip(self, count: int) -> int:
        """Steps over bytes; the result is where they begin."""
        at = self.at
        if count > self.end - at:
            raise MalformedChunk("cut-off", f"{count} bytes are needed, {self.left()} are there", at - self.origin)
        self.at = at + count
        return at

    def take(self, count: int) -> bytes:
        at = self.skip(count)
        return self.data[at : self.at]

    def section(self, length: int) -> Reader:
        at = self.skip(length)
        return Reader(self.data, at, self.at, self.origin)

    def byte(self) -> int:
        return self.data[self.skip(1)]

    def fixed(self, size: int) -> int:
        return int.from_bytes(self.take(size), "little")

    def varint(self, strict: bool = True) -> int:
        at = self.at
        if at < self.end and (value := self.data[at]) < 0x80:  # most have one byte
            self.at = at + 1
            return value
        value = shift = 0
        while (byte := self.byte()) >= 0x80:
            value |= (byte & 0x7F) << shift
            shift += 7
            self.need(shift < 70, "varint", "has more than 10 bytes")
        value |= byte << shift
        if strict:
            self.need(value >> 64 == 0 and (byte > 0 or shift == 0), "varint", "is longer than its value needs")
        return value & (1 << 64) - 1

    def signed(self) -> int:
        return zigzag(self.varint())

    def within(self, key: str, least: int, most: int, value: int) -> int:
        if not least <= value <= most:  # the text is made for who needs it
            self.need(False, key, f"{value} is not {least} to {most}")
        return value

    def bounded(self, key: str, least: int, most: int) -> int:
        return self.within(key, least, most, self.varint())


def varints(data: npt.NDArray[np.uint8], starts: Ints, ends: Ints) -> npt.NDArray[np.uint64]:
    """The varints between bytes, of at most 10 bytes each; bits beyond the 64th are dropped."""
    more = ends - starts
    value: npt.NDArray[np.uint64] = data.take(starts).astype(np.uint64) & _SEVEN
    for i in range(1, int(more.max(initial=0)) + 1):
        longer = (more >= i).nonzero()[0]
        value[longer] |= (data.take(starts.take(longer) + i).astype(np.uint64) & _SEVEN) << np.uint64(7 * i)
    return value


def zigzags(value: npt.NDArray[np.uint64]) -> Ints:
    signed: Ints = (value >> np.uint64(1) ^ -(value & np.uint64(1))).view(np.int64)
    return signed


SURROGATE_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


def text(r: Reader, data: bytes, key: str = "wtf8", errors: str = "surrogatepass") -> str:
    """WTF-8: UTF-8 in which a lone surrogate is kept, and a pair has four bytes."""
    try:
        decoded = data.decode("utf-8", errors)
    except UnicodeDecodeError:
        raise MalformedChunk(key, "a text is not well-formed", r.at - r.origin) from None
    r.need(decoded.isascii() or not SURROGATE_PAIR.search(decoded), key, "a text is not well-formed")
    return decoded


# CRC32C is linear: a word is moved over the words behind it and added to one there. So each step halves what is left,
# with tables that move words over 2^k words of zeros.
_SMALL = 64


def _byte_table() -> npt.NDArray[np.uint32]:
    table = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        table = np.where(table & 1, table >> 1 ^ np.uint32(0x82F63B78), table >> 1).astype(np.uint32)
    return table


_TABLE = _byte_table()
_TABLE_LIST: list[int] = _TABLE.tolist()


def _moved(table: npt.NDArray[np.uint32], words: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
    parts = words.view(np.uint8).reshape(-1, 4)
    moved: npt.NDArray[np.uint32] = table[0].take(parts[:, 0])
    for i in 1, 2, 3:
        moved ^= table[i].take(parts[:, i])
    return moved


@lru_cache(maxsize=None)
def _move(k: int) -> npt.NDArray[np.uint32]:
    if k > 0:
        half = _move(k - 1)
        return _moved(half, half.reshape(-1)).reshape(4, 256)
    rows = []
    for i in range(4):
        row = np.arange(256, dtype=np.uint32) << np.uint32(8 * i)
        for _ in range(4):
            row = row >> np.uint32(8) ^ _TABLE[row & 255]
        rows.append(row)
    return np.array(rows, np.uint32)


def crc32c(data: Bytes) -> int:
    """The CRC of the Castagnoli polynomial."""
    size = len(data)
    if size < _SMALL:
        crc = 0xFFFFFFFF
        for byte in data:
            crc = crc >> 8 ^ _TABLE_LIST[(crc ^ byte) & 0xFF]
        return crc ^ 0xFFFFFFFF
    pad = -size % 4  # zeros in front change nothing
    padded = np.zeros(size + pad, np.uint8)
    padded[pad:] = np.frombuffer(data, np.uint8)
    padded[pad : pad + 4] ^= 0xFF
    words = padded.view("<u4").astype(np.uint32, copy=False)
    while (count := len(words)) > 1:
        k = (count - 1).bit_length() - 1
        front = count - (1 << k)
        words[1 << k :] ^= _moved(_move(k), words[:front])
        words = words[front:]
    return int(_moved(_move(0), words)[0]) ^ 0xFFFFFFFF
