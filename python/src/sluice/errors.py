"""What can be wrong, each with one class."""

from __future__ import annotations

from typing import NoReturn


class MalformedChunk(ValueError):
    """Bytes that are no valid chunk.

    `key` is the reason as the format's table of errors names it, `position` counts bytes from the chunk's start.
    """

    def __init__(self, key: str, detail: str, position: int = 0) -> None:
        super().__init__(f"{key}: {detail} (at byte {position} of the chunk)")
        self.key, self.detail, self.position = key, detail, position


class UnknownEncoding(Exception):
    """A packing or predictor of a later version: it costs the rows of one group. Internal."""


class MissingLibrary(ImportError):
    """A library is needed that is not installed; the message says which."""


class DamageWarning(UserWarning):
    """What was read is not all that was recorded: damage, conflicts or records of a later version."""


def refuse(key: str, detail: str, position: int = 0) -> NoReturn:
    raise MalformedChunk(key, detail, position)
