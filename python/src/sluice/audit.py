"""What came of each producer and what is missing: the rules of the record streams' audit, with the same bounds."""

from __future__ import annotations

import hashlib
import json
import secrets
from bisect import bisect_right
from collections import OrderedDict
from dataclasses import asdict, dataclass
from typing import Iterator, Optional

from .container import CAUSES, Header
from .numbers import MAX_I64, Bytes

PAGE, MAX_PARTIAL, MAX_SEGMENTS, MAX_PAGES = 2048, 1024, 2048, 65_536
PAGE_RUNS = 40  # with more ranges than this in a page, its bits are the shorter text
BLOCK, MAX_BLOCKS = 16, 1 << 15
MAX_PRODUCERS, SETTLED_FACTOR = 4096, 8
_FULL = (1 << PAGE) - 1
Run = tuple[int, int]


def _sum(*counts: int) -> int:
    return min(MAX_I64, sum(counts))


@dataclass(frozen=True)
class ProducerAudit:
    """What came of one producer. `delivered` are records read, `rejected` those whose encoding is not known here."""

    id: str
    name: Optional[str]
    emitted: int
    delivered: int
    rejected: int
    dropped: dict[str, int]
    gaps: int
    unknown: int
    duplicates: int
    conflicts: int
    ended: bool
    sequences: str

    @property
    def complete(self) -> bool:
        """Whether it ended, and all that it emitted was read, without gap, conflict and drop."""
        wrong = self.gaps or self.unknown or self.conflicts or self.rejected or _sum(*self.dropped.values())
        return self.ended and not wrong and self.emitted == self.delivered


@dataclass(frozen=True)
class Audit:
    """What a source holds and what is missing, as `sluice verify --json` tells it."""

    chunks: int
    records: int
    damaged: int
    skipped_bytes: int
    forgotten: int
    producers: list[ProducerAudit]

    @property
    def complete(self) -> bool:
        """Whether there is a producer, all are complete, and nothing is damaged or forgotten."""
        wrong = self.damaged or self.forgotten or not self.producers
        return not wrong and all(producer.complete for producer in self.producers)

    def to_json(self) -> str:
        fields = {"complete": self.complete, **asdict(self)}
        fields = {"skippedBytes" if name == "skipped_bytes" else name: value for name, value in fields.items()}
        return json.dumps(fields, separators=(",", ":"))


class Budget:
    """How many pages with bits all producers may have together."""

    def __init__(self, free: int = MAX_PAGES) -> None:
        self.free = free


class Sequences:
    """Which sequence numbers came: those from 0 without a gap as one number, behind it pages.

    Of neighbouring full pages their range is kept, of another page a bit for each number. Beyond the bounds the lowest
    are given up: whether those came is unknown.
    """

    def __init__(self, budget: Budget) -> None:
        self.prefix, self.given_up = -1, -1
        self._first: list[int] = []  # page of each segment, rising
        self._segments: dict[int, tuple[int, Optional[int]]] = {}  # its last page, and its bits unless all are there
        self._budget, self._partial = budget, 0

    @property
    def contiguous(self) -> bool:
        return not self._first

    def covered(self, first: int, last: int) -> int:
        """How many of these numbers are there."""
        count = max(0, min(last, self.prefix) - first + 1)
        first = max(first, self.prefix + 1)
        i = max(0, bisect_right(self._first, first // PAGE) - 1)
        while first <= last and i < len(self._first) and self._first[i] <= last // PAGE:
            page = self._first[i]
            end, bits = self._segments[page]
            low, high = max(first, page * PAGE), min(last, end * PAGE + PAGE - 1)
            if low <= high:
                width = high - low + 1
                count += width if bits is None else bin(bits >> low - page * PAGE & (1 << width) - 1).count("1")
            i += 1
        return count

    def add(self, first: int, last: int) -> None:
        if first - 1 <= self.prefix:
            self.prefix = self._absorb(max(last, self.prefix))
            return
        start, end = first // PAGE, last // PAGE
        if start == end:
            self._add_to_page(start, first % PAGE, last % PAGE)
        else:
            self._add_to_page(start, first % PAGE, PAGE - 1)
            self._add_to_page(end, 0, last % PAGE)
            if start + 1 < end:
                self._fill(start + 1, end - 1)
        self._give_up()

    def _add_to_page(self, page: int, first: int, last: int) -> None:
        i = bisect_right(self._first, page) - 1
        bits: Optional[int] = 0
        if i >= 0 and self._segments[self._first[i]][0] >= page:
            bits = self._segments[self._first[i]][1]
        if bits is not None:
            bits |= (1 << last + 1) - (1 << first)
            if bits == _FULL:
                self._fill(page, page)
            else:
                self._put(page, page, bits)

    def _fill(self, first: int, last: int) -> None:
        """Makes these pages full, and one range of them and the full ones beside them."""
        start, end = first, last
        i = bisect_right(self._first, first - 1) - 1
        if i < 0 or self._segments[self._first[i]][1] is not None or self._segments[self._first[i]][0] < first - 1:
            i += 1
        while i < len(self._first):
            page = self._first[i]
            its_last, bits = self._segments[page]
            if page > last and not (page == last + 1 and bits is None):
                break
            start, end = min(start, page), max(end, its_last)
            self._remove(i)
        self._put(start, end, None)

    def _put(self, first: int, last: int, bits: Optional[int]) -> None:
        i = bisect_right(self._first, first)
        if i == 0 or self._first[i - 1] != first:
            self._first.insert(i, first)
            self._count(bits, 1)
        self._segments[first] = last, bits

    def _remove(self, i: int) -> None:
        self._count(self._segments.pop(self._first.pop(i))[1], -1)

    def _count(self, bits: Optional[int], change: int) -> None:
        if bits is not None:
            self._partial += change
            self._budget.free -= change

    def _absorb(self, end: int) -> int:
        """Forgets numbers up to there and those that follow without a gap; the result is the last of them."""
        while self._first and self._first[0] * PAGE - 1 <= end:
            start = self._first[0] * PAGE
            its_last, bits = self._segments[self._first[0]]
            last = its_last * PAGE + PAGE - 1
            if end < last and bits is not None:
                rest = bits >> end + 1 - start
                more = (~rest & rest + 1).bit_length() - 1  # ones at its lower end
                end += more
                if end < last:
                    if rest >> more == 0:
                        self._remove(0)
                    return end
            end = max(end, last)
            self._remove(0)
        return end

    def _give_up(self) -> None:
        while (
            len(self._first) > MAX_SEGMENTS
            or self._partial > MAX_PARTIAL
            or (self._partial > 1 and self._budget.free < 0)
        ):
            i = 0
            while len(self._first) <= MAX_SEGMENTS and self._segments[self._first[i]][1] is None:
                i += 1
            self.given_up = max(self.given_up, self._segments[self._first[i]][0] * PAGE + PAGE - 1)
            self._remove(i)

    def release(self) -> None:
        self._budget.free += self._partial
        self._partial = 0

    def _parts(self) -> Iterator[tuple[int, Optional[int], list[Run]]]:
        """The prefix, then of each segment its first number, its bits and its runs above the prefix."""
        if self.prefix >= 0:
            yield 0, None, [(0, self.prefix)]
        for page in self._first:
            last, bits = self._segments[page]
            start = page * PAGE
            if bits is None:
                yield start, None, [(start, last * PAGE + PAGE - 1)]
                continue
            runs, at = [], max(0, self.prefix - start + 1)
            while rest := bits >> at:
                at += (rest & -rest).bit_length() - 1
                rest = bits >> at
                size = (~rest & rest + 1).bit_length() - 1
                runs.append((start + at, start + at + size - 1))
                at += size
            yield start, bits, runs

    def absent(self, least: int, most: int) -> int:
        """How many numbers in this range and below the highest did not come."""
        count = following = 0
        for _, _, runs in self._parts():
            for first, last in runs:
                count += max(0, min(first - 1, most) - max(following, least) + 1)
                following = last + 1
        return count

    def __str__(self) -> str:
        items: list[str] = [f"?{self.given_up}"] if self.given_up >= 0 else []
        pending: list[Run] = []

        def finish() -> None:
            for first, last in pending:
                items.append(str(first) if first == last else f"{first}-{last}")
            pending.clear()

        for start, bits, runs in self._parts():
            if bits is not None and len(runs) > PAGE_RUNS:
                finish()
                digits = f"{bits:0{PAGE}b}"[::-1]  # lowest first, and highest of each digit
                items.append(f"{start}:{int(digits, 2):0{PAGE // 4}x}")
                continue
            for first, last in runs:
                if pending and pending[-1][1] + 1 == first:
                    pending[-1] = pending[-1][0], last
                else:
                    finish()
                    pending.append((first, last))
        finish()
        return ",".join(items)


class _Fingerprints:
    """Keyed hashes of the last chunks of each producer, in blocks that are forgotten together."""

    def __init__(self) -> None:
        self._blocks: OrderedDict[str, dict[int, dict[int, bytes]]] = OrderedDict()
        self._count = 0

    def same(self, header: Header, fingerprint: bytes) -> bool:
        """Whether the chunk has the bytes that came last under its sequence, as far as that is remembered."""
        blocks = self._blocks.get(header.producer)
        if blocks is None:
            return False
        self._blocks.move_to_end(header.producer)
        return blocks.get(header.sequence // BLOCK, {}).get(header.sequence % BLOCK) == fingerprint

    def remember(self, header: Header, fingerprint: bytes) -> None:
        blocks = self._blocks.setdefault(header.producer, {})
        self._blocks.move_to_end(header.producer)
        number = header.sequence // BLOCK
        if number not in blocks:
            blocks[number] = {}
            self._count += 1
        blocks[number][header.sequence % BLOCK] = fingerprint
        if self._count > MAX_BLOCKS:
            oldest = next(iter(self._blocks))
            del self._blocks[oldest][min(self._blocks[oldest])]
            self._count -= 1
            if not self._blocks[oldest]:
                del self._blocks[oldest]


class _Producer:
    """What is known of one producer."""

    def __init__(self, budget: Budget) -> None:
        self.known = Sequences(budget)
        self.delivered_records = self.rejected = self.duplicates = self.conflicts = self.emitted = 0
        self.dropped: dict[int, int] = {}
        self.newest: Optional[Header] = None

    def is_known(self, header: Header) -> bool:
        count = header.sequence - header.first_sequence + 1
        return self.known.covered(header.first_sequence, header.sequence) == count

    def repeated(self, header: Header) -> None:
        self.duplicates += 1
        self._note(header)

    def delivered(self, header: Header, records: int, rejected: int) -> None:
        if self.known.covered(header.first_sequence, header.sequence):
            self.conflicts += 1
        self.known.add(header.first_sequence, header.sequence)
        self.delivered_records += records
        self.rejected += rejected
        self._note(header)

    def _note(self, header: Header) -> None:
        """Totals only rise with the sequence; whatever says less is not believed."""
        most = dict(self.dropped)
        for cause, count in header.dropped.items():
            most[cause] = max(count, most.get(cause, 0))
        if self.newest is not None:
            later = header.sequence > self.newest.sequence
            earlier = header.sequence < self.newest.sequence
            if later and (header.emitted < self.emitted or most != header.dropped):
                self.conflicts += 1
            elif earlier and (header.emitted > self.emitted or most != self.dropped):
                self.conflicts += 1
        self.emitted = max(self.emitted, header.emitted)
        self.dropped = most
        if self.newest is None or header.sequence >= self.newest.sequence:
            self.newest = header

    def audit(self) -> ProducerAudit:
        assert self.newest is not None
        known, newest = self.known, self.newest
        dropped = {cause_name(cause): self.dropped[cause] for cause in sorted(self.dropped)}
        return ProducerAudit(
            newest.producer, newest.producer_name, self.emitted, self.delivered_records, self.rejected, dropped,
            known.absent(known.given_up + 1, MAX_I64), known.absent(0, known.given_up), self.duplicates,
            self.conflicts, newest.end, str(known),
        )  # fmt: skip

    def settled(self) -> bool:
        """Whether nothing more is expected of it, and nothing is missing as far as is known."""
        return self.newest is not None and self.newest.end and self.known.contiguous and self.audit().complete


def cause_name(cause: int) -> str:
    return CAUSES[cause] if cause < len(CAUSES) else f"cause_{cause}"


class Trail:
    """Keeps the account of all producers; of more than there may be, those longest silent are forgotten."""

    def __init__(self, max_producers: int = MAX_PRODUCERS) -> None:
        self._most = max_producers
        self._open: OrderedDict[str, _Producer] = OrderedDict()
        self._settled: OrderedDict[str, _Producer] = OrderedDict()
        self._budget, self._fingerprints = Budget(), _Fingerprints()
        self._key = secrets.token_bytes(32)
        self._chunks = self._records = self._damaged = self._skipped = self._forgotten = 0

    def fingerprint(self, chunk: Bytes) -> bytes:
        """A hash with a secret: who does not know it cannot make another chunk that has the same one, as with a CRC."""
        return hashlib.blake2b(chunk, digest_size=16, key=self._key).digest()

    def is_repeated(self, header: Header, fingerprint: bytes) -> bool:
        """Whether these very bytes came before, as far as is known; a repetition is counted."""
        producer = self._find(header.producer)
        if producer is None or not producer.is_known(header) or not self._fingerprints.same(header, fingerprint):
            return False
        producer.repeated(header)
        self._file(header.producer, producer)
        return True

    def delivered(self, header: Header, fingerprint: bytes, records: int, rejected: int) -> None:
        self._chunks += 1
        self._records += records
        self._fingerprints.remember(header, fingerprint)
        producer = self._find(header.producer) or _Producer(self._budget)
        producer.delivered(header, records, rejected)
        self._file(header.producer, producer)

    def damaged(self, size: int) -> None:
        self._damaged += 1
        self._skipped += size

    def _find(self, producer: str) -> Optional[_Producer]:
        found = self._settled.get(producer)
        if found is None and producer in self._open:
            self._open.move_to_end(producer)
            found = self._open[producer]
        return found

    def _file(self, name: str, producer: _Producer) -> None:
        settled = producer.settled()
        into, other = (self._settled, self._open) if settled else (self._open, self._settled)
        other.pop(name, None)
        into[name] = producer
        if not settled:
            into.move_to_end(name)
        if len(into) > self._most * (SETTLED_FACTOR if settled else 1):
            into.popitem(last=False)[1].known.release()
            self._forgotten += 1

    def audit(self) -> Audit:
        producers = [producer.audit() for producer in [*self._settled.values(), *self._open.values()]]
        producers.sort(key=lambda producer: producer.id)
        return Audit(self._chunks, self._records, self._damaged, self._skipped, self._forgotten, producers)
