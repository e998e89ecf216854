"""Reads a PyTorch state dict in the format before 1.6 (plain pickles, then raw storages), without PyTorch.

Only tensors are rebuilt; a pickle that asks for any other class is refused, so opening a file runs no foreign code.
"""

import collections
import pickle
import struct
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

TYPES = {"FloatStorage": np.float32, "LongStorage": np.int64}


class _Storage(NamedTuple):
    type: str
    key: str


class _Tensor(NamedTuple):
    storage: _Storage
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]


def _rebuild_tensor(storage: _Storage, offset: int, shape: Any, strides: Any, *_: Any) -> _Tensor:
    return _Tensor(storage, offset, tuple(shape), tuple(strides))


class _Unpickler(pickle.Unpickler):
    def persistent_load(self, pid: tuple[Any, ...]) -> _Storage:
        return _Storage(pid[1], pid[2])

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("collections", "OrderedDict"):
            return collections.OrderedDict
        if name == "_rebuild_tensor_v2":
            return _rebuild_tensor
        if name in TYPES:
            return name
        raise pickle.UnpicklingError(f"refused to load {module}.{name}")


def load_state(path: Path) -> dict[str, np.ndarray]:
    """Name of each parameter -> its values, contiguous."""
    with path.open("rb") as file:
        for _ in range(3):  # magic number, protocol version, byte order of the system
            _Unpickler(file).load()
        tensors: dict[str, _Tensor] = _Unpickler(file).load()
        keys: list[str] = _Unpickler(file).load()
        type_of = {tensor.storage.key: TYPES[tensor.storage.type] for tensor in tensors.values()}
        storages: dict[str, np.ndarray] = {}
        for key in keys:
            (count,) = struct.unpack("<q", file.read(8))
            kind = np.dtype(type_of[key])
            storages[key] = np.frombuffer(file.read(count * kind.itemsize), kind)
    return {name: _values(tensor, storages[tensor.storage.key]) for name, tensor in tensors.items()}


def _values(tensor: _Tensor, storage: np.ndarray) -> np.ndarray:
    strides = [step * storage.itemsize for step in tensor.strides]
    return np.lib.stride_tricks.as_strided(storage[tensor.offset :], shape=tensor.shape, strides=strides).copy()
