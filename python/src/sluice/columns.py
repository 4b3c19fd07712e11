"""Columns: predictors that make values of what was packed, for all columns of one field at a time."""

from __future__ import annotations

from typing import Optional, Union

import numpy as np

from .errors import MalformedChunk, refuse
from .numbers import MAX_I64, Array, Ints

_MOST_ROWS = 2048


class Leaf:
    """Values that are packed without others; there once their batch has run."""

    __slots__ = ("n", "row", "values")

    def __init__(self, n: int, row: int = 0, values: Optional[Ints] = None) -> None:
        self.n, self.row = n, row
        self.values: Ints = _NOTHING if values is None else values


class Dictionary:
    """Indexes into rising entries: the first one, and what each of the others is more than its predecessor, less 1."""

    __slots__ = ("first", "steps", "indexes")

    def __init__(self, first: int, steps: list[int], indexes: Leaf) -> None:
        self.first, self.steps, self.indexes = first, steps, indexes

    def unpack(self, place: Ints) -> None:
        entries, entry = [self.first], self.first
        for step in self.steps:
            entry += step + 1
            entries.append(entry)
        if entry > MAX_I64:
            refuse("dictionary-order", "entries do not rise")
        if self.indexes.values.max() >= len(entries):
            refuse("dictionary-index", f"beyond {len(entries)} entries")
        np.array(entries, np.int64).take(self.indexes.values, out=place, mode="clip")


class Runs:
    """Values and how often each repeats."""

    __slots__ = ("n", "value", "more")

    def __init__(self, n: int, value: Column, more: Column) -> None:
        self.n, self.value, self.more = n, value, more


class Column:
    """n values: a payload, and what it is predicted from, a first value, a column, or both."""

    __slots__ = ("n", "predictor", "first", "key", "payload", "known", "keys", "at")

    def __init__(self, n: int, predictor: int, first: int, key: Optional[Column], payload: Payload, at: int) -> None:
        self.n, self.predictor, self.first, self.key, self.payload, self.at = n, predictor, first, key, payload, at
        self.known: Optional[Ints] = None
        self.keys: Optional[tuple[list[Column], Keys]] = None  # of these columns, of which this is the first

    def values(self) -> Ints:
        """Its values; the batch must have run."""
        return resolved([self])


class Selected(Column):
    """Some of the values of another column."""

    __slots__ = ("of", "rows")

    def __init__(self, of: Column, rows: Array, n: int) -> None:
        super().__init__(n, 0, 0, None, of.payload, of.at)
        self.of, self.rows = of, rows


Payload = Union[int, Leaf, Dictionary, Runs]  # a number stands for all values
Context = dict[int, Column]
_NOTHING: Ints = np.empty(0, np.int64)


def resolved(columns: list[Column]) -> Ints:
    """The values of columns, one behind the other. They are of one field: what predicts them alike is done together."""
    by_predictor: dict[int, list[Column]] = {}
    for column in columns:
        if column.known is not None:
            continue
        if isinstance(column, Selected):
            column.known = column.of.values()[column.rows]
        else:
            by_predictor.setdefault(column.predictor, []).append(column)
    for part in by_predictor.values():
        try:
            values = _predicted(part)
        except MalformedChunk as e:
            raise MalformedChunk(e.key, e.detail, part[0].at) from None
        if len(part) == len(columns):
            return values
    if len(columns) == 1 and columns[0].known is not None:
        return columns[0].known
    return np.concatenate([column.known for column in columns if column.known is not None])


def _predicted(columns: list[Column]) -> Ints:
    """The same of columns with one predictor."""
    predictor = columns[0].predictor
    is_first_told = predictor in (1, 3)
    steps = np.empty(sum(column.n for column in columns), np.int64)
    sizes, places, start = [column.n for column in columns], [], 0
    for column in columns:
        if is_first_told:
            steps[start] = column.first
        places.append(steps[start + is_first_told : start + column.n])
        start += column.n
    _unpack([column.payload for column in columns], places)
    if predictor == 2:
        steps += resolved([column.key for column in columns if column.key is not None])
    elif predictor == 1:
        steps = steps.cumsum()
        if len(columns) > 1:
            before = np.zeros(len(columns), np.int64)
            before[1:] = steps.take(np.array(sizes[:-1]).cumsum() - 1)
            steps -= before.repeat(sizes)
    elif predictor == 3:
        steps = Keys.of([column.key for column in columns if column.key is not None], sizes).add_up(steps)
    start = 0
    for column in columns:
        column.known = steps[start : start + column.n]
        start += column.n
    return steps


def _unpack(payloads: list[Payload], places: list[Ints]) -> None:
    """Puts the values of payloads there."""
    runs: list[tuple[Runs, Ints]] = []
    for payload, place in zip(payloads, places):
        if isinstance(payload, int):
            place.fill(payload)
        elif isinstance(payload, Leaf):
            place[:] = payload.values
        elif isinstance(payload, Runs):
            runs.append((payload, place))
        else:
            payload.unpack(place)
    if not runs:
        return
    more = resolved([one.more for one, _ in runs])
    if more.min() < 0 or more.max() >= _MOST_ROWS:
        refuse("run-length", "a run is negative or too long")
    more = more + 1
    counts = np.array([one.more.n for one, _ in runs])
    totals = np.add.reduceat(more, counts.cumsum() - counts).tolist()
    for (one, _), total in zip(runs, totals):
        if total != one.n:
            refuse("run-length" if total > one.n else "runs-short", f"runs of {total} values for {one.n}")
    values, at = resolved([one.value for one, _ in runs]).repeat(more), 0
    for one, place in runs:
        place[:] = values[at : at + one.n]
        at += one.n


class Keys:
    """Which rows have the same key, so that each can be predicted from the one before with its key.

    Rows are sorted by key. The first row of a key is predicted from the row before it, which has another key: so each
    key hangs on one that came earlier, and what is to be added is found by doubling the way that is looked back.
    """

    @staticmethod
    def of(columns: list[Column], sizes: list[int]) -> Keys:
        """Those of columns one behind the other; several fields in a row have the same keys."""
        if columns[0].keys is None or columns[0].keys[0] != columns:
            columns[0].keys = columns, Keys(resolved(columns), sizes)
        return columns[0].keys[1]

    def __init__(self, keys: Ints, sizes: list[int]) -> None:
        n = len(keys)
        least, span = int(keys.min()), int(keys.max()) - int(keys.min()) + 1
        if span >= 1 << 16:
            _, keys = np.unique(keys, return_inverse=True)
            least, span = 0, int(keys.max()) + 1
        distinct: Array = keys - least
        is_root = np.zeros(n, np.bool_)  # whether a row is the first of a column
        is_root[0] = True
        if len(sizes) > 1:
            distinct += (np.arange(len(sizes)) * span).repeat(sizes)
            is_root[np.array(sizes[:-1]).cumsum()] = True
        if span * len(sizes) <= 1 << 16:
            distinct = distinct.astype(np.uint16)
        self.order = order = distinct.argsort(kind="stable")
        in_order = distinct.take(order)
        starts = (in_order[1:] != in_order[:-1]).nonzero()[0] + 1
        self.starts = np.concatenate(([0], starts))
        self.counts = np.concatenate((starts, [n])) - self.starts
        first = order.take(self.starts)
        places = np.empty(n, np.int64)
        places[order] = np.arange(n)
        self.roots = is_root.take(first)
        self.before = places.take(np.maximum(first - 1, 0))
        parent = self.starts.searchsorted(self.before, "right") - 1
        parent[self.roots] = self.roots.nonzero()[0]
        self.parents = [parent]
        while not self.roots.take(parent).all():
            parent = parent.take(parent)
            self.parents.append(parent)

    def add_up(self, steps: Ints) -> Ints:
        sums = steps.take(self.order).cumsum()
        below = np.zeros(len(self.starts), np.int64)
        below[1:] = sums.take(self.starts[1:] - 1)
        base = sums.take(self.before) - below.take(self.parents[0])
        base[self.roots] = 0
        for parent in self.parents:
            base = base + base.take(parent)
        result = np.empty_like(steps)
        result[self.order] = sums + (base - below).repeat(self.counts)
        return result
