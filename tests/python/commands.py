"""What the tests of the command line share."""

from __future__ import annotations

import pytest

from mancalab import cli


def lines_of(capsys: pytest.CaptureFixture[str]) -> list[list[str]]:
    """Return the words of every line that was printed; nothing is on the error stream."""
    out, err = capsys.readouterr()
    assert err == ""
    return [line.split() for line in out.splitlines()]


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Return what a command says to a mistake: one line, and nothing else."""
    assert cli.main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("mancalab")
    assert err.count("\n") == 1
    return err
