"""Batches of games, and playing them on threads or executors; knows no statistics."""

import rbsim.core_version  # noqa: F401 - which refuses an rbcore of another version
