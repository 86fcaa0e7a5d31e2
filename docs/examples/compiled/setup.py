"""Builds the player in Cython and the one in C against rbcore's declarations."""

from Cython.Build import cythonize
from setuptools import Extension, setup

import rbcore

include = [rbcore.get_include()]
setup(
    ext_modules=cythonize(
        [
            Extension("rbloader.in_cython", ["src/rbloader/in_cython.pyx"], include_dirs=include),
            Extension("rbloader.in_c", ["src/rbloader/in_c.c"], include_dirs=include),
        ],
        language_level=3,
    )
)
