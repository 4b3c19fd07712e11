"""Chunks for a reader that has keys: those it takes, and those it refuses."""
import base64
import hashlib

from encoder import *
from vectors import lines

KEYS = [hashlib.sha256(b"a key of the test vectors, " + name).digest() for name in (b"new", b"old")]
_TYPE = Type("t", ("v", "string"), ("b", "bytes"))
_ROWS = [(0, ["text", b"bytes"])]
_MAGIC = [(0, ["x", MAGIC + bytes(8)])]
SIGNED = []


def signed(name, shows, rows=_ROWS, change=lambda data: data, compress=False, **how):
    make = lz4_chunk if compress else chunk
    data = change(make(body([_TYPE], rows) if rows else b"", len(rows), **{"key": KEYS[0], **how}))
    SIGNED.append((name, shows, data, lines([_TYPE], rows) if name.startswith("good") else []))


def flipped(at):
    """A bit of the byte there is another, counted from before the CRC if it is negative; the CRC is right again."""
    def change(data):
        data = bytearray(data[:-4])
        data[at] ^= 1
        return seal(bytes(data))
    return change


def without_mask(data):
    """The same chunk with a mask of zeros in place of the one it has, and a right CRC."""
    mask, rest = data[10:14], data[14:-4]
    return seal(data[:10] + bytes(4) + bytes(b ^ mask[i % 4] for i, b in enumerate(rest)))


_BODY = len(body([_TYPE], _ROWS))
signed("good", "A chunk that the first key has signed.")
signed("good-second-key", "One that the second key has signed.", key=KEYS[1])
signed("good-empty", "A chunk without records: its totals are signed, too.", [], account=accounting(end=True, sequence=1, emitted=1))
signed("good-tags", "The signature is behind all other tags.", tags=tag(2, b"shop") + tag(16, b"\2"), account=accounting(sequence=3, emitted=4))
signed("good-lz4", "A compressed body is signed as it is stored.", compress=True)
signed("good-mask", "A mask: what is signed are the masked bytes, and the signature is masked.", mask=bytes.fromhex("a1b2c3d4"))
signed("good-magic", "A mask that the magic in the body needs: the chunk is signed anew for it.", _MAGIC)
signed("refused-unsigned", "No signature.", key=None)
signed("refused-wrong-key", "Signed with a key that the reader does not have.", key=bytes(32))
signed("refused-zeros", "A signature of zeros.", key=None, tags=tag(18, bytes(32)))
signed("refused-signature", "A bit of the signature is another.", change=flipped(-_BODY - 1))
signed("refused-body", "A bit of the body is another.", change=flipped(-1))
signed("refused-producer", "A bit of the producer's id is another.", change=flipped(13))
signed("refused-range", "A range is put into a chunk that was signed without one.", account=accounting(sequence=3, emitted=4),
       change=lambda data: chunk(body([_TYPE], _ROWS), 1, account=accounting(sequence=3, emitted=4),
                                 tags=tag(16, b"\2") + tag(18, data[-4 - _BODY - 32:-4 - _BODY])))
signed("refused-other-mask", "A genuine chunk with another mask.", mask=bytes.fromhex("a1b2c3d4"), change=without_mask)


def files(hexed):
    out = {"vectors/signed/keys": "".join(["# Keys of the test vectors: of no use for anything else.\n"]
                                          + [base64.b64encode(key).decode() + "\n" for key in KEYS]).encode()}
    index = ["# Signed chunks", "", "Written by `../../tools/make_vectors.py`, do not edit. A reader that has the [keys](keys) takes those whose name begins",
             "with `good`, and reads the lines in `NAME.jsonl`; of the others it hands out nothing. A reader without keys takes all.", ""]
    for name, shows, data, expected in SIGNED:
        out[f"vectors/signed/{name}.chunk"] = data
        if name.startswith("good"):
            out[f"vectors/signed/{name}.jsonl"] = "".join(line + "\n" for line in expected).encode("utf-8")
        index += [f"## {name}", "", shows, "", hexed(data), ""]
    out["vectors/signed/README.md"] = "\n".join(index).rstrip("\n").encode("utf-8") + b"\n"
    return out
