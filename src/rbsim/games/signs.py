"""Signs: those that no game file has, as they would change what a terminal shows."""

from __future__ import annotations

import re

# Control characters but for the tabulator, breaks of lines and paragraphs, what turns the direction
# of writing round, and halves of characters.
UNWRITTEN = re.compile(
    "[\0-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
