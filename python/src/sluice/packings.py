"""Packed columns. Their structure is parsed one by one, in Python; their values are unpacked all together, by numpy."""

from __future__ import annotations

from array import array
from typing import Optional, Union

import numpy as np
import numpy.typing as npt

from .errors import MalformedChunk, UnknownEncoding, refuse
from .numbers import Array, Ints, Reader, varints, zigzags
from .schema import BOOLEAN, ENUM, LONG, STRING, Field

BLOCK = 64
PAD = BLOCK * 8 + 16  # bytes behind the data, so that whole blocks may be loaded from its end
_MOST_COPIED, _MOST_ROWS = 2 << 20, 2048
_LANES = np.arange(BLOCK)
# By width: the byte and the bit in it at which each value of a block begins, and the bits of a value.
_BYTE: Ints = np.array([_LANES * w >> 3 for w in range(65)], np.int64)
_SHIFT = np.array([_LANES * w & 7 for w in range(65)], np.uint64)
_MASK = np.array([(1 << w) - 1 for w in range(65)], np.uint64)
_U64 = np.uint64


class Leaf:
    """Values that are packed without others; there once their batch has run."""

    __slots__ = ("n", "row", "values")

    def __init__(self, n: int, row: int = 0, values: Optional[Ints] = None) -> None:
        self.n, self.row = n, row
        self.values: Ints = _NOTHING if values is None else values


class Dictionary:
    """Indexes into rising entries: the first one, and what each of the others is more than its predecessor, less 1."""

    __slots__ = ("first", "steps", "indexes")

    def __init__(self, first: int, steps: Leaf, indexes: Leaf) -> None:
        self.first, self.steps, self.indexes = first, steps, indexes

    def values(self) -> Ints:
        entries = np.empty(self.steps.n + 1, np.int64)
        entries[0] = self.first
        entries[1:] = self.steps.values + 1
        entries = entries.cumsum()
        if not (entries[1:] > entries[:-1]).all():
            refuse("dictionary-order", "entries do not rise")
        if self.indexes.values.max() >= len(entries):
            refuse("dictionary-index", f"beyond {len(entries)} entries")
        return entries.take(self.indexes.values)


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
        if isinstance(column, Selected):
            column.known = column.of.values()[column.rows]
        elif column.known is None:
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
            place[:] = payload.values()
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


class Batch:
    """Columns of one section of bytes, `PAD` bytes of zeros behind it, whose packed values are unpacked together."""

    def __init__(self, data: bytes, origin: int) -> None:
        self.data, self.origin = data, origin
        self.bytes = np.frombuffer(data, np.uint8)
        self.checks: list[Column] = []
        self.total = 0  # values ever met
        self._clear()

    def _clear(self) -> None:
        self.rows = 0  # of BLOCK values
        self._leaves: list[Leaf] = []
        # Blocks: where their bits begin, how many a value has, what is added, where they go.
        self._at, self._width, self._base, self._row = (array("q") for _ in range(4))
        # Exceptions of blocks: where they begin, their number, bits each, width of the block, its values, its row.
        self._exceptions = array("q")
        self._varints: list[tuple[Leaf, int, Ints, bool]] = []

    # ---- Structure

    def column(self, r: Reader, n: int, context: Context, fields: tuple[Field, ...] = (), nested: bool = False) -> Column:
        at, head = r.at - r.origin, r.byte()
        self.total += n
        predictor, packing = head >> 4, head & 15
        if packing > 5:
            raise UnknownEncoding(f"packing {packing}")
        if predictor > 3:
            raise UnknownEncoding(f"predictor {predictor}")
        if predictor == 0:
            return Column(n, 0, 0, None, self._payload(r, packing, n, nested), at)
        key, first = None, 0
        if predictor >= 2:
            field = r.byte()
            key = context.get(field)
            right = predictor == 2 and BOOLEAN <= fields[field].kind <= LONG if key else False
            right = right or (predictor == 3 and key is not None and fields[field].kind in (STRING, ENUM))
            r.need(right, "reference", f"to field {field} here")
        if predictor != 2:
            r.need(n > 1, "single-value", "a single value cannot be predicted from others")
            first = r.signed()
        return Column(n, predictor, first, key, self._payload(r, packing, n - (predictor != 2), nested), at)

    def _payload(self, r: Reader, packing: int, n: int, nested: bool) -> Payload:
        if packing == 0:
            return r.signed()
        if packing == 1:
            return self._frame(r, n)
        if packing == 2:
            return self._runs(r, n, nested)
        if packing == 3:
            return self._dictionary(r, n)
        if packing == 4:
            return Leaf(n, values=np.frombuffer(self.data, "<i8", n, r.skip(8 * n)))
        return self._varint(r, n, True)

    def _leaf(self, n: int) -> Leaf:
        leaf = Leaf(n, self.rows)
        self._leaves.append(leaf)
        self.rows += (n + BLOCK - 1) // BLOCK
        return leaf

    def _frame(self, r: Reader, n: int) -> Leaf:
        leaf, data, at, end = self._leaf(n), r.data, r.at, r.end
        ats, widths, bases = self._at, self._width, self._base
        self._row.extend(range(leaf.row, self.rows))
        width, base = -1, 0
        for left in range(n, 0, -BLOCK):
            m = left if left < BLOCK else BLOCK
            head = data[at]
            at += 1
            if head & 127 <= 64:
                width = head & 127
                base, shift = data[at], 7
                at += 1
                if base >= 128:  # the varint is read here, as there is one in most blocks
                    base &= 127
                    byte = 128
                    while byte >= 128:
                        byte = data[at]
                        at += 1
                        base |= (byte & 127) << shift
                        shift += 7
                    if byte == 0 or base >> 64 or shift > 70:
                        refuse("varint", "is longer than its value needs, or than 64 bits", at - r.origin)
                base = base >> 1 ^ -(base & 1)
            elif head & 127 != 127 or width < 0:
                refuse("repeat" if head & 127 == 127 else "width", f"block head {head}", at - r.origin)
            if head >= 128:
                count, bits = data[at], 6 + data[at + 1]
                if not (1 <= count <= m and 7 <= bits <= 70 - (width if width > 6 else 6)):
                    refuse("exceptions", f"{count} of {bits - 6} bits", at - r.origin)
                row = self.rows - (left + BLOCK - 1) // BLOCK
                self._exceptions.extend((at + 2, count, bits, width, m, row))
                bits *= count
                at += 2 + (bits + 7 >> 3)
                if bits & 7 and data[at - 1] >> (bits & 7):
                    refuse("unused-bits", "are not 0", at - 1 - r.origin)
            ats.append(at)
            widths.append(width)
            bases.append(base)
            at += width * m + 7 >> 3
            if at > end:
                refuse("cut-off", "a block ends beyond its section", at - r.origin)
        r.at = at
        self._no_bits_left(r, width * n if n < BLOCK else width * (n % BLOCK))
        return leaf

    def _no_bits_left(self, r: Reader, bits: int) -> None:
        if bits & 7 and r.data[r.at - 1] >> (bits & 7):
            refuse("unused-bits", "are not 0", r.at - 1 - r.origin)

    def _runs(self, r: Reader, n: int, nested: bool) -> Runs:
        r.need(not nested, "nested-runs", "runs within runs")
        count = r.bounded("run-count", 1, n)
        value = self.column(r, count, {}, nested=True)
        try:
            return Runs(n, value, self.column(r, count, {}, nested=True))
        except UnknownEncoding:
            self.checks.append(value)  # what is wrong before something unknown refuses the chunk
            raise

    def _dictionary(self, r: Reader, n: int) -> Dictionary:
        size = r.bounded("dictionary-size", 2, 256)
        first, steps, width = r.signed(), self._varint(r, size - 1, False), (size - 1).bit_length()
        indexes = self._leaf(n)
        at = r.skip((n * width + 7) // 8)
        self._no_bits_left(r, n * width)
        count = self.rows - indexes.row
        self._at.extend(range(at, at + 8 * width * count, 8 * width))
        self._width.extend([width] * count)
        self._base.extend([0] * count)
        self._row.extend(range(indexes.row, self.rows))
        return Dictionary(first, steps, indexes)

    def _varint(self, r: Reader, n: int, signed: bool) -> Leaf:
        leaf, at = Leaf(n), r.at
        ends = (self.bytes[at : min(r.end, at + 10 * n)] < 128).nonzero()[0][:n]
        r.need(len(ends) == n, "cut-off", f"{len(ends)} of {n} varints")
        ends += at
        r.at = int(ends[-1]) + 1
        self._varints.append((leaf, at, ends, signed))
        return leaf

    # ---- Values

    def run(self) -> None:
        """Unpacks what was met since it ran last."""
        flat = np.empty(self.rows * BLOCK, np.int64)
        for leaf in self._leaves:
            start = leaf.row * BLOCK
            leaf.values = flat[start : start + leaf.n]
        if self._at:
            self._run_blocks(flat)
        if self._exceptions:
            self._run_exceptions(flat)
        if self._varints:
            self._run_varints()
        self._clear()
        checks, self.checks = self.checks, []
        for column in checks:
            column.values()

    def _words(self, least: int, most: int, at: Ints) -> npt.NDArray[np.uint64]:
        """The 8 bytes from each place on, as a number; none is below `least` or above `most`."""
        size = most - least + 1
        words: npt.NDArray[np.uint64] = np.ndarray((size,), "<u8", self.data, least, (1,))
        return words.take(at - least) if size <= _MOST_COPIED else words[at - least]

    def _bits(self, least: int, most: int, at: Ints, shift: Array, wide: bool) -> npt.NDArray[np.uint64]:
        """The 64 bits from each place on, or at least 57."""
        value: npt.NDArray[np.uint64] = self._words(least, most, at)
        value >>= shift
        if wide:
            value |= self.bytes.take(at + 8).astype(_U64) << (_U64(64) - shift)
        return value

    def _run_blocks(self, flat: Ints) -> None:
        at, width = np.frombuffer(self._at, np.int64), np.frombuffer(self._width, np.int64)
        base, row = np.frombuffer(self._base, np.int64), np.frombuffer(self._row, np.int64)
        blocks = flat.reshape(-1, BLOCK)
        least, most = int(at.min()), int(at.max()) + PAD - 16
        for chosen, wide in (np.flatnonzero(width <= 57), False), (np.flatnonzero(width > 57), True):
            if len(chosen) == 0:
                continue
            widths = width.take(chosen)
            places = _BYTE.take(widths, 0)
            places += at.take(chosen)[:, None]
            value = self._bits(least, most, places, _SHIFT.take(widths, 0), wide)
            value &= _MASK.take(widths)[:, None]
            value += base.take(chosen).view(_U64)[:, None]
            blocks[row.take(chosen)] = value.view(np.int64)

    def _run_exceptions(self, flat: Ints) -> None:
        at, count, bits, width, m, row = np.frombuffer(self._exceptions, np.int64).reshape(-1, 6).T
        starts = count.cumsum() - count
        bit = (np.arange(int(count.sum())) - starts.repeat(count)) * bits.repeat(count)
        places = at.repeat(count) + (bit >> 3)
        packed = self._bits(int(at.min()), int(places.max()), places, (bit & 7).astype(_U64), True)
        packed &= _MASK.take(bits.repeat(count))
        place, high = (packed & _U64(63)).astype(np.int64), packed >> _U64(6)
        rising = np.ones(len(place), np.bool_)
        rising[1:] = place[1:] > place[:-1]
        rising[starts] = True
        if not (rising.all() and (place < m.repeat(count)).all() and high.all()):
            refuse("exception-place", "places do not rise or lie outside, or an exception is 0")
        values = flat.view(_U64)
        values[row.repeat(count) * BLOCK + place] += high << width.repeat(count).astype(_U64)

    def _run_varints(self) -> None:
        jobs = self._varints
        ends = np.concatenate([job[2] for job in jobs])
        first = np.cumsum([0] + [job[0].n for job in jobs])
        starts = np.empty_like(ends)
        starts[1:] = ends[:-1] + 1
        starts[first[:-1]] = [job[1] for job in jobs]
        more = ends - starts
        last = self.bytes.take(ends)
        if (more > 9).any() or ((last == 0) & (more > 0)).any() or ((last > 1) & (more == 9)).any():
            refuse("varint", "is longer than its value needs, or than 64 bits")
        value = varints(self.bytes, starts, ends)
        unzigzagged, unsigned = zigzags(value), value.view(np.int64)
        for (leaf, _, _, signed), start in zip(jobs, first.tolist()):
            leaf.values = (unzigzagged if signed else unsigned)[start : start + leaf.n]
