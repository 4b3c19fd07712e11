"""Converts a trace in Zipkin's JSON form into lines that `sluice convert` reads, without events and remote endpoints."""

import json
import sys
import zlib

KINDS = {"SERVER": 2, "CLIENT": 3, "PRODUCER": 4, "CONSUMER": 5}


def number(digits):
    value = int(digits or "0", 16)
    return value - 2**64 if value >= 2**63 else value


for span in json.load(sys.stdin):
    trace = span["traceId"].zfill(32)
    begin = span.get("timestamp", 0) * 1000
    duration = span.get("duration", 0) * 1000
    tags = {key: value.replace("\\", "\\\\").replace("\n", "\\n") for key, value in span.get("tags", {}).items()}
    service = span.get("localEndpoint", {}).get("serviceName", "unknown")
    name = {"key": "service.name", "value": {"stringValue": service}}
    print(json.dumps({
        "_producer": service,
        "_producerId": f"{zlib.crc32(service.encode()):016x}",
        "type": "sluice.span.1",
        "timestamp": begin + duration,
        "operationSignature": span.get("name", "unknown"),
        "w3cTraceHigh": number(trace[:16]),
        "traceId": number(trace[16:]),
        "spanId": number(span["id"]),
        "parentSpanId": number(span.get("parentId")),
        "remoteParent": span.get("kind") in ("SERVER", "CONSUMER"),
        "startEpochNanos": begin,
        "duration": duration,
        "kind": KINDS.get(span.get("kind"), 1),
        "flags": 1,
        "status": 2 if "error" in tags else 0,
        "scope": "",
        "resource": json.dumps({"attributes": [name]}),
        "attributeKeys": "\n".join("s:" + key for key in tags),
        "attributes": "\n".join(tags.values()),
        "hostname": "",
        "parts": 0,
    }))
