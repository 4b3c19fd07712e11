"""The package and the reference decoder read the same, and accept and refuse the same."""

import hashlib
import os
import random

import pytest
from support import SPEC, Bytes, Read, corrected, encoder, generated, mutated, reason, reference

import sluice
from sluice.container import scan
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


def hostile_stream(encode, draw, good):
    """Pieces as other programs leave them: chunks, some of them again, cut off, with bytes before, between and behind."""
    pieces = []
    for _ in range(draw.randint(0, 8)):
        chunk = draw.choice(good)
        how = draw.randrange(8)
        if how == 0:
            chunk = chunk[: draw.randrange(len(chunk))]
        elif how == 1:
            chunk = draw.choice((b"\0" * 300, b"\xef\xbb\xbf", chunk[:9], b"\x53\xf9", draw.randbytes(40), chunk[9:]))
        elif how == 2:
            chunk = chunk * 2
        elif how == 3:
            chunk = corrected(mutated(chunk, draw), encode)
        pieces.append(chunk)
    return pieces


@pytest.mark.filterwarnings("ignore::sluice.DamageWarning")
def test_each_byte_is_in_a_chunk_or_reported(tmp_path):
    decoder, encode, draw, good = reference(), encoder(), random.Random(SEED + 2), seeds()
    for i in range(FUZZED // 10):
        pieces = hostile_stream(encode, draw, good)
        data = b"".join(pieces)
        found = list(scan(data))
        assert [position for position, _, _ in found] == [sum(f[1] for f in found[:n]) for n in range(len(found))]
        assert sum(length for _, length, _ in found) == len(data)

        file = tmp_path / f"{i % 4}.slu"
        file.write_bytes(data)
        read = sluice.open(file)
        told, chunks = read.audit(), list(read.chunks())
        again = sum(producer.duplicates for producer in told.producers)
        whole = [len(piece) for _, _, piece in found if isinstance(piece, bytes)]
        assert told.chunks == len(chunks)
        assert sum(chunk.header.length for chunk in chunks) + told.skipped_bytes <= len(data)
        assert told.chunks + again + told.damaged == len(found) >= len(whole)
        if not again:
            assert sum(chunk.header.length for chunk in chunks) + told.skipped_bytes == len(data)
        rejected = sum(producer.rejected for producer in told.producers)
        assert told.records + rejected == sum(chunk.header.record_count for chunk in chunks)
        assert told.records == len(list(read.records()))
        assert Read.by_package(data) == Read.by_reference(decoder, data)

        messages = sluice.messages(pieces)
        told, chunks = messages.audit(), list(messages.chunks())
        again = sum(producer.duplicates for producer in told.producers)
        assert told.chunks + again + told.damaged == len(pieces)
        assert told.records == len(list(messages.records()))
