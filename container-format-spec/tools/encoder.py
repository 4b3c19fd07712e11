"""Primitives that write the container format, for test vectors. Shares no code with the reference decoder.

Nothing here chooses an encoding: a vector says which packing and predictor each column has.
"""
import hashlib
import hmac
import pathlib
import struct

STATIC_TEXTS = [b"", (pathlib.Path(__file__).resolve().parents[1] / "static-strings-1.txt").read_bytes()]
STATIC = STATIC_TEXTS[1].decode().split("\n")[:-1]  # generation 1
MAGIC = bytes.fromhex("53f9f94c")
TYPES = "boolean byte short char int long float double string enum bytes".split()  # numbers from 1
ROLES = ["plain", "instant", "record_time", "symbol"]
PACKINGS = ["constant", "frame", "runs", "dictionary", "raw", "varint"]
PREDICTORS = ["none", "delta", "reference", "keyed"]
TEXTS = ("string", "enum")
MASK = (1 << 64) - 1


def signed64(value):
    value &= MASK
    return value - (1 << 64) if value >> 63 else value


# ---- Numbers ----

def varint(value):
    assert 0 <= value <= MASK
    out = bytearray()
    while value >= 128:
        out.append(value % 128 + 128)
        value //= 128
    return bytes(out) + bytes([value])


def signed(value):
    value = signed64(value)
    return varint(2 * value if value >= 0 else -2 * value - 1)


def bits(width, values):
    total = 0
    for i, value in enumerate(values):
        assert 0 <= value < 1 << width
        total += value << i * width
    return total.to_bytes((width * len(values) + 7) // 8, "little")


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x82F63B78 * (crc & 1)
    return crc ^ 0xFFFFFFFF


# ---- LZ4: greedy, good enough for repeated bytes ----

def lz4_sequence(literals, offset=0, match=0):
    def extended(count):
        return b"" if count < 15 else b"\xff" * ((count - 15) // 255) + bytes([(count - 15) % 255])

    lengths = min(15, len(literals)) << 4 | (min(15, match - 4) if match else 0)
    out = bytes([lengths]) + extended(len(literals)) + literals
    return out + struct.pack("<H", offset) + extended(match - 4) if match else out


def lz4(data, history=b""):
    """`history` lies before the data; matches may reach into it."""
    data = history + data
    seen, out, at = {}, b"", len(history)
    for i in range(len(history) - 3):
        seen[data[i:i + 4]] = i
    start = at
    while at < len(data) - 12:
        before = seen.get(data[at:at + 4])
        seen[data[at:at + 4]] = at
        if before is None or at - before > 65535:
            at += 1
            continue
        length = 4
        while at + length < len(data) - 5 and data[before + length] == data[at + length]:
            length += 1
        out += lz4_sequence(data[start:at], at - before, length)
        at += length
        start = at
    return out + lz4_sequence(data[start:])


# ---- Container ----

def seal(data):
    return data + struct.pack("<I", crc32c(data))


def accounting(producer=0x0123456789ABCDEF, flags=None, clock=0, sequence=0, emitted=0, drops=None, times=None,
               name=None, end=False, reason=0, rest=b""):
    """`drops` is {cause: count}, `times` is (first, last), `reason` why the chunk was closed."""
    known = (1 if end else 0) | (2 if drops else 0) | (4 if times else 0) | (8 if name is not None else 0) | reason << 4
    out = struct.pack("<Q", producer) + bytes([known if flags is None else flags]) + struct.pack("<q", clock)
    out += varint(sequence) + varint(emitted)
    if drops:
        out += varint(sum(1 << cause for cause in drops))
        out += b"".join(varint(drops[cause]) for cause in sorted(drops))
    if times:
        out += struct.pack("<q", times[0]) + varint((times[1] - times[0]) & MASK)
    if name is not None:
        out += bytes([len(name)]) + name
    return out + rest


def rest_of_header(records, serializer=1, compression=0, raw=0, account=None, tags=b""):
    """The header behind its length."""
    account = accounting(emitted=records) if account is None else account
    return bytes([serializer]) + varint(records) + (varint(raw) if compression else b"") + account + tags


def tag(number, value):
    return varint(number) + varint(len(value)) + value


def framed(flags, data, mask=b"", version=1, magic=MAGIC, length=None, check=None):
    """Magic, version, length, flags and mask in front of the other bytes, which are masked, and the CRC behind them."""
    data = bytes(b ^ mask[i % 4] for i, b in enumerate(data)) if mask else data
    rest = 1 + len(mask) + len(data) + 4 if length is None else length
    number = version | rest << 8
    check = number % 253 if check is None else check
    return seal(magic + struct.pack("<IBB", number, check, flags | (16 if mask else 0)) + mask + data)


def magic_within(data):
    """Whether the magic, or what differs from it in one bit, lies behind the first byte."""
    at = data.find(0xF9, 1)
    while at >= 0:
        for start in (at - 2, at - 1):
            four = data[start:start + 4] if start > 0 else b""
            if len(four) == 4 and sum(bin(a ^ b).count("1") for a, b in zip(four, MAGIC)) < 2:
                return True
        at = data.find(0xF9, at + 1)
    return False


def chunk(body, records, compression=0, mask=b"", version=1, key=None, tags=b"", **more):
    """With a mask if one is given or needed, and signed if there is a key."""
    head = rest_of_header(records, compression=compression, tags=tags + (tag(18, bytes(32)) if key else b""), **more)

    def attempt(mask):
        data = varint(len(head)) + head + body
        if key:
            from_end = len(body) + 32 + 4
            covered = bytearray(framed(compression, data, mask, version))
            covered[-from_end:-from_end + 32] = bytes(32)
            signature = hmac.new(key, covered[:-4], hashlib.sha256).digest()
            data = data[:-from_end + 4] + signature + body
        return framed(compression, data, mask, version)

    out = attempt(mask)
    while magic_within(out):
        out = attempt(out[-4:])
    return out


def lz4_chunk(body, records, **more):
    return chunk(lz4(body), records, compression=1, raw=len(body), **more)


def stored_zstd(data):
    """A zstd frame of one raw block, as RFC 8878 has it: content size of four bytes, no checksum, no dictionary."""
    assert len(data) < 1 << 17
    return bytes.fromhex("28b52ffda0") + struct.pack("<I", len(data)) + (len(data) << 3 | 1).to_bytes(3, "little") + data


# ---- Strings and schema ----

def wtf8(text):
    return text.encode("utf-8", "surrogatepass")


def table(texts, generation=0, method=0):
    """A string section."""
    encoded = [wtf8(text) for text in texts]
    head = varint(generation) + varint(len(texts))
    if not texts:
        return head
    data = b"".join(varint(len(text)) for text in encoded) + b"".join(encoded)
    head += varint(len(data) << 2 | method)
    if method == 0:
        return head + data
    block = lz4(data, STATIC_TEXTS[generation])
    return head + varint(len(block)) + block


class Strings:
    """Ids of texts, in order of first use."""

    def __init__(self, static=()):
        self.texts = []
        self.static = list(static)

    def id(self, text):
        if text is None:
            return 0
        if text in self.static:
            return -1 - self.static.index(text)
        if text not in self.texts:
            self.texts.append(text)
        return self.texts.index(text) + 1


def number_in(names, one):
    """The place of a name; a number, which may have no name, stands for itself."""
    return one if isinstance(one, int) else names.index(one)


class Type:
    """Fields are (name, type) or (name, type, role)."""

    def __init__(self, name, *fields, version=1):
        self.name, self.version = name, version
        self.fields = [(*field, "plain")[:3] for field in fields]
        times = [i for i, field in enumerate(self.fields) if field[2] == "record_time"]
        self.time = times[0] if times else None


def schema(types, strings):
    out = varint(len(types))
    for one in types:
        out += signed(strings.id(one.name)) + varint(one.version) + varint(len(one.fields))
        for name, kind, role in one.fields:
            out += signed(strings.id(name)) + bytes([kind_number(kind) | number_in(ROLES, role) << 4])
    return out


def kind_number(kind):
    return number_in([None, *TYPES], kind)


# ---- Columns ----

def head(packing, predictor="none"):
    return bytes([PREDICTORS.index(predictor) << 4 | PACKINGS.index(packing)])


def constant(values):
    assert len(set(values)) == 1
    return signed(values[0])


def frame(values, width=None, base=None, extra=None, repeat=False):
    """Blocks of 64; with `width` the values that do not fit become exceptions; `repeat`: all but the first repeat."""
    out = b""
    for start in range(0, len(values), 64):
        block = values[start:start + 64]
        own_base = min(block) if base is None else base
        rests = [(value - own_base) & MASK for value in block]
        own_width = max(rests).bit_length() if width is None else width
        highs = [(i, rest >> own_width) for i, rest in enumerate(rests) if rest >> own_width]
        own = not repeat or start == 0
        out += bytes([(own_width if own else 0x7F) | (0x80 if highs else 0)]) + (signed(own_base) if own else b"")
        if highs:
            wide = extra or max(high.bit_length() for _, high in highs)
            out += bytes([len(highs), wide]) + bits(6 + wide, [high << 6 | place for place, high in highs])
        out += bits(own_width, [rest & (1 << own_width) - 1 for rest in rests])
    return out


def runs(values, values_as="varint", lengths_as="varint"):
    starts = [i for i in range(len(values)) if i == 0 or values[i] != values[i - 1]]
    lengths = [end - start - 1 for start, end in zip(starts, starts[1:] + [len(values)])]
    return varint(len(starts)) + column([values[i] for i in starts], values_as) + column(lengths, lengths_as)


def dictionary(values):
    entries = sorted(set(values))
    out = varint(len(entries)) + signed(entries[0])
    out += b"".join(varint(b - a - 1) for a, b in zip(entries, entries[1:]))
    return out + bits((len(entries) - 1).bit_length(), [entries.index(value) for value in values])


def raw(values):
    return b"".join(struct.pack("<q", signed64(value)) for value in values)


def plain_varint(values):
    return b"".join(signed(value) for value in values)


PACK = {"constant": constant, "frame": frame, "runs": runs, "dictionary": dictionary, "raw": raw,
        "varint": plain_varint}


def column(values, packing, predictor="none", field=None, other=None, **more):
    """`field` and `other`: index and values of the column it is predicted from."""
    out = head(packing, predictor)
    if field is not None:
        out += bytes([field])
    if predictor == "reference":
        values = [signed64(a - b) for a, b in zip(values, other)]
    if predictor in ("delta", "keyed"):
        keys = other if predictor == "keyed" else [0] * len(values)
        latest, steps = {}, []
        for i, (key, value) in enumerate(zip(keys, values)):
            if i > 0:
                steps.append(signed64(value - latest.get(key, values[i - 1])))
            latest[key] = value
        out += signed(values[0])
        values = steps
    return out + PACK[packing](values, **more)


# ---- Pages ----

def word(kind, value, strings):
    """The number that stands for a value in a column."""
    if kind in TEXTS:
        return strings.id(value)
    if kind == "bytes":
        return 0 if value is None else len(value) + 1
    if kind in ("float", "double"):  # (a float or its raw bits, the JSON text)
        number, code = value[0], "<f" if kind == "float" else "<d"
        return number if isinstance(number, int) else struct.unpack(code.replace("f", "i").replace("d", "q"),
                                                                    struct.pack(code, number))[0]
    return ord(value) if kind == "char" else int(value)


def page(types, rows, strings, how):
    """Rows are (type index, values); `how` has arguments of `column` by (type index, field index), "types", "times".
    Instead of them there may be the bytes of a column as it is stored."""
    out = varint(len(rows))

    def encode(values, key, columns=None):
        arguments = how.get(key, {"packing": "varint"})
        if isinstance(arguments, bytes):
            return arguments
        other = columns[arguments["field"]] if "field" in arguments else None
        return column(values, other=other, **arguments)

    if len(types) > 1:
        out += encode([code for code, _ in rows], "types")
    times = [values[types[code].time] for code, values in rows if types[code].time is not None]
    if times:
        out += encode(times, "times")
    for code, one in enumerate(types):
        mine = [values for c, values in rows if c == code]
        if mine:
            columns = [[word(field[1], values[i], strings) for values in mine] for i, field in enumerate(one.fields)]
            order = [i for i in range(len(one.fields)) if i != one.time]
            order.sort(key=lambda i: (one.fields[i][1] not in TEXTS, -i))
            stored = []
            for i in order:
                stored.append(encode(columns[i], (code, i), columns))
                if one.fields[i][1] == "bytes":
                    stored[-1] += b"".join(values[i] or b"" for values in mine)
            out += group(stored, len(mine))
    return out


def group(stored, rows):
    """Columns as they are stored, behind the lengths that a group of so many rows has."""
    lengths = b"".join(varint(len(one)) for one in stored[:-1]) if rows > 64 else b""
    data = lengths + b"".join(stored)
    return varint(len(data)) + data


def body(types, rows, how=None, page_rows=2048, generation=0, method=0, static=(), first=None):
    """`page_rows` may be a list; `first` is for the first page what `how` is for the others."""
    strings = Strings(static)
    description = schema(types, strings)
    counts = page_rows if isinstance(page_rows, list) else [page_rows] * -(-len(rows) // page_rows)
    pages, at = b"", 0
    for count in counts:
        pages += page(types, rows[at:at + count], strings, first if first and at == 0 else how or {})
        at += count
    return table(strings.texts, generation, method) + description + pages


# ---- Payload 2 ----

PB_TYPES, PB_ORDER, PB_STRINGS = 1, 2, 3  # fields of the body

def pb(*fields):
    """A message of (number, value): bytes are length-delimited, a list of ints is packed, an int is a varint."""
    out = b""
    for number, value in fields:
        if isinstance(value, list):
            value = b"".join(varint(one) for one in value)
        if isinstance(value, int):
            out += varint(number << 3) + varint(value)
        else:
            out += varint(number << 3 | 2) + varint(len(value)) + value
    return out


def zigzag(value):
    value = signed64(value)
    return (value << 1 ^ value >> 63) & MASK


def pb_column(values, predictor=0, field=None, other=None, base=0, items="values", runs=False, start=None, content=b"",
              single=False):
    """`items`: values, words or none; `runs`: one item a run; `single`: values are not packed."""
    start = (values[0] if values else 0) if start is None else start
    before = [0] * len(values) if predictor == 0 else other if predictor == 2 else [start] + values[:-1]
    steps = [signed64(value - prior - base) for value, prior in zip(values, before)]
    message = [(1, predictor)] if predictor else []
    message += [(2, field)] if field else []
    message += [(3, zigzag(start))] if predictor == 1 and start else []
    message += [(4, zigzag(base))] if base else []
    if runs:
        starts = [i for i in range(len(steps)) if i == 0 or steps[i] != steps[i - 1]]
        lengths = [b - a for a, b in zip(starts, starts[1:] + [len(steps)])]
        steps = [steps[i] for i in starts]
    if items == "values":
        message += [(5, zigzag(step)) for step in steps] if single else [(5, [zigzag(step) for step in steps])]
    elif items == "words":
        message.append((6, raw(steps)))
    else:
        assert not any(steps)
    message += [(7, lengths)] if runs else []
    message += [(8, content)] if content else []
    return pb(*message)


def pb_body(types, rows, how=None):
    how, strings, described = how or {}, Strings(), []
    for code, one in enumerate(types):
        mine = [values for c, values in rows if c == code]
        columns = [[word(field[1], values[i], strings) for values in mine] for i, field in enumerate(one.fields)]
        fields = []
        for i, (name, kind, role) in enumerate(one.fields):
            arguments = dict(how.get((code, i), {}))
            more = pb(*arguments.pop("more", ()))
            if kind == "bytes":
                arguments["content"] = b"".join(values[i] or b"" for values in mine)
            other = columns[arguments["field"]] if "field" in arguments else None
            stored = pb_column(columns[i], other=other, **arguments) + more
            fields.append((3, pb((1, wtf8(name)), (2, kind_number(kind)), (3, number_in(ROLES, role)), (4, stored))))
        described.append((PB_TYPES, pb((1, wtf8(one.name)), (2, one.version), *fields)))
    order = pb_column([code for code, _ in rows], **how.get("order", {}))
    return pb(*described, (PB_ORDER, order), *((PB_STRINGS, wtf8(text)) for text in strings.texts))
