"""The audit tells what `sluice verify --json` tells of the same files."""

import json
import os
import random

import pytest
from support import ROOT, SPEC, Bytes, encoder, sluice_command, with_crc

import sluice
from sluice.audit import Budget, Sequences


@pytest.fixture(scope="module")
def encode():
    return encoder()


def chunk(encode, sequence, records=2, emitted=None, producer=1, tags=b"", **more):
    emitted = (sequence + 1) * records if emitted is None else emitted
    body = encode.body([encode.Type("t", ("v", "int"))], [(0, [i]) for i in range(records)]) if records else b""
    account = encode.accounting(producer, sequence=sequence, emitted=emitted, **more)
    return encode.chunk(body, records, account=account, tags=tags)


def audit(*chunks):
    return Bytes(b"".join(chunks)).audit()


def test_all_chunks_up_to_the_end_are_complete(encode):
    told = audit(chunk(encode, 0), chunk(encode, 1), chunk(encode, 2, end=True))
    assert told.complete and (told.chunks, told.records, told.producers[0].sequences) == (3, 6, "0-2")


def test_a_missing_chunk_is_a_gap(encode):
    told = audit(chunk(encode, 0), chunk(encode, 2, end=True))
    assert not told.complete and told.producers[0].gaps == 1


def test_the_same_bytes_are_a_duplicate_and_others_a_conflict(encode):
    again = audit(chunk(encode, 0), chunk(encode, 0), chunk(encode, 1, end=True))
    assert again.complete and again.producers[0].duplicates == 1
    other = audit(chunk(encode, 0), chunk(encode, 0, name=b"x"), chunk(encode, 1, end=True))
    assert not other.complete and other.producers[0].conflicts == 1 and other.records == 6


def test_a_forged_chunk_with_the_crc_of_a_genuine_one_is_a_conflict(encode):
    draw = random.Random(5)
    for _ in range(int(os.environ.get("SLUICE_FORGED", "50"))):
        real = [chunk(encode, i, producer=7, end=i == 2) for i in range(3)]
        sequence, name = draw.randrange(3), b"%d" % draw.randrange(1 << 30)

        def forged(free, sequence=sequence, name=name):
            tags = encode.tag(20, free)
            return chunk(encode, sequence, producer=7, end=sequence == 2, name=name, tags=tags)

        lie = with_crc(forged, int.from_bytes(real[sequence][-4:], "little"))
        if lie[9] & 16:
            continue  # it has a mask, which makes another CRC of it
        assert lie[-4:] == real[sequence][-4:] and lie != real[sequence]
        all_chunks = [*real, lie]
        draw.shuffle(all_chunks)
        told = audit(*all_chunks)
        assert told.records == 8 and not told.complete
        assert (told.producers[0].conflicts, told.producers[0].duplicates) == (1, 0)


def test_drops_damage_and_an_absent_end_are_not_complete(encode):
    assert audit(chunk(encode, 0, emitted=5, drops={0: 3}, end=True)).producers[0].dropped == {"ring_full": 3}
    damaged = audit(chunk(encode, 0), b"junk", chunk(encode, 1, end=True))
    assert (damaged.complete, damaged.damaged, damaged.skipped_bytes) == (False, 1, 4)
    assert not audit(chunk(encode, 0)).complete and not audit().complete


def test_a_range_stands_for_the_chunks_before_it(encode):
    told = audit(chunk(encode, 3, 8, 8, end=True, tags=encode.tag(16, b"\x03")))
    assert told.complete and told.producers[0].sequences == "0-3"


def test_sequences_in_any_order_are_those_of_a_set():
    draw = random.Random(3)
    for reach in 300, 9000, 40_000:
        known, truth = Sequences(Budget()), set()
        for _ in range(200):
            first = draw.randrange(reach)
            last = first + draw.choice((0, 0, 1, 70, 5000))
            assert known.covered(first, last) == len(truth.intersection(range(first, last + 1)))
            known.add(first, last)
            truth.update(range(first, last + 1))
        assert known.absent(0, 1 << 62) == max(truth) + 1 - len(truth)


def history(encode, draw, producer):
    """Chunks of a producer lost, repeated, changed, merged, out of order, with drops and ends at odd places."""
    chunks, emitted, dropped = [], 0, {}
    count = draw.choice((1, 3, 10, 90))
    for sequence in range(count):
        records = draw.choice((0, 1, 3))
        if draw.random() < 0.1:
            cause = draw.choice((0, 3, 7, 40))
            dropped = {**dropped, cause: dropped.get(cause, 0) + 2}
            emitted += 2
        emitted += records
        more = dict(
            drops=dropped, end=sequence == count - 1 and draw.random() < 0.8, name=draw.choice((None, b"n", b""))
        )
        tags, how = b"", draw.random()
        if how < 0.02 and sequence:
            tags = encode.tag(16, encode.varint(draw.randint(1, min(sequence, 5))))
        if how > 0.97:
            emitted = max(0, emitted - 3)
        made = chunk(encode, sequence, records, emitted, producer, tags, **more)
        if draw.random() > 0.03:
            chunks.append(made)
        if draw.random() < 0.05:
            chunks.append(made if draw.random() < 0.5 else chunk(encode, sequence, 1, emitted, producer))
        if draw.random() < 0.01:
            chunks.append(made[: draw.randrange(len(made))])
    if draw.random() < 0.4:
        i, j = (draw.randrange(len(chunks) + 1) for _ in "ab")
        chunks[min(i, j) : max(i, j)] = reversed(chunks[min(i, j) : max(i, j)])
    return chunks


def mixed(encode, draw, producers):
    """Their chunks in turns."""
    waiting, out = [history(encode, draw, draw.getrandbits(64)) for _ in range(producers)], []
    while waiting:
        one = draw.choice(waiting[:20])
        out += one[: draw.randint(1, 4)]
        del one[: draw.randint(1, 4)]
        waiting = [one for one in waiting if one]
    return b"".join(out)


def bounds(encode):
    """More producers than are remembered, and more sequences out of order."""
    small = [chunk(encode, 1, 0, 0, producer) for producer in range(100, 4300)]
    sparse = [chunk(encode, sequence * 5000, 0, 0, 7) for sequence in range(1100, 0, -1)]
    ragged = [chunk(encode, 10_000 + 3 * i, 0, 0, 8) for i in range(300)]
    return b"".join([*small, *sparse, *ragged, chunk(encode, 1, 0, 0, 7), chunk(encode, 5000, 0, 0, 7)])


def test_figures_are_those_of_the_command(encode, tmp_path):
    run = sluice_command()
    draw = random.Random(11)
    recordings = {"mixed.slu": mixed(encode, draw, 150), "bounds.slu": bounds(encode)}
    good = [*(SPEC / "vectors").glob("*.chunk"), *(SPEC / "corpus").glob("*/*.chunk")]
    good = [file for file in sorted(good) if not file.name.startswith("zstd")]
    recordings["vectors.slu"] = b"".join(file.read_bytes() for file in good)
    for name, data in recordings.items():
        (tmp_path / name).write_bytes(data)
    directory = tmp_path / "records"
    directory.mkdir()
    for number in (999_999, 1_000_000, 2):
        data = b"".join(chunk(encode, sequence) for sequence in range(number % 5, 9))
        (directory / f"sluice-{1:016x}-{number:06}.slu").write_bytes(data)
    (directory / "ignored.txt").write_bytes(b"no chunk")
    for name in [*recordings, "records"]:
        theirs = json.loads(run("verify", "--json", str(tmp_path / name)))
        ours = json.loads(sluice.open(tmp_path / name).audit().to_json())
        del theirs["losses"]
        assert ours == theirs, name


def test_the_static_strings_are_those_of_the_format():
    ours = ROOT / "python" / "src" / "sluice" / "static-strings-1.txt"
    assert ours.read_bytes() == (SPEC / "static-strings-1.txt").read_bytes()
