"""What tests share: the format's files, the reference decoder, chunks made and damaged."""

import importlib.util
import io
import pathlib
import re
import subprocess
import sys
import warnings

import pytest

from sluice import DamageWarning, MalformedChunk
from sluice.container import scan
from sluice.jsonlines import lines
from sluice.recording import Recording

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPEC = ROOT / "container-format-spec"


def module(path):
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def encoder():
    return module(SPEC / "tools" / "encoder.py")


def reference():
    if sys.version_info < (3, 10):
        pytest.skip("the reference decoder needs Python 3.10")
    decoder = module(SPEC / "reference" / "decode.py")
    decoder.BARE = True
    return decoder


class Bytes(Recording):
    """A recording in memory."""

    def __init__(self, data, strict=False):
        super().__init__(strict)
        self.data = data

    def _found(self):
        return (("bytes", found) for found in scan(self.data))


class Read:
    """What a decoder made of bytes: lines, places of damage, what was not read."""

    def __init__(self, lines, damages, unread, reasons):
        self.lines, self.damages, self.unread, self.reasons = lines, damages, unread, reasons

    @staticmethod
    def by_reference(decoder, data):
        out, err = io.BytesIO(), io.StringIO()
        decoder.contents = lambda name: data
        decoder.main(["bytes"], out, err)
        damages, unread = [], []
        for line in err.getvalue().splitlines():
            found = re.search(r"@(\d+): (.*), (\d+) bytes$", line)
            if found and " not read: " in line:
                unread += found[2].split("; ")
            elif found:
                damages.append((int(found[1]), int(found[3])))
        return Read(out.getvalue(), damages, unread, err.getvalue())

    @staticmethod
    def by_package(data):
        out, damages, unread = [], [], []
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", DamageWarning)
            for chunk in Bytes(data).chunks():
                out += lines(chunk, bare=True)
                unread += chunk.unread
        for line in [str(warning.message) for warning in caught if warning.category is DamageWarning]:
            found = re.search(r"@(\d+): .*, (\d+) bytes$", line)
            if found:
                damages.append((int(found[1]), int(found[2])))
        return Read(b"".join(out), damages, unread, [str(w.message) for w in caught])

    def __eq__(self, other):
        return (self.lines, self.damages, self.unread) == (other.lines, other.damages, other.unread)


def reason(data):
    """Why the bytes of one file are refused."""
    for _, _, found in scan(data):
        try:
            if isinstance(found, MalformedChunk):
                raise found
            from sluice import Chunk

            Chunk(found).decode()
        except MalformedChunk as e:
            return e.key
    return None


def corrected(data, encode):
    """With the length and the CRC made right again, so that decoders get behind them."""
    out = bytearray(data[:-4])
    if len(out) < 10:
        return data
    number = out[4] | len(out) + 4 - 9 << 8
    out[4:9] = number.to_bytes(4, "little") + bytes([number % 253])
    return bytes(out) + encode.crc32c(bytes(out)).to_bytes(4, "little")


def mutated(data, draw):
    """One to three changes behind the first bytes: bits, bytes, pieces taken out or doubled."""
    out = bytearray(data)
    for _ in range(draw.randint(1, 3)):
        at = draw.randrange(9, len(out) - 4) if len(out) > 14 else 9
        how = draw.randrange(6)
        if how == 0:
            out[at] ^= 1 << draw.randrange(8)
        elif how == 1:
            out[at] = draw.randrange(256)
        elif how == 2:
            out[at] = draw.choice((0, 1, 0x7F, 0x80, 0xFF))
        elif how == 3:
            out[at] = draw.randrange(16)
        elif how == 4:
            del out[at : at + draw.randint(1, 9)]
        else:
            out[at:at] = out[at : at + draw.randint(1, 9)]
    return bytes(out)


def generated(encode, draw):
    """A chunk of random types, rows, packings and predictors; some break a rule of the format."""
    kinds = "boolean byte short char int long long float double string string enum bytes".split()
    words = [None, "", "a", "b", "GET", "täst", "\U0001f600", "\ud800"]
    types = []
    for t in range(draw.choice((1, 1, 2, 3))):
        fields = [(f"f{i}", draw.choice(kinds)) for i in range(draw.randint(0, 5))]
        if draw.random() < 0.5:
            fields.insert(draw.randint(0, len(fields)), ("time", "long", "record_time"))
        types.append(encode.Type(f"t{t}", *fields))
    rows = []
    count = draw.choice((1, 2, 5, 40, 64, 65, 130, 200))
    for _ in range(count):
        code = draw.randrange(len(types)) if draw.random() < 0.5 or not rows else rows[-1][0]
        rows.append((code, [_value(field[1], draw, words) for field in types[code].fields]))
    payload = draw.choice((1, 1, 1, 2))
    clock = draw.choice((0, 5, -7, (1 << 63) - 1))
    account = encode.accounting(emitted=count, clock=clock)
    how = {}
    for code, one in enumerate(types):
        names = [field[1] for field in one.fields]
        order = sorted(
            (i for i in range(len(names)) if i != one.time), key=lambda i: (names[i] not in encode.TEXTS, -i)
        )
        before = [] if one.time is None else [one.time]
        for i in order:
            how[code, i] = _how(encode, draw, before, names) if payload == 1 else _pb_how(draw, before, names, i)
            before = [*before, i]
    if payload == 2:
        how = {key: {k: v for k, v in one.items()} for key, one in how.items()}
        return encode.chunk(encode.pb_body(types, rows, how), count, serializer=2, account=account)
    how["types"], how["times"] = (_how(encode, draw, [], []) for _ in range(2))
    sizes = draw.choice((2048, 2048, 70, 7))
    make = encode.lz4_chunk if draw.random() < 0.1 else encode.chunk
    for _ in range(8):
        try:
            body = encode.body(types, rows, how, page_rows=sizes, generation=draw.choice((0, 1)))
            return make(body, count, account=account)
        except (AssertionError, IndexError):  # a packing that cannot hold these values
            for key in [key for key in how if how[key]["packing"] in ("constant", "dictionary", "runs")]:
                if draw.random() < 0.5:
                    how[key] = dict(packing="varint")
    return make(encode.body(types, rows, page_rows=sizes), count, account=account)


def _value(kind, draw, words):
    if kind in ("string", "enum"):
        return draw.choice(words)
    if kind == "bytes":
        return draw.choice((None, b"", b"abc", bytes(70)))
    bits = {"boolean": 1, "byte": 7, "short": 15, "char": 16, "int": 31, "long": 63}.get(kind)
    if bits is None:
        return (draw.choice((0.0, 1.5, -2.25, 1e300 if kind == "double" else 1e30, 0.1)), "")
    value = draw.choice((0, 1, draw.getrandbits(min(6, bits)), draw.getrandbits(bits)))
    value = value - (1 << bits) if kind in ("byte", "short", "int", "long") and draw.random() < 0.1 else value
    return chr(value % 0xD800) if kind == "char" else value


def _how(encode, draw, before, names):
    arguments = dict(packing=draw.choice("constant frame frame runs dictionary raw varint".split()))
    if arguments["packing"] == "frame" and draw.random() < 0.4:
        arguments["width"] = draw.choice((0, 2, 5, 9))
    if arguments["packing"] == "runs":
        arguments["values_as"], arguments["lengths_as"] = (
            draw.choice(("varint", "frame", "raw", "dictionary")) for _ in "ab"
        )
    predictor = draw.choice(("none", "none", "delta", "reference", "keyed"))
    texts = [i for i in before if names[i] in encode.TEXTS]
    numbers = [i for i in before if names[i] in ("boolean", "byte", "short", "char", "int", "long")]
    if predictor == "keyed" and texts:
        arguments.update(predictor="keyed", field=draw.choice(texts))
    elif predictor == "reference" and numbers:
        arguments.update(predictor="reference", field=draw.choice(numbers))
    elif predictor == "delta":
        arguments.update(predictor="delta")
    return arguments


def _pb_how(draw, before, names, i):
    numbers = [j for j in before if names[j] in ("boolean", "byte", "short", "char", "int", "long")]
    numbers = [j for j in numbers if names[i] not in ("string", "enum") or j == before[0]]
    arguments = dict(items=draw.choice(("values", "words")), runs=draw.random() < 0.3, base=draw.choice((0, 0, 3, -1)))
    predictor = draw.choice((0, 0, 1, 2))
    if predictor == 2 and numbers:
        arguments.update(predictor=2, field=draw.choice(numbers))
    elif predictor == 1:
        arguments.update(predictor=1)
    return arguments


def sluice_command():
    """Runs the command of this project, as it was built; the result is what it printed."""
    if not (ROOT / "cli" / "target" / "sluice" / "stamp").exists():
        pytest.skip("./sluice is not built")

    def run(*arguments):
        result = subprocess.run([str(ROOT / "sluice"), *arguments], stdout=subprocess.PIPE, text=True, check=False)
        assert result.returncode in (0, 1), arguments
        return result.stdout

    return run


def with_crc(make, wanted: int) -> bytes:
    """What `make` makes of eight bytes that give it this CRC: it is linear, so one Gaussian elimination finds them."""

    def crc(value: int) -> int:
        return int.from_bytes(make(value.to_bytes(8, "little"))[-4:], "little")

    basis: "dict[int, tuple[int, int]]" = {}  # by the highest bit, a difference of CRCs and the bits that make it

    def reduced(difference: int, bits: int) -> "tuple[int, int]":
        while difference.bit_length() in basis:
            other, flips = basis[difference.bit_length()]
            difference, bits = difference ^ other, bits ^ flips
        return difference, bits

    for bit in range(64):
        difference, bits = reduced(crc(1 << bit) ^ crc(0), 1 << bit)
        if difference:
            basis[difference.bit_length()] = difference, bits
    rest, bits = reduced(crc(0) ^ wanted, 0)
    assert rest == 0
    return make(bits.to_bytes(8, "little"))
