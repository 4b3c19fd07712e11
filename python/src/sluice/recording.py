"""Recordings: chunks from files, directories, globs or messages, each of them once."""

from __future__ import annotations

import glob
import mmap
import os
import re
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterable, Iterator, NamedTuple, Optional, Union

import numpy as np

from .audit import Audit, Trail
from .binary import Decoded, Wanted
from .chunk import Chunk, Record, is_named, wanted_fields
from .container import Found, scan, whole_chunk
from .errors import DamageWarning, MalformedChunk
from .numbers import Bytes
from .schema import DOUBLE, FLOAT, INT, LONG, Field
from .tables import Blobs, Symbols, Table, Values, empty, joined

if TYPE_CHECKING:
    import pandas
    import pyarrow

PathLike = Union[str, "os.PathLike[str]"]
_SEGMENT = re.compile(r"(sluice-[0-9a-f]{16})-(\d{6,18})\.slu")
_WIDER = {(INT, LONG): LONG, (LONG, INT): LONG, (FLOAT, DOUBLE): DOUBLE, (DOUBLE, FLOAT): DOUBLE}


class _Part(NamedTuple):
    """What a chunk has of a type."""

    rows: int
    fields: dict[str, Field]
    table: Table

    def get(self, field: Field) -> Values:
        """The column of a field, or what it has in records that lack it."""
        values = self.table.get(field.name)
        if values is None:
            return empty(field, self.rows)
        if isinstance(values, np.ndarray) and values.dtype.kind == "M" and not field.is_instant:
            return values.view(np.int64)  # elsewhere the field is a plain long
        return values


class Recording:
    """Chunks in an order, read anew by each method; those that come again are left out.

    Damage is warned of (`DamageWarning`) and passed over; of a strict recording it is raised. Use `audit` to know
    whether all is there.
    """

    def __init__(self, strict: bool) -> None:
        self.strict = strict

    def _found(self) -> Iterator[tuple[str, Found]]:
        """What is found, each with the name of what it is in."""
        raise NotImplementedError

    def _decoded(self, wanted: Optional[Wanted], trail: Trail, quiet: bool = False) -> Iterator[tuple[Chunk, Decoded]]:
        for name, (position, length, found) in self._found():
            try:
                if isinstance(found, MalformedChunk):
                    raise found
                chunk = Chunk(found, _checked=True)
                fingerprint = trail.fingerprint(found)
                if trail.is_repeated(chunk.header, fingerprint):
                    continue
                out = chunk.decode(wanted)
            except MalformedChunk as e:
                trail.damaged(length)
                if not quiet:
                    self._wrong(f"{name}@{position}: {e}, {length} bytes")
                continue
            rejected = sum(rows for _, rows in out.unread.values())
            trail.delivered(chunk.header, fingerprint, chunk.header.record_count - rejected, rejected)
            for code, (what, rows) in out.unread.items():
                if not quiet:
                    self._wrong(f"{name}@{position}: {rows} records of {out.types[code].name} not read: {what}")
            yield chunk, out
        conflicts = [producer.id for producer in trail.audit().producers if producer.conflicts]
        if conflicts and not quiet:
            self._wrong(f"chunks of producer {conflicts[0]} are in conflict: records may be there twice, or forged")

    def _wrong(self, what: str) -> None:
        if self.strict:
            raise MalformedChunk("damage", what)
        warnings.warn(what, DamageWarning, stacklevel=4)

    def audit(self) -> Audit:
        """Reads all, and tells what came of each producer and what is missing; never warns."""
        trail = Trail()
        for _ in self._decoded(None, trail, quiet=True):
            pass
        return trail.audit()

    def chunks(self) -> Iterator[Chunk]:
        """Each chunk once, all of it checked."""
        return (chunk for chunk, _ in self._decoded(None, Trail()))

    def records(self) -> Iterator[Record]:
        """All records, a dict each: `type`, then a value for each field. For many of them columns are faster."""
        for chunk in self.chunks():
            yield from chunk.records()

    def types(self) -> dict[str, list[str]]:
        """The fields of all types that have records, by type; in the order in which they came."""
        found: dict[str, list[str]] = {}
        for _, out in self._decoded(None, Trail()):
            for one, rows in zip(out.types, out.rows):
                known = found.setdefault(one.name, []) if rows else []
                known += [f.name for f in one.fields if f.name not in known]
        return found

    def tables(self, name: str, fields: Optional[Iterable[str]] = None) -> Iterator[Table]:
        """The columns of a type chunk by chunk, in the memory of one; a chunk without records of it is left out.

        Codes of symbols are those of one list of categories, which grows. Only what is wanted is decoded.
        """
        names = None if fields is None else list(fields)
        known: dict[str, Field] = {}
        for part in self._parts(name, names, {}):
            known.update(part.fields)
            self._check(name, names, known)
            yield {f: part.get(known[f]) for f in (part.table if names is None else names)}

    def columns(self, name: str, fields: Optional[Iterable[str]] = None) -> Table:
        """The columns of a type, of all fields or of some.

        Numbers are arrays of the field's width, instants `datetime64[ns]`, texts `Symbols`, byte arrays `Blobs`, and a
        char is its number. Where schemas of chunks differ, fields match by name: an int becomes a long, a float a
        double, and what a chunk does not have is 0, false or null.
        """
        names = None if fields is None else list(fields)
        categories: dict[str, dict[str, int]] = {}
        known: dict[str, Field] = {}
        parts = list(self._parts(name, names, categories))
        for part in parts:
            for field in part.fields.values():
                known[field.name] = _wider(known.get(field.name, field), field)
        self._check(name, names, known)
        return {
            f: joined([part.get(known[f]) for part in parts], list(categories.get(f, {})))
            for f in (known if names is None else names)
        }

    def _parts(self, name: str, names: Optional[list[str]], categories: dict[str, dict[str, int]]) -> Iterator[_Part]:
        full_name = None
        for _, out in self._decoded(wanted_fields(name, names), Trail()):
            for one, columns, rows in zip(out.types, out.columns, out.rows):
                if not rows or not is_named(one, name):
                    continue
                full_name = full_name or one.name
                if one.name != full_name:
                    raise ValueError(f"there are {full_name} and {one.name}, which are two types: name one of them")
                fields = {stored.field.name: stored.field for stored in columns.values()}
                known = {f: categories.setdefault(f, {}) for f, field in fields.items() if field.is_text}
                table = {s.field.name: s.values(out.texts, known.get(s.field.name)) for s in columns.values()}
                yield _Part(rows, fields, table)
        if full_name is None:
            raise KeyError(f"no records of type {name}; there are: {list(self.types())}")

    def _check(self, name: str, names: Optional[list[str]], known: dict[str, Field]) -> None:
        for field in names or ():
            if field not in known:
                types = self.types().items()
                there = [f for one, fields in types if name in (one, one.rpartition(".")[0]) for f in fields]
                raise KeyError(f"{name} has no field {field}; it has: {there}")

    def to_pandas(self, name: str, fields: Optional[Iterable[str]] = None) -> pandas.DataFrame:
        """A data frame: texts are categorical, instants have the time zone UTC."""
        import pandas

        return pandas.DataFrame({f: _pandas(values) for f, values in self.columns(name, fields).items()})

    def to_arrow(self, name: str, fields: Optional[Iterable[str]] = None) -> pyarrow.Table:
        """A table of Arrow: texts are dictionaries, a lone surrogate in them becomes U+FFFD."""
        import pyarrow

        return pyarrow.table({f: _arrow(values) for f, values in self.columns(name, fields).items()})


def _wider(one: Field, other: Field) -> Field:
    kind = one.kind if one.kind == other.kind else _WIDER.get((one.kind, other.kind), 0)
    if kind == 0 and one.is_text and other.is_text:
        kind = one.kind
    if kind == 0:
        raise TypeError(f"field {one.name!r} has incompatible types in the chunks of this recording")
    return Field(one.name, kind, one.role if one.is_instant == other.is_instant and kind == one.kind else 0)


def _pandas(values: Values) -> Any:
    import pandas

    if isinstance(values, Symbols):
        return pandas.Categorical.from_codes(values.codes, pandas.Index(values.categories, dtype=object))
    if isinstance(values, np.ndarray):
        return pandas.DatetimeIndex(values, tz="UTC") if values.dtype.kind == "M" else values
    return list(values)


def _arrow(values: Values) -> Any:
    import pyarrow

    if isinstance(values, Symbols):
        words = [c.encode("utf-16", "surrogatepass").decode("utf-16", "replace") for c in values.categories]
        codes = pyarrow.array(values.codes, mask=values.codes < 0)
        return pyarrow.DictionaryArray.from_arrays(codes, pyarrow.array(words, pyarrow.string()))
    if isinstance(values, Blobs):
        return pyarrow.array(list(values), pyarrow.binary())
    if values.dtype.kind == "M":
        return pyarrow.array(values.view(np.int64)).cast(pyarrow.timestamp("ns", "UTC"))
    return pyarrow.array(values)


class Files(Recording):
    """Chunks of files."""

    def __init__(self, sources: list[str], strict: bool) -> None:
        super().__init__(strict)
        self._sources = sources
        self.files()

    def files(self) -> list[Path]:
        """The files in the order in which they are read: a producer's segments by number."""
        return [file for source in self._sources for file in _files(source)]

    def _found(self) -> Iterator[tuple[str, Found]]:
        for file in self.files():
            if file.stat().st_size:
                with open(file, "rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as data:
                    for found in scan(data):
                        yield str(file), found


class Messages(Recording):
    """Chunks of messages, of which each is exactly one: what is something else is one damage."""

    def __init__(self, values: Iterable[Bytes], strict: bool) -> None:
        super().__init__(strict)
        self._values = values

    def _found(self) -> Iterator[tuple[str, Found]]:
        for i, value in enumerate(self._values):
            data = bytes(value)
            found: Union[bytes, MalformedChunk] = data
            try:
                whole_chunk(data)
            except MalformedChunk as e:
                found = e
            yield f"message {i}", (0, len(data), found)


def _files(source: str) -> list[Path]:
    path = Path(source)
    if path.is_dir():
        files = [file for file in path.iterdir() if file.name.endswith(".slu") and file.is_file()]
        if not files:
            raise FileNotFoundError(f"there are no segments (*.slu) in directory '{source}'")
    elif path.exists():
        if not path.is_file():
            raise OSError(f"'{source}' is no regular file")
        return [path]
    else:
        files = [Path(file) for file in glob.glob(source, recursive=True) if os.path.isfile(file)]
        if not files:
            raise FileNotFoundError(f"no file matches '{source}'")
    return sorted(files, key=_place)


def _place(file: Path) -> tuple[str, bytes, int, bytes]:
    """By directory, then by name in UTF-16, a segment's without its number, then by that."""
    name = file.name
    segment = _SEGMENT.fullmatch(name)
    group = segment.group(1) if segment else name
    return str(file.parent), _utf16(group), int(segment.group(2)) if segment else 0, _utf16(name)


def _utf16(name: str) -> bytes:
    return name.encode("utf-16-be", "surrogatepass")


def open_files(source: Union[PathLike, Iterable[PathLike]], *, strict: bool = False) -> Files:
    """The recording in a file, in the `*.slu` of a directory, in the files that a glob names, or in several of them."""
    several: Iterable[PathLike] = [source] if isinstance(source, (str, os.PathLike)) else source
    return Files([os.fspath(one) for one in several], strict)


def open_messages(values: Iterable[Bytes], *, strict: bool = False) -> Messages:
    """The recording in messages, as of a topic of Kafka. An iterator can be read once."""
    return Messages(values, strict)
