"""Recordings as a program reads them."""

import datetime
import json
import random
import tracemalloc

import numpy as np
import pytest
from support import SPEC, Bytes, encoder

import sluice
from sluice import DamageWarning, MalformedChunk, compression
from sluice.jsonlines import lines

TYPE = [("path", "string", "symbol"), ("millis", "int"), ("start", "long", "instant"), ("time", "long", "record_time")]


@pytest.fixture(scope="module")
def encode():
    return encoder()


def request(encode, rows, sequence=0, fields=TYPE, name="app.request", clock=1_000, **more):
    kind = encode.Type(name, *fields)
    account = encode.accounting(sequence=sequence, emitted=len(rows), clock=clock)
    return encode.chunk(encode.body([kind], [(0, row) for row in rows]), len(rows), account=account, **more)


@pytest.fixture
def two(encode, tmp_path):
    """A directory with two segments, the first of which is first by number and not by name."""
    rows = [["/cart", 12, 5, 10], ["/pay", 250, 6, 20], [None, 3, 7, 30]]
    (tmp_path / "sluice-00000000000000aa-999999.slu").write_bytes(request(encode, rows))
    (tmp_path / "sluice-00000000000000aa-1000000.slu").write_bytes(request(encode, [["/new", 1, 8, 40]] * 100, 1))
    return tmp_path


def test_columns_have_the_types_of_their_fields(two):
    columns = sluice.open(two).columns("app.request")
    assert list(columns) == ["path", "millis", "start", "time"]
    assert columns["millis"].dtype == np.int32 and columns["millis"][:3].tolist() == [12, 250, 3]
    assert columns["time"].dtype == "datetime64[ns]" and columns["time"].view(np.int64)[:3].tolist() == [
        1010,
        1020,
        1030,
    ]
    path = columns["path"]
    assert path.codes[:4].tolist() == [0, 1, -1, 2] and path.categories == ["/cart", "/pay", "/new"]
    assert np.asarray(path)[:4].tolist() == ["/cart", "/pay", None, "/new"] == [path[i] for i in range(4)]
    assert (path == "/pay").sum() == 1 and (path != None).sum() == len(path) - 1


def test_files_directories_globs_and_several_of_them_are_read_in_order(two):
    names = [file.name for file in sluice.open(two).files()]
    assert names == ["sluice-00000000000000aa-999999.slu", "sluice-00000000000000aa-1000000.slu"]
    assert [file.name for file in sluice.open(str(two / "*99*.slu")).files()] == names[:1]
    assert len(sluice.open([two / name for name in names]).files()) == 2
    for nothing in two / "no.slu", two / "*.txt":
        with pytest.raises(FileNotFoundError, match="no file matches"):
            sluice.open(nothing)
    (two / "empty").mkdir()
    with pytest.raises(FileNotFoundError, match="no segments"):
        sluice.open(two / "empty")


def test_a_projection_reads_the_same_values(two):
    recording = sluice.open(two)
    whole = recording.columns("app.request.1")
    for fields in ["millis"], ["time", "path"], ["start"]:
        part = recording.columns("app.request", fields)
        assert list(part) == fields
        assert all(np.array_equal(np.asarray(part[f]), np.asarray(whole[f])) for f in fields)


@pytest.mark.filterwarnings("ignore::sluice.DamageWarning")
def test_every_projection_of_the_corpus_reads_what_the_whole_has():
    for file in sorted((SPEC / "corpus").glob("*/*-[0-9]*0*.chunk")):
        recording = sluice.open(file)
        for name, fields in recording.types().items():
            whole = recording.columns(name)
            for field in fields:
                a, b = recording.columns(name, [field])[field], whole[field]
                a, b = (np.asarray(one) for one in (a, b))
                assert a.tobytes() == b.tobytes() if a.dtype.kind == "f" else (a == b).all()


def test_what_is_not_there_is_told_with_what_is(two):
    recording = sluice.open(two)
    with pytest.raises(KeyError, match="app.request.1"):
        recording.columns("app.reqest")
    for ask in recording.columns, lambda *asked: list(recording.tables(*asked)):
        with pytest.raises(KeyError, match="'path', 'millis'"):
            ask("app.request", ["duration"])
        with pytest.raises(KeyError, match="app.request.1"):
            ask("app.reqest", ["time"])


def test_tables_come_chunk_by_chunk_with_one_list_of_categories(two):
    tables = list(sluice.open(two).tables("app.request", ["path"]))
    assert [len(table["path"]) for table in tables] == [3, 100]
    assert tables[1]["path"].categories == ["/cart", "/pay", "/new"]


def test_schemas_that_differ_are_matched_by_name(encode):
    wider = [("millis", "long"), ("more", "string")]
    recording = Bytes(request(encode, [["/a", 5, 0, 0]]) + request(encode, [[6, "x"]], 1, wider))
    columns = recording.columns("app.request")
    assert columns["millis"].dtype == np.int64 and columns["millis"].tolist() == [5, 6]
    assert np.asarray(columns["path"]).tolist() == ["/a", None] and np.asarray(columns["more"]).tolist() == [None, "x"]
    assert columns["start"].view(np.int64).tolist() == [1000, 0]
    assert [list(np.asarray(table["path"])) for table in recording.tables("app.request", ["path"])] == [["/a"], [None]]
    text = Bytes(request(encode, [["/a", 5, 0, 0]]) + request(encode, [["6"]], 1, [("millis", "string")]))
    with pytest.raises(TypeError, match="millis"):
        text.columns("app.request")


def test_versions_are_types_of_their_own():
    recording = sluice.open(SPEC / "vectors" / "schema-versions.chunk")
    name = next(iter(recording.types()))
    assert recording.columns(name)
    with pytest.raises(ValueError, match="name one"):
        recording.columns(name.rpartition(".")[0])


@pytest.mark.parametrize("name", ["types-all", "protobuf-types-all", "float-bits", "base64", "interleaved"])
def test_records_are_those_of_the_json_form(name):
    file = SPEC / "vectors" / f"{name}.chunk"
    texts = file.with_suffix(".jsonl").read_text("utf-8").splitlines()
    for record, text in zip(sluice.open(file).records(), texts):
        told = json.loads(text)
        assert list(record) == list(told)
        for field, value in told.items():
            if isinstance(record[field], float):
                assert np.array_equal(float(value), record[field], equal_nan=True)
            elif not isinstance(record[field], bytes):
                assert value == record[field]


def test_damage_is_warned_of_and_a_strict_recording_raises_it(encode):
    data = request(encode, [["/a", 1, 2, 3]]) + b"junk"
    with pytest.warns(DamageWarning, match="no chunk starts here.*4 bytes"):
        assert len(list(Bytes(data).records())) == 1
    with pytest.raises(MalformedChunk, match="junk|no chunk"):
        list(Bytes(data, strict=True).records())
    other = request(encode, [["/b", 1, 2, 3]])
    with pytest.warns(DamageWarning, match="conflict"):
        assert len(list(Bytes(data[:-4] + other).records())) == 2


def test_a_message_is_exactly_one_chunk(encode):
    data = request(encode, [["/a", 1, 2, 3]])
    assert sluice.Chunk(data).columns("app.request", ["millis"])["millis"].tolist() == [1]
    for wrong in data + b"x", data[:-1], data + data, b"", b"\x53":
        with pytest.raises(MalformedChunk):
            sluice.Chunk(wrong)
        told = sluice.messages([data, wrong]).audit()
        assert (told.chunks, told.damaged, told.skipped_bytes) == (1, 1, len(wrong))
    assert sluice.messages([data, data]).audit().producers[0].duplicates == 1
    with pytest.raises(KeyError, match="app.request.1"):
        sluice.Chunk(data).columns("other")


def test_names_in_messages_are_escaped(encode):
    """They come from whoever wrote the chunk."""
    kind = encode.Type("t", ("\n\x1b[2J\u202e", "byte"))
    data = encode.chunk(encode.body([kind], [(0, [0])], {(0, 0): encode.column([128], "varint")}), 1)
    with pytest.raises(MalformedChunk, match="value: of ") as told:
        sluice.Chunk(data).decode()
    assert str(told.value).isprintable()


def test_a_missing_library_is_named(encode, monkeypatch):
    monkeypatch.setattr(compression, "_library", lambda name: None)
    recording = sluice.open(SPEC / "vectors" / "zstd-body.chunk")
    for ask in recording.audit, lambda: list(recording.chunks()):
        with pytest.raises(sluice.MissingLibrary, match=r"pip install 'sluice-chunks\[zstd\]'"):
            ask()


def test_few_bytes_that_claim_much_take_little_memory(encode):
    """Each size is checked before anything is allocated for it."""
    varint, signed = encode.varint, encode.signed
    huge = varint((64 << 20) << 2)
    hostile = [
        encode.chunk(varint(0) + varint(65_536) + huge + b"\0", 65_536),  # a table that is not there
        encode.chunk(varint(0) + varint(1) + varint(2 << 2) + b"\x01a" + varint(1024) + b"\x02", 65_536),
        encode.chunk(b"\x0f", 1, compression=1, raw=64 << 20),  # an LZ4 body
        encode.chunk(encode.pb((2, encode.pb((5, varint(1)), (7, [65_536] * 1000)))), 65_536, serializer=2),
        encode.chunk(encode.pb(*[(1, b"")] * 30_000), 1, serializer=2),
        encode.chunk(encode.pb(*[(3, b"")] * 70_000), 1, serializer=2),
    ]
    page = varint(0) + varint(2) + varint(4 << 2) + b"\x01\x01tv" + varint(1) + signed(1) + varint(1) + varint(1)
    page += signed(2) + b"\x06" + varint(2048)
    for column in b"\x04", b"\x02" + varint(2048) + b"\x00\x02\x00" + signed((1 << 63) - 1), b"\x05" + b"\x80" * 30:
        hostile.append(encode.chunk(page + varint(len(column)) + column, 65_536))
    for data in hostile:
        tracemalloc.start()
        with pytest.raises(MalformedChunk):
            sluice.Chunk(data).decode()
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert most < (4 << 20) + 30 * len(data)


def test_many_chunks_take_the_memory_of_one(encode, tmp_path):
    rows = [["/a", i % 7, i, i] for i in range(2000)]
    file = tmp_path / "many.slu"
    file.write_bytes(b"".join(request(encode, rows, sequence) for sequence in range(30)))
    recording = sluice.open(file)
    next(iter(recording.tables("app.request")))
    tracemalloc.start()
    assert sum(len(table["millis"]) for table in recording.tables("app.request")) == 60_000
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 2 << 20


def test_pandas_has_categories_and_instants(two):
    pandas = pytest.importorskip("pandas")
    frame = sluice.open(two).to_pandas("app.request")
    assert isinstance(frame["path"].dtype, pandas.CategoricalDtype) and frame["path"].isna().sum() == 1
    assert frame["time"].iloc[0] == pandas.Timestamp(1010, unit="ns", tz="UTC")
    assert frame.groupby("path", observed=True)["millis"].max().to_dict() == {"/cart": 12, "/pay": 250, "/new": 1}


def test_arrow_has_dictionaries_and_instants(two):
    pyarrow = pytest.importorskip("pyarrow")
    table = sluice.open(two).to_arrow("app.request")
    assert pyarrow.types.is_dictionary(table["path"].type) and table["path"].null_count == 1
    assert table["time"].type == pyarrow.timestamp("ns", "UTC")
    assert table["path"].to_pylist()[:4] == ["/cart", "/pay", None, "/new"]
    lone = sluice.open(SPEC / "vectors" / "strings-lone-surrogates.chunk")
    name, fields = next(iter(lone.types().items()))
    assert "\ufffd" in "".join(map(str, lone.to_arrow(name)[fields[0]].to_pylist()))


def test_all_kinds_go_into_frames():
    pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    recording = sluice.open(SPEC / "vectors" / "types-all.chunk")
    name = next(iter(recording.types()))
    assert len(recording.to_pandas(name)) == recording.to_arrow(name).num_rows == 3


def test_lines_of_one_chunk_end_behind_much_text(encode):
    chunk = sluice.Chunk(request(encode, [["/a", 1, 2, 3]] * 10))
    printed = []
    with pytest.raises(MalformedChunk, match="chunk-text"):
        printed.extend(lines(chunk, most=150))
    assert 0 < len(printed) < 10


def test_instants_are_utc(two):
    time = sluice.open(two).columns("app.request", ["time"])["time"]
    assert time[0].astype("datetime64[us]").item() == datetime.datetime(1970, 1, 1, microsecond=1)


class Counting(bytearray):
    """Counts the bytes that slices of it copy."""

    copied = 0

    def __getitem__(self, key):
        piece = super().__getitem__(key)
        Counting.copied += len(piece) if isinstance(key, slice) else 0
        return piece


def test_lz4_copies_no_more_than_it_makes(encode, monkeypatch):
    monkeypatch.setattr(compression, "bytearray", Counting, raising=False)
    literals = bytes(range(256)) * 256
    block = encode.lz4_sequence(literals, 0xFFFF, 4) + encode.lz4_sequence(b"", 0xFFFF, 4) * 9_999
    block += encode.lz4_sequence(b"end..")
    length = len(literals) + 40_000 + 5
    out = compression.lz4_block(compression.Reader(block, 0, len(block)), len(block), length)
    assert out[: 1 << 16] == literals and out[1 << 16 : -5] == (literals[1:] + literals)[:40_000] and out[-5:] == b"end.."
    assert Counting.copied <= 2 * length


def test_lz4_matches_may_overlap_what_they_make(encode):
    draw = random.Random(5)
    for _ in range(300):
        block, expected = b"", bytearray()
        for _ in range(draw.randint(1, 30)):
            literals = draw.randbytes(draw.choice((1, 3, 20, 300)))
            expected += literals
            offset, match = draw.randint(1, min(len(expected), draw.choice((1, 4, 70, 0xFFFF)))), draw.randint(4, 400)
            block += encode.lz4_sequence(literals, offset, match)
            for _ in range(match):
                expected.append(expected[-offset])
        block, expected = block + encode.lz4_sequence(b"end.."), expected + b"end.."
        assert compression.lz4_block(compression.Reader(block, 0, len(block)), len(block), len(expected)) == expected
