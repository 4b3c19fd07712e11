"""Records as lines of JSON, in the form of the format's page."""

from __future__ import annotations

import base64
import json.encoder
import math
import re
from decimal import Decimal
from typing import Callable, Iterable, Iterator

import numpy as np

from .chunk import Chunk
from .container import Header
from .errors import refuse
from .schema import BOOLEAN, BYTES, CHAR, DOUBLE, FLOAT, LONG, RecordType, Texts
from .tables import Blobs, Stored

MOST_TEXT = 64 << 20  # behind so many bytes no record of a chunk is begun
_quoted: Callable[[str], str] = json.encoder.encode_basestring
_UNSAFE = re.compile("[\0-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]")


def safe(line: str) -> str:
    """Without what a terminal acts upon: controls, changes of direction."""
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", line)


def number(value: float) -> str:
    """A double as ECMAScript prints it, but -0 as -0.0 and what is not finite as a string."""
    if not math.isfinite(value):
        return '"NaN"' if math.isnan(value) else '"Infinity"' if value > 0 else '"-Infinity"'
    if value == 0:
        return "-0.0" if math.copysign(1, value) < 0 else "0"
    sign, figures, exponent = Decimal(repr(value)).as_tuple()
    assert isinstance(exponent, int)
    point = len(figures) + exponent  # 0.digits * 10^point
    digits, minus = "".join(map(str, figures)).rstrip("0"), "-" * sign
    if point > 21 or point <= -6:
        return minus + f"{digits[0]}.{digits[1:]}".rstrip(".") + f"e{point - 1:+}"
    if point <= 0:
        return minus + "0." + "0" * -point + digits
    return minus + f"{digits[:point].ljust(point, '0')}.{digits[point:]}".rstrip(".")


def _cells(stored: Stored, texts: Texts, long_as_string: bool) -> Iterable[str]:
    kind, raw = stored.field.kind, stored.raw()
    if stored.field.is_text:
        used = np.flatnonzero(np.bincount(raw.astype(np.int64) - texts.least)).tolist()
        words = {place + texts.least: texts[place + texts.least] for place in used}
        quoted = {i: "null" if word is None else _quoted(word) for i, word in words.items()}
        return map(quoted.__getitem__, raw.tolist())
    if kind == BYTES:
        blobs = stored.values(texts)
        assert isinstance(blobs, Blobs)
        return ("null" if blob is None else f'"{base64.b64encode(blob).decode()}"' for blob in blobs)
    if kind == BOOLEAN:
        return ("true" if value else "false" for value in raw.tolist())
    if kind == CHAR:
        return (_quoted(chr(value)) for value in raw.tolist())
    if kind in (FLOAT, DOUBLE):
        return map(number, raw.tolist())
    return (f'"{value}"' for value in raw.tolist()) if kind == LONG and long_as_string else map(str, raw.tolist())


def _producer(header: Header) -> str:
    name = "null" if header.producer_name is None else _quoted(header.producer_name)
    said = ",".join(f"{_quoted(key)}:{_quoted(value)}" for key, value in header.attributes.items())
    attributes = f'"_attributes":{{{said}}},' if said else ""
    return safe(f'"_producer":{name},"_producerId":"{header.producer}",{attributes}')


def lines(
    chunk: Chunk,
    bare: bool = False,
    long_as_string: bool = False,
    is_wanted: Callable[[RecordType], bool] = lambda one: True,
    most: int = MOST_TEXT,
) -> Iterator[bytes]:
    """A line for each record; `bare` is the format's own form, else a line begins with its producer.

    Records behind `most` bytes of text are refused: few bytes of a chunk may stand for much text.
    """
    out = chunk.decode()
    producer = "" if bare else _producer(chunk.header)
    forms, rows = [], []
    for one, columns in zip(out.types, out.columns):
        names = [f.name if bare else re.sub(r"^_+(producer(Id)?|attributes)\Z", r"_\g<0>", f.name) for f in one.fields]
        parts = [
            _quoted("type") + ":" + _quoted(one.name),
            *(_quoted(name).replace("%", "%%") + ":%s" for name in names),
        ]
        forms.append("{" + producer.replace("%", "%%") + ",".join(parts) + "}\n")
        rows.append(zip(*(_cells(stored, out.texts, long_as_string) for stored in columns.values())))
    wanted = [is_wanted(one) for one in out.types]
    size = 0
    for part in out.order:
        for code in part.tolist():
            cells = next(rows[code], ())
            if not wanted[code]:
                continue
            if size >= most:
                refuse("chunk-text", f"the records behind {size} bytes of text are left out")
            line = forms[code] % cells
            encoded = (line if bare else safe(line[:-1]) + "\n").encode("utf-8", "backslashreplace")
            size += len(encoded)
            yield encoded
