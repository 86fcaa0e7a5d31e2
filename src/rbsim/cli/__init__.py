"""The command line; nothing else imports it."""

import rbsim.core_version  # noqa: F401 - which refuses an rbcore of another version
