"""Payload 1: pages, and in each a group of columns for each type."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Callable, Optional

import numpy as np

from .columns import Column, Context, Selected, resolved
from .container import Header
from .errors import UnknownEncoding, refuse
from .numbers import Array, Ints, Reader
from .packings import PAD, Batch
from .schema import BYTES, RANGES, RecordType, Texts, read_schema, read_texts
from .tables import Stored

PAGE_ROWS = 2048
_MOST_PENDING, _MOST_GROUPS = 1 << 18, 4096  # values that wait, and groups: memory beyond the result

_MAX_HEADS, _MAX_HEAD_BYTES = 16, 4096
_heads: dict[tuple[bool, bytes], tuple[Texts, list[RecordType]]] = {}

# Which fields of a type are wanted: their places, none for a type that is not.
Wanted = Callable[[RecordType], "frozenset[int]"]


@dataclass
class Decoded:
    """What a body holds, or the part of it that was wanted."""

    types: list[RecordType]
    texts: Texts
    columns: list[dict[int, Stored]]  # by type and field
    rows: list[int]  # by type
    unread: dict[int, tuple[str, int]] = field(default_factory=dict)  # by type: what is not known, and rows it costs
    order: list[Array] = field(default_factory=list)  # of each record the place of its type, in parts

    @staticmethod
    def of(types: list[RecordType], texts: Texts, wanted: Wanted) -> Decoded:
        columns = [{i: Stored(one.fields[i]) for i in sorted(wanted(one))} for one in types]
        return Decoded(types, texts, columns, [0] * len(types))

    def not_read(self, code: int, what: str, rows: int) -> None:
        first, before = self.unread.get(code, (what, 0))
        self.unread[code] = first, before + rows


class _Group:
    """The columns of one type in one page."""

    __slots__ = ("code", "columns", "content", "delivered")

    def __init__(self, code: int) -> None:
        self.code, self.delivered = code, True
        self.columns: Context = {}
        self.content: dict[int, tuple[int, int]] = {}


class _Body:
    def __init__(self, header: Header, r: Reader, wanted: Wanted) -> None:
        self.header, self.r = header, r
        texts, self.types = _head(r, header.compression != 0)
        self.out = Decoded.of(self.types, texts, wanted)
        self.batch = Batch(r.data, r.origin)
        self.groups: list[_Group] = []
        self.times: list[Column] = []
        self.flushed = 0  # of the batch's values

    def decode(self) -> Decoded:
        r, left = self.r, self.header.record_count
        while left:
            rows = r.bounded("page-rows", 1, min(left, PAGE_ROWS))
            r.need(len(self.types) > 0, "no-type", "records without a type")
            self._page(r, rows)
            left -= rows
            if self.batch.total - self.flushed >= _MOST_PENDING or len(self.groups) + len(self.times) >= _MOST_GROUPS:
                self._flush()
        r.need(r.left() == 0, "body-rest", f"{r.left()} bytes too many")
        self._flush()
        return self.out

    def _page(self, r: Reader, rows: int) -> None:
        codes: Ints = np.zeros(rows, np.int64)
        if len(self.types) > 1:
            codes = self._now(self._whole(r, rows))
            r.need(0 <= codes.min() and codes.max() < len(self.types), "row-type", "a row is of no type of the schema")
        counts = np.bincount(codes, minlength=len(self.types)).tolist()
        present = [code for code, count in enumerate(counts) if count]
        timed = [code for code in present if self.types[code].time is not None]
        times = self._whole(r, sum(counts[code] for code in timed)) if timed else None
        if times is not None:
            self.times.append(times)
        of_timed = codes[np.isin(codes, timed)] if len(timed) > 1 else codes
        for code in present:
            of = times if code in timed else None
            if of is not None and len(timed) > 1:
                of = Selected(of, of_timed == code, counts[code])
            if not self._group(r, code, counts[code], of):
                codes = codes[codes != code]
        self.out.order.append(codes.astype(np.int16))

    def _whole(self, r: Reader, n: int) -> Column:
        """A column that all groups need."""
        try:
            return self.batch.column(r, n, {})
        except UnknownEncoding as e:
            refuse(str(e).split()[0], f"{e} is not known", r.at - r.origin)

    def _now(self, column: Column) -> Ints:
        self.batch.run()
        return column.values()

    def _group(self, r: Reader, code: int, rows: int, times: Optional[Column]) -> bool:
        """Whether the group's rows are read, or not wanted."""
        one = self.types[code]
        length = r.varint()
        r.need(length <= r.left(), "group-length", f"{length} bytes are more than there are")
        own = r.section(length)
        unknown = one.unknown
        if unknown is None:
            group = _Group(code)
            self.out.rows[code] += rows
            if times is not None and one.time is not None:
                group.columns[one.time] = times
            if not self.out.columns[code] and one.fields:
                return True
            self.groups.append(group)
            try:
                self._columns(own, one, rows, group)
                return True
            except UnknownEncoding as e:
                unknown, group.delivered = str(e), False
                self.out.rows[code] -= rows
        self.out.not_read(code, unknown, rows)
        return False

    def _columns(self, r: Reader, one: RecordType, rows: int, group: _Group) -> None:
        order = one.order
        lengths: list[int] = []
        if rows > 64:
            lengths = [r.bounded("column-end", 0, r.left()) for _ in order[1:]]
            r.need(sum(lengths) <= r.left(), "column-end", "columns reach beyond their group")
        needed = self._needed(r, order, lengths, set(self.out.columns[group.code]))
        for k, i in enumerate(order):
            own = r.section(lengths[k]) if k < len(lengths) else r
            if i not in needed:
                own.at = own.end
                continue
            group.columns[i] = column = self.batch.column(own, rows, group.columns, one.fields)
            is_last = k == len(order) - 1
            if one.fields[i].kind == BYTES:
                at = own.at
                # Where a column's end is known, its content must reach up to there, which is checked with its values.
                own.skip(own.left() if lengths or is_last else self._content_length(column))
                group.content[i] = at, own.at
            if own is not r and own.left():
                own.need(False, "column-end", f"{own.left()} bytes too many")
        r.need(r.left() == 0, "group-end", f"{r.left()} bytes too many")

    def _needed(self, r: Reader, order: list[int], lengths: list[int], wanted: set[int]) -> set[int]:
        """The columns that are wanted or predict others; all, where nothing says how long they are."""
        if not lengths or len(wanted.intersection(order)) == len(order):
            return set(order)
        at, starts = r.at, []
        for length in [*lengths, r.left() - sum(lengths)]:
            starts.append((at, length))
            at += length
        needed = set(wanted)
        for i, (at, length) in reversed([*zip(order, starts)]):
            if i in needed and length >= 2 and r.data[at] >> 4 in (2, 3):
                needed.add(r.data[at + 1])
        return needed

    def _content_length(self, column: Column) -> int:
        values = self._now(column)
        least, most = RANGES[BYTES]
        if values.min() < least or values.max() > most:
            refuse("value", f"a length is not {least} to {most}", column.at)
        return int(np.maximum(values - 1, 0).sum())

    def _flush(self) -> None:
        self.batch.run()
        self.flushed = self.batch.total
        by_type: dict[int, list[_Group]] = {}
        for group in self.groups:
            if group.delivered:
                by_type.setdefault(group.code, []).append(group)
            else:  # what is wrong in front of something unknown refuses the chunk
                self._deliver(self.types[group.code], [group], {})
        for code, groups in by_type.items():
            self._deliver(self.types[code], groups, self.out.columns[code])
        for times in self.times:
            times.values()  # also those of records that are not read
        self.groups, self.times = [], []

    def _deliver(self, one: RecordType, groups: list[_Group], into: dict[int, Stored]) -> None:
        for i in one.decoded_order:
            # Columns of small groups are there although nobody wants them, and are checked.
            columns = [group.columns[i] for group in groups if i in group.columns]
            if not columns:
                continue
            values = resolved(columns)
            content = [self._content(group, i) for group in groups if i in group.content]
            stored = into.get(i) or Stored(one.fields[i])
            stored.add(values, self.out.texts, self.header.clock_offset, content)

    def _content(self, group: _Group, i: int) -> bytes:
        start, end = group.content[i]
        values = group.columns[i].values()
        least, most = RANGES[BYTES]
        if values.min() < least or values.max() > most:
            refuse("value", f"a length is not {least} to {most}", group.columns[i].at)
        size = int(np.maximum(values - 1, 0).sum())
        if size != end - start:
            key = "cut-off" if size > end - start else "column-end"
            refuse(key, f"lengths make {size} bytes, {end - start} are there", start - self.r.origin)
        return self.r.data[start:end]


def _head(r: Reader, compressed: bool) -> tuple[Texts, list[RecordType]]:
    """Texts and schema. Chunks of a producer mostly have one of a few, which are known by their bytes."""
    at = r.at
    for (known, head), found in list(_heads.items()):  # of other threads, too
        if known == compressed and len(head) <= r.left() and r.data.startswith(head, at):
            r.at = at + len(head)
            return found
    texts = read_texts(r, compressed)
    types = read_schema(r, texts)
    if r.at - at <= _MAX_HEAD_BYTES:
        while len(_heads) >= _MAX_HEADS:
            _heads.pop(next(iter(_heads)), None)
        _heads[compressed, r.data[at : r.at]] = texts, types
    return texts, types


def decode_binary(header: Header, r: Reader, wanted: Wanted) -> Decoded:
    r = Reader(r.data + bytes(PAD), r.at, r.end, r.origin)
    return _Body(header, r, wanted).decode()
