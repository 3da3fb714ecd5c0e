"""The board in a real JupyterLab, with a real kernel."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = [pytest.mark.nightly, pytest.mark.timeout(900)]

CELLS = (
    """from mancalab.widget import Board
board = Board(game="kalah", south="manual", north="greedy", seed=1, speed=32)
seen = []
board.observe(lambda change: seen.append(change.new), names="record")
board""",
    'print("played", board.record.actions, board.record == seen[-1], board.state.plies)',
)


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[str]:
    """The address of a notebook in a JupyterLab of its own."""
    pytest.importorskip("jupyterlab", reason="JUPYTERLAB IS NOT TESTED: it is not installed")
    cell: dict[str, Any] = {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {},
        "outputs": [],
    }
    notebook = {
        "cells": [{**cell, "id": f"cell-{n}", "source": text} for n, text in enumerate(CELLS)],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python", "language": ""}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    (tmp_path / "board.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {
        "ServerApp.root_dir": tmp_path,
        "ServerApp.port": port,
        "IdentityProvider.token": "",
    }
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1"]
    command += [f"--{name}={value}" for name, value in settings.items()]
    environment = {**os.environ, "JUPYTER_CONFIG_DIR": str(tmp_path / "config")}
    environment["JUPYTER_RUNTIME_DIR"] = str(tmp_path / "runtime")
    log = (tmp_path / "log").open("w")
    server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)  # noqa: S603
    try:
        _wait_for(f"http://127.0.0.1:{port}/api", tmp_path / "log")
        yield f"http://127.0.0.1:{port}/lab/tree/board.ipynb"
    finally:
        server.terminate()
        server.wait(30)
        log.close()


def _wait_for(address: str, log: Path) -> None:
    for _ in range(240):
        try:
            with urllib.request.urlopen(address, timeout=5):  # noqa: S310  # the server above
                return
        except OSError:
            time.sleep(0.5)
    pytest.fail(f"JupyterLab does not answer:\n{log.read_text(encoding='utf-8')}")


def test_a_click_in_jupyterlab_plays_an_agent_answers_and_python_follows(
    lab: str, browser: Browser
) -> None:
    page = browser.new_page(viewport={"width": 1200, "height": 1100})
    page.goto(lab)
    _play(page)
    if shots := os.environ.get("MANCALAB_SCREENSHOTS"):
        page.screenshot(path=str(Path(shots) / "jupyterlab.png"))
    page.close()


def _play(page: Page) -> None:
    # A cell that is run before the kernel is ready is not run at all.
    ready = page.get_by_role("button", name="(ipykernel) | Idle")
    expect(ready).to_be_visible(timeout=120_000)
    cells = page.locator(".jp-Notebook .jp-CodeCell")
    cells.nth(0).locator(".cm-content").click(timeout=120_000)
    page.keyboard.press("Shift+Enter")
    board = page.locator(".mancalab")
    expect(board).to_have_attribute("data-turn", "manual", timeout=120_000)
    page.locator('.mb-slot[data-slot="0"]').click()
    expect(board).to_have_attribute("data-serial", "2", timeout=30_000)
    # Greedy may get extra turns.
    expect(board).to_have_attribute("data-turn", "manual", timeout=30_000)
    moves = int(board.get_attribute("data-serial") or 0) - 1
    # A digit plays a pit, and is no shortcut of the notebook's.
    page.locator('.mb-slot[data-slot="4"]').press("4")
    expect(board).to_have_attribute("data-serial", str(moves + 2), timeout=30_000)
    expect(board).to_have_attribute("data-turn", "manual", timeout=30_000)
    moves = int(board.get_attribute("data-serial") or 0) - 1
    cells.nth(1).locator(".cm-content").click()
    page.keyboard.press("Shift+Enter")
    output = cells.nth(1).locator(".jp-OutputArea-output")
    expect(output).to_contain_text("played (0, ", timeout=30_000)
    expect(output).to_contain_text(f"True {moves}")
    assert moves > 3
