"""Reads recordings of Sluice into numpy columns.

>>> import sluice
>>> recording = sluice.open("records/*.slu")
>>> columns = recording.columns("sluice.operation_execution", ["tin", "tout", "operationSignature"])
"""

from .audit import Audit, ProducerAudit
from .chunk import Chunk, Record
from .container import Header
from .errors import DamageWarning, MalformedChunk, MissingLibrary
from .recording import Recording
from .recording import open_files as open
from .recording import open_messages as messages
from .schema import Field, RecordType
from .tables import Blobs, Symbols, Table

__all__ = [
    "Audit", "Blobs", "Chunk", "DamageWarning", "Field", "Header", "MalformedChunk", "MissingLibrary",
    "ProducerAudit", "Record", "RecordType", "Recording", "Symbols", "Table", "messages", "open",
]  # fmt: skip
__version__ = "0.1.0"
