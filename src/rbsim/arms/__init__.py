"""Arms: games with all that decides them, and playing them on threads or executors."""

import rbsim.packages  # noqa: F401 - which refuses an rbcore of another version
