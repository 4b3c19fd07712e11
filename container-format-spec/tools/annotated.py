"""One chunk, piece by piece: the table in the specification and the vector `annotated` come from here."""
from encoder import *

TYPE = Type("app.request", ("path", "string", "symbol"), ("millis", "int"), ("time", "long", "record_time"))
ROWS = [["/cart", 12, 1000], ["/pay", 250, 1030], ["/cart", 14, 1041]]
CLOCK = 1_800_000_000_000_000_000


def pieces():
    """(bytes, what they mean), without the CRC."""
    texts = ["app.request", "path", "millis", "/cart", "/pay"]
    time = STATIC.index("time") + 1
    lengths = b"".join(varint(len(text)) for text in texts)
    joined = "".join(texts).encode()
    symbol, integer, instant = (TYPES.index("string") + 1 | 3 << 4, TYPES.index("int") + 1, TYPES.index("long") + 1 | 2 << 4)
    path, millis = [4, 5, 4], [12, 250, 14]
    frame_column = column(path, "frame")
    keyed = column(millis, "varint", "keyed", field=0, other=path)
    body = [
        (varint(1), "strings: generation 1 of the static strings"),
        (varint(len(texts)), f"{len(texts)} strings of its own"),
        (varint(len(lengths + joined) << 2), f"the table has {len(lengths + joined)} bytes, << 2, method 0: plain"),
        (lengths, "lengths of the strings"),
        *((text.encode(), f"string {i}: `{text}`") for i, text in enumerate(texts, 1)),
        (varint(1), "schema: 1 type"),
        (signed(1), "type name: string 1"),
        (varint(1), "version 1"),
        (varint(3), "3 fields"),
        (signed(2), "field 0: string 2, `path`"),
        (bytes([symbol]), "type 9 string, role 3 symbol"),
        (signed(3), "field 1: string 3, `millis`"),
        (bytes([integer]), "type 5 int, role 0"),
        (signed(-time), f"field 2: string -{time}, a static one: `time`"),
        (bytes([instant]), "type 6 long, role 2 record time"),
        (varint(3), "page: 3 rows; no types column, as there is one type"),
        (b"\x15", "times column: predictor 1 delta, packing 5 varint"),
        (signed(1000), "first: 1000"),
        (signed(30), "+30: 1030"),
        (signed(11), "+11: 1041"),
        (varint(len(frame_column + keyed)), f"group of the only type: {len(frame_column + keyed)} bytes"),
        (frame_column[:1], "column of field 0, texts come first: predictor 0 none, packing 1 frame"),
        (frame_column[1:2], "block of 3 values: 1 bit each, no exceptions"),
        (frame_column[2:3], "base 4"),
        (frame_column[3:], "bits 0, 1, 0: 4, 5, 4: `/cart`, `/pay`, `/cart`"),
        (keyed[:1], "column of field 1: predictor 3 keyed, packing 5 varint"),
        (keyed[1:2], "keyed by field 0"),
        (keyed[2:3], "first: 12"),
        (keyed[3:5], "+238: to the row before, as `/pay` is new: 250"),
        (keyed[5:], "+2: to the last row with `/cart`: 14"),
    ]
    length = sum(len(data) for data, _ in body)
    account = [
        (struct.pack("<Q", 0x0123456789ABCDEF), "producer id 0123456789abcdef"),
        (b"\x34", "flags: 4, times follow; reason 3: closed by its age"),
        (struct.pack("<q", CLOCK), f"clock offset: add {CLOCK} to instants"),
        (varint(0), "sequence 0"),
        (varint(3), "3 records emitted so far"),
        (struct.pack("<q", 1000), "first record time 1000"),
        (varint(41), "the last is 41 later"),
    ]
    header = [
        (b"\x01", "serializer id 1: binary"),
        (varint(3), "3 records; no raw length, as the body is not compressed"),
    ] + account
    header_length = sum(len(data) for data, _ in header)
    rest = 1 + 1 + header_length + length + 4
    number = 1 | rest << 8
    head = [
        (MAGIC, "magic"),
        (b"\x01", "major version 1"),
        (rest.to_bytes(3, "little"), f"{rest} bytes from offset 9 on"),
        (bytes([number % 253]), f"check: 0x{number:08x} modulo 253"),
        (b"\x00", "flags: not compressed, no mask"),
        (varint(header_length), f"{header_length} more bytes of the header"),
    ]
    return head + header + body


def chunk_bytes():
    return seal(b"".join(data for data, _ in pieces()))


def table():
    """Markdown lines."""
    out = ["| offset | bytes | meaning |", "|---|---|---|"]
    at = 0
    crc = chunk_bytes()[-4:]
    for data, note in pieces() + [(crc, "CRC32C of all bytes before")]:
        out.append(f"| {at} | `{data.hex(' ')}` | {note} |")
        at += len(data)
    return out
