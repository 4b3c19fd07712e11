"""Converts spans in OTLP's JSON form, one request a line, into lines that `sluice convert` reads."""

import json
import sys
import zlib

LETTERS = {"stringValue": "s", "intValue": "l", "doubleValue": "d", "boolValue": "b"}


def number(digits):
    value = int(digits or "0", 16)
    return value - 2**64 if value >= 2**63 else value


def attribute(value):
    kind, plain = next(iter(value.items()))
    text = plain if isinstance(plain, str) else json.dumps(plain)
    if kind not in LETTERS:
        return "v", json.dumps(value)
    return LETTERS[kind], text.replace("\\", "\\\\").replace("\n", "\\n")


def rows(resource, scope, span):
    names = {each["key"]: each["value"].get("stringValue") for each in resource.get("attributes", [])}
    service = names.get("service.name") or "unknown"
    attributes = [(each["key"], *attribute(each["value"])) for each in span.get("attributes", [])]
    members = ("status", "traceState", "events", "links")
    more = {member: span[member] for member in members if span.get(member)}
    begin, end = int(span["startTimeUnixNano"]), int(span["endTimeUnixNano"])
    row = {
        "_producer": service,
        "_producerId": f"{zlib.crc32(json.dumps(resource).encode()):016x}",
        "timestamp": end,
        "traceId": number(span["traceId"][16:]),
        "spanId": number(span["spanId"]),
    }
    if more:
        yield row | {"type": "sluice.span_part.1", "part": 0, "text": json.dumps(more)[1:-1]}
    yield row | {
        "type": "sluice.span.1",
        "operationSignature": span.get("name", "unknown"),
        "w3cTraceHigh": number(span["traceId"][:16]),
        "parentSpanId": number(span.get("parentSpanId")),
        "remoteParent": span.get("kind") in (2, 5),
        "startEpochNanos": begin,
        "duration": end - begin,
        "kind": span.get("kind", 1),
        "flags": span.get("flags", 1) & 255,
        "status": span.get("status", {}).get("code", 0),
        "scope": json.dumps(scope),
        "resource": json.dumps(resource),
        "attributeKeys": "\n".join(f"{letter}:{key}" for key, letter, _ in attributes),
        "attributes": "\n".join(text for _, _, text in attributes),
        "hostname": "",
        "parts": 1 if more else 0,
    }


for line in sys.stdin:
    for of in json.loads(line).get("resourceSpans", []):
        for scoped in of.get("scopeSpans", []):
            for span in scoped.get("spans", []):
                for row in rows(of.get("resource", {}), scoped.get("scope", {}), span):
                    print(json.dumps(row))
