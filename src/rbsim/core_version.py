"""The version of rbcore that this rbsim was made with; importing another is refused here."""

import rbcore
from rbsim import __version__

if rbcore.__version__ != __version__:
    raise ImportError(
        f"rbsim {__version__} was made for rbcore {__version__}, and rbcore {rbcore.__version__} "
        "is installed; install russian-bank anew, which has both"
    )
