"""One damaged input for each error that the specification names; the CRC is right unless it is the error."""
from encoder import *
from vectors import VECTORS

EVIL = []


def evil(name, shows, data):
    """`name` is the error's key, and a variant behind two hyphens if there are several."""
    EVIL.append((name, " ".join(shows.split()), data))


# ---- Header ----

def head(flags=0, header=None, header_length=None, **fields):
    """A chunk without records and body with some bytes of the header set to others."""
    framing = {key: fields.pop(key) for key in ("magic", "version", "length", "check") if key in fields}
    fields.setdefault("account", accounting())
    header = rest_of_header(fields.pop("records", 0), compression=flags & 15, **fields) if header is None else header
    return framed(flags, varint(len(header) if header_length is None else header_length) + header, **framing)


good = head()
evil("magic", "The first byte is another.", head(magic=b"T\xf9\xf9L"))
evil("magic--empty", "Bytes of which none begins a chunk.", bytes(64))
evil("crc", "The last bit of the CRC is another.", good[:-1] + bytes([good[-1] ^ 0x80]))
evil("crc--body", "A bit of the producer's id is another.", good[:16] + bytes([good[16] ^ 1]) + good[17:])
payload = bytes(8) + next(v.data for v in VECTORS if v.lines) + bytes(8)
evil("crc--embedded", "The body holds a chunk, which a mask hides, and the last bit of the CRC is another.",
     chunk(payload, 1)[:-1] + bytes([chunk(payload, 1)[-1] ^ 0x80]))
evil("crc--mask", "The body holds a chunk, and a bit of the mask that hides it is another.",
     chunk(payload, 1)[:12] + bytes([chunk(payload, 1)[12] ^ 1]) + chunk(payload, 1)[13:])
evil("magic--embedded", "The body holds a chunk, which a mask hides, and a bit of the outer magic is another.",
     bytes([chunk(payload, 1)[0] ^ 1]) + chunk(payload, 1)[1:])
evil("cut-off--embedded", "The body holds a chunk, which a mask hides, and a byte behind it the chunk is cut off.",
     chunk(payload, 1)[:-11])
evil("cut-off", "The last byte is missing.", good[:-1])
evil("cut-off--head", "Nothing but magic and version.", good[:5])
evil("length", "The check of the length is another.", head(check=7))
evil("length--flipped", "A bit of the length is another.", good[:6] + bytes([good[6] ^ 64]) + good[7:])
evil("length--too-long", "A chunk of 16 MiB and a byte.", head(length=(16 << 20) + 1 - 9))
evil("length--too-short", "A chunk of 35 bytes.", head(account=accounting()[1:]))
evil("version--0", "Major version 0.", head(version=0))
evil("version--2", "Major version 2.", head(version=2))
evil("features--flag-5", "The flag 32 is not known.", head(flags=32))
evil("features--flag-7", "The flag 128 is not known.", head(flags=0x80))
evil("features--needed", "A reader must have feature 5, called zigzag.", head(tags=tag(1, b"\x05zigzag")))
evil("features--tag", "A tag with an odd number that nobody knows.", head(tags=tag(2, b"shop") + tag(101, b"")))
evil("compression--3", "Compression 3 of a body.", chunk(b"\0\0\0", 0, compression=3, raw=3))
_frame = stored_zstd(b"\0\0\0")
for _name, _shows, _stored, _raw in (
        ("corrupt", "A zstd frame whose block is longer than what is there.", _frame[:9] + b"\x79\0\0" + _frame[12:], 3),
        ("no-frame", "Bytes that are no zstd frame.", bytes(12), 3),
        ("length", "A zstd frame of 3 bytes where 4 are stated.", _frame, 4),
        ("two", "Two zstd frames.", stored_zstd(b"\0") + stored_zstd(b"\0\0"), 3),
        ("rest", "Two bytes behind a zstd frame.", _frame + bytes(2), 3),
        ("skippable", "A skippable frame before the zstd frame.", bytes.fromhex("502a4d1800000000") + _frame, 3)):
    evil("zstd--" + _name, _shows, chunk(_stored, 0, compression=2, raw=_raw))
evil("zstd--window", "A window of 64 MiB and an eighth of it.",
     chunk(bytes.fromhex("28b52ffd0081190000") + b"\0\0\0", 0, compression=2, raw=3))
evil("lz4-expansion--zstd", "A raw length of 256 times a zstd frame.", chunk(_frame, 0, compression=2, raw=256 * len(_frame)))
evil("header-length", "A header of one byte more than there may be.", head(header_length=2033))
evil("cut-off--header", "A header longer than the chunk.", head(header_length=23))
evil("record-count", "65 537 records.", head(records=65537))
evil("record-count--huge", "2^64 - 1 records.", head(records=MASK))
evil("raw-length--0", "A raw length of 0.", head(flags=1, raw=0))
evil("raw-length--huge", "A raw length of 64 MiB and a byte.", head(flags=1, raw=(64 << 20) + 1))
evil("serializer--0", "Serializer id 0 is reserved.", chunk(b"\0\0\0", 0, serializer=0))
evil("serializer--3", "Serializer id 3 is not given to any payload.", chunk(b"\0\0\0", 0, serializer=3))
evil("serializer--200", "Serializer id 200 is for private use; no decoder here has it.", chunk(b"\0\0\0", 0, serializer=200))

# ---- Accounting and tags ----

account = accounting()
evil("cut-off--accounting", "The name's flag is set, and the header ends.", head(account=accounting(flags=8)))
evil("cut-off--accounting-18", "Accounting of 18 bytes, one less than the smallest.",
     chunk(b"\0\0\0", 0, account=accounting()[:18]))
evil("cut-off--header-0", "A header of no bytes.", framed(0, b"\0" + bytes(22)))
evil("total--sequence", "A sequence of 2^63.", head(account=accounting(sequence=1 << 63)))
evil("total--emitted", "2^63 records emitted.", head(account=accounting(emitted=1 << 63)))
evil("total--drops", "2^63 records dropped.", head(account=accounting(drops={3: 1 << 63})))
evil("producer-name--65", "A name of 65 bytes.", head(account=accounting(name=b"n" * 65)))
evil("producer-name--cut", "A name of 5 bytes of which 2 are there.", head(account=accounting(flags=8, rest=b"\x05ab")))
evil("producer-name--utf8", "A name with a byte of no UTF-8.", head(account=accounting(name=b"a\xff")))
evil("producer-name--surrogate", "A name with a lone surrogate: names are UTF-8, not WTF-8.",
     head(account=accounting(name="\ud800".encode("utf-8", "surrogatepass"))))
evil("cut-off--tag", "A tag longer than the header.", head(tags=b"\x02\x05shop"))
evil("attribute--nameless", "An attribute with an empty name.", head(tags=tag(14, b"\0value")))
evil("attribute--name-65", "An attribute with a name of 65 bytes.", head(tags=tag(14, b"\x41" + b"n" * 65)))
evil("attribute--name-cut", "An attribute with a name longer than its tag.", head(tags=tag(14, b"\x05name")))
evil("attribute--value-256", "A value of 256 bytes.", head(tags=tag(2, b"v" * 256)))
evil("attribute--utf8", "A value that is no UTF-8.", head(tags=tag(2, b"\xff")))
evil("attribute--name-utf8", "A name that is no UTF-8.", head(tags=tag(14, b"\x01\xff")))
evil("attribute--twice", "A service, and an attribute of that name.", head(tags=tag(2, b"a") + tag(14, b"\x07serviceb")))
evil("attribute--33", "33 attributes.", head(tags=b"".join(tag(14, b"\x01" + bytes([48 + i])) for i in range(33))))
evil("range--0", "A chunk that replaces none before it.", head(account=accounting(sequence=7), tags=tag(16, b"\0")))
evil("range--below-0", "Sequence 7, and 8 chunks before it.", head(account=accounting(sequence=7), tags=tag(16, b"\x08")))
evil("range--rest", "A byte behind the number.", head(account=accounting(sequence=7), tags=tag(16, b"\x04\0")))
evil("range--twice", "Two ranges.", head(account=accounting(sequence=7), tags=2 * tag(16, b"\x04")))
evil("cut-off--range", "A range of no bytes.", head(account=accounting(sequence=7), tags=tag(16, b"")))
evil("varint--range", "A range with a padded number.", head(account=accounting(sequence=7), tags=tag(16, b"\x84\0")))
evil("signature--31", "A signature of 31 bytes.", head(tags=tag(18, bytes(31))))
evil("signature--not-last", "An attribute behind a signature.", head(tags=tag(18, bytes(32)) + tag(2, b"shop")))
evil("signature--twice", "Two signatures.", head(tags=2 * tag(18, bytes(32))))
evil("varint--padded", "The sequence 0 in two bytes.", head(account=account[:17] + b"\x80\x00" + account[18:]))
evil("varint--65-bits", "Ten bytes, the last of them 2.", head(account=account[:17] + b"\xff" * 9 + b"\x02" + account[18:]))
evil("varint--11-bytes", "Ten bytes with the top bit set.", head(account=account[:17] + b"\x80" * 10 + b"\x01" + account[18:]))

# ---- LZ4 ----


def stored(block, length, records=0):
    return chunk(block, records, compression=1, raw=length)


evil("lz4-expansion", "A block of 1 byte for 256.", stored(b"\0", 256))
evil("lz4--offset-0", "A match 0 bytes back.", stored(b"\x10a\0\0" + b"\xa0" + b"b" * 10, 15))
evil("lz4--offset", "A match 2 bytes back, behind the first byte.", stored(b"\x10a\2\0" + b"\xa0" + b"b" * 10, 15))
evil("lz4--short", "The block holds 2 bytes, not 3.", stored(b"\x20ab", 3))
evil("lz4--long", "The block holds 2 bytes, not 1.", stored(b"\x20ab", 1))
evil("lz4--behind", "A whole sequence behind the stated length.", stored(b"\x20ab\2\0\0", 2))
evil("cut-off--lz4-literals", "More literals than there are bytes.", stored(b"\x50abc", 5))
evil("cut-off--lz4-last", "A match, and no last literals behind it.", stored(b"\x10a\1\0", 5))
evil("cut-off--lz4-offset", "Half an offset.", stored(b"\x10a\1", 5))
evil("lz4--match", "A match that ends behind the stated length.", stored(b"\x11a\1\0\0", 5))
evil("lz4--history", "A match into the static text with generation 0.",
     chunk(b"\0\1" + varint(7 << 2 | 1) + b"\5\x10\6\2\0\0\0", 0))
evil("lz4--before-history", "A match that begins a byte before the static text.",
     chunk(b"\1\1" + varint(7 << 2 | 1) + b"\5\x10\6" + struct.pack("<H", len(STATIC_TEXTS[1]) + 2) + b"\0\0", 0))
evil("cut-off--lz4", "A length whose bytes never end.", stored(b"\xf0" + b"\xff" * 20, 2000))

# ---- Strings ----


def sections(data, records=0):
    return chunk(data, records)


evil("static-generation", "Generation 2 of the static strings.", sections(b"\2\0\0"))
evil("string-count", "65 537 strings.", sections(b"\0" + varint(65537) + b"\0"))
evil("table-method--2", "Method 2 is reserved.", sections(b"\0\1" + varint(4 << 2 | 2) + b"\1a\0\0"))
evil("table-method--3", "Method 3 is reserved.", sections(b"\0\1" + varint(4 << 2 | 3) + b"\1a\0\0"))
evil("table-method--lz4-body", "A compressed table in a compressed body.",
     lz4_chunk(table(["t" * 50], method=1) + b"\0", 0))
evil("table-length--short", "A table of 1 byte for 9 strings.", sections(b"\0\x09" + varint(1 << 2) + b"\0\0"))
evil("table-length--huge", "A table of 64 MiB and a byte.", sections(b"\0\1" + varint(((64 << 20) + 1) << 2 | 1) + b"\1a"))
evil("stored-length--0", "A compressed table of 0 bytes.", sections(b"\0\1" + varint(2 << 2 | 1) + b"\0\0"))
evil("stored-length--beyond", "A compressed table that is longer than the body.",
     sections(b"\0\1" + varint(2 << 2 | 1) + b"\x09ab"))
evil("cut-off--table", "A plain table that is longer than the body.", sections(b"\0\1" + varint(50 << 2) + b"\1a"))
evil("lz4-expansion--table", "A table of 2 bytes of LZ4 for 2 000 000.",
     sections(b"\0\1" + varint(2_000_000 << 2 | 1) + b"\2ab\0"))
evil("string-length", "A string of 65 537 bytes.",
     sections(b"\0\1" + varint(65540 << 2) + varint(65537) + b"a" * 65537 + b"\0"))
evil("texts-length--long", "Lengths of 9 bytes for a text of 1.", sections(b"\0\1" + varint(2 << 2) + b"\x09a\0"))
evil("texts-length--short", "Lengths of 1 byte for a text of 2.", sections(b"\0\1" + varint(3 << 2) + b"\1ab\0"))
for _name, _bytes in {
    "no-lead": b"\x80", "overlong-2": b"\xc1\x81", "overlong-3": b"\xe0\x80\x80", "overlong-4": b"\xf0\x80\x80\x80",
    "cut": b"\xe2\x82", "beyond": b"\xf4\x90\x80\x80", "five-bytes": b"\xf8\x88\x80\x80\x80", "ff": b"\xff",
    "pair": b"\xed\xa0\xbd\xed\xb8\x80", "no-trail": b"\xc3A",
}.items():
    evil(f"wtf8--{_name}", f"A string of the bytes {_bytes.hex(' ')}.",
         sections(b"\0\1" + varint(1 + len(_bytes) << 2) + bytes([len(_bytes)]) + _bytes + b"\0"))

# ---- Schema ----


def types(texts, description, records=0):
    return chunk(table(texts) + description, records)


LONG = TYPES.index("long") + 1
evil("type-count", "1 025 types.", types(["t"], varint(1025)))
evil("name-id--null", "A type name that is null.", types(["t"], b"\1" + signed(0) + b"\1\0"))
evil("name-id--beyond", "A type name of id 2 with one string.", types(["t"], b"\1" + signed(2) + b"\1\0"))
evil("name-id--static", "A static string with generation 0.", types(["t"], b"\1" + signed(-1) + b"\1\0"))
evil("name-id--field", "A field name that is null.", types(["t"], b"\1" + signed(1) + b"\1\1\0" + bytes([LONG])))
for _name, _text in {"upper": "T", "digit": "1a", "dot": "a.", "empty": "", "space": "a b", "newline": "a\n", "dots": "a..b",
                     "long": "a" * 201, "umlaut": "ä", "escape": "T\n\x1b[2J"}.items():
    evil(f"type-name--{_name}", f"The type name {ascii(_text[:9])}.", types([_text], b"\1" + signed(1) + b"\1\0"))
evil("type-version--0", "Version 0.", types(["t"], b"\1" + signed(1) + b"\0\0"))
evil("type-version--65536", "Version 65 536.", types(["t"], b"\1" + signed(1) + varint(65536) + b"\0"))
evil("field-count", "256 fields.", types(["t"], b"\1" + signed(1) + b"\1" + varint(256)))


evil("field-count--16385", "16 385 fields in all types together.",
     types(["t"] + [f"f{i}" for i in range(255)],
           varint(65) + b"".join(signed(1) + varint(k + 1) + varint(255 if k < 64 else 65) + b"".join(
               signed(2 + i) + b"\5" for i in range(255 if k < 64 else 65)) for k in range(65))))


def fields(*codes, names=("v", "w")):
    description = b"\1" + signed(1) + b"\1" + bytes([len(codes)])
    return types(["t", *names], description + b"".join(signed(2 + i % len(names)) + bytes([c]) for i, c in enumerate(codes)))


evil("field-name--type", "A field called `type`.", fields(LONG, names=["type"]))
evil("field-name--empty", "A field without a name.", fields(LONG, names=[""]))
evil("field-name--256", "A field name of 256 bytes.", fields(LONG, names=["n" * 256]))
evil("duplicate-field", "Two fields of one name.", fields(LONG, LONG, names=["v"]))
evil("record-times", "Two record times.", fields(LONG | 2 << 4, LONG | 2 << 4))
evil("record-times--unknown", "Two record times, one of them of an unknown type.", fields(LONG | 2 << 4, 12 | 2 << 4))
evil("role-type--unknown", "A symbol of an unknown type, which counts as long.", fields(12 | 3 << 4))
evil("duplicate-field--unknown", "Two fields of one name and of unknown types.", fields(12, 13, names=["v"]))
evil("role-type--instant", "An instant of type int.", fields(TYPES.index("int") + 1 | 1 << 4))
evil("role-type--record-time", "A record time of type double.", fields(TYPES.index("double") + 1 | 2 << 4))
evil("role-type--symbol", "A symbol of type enum.", fields(TYPES.index("enum") + 1 | 3 << 4))

# ---- Pages ----


def one(kind, rows, data, records=None, group=None):
    """A page of one field, whose group is given."""
    code = TYPES.index(kind) + 1
    description = b"\1" + signed(1) + b"\1\1" + signed(2) + bytes([code])
    return types(["t", "v"], description + varint(rows) + varint(len(data) if group is None else group) + data,
                 rows if records is None else records)


C = column([7], "constant")
evil("no-type", "A record and no type.", chunk(b"\0\0\0\1", 1))
evil("page-rows--0", "A page of 0 rows.", one("long", 0, C, 3))
evil("page-rows--many", "A page of 2 049 rows.", one("long", 2049, C, 3000))
evil("page-rows--more", "A page of more rows than the records left.", one("long", 4, C, 3))
evil("cut-off--page", "Fewer rows than records.", one("long", 3, C, 4))
evil("cut-off--no-body", "Records, but no body.", chunk(b"", 3))
evil("body-rest", "A byte behind the last page.", chunk(table(["t"]) + b"\1" + signed(1) + b"\1\0" + b"\1\0" + b"\0", 1))
evil("body-rest--no-records", "A byte behind the schema.", sections(b"\0\0\0\0"))
evil("group-end--long", "A group of one byte more than its columns.", one("long", 3, C + b"\0"))
evil("cut-off--group", "A group of one byte less than its columns.", one("long", 3, C, group=1))
evil("group-length", "A group of 90 bytes in a body that ends.", one("long", 3, C, group=90))


def two(lengths, first, second):
    """A page of 65 rows of the longs w and v, whose columns are given, and their lengths."""
    group = lengths + first + second
    return types(["t", "v", "w"], b"\1" + signed(1) + b"\1\2" + signed(2) + bytes([LONG]) + signed(3) + bytes([LONG]) +
                 varint(65) + varint(len(group)) + group, 65)


evil("column-end--long", "A column with a byte too many.", two(b"\3", C + b"\0", C))
evil("column-end--beyond", "A column that reaches beyond its group.", two(b"\5", C, C))
evil("cut-off--no-lengths", "A group of 65 rows without the length of its first column.", two(b"", C, C))
evil("cut-off--column", "A column that is shorter than what it holds.", two(b"\1", C, C))
evil("group-end--last", "A last column with a byte too many.", two(b"\2", C, C + b"\0"))
_two = b"\2" + signed(1) + b"\1\0" + signed(2) + b"\1\0"
evil("row-type--beyond", "A row of the type 2 of 2.", types(["t", "u"], _two + b"\1" + column([2], "constant") + b"\0", 1))
evil("row-type--negative", "A row of the type -1.", types(["t", "u"], _two + b"\1" + column([-1], "constant") + b"\0", 1))
evil("reference--types", "The types column predicted from a field.",
     types(["t", "u"], _two + b"\1" + b"\x20\0" + signed(0) + b"\0", 1))
evil("reference--keyed-types", "The types column keyed by a field.",
     types(["t", "u"], _two + b"\2" + b"\x30\0" + signed(0) + signed(0) + b"\0", 2))

# ---- Columns ----


def long3(data):
    return one("long", 3, data)


evil("packing--types", "Packing 6 in the types column, which cannot be stepped over.",
     types(["t", "u"], _two + b"\1" + b"\x06\0" + b"\0", 1))
evil("predictor--types", "Predictor 4 in the types column.", types(["t", "u"], _two + b"\1" + b"\x40\0" + b"\0", 1))
_timed = b"\1" + signed(1) + b"\1\1" + signed(2) + bytes([LONG | 2 << 4])
evil("packing--times", "Packing 15 in the times column.", types(["t", "time"], _timed + b"\1" + b"\x0f\0" + b"\0", 1))
evil("predictor--times", "Predictor 15 in the times column.", types(["t", "time"], _timed + b"\1" + b"\xf0\0" + b"\0", 1))
evil("single-value--delta", "Delta of a single value.", one("long", 1, b"\x10\2\0"))
_kv = b"\1" + signed(1) + b"\1\2" + signed(2) + b"\x09" + signed(3) + bytes([LONG])


def keyed(rows, first, second):
    """The columns of a string k and a long v."""
    return types(["t", "k", "v"], _kv + varint(rows) + varint(len(first + second)) + first + second, rows)


N = column([0], "constant")
evil("single-value--keyed", "Keyed, of a single value.", keyed(1, N, b"\x30\0\2\0"))
evil("reference--own", "A reference to the column itself.", long3(b"\x20\0\2"))
evil("reference--beyond", "A reference to a field that does not exist.", long3(b"\x20\xc8\2"))
evil("reference--text", "A reference to a text.", keyed(3, N, b"\x20\0\2"))
evil("reference--not-yet", "A reference to a column that comes later in the group.", keyed(3, b"\x20\1\2", C))
evil("reference--key-number", "Keyed by a number.", keyed(3, N, b"\x30\1\2\0"))
evil("reference--key-not-yet", "A text keyed by itself.", keyed(3, b"\x30\0\0\0", C))
evil("reference--runs", "A reference within runs.", keyed(3, N, b"\x02\1\x20\0\2" + column([2], "constant")))
evil("cut-off--raw", "A raw column that is cut off.", long3(b"\x04\0\0\0"))
evil("cut-off--varint", "A varint that is cut off by the end of the body.", long3(b"\x00\x80"))
evil("width--65", "Blocks of 65 bits.", long3(b"\1\x41\0\0"))
evil("width--126", "Blocks of 126 bits.", long3(b"\1\x7e\0\0"))
evil("repeat", "A first block that repeats the one before.", long3(b"\1\x7f\0"))
evil("unused-bits--frame", "A bit behind the last value of a block.", long3(b"\1\2\0" + b"\xc0"))
evil("unused-bits--exceptions", "A bit behind the last exception.", long3(b"\1\x82\0\1\1" + b"\xc0" + b"\0"))
evil("unused-bits--dictionary", "A bit behind the last index.", long3(b"\3\2\0\0" + b"\x08"))
evil("cut-off--block", "A block of 64 bits that is cut off.", long3(b"\1\x40\0" + b"\0" * 23))
evil("exceptions--none", "0 exceptions.", long3(b"\1\x82\0\0\1\0"))
evil("exceptions--many", "More exceptions than values.", long3(b"\1\x82\0\4\1" + bytes(4) + b"\0"))
evil("exceptions--no-bits", "Exceptions of 0 bits.", long3(b"\1\x82\0\1\0\0\0"))
evil("exceptions--59-bits", "Exceptions of 59 bits.", long3(b"\1\x80\0\1\x3b" + bytes(9)))
evil("exceptions--beyond-64", "Exceptions of 2 bits on a width of 63.", long3(b"\1\xbf\0\1\2" + bytes(26)))
evil("exception-place--outside", "An exception behind the block's last value.", long3(b"\1\x82\0\1\1" + bits(7, [0x43]) + b"\0"))
evil("exception-place--zero", "An exception that adds nothing.", long3(b"\1\x82\0\1\1" + bits(7, [0x01]) + b"\0"))
evil("exception-place--equal", "Two exceptions of one place.", long3(b"\1\x82\0\2\1" + bits(7, [0x41, 0x41]) + b"\0"))
evil("exception-place--falling", "Places that fall.", long3(b"\1\x82\0\2\1" + bits(7, [0x42, 0x41]) + b"\0"))
evil("run-count--0", "No runs.", long3(b"\2\0"))
evil("run-count--many", "More runs than values.", long3(b"\2\4"))
evil("nested-runs", "Runs of runs.", long3(b"\2\1\2\1" + C + N + N))
evil("run-length--long", "A run of 4 in 3.", long3(b"\2\1" + C + column([3], "constant")))
evil("run-length--negative", "A run of -1.", long3(b"\2\1" + C + column([-2], "constant")))
evil("run-length--huge", "A run of 2^63.", long3(b"\2\1" + C + column([(1 << 63) - 1], "constant")))
evil("runs-short", "Runs of 2 values in 3.", long3(b"\2\1" + C + column([1], "constant")))
evil("dictionary-size--1", "A dictionary of one entry.", long3(b"\3\1\0\0"))
evil("dictionary-size--257", "A dictionary of 257 entries.", long3(b"\3" + varint(257) + b"\0\0"))
evil("dictionary-order", "An entry that wraps around.", long3(b"\3\2" + signed(0) + varint((1 << 64) - 1) + b"\0"))
evil("dictionary-order--beyond", "An entry of 2^63.", long3(b"\3\2" + signed((1 << 63) - 1) + varint(0) + b"\0"))
evil("dictionary-index", "The index 3 of a dictionary of 3.", long3(b"\3\3\0\0\0" + bits(2, [0, 3, 0])))

# ---- Values ----

for _kind, _value in {"boolean": 2, "byte": 128, "short": -32769, "char": -1, "int": 1 << 31, "float": 1 << 32,
                      "string": 3, "enum": -1, "bytes": 65538}.items():
    evil(f"value--{_kind}", f"A {_kind} of {_value}.", one(_kind, 3, column([_value], "constant")))
evil("value--char-high", "A char of 65 536.", one("char", 3, column([65536], "constant")))
evil("value--bytes-negative", "A byte array of -2 bytes.", one("bytes", 3, column([-1], "constant")))
evil("cut-off--bytes", "Byte arrays that are cut off.", one("bytes", 3, column([2], "constant") + b"a"))
evil("cut-off--bytes-huge", "2 048 byte arrays of 65 536 bytes in a few bytes.",
     one("bytes", 2048, column([65537], "constant")))


# ---- Payload 2 ----


def message(body, records=0, **more):
    return chunk(body, records, serializer=2, **more)


def described(name=b"t", version=1, fields=(), more=b""):
    return pb((PB_TYPES, pb((1, name), (2, version)) + b"".join(pb((3, field)) for field in fields) + more))


def column_of(data, records=3, kind=6, more=()):
    """A type with a field `v` whose column is given, and maybe others."""
    return message(described(fields=[pb((1, b"v"), (2, kind), (4, data)), *more]), records)


evil("wire--tag-0", "A tag of 0.", message(b"\0\0"))
evil("wire--field-0", "Field number 0.", message(b"\1" + bytes(8)))
evil("wire--group", "The start of a group.", message(varint(5 << 3 | 3)))
evil("wire--group-end", "The end of a group.", message(varint(5 << 3 | 4)))
evil("wire--type-6", "Wire type 6.", message(varint(5 << 3 | 6)))
evil("wire--type-7", "Wire type 7.", message(varint(5 << 3 | 7)))
evil("wire--field-2-29", "Field number 2^29.", message(varint(1 << 32) + b"\0"))
evil("varint--protobuf", "A varint of eleven bytes.", message(pb((9, 0))[:1] + b"\x80" * 10 + b"\1"))
evil("cut-off--protobuf-length", "A string longer than the body.", message(b"\x1a\5abc"))
evil("cut-off--protobuf-huge", "A length of 2^64 - 1.", message(b"\x1a" + varint((1 << 64) - 1) + b"abc"))
evil("cut-off--protobuf-packed", "A packed value that is cut off.", column_of(pb((5, b"\x02\x02\x80"))))
evil("cut-off--protobuf-words", "Words of 23 bytes.", column_of(pb((6, bytes(23)))))
evil("cut-off--protobuf-nested", "A field that reaches out of its message.", message(pb((PB_TYPES, b"\x0a\5t"))))
evil("cut-off--protobuf-varint", "A varint that is cut off.", message(b"\x08\x80"))
evil("compression--protobuf", "An LZ4 body of payload 2.", message(lz4(pb((9, b"a" * 100))), compression=1, raw=102))
evil("string-length--protobuf", "A string of 65 537 bytes.", message(pb((PB_STRINGS, b"a" * 65537))))
evil("wtf8--protobuf", "A string that is no WTF-8.", message(pb((PB_STRINGS, b"\xed\xa0\xbd\xed\xb8\x80"))))
evil("wtf8--protobuf-field", "A field name that is no WTF-8.", message(described(fields=[pb((1, b"\xff"), (2, 6))])))
evil("type-count--protobuf", "1 025 types.", message(pb(*[(PB_TYPES, pb((1, b"t"), (2, 1)))] * 1025)))
evil("type-name--protobuf", "No name.", message(pb((PB_TYPES, pb((2, 1))))))
evil("type-version--protobuf", "No version.", message(pb((PB_TYPES, pb((1, b"t"))))))
evil("field-count--protobuf", "256 fields.", message(described(fields=[pb((1, b"f%d" % i), (2, 6)) for i in range(256)])))
evil("field-name--protobuf", "No name of a field.", message(described(fields=[pb((2, 6))])))
evil("field-name--protobuf-type", "A field called `type`.", message(described(fields=[pb((1, b"type"), (2, 6))])))
evil("duplicate-field--protobuf", "Two fields of one name.", message(described(fields=[pb((1, b"v"), (2, 6))] * 2)))
evil("role-type--protobuf", "An instant of type int.", message(described(fields=[pb((1, b"v"), (2, 5), (3, 1))])))
evil("record-times--protobuf", "Two record times.",
     message(described(fields=[pb((1, b"v"), (2, 6), (3, 2)), pb((1, b"w"), (2, 6), (3, 2))])))
evil("row-type--protobuf", "A record of the type 1 of 1.", message(described() + pb((PB_ORDER, pb((5, [2])))), 1))
evil("row-type--protobuf-negative", "A record of the type -1.", message(described() + pb((PB_ORDER, pb((5, [1])))), 1))
evil("row-type--protobuf-none", "A record and no types.", message(b"", 1))
evil("content--order", "An order with content.", message(described() + pb((PB_ORDER, pb((8, b"a")))), 1))
evil("predictor--protobuf-order", "Predictor 3 in the order.", message(described() + pb((PB_ORDER, pb((1, 3)))), 1))
evil("items--both", "Values and words.", column_of(pb((5, [0, 0, 0]), (6, bytes(24)))))
evil("items--few", "Two items for three rows.", column_of(pb((5, [0, 0]))))
evil("items--many", "Items of a type without rows.", column_of(pb((5, [0])), 0))
evil("items--order", "Two items of the order for one record.", message(described() + pb((PB_ORDER, pb((5, [0, 0])))), 1))
evil("runs--zero", "A run of 0.", column_of(pb((5, [2, 4]), (7, [3, 0]))))
evil("runs--sum", "Runs of four rows for three.", column_of(pb((5, [2, 4]), (7, [3, 1]))))
evil("runs--huge", "Runs whose sum wraps around in 32 bits.", column_of(pb((5, [2, 4]), (7, [0xFFFFFFFF, 4]))))
evil("runs--count", "Two runs for one item.", column_of(pb((5, [2]), (7, [1, 2]))))
evil("runs--no-items", "Runs without items.", column_of(pb((7, [3]))))
evil("start", "A start without DELTA.", column_of(pb((3, 2), (5, [0, 0, 0]))))
evil("reference--protobuf-none", "A reference without REFERENCE.", column_of(pb((2, 1), (5, [0, 0, 0]))))
evil("reference--protobuf-own", "A reference to the column itself.", column_of(pb((1, 2), (5, [0, 0, 0]))))
evil("reference--protobuf-beyond", "A reference to a field that does not exist.", column_of(pb((1, 2), (2, 5), (5, [0, 0, 0]))))
evil("reference--protobuf-earlier", "A reference to an earlier field, which is decoded later.",
     message(described(fields=[pb((1, b"a"), (2, 6)), pb((1, b"b"), (2, 6), (4, pb((1, 2))))]), 1))
evil("reference--protobuf-text", "A reference to a text.",
     message(described(fields=[pb((1, b"a"), (2, 6), (4, pb((1, 2), (2, 1)))), pb((1, b"b"), (2, 9))]), 1))
evil("reference--protobuf-time", "A record time with a reference.",
     message(described(fields=[pb((1, b"a"), (2, 6), (3, 2), (4, pb((1, 2), (2, 1)))), pb((1, b"b"), (2, 6))]), 1))
evil("reference--protobuf-order", "An order with a reference.", message(described() + pb((PB_ORDER, pb((1, 2)))), 1))
evil("reference--protobuf-no-rows", "A reference to nothing in a type without rows.", column_of(pb((1, 2)), 0))
evil("value--protobuf", "A boolean of 2.", column_of(pb((4, 4)), kind=1))
evil("value--protobuf-string", "A string of id 1 with no strings.", column_of(pb((4, 2)), kind=9))
evil("value--protobuf-static", "A string of id -1.", column_of(pb((4, 1)), kind=9))
evil("value--protobuf-bytes", "A byte array of 65 537 bytes.", column_of(pb((4, 2 * 65538)), kind=11))
evil("content--rest", "A byte of content too many.", column_of(pb((4, 2), (8, b"a")), kind=11))
evil("content--other-type", "Content of a long.", column_of(pb((8, b"a"))))
evil("cut-off--protobuf-content", "Less content than the lengths say.", column_of(pb((4, 4), (8, b"ab")), kind=11))


def files(hexed):
    out = {}
    index = ["# Evil files", "", "One for each error that the [specification](../../container-v1.md#errors) names; written by",
             "`../../tools/make_vectors.py`, do not edit. The file name up to `--` is the key of the error. A decoder refuses",
             "each of them for that reason and prints no record. The CRC is right, unless it is the error.", ""]
    for name, shows, data in sorted(EVIL):
        assert f"vectors/evil/{name}.chunk" not in out, name
        out[f"vectors/evil/{name}.chunk"] = data
        index += [f"## {name}", "", shows, "", hexed(data) if len(data) <= 128 else f"{len(data)} bytes.", ""]
    out["vectors/evil/README.md"] = "\n".join(index).rstrip("\n").encode("utf-8") + b"\n"
    return out
