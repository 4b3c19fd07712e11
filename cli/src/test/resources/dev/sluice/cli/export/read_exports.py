"""Reads an export with the schema of the tool that it is for, and prints what is in it.

usage: read_exports.py perfetto|otlp FILE
"""
import sys


def perfetto(file):
    from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace, TrackEvent

    trace = Trace()
    with open(file, "rb") as f:
        trace.ParseFromString(f.read())
    types = [p.track_event.type for p in trace.packet if p.HasField("track_event")]
    begins = types.count(TrackEvent.TYPE_SLICE_BEGIN)
    print("begins", begins, "ends", types.count(TrackEvent.TYPE_SLICE_END))


def otlp(file):
    from google.protobuf import json_format
    from opentelemetry.proto.trace.v1.trace_pb2 import TracesData

    with open(file, encoding="utf-8") as f:
        lines = [json_format.Parse(line, TracesData()) for line in f]
    spans = [
        span
        for line in lines
        for resource in line.resource_spans
        for scope in resource.scope_spans
        for span in scope.spans
    ]
    incomplete = [
        span for span in spans if any(a.key == "sluice.trace.state" for a in span.attributes)
    ]
    print("spans", len(spans), "incomplete", len(incomplete))


{"perfetto": perfetto, "otlp": otlp}[sys.argv[1]](sys.argv[2])
