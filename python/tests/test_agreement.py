"""The package and the reference decoder read the same, and accept and refuse the same."""

import hashlib
import os
import random

import pytest
from support import SPEC, Bytes, Read, corrected, encoder, generated, mutated, reason, reference

from sluice.jsonlines import lines

GOOD = [*(SPEC / "vectors").glob("*.chunk"), *(SPEC / "corpus").glob("*/*.chunk")]
EVIL = [*(SPEC / "vectors" / "evil").glob("*.chunk")]
# By default; SLUICE_FUZZ asks for more, and SLUICE_SEED for others.
FUZZED = int(os.environ.get("SLUICE_FUZZ", "1000"))
SEED = int(os.environ.get("SLUICE_SEED", "1"))
LARGEST = 3000


@pytest.mark.filterwarnings("ignore::sluice.DamageWarning")
@pytest.mark.parametrize("file", sorted(GOOD), ids=lambda file: file.stem)
def test_vectors_and_corpus_are_read_to_the_byte(file):
    if file.stem.startswith("zstd-"):
        pytest.importorskip("zstandard")
    read = list(Bytes(file.read_bytes()).chunks())
    text = b"".join(line for chunk in read for line in lines(chunk, bare=True))
    if file.with_suffix(".jsonl").exists():
        assert text == file.with_suffix(".jsonl").read_bytes()
    else:
        assert hashlib.sha256(text).hexdigest() == file.with_suffix(".sha256").read_text().split()[0]
    unread = file.with_suffix(".unread")
    assert [one for chunk in read for one in chunk.unread] == (
        unread.read_text().splitlines() if unread.exists() else []
    )


@pytest.mark.parametrize("file", sorted(EVIL), ids=lambda file: file.stem)
def test_evil_files_are_refused_for_the_reason_in_their_name(file):
    if file.stem.startswith("zstd"):
        pytest.importorskip("zstandard")
    assert reason(file.read_bytes()) == file.stem.split("--")[0]


def seeds():
    """Single chunks, small ones."""
    found = [file.read_bytes() for file in sorted(GOOD + EVIL) if "zstd" not in file.name]
    return [data for data in found if 36 <= len(data) <= LARGEST and data.startswith(b"\x53\xf9\xf9\x4c")]


def test_fuzzed_bodies_mean_the_same_to_both():
    decoder, encode, draw, good = reference(), encoder(), random.Random(SEED), seeds()
    accepted = 0
    for i in range(FUZZED):
        data = generated(encode, draw) if i % 2 else draw.choice(good)
        if i % 2 == 0 or draw.random() < 0.6:
            data = corrected(mutated(data, draw), encode)
        ours, theirs = Read.by_package(data), Read.by_reference(decoder, data)
        assert ours == theirs, f"{data.hex()}\nours {ours.reasons}\ntheirs {theirs.reasons}"
        accepted += not ours.damages
    print(f"{FUZZED} fuzzed bodies, {accepted} accepted by both")
    assert FUZZED / 50 < accepted < FUZZED * 49 / 50


def test_damaged_streams_are_cut_at_the_same_places():
    decoder, encode, draw, good = reference(), encoder(), random.Random(SEED + 1), seeds()
    damages = 0
    for _ in range(FUZZED // 15):
        stream = b""
        for _ in range(draw.randint(1, 6)):
            chunk = draw.choice(good)
            how = draw.randrange(4)
            if how == 0:
                chunk = chunk[: draw.randrange(len(chunk))]
            elif how == 1:
                at = draw.randrange(len(chunk))
                chunk = chunk[:at] + bytes([chunk[at] ^ 1 << draw.randrange(8)]) + chunk[at + 1 :]
            elif how == 2:
                chunk = corrected(chunk + bytes(draw.randrange(3000)), encode)[: len(chunk)]
            stream += chunk
        ours, theirs = Read.by_package(stream), Read.by_reference(decoder, stream)
        assert ours == theirs, f"{stream.hex()}\nours {ours.reasons}\ntheirs {theirs.reasons}"
        damages += len(ours.damages)
    assert damages > FUZZED // 30
