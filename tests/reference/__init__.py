"""The rules a second time, slowly and in plain Python, from docs/rules.md and not from the core."""
