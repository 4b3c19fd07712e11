"""Columns as a program wants them: numpy arrays, symbols as codes and categories, byte arrays."""

from __future__ import annotations

from typing import Any, Iterator, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from .errors import MalformedChunk
from .numbers import Array, Ints
from .schema import BOOLEAN, BYTE, BYTES, CHAR, DOUBLE, FLOAT, INT, LONG, RANGES, SHORT, Field, Texts

_STORED: dict[int, Any] = {
    BOOLEAN: np.bool_, BYTE: np.int8, SHORT: np.int16, CHAR: np.uint16, INT: np.int32, LONG: np.int64,
    FLOAT: np.int32, DOUBLE: np.int64,
}  # fmt: skip


class Symbols:
    """Texts that repeat: `codes` into `categories`, -1 for null. `numpy.asarray` makes an array of str and None."""

    def __init__(self, codes: npt.NDArray[np.int32], categories: list[str]) -> None:
        self.codes, self.categories = codes, categories

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, i: int) -> Optional[str]:
        code = int(self.codes[i])
        return None if code < 0 else self.categories[code]

    def __iter__(self) -> Iterator[Optional[str]]:
        return iter(self.__array__().tolist())

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Array:
        return np.array([*self.categories, None], object)[self.codes]

    def __eq__(self, other: object) -> Array:  # type: ignore[override]
        """For each row whether it is that text, without making texts of all."""
        code = self.categories.index(other) if isinstance(other, str) and other in self.categories else -2
        return np.asarray(self.codes == (-1 if other is None else code))

    def __ne__(self, other: object) -> Array:  # type: ignore[override]
        return ~(self == other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Symbols({len(self)} rows, {len(self.categories)} categories)"


class Blobs:
    """Byte arrays: row i is data[offsets[i]:offsets[i + 1]], or null where `null` says so."""

    def __init__(self, offsets: Ints, null: npt.NDArray[np.bool_], data: bytes) -> None:
        self.offsets, self.null, self.data = offsets, null, data

    def __len__(self) -> int:
        return len(self.null)

    def __getitem__(self, i: int) -> Optional[bytes]:
        i = range(len(self))[i]
        return None if self.null[i] else self.data[self.offsets[i] : self.offsets[i + 1]]

    def __iter__(self) -> Iterator[Optional[bytes]]:
        return (self[i] for i in range(len(self)))

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Array:
        out = np.empty(len(self), object)
        out[:] = list(self)
        return out

    def __repr__(self) -> str:
        return f"Blobs({len(self)} rows, {len(self.data)} bytes)"


Values = Union[Array, Symbols, Blobs]
Table = dict[str, Values]


class Stored:
    """The values of one field of a chunk, as narrow as the field's type: what comes of each part is added."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self._parts: list[Array] = []
        self._contents: list[bytes] = []

    def add(self, values: Ints, texts: Texts, clock_offset: int, content: Sequence[bytes] = ()) -> None:
        kind = self.field.kind
        least, most = RANGES.get(kind, (texts.least, texts.most))
        if kind not in (LONG, DOUBLE) and len(values) and not (least <= values.min() and values.max() <= most):
            raise MalformedChunk("value", f"of {self.field.name!r} is not {least} to {most}")
        if self.field.is_instant:
            values = values + np.int64(clock_offset)
        narrow = values.astype(_STORED.get(kind, np.int32))
        self._parts.append(narrow.view({FLOAT: np.float32, DOUBLE: np.float64}.get(kind, narrow.dtype)))
        self._contents += content

    def raw(self) -> Array:
        if not self._parts:
            self._parts = [np.empty(0, _STORED.get(self.field.kind, np.int32))]
        if len(self._parts) > 1:
            self._parts = [np.concatenate(self._parts)]
        return self._parts[0]

    def values(self, texts: Texts, categories: Optional[dict[str, int]] = None) -> Values:
        """What a program gets; codes are those of `categories`, which grow, if there are any."""
        raw = self.raw()
        if self.field.is_text:
            return symbols(raw, texts, {} if categories is None else categories)
        if self.field.kind == BYTES:
            offsets = np.zeros(len(raw) + 1, np.int64)
            np.cumsum(np.maximum(raw - 1, 0), out=offsets[1:])
            return Blobs(offsets, raw == 0, b"".join(self._contents))
        instants: Array = raw.view("datetime64[ns]") if self.field.is_instant else raw
        return instants


def symbols(ids: npt.NDArray[np.int32], texts: Texts, categories: dict[str, int]) -> Symbols:
    """Ids of a chunk as codes: only texts that occur are categories, each of them once."""
    places = ids.astype(np.int64) - texts.least
    codes = np.full(texts.most - texts.least + 1, -1, np.int32)
    for place in np.flatnonzero(np.bincount(places)).tolist():
        known = texts[place + texts.least]
        if known is not None:
            codes[place] = categories.setdefault(known, len(categories))
    return Symbols(codes.take(places), list(categories))


def empty(field: Field, n: int) -> Values:
    """What a field has in records of a chunk whose schema does not have it: 0, false, null."""
    if field.is_text:
        return Symbols(np.full(n, -1, np.int32), [])
    if field.kind == BYTES:
        return Blobs(np.zeros(n + 1, np.int64), np.ones(n, np.bool_), b"")
    zeros: Array = np.zeros(n, {FLOAT: np.float32, DOUBLE: np.float64}.get(field.kind, _STORED[field.kind]))
    instants: Array = zeros.view("datetime64[ns]") if field.is_instant else zeros
    return instants


def joined(parts: Sequence[Values], categories: list[str]) -> Values:
    """One column of several, of which those of symbols have codes of the same categories."""
    if isinstance(parts[0], Symbols):
        return Symbols(np.concatenate([p.codes for p in parts if isinstance(p, Symbols)]), categories)
    if isinstance(parts[0], Blobs):
        blobs = [p for p in parts if isinstance(p, Blobs)]
        lengths = np.concatenate([np.diff(p.offsets) for p in blobs])
        null = np.concatenate([p.null for p in blobs])
        return Blobs(np.concatenate(([0], np.cumsum(lengths))), null, b"".join(p.data for p in blobs))
    whole: Array = np.concatenate([np.asarray(p) for p in parts])
    return whole
