"""The test vectors: name, what it shows, chunks, and the records they must decode to."""
import base64
import json

import annotated
from encoder import *

VECTORS = []


class Vector:
    """`unread` is of records that a decoder of this version cannot read: (how many, type, what is not known)."""

    def __init__(self, name, shows, data, lines, unread=()):
        self.name, self.shows, self.data, self.lines = name, " ".join(shows.split()), data, lines
        self.unread = [f"{count} records of {kind} not read: {unknown}" for count, kind, unknown in unread]


def json_text(text):
    if text is None:
        return "null"
    encoded = json.dumps(text, ensure_ascii=False)
    return "".join(c if not 0xD800 <= ord(c) < 0xE000 else "\\u%04x" % ord(c) for c in encoded)


def json_value(kind, value):
    if kind == "boolean":
        return "true" if value else "false"
    if kind in ("float", "double"):
        return value[1]
    if kind == "bytes" and value is not None:
        return '"' + base64.b64encode(value).decode("ascii") + '"'
    return json_text(value) if kind in ("string", "enum", "char", "bytes") else str(int(value))


def lines(types, rows, clock=0):
    out = []
    for code, values in rows:
        one = types[code]
        text = '{"type":"%s.%d"' % (one.name, one.version)
        for (name, kind, role), value in zip(one.fields, values):
            value = signed64(value + clock) if role in ("instant", "record_time") else value
            text += ",%s:%s" % (json_text(name), json_value(kind, value))
        out.append(text + "}")
    return out


def vector(name, shows, types, rows, how=None, clock=0, account=None, compress=False, header=None, unread=(),
           hidden=(), **more):
    """A chunk of the binary payload; rows of a single type may be given without its index. The rows with the indexes
    `hidden` cannot be read."""
    types = types if isinstance(types, list) else [types]
    rows = [row if isinstance(row, tuple) else (0, row) for row in rows]
    payload = body(types, rows, how, **more)
    account = accounting(emitted=len(rows), clock=clock) if account is None else account
    make = lz4_chunk if compress else chunk
    data = make(payload, len(rows), account=account, **(header or {}))
    VECTORS.append(Vector(name, shows, data, lines(types, visible(rows, hidden), clock), unread))


def visible(rows, hidden):
    return [row for i, row in enumerate(rows) if i not in hidden]


def longs(name, shows, values, packing, **arguments):
    vector(name, shows, Type("t", ("v", "long")), [[value] for value in values],
           {(0, 0): dict(packing=packing, **arguments)})


MIN, MAX = -(1 << 63), (1 << 63) - 1
ZSTD = "28b52ffd0068fd0000b00002100101747601020101040b01970105aa02616263020040091c53d704"
NAN = ((0x7FC00000, '"NaN"'), (0x7FF8000000000000, '"NaN"'))

# ---- Chunks ----

EMPTY = Type("t")
VECTORS.append(Vector("empty", """A chunk without records has no body. It tells the totals of its producer, here the
last ones: end flag, seven records emitted.""",
                      chunk(b"", 0, account=accounting(end=True, sequence=3, emitted=7)), []))
VECTORS.append(Vector("empty-body-of-sections", """No records, but a body: a string section and a schema without types.""",
                      chunk(b"\x00\x00\x00", 0), []))
VECTORS.append(Vector("empty-unknown-serializer", """Without records and without a body the serializer id does not matter;
200 is for private use.""", chunk(b"", 0, serializer=200), []))
VECTORS.append(Vector("empty-compressed", """Nor does the compression of a body, 15 here, if there is none; the raw length must
be in its range all the same.""", chunk(b"", 0, compression=15, raw=1), []))
VECTORS.append(Vector("schema-without-records", """A type that no record has.""",
                      chunk(body([Type("t", ("v", "long"))], []), 0), []))
VECTORS.append(Vector("annotated", "The chunk that the specification explains byte by byte.", annotated.chunk_bytes(),
                      lines([annotated.TYPE], [(0, row) for row in annotated.ROWS], annotated.CLOCK)))
vector("one-record", """A chunk of one record: a string, an int.""",
       Type("app.request", ("path", "string", "symbol"), ("millis", "int")), [["/cart", 12]])
vector("no-fields", "A type may have no fields: its groups are empty, its records still count.", EMPTY, [[], [], []])
vector("tags-unknown", "Tags with even numbers that a decoder does not know are stepped over, were they 0 or huge.",
       Type("t", ("v", "long")), [[1]], header=dict(tags=tag(100, b"abc") + tag(0, b"") + tag((1 << 64) - 2, bytes(200))))
vector("tags-attributes", "Attributes of the producer, all that have tags of their own and two others; a value may be empty.",
       Type("t", ("v", "long")), [[1]], header=dict(tags=b"".join(
           tag(2 * i + 2, text.encode()) for i, text in enumerate(["shop", "shop-2", "1.7.0", "täst", "4711", ""]))
           + tag(14, b"\x04racka7") + tag(14, b"\x05a.b-c")))
vector("tags-attributes-32", "As many attributes as there may be, the last with the longest name and value.",
       Type("t", ("v", "long")), [[1]], header=dict(tags=b"".join(tag(14, b"\x02a%c" % (65 + i)) for i in range(31))
                                                    + tag(14, b"\x40" + b"n" * 64 + b"v" * 255)))
vector("tags-range", "A chunk that replaces the chunks 3 to 7 of its producer, as it has the tag 16 with a 4 and the sequence 7.",
       Type("t", ("v", "long")), [[1]], account=accounting(sequence=7, emitted=40), header=dict(tags=tag(16, b"\x04")))
vector("tags-range-most", "It replaces all chunks up to the highest sequence there is.",
       Type("t", ("v", "long")), [[1]], account=accounting(sequence=(1 << 63) - 1, emitted=1), header=dict(tags=tag(16, varint((1 << 63) - 1))))
_embedded = chunk(body([Type("t", ("v", "string"))], [(0, ["inner"])]), 1, account=accounting(producer=1))
_near = _embedded[:2] + bytes([_embedded[2] ^ 4]) + _embedded[3:]
_holder = Type("t", ("s", "string"), ("b", "bytes"))
vector("masked", "A mask where none is needed; what follows it is XORed with it, but for the CRC.",
       Type("t", ("v", "string")), [["text"]], header=dict(mask=bytes.fromhex("01020380"), tags=tag(2, b"shop")))
vector("masked-empty", "A mask on a chunk without a body.", EMPTY, [], header=dict(mask=bytes(4)))
vector("masked-magic", "Texts with the magic in them, which a mask takes away.",
       Type("t", ("v", "bytes")), [[MAGIC], [b"S\xf9\xf9M"], [b"\xf9" * 9]])
vector("masked-chunk", "Byte arrays that hold a chunk, and one with a bit of its magic flipped: only the outer chunk is read.",
       _holder, [["x", _embedded], [None, _near + _near]])
vector("masked-lz4", "The same in an LZ4 body.", _holder, [["x", _embedded], [None, _near + _near]], compress=True)
for _name, _shows, _frame in (
        ("body", "The whole body is one zstd frame, here of one block that is not compressed.", stored_zstd),
        ("rle", "A zstd frame of a raw block and one of repeated bytes, without a content size.", lambda data: bytes.fromhex(
            "28b52ffd0058") + ((len(data) - 40) << 3).to_bytes(3, "little") + data[:-40] + (40 << 3 | 3).to_bytes(3, "little") + b"a"),
        ("window", "A frame whose window is the largest there may be, 64 MiB.", lambda data: bytes.fromhex(
            "28b52ffd0080") + (len(data) << 3 | 1).to_bytes(3, "little") + data),
        ("compressed", "A zstd frame of one compressed block, made by the zstd command.", lambda data: bytes.fromhex(ZSTD))):
    _data = body([Type("t", ("v", "bytes"))], [(0, [b"abcabcabcabc" * 9 + b"a" * 40])])
    VECTORS.append(Vector("zstd-" + _name, _shows, chunk(_frame(_data), 1, compression=2, raw=len(_data)),
                          lines([Type("t", ("v", "bytes"))], [(0, [b"abcabcabcabc" * 9 + b"a" * 40])])))
vector("base64", "Byte arrays whose base64 has + and /, and each padding.", Type("t", ("v", "bytes")),
       [[bytes.fromhex("fbefbe")], [bytes.fromhex("ffffff")], [bytes.fromhex("fbff")], [bytes.fromhex("ff")]])
vector("lz4-body", "The whole body is one LZ4 block (compression 1); the header has its raw length.",
       Type("t", ("v", "string")), [["abcabcabcabcabcabcabcabcabcabc"], ["xyz"]], compress=True)
vector("lz4-body-static", "An LZ4 body has no history, though its strings name generation 1; its table is plain.",
       Type("t", ("v", "string")), [["ab" * 300], ["sluice.operation_execution"]], compress=True, generation=1, static=STATIC)
vector("lz4-table", "The string table is an LZ4 block; its overlapping matches reach back 1 and 3 bytes.",
       Type("t", ("v", "string")), [["a" * 300], ["abc" * 100], [None]], method=1)
vector("lz4-table-static", """An LZ4 table of generation 1: the static text is the history, so that matches reach back into it.""",
       Type("t", ("v", "string")), [["sluice.operation_execution.signature"], ["totalStartedThreadCounter"]], method=1, generation=1)
vector("static-strings", "Strings by static ids, the first, the empty one, and the last; and one of the chunk's own.",
       Type(STATIC[0], ("time", "string"), ("name", "enum")), [[STATIC[-1], "own"], ["", STATIC[1]], [None, None]],
       generation=1, static=STATIC)
for _name, _shows, _block, _text in (
        ("late-match", "A match that begins 11 bytes before the end of the block.", b"\x12a\1\0\x50bbbbb", "aaaaaaabbbbb"),
        ("last-match", "A match up to the end: the last literals are none.", b"\x15a\1\0\0", "aaaaaaaaaa"),
        ("last-token", "The low four bits of the last token mean nothing.", b"\x15a\1\0\x1fb", "aaaaaaaaaab"),
        ("all-literals", "Nothing but literals, more than 15 + 255 of them.", lz4_sequence(bytes(range(65, 91)) * 11),
         "ABCDEFGHIJKLMNOPQRSTUVWXYZ" * 11),
        ("long-match", "A match of 4 + 15 + 255 + 26.", b"\x1fa\1\0\xff\x1a\x10b", "a" * 301 + "b")):
    _rest = varint(1) + signed(-1 - STATIC.index("name")) + b"\1\1" + signed(-1 - STATIC.index("time")) + b"\x09"
    _table = varint(len(_text)) + wtf8(_text)
    _prefix = len(varint(len(_text)))
    _block = bytes([_block[0] + (_prefix << 4)]) + varint(len(_text)) + _block[1:] if _block[0] < 0xE0 else lz4_sequence(_table)
    VECTORS.append(Vector("lz4-" + _name, _shows, chunk(
        b"\1\1" + varint(len(_table) << 2 | 1) + varint(len(_block)) + _block + _rest + b"\1\2" + column([1], "constant"), 1),
        lines([Type("name", ("time", "string"))], [(0, [_text])])))
_two = [(Type("t", ("v", "long")), [[1], [2]], 0), (Type("t", ("v", "long")), [[3]], 1)]
VECTORS.append(Vector("two-chunks", "Two chunks of one producer behind one another are a file.",
                      b"".join(chunk(body([t], [(0, r) for r in rows]), len(rows), account=accounting(sequence=s))
                               for t, rows, s in _two), lines([_two[0][0]], [(0, [v]) for v in (1, 2, 3)])))
_one = chunk(body([_two[0][0]], [(0, [1])]), 1)
VECTORS.append(Vector("duplicate-chunk", """The same chunk three times, as a transport may deliver it; a reader knows it
by producer and sequence and prints it once.""", _one * 3, lines([_two[0][0]], [(0, [1])])))

_range = chunk(body([_two[0][0]], [(0, [1]), (0, [2])]), 2, account=accounting(sequence=1, emitted=2), tags=tag(16, b"\x01"))
_first = chunk(body([_two[0][0]], [(0, [1])]), 1, account=accounting(emitted=1))
VECTORS.append(Vector("range-beside-original", """A chunk, then the range that replaces it and the next one, then both again. The range has other
bytes than the chunk, so a reader that does not trust it prints both, once each: what comes again has the bytes that came last under its sequence.""",
                      _first + _range + _first + _range, lines([_two[0][0]], [(0, [1]), (0, [1]), (0, [2])])))
_forged = chunk(body([_two[0][0]], []), 0, account=accounting(sequence=(1 << 63) - 1, emitted=0, end=True), tags=tag(16, varint((1 << 63) - 1)))
VECTORS.append(Vector("range-hides-nothing", """An empty chunk that says to replace all that its producer will ever send; the chunk that follows
is printed all the same.""", _forged + _first, lines([_two[0][0]], [(0, [1])])))

# ---- Accounting ----

FLAGS = {
    "plain": dict(),
    "end": dict(end=True),
    "drops": dict(drops={0: 1, 7: 200}),
    "drops-all": dict(drops={cause: cause * 1000 + 1 for cause in range(8)}),
    "drops-unknown": dict(drops={8: 5, 63: 6}),
    "reason": dict(reason=3),
    "reason-unknown": dict(reason=15),
    "drops-none": dict(flags=2, rest=b"\x00"),
    "times": dict(times=(-5, 1000)),
    "times-extreme": dict(times=(MIN, MAX)),
    "name": dict(name="täst".encode()),
    "name-empty": dict(name=b""),
    "name-64": dict(name=b"n" * 64),
    "everything": dict(end=True, drops={2: 5}, times=(100, 300), name=b"shop-1", sequence=MAX, emitted=MAX,
                       producer=0xFFFFFFFFFFFFFFFF),
}
for _name, _arguments in FLAGS.items():
    vector("accounting-" + _name, f"Accounting block: {_name.replace('-', ', ')}.", Type("t", ("v", "int")), [[1]],
           account=accounting(**{"emitted": 1, **_arguments}))

# ---- Types ----

ALL = [  # name, type, values
    ("boolean", [False, True, True]),
    ("byte", [-128, 127, 0]),
    ("short", [-32768, 32767, 0]),
    ("char", ["\0", "\uffff", "A"]),
    ("int", [-(1 << 31), (1 << 31) - 1, 0]),
    ("long", [MIN, MAX, 0]),
    ("float", [(1.5, "1.5"), (-0.0, "-0.0"), NAN[0]]),
    ("double", [(0.1, "0.1"), (-0.0, "-0.0"), NAN[1]]),
    ("string", [None, "", "text"]),
    ("enum", ["RED", None, "GREEN"]),
    ("bytes", [None, b"", b"\x00\xff\x10"]),
]
for _kind, _values in ALL:
    vector("type-" + _kind, f"Values of type {_kind}: extremes and what is special.", Type("t", ("v", _kind)),
           [[value] for value in _values])
vector("types-all", "All types in one record; texts come first in the group, each kind from the last field on.",
       Type("t", *[("f" + kind, kind) for kind, _ in ALL]), [[values[i] for _, values in ALL] for i in range(3)])
vector("float-bits", "A NaN with a payload, infinities, the smallest and largest floats; each keeps its raw bits.",
       Type("t", ("v", "float")),
       [[v] for v in ((0x7FA00001, '"NaN"'), (-1, '"NaN"'), (0x7F800000, '"Infinity"'), (-8388608, '"-Infinity"'),
                      (1, "1.401298464324817e-45"), (0x7F7FFFFF, "3.4028234663852886e+38"),
                      (0x3DCCCCCD, "0.10000000149011612"))])
vector("double-text", "Doubles as ECMAScript prints them, and -0 as -0.0.", Type("t", ("v", "double")),
       [[v] for v in ((0.0, "0"), (1.0, "1"), (-1.0, "-1"), (1e21, "1e+21"), (123456789012345680000.0, "123456789012345680000"),
                      (999999999999999900000.0, "999999999999999900000"), (1e-6, "0.000001"), (1e-7, "1e-7"),
                      (1.5e-7, "1.5e-7"), (5e-324, "5e-324"), (1.7976931348623157e308, "1.7976931348623157e+308"),
                      (2.2250738585072014e-308, "2.2250738585072014e-308"), (9007199254740993.0, "9007199254740992"),
                      (9007199254740991.0, "9007199254740991"), (1e22, "1e+22"), (0.1 + 0.2, "0.30000000000000004"),
                      (100.0, "100"), (1234.5678, "1234.5678"), (4.35, "4.35"), (2e-323, "2e-323"),
                      (645.93878173828125, "645.9387817382812"), (207.227325439453125, "207.22732543945312"),
                      (-185.425811767578125, "-185.42581176757812"), (0.000030517578125, "0.000030517578125"),
                      (float("inf"), '"Infinity"'), (float("-inf"), '"-Infinity"'), (0x7FF0000000000001, '"NaN"'),
                      (-1, '"NaN"'))])
vector("instants", """Instants are stored as the producer's clock gave them; the header's clock offset is added on decoding,
modulo 2^64. A column is predicted from the stored values, not from the lifted ones.""",
       Type("t", ("start", "long", "instant"), ("end", "long", "record_time"), ("plain", "long")),
       [[90, 100, 100], [150, 170, 170], [MAX, MIN, 0]], {(0, 0): dict(packing="varint", predictor="reference", field=1)},
       clock=1_700_000_000_000_000_000)
vector("instants-negative-offset", "The clock offset may be negative.", Type("t", ("time", "long", "record_time")),
       [[100], [50]], clock=-1000)

# ---- Strings ----

vector("strings-special", """null, the empty string, a null character, what JSON escapes, two, three and four byte
characters, characters that are not escaped.""", Type("t", ("v", "string")),
       [[v] for v in (None, "", "\0", '"\\/\b\f\n\r\t\x1f', "ä", "€", "\U0001F600", "\u007f\u0080\u2028\u2029\ufeff", "a" * 10)])
vector("strings-lone-surrogates", """A lone surrogate is kept as its three bytes (WTF-8) and printed as an escape. Low before
high is no pair.""", Type("t", ("v", "string"), ("c", "char")),
       [["\ud800", "\ud800"], ["a\udfffb", "\udfff"], ["\udc00\ud800", "x"], ["\ud83d\ud83d", "\udbff"], ["\U0001F600\udc00", "y"]])
vector("strings-64k", "A string and a byte array of 65 536 bytes, the longest there may be.",
       Type("t", ("v", "string"), ("b", "bytes")), [["x" * 65536, bytes(65536)], ["€" * 21845 + "x", b""]], compress=True)
vector("strings-field-names", "Field names may be any text but `type`: quotes, spaces, 255 bytes, a lone surrogate.",
       Type("t", ('a "quoted" name', "int"), ("n" * 255, "int"), ("\ud800", "int"), ("Type", "int")), [[1, 2, 3, 4]])
vector("strings-unused", "Strings of the table that nothing refers to do no harm.", Type("t", ("v", "int")), [[1]])
VECTORS[-1] = Vector(VECTORS[-1].name, VECTORS[-1].shows, chunk(
    table(["t", "v", "unused", "unused"]) + varint(1) + signed(1) + varint(1) + varint(1) + signed(2) + b"\x05" + varint(1)
    + varint(2) + column([1], "constant"), 1), VECTORS[-1].lines)

# ---- Schema ----

vector("schema-name", "The longest type name (200 characters) and the highest version.",
       Type("a" + ".b" * 99 + "c", ("v", "int"), version=65535), [[1]])
vector("schema-255-fields", "A type may have 255 fields.", Type("t", *[(f"f{i}", "byte") for i in range(255)]),
       [[i % 128 for i in range(255)]], {(0, i): dict(packing="constant") for i in range(255)})
vector("schema-1024-types", "A chunk may have 1024 types; rows of the first, the last and one between.",
       [Type(f"t{i}", ("v", "int")) for i in range(1024)], [(1023, [1]), (0, [2]), (511, [3]), (1023, [4])],
       {"types": dict(packing="varint")}, method=1)
vector("schema-16384-fields", "All types together may have 16 384 fields.",
       [Type(f"t{k}", *[(f"f{i}", "int") for i in range(255 if k < 64 else 64)]) for k in range(65)],
       [(64, list(range(64)))], {"types": dict(packing="constant")}, compress=True)
vector("schema-versions", "Two versions of a type in one chunk are two types: the later has a field added, one removed.",
       [Type("t", ("a", "int"), ("b", "string"), version=1), Type("t", ("b", "string"), ("c", "double"), version=2)],
       [(0, [1, "x"]), (1, ["y", (2.0, "2")]), (0, [3, None])])
vector("schema-reordered", "The same fields in another order, and int where the other has long: fields match by name.",
       [Type("t", ("b", "long"), ("a", "float")), Type("t", ("a", "float"), ("b", "int"), version=2)],
       [(0, [5, (0.5, "0.5")]), (1, [(0.25, "0.25"), 6])])
vector("schema-same-type-twice", "The same name and version may stand twice in a schema; each has its own group.",
       [Type("t", ("v", "int")), Type("t", ("v", "int"))], [(0, [1]), (1, [2]), (0, [3])])

# ---- Pages ----

_op = Type("app.op", ("name", "string", "symbol"), ("tin", "long", "instant"), ("tout", "long", "record_time"))
_log = Type("app.log", ("at", "long", "record_time"), ("text", "string"))
_tick = Type("app.tick", ("n", "int"))
vector("interleaved", """Three types interleaved, one without a record time. The types column keeps the order of rows, the
times column has the record times of the rows that have one.""", [_op, _log, _tick],
       [(0, ["a", 90, 100]), (2, [1]), (1, [110, "hello"]), (0, ["b", 105, 120]), (0, ["a", 130, 140]), (2, [2]),
        (1, [150, None])], {"types": dict(packing="frame"), "times": dict(packing="varint", predictor="delta")}, clock=1000)
vector("interleaved-runs", "The types column as runs.", [_log, _tick],
       [(0, [i, "x"]) for i in range(70)] + [(1, [i]) for i in range(70)],
       {"types": dict(packing="runs"), (1, 0): dict(packing="frame", predictor="delta"), (0, 1): dict(packing="constant"),
        "times": dict(packing="frame")})
vector("pages-uneven", "Pages may have any number of rows from 1 to 2048; here 1, and widths change from page to page.",
       Type("t", ("v", "long")), [[i * i] for i in range(5)], {(0, 0): dict(packing="frame")}, page_rows=1)
for _n in (1, 2, 8, 9, 63, 64, 65, 2047, 2048, 2049):
    vector(f"rows-{_n}", f"{_n} rows: " + (
        "frame with delta on one column, runs on another, dictionary on a third." if _n not in (1, 2049) else
        "a page of a single row, for which frame, runs and constant do." if _n == 1 else
        "a page of 2 048 and one of a single row, all columns as frames."),
           Type("t", ("a", "long"), ("b", "int"), ("c", "short")), [[i * 3 + i % 5, i // 7, i % 3 * 1000] for i in range(_n)],
           {(0, 0): dict(packing="frame", predictor="delta") if _n > 1 else dict(packing="frame"),
            (0, 1): dict(packing="runs", values_as="constant" if _n < 8 else "frame", lengths_as="frame"),
            (0, 2): dict(packing="dictionary") if _n > 1 else dict(packing="constant")}
           if _n != 2049 else {(0, 0): dict(packing="frame"), (0, 1): dict(packing="frame"), (0, 2): dict(packing="frame")})
vector("rows-65536", "The most records of a chunk, in 32 pages of constants.", Type("t", ("v", "long")), [[7]] * 65536,
       {(0, 0): dict(packing="constant")}, compress=True)

# ---- Packings ----

longs("constant", "Packing constant: one signed varint for all rows.", [-300] * 5, "constant")
longs("constant-extremes", "The lowest long as a varint of ten bytes.", [MIN] * 2, "constant")
longs("varint", "Packing varint: one signed varint each.", [0, -1, 1, -64, 64, MIN, MAX], "varint")
longs("raw", "Packing raw: eight bytes each, little-endian.", [0, -1, 1, MIN, MAX, 0x0102030405060708], "raw")
longs("runs", "Packing runs: values and lengths minus 1, each a column of its own.", [5, 5, 5, -1, -1, 9], "runs")
longs("runs-one", "A single run over all rows.", [4] * 2048, "runs", values_as="constant", lengths_as="constant")
longs("runs-each", "As many runs as rows.", [1, 2, 3, 4], "runs", values_as="frame", lengths_as="constant")
longs("runs-wrap", "Runs after delta: the differences repeat.", [0, 7, 14, 21, 20, 19], "runs", predictor="delta",
      lengths_as="dictionary")
longs("dictionary-2", "A dictionary of two entries: indexes of 1 bit.", [1000, -1000, 1000, 1000], "dictionary")
longs("dictionary-3", "Three entries: indexes of 2 bits, 3 is no index.", [1, 100, 10000, 100, 1], "dictionary")
longs("dictionary-256", "256 entries: indexes of 8 bits.", [(i * 37 % 256) ** 3 for i in range(300)], "dictionary")
longs("dictionary-extremes", "Entries reach from the lowest to the highest long; a step is an unsigned varint.",
      [MIN, MAX, 0, MIN, MAX], "dictionary")
_UNUSED = b"\3\2" + signed(0) + varint(1 << 20) + b"\0"  # the entries 0 and 2^20 + 1; eight indexes 0
vector("dictionary-unused", """Entries outside the range of the type that no index names: they are no values of the column. The
last column has them in runs.""", Type("t", ("z", "boolean"), ("b", "byte"), ("c", "char"), ("s", "string"), ("e", "enum"),
                                       ("y", "bytes"), ("r", "boolean")), [[False, 0, "\0", None, None, None, False]] * 8,
       {(0, i): _UNUSED for i in range(6)} | {(0, 6): b"\2" + varint(3) + _UNUSED + b"\5" + signed(5) + signed(0) * 2})
for _width in (0, 1, 2, 7, 8, 9, 31, 32, 33, 63, 64):
    _top = (1 << _width) - 1
    longs(f"frame-width-{_width}", f"Packing frame with blocks of {_width} bits, one full block and one of 3 values.",
          [signed64(10 + (i * 0x9E3779B97F4A7C15 & _top)) for i in range(63)] + [signed64(10 + _top)] + [10, 10, 10], "frame",
          width=_width, base=10)
longs("frame-wrap", "base plus offset wraps around modulo 2^64.", [MAX, MIN, MAX - 1, MIN + 5], "frame", width=4, base=MAX - 2)
longs("frame-repeat", "The second and third block repeat width and base of the first (head 127).",
      [20 + i % 16 for i in range(150)], "frame", width=4, base=20, repeat=True)
longs("frame-repeat-exceptions", "A repeated block with exceptions (head 255).",
      [i % 16 if i % 50 else 1000 + i for i in range(150)], "frame", width=4, base=0, repeat=True)
longs("frame-exceptions", "Exceptions: the high bits of values that do not fit into the width.",
      [i % 4 for i in range(30)] + [1000, 2, 900, 3], "frame", width=2, base=0)
longs("frame-exceptions-all", "Every value of a block is an exception; one bit more each.", [4 + i % 4 for i in range(64)],
      "frame", width=2, base=0)
longs("frame-exceptions-width-0", "Exceptions on a width of 0, of 58 bits, the most there are.", [7, 7, 7 + (1 << 57), 7],
      "frame", width=0, base=7)
longs("frame-exceptions-63", "Exceptions of 1 bit on a width of 63.", [MIN, -1, 0, MAX], "frame", width=63, base=MIN)
longs("frame-exceptions-short-block", "An exception at the last place of the last, shorter block.",
      [0] * 64 + [1, 0, 500], "frame", width=1, base=0)

# ---- Predictors ----

for _packing in PACKINGS:
    _values = [100 + 7 * i for i in range(20)] if _packing == "constant" else [100 + i * i % 11 for i in range(20)]
    longs(f"delta-{_packing}", f"Predictor delta with packing {_packing}.", _values, _packing, predictor="delta")
    _rows = [[_v, _v + (3 if _packing == "constant" else _v % 5)] for _v in _values]
    vector(f"reference-{_packing}", f"Predictor reference with packing {_packing}: the difference to a later field.",
           Type("t", ("a", "long"), ("b", "int")), _rows, {(0, 0): dict(packing=_packing, predictor="reference", field=1)})
    _keys = ["x", "y", "x", None, "z", "y", "x", None, "z", "y"]
    _at = {"x": 1000, "y": -5, "z": 77, None: 0}
    _rows = []
    for _i, _key in enumerate(_keys):
        _at[_key] += 10 if _packing == "constant" else _i % 3
        _rows.append([_key, _at[_key]])
    if _packing == "constant":  # each key first seen is predicted from the row before
        _rows, _last, _before = [], {}, 50
        for _key in _keys:
            _before = _last[_key] = _last.get(_key, _before) + 10
            _rows.append([_key, _before])
    vector(f"keyed-{_packing}", f"""Predictor keyed with packing {_packing}: the difference to the latest row with the same
text in another column, or to the row before if there is none. null is a key like others.""",
           Type("t", ("k", "string"), ("v", "long")), _rows, {(0, 1): dict(packing=_packing, predictor="keyed", field=0)})
longs("delta-wrap", "Differences wrap around modulo 2^64.", [MIN, MAX, 0, MIN, -1], "varint", predictor="delta")
longs("delta-two", "Two rows: a first value and one difference.", [10, 3], "constant", predictor="delta")
vector("reference-time", "A column predicted from the record time, which stands before all others.",
       Type("t", ("time", "long", "record_time"), ("v", "long")), [[10, 12], [20, 25], [MIN, MAX]],
       {(0, 1): dict(packing="varint", predictor="reference", field=0)})
vector("reference-text", "A text column may be predicted from the record time: ids are numbers like others.",
       Type("t", ("time", "long", "record_time"), ("v", "string")), [[3, "a"], [4, "b"], [5, "c"]],
       {(0, 1): dict(packing="constant", predictor="reference", field=0)})
vector("reference-chain", "A reference to a column that was itself predicted, of narrow types.",
       Type("t", ("a", "char"), ("b", "byte"), ("c", "boolean")), [["b", 97, True], ["c", 98, True], ["A", 65, False]],
       {(0, 0): dict(packing="varint", predictor="reference", field=1),
        (0, 1): dict(packing="varint", predictor="reference", field=2)})
vector("keyed-text", "A text column keyed by a later one, and an enum as key.",
       Type("t", ("a", "string"), ("b", "enum"), ("v", "int")),
       [["p", "A", 1], ["q", "B", 50], ["p", "A", 2], ["q", "B", 51], ["p", "A", 3]],
       {(0, 0): dict(packing="varint", predictor="keyed", field=1), (0, 2): dict(packing="varint", predictor="keyed", field=1)})
vector("keyed-bytes", "The lengths of byte arrays keyed by a text, and doubles by their raw bits.",
       Type("t", ("k", "string"), ("b", "bytes"), ("d", "double")),
       [["x", b"ab", (1.0, "1")], ["y", None, (2.0, "2")], ["x", b"cd", (1.0, "1")], ["y", None, (2.0, "2")]],
       {(0, 1): dict(packing="varint", predictor="keyed", field=0), (0, 2): dict(packing="varint", predictor="keyed", field=0)})
vector("keyed-pages", "What a key had last is forgotten at the end of a page, and in the group of another type.",
       [Type("t", ("k", "string"), ("v", "int")), Type("u", ("k", "string"), ("v", "int"))],
       [(i % 2, ["x", i]) for i in range(12)],
       {(0, 1): dict(packing="varint", predictor="keyed", field=0), (1, 1): dict(packing="varint", predictor="keyed", field=0)},
       page_rows=6)

# ---- Lengths of columns: in groups of more than 64 rows ----

_MANY = Type("t", ("time", "long", "record_time"), ("a", "bytes"), ("s", "string"), ("b", "bytes"), ("n", "int"))


def many(count):
    return [[i, b"x" * (i % 3), "even" if i % 2 == 0 else None, None if i % 5 else b"yz", 1000 - i] for i in range(count)]


vector("lengths-64", "A group of 64 rows does not tell how long its columns are.", _MANY, many(64))
vector("lengths-65", "One of 65 rows does: the length of a column counts the byte arrays behind it.", _MANY, many(65),
       {(0, 4): dict(packing="frame", predictor="reference", field=0), (0, 3): dict(packing="frame")})
vector("lengths-each", "Two types in one page, of which one has more than 64 rows.",
       [Type("t", ("a", "int"), ("b", "int")), Type("u", ("c", "int"), ("d", "string"))],
       [(1, [i, "x"]) if i % 10 == 0 else (0, [i, -i]) for i in range(100)], {"types": dict(packing="runs")})
vector("lengths-one-column", "A group of one column, which has no length, and one without columns.",
       [Type("t", ("v", "int")), Type("u", ("time", "long", "record_time"))],
       [(0, [i]) for i in range(65)] + [(1, [i]) for i in range(65)], {"types": dict(packing="runs")})
vector("lengths-keyed", "A long that is keyed by a string, which is behind another column.",
       Type("t", ("k", "string"), ("x", "string"), ("v", "long"), ("w", "long")),
       [["a" if i % 2 else "b", "x", i * (7 if i % 2 else 1), i] for i in range(70)],
       {(0, 2): dict(packing="frame", predictor="keyed", field=0)})

# ---- What a later version may add, and what it costs here ----

_OLD = Type("t.old", ("time", "long", "record_time"), ("v", "int"))
_NEW = Type("t.new", ("time", "long", "record_time"), ("a", "int"), ("b", "int"))
_BOTH = [(0, [10, 1]), (1, [20, 5, 6]), (0, [30, 2]), (1, [40, 7, 8]), (1, [50, 9, 9])]
_LOST = dict(hidden=(1, 3, 4))


def unknown(name, shows, what, how=None, new=_NEW):
    vector("unknown-" + name, shows, [_OLD, new], _BOTH, how, clock=1000, unread=[(3, "t.new.1", what)], **_LOST)


unknown("packing", "A column with packing 9: its group is stepped over.", "packing 9", {(1, 1): b"\x09\xff\xff\xff"})
unknown("packing-first", "The same in the column that is decoded first; the other one is not looked at.", "packing 15",
        {(1, 2): b"\x0f\xff", (1, 1): b"\1\xff"})
unknown("predictor", "A column with predictor 4.", "predictor 4", {(1, 1): b"\x45\1"})
unknown("packing-runs", "Runs whose lengths have packing 6.", "packing 6", {(1, 1): b"\2\2\5\2\4\6"})
unknown("type", "A field of type 12: the type's groups are stepped over.", "field type 12", {(1, 1): b"\xff\xff"},
        Type("t.new", ("time", "long", "record_time"), ("a", 12), ("b", "int")))
unknown("type-0", "A field of type 0.", "field type 0", {(1, 1): b""},
        Type("t.new", ("time", "long", "record_time"), ("a", 0), ("b", "int")))
unknown("type-time", "A record time of type 13: its values are in the times column all the same.", "field type 13", {},
        Type("t.new", ("time", 13, "record_time"), ("a", "int"), ("b", "int")))
unknown("role", "A field of role 4.", "field role 4", {}, Type("t.new", ("time", "long", "record_time"), ("a", "int", 4), ("b", "int")))
vector("unknown-pages", "Packing 9 in the second of two pages: the records of the first are read.",
       Type("t", ("v", "int")), [[i] for i in range(5)],
       {(0, 0): b"\x09\xff"}, unread=[(2, "t.1", "packing 9")], hidden=(3, 4), page_rows=[3, 2],
       first={(0, 0): dict(packing="varint")})
vector("unknown-several", "Several things are not known: the first field that has one names it, the type before the role.",
       Type("t", ("a", "int"), ("b", 12, 5), ("c", 13)), [[1, 2, 3]], {(0, 0): b"\x09", (0, 1): b"", (0, 2): b""},
       unread=[(1, "t.1", "field type 12")], hidden=(0,))
vector("unknown-several-role", "A role in the first field, a type in the second, and packing 9 in the column that is decoded first.",
       Type("t", ("a", "int", 4), ("b", 12), ("c", "int")), [[1, 2, 3]], {(0, 0): b"", (0, 1): b"", (0, 2): b"\x09"},
       unread=[(1, "t.1", "field role 4")], hidden=(0,))
vector("unknown-several-pages", "Packing 9 in the first page and 10 in the second: the first one names it.",
       Type("t", ("v", "int")), [[i] for i in range(5)],
       {(0, 0): b"\x0a\xff"}, unread=[(5, "t.1", "packing 9")], hidden=range(5), page_rows=[3, 2], first={(0, 0): b"\x09\xff"})
vector("unknown-all", "A chunk of whose records none can be read is no damage.", Type("t", ("v", 15)), [[1], [2]], {(0, 0): b"\0"},
       unread=[(2, "t.1", "field type 15")], hidden=(0, 1))
vector("unknown-no-rows", "A type without rows that cannot be read costs nothing.", [_OLD, Type("t.new", ("a", 14))], [(0, [10, 1])])

# ---- Payload 2 ----


def protobuf(name, shows, types, rows, how=None, clock=0, payload=None, unread=(), hidden=()):
    types = types if isinstance(types, list) else [types]
    rows = [row if isinstance(row, tuple) else (0, row) for row in rows]
    payload = pb_body(types, rows, how) if payload is None else payload
    data = chunk(payload, len(rows), serializer=2, account=accounting(emitted=len(rows), clock=clock))
    VECTORS.append(Vector("protobuf-" + name, shows, data, lines(types, visible(rows, hidden), clock), unread))


_V = Type("t", ("v", "long"))


def pb_long(*column):
    """A body of the type `t` with a long `v`, whose column is given."""
    field = pb((1, b"v"), (2, 6), (4, b"".join(column)))
    return pb((PB_TYPES, pb((1, b"t"), (2, 1), (3, field))))


protobuf("types-all", "All types in one record.", Type("t", *[("f" + kind, kind) for kind, _ in ALL]),
         [[values[i] for _, values in ALL] for i in range(3)])
protobuf("no-records", "Types and no records.", _V, [])
protobuf("no-fields", "A type without fields.", EMPTY, [[], []])
protobuf("values", "Values with zig-zag, packed.", _V, [[0], [-1], [MIN], [MAX]])
protobuf("values-single", "The same as single fields instead of a packed one.", _V, [[0], [-1], [MIN], [MAX]],
         {(0, 0): dict(single=True)})
protobuf("values-mixed", "Packed and single values, and a packed field of length 0, in the order of the bytes.", _V,
         [[1], [2], [3]], payload=pb_long(pb((5, [zigzag(1)]), (5, zigzag(2)), (5, b""), (5, [zigzag(3)]))))
protobuf("words", "Words: eight bytes each.", _V, [[0], [-1], [MIN], [MAX]], {(0, 0): dict(items="words")})
protobuf("words-single", "A single fixed64.", _V, [[258]],
         payload=pb_long(varint(6 << 3 | 1) + struct.pack("<q", 258)))
protobuf("base", "A base for all items.", _V, [[1_000_000], [1_000_001]], {(0, 0): dict(base=1_000_000)})
protobuf("constant", "No items: all values are the base.", _V, [[7]] * 4, {(0, 0): dict(base=7, items="none")})
protobuf("absent", "An absent column: all values are 0.", _V, [[0]] * 3, payload=pb((PB_TYPES, pb((1, b"t"), (2, 1), (3, pb((1, b"v"), (2, 6)))))))
protobuf("delta", "Predictor DELTA, with a start.", _V, [[100], [107], [90]], {(0, 0): dict(predictor=1)})
protobuf("delta-constant", "DELTA without items: a constant difference.", _V, [[110], [120], [130]],
         {(0, 0): dict(predictor=1, start=100, base=10, items="none")})
protobuf("delta-wrap", "Sums wrap around modulo 2^64.", _V, [[MAX], [MIN], [0], [-1]], {(0, 0): dict(predictor=1)})
protobuf("reference", "Predictor REFERENCE to a later field and to the record time.",
         Type("t", ("a", "long", "instant"), ("b", "int"), ("time", "long", "record_time")), [[98, 5, 100], [190, -3, 200]],
         {(0, 0): dict(predictor=2, field=2), (0, 1): dict(predictor=2, field=2)}, clock=5_000)
protobuf("reference-0", "A reference to field 0, the record time, which is not written as it is the default.",
         Type("t", ("time", "long", "record_time"), ("a", "long")), [[5, 6], [7, 9]],
         {(0, 1): dict(predictor=2, field=0)})
protobuf("runs", "Items with runs.", _V, [[5], [5], [5], [-1], [9], [9]], {(0, 0): dict(runs=True)})
protobuf("runs-delta", "Runs of differences.", _V, [[5], [6], [7], [8], [6]], {(0, 0): dict(runs=True, predictor=1)})
protobuf("interleaved", "Types interleaved, the order as differences in runs.", [_op, _log, _tick],
         [(0, ["a", 90, 100]), (2, [1]), (1, [110, "hello"]), (0, ["b", 105, 120]), (2, [2]), (1, [150, None])],
         {"order": dict(predictor=1, start=0, runs=True)}, clock=1000)
protobuf("strings", "null, empty, a lone surrogate, four bytes; equal strings and unused ones are allowed.",
         Type("t", ("v", "string")), [[None], [""], ["\ud800"], ["\U0001F600"], ["a"]],
         payload=pb((PB_TYPES, pb((1, b"t"), (2, 1), (3, pb((1, b"v"), (2, 9), (4, pb((5, [0, 2, 4, 6, 10]))))))),
                    *((PB_STRINGS, s) for s in (b"", b"\xed\xa0\x80", "\U0001F600".encode(), b"a", b"a", b"unused"))))
protobuf("unknown-fields", "Fields that the definition does not have, of each wire type, and a defined one of another.", _V, [[4]],
         payload=pb((99, b"x")) + varint(98 << 3 | 1) + bytes(8) + varint(97 << 3 | 5) + bytes(4) + pb((96, 5)) +
         pb_long(pb((5, [zigzag(4)]), (1000, 1)) + varint(1 << 3 | 2) + b"\2ab"))
_PB = [Type("t.old", ("v", "int")), Type("t.new", ("a", "int"), ("b", "int"))]
_PB_ROWS = [(0, [1]), (1, [5, 6]), (0, [2]), (1, [7, 8])]
protobuf("unknown-type", "A field of type 12 costs its type.", [_PB[0], Type("t.new", ("a", 12), ("b", "int"))], _PB_ROWS,
         unread=[(2, "t.new.1", "field type 12")], hidden=(1, 3))
protobuf("unknown-type-0", "A field without a type.", [_PB[0], Type("t.new", ("a", 0), ("b", "int"))], _PB_ROWS,
         unread=[(2, "t.new.1", "field type 0")], hidden=(1, 3))
protobuf("unknown-role", "A field of role 4.", [_PB[0], Type("t.new", ("a", "int", 4), ("b", "int"))], _PB_ROWS,
         unread=[(2, "t.new.1", "field role 4")], hidden=(1, 3))
protobuf("unknown-predictor", "A column with predictor 3; the type's other columns are not looked at.", _PB, _PB_ROWS,
         {(1, 0): dict(more=[(1, 3)]), (1, 1): dict(more=[(7, [9])])}, unread=[(2, "t.new.1", "predictor 3")], hidden=(1, 3))
protobuf("unknown-several", "A column with predictor 3, and a field of type 12 behind it: what the schema says goes before.", _PB, _PB_ROWS,
         payload=pb_body([_PB[0], Type("t.new", ("a", "int"), ("b", 12))], _PB_ROWS, {(1, 0): dict(more=[(1, 3)])}),
         unread=[(2, "t.new.1", "field type 12")], hidden=(1, 3))
protobuf("last-wins", "A scalar that occurs twice: the last one counts.", _V, [[4]],
         payload=pb_long(pb((4, zigzag(100)), (5, [zigzag(4)]), (4, 0))))
protobuf("merged", "A column that occurs twice is merged: items of both, the later scalars.", _V, [[10], [21]],
         payload=pb((PB_TYPES, pb((1, b"t"), (2, 1), (3, pb((1, b"v"), (2, 6), (4, pb((4, zigzag(1)), (5, [0]))),
                                                     (4, pb((4, zigzag(10)), (5, [zigzag(11)])))))))))
protobuf("padded-varints", "Varints may be longer than they need, and have bits beyond the 64th.", _V, [[1]],
         payload=pb_long(b"\x28" + b"\x82\x80\x80\x80\x80\x80\x80\x80\x80\x7e"))
protobuf("other-order", "Fields in another order: names last, strings before types.", Type("t", ("v", "string")), [["a"], ["b"]],
         payload=pb((PB_STRINGS, b"a"), (PB_ORDER, b""), (PB_STRINGS, b"b"),
                    (PB_TYPES, pb((3, pb((4, pb((5, [2, 4]))), (2, 9), (1, b"v"))), (2, 1), (1, b"t")))))
protobuf("rows-65536", "The most records of a chunk in a few bytes.", _V, [[7]] * 65536,
         {(0, 0): dict(base=7, items="none"), "order": dict(items="none")})
VECTORS.append(Vector("protobuf-empty-body", "A body of 0 bytes is a message without fields, and right for 0 records.",
                      chunk(b"", 0, serializer=2), []))
