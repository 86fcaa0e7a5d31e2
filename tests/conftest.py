"""Lets the tests import the twin of tests/reference."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
