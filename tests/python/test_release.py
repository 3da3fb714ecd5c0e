"""The workflows say what pyproject.toml says, and what a wheel must do works."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"
CHECKS = ROOT / ".github" / "workflows" / "checks.yml"
SMOKE = ROOT / "tests" / "python" / "smoke.py"

PLATFORMS = {
    ("ubuntu", "x86_64"),
    ("ubuntu", "aarch64"),
    ("macos", "x86_64"),
    ("macos", "aarch64"),
    ("windows", "x64"),
}


def read_yaml(path: Path) -> dict[Any, Any]:
    # A dependency of distributed, so it is there with the packages of the tests.
    yaml = pytest.importorskip("yaml")
    found: dict[Any, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


def released() -> dict[Any, Any]:
    return read_yaml(WORKFLOW)


def steps(workflow: dict[Any, Any]) -> list[dict[str, Any]]:
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


def pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def oldest_python() -> str:
    oldest: str = pyproject()["project"]["requires-python"]
    assert oldest.startswith(">=3.")
    return oldest.removeprefix(">=")


def test_there_is_a_wheel_for_each_platform() -> None:
    job = released()["jobs"]["wheel"]
    rows = job["strategy"]["matrix"]["include"]
    assert {(row["runner"].partition("-")[0], row["target"]) for row in rows} == PLATFORMS
    assert len({row["name"] for row in rows}) == len(rows) == len(PLATFORMS)
    # An ARM wheel is tested where it runs: no platform is only cross-compiled.
    for row in rows:
        if row["runner"].startswith("ubuntu"):
            assert row["runner"].endswith("-arm") == (row["target"] == "aarch64")


def test_one_wheel_serves_every_python_that_is_allowed() -> None:
    digits = oldest_python().replace(".", "")
    cargo = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
    assert cargo["dependencies"]["pyo3"]["features"] == [f"abi3-py{digits}"]
    assert f"-cp{digits}-abi3-" in WORKFLOW.read_text(encoding="utf-8")
    pythons = [
        step["with"]["python-version"]
        for step in released()["jobs"]["wheel"]["steps"]
        if step.get("uses", "").startswith("actions/setup-python@")
    ]
    assert pythons[0] == oldest_python()
    assert [python.endswith("t") for python in pythons] == [False, False, True]


def test_a_free_threaded_python_has_a_wheel_of_its_own() -> None:
    text = WORKFLOW.read_text(encoding="utf-8")
    [python] = re.findall(r"--interpreter (\S+t)$", text, re.MULTILINE)
    assert f'python-version: "{python}"' in text
    assert f'python-version: "{python}"' in CHECKS.read_text(encoding="utf-8")
    assert f"dist/*-cp{python.replace('.', '')}-*.whl" in text


def test_changes_are_checked_on_every_system() -> None:
    checks = read_yaml(CHECKS)
    # YAML reads the key `on` as true.
    assert {"pull_request", "push"} <= set(checks[True])
    jobs = checks["jobs"]
    assert set(jobs) == {"lint", "test", "free-threaded", "docs", "deny"}
    rows = jobs["test"]["strategy"]["matrix"]["include"]
    runners = {row["runner"] for row in rows}
    assert {"ubuntu-24.04", "ubuntu-24.04-arm", "macos-latest", "windows-latest"} == runners
    assert oldest_python() in {row["python"] for row in rows}
    assert checks["permissions"] == {"contents": "read"}
    assert not any("permissions" in job for job in jobs.values())


def test_licences_that_are_allowed_are_permissive() -> None:
    deny = tomllib.loads((ROOT / "deny.toml").read_text(encoding="utf-8"))
    assert not [name for name in deny["licenses"]["allow"] if re.search("GPL|MPL|CC-", name)]
    assert deny["sources"] == {"unknown-registry": "deny", "unknown-git": "deny"}


def test_the_citation_names_the_version_and_the_licence() -> None:
    citation = read_yaml(ROOT / "CITATION.cff")
    cargo = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["package"]
    project = pyproject()["project"]
    assert citation["version"] == cargo["version"]
    assert " OR ".join(citation["license"]) == project["license"] == cargo["license"]
    assert citation["title"] == project["name"]
    assert citation["authors"] == project["authors"]


def test_every_wheel_is_tried_before_it_is_published() -> None:
    jobs = released()["jobs"]
    for name in ("wheel", "sdist"):
        runs = "\n".join(step.get("run", "") for step in jobs[name]["steps"])
        assert "tests/python/smoke.py" in runs
    for found in re.findall(r"test_\{([a-z_,]+)\}\.py", WORKFLOW.read_text(encoding="utf-8")):
        for name in found.split(","):
            assert (ROOT / "tests" / "python" / f"test_{name}.py").is_file()
    for name in ("publish", "attach"):
        assert set(jobs[name]["needs"]) == {"wheel", "sdist"}
        assert "ref_type == 'tag'" in jobs[name]["if"]


def test_test_packages_have_the_bounds_of_pyproject() -> None:
    group = [item for item in pyproject()["dependency-groups"]["test"] if isinstance(item, str)]
    for workflow in (WORKFLOW, CHECKS):
        text = workflow.read_text(encoding="utf-8")
        asked = re.findall(r'"((?:hypothesis|pytest|pytest-timeout)>=[^"]*)"', text)
        assert len(asked) == 3
        assert set(asked) <= set(group)


def test_rights_are_the_least() -> None:
    workflow = released()
    assert workflow["permissions"] == {"contents": "read"}
    rights = {name: job.get("permissions") for name, job in workflow["jobs"].items()}
    assert rights == {
        "wheel": None,
        "sdist": None,
        "publish": {"id-token": "write"},
        "attach": {"contents": "write"},
    }
    assert workflow["jobs"]["publish"]["environment"] == "release"
    text = WORKFLOW.read_text(encoding="utf-8")
    assert "secrets." not in text
    assert "password:" not in text


def test_actions_keep_to_a_major_version() -> None:
    every = [*steps(released()), *steps(read_yaml(CHECKS))]
    used = [step["uses"] for step in every if "uses" in step]
    assert used
    for action in used:
        assert re.fullmatch(r"[\w.-]+/[\w.-]+@(release/)?v\d+", action), action


def test_what_a_fresh_installation_must_do_works() -> None:
    run = subprocess.run(  # noqa: S603
        [sys.executable, str(SMOKE)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
