"""Messages of a real broker, taken with confluent-kafka."""

import re
import subprocess

import pytest
from support import ROOT, encoder, sluice_command

import sluice


@pytest.fixture
def topic(tmp_path):
    """The URI of a topic of the broker that the command starts."""
    command = [str(ROOT / "sluice"), "broker", "--port", "0", "--data", str(tmp_path / "broker"), "--topic", "records"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as broker:
        found = next(filter(None, (re.search(r"kafka://\S+/records", line) for line in broker.stdout)), None)
        try:
            assert found, "the broker gave up"
            yield found[0]
        finally:
            broker.terminate()
            broker.communicate(timeout=30)


def values(topic, count):
    kafka = pytest.importorskip("confluent_kafka")
    server, name = topic[len("kafka://") :].split("/")
    consumer = kafka.Consumer({"bootstrap.servers": server, "group.id": "test", "auto.offset.reset": "earliest"})
    consumer.subscribe([name])
    try:
        while count:
            message = consumer.poll(30)
            assert message is not None and message.error() is None, message
            count -= 1
            yield message.value()
    finally:
        consumer.close()


def test_messages_are_chunks(tmp_path, request):
    pytest.importorskip("confluent_kafka")
    run, encode = sluice_command(), encoder()
    kind = encode.Type("app.request", ("path", "string", "symbol"), ("millis", "int"))
    chunks = []
    for sequence in range(5):
        body = encode.body([kind], [(0, [f"/{i % 3}", i]) for i in range(100)])
        account = encode.accounting(sequence=sequence, emitted=100 * (sequence + 1), end=sequence == 4)
        chunks.append(encode.chunk(body, 100, account=account))
    (tmp_path / "records.slu").write_bytes(b"".join(chunks))
    topic = request.getfixturevalue("topic")
    run("compact", str(tmp_path / "records.slu"), "--chunk-records", "100", "--to", topic)
    recording = sluice.messages(list(values(topic, 5)))
    columns = recording.columns("app.request")
    assert columns["millis"].tolist() == [*range(100)] * 5 and columns["path"].categories == ["/0", "/1", "/2"]
    assert recording.audit().complete and recording.audit().records == 500
