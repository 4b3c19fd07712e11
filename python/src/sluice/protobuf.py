"""Payload 2: one message of Protocol Buffers, read by its wire format."""

from __future__ import annotations

from array import array
from typing import Any, Callable

import numpy as np
import numpy.typing as npt

from .binary import Decoded, Wanted
from .container import Header
from .numbers import Array, Bytes, Ints, Reader, text, varints, wrap, zigzag, zigzags
from .schema import (
    BYTES,
    INT,
    LONG,
    MAX_STRINGS,
    MAX_TEXT,
    MAX_TYPES,
    RANGES,
    Field,
    RecordType,
    Texts,
    checked_field,
    checked_type,
    unknown_in,
)
from .tables import Stored

_U64 = np.uint64
_NONE, _DELTA, _REFERENCE = range(3)
_ORDER = RecordType("order", (Field("order", INT),))


def _uint32(value: int) -> int:
    return value & 0xFFFFFFFF


def _bytes(r: Reader) -> bytes:
    return r.take(r.left())


class _Numbers:
    """A repeated number: bits as they came, and what they mean."""

    def __init__(self, wire: int, zigzagged: bool, bits: int) -> None:
        self.wire, self.zigzagged, self.bits = wire, zigzagged, bits

    def packed(self, r: Reader) -> Bytes:
        if self.wire == 1:
            r.need(r.left() % 8 == 0, "cut-off", "a packed field ends within a value")
            return r.take(r.left())
        return _varints(r).tobytes()

    def meant(self, raw: "array[int]") -> Ints:
        value: Array = np.frombuffer(raw, _U64)
        meant: Ints = zigzags(value) if self.zigzagged else (value & _U64((1 << self.bits) - 1)).view(np.int64)
        return meant


class _Several:
    """A repeated message or byte array, and how many of them there may be."""

    def __init__(self, form: Any, key: str, most: int) -> None:
        self.form, self.key, self.most = form, key, most


def _varints(r: Reader) -> npt.NDArray[np.uint64]:
    """All that a packed field holds: of at most 10 bytes each, whose bits beyond the 64th are dropped."""
    data = np.frombuffer(r.data, np.uint8, r.left(), r.skip(r.left())) if r.left() else np.empty(0, np.uint8)
    ends = np.flatnonzero(data < 128)
    starts = np.concatenate(([0], ends[:-1] + 1)) if len(ends) else ends
    r.need(len(ends) > 0 and int(ends[-1]) == len(data) - 1 or len(data) == 0, "cut-off", "ends within a varint")
    r.need(not (ends - starts > 9).any(), "varint", "has more than 10 bytes")
    return varints(data, starts, ends)


# By number: name, wire type, and what a value means.
_Definition = dict[int, tuple[str, int, Any]]
_COLUMN: _Definition = {
    1: ("predictor", 0, _uint32), 2: ("reference", 0, _uint32), 3: ("start", 0, zigzag), 4: ("base", 0, zigzag),
    5: ("values", 0, _Numbers(0, True, 64)), 6: ("words", 1, _Numbers(1, False, 64)),
    7: ("runs", 0, _Numbers(0, False, 32)), 8: ("content", 2, _bytes),
}  # fmt: skip
_FIELD: _Definition = {
    1: ("name", 2, _bytes),
    2: ("type", 0, _uint32),
    3: ("role", 0, _uint32),
    4: ("column", 2, _COLUMN),
}
_TYPE: _Definition = {
    1: ("name", 2, _bytes),
    2: ("version", 0, _uint32),
    3: ("fields", 2, _Several(_FIELD, "field-count", 255)),
}
_BODY: _Definition = {
    1: ("types", 2, _Several(_TYPE, "type-count", MAX_TYPES)), 2: ("order", 2, _COLUMN),
    3: ("strings", 2, _Several(_bytes, "string-count", MAX_STRINGS)),
}  # fmt: skip
Message = dict[str, Any]


def _section(r: Reader) -> Reader:
    return r.section(r.varint(strict=False))


_WIRE: dict[int, Callable[[Reader], Any]] = {
    0: lambda r: r.varint(strict=False), 1: lambda r: r.fixed(8), 2: _section, 5: lambda r: r.fixed(4)
}  # fmt: skip


def _message(r: Reader, definition: _Definition, fields: Message) -> Message:
    """The fields of a message by name; what the definition does not have is stepped over."""
    while r.left():
        tag = r.varint(strict=False)
        wire = tag & 7
        r.need(8 <= tag < 1 << 32 and wire in _WIRE, "wire", f"tag {tag} is none")
        value = _WIRE[wire](r)
        name, expected, form = definition.get(tag >> 3, ("", -1, None))
        if isinstance(form, _Numbers):
            if wire == expected:
                fields.setdefault(name, array("Q")).append(value)
            elif wire == 2:
                fields.setdefault(name, array("Q")).frombytes(form.packed(value))
        elif wire == expected and isinstance(form, _Several):
            several = fields.setdefault(name, [])
            r.need(len(several) < form.most, form.key, f"more than {form.most}")
            several.append(_message(value, form.form, {}) if isinstance(form.form, dict) else form.form(value))
        elif wire == expected:  # a message that comes again is merged
            fields[name] = _message(value, form, fields.get(name, {})) if isinstance(form, dict) else form(value)
    return fields


def decode_protobuf(header: Header, r: Reader, wanted: Wanted) -> Decoded:
    r.need(header.compression == 0, "compression", "this payload is never compressed as a whole")
    body = _message(r, _BODY, {})
    strings: list[bytes] = body.get("strings", [])
    r.within("string-length", 0, MAX_TEXT, max(map(len, strings), default=0))
    texts = Texts([text(r, data) for data in strings], [])
    described: list[Message] = body.get("types", [])
    types = [_type(r, one) for one in described]
    n = header.record_count
    codes = np.zeros(n, np.int64)
    for _, column, _content in _columns(r, n, _ORDER, [body.get("order", {})], texts):
        codes = column
    r.need(n == 0 or (0 <= codes.min() and codes.max() < len(types)), "row-type", "a row is of no type")
    counts = np.bincount(codes, minlength=len(types)).tolist()
    out = Decoded.of(types, texts, wanted)
    for code, (one, message) in enumerate(zip(types, described)):
        if one.unknown is not None:
            if counts[code]:
                out.not_read(code, one.unknown, counts[code])
                codes = codes[codes != code]
            continue
        out.rows[code] = counts[code]
        columns = [f.get("column", {}) for f in message.get("fields", [])]
        for i, values, content in _columns(r, counts[code], one, columns, texts):
            stored = out.columns[code].get(i) or Stored(one.fields[i])
            stored.add(values, texts, header.clock_offset, content)
    out.order.append(codes.astype(np.int16))
    return out


def _type(r: Reader, message: Message) -> RecordType:
    fields: list[Message] = message.get("fields", [])
    codes = [(f.get("type", 0), f.get("role", 0)) for f in fields]
    checked = [checked_field(r, text(r, f.get("name", b"")), *code) for f, code in zip(fields, codes)]
    version = r.within("type-version", 1, 0xFFFF, message.get("version", 0))
    unknown = unknown_in(codes)
    for f in fields:
        predictor = f.get("column", {}).get("predictor", 0)
        if predictor > _REFERENCE and unknown is None:
            unknown = f"predictor {predictor}"
    return checked_type(r, text(r, message.get("name", b"")), version, checked, unknown)


def _columns(
    r: Reader, n: int, one: RecordType, columns: list[Message], texts: Texts
) -> list[tuple[int, Ints, list[bytes]]]:
    """Of each field its values and its content, in the order in which they are decoded."""
    context: dict[int, Ints] = {}
    out = []
    for i in one.decoded_order:
        column = columns[i]
        content: list[bytes] = []
        values = _values(r, n, column, context)
        if one.fields[i].kind <= LONG:
            context[i] = values
        data: bytes = column.get("content", b"")
        size = 0
        if one.fields[i].kind == BYTES and n:
            least, most = RANGES[BYTES]
            r.need(least <= values.min() and values.max() <= most, "value", f"a length is not {least} to {most}")
            size, content = int(np.maximum(values - 1, 0).sum()), [data]
        r.need(size <= len(data), "cut-off", "content ends before its lengths do")
        r.need(size == len(data), "content", "more bytes than the lengths say")
        out.append((i, values, content))
    return out


def _values(r: Reader, n: int, column: Message, context: dict[int, Ints]) -> Ints:
    predictor, reference, start = (column.get(name, 0) for name in ("predictor", "reference", "start"))
    r.within("predictor", 0, _REFERENCE, predictor)
    r.need(reference in context if predictor == _REFERENCE else reference == 0, "reference", f"to field {reference}")
    r.need(predictor == _DELTA or start == 0, "start", "of a column without delta")
    values, words, runs = (column.get(name, array("Q")) for name in ("values", "words", "runs"))
    r.need(len(values) == 0 or len(words) == 0, "items", "values and words")
    items = _COLUMN[5][2].meant(values) if len(values) else _COLUMN[6][2].meant(words)
    if len(runs):
        many = _COLUMN[7][2].meant(runs)
        right = len(items) == len(many) <= n and many.min() > 0 and many.max() <= n and many.sum() == n
        r.need(bool(right), "runs", f"do not make {n} rows")
        items = np.repeat(items, many)
    r.need(len(items) in (0, n), "items", f"{len(items)} for {n} rows")
    steps: Ints = np.full(n, column.get("base", 0), np.int64)
    if len(items):
        steps += items
    if predictor == _DELTA and n:
        steps[0] = wrap(int(steps[0]) + start)
        return np.cumsum(steps)
    return steps + context[reference] if predictor == _REFERENCE else steps
