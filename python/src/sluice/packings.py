"""Packings: the structure of columns is parsed one by one, in Python, values are unpacked all together, by numpy."""

from __future__ import annotations

from array import array

import numpy as np
import numpy.typing as npt

from .columns import Column, Context, Dictionary, Leaf, Payload, Runs
from .errors import UnknownEncoding, refuse
from .numbers import Array, Ints, Reader, varints, zigzags
from .schema import BOOLEAN, ENUM, LONG, STRING, Field

BLOCK = 64
PAD = BLOCK * 8 + 16  # bytes behind the data, so that whole blocks may be loaded from its end
_MOST_COPIED = 2 << 20
_LANES = np.arange(BLOCK)
# By width: the byte and the bit in it at which each value of a block begins, and the bits of a value.
_BYTE: Ints = np.array([_LANES * w >> 3 for w in range(65)], np.int64)
_SHIFT = np.array([_LANES * w & 7 for w in range(65)], np.uint64)
_MASK = np.array([(1 << w) - 1 for w in range(65)], np.uint64)
# By width up to 8: where each eight values of a block begin, whose bits fill bytes and fit one word, and their shifts.
_NARROW = 8
_EIGHTS: Ints = np.array([np.arange(8) * w for w in range(_NARROW + 1)], np.int64)
_EIGHT_SHIFTS = np.array([np.arange(8) * w for w in range(_NARROW + 1)], np.uint64)
_U64 = np.uint64


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
        # Blocks in the order of their rows: where their bits begin, how many a value has, what is added.
        self._at, self._width, self._base = (array("q") for _ in range(3))
        # Exceptions of blocks: where they begin, their number, bits each, width of the block, its values, its row.
        self._exceptions = array("q")
        self._varints: list[tuple[Leaf, int, Ints]] = []

    # ---- Structure

    def column(
        self, r: Reader, n: int, context: Context, fields: tuple[Field, ...] = (), nested: bool = False
    ) -> Column:
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
            kinds = range(BOOLEAN, LONG + 1) if predictor == 2 else (STRING, ENUM)
            r.need(key is not None and fields[field].kind in kinds, "reference", f"to field {field} here")
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
        return self._varint(r, n)

    def _leaf(self, n: int) -> Leaf:
        leaf = Leaf(n, self.rows)
        self._leaves.append(leaf)
        self.rows += (n + BLOCK - 1) // BLOCK
        return leaf

    def _frame(self, r: Reader, n: int) -> Leaf:
        leaf, data, at, end = self._leaf(n), r.data, r.at, r.end
        ats, widths, bases = self._at, self._width, self._base
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
        first, steps, width = r.signed(), [r.varint() for _ in range(size - 1)], (size - 1).bit_length()
        indexes = self._leaf(n)
        at = r.skip((n * width + 7) // 8)
        self._no_bits_left(r, n * width)
        count = self.rows - indexes.row
        self._at.extend(range(at, at + 8 * width * count, 8 * width))
        self._width.extend([width] * count)
        self._base.extend([0] * count)
        return Dictionary(first, steps, indexes)

    def _varint(self, r: Reader, n: int) -> Leaf:
        leaf, at = Leaf(n), r.at
        ends = (self.bytes[at : min(r.end, at + 10 * n)] < 128).nonzero()[0][:n]
        if len(ends) < n:
            r.need(False, "cut-off", f"{len(ends)} of {n} varints")
        ends += at
        r.at = int(ends[-1]) + 1
        self._varints.append((leaf, at, ends))
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
        base, blocks = np.frombuffer(self._base, np.int64), flat.reshape(-1, BLOCK)
        least, most = int(at.min()), int(at.max()) + PAD - 16
        narrow = width <= _NARROW
        if narrow.all():
            self._run_narrow(least, most, at, width, base, blocks)
            return
        for chosen, wide in (np.flatnonzero(~narrow & (width <= 57)), False), (np.flatnonzero(width > 57), True):
            if len(chosen) == 0:
                continue
            widths = width.take(chosen)
            places = _BYTE.take(widths, 0)
            places += at.take(chosen)[:, None]
            value = self._bits(least, most, places, _SHIFT.take(widths, 0), wide)
            value &= _MASK.take(widths)[:, None]
            value += base.take(chosen).view(_U64)[:, None]
            blocks[chosen] = value.view(np.int64)
        chosen = np.flatnonzero(narrow)
        if len(chosen):
            part = np.empty((len(chosen), BLOCK), np.int64)
            self._run_narrow(least, most, at.take(chosen), width.take(chosen), base.take(chosen), part)
            blocks[chosen] = part

    def _run_narrow(self, least: int, most: int, at: Ints, width: Ints, base: Ints, blocks: Ints) -> None:
        """Blocks of values of at most 8 bits: eight values are one word."""
        places = _EIGHTS.take(width, 0)
        places += at[:, None]
        words = self._words(least, most, places)
        values = blocks.view(_U64).reshape(-1, 8, 8)
        np.right_shift(words[:, :, None], _EIGHT_SHIFTS.take(width, 0)[:, None, :], out=values)
        values &= _MASK.take(width)[:, None, None]
        values += base.view(_U64)[:, None, None]

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
        values = zigzags(value)
        for (leaf, _, _), start in zip(jobs, first.tolist()):
            leaf.values = values[start : start + leaf.n]
