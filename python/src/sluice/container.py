"""The container: headers of chunks, and where chunks are in bytes."""

from __future__ import annotations

import mmap
from dataclasses import dataclass, field
from typing import Iterator, Optional, Union

from .errors import MalformedChunk, refuse
from .numbers import MAX_I64, Reader, crc32c, text, wrap

MAGIC = b"\x53\xf9\xf9\x4c"
PEEK, MIN_CHUNK, MAX_CHUNK, MAX_RAW, MAX_RECORDS = 9, 36, 16 << 20, 64 << 20, 65_536
MAX_HEADER, MAX_NAME, MAX_ATTRIBUTES = 2032, 64, 32
ATTRIBUTES = {2: "service", 4: "instance", 6: "version", 8: "env", 10: "pid", 12: "host"}
NEEDED_FEATURE, FREE_ATTRIBUTE, RANGE, SIGNATURE = 1, 14, 16, 18
CAUSES = "ring_full block_deadline evicted oversize encode_error write_rejected spill_full closed".split()
REASONS = "unknown records bytes age flush close drops".split()


@dataclass
class Header:
    """What a chunk says of itself and its producer, before its body is looked at."""

    serializer: int
    record_count: int
    compression: int
    raw_length: int
    producer: str  # 16 hexadecimal digits
    producer_name: Optional[str]
    clock_offset: int
    sequence: int
    first_sequence: int  # less than sequence if the chunk stands for several
    emitted: int
    dropped: dict[int, int]  # by cause
    first_time: Optional[int]  # smallest and largest record time, as stored
    last_time: Optional[int]
    end: bool
    close_reason: int
    length: int
    attributes: dict[str, str] = field(default_factory=dict)


def parse_chunk(data: bytes) -> tuple[Header, Reader]:
    """Header and body of a chunk whose length and CRC are right; the reader's data is without the mask."""
    if data[4] != 1:
        refuse("version", f"{data[4]} is not 1", 4)
    r = Reader(data, PEEK, len(data) - 4)
    flags = r.byte()
    r.need(flags < 32, "features", f"header flags {flags & ~31:#x} are not known")
    if flags & 16:
        mask = r.take(4)
        r.data = data[: r.at] + _unmasked(data[r.at :], mask)
    length = r.bounded("header-length", 0, MAX_HEADER)
    head = r.section(length)
    header = _header(head, flags & 15, data)
    while head.left():
        _tag(head, header)
    return header, r


def _unmasked(data: bytes, mask: bytes) -> bytes:
    whole = (mask * (len(data) // 4 + 1))[: len(data)]
    return (int.from_bytes(data, "little") ^ int.from_bytes(whole, "little")).to_bytes(len(data), "little")


def _header(r: Reader, compression: int, data: bytes) -> Header:
    serializer, records = r.byte(), r.bounded("record-count", 0, MAX_RECORDS)
    raw = r.bounded("raw-length", 1, MAX_RAW) if compression else 0
    producer, flags, clock_offset = r.fixed(8), r.byte(), wrap(r.fixed(8))
    sequence, emitted = r.bounded("total", 0, MAX_I64), r.bounded("total", 0, MAX_I64)
    causes = r.varint() if flags & 2 else 0
    dropped = {cause: r.bounded("total", 0, MAX_I64) for cause in range(64) if causes >> cause & 1}
    first_time = last_time = None
    if flags & 4:
        first_time = wrap(r.fixed(8))
        last_time = wrap(first_time + r.varint())
    name = None
    if flags & 8:
        size = r.within("producer-name", 0, min(MAX_NAME, r.left() - 1), r.byte())
        name = text(r, r.take(size), "producer-name", "strict")
    return Header(
        serializer, records, compression, raw, f"{producer:016x}", name, clock_offset, sequence, sequence, emitted,
        {cause: count for cause, count in dropped.items() if count}, first_time, last_time, bool(flags & 1), flags >> 4,
        len(data),
    )  # fmt: skip


def _tag(r: Reader, header: Header) -> None:
    """An odd one must be understood; an even one that is not known is stepped over."""
    number, length = r.varint(), r.varint()
    value = r.section(length)
    if number == NEEDED_FEATURE:
        feature = value.varint()
        name = text(value, value.take(value.left()), "features", "strict")
        value.need(False, "features", f"feature {feature} ({name!r}) is needed")
    r.need(number % 2 == 0, "features", f"header tag {number} is needed")
    if number == FREE_ATTRIBUTE:
        size = value.within("attribute", 1, MAX_NAME, value.byte())
        value.need(size <= value.left(), "attribute", "its name is longer than its tag")
        _attribute(value, text(value, value.take(size), "attribute", "strict"), header)
    elif number in ATTRIBUTES:
        _attribute(value, ATTRIBUTES[number], header)
    elif number == RANGE:
        earlier = value.varint()
        right = 0 < earlier <= header.sequence and header.first_sequence == header.sequence
        r.need(right and not value.left(), "range", f"of {earlier} chunks before")
        header.first_sequence -= earlier
    elif number == SIGNATURE:
        r.need(length == 32 and not r.left(), "signature", f"of {length} bytes, or not the last tag")


def _attribute(value: Reader, name: str, header: Header) -> None:
    value.within("attribute", 0, 255, value.left())
    right = name not in header.attributes and len(header.attributes) < MAX_ATTRIBUTES
    value.need(right, "attribute", "is one too many")
    header.attributes[name] = text(value, value.take(value.left()), "attribute", "strict")


# What was found in bytes: position, length, and the chunk's bytes or why they are none.
Found = tuple[int, int, Union[bytes, MalformedChunk]]


def chunk_length(head: bytes) -> int:
    """The length that the first 9 bytes of a chunk claim, or what is wrong with them."""
    if head[:4] != MAGIC[: len(head)]:
        refuse("magic", "no chunk starts here")
    if len(head) < PEEK:
        refuse("cut-off", "chunk is cut off")
    number = int.from_bytes(head[4:8], "little")
    length = PEEK + (number >> 8)
    if head[8] != number % 253 or not MIN_CHUNK <= length <= MAX_CHUNK:
        refuse("length", "is not plausible")
    return length


def whole_chunk(data: bytes) -> bytes:
    """The same bytes, if they are exactly one chunk with a right CRC."""
    length = chunk_length(data[:PEEK])
    if length > len(data):
        refuse("cut-off", "chunk is cut off")
    if length < len(data):
        refuse("length", f"{len(data) - length} bytes behind the chunk")
    if crc32c(memoryview(data)[:-4]) != int.from_bytes(data[-4:], "little"):
        refuse("crc", "CRC32C does not match")
    return data


def scan(data: Union[bytes, mmap.mmap]) -> Iterator[Found]:
    """Finds chunks in bytes, whatever else is between them; what is between two is one damage."""
    at, damaged, size = 0, 0, len(data)  # from `damaged` on no chunk was found
    reason: Optional[MalformedChunk] = None
    while at < size:
        found, wrong = _chunk_at(data, at)
        if wrong is not None:
            reason = reason or wrong
            following = data.find(MAGIC, at + 1)
            at = size if following < 0 else following
        if damaged < at and (found or at == size) and reason is not None:
            yield damaged, at - damaged, reason
        if found:
            yield at, len(found), found
            at = damaged = at + len(found)
            reason = None


def _chunk_at(data: Union[bytes, mmap.mmap], at: int) -> tuple[bytes, Optional[MalformedChunk]]:
    try:
        length = chunk_length(data[at : at + PEEK])
        if data.find(MAGIC, at + 1, at + length) >= 0:
            refuse("cut-off", "chunk is cut off")
        return whole_chunk(data[at : at + length]), None
    except MalformedChunk as e:
        return b"", e
