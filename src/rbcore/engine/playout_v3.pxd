# playout for processors of level x86-64-v3; setup.py says with what flags.
include "playout.pxd"
