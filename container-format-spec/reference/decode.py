#!/usr/bin/env python3
"""Reference decoder of the container format, version 1: prints records as JSON lines.

    decode.py [--long-as-string] [--bare] [--chunk-text=BYTES] [--verify-key=FILE] FILE...

A second implementation of ../container-v1.md for a reader: its names, its order, simple rather than fast, Python 3.11
and nothing else. Records go to stdout with their producers and nothing that a terminal acts upon, or --bare; a line for
each damage, for records that are not known here, and for each chunk of more text than 64 MiB or --chunk-text, to stderr.
With --verify-key a chunk that was signed with no key in FILE, a line of base64 for each, is damage.
Exit code: 0 all was printed, 1 something was damaged, not known or too long, 2 wrong usage, unreadable file, no chunk.
"""
import base64, collections, decimal, hashlib, hmac, itertools, json, math, mmap, os, pathlib, re, struct, sys

MAX_CHUNK, MAX_RAW, MAX_RECORDS, MAX_TEXT, PAGE_ROWS, MAX_I64 = 16 << 20, 64 << 20, 65_536, 65_536, 2048, (1 << 63) - 1
# What this decoder accepts; the defaults are the format's own limits, each may be lowered.
LIMITS = {"chunk": MAX_CHUNK, "raw": MAX_RAW, "records": MAX_RECORDS, "types": 1024, "strings": 65_536}

class Malformed(Exception):
    """Bytes that are no valid chunk: where, counted from the chunk's start, and why."""
    def __init__(self, position, key, detail):
        super().__init__(f"{key}: {detail} (at byte {position} of the chunk)")
        self.what = f"{key} {detail}"
class Unknown(Malformed):
    """A packing or predictor that is not known: key and number. In a group it costs the group alone."""

# ---- Numbers ----
def zigzag(value): return value >> 1 ^ -(value & 1)
def wrap(value): return ((value + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)  # two's complement modulo 2^64

class Reader:
    """Reads numbers from data[at:end]; every read is checked. Positions are told from `origin` on."""
    def __init__(self, data, at, end, origin=0):
        self.data, self.at, self.end, self.origin = data, at, end, origin
    def need(self, condition, key, detail):
        if not condition:
            raise Malformed(self.at - self.origin, key, detail)
    def left(self): return self.end - self.at
    def rest(self): return self.take(self.left())
    def take(self, count):
        self.need(count <= self.end - self.at, "cut-off", "more bytes are needed than there are")
        self.at += count
        return self.data[self.at - count:self.at]
    def byte(self): return self.take(1)[0]
    def fixed(self, size): return int.from_bytes(self.take(size), "little")
    def signed(self): return zigzag(self.varint())
    def varint(self, strict=True):
        value = shift = 0
        while (byte := self.byte()) >= 0x80:
            value |= (byte & 0x7F) << shift
            shift += 7
            self.need(shift < 70, "varint", "has more than 10 bytes")
        value |= byte << shift
        short = value < 1 << 64 and (byte > 0 or shift == 0)
        self.need(short or not strict, "varint", "is longer than its value needs, or than 64 bits")
        return value & (1 << 64) - 1
    def bounded(self, key, least, most, value=None):
        value = self.varint() if value is None else value
        self.need(least <= value <= most, key, f"{value} is not {least} to {most}")
        return value
    def bits(self, width, count):
        """`count` values of `width` bits; the bits left over in the last byte are 0."""
        values, mask = [], (1 << width) - 1
        for start in range(0, count, 64):
            n = min(64, count - start)
            packed = int.from_bytes(self.take((n * width + 7) // 8), "little")
            self.need(packed >> n * width == 0, "unused-bits", "are not 0")
            values += [packed >> i * width & mask for i in range(n)]
        return values

# ---- CRC32C: Castagnoli polynomial, bits reflected, register preset to ones, result inverted ----
CRC_TABLE = list(range(256))
for _ in range(8):
    CRC_TABLE = [value >> 1 ^ (0x82F6_3B78 if value & 1 else 0) for value in CRC_TABLE]
def crc32c(data):
    crc = 0xFFFF_FFFF
    for byte in data:
        crc = crc >> 8 ^ CRC_TABLE[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFF_FFFF

# ---- LZ4 blocks ----
def lz4_block(outer, stored, length, history=b""):
    """The `length` bytes that the next `stored` ones hold. Matches may reach back into the history."""
    outer.need(length <= 255 * stored, "lz4-expansion", f"{stored} bytes cannot hold {length}")
    outer.take(stored)
    r = Reader(outer.data, outer.at - stored, outer.at, outer.origin)
    out, end = bytearray(history), len(history) + length
    def extended(count):
        more = 255 if count == 15 else 0
        while more == 255:
            more = r.byte()
            count += more
        return count
    while True:
        token = r.byte()
        out += r.take(extended(token >> 4))
        if r.left() == 0:
            r.need(len(out) == end, "lz4", f"block does not hold {length} bytes")
            return bytes(out[len(history):])
        offset, match = r.fixed(2), extended(token & 15) + 4
        r.need(1 <= offset <= len(out) and len(out) + match <= end, "lz4", "a match begins or ends outside")
        while match > 0:  # it may overlap what it makes
            piece = out[-offset:][:match]
            out += piece
            match -= len(piece)

# ---- Chunk: header, accounting, attributes, CRC ----
MAGIC, LZ4, MASKED = b"\x53\xF9\xF9\x4C", 1, 16
PEEK, MIN_CHUNK = 9, 36  # bytes that tell the length of a chunk; fewest bytes of one
MAX_HEADER, MAX_NAME, MAX_ATTRIBUTES = 2032, 64, 32
ATTRIBUTES = {2: "service", 4: "instance", 6: "version", 8: "env", 10: "pid", 12: "host"}  # by tag
NEEDED_FEATURE, FREE_ATTRIBUTE, RANGE, SIGNATURE, SIGNATURE_BYTES = 1, 14, 16, 18, 32

KEYS = []  # if there are any, a chunk must be signed with one of them
class Chunk:
    """A chunk whose header and CRC are right. Its body is not looked at yet."""
    def __init__(self, data):
        Reader(data, 4, PEEK).bounded("version", 1, 1, data[4])
        r = Reader(data, PEEK, len(data) - 4)
        flags = r.byte()
        r.need(flags < 32, "features", f"header flags {flags & ~31:#x} are not known")
        if flags & MASKED:
            r.data = data[:14] + unmasked(data[14:], r.take(4))
        length = r.bounded("header-length", 0, MAX_HEADER)
        r.need(length <= r.left(), "cut-off", "the header is longer than the chunk")
        self.body = Reader(r.data, r.at + length, r.end)
        r = Reader(r.data, r.at, r.at + length)
        self.serializer, self.records = r.byte(), r.bounded("record-count", 0, MAX_RECORDS)
        self.compression = flags & 15
        self.raw_length = r.bounded("raw-length", 1, MAX_RAW) if self.compression else 0
        self.accounting(r)
        self.attributes, self.first = {}, self.sequence  # first: of the chunks that this one replaces
        self.signed = False
        while r.left():
            self.tag(r)
        if KEYS: self.verify(data)
        self.unread = {}  # what records are not known
        for name, value in ("chunk", len(data)), ("raw", self.raw_length), ("records", self.records):
            r.bounded("limit", 0, LIMITS[name], value)
    def verify(self, data):
        at, to = self.body.at - SIGNATURE_BYTES, self.body.at  # the bytes as they are stored are signed, with zeros there
        right = [hmac.digest(key, data[:at] + bytes(SIGNATURE_BYTES) + data[to:-4], "sha256") for key in KEYS]
        genuine = self.signed and any(hmac.compare_digest(one, self.body.data[at:to]) for one in right)
        self.body.need(genuine, "signature", "chunk is not signed, or with no key that is known here")
    def accounting(self, r):
        self.producer, flags, self.clock_offset = r.fixed(8), r.byte(), r.fixed(8)
        self.close_reason = flags >> 4
        self.sequence, _emitted = (r.bounded("total", 0, MAX_I64) for _ in range(2))
        for _ in range(r.varint().bit_count() if flags & 2 else 0):
            r.bounded("total", 0, MAX_I64)  # dropped, by cause
        if flags & 4: r.take(8), r.varint()  # first record time; last minus first
        name = r.take(r.bounded("producer-name", 0, min(MAX_NAME, r.left() - 1), r.byte())) if flags & 8 else None
        self.name = None if name is None else text(r, name, "producer-name", "strict")
    def tag(self, r):
        """An odd one must be understood; an even one that is not known is stepped over."""
        number, length = r.varint(), r.varint()
        value = Reader(r.data, r.at, r.at + length)
        r.take(length)
        if number == NEEDED_FEATURE:
            feature = value.varint()
            r.need(False, "features", f"feature {feature} ({text(r, value.rest(), 'features', 'strict')}) is needed")
        r.need(number % 2 == 0, "features", f"header tag {number} is needed")
        if number == FREE_ATTRIBUTE:
            length = value.bounded("attribute", 1, MAX_NAME, value.byte())
            value.need(length <= value.left(), "attribute", "its name is longer than its tag")
            name = text(r, value.take(length), "attribute", "strict")
        elif number == RANGE:
            earlier = value.varint()
            r.need(0 < earlier <= self.sequence and not value.left() and self.first == self.sequence, "range", f"of {earlier} chunks before")
            self.first -= earlier
            return
        elif number == SIGNATURE:
            self.signed = length == SIGNATURE_BYTES and not r.left()
            return r.need(self.signed, "signature", f"of {length} bytes, or not the last tag")
        elif (name := ATTRIBUTES.get(number)) is None:
            return
        value.bounded("attribute", 0, 255, value.left())
        r.need(name not in self.attributes and len(self.attributes) < MAX_ATTRIBUTES, "attribute", "is one too many")
        self.attributes[name] = text(r, value.rest(), "attribute", "strict")
    def open_body(self):
        r, start = self.body, self.body.at  # decompressed, it counts positions on from the header
        r.need(self.compression in (0, LZ4), "compression", f"needs compression {self.compression} of the body")
        return Reader(lz4_block(r, r.left(), self.raw_length), 0, self.raw_length, -start) if self.compression else r
def unmasked(data, mask):
    whole = (mask * (len(data) // 4 + 1))[:len(data)]
    return (int.from_bytes(data, "little") ^ int.from_bytes(whole, "little")).to_bytes(len(data), "little")
def chunk_at(data, at):
    """The length of a chunk that begins there, and what is wrong with it, or None."""
    left, head = len(data) - at, data[at:at + PEEK]
    if head[:4] != MAGIC[:left]: return 0, "magic: no chunk starts here"
    if left < PEEK: return 0, "cut-off: chunk is cut off"
    number = int.from_bytes(head[4:8], "little")
    length = PEEK + (number >> 8)
    if head[8] != number % 253 or not MIN_CHUNK <= length <= MAX_CHUNK: return 0, "length: is not plausible"
    if length > left or data.find(MAGIC, at + 1, at + length) >= 0: return 0, "cut-off: chunk is cut off"
    right = crc32c(data[at:at + length - 4]) == int.from_bytes(data[at + length - 4:at + length], "little")
    return length, None if right else "crc: CRC32C does not match"
def scan(data):
    """Finds chunks in bytes, whatever else is between them: (position, length, bytes of a chunk or what is wrong)."""
    at, damaged, reason = 0, 0, None  # from `damaged` on no chunk was found
    while at < len(data):
        length, wrong = chunk_at(data, at)
        if wrong:
            reason = reason or wrong
            at = data.find(MAGIC, at + 1) % (len(data) + 1)  # or the end
        if damaged < at and (not wrong or at == len(data)): yield damaged, at - damaged, reason
        if not wrong:
            yield at, length, data[at:at + length]
            at, damaged, reason = at + length, at + length, None

# ---- Strings ----
SPECIFICATION = pathlib.Path(__file__).resolve().parents[1]
STATIC_TEXTS = {0: b"", 1: (SPECIFICATION / "static-strings-1.txt").read_bytes()}  # by generation; a string a line
SURROGATE_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
def text(r, data, key="wtf8", errors="surrogatepass"):
    """WTF-8: UTF-8 in which a lone surrogate is kept. A pair in six bytes is refused, so that a text has one form."""
    try:
        decoded = data.decode("utf-8", errors)
    except UnicodeDecodeError:
        decoded = "\ud800\udc00"
    r.need(not SURROGATE_PAIR.search(decoded), key, "a text is not well-formed")
    return decoded
def numbered(own, static=()):  # 0 is null, 1 and up are the chunk's own, -1 and down the static ones
    return {0: None} | dict(enumerate(own, 1)) | {-k: known for k, known in enumerate(static, 1)}
def string_table(r, compressed):
    history = STATIC_TEXTS.get(generation := r.varint())
    r.need(history is not None, "static-generation", f"{generation} is not known")
    static, count = history.decode().split("\n")[:-1], r.bounded("string-count", 0, LIMITS["strings"])
    if count == 0: return numbered([], static)
    length = r.varint()
    method, length = length & 3, length >> 2
    r.need(method < (1 if compressed else 2), "table-method", f"{method} is not known, or compressed twice")
    r.bounded("table-length", count, LIMITS["raw"], length)
    data = lz4_block(r, r.bounded("stored-length", 1, r.left()), length, history) if method else r.take(length)
    table = Reader(data, 0, length)
    lengths = [table.bounded("string-length", 0, MAX_TEXT) for _ in range(count)]
    r.need(sum(lengths) == table.left(), "texts-length", f"texts of {sum(lengths)} bytes in {table.left()}")
    return numbered([text(r, table.take(length)) for length in lengths], static)

# ---- Schema ----
BOOLEAN, BYTE, SHORT, CHAR, INT, LONG, FLOAT, DOUBLE, STRING, ENUM, BYTES = range(1, 12)
PLAIN, INSTANT, RECORD_TIME, SYMBOL = range(4)
KINDS, ROLES = range(BOOLEAN, BYTES + 1), range(PLAIN, SYMBOL + 1)
RANGES = {BOOLEAN: (0, 1), CHAR: (0, 0xFFFF), BYTES: (0, MAX_TEXT + 1)} | {
    kind: (-1 << bits - 1, (1 << bits - 1) - 1)
    for kind, bits in ((BYTE, 8), (SHORT, 16), (INT, 32), (LONG, 64), (FLOAT, 32), (DOUBLE, 64))}  # others are ids
TYPE_NAME = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*")
Field = collections.namedtuple("Field", "name kind role")
RecordType = collections.namedtuple("RecordType", "name fields time unknown")  # what of it is unknown, or None
def checked_type(r, name, version, fields, unknown):
    r.need(len(name) <= 200 and TYPE_NAME.fullmatch(name), "type-name", "is not dotted lower case, or too long")
    r.need(len({f.name for f in fields}) == len(fields), "duplicate-field", "two fields have one name")
    times = [i for i, f in enumerate(fields) if f.role == RECORD_TIME]
    r.need(len(times) < 2, "record-times", "a type has two record times")
    return RecordType(f"{name}.{version}", fields, times[0] if times else None, unknown)
def unknown_in(codes):
    """The first field type or role that is not known."""
    return next((f"field type {kind}" if kind not in KINDS else f"field role {role}"
                 for kind, role in codes if kind not in KINDS or role not in ROLES), None)
def checked_field(r, name, kind, role):
    """For the rules of names, roles and the times column an unknown type counts as long, an unknown role as plain."""
    kind, role = kind if kind in KINDS else LONG, role if role in ROLES else PLAIN
    length = len(name.encode("utf-8", "surrogatepass"))
    r.need(name != "type" and 1 <= length <= 255, "field-name", "is 'type' or has not 1 to 255 bytes")
    r.need(role == PLAIN or kind == (STRING if role == SYMBOL else LONG), "role-type", f"role {role} of type {kind}")
    return Field(name, kind, role)
def schema(r, texts):
    def name():
        found = texts.get(id := r.signed())
        r.need(found is not None, "name-id", f"{id} is no string")
        return found
    def record_type():
        own, version = name(), r.bounded("type-version", 1, 0xFFFF)
        fields = [(name(), r.byte()) for _ in range(r.bounded("field-count", 0, 255))]
        return checked_type(r, own, version, [checked_field(r, name, code & 15, code >> 4) for name, code in fields],
                            unknown_in([(code & 15, code >> 4) for _, code in fields]))
    types = [record_type() for _ in range(r.bounded("type-count", 0, LIMITS["types"]))]
    r.bounded("field-count", 0, 16_384, sum(len(one.fields) for one in types))
    return types

# ---- Packings: payloads of n values ----
def frame(r, n, nested):
    values, width = [], None
    for start in range(0, n, 64):
        m, head = min(64, n - start), r.byte()
        if head & 0x7F != 0x7F:
            width, base = r.bounded("width", 0, 64, head & 0x7F), r.signed()
        r.need(width is not None, "repeat", "the first block repeats the one before")
        patches = exceptions(r, m, width) if head & 0x80 else ()
        block = r.bits(width, m)
        for place, high in patches:
            block[place] |= high << width
        values += [wrap(base + value) for value in block]
    return values
def exceptions(r, m, width):
    count, extra = r.byte(), r.byte()
    r.need(1 <= count <= m and 1 <= extra <= 64 - max(width, 6), "exceptions", f"{count} of {extra} bits")
    patches = [(packed & 63, packed >> 6) for packed in r.bits(6 + extra, count)]
    places = [place for place, high in patches if high]
    r.need(len(places) == count and places == sorted(set(places)) and places[-1] < m, "exception-place", "is wrong")
    return patches
def runs(r, n, nested):
    r.need(not nested, "nested-runs", "runs within runs")
    count, out = r.bounded("run-count", 1, n), []
    values, lengths = column(r, count, nested=True), column(r, count, nested=True)
    for value, more in zip(values, lengths):
        r.bounded("run-length", 0, n - len(out) - 1, more)
        out += [value] * (more + 1)
    r.need(len(out) == n, "runs-short", f"by {n - len(out)} values")
    return out
def dictionary(r, n, nested):
    size = r.bounded("dictionary-size", 2, 256)
    entries = [r.signed()]
    for _ in range(size - 1):
        entries.append(entries[-1] + r.varint() + 1)
    r.need(entries[-1] <= MAX_I64, "dictionary-order", "entries do not rise")
    indexes = r.bits((size - 1).bit_length(), n)
    r.need(max(indexes) < size, "dictionary-index", f"beyond {size} entries")
    return [entries[index] for index in indexes]
def constant(r, n, nested): return [r.signed()] * n
def raw(r, n, nested): return list(struct.unpack(f"<{n}q", r.take(8 * n)))
def varints(r, n, nested): return [r.signed() for _ in range(n)]
PACKINGS = dict(enumerate([constant, frame, runs, dictionary, raw, varints]))

# ---- Columns: a predictor makes values of what was packed ----
def column(r, n, nested=False, columns={}, kinds=()):
    """n values; `columns` are those of the group that came before, by field, `kinds` the types of its fields."""
    head = r.byte()
    predictor, unpack = head >> 4, PACKINGS.get(head & 15)
    if not unpack: raise Unknown(r.at - r.origin, "packing", head & 15)
    if predictor > 3: raise Unknown(r.at - r.origin, "predictor", predictor)
    if predictor >= 2:
        field, right = r.byte(), range(BOOLEAN, LONG + 1) if predictor == 2 else (STRING, ENUM)
        r.need(field in columns and kinds[field] in right, "reference", f"to field {field} here")
    if predictor == 0:
        return unpack(r, n, nested)
    if predictor == 2:  # reference: to another column of the same row
        return [wrap(a + b) for a, b in zip(columns[field], unpack(r, n, nested))]
    r.need(n > 1, "single-value", "a single value cannot be predicted from others")
    values = [r.signed()]
    keys = columns[field] if predictor == 3 else [0] * n
    latest = {keys[0]: values[0]}  # delta: to the row before; keyed: to the last row with the same key if there is one
    for key, step in zip(keys[1:], unpack(r, n - 1, nested)):
        values.append(wrap(latest.get(key, values[-1]) + step))
        latest[key] = values[-1]
    return values

# ---- Payload 1, binary: pages of the type of each row, and the rows of each type ----
def binary_payload(chunk, r):
    texts = string_table(r, chunk.compression != 0)
    types = schema(r, texts)
    start = r.at
    def pages():
        r.at, left = start, chunk.records
        chunk.unread = {}  # what is unknown and how many rows it costs, by type
        while left:
            rows = r.bounded("page-rows", 1, min(left, PAGE_ROWS))
            r.need(types, "no-type", "records without a type")
            yield page(r, rows, types, texts, chunk)
            left -= rows
        r.need(r.left() == 0, "body-rest", f"{r.left()} bytes too many")
    return types, texts, pages
def page(r, rows, types, texts, chunk):
    codes = column(r, rows) if len(types) > 1 else [0] * rows
    r.need(0 <= min(codes) and max(codes) < len(types), "row-type", "a row is of no type of the schema")
    timed = [code for code in codes if types[code].time is not None]
    times, groups = {code: [] for code in codes}, {}
    for code, time in zip(timed, column(r, len(timed)) if timed else ()):
        times[code].append(time)
    for code in sorted(times):
        r.need((length := r.varint()) <= r.left(), "group-length", f"{length} bytes are more than there are")
        r.take(length)
        if not (unknown := types[code].unknown):
            try:
                own = Reader(r.data, r.at - length, r.at, r.origin)
                groups[code] = group(own, types[code], codes.count(code), times[code], texts)
            except Unknown as e:
                unknown = e.what
        if unknown: not_read(chunk, types[code], unknown, codes.count(code))
    return [code for code in codes if code in groups], groups
def not_read(chunk, record_type, unknown, rows):
    first, before = chunk.unread.get(id(record_type), (0, unknown, 0))[1:]
    chunk.unread[id(record_type)] = record_type.name, first, before + rows
def group(r, record_type, rows, times, texts):
    """The columns of all fields but the record time: texts first, then the others, each from the last field on."""
    kinds, columns, ids = [f.kind for f in record_type.fields], {record_type.time: times}, (min(texts), max(texts))
    order = sorted((i for i in range(len(kinds)) if i != record_type.time),
                   key=lambda i: (kinds[i] not in (STRING, ENUM), -i))
    lengths = [r.bounded("column-end", 0, r.left()) for _ in order[1:]] if rows > 64 else []  # of all but the last
    r.need(sum(lengths) <= r.left(), "column-end", "columns reach beyond their group")
    for i, length in itertools.zip_longest(order, lengths):
        own = r if length is None else Reader(r.data, r.at, r.at + length, r.origin)
        columns[i] = values = column(own, rows, columns=columns, kinds=kinds)
        least, most = RANGES.get(kinds[i], ids)
        r.need(least <= min(values) and max(values) <= most, "value", f"is not {least} to {most}")
        if kinds[i] == BYTES:
            columns[i] = [own.take(value - 1) if value else None for value in values]
        own.need(length is None or own.left() == 0, "column-end", f"{own.left()} bytes too many")
        r.at = own.at
    r.need(r.left() == 0, "group-end", f"{r.left()} bytes too many")
    return zip(*(columns[i] for i in range(len(kinds)))) if kinds else iter([()] * rows)

# ---- Payload 2, Protocol Buffers: one message, read by its wire format ----
def wire_bytes(r):
    r.take(length := r.varint(strict=False))
    return Reader(r.data, r.at - length, r.at, r.origin)
WIRE_TYPES = {0: lambda r: r.varint(strict=False), 1: lambda r: r.fixed(8), 2: wire_bytes, 5: lambda r: r.fixed(4)}
def uint32(v): return v & 0xFFFF_FFFF
def blob(r): return r.take(r.left())
# By number: name, wire type, what the number or bytes mean, whether there may be several.
COLUMN = {1: ("predictor", 0, uint32, False), 2: ("reference", 0, uint32, False), 3: ("start", 0, zigzag, False),
          4: ("base", 0, zigzag, False), 5: ("values", 0, zigzag, True), 6: ("words", 1, wrap, True),
          7: ("runs", 0, uint32, True), 8: ("content", 2, blob, False)}
FIELD = {1: ("name", 2, blob, False), 2: ("type", 0, uint32, False), 3: ("role", 0, uint32, False),
         4: ("column", 2, COLUMN, False)}
TYPE = {1: ("name", 2, blob, False), 2: ("version", 0, uint32, False), 3: ("fields", 2, FIELD, True)}
BODY = {1: ("types", 2, TYPE, True), 2: ("order", 2, COLUMN, False), 3: ("strings", 2, blob, True)}
ORDER = RecordType("", [Field("order", INT, PLAIN)], None, None)
def message(r, definition, fields):
    """The fields of a message by name; what the definition does not have is stepped over."""
    while r.left():
        tag = r.varint(strict=False)
        r.need(8 <= tag < 1 << 32 and tag & 7 in WIRE_TYPES, "wire", f"tag {tag} is none")
        value = WIRE_TYPES[tag & 7](r)
        name, wire, form, several = definition.get(tag >> 3, (None, None, None, False))
        if wire == tag & 7 and several:
            fields.setdefault(name, []).append(message(value, form, {}) if isinstance(form, dict) else form(value))
        elif wire == tag & 7:  # a message that comes again is merged
            fields[name] = message(value, form, fields.get(name, {})) if isinstance(form, dict) else form(value)
        elif several and tag & 7 == 2:  # packed
            packed = fields.setdefault(name, [])
            while value.left():
                packed.append(form(WIRE_TYPES[wire](value)))
    return fields
def protobuf_payload(chunk, r):
    r.need(chunk.compression == 0, "compression", "this payload is never compressed as a whole")
    body, types = message(r, BODY, {}), []
    strings, described = body.get("strings", []), body.get("types", [])
    r.bounded("string-count", 0, LIMITS["strings"], len(strings))
    r.bounded("type-count", 0, LIMITS["types"], len(described))
    r.bounded("string-length", 0, MAX_TEXT, max(map(len, strings), default=0))
    texts = numbered([text(r, data) for data in strings])
    for t in described:
        fields = [checked_field(r, text(r, f.get("name", b"")), f.get("type", 0), f.get("role", 0))
                  for f in t.get("fields", [])]
        r.bounded("field-count", 0, 255, len(fields))
        version = r.bounded("type-version", 1, 0xFFFF, t.get("version", 0))
        unknown = unknown_in([(f.get("type", 0), f.get("role", 0)) for f in t.get("fields", [])]) or next((
            f"predictor {p}" for f in t.get("fields", []) if (p := f.get("column", {}).get("predictor", 0)) > 2), None)
        types.append(checked_type(r, text(r, t.get("name", b"")), version, fields, unknown))
    def pages():
        codes = [code for code, in protobuf_rows(r, chunk.records, ORDER, [body.get("order", {})], texts)]
        r.need(not codes or 0 <= min(codes) and max(codes) < len(types), "row-type", "a row is of no type")
        counts, chunk.unread = collections.Counter(codes), {}
        for code in sorted(counts):
            if types[code].unknown: not_read(chunk, types[code], types[code].unknown, counts[code])
        yield [code for code in codes if not types[code].unknown], {
            i: protobuf_rows(r, counts[i], one, [f.get("column", {}) for f in t.get("fields", [])], texts)
            for i, (one, t) in enumerate(zip(types, described)) if not one.unknown}
    return types, texts, pages
def protobuf_rows(r, n, one, columns, texts):
    """Rows of a type; of each row the record time is decoded first, then strings and enums, then the others."""
    kinds, places = [f.kind for f in one.fields], range(len(columns))
    earlier = [{j for j in places if kinds[j] <= LONG and i != one.time
                and (j == one.time or j > i and kinds[i] not in (STRING, ENUM))} for i in places]
    steps = [protobuf_steps(r, n, c, allowed) for c, allowed in zip(columns, earlier)]
    contents = [Reader(c.get("content", b""), 0, len(c.get("content", b""))) for c in columns]
    ids, row = (min(texts), max(texts)), [c.get("start", 0) for c in columns]
    plan = [(i, columns[i].get("predictor", 0), columns[i].get("reference", 0), *RANGES.get(kinds[i], ids))
            for i in sorted(places, key=lambda i: (i != one.time, -i))]
    for _ in range(n):
        for i, predictor, reference, least, most in plan:
            row[i] = wrap(next(steps[i]) + (row[i] if predictor == 1 else row[reference] if predictor else 0))
            r.need(least <= row[i] <= most, "value", f"{row[i]} is not {least} to {most}")
        yield tuple(value if kind != BYTES else content.take(value - 1) if value else None
                    for value, kind, content in zip(row, kinds, contents))
    r.need(not any(content.left() for content in contents), "content", "more bytes than the lengths say")
def protobuf_steps(r, n, c, earlier):
    """The n steps of a column, checked."""
    predictor, reference, base, runs = (c.get(name, 0) for name in ("predictor", "reference", "base", "runs"))
    r.bounded("predictor", 0, 2, predictor)
    r.need(reference in earlier if predictor == 2 else reference == 0, "reference", f"to field {reference}")
    r.need(predictor == 1 or c.get("start", 0) == 0, "start", "of a column without delta")
    r.need(not c.get("values") or not c.get("words"), "items", "values and words")
    items = c.get("values") or c.get("words", [])
    if runs:
        r.need(len(items) == len(runs) and 0 not in runs and sum(runs) == n, "runs", f"do not make {n} rows")
        return (base + item for item, run in zip(items, runs) for _ in range(run))
    r.need(not items or len(items) == n, "items", f"{len(items)} for {n} rows")
    return (base + item for item in items) if items else itertools.repeat(base, n)
PAYLOADS = {1: binary_payload, 2: protobuf_payload}
def decode(chunk):
    """Lines of a chunk's records, all or none: everything is checked before the first is returned."""
    if chunk.records == 0 and chunk.body.left() == 0:
        return iter(())  # nothing but the producer's totals
    chunk.body.need(chunk.serializer in PAYLOADS, "serializer", f"no decoder for id {chunk.serializer}")
    types, texts, pages = PAYLOADS[chunk.serializer](chunk, chunk.open_body())
    for rows in (rows for _, groups in pages() for rows in groups.values()):
        collections.deque(rows, 0)  # pages are decoded twice, so that memory stays that of one
    return (line for codes, groups in pages() for line in lines(types, texts, codes, groups, chunk.clock_offset))

# ---- JSON form ----
LONG_AS_STRING, BARE, CHUNK_TEXT = False, False, 64 << 20  # behind so many bytes no record of a chunk is begun
def number(value):
    """A double as ECMAScript prints it, but -0 as -0.0 and what is not finite as a string."""
    if not math.isfinite(value):
        return {math.inf: '"Infinity"', -math.inf: '"-Infinity"'}.get(value, '"NaN"')
    if value == 0: return "-0.0" if math.copysign(1, value) < 0 else "0"
    sign, digits, exponent = decimal.Decimal(repr(value)).as_tuple()  # repr is the shortest
    digits, point = "".join(map(str, digits)).rstrip("0"), len(digits) + exponent  # 0.digits * 10^point
    if point > 21 or point <= -6: return "-" * sign + f"{digits[0]}.{digits[1:]}".rstrip(".") + f"e{point - 1:+}"
    if point <= 0: return "-" * sign + "0." + "0" * -point + digits
    return "-" * sign + f"{digits[:point].ljust(point, '0')}.{digits[point:]}".rstrip(".")
quoted = json.encoder.encode_basestring  # lone surrogates are escaped when the line is encoded
def json_value(kind, value, texts):
    if value is None or kind in (STRING, ENUM) and value == 0:
        return "null"
    match kind:
        case 1: return "true" if value else "false"
        case 4: return quoted(chr(value))
        case 6: return f'"{value}"' if LONG_AS_STRING else str(value)
        case 7: return number(struct.unpack("<f", struct.pack("<i", value))[0])
        case 8: return number(struct.unpack("<d", struct.pack("<q", value))[0])
        case 9 | 10: return quoted(texts[value])
        case 11: return quoted(base64.b64encode(value).decode())
    return str(value)
def lines(types, texts, codes, groups, clock_offset):
    for code in codes:
        cells = ['"type":' + quoted(types[code].name)]
        for f, value in zip(types[code].fields, next(groups[code])):
            value = wrap(value + clock_offset) if f.role in (INSTANT, RECORD_TIME) else value
            cells.append(f"{quoted(apart(f.name))}:{json_value(f.kind, value, texts)}")
        yield "{" + ",".join(cells) + "}\n"

# ---- Output: records with their producers, for a terminal ----
UNSAFE = re.compile("[\0-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")
def safe(line): return UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", line)  # controls, changes of direction
def apart(name): return name if BARE else re.sub(r"^_+(producer(Id)?|attributes)\Z", r"_\g<0>", name)  # a field of our own name
def printed(chunk, records):
    """The bytes of each record of a chunk; what follows behind CHUNK_TEXT bytes is damage."""
    size, name = 0, "null" if chunk.name is None else quoted(chunk.name)
    said = safe(",".join(f"{quoted(key)}:{quoted(value)}" for key, value in chunk.attributes.items()))
    said = said and f'"_attributes":{{{said}}},'
    for line in records:
        chunk.body.need(size < CHUNK_TEXT, "chunk-text", f"the records behind {size} bytes of text are left out")
        if not BARE:
            line = f'{{"_producer":{safe(name)},"_producerId":"{chunk.producer:016x}",{said}{safe(line[1:-1])}\n'
        yield (line := line.encode("utf-8", "backslashreplace"))
        size += len(line)

# ---- Command ----
def keys_in(name):
    lines = [line.strip() for line in pathlib.Path(name).read_text("ascii").splitlines()]
    keys = [base64.b64decode(line, validate=True) for line in lines if line and not line.startswith("#")]
    if not 32 <= min(map(len, keys)) <= max(map(len, keys)) <= 64: raise ValueError("wrong length")
    return keys
def contents(name):
    with open(name, "rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if os.path.getsize(name) else file.read()
def main(names, out, err):
    """Prints what the files hold, a chunk that comes again only once; returns the exit code."""
    last, damages = {}, 0  # by producer and sequence what came last: other bytes are a conflict, and are printed too
    key = os.urandom(32)  # without a secret, whoever knows a chunk could make another one with the same hash
    for name in names:
        for position, length, found in scan(contents(name)):
            try:
                chunk = None if isinstance(found, str) else Chunk(found)
                mark = chunk and hashlib.blake2b(found, digest_size=16, key=key).digest()
                if chunk and last.get((chunk.producer, chunk.sequence)) != mark:
                    records = decode(chunk)  # all of it is sound, or nothing is printed
                    last[chunk.producer, chunk.sequence] = mark
                    out.writelines(printed(chunk, records))
                    found = "; ".join(f"{rows} records of {kind} not read: {what}" for kind, what, rows in chunk.unread.values())
            except Malformed as e:
                found = str(e)
            if isinstance(found, str) and found:
                damages += 1
                print(safe(f"decode.py: {name}@{position}: {found}, {length} bytes"), file=err)
    out.flush()
    if not last:
        print(safe(f"decode.py: {' '.join(names)}: no chunk"), file=err)
    return 2 if not last else 1 if damages else 0

if __name__ == "__main__":
    options = dict(argument.partition("=")[::2] for argument in sys.argv[1:] if argument.startswith("-"))
    files, code = [argument for argument in sys.argv[1:] if not argument.startswith("-")], 2
    LONG_AS_STRING, BARE = (options.pop(name, None) == "" for name in ("--long-as-string", "--bare"))
    most, key_file = options.pop("--chunk-text", str(CHUNK_TEXT)), options.pop("--verify-key", None)
    try:
        KEYS = keys_in(key_file) if key_file is not None else []
        if files and not options and most.isdecimal():
            CHUNK_TEXT = int(most)
            code = main(files, sys.stdout.buffer, sys.stderr)
        else:
            print("usage: decode.py [--long-as-string] [--bare] [--chunk-text=BYTES] [--verify-key=FILE] FILE...", file=sys.stderr)
    except BrokenPipeError:
        os._exit(0)  # whoever read the lines has had enough
    except ValueError:
        print(safe(f"decode.py: {key_file}: must hold lines of 32 to 64 bytes in base64"), file=sys.stderr)
    except OSError as e:
        print(safe(f"decode.py: {e.filename}: {e.strerror}"), file=sys.stderr)
    sys.exit(code)
