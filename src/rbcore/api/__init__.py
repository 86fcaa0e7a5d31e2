"""The Python classes and functions that wrap compiled state; knows nothing of studies."""
