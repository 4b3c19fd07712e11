"""Record types, and the texts that a chunk brings along."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Iterable, Optional

from .compression import lz4_block
from .errors import MalformedChunk
from .numbers import MAX_I64, Reader, text

BOOLEAN, BYTE, SHORT, CHAR, INT, LONG, FLOAT, DOUBLE, STRING, ENUM, BYTES = range(1, 12)
KIND_NAMES = "? boolean byte short char int long float double string enum bytes".split()
PLAIN, INSTANT, RECORD_TIME, SYMBOL = range(4)
MAX_TYPES, MAX_FIELDS, MAX_STRINGS, MAX_TEXT, MAX_TABLE = 1024, 16_384, 65_536, 65_536, 64 << 20
ANY = (-MAX_I64 - 1, MAX_I64)
# Of values in a column; those of strings and enums are ids.
RANGES = {BOOLEAN: (0, 1), CHAR: (0, 0xFFFF), BYTES: (0, MAX_TEXT + 1), LONG: ANY, DOUBLE: ANY}
RANGES.update(
    {kind: (-1 << bits - 1, (1 << bits - 1) - 1) for kind, bits in ((BYTE, 8), (SHORT, 16), (INT, 32), (FLOAT, 32))}
)
TYPE_NAME = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*")


@dataclass(frozen=True)
class Field:
    """A field of a record type."""

    name: str
    kind: int
    role: int = PLAIN

    @property
    def is_text(self) -> bool:
        return self.kind in (STRING, ENUM)

    @property
    def is_instant(self) -> bool:
        return self.role in (INSTANT, RECORD_TIME)


@dataclass(frozen=True)
class RecordType:
    """A record type as a chunk describes it. `name` ends with the version; `unknown` is what a later encoder used."""

    name: str
    fields: tuple[Field, ...]
    time: Optional[int] = None
    unknown: Optional[str] = None

    @cached_property
    def order(self) -> list[int]:
        """The columns of a group: texts first, then the others, each from the last field on; not the record time."""
        rest = (i for i in range(len(self.fields)) if i != self.time)
        return sorted(rest, key=lambda i: (not self.fields[i].is_text, -i))

    @property
    def decoded_order(self) -> list[int]:
        """The same with the record time, which comes first."""
        return self.order if self.time is None else [self.time, *self.order]


class Texts:
    """The strings of a chunk by id: 0 is null, 1 and up are the chunk's own, -1 and down the static ones."""

    def __init__(self, own: list[str], static: list[str]) -> None:
        self.least, self.most = -len(static), len(own)
        self._by_index: list[Optional[str]] = [*reversed(static), None, *own]

    def __getitem__(self, number: int) -> Optional[str]:
        return self._by_index[number - self.least]

    def find(self, number: int) -> Optional[str]:
        return self[number] if self.least <= number <= self.most else None


_static: dict[int, tuple[bytes, list[str]]] = {0: (b"", [])}


def _generation(r: Reader, number: int) -> tuple[bytes, list[str]]:
    if number == 1 and 1 not in _static:
        data = Path(__file__).with_name("static-strings-1.txt").read_bytes()
        _static[1] = data, data.decode().split("\n")[:-1]
    r.need(number in _static, "static-generation", f"{number} is not known")
    return _static[number]


def read_texts(r: Reader, compressed: bool) -> Texts:
    history, static = _generation(r, r.varint())
    count = r.bounded("string-count", 0, MAX_STRINGS)
    if count == 0:
        return Texts([], static)
    length = r.varint()
    method, length = length & 3, length >> 2
    r.need(method < (1 if compressed else 2), "table-method", f"{method} is not known, or compressed twice")
    r.within("table-length", count, MAX_TABLE, length)
    if method:
        stored = r.within("stored-length", 1, r.left(), r.varint())
        table = Reader(data := lz4_block(r, stored, length, history), 0, len(data))
    else:
        table = r.section(length)
    lengths = [table.bounded("string-length", 0, MAX_TEXT) for _ in range(count)]
    r.need(sum(lengths) == table.left(), "texts-length", f"texts of {sum(lengths)} bytes in {table.left()}")
    return Texts([text(table, table.take(length)) for length in lengths], static)


def read_schema(r: Reader, texts: Texts) -> list[RecordType]:
    types: list[RecordType] = []
    total = 0
    for _ in range(r.bounded("type-count", 0, MAX_TYPES)):
        name, version = _name(r, texts), r.bounded("type-version", 1, 0xFFFF)
        count = r.bounded("field-count", 0, 255)
        total += count
        r.need(total <= MAX_FIELDS, "field-count", f"{total} of all types together")
        codes = [(_name(r, texts), r.byte()) for _ in range(count)]
        fields = [checked_field(r, name, code & 15, code >> 4) for name, code in codes]
        types.append(checked_type(r, name, version, fields, unknown_in((code & 15, code >> 4) for _, code in codes)))
    return types


def _name(r: Reader, texts: Texts) -> str:
    number = r.signed()
    found = texts.find(number)
    if found is None:
        raise MalformedChunk("name-id", f"{number} is no string", r.at - r.origin)
    return found


def unknown_in(codes: Iterable[tuple[int, int]]) -> Optional[str]:
    """The first field type or role that is not known."""
    for kind, role in codes:
        if not BOOLEAN <= kind <= BYTES:
            return f"field type {kind}"
        if role > SYMBOL:
            return f"field role {role}"
    return None


def checked_field(r: Reader, name: str, kind: int, role: int) -> Field:
    """For the rules of names, roles and the times column an unknown type counts as long, an unknown role as plain."""
    kind = kind if BOOLEAN <= kind <= BYTES else LONG
    role = role if role <= SYMBOL else PLAIN
    length = len(name.encode("utf-8", "surrogatepass"))
    r.need(name != "type" and 1 <= length <= 255, "field-name", "is 'type' or has not 1 to 255 bytes")
    right = role == PLAIN or kind == (STRING if role == SYMBOL else LONG)
    r.need(right, "role-type", f"role {role} of type {kind}")
    return Field(name, kind, role)


def checked_type(r: Reader, name: str, version: int, fields: list[Field], unknown: Optional[str]) -> RecordType:
    right = len(name) <= 200 and TYPE_NAME.fullmatch(name) is not None
    r.need(right, "type-name", "is not dotted lower case, or too long")
    r.need(len({f.name for f in fields}) == len(fields), "duplicate-field", "two fields have one name")
    times = [i for i, f in enumerate(fields) if f.role == RECORD_TIME]
    r.need(len(times) < 2, "record-times", "a type has two record times")
    return RecordType(f"{name}.{version}", tuple(fields), times[0] if times else None, unknown)
