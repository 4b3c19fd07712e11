#!/usr/bin/env python3
"""Parses all vectors with the Kaitai Struct description. By hand, for it needs two things from outside:

    kaitai-struct-compiler -t python --outdir DIR ../container.ksy      (io.kaitai:kaitai-struct-compiler_2.12)
    pip install --target DIR kaitaistruct
    python3 check_ksy.py DIR
"""
import pathlib
import sys

sys.path.insert(0, sys.argv[1])
from sluice_container import SluiceContainer

chunks = pages = 0
for file in sorted((pathlib.Path(__file__).resolve().parents[1] / "vectors").glob("*.chunk")):
    if file.name.startswith("unknown-"):
        continue  # columns that the description cannot know
    for chunk in SluiceContainer.from_file(file).chunks:
        chunks += 1
        body, records = chunk.content.body, chunk.content.header.num_records.value
        if hasattr(body, "num_types") and body.num_types.value == 1:
            assert sum(page.num_rows.value for page in body.pages) == records, file
            pages += len(body.pages)
print(f"{chunks} chunks, {pages} pages taken apart")
