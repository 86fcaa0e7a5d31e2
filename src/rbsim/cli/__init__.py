"""The command line; nothing else imports it."""

import rbsim.packages  # noqa: F401 - which refuses an rbcore of another version
