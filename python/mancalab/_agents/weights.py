"""Networks that judge positions: their files, and how they answer, without torch.

A file holds numbers and a line of JSON, nothing that is executed. It is what `mancalab.train`
writes and what `mancalab.agents.Network` reads; torch is needed for training only.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
import os
import struct
import tokenize
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from numpy.lib.format import read_array_header_1_0, read_magic

from mancalab._base.arguments import number
from mancalab._base.files import replacing
from mancalab._batch.encoding import Encoding
from mancalab._core import Rules, _Judge

Floats = npt.NDArray[np.float32]

MAGIC = "mancalab network"
VERSION = 1


# What NumPy and zipfile raise at damaged files.
_UNREADABLE = (
    ValueError,
    LookupError,
    EOFError,
    TypeError,
    RuntimeError,
    OSError,
    MemoryError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
    SyntaxError,
    tokenize.TokenError,  # of a header that is no dict
)


class NetworkError(OSError):
    """The file is no network, is damaged, or was made for another version."""


@dataclass(frozen=True, eq=False)
class Weights:
    """The numbers of a network, and the game that it was made for.

    Layers are those of `mancalab.train.net.Net`: a first one, blocks of two with a short cut around
    them, and two heads, one for actions (logits) and one for what the position is worth to the
    player to move (-1 to 1).

    Parameters
    ----------
    rules
        The game.
    encoding
        How positions are shown to it.
    arrays
        float32 arrays by name: "first.weight" (width, inputs), "first.bias" (width,),
        "blocks.0.0.weight" ... , "policy.weight", "value.weight" ...
    """

    rules: Rules
    encoding: Encoding
    arrays: Mapping[str, Floats]

    @property
    def blocks(self) -> int:
        """Number of blocks between the first layer and the heads."""
        return sum(name.endswith(".0.weight") for name in self.arrays)

    @property
    def digest(self) -> str:
        """A short name of these very numbers."""
        whole = hashlib.sha256(self.rules.digest.encode())
        for name in sorted(self.arrays):
            whole.update(name.encode() + self.arrays[name].tobytes())
        return whole.hexdigest()[:12]

    @cached_property
    def _judge(self) -> _Judge:
        inner = (f"blocks.{block}.{layer}" for block in range(self.blocks) for layer in (0, 1))
        names = ("first", *inner, "policy", "value")
        layers = [(f"{name}.weight", f"{name}.bias") for name in names]
        numbers = {
            name: np.require(array, requirements=["C", "A"]) for name, array in self.arrays.items()
        }
        return _Judge([(numbers[weight], numbers[bias]) for weight, bias in layers])

    def __call__(
        self,
        observations: Floats,
        mask: npt.NDArray[np.bool_],
        *,
        threads: int | None = None,
    ) -> tuple[Floats, Floats]:
        """Judge positions: logits (n, actions) and values (n,), both float32.

        The answer does not depend on the vector width, on the number of threads, or on how many
        positions are asked for at once.

        Parameters
        ----------
        observations
            float32 (n, *encoding.shape), as `encoding` gives them.
        mask
            bool (n, actions); not looked at: the caller leaves out illegal actions.
        threads
            Most threads; None for all cores.
        """
        count = len(observations)
        flat = np.ascontiguousarray(observations, dtype=np.float32).reshape(count, self._inputs)
        logits, values = np.empty(mask.shape, np.float32), np.empty(count, np.float32)
        self._judge.judge(flat, logits, values, threads)
        return logits, values

    @property
    def _inputs(self) -> int:
        return int(np.prod(self.encoding.shape))

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_judge"}


# Files


def save(
    network: Weights, path: str | os.PathLike[str], training: Mapping[str, float] | None = None
) -> None:
    """Write a network; whatever stood at ``path`` is replaced when the new file is complete.

    ``training`` says how it came about, in numbers by name, which `training_of` reads.

    Raises
    ------
    OSError
        The folder does not exist or cannot be written to.
    """
    about = {
        "magic": MAGIC,
        "version": VERSION,
        "rules": network.rules.to_toml(),
        "digest": network.rules.digest,
        "encoding": _about(network.encoding),
        "weights": network.digest,
        "training": dict(training or {}),
    }
    memory = io.BytesIO()
    arrays: dict[str, Any] = {"about": np.array(json.dumps(about)), **network.arrays}
    np.savez(memory, **arrays)
    with replacing(path) as beside:
        beside.write_bytes(memory.getvalue())


def _about(encoding: Encoding) -> list[object]:
    """How positions are shown, as a file says it: as ever where there is no outlook."""
    outlook = [True] if encoding.outlook else []
    return [encoding.kind, encoding.planes, *outlook]


def load(path: str | os.PathLike[str]) -> Weights:
    """Read a network. Nothing in the file is executed, and a damaged one is refused.

    It takes a few times the memory of the file, and time in proportion to it.

    Raises
    ------
    NetworkError
        The file is no network, is damaged, or was made for another version.
    OSError
        There is no such file, or it cannot be read.
    """
    about, arrays = _parts(path)
    try:
        rules = Rules.from_toml(about["rules"])
        kind, planes, *outlook = about["encoding"]  # files of old have none
        network = Weights(rules, Encoding(rules, kind, planes, *outlook), arrays)
        complete = network.digest == about["weights"] and rules.digest == about["digest"]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NetworkError(f"{path}: the network in it is damaged ({error})") from error
    if not complete:
        raise NetworkError(f"{path}: the network in it is damaged (its checksum is another)")
    _check(network, path)
    return network


def training_of(path: str | os.PathLike[str]) -> dict[str, float]:
    """The numbers about its training that a network was written with; none in files of old.

    Raises
    ------
    NetworkError
        The file is no network, is damaged, or was made for another version.
    OSError
        There is no such file, or it cannot be read.
    """
    found = _parts(path)[0].get("training", {})
    try:
        numbers = {str(name): number(name, value, 0.0, math.inf) for name, value in found.items()}
    except (ValueError, TypeError, AttributeError) as error:
        raise NetworkError(f"{path}: what it says of its training is damaged") from error
    return numbers


def _parts(path: str | os.PathLike[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a file says of its network, and its arrays; errors as of `load`."""
    content = Path(path).read_bytes()
    try:
        arrays = _arrays(content)
        about = json.loads(str(arrays.pop("about")))
        found = about["magic"], about["version"]
    except _UNREADABLE as error:
        raise NetworkError(f"{path}: it is no network of mancalab, or it is damaged") from error
    if found != (MAGIC, VERSION):
        needed = f"{MAGIC!r}, version {VERSION}"
        raise NetworkError(f"{path}: it says {found[0]!r}, version {found[1]}; needed is {needed}")
    return about, arrays


def _arrays(content: bytes) -> dict[str, Any]:
    """The arrays of a file, none of which is looked at before all checksums are.

    They stand in the file as they are, as `save` writes them: what takes up memory is in the file.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as whole:
        members = whole.infolist()
        if any(member.compress_type != zipfile.ZIP_STORED for member in members):
            raise ValueError("a part of it is compressed")
        if sum(member.file_size for member in members) > len(content):
            raise ValueError("its parts are larger than the file")
        if (name := whole.testzip()) is not None:
            raise ValueError(f"the checksum of {name} is another")
        return {
            member.filename.removesuffix(".npy"): _array(whole.read(member)) for member in members
        }


def _array(content: bytes) -> Any:
    """An array of NumPy's format, of a size that its header states before there is any array."""
    file = io.BytesIO(content)
    if read_magic(file) != (1, 0):
        raise ValueError("an array is not of version 1.0 of its format")
    shape, by_columns, dtype = read_array_header_1_0(file)
    if by_columns or dtype.kind not in "fU":
        raise ValueError("an array holds no numbers row by row, and no text")
    if math.prod(shape) * dtype.itemsize != len(content) - file.tell():
        raise ValueError("an array is not as long as it states")
    return np.frombuffer(content, dtype, offset=file.tell()).reshape(shape)


def _check(network: Weights, path: str | os.PathLike[str]) -> None:
    """Raise unless the layers fit each other and the game."""
    width = len(network.arrays.get("first.bias", ()))
    inputs, actions = int(np.prod(network.encoding.shape)), network.rules.n_actions
    shapes = {"first": (width, inputs), "policy": (actions, width), "value": (1, width)}
    for block in range(network.blocks):
        shapes |= {f"blocks.{block}.{layer}": (width, width) for layer in (0, 1)}
    needed = {f"{name}.weight": shape for name, shape in shapes.items()}
    needed |= {f"{name}.bias": shape[:1] for name, shape in shapes.items()}  # type: ignore[misc]
    found = {name: array.shape for name, array in network.arrays.items()}
    kinds = {str(array.dtype) for array in network.arrays.values()}
    if found != needed or kinds != {"float32"}:
        text = "its layers do not fit each other and its game"
        raise NetworkError(f"{path}: the network in it is damaged ({text})")
