"""The Python classes and functions that wrap compiled state; knows nothing of studies."""

# Where the pickles of 0.1.0 look for it.
from rbcore.api.position import _unpickle as _unpickle
