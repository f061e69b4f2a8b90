"""Shared fixtures."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def project() -> Path:
    """The sources of the project: its situations, studies and journals."""
    return Path(__file__).resolve().parents[2]
