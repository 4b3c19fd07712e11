"""One chunk: its header, its columns, its records."""

from __future__ import annotations

from typing import Any, Callable, Iterable, Iterator, Optional

import numpy as np

from .binary import Decoded, Wanted, decode_binary
from .compression import lz4_block, zstd_frame
from .container import Header, parse_chunk, whole_chunk
from .errors import MalformedChunk
from .numbers import Bytes, Reader
from .protobuf import decode_protobuf
from .schema import BYTES, CHAR, RecordType, Texts
from .tables import Blobs, Stored, Table

Record = dict[str, Any]
_PAYLOADS: dict[int, Callable[[Header, Reader, Wanted], Decoded]] = {1: decode_binary, 2: decode_protobuf}


def everything(one: RecordType) -> frozenset[int]:
    return frozenset(range(len(one.fields)))


def is_named(one: RecordType, name: str) -> bool:
    """Whether a type has that name, with its version or without."""
    return name in (one.name, one.name.rpartition(".")[0])


def wanted_fields(name: str, fields: Optional[Iterable[str]]) -> Wanted:
    names = None if fields is None else frozenset(fields)

    def wanted(one: RecordType) -> frozenset[int]:
        if not is_named(one, name):
            return frozenset()
        return frozenset(i for i, f in enumerate(one.fields) if names is None or f.name in names)

    return wanted


class Chunk:
    """Exactly one chunk, as a message of Kafka holds it. Bytes that are none are refused with `MalformedChunk`.

    The header is read at once and the body when something of it is asked for, with an own error then.
    """

    def __init__(self, data: Bytes, *, _checked: bool = False) -> None:
        whole = bytes(data)
        self.header, self._body = parse_chunk(whole if _checked else whole_chunk(whole))
        self._all: Optional[Decoded] = None

    def __repr__(self) -> str:
        h = self.header
        return f"Chunk({h.record_count} records, sequence {h.sequence} of producer {h.producer})"

    @property
    def types(self) -> list[RecordType]:
        """The record types that the chunk describes."""
        return self.decode().types

    @property
    def unread(self) -> list[str]:
        """What records of it a later encoder stored in a way that is not known here."""
        all_ = self.decode()
        return [f"{n} records of {all_.types[code].name} not read: {what}" for code, (what, n) in all_.unread.items()]

    def columns(self, name: str, fields: Optional[Iterable[str]] = None) -> Table:
        """The columns of a type, of all fields or of some. A type or field that the chunk lacks is a `KeyError`."""
        names = None if fields is None else list(fields)
        out = self.decode(wanted_fields(name, names))
        found = [code for code, one in enumerate(out.types) if is_named(one, name)]
        if len(found) != 1:
            raise KeyError(f"the chunk has {len(found)} types {name}; its types: {[one.name for one in out.types]}")
        one, stored = out.types[found[0]], out.columns[found[0]]
        places = {f.name: i for i, f in enumerate(one.fields)}
        missing = [name for name in names or () if name not in places]
        if missing:
            raise KeyError(f"{one.name} has no field {missing[0]}; its fields: {list(places)}")
        return {name: stored[places[name]].values(out.texts) for name in (places if names is None else names)}

    def records(self) -> Iterator[Record]:
        """The records in their order: `type`, then a value for each field; instants are nanoseconds since 1970."""
        out = self.decode()
        rows = [zip(*(_plain(stored, out.texts) for stored in columns.values())) for columns in out.columns]
        names = [("type", *(f.name for f in one.fields)) for one in out.types]
        for part in out.order:
            for code in part.tolist():
                yield dict(zip(names[code], (out.types[code].name, *next(rows[code], ()))))

    def decode(self, wanted: Optional[Wanted] = None) -> Decoded:
        """All of the body, which is kept, or the part of it that is wanted."""
        if self._all is not None:
            return self._all
        out = self._decode(wanted or everything)
        if wanted is None:
            self._all = out
        return out

    def _decode(self, wanted: Wanted) -> Decoded:
        header, r = self.header, self._body
        if header.record_count == 0 and r.left() == 0:
            return Decoded([], Texts([], []), [], [])
        payload = _PAYLOADS.get(header.serializer)
        if payload is None:
            raise MalformedChunk("serializer", f"no decoder for id {header.serializer}")
        start = r.at
        body = Reader(r.data, r.at, r.end)
        if header.compression and header.serializer == 1:
            body.need(header.compression in (1, 2), "compression", f"{header.compression} is not known")
            unpack = _lz4 if header.compression == 1 else zstd_frame
            body = Reader(unpack(body, header.raw_length), 0, header.raw_length, -start)
        return payload(header, body, wanted)


def _lz4(r: Reader, length: int) -> bytes:
    return lz4_block(r, r.left(), length)


def _plain(stored: Stored, texts: Texts) -> Iterable[Any]:
    """The values of a column as Python's own."""
    raw = stored.raw()
    if stored.field.is_text:
        known = np.array([texts[i] for i in range(texts.least, texts.most + 1)], object)
        values: list[Any] = known.take(raw.astype(np.int64) - texts.least).tolist()
        return values
    if stored.field.kind == BYTES:
        blobs = stored.values(texts)
        assert isinstance(blobs, Blobs)
        return blobs
    return map(chr, raw.tolist()) if stored.field.kind == CHAR else raw.tolist()
