#!/usr/bin/env bash
# Since Python 3.14, `ast.parse` strips docstrings under `python -OO`, so the tree does not match its
# source and `ast.get_docstring` finds none. In 3.13 the tree matches the source for every -O, although
# optimize=-1 is the default of both versions. With optimize=0 the docstring is kept.
#
# PYTHON must be 3.14 or newer; tested with 3.14.10 and 3.15.2. The script installs nothing.
set -euo pipefail
cd "$(mktemp -d)"
trap 'rm -rf "$PWD"' EXIT
cat > parse.py <<'PYTHON_END'
import ast
import sys

SOURCE = 'def f():\n    """Words."""\n    assert True\n'


def docstring(**how):
    return ast.get_docstring(ast.parse(SOURCE, **how).body[0])


print(sys.version.split()[0], "optimize", sys.flags.optimize, docstring(), docstring(optimize=0))
PYTHON_END
python=${PYTHON:-python3.14}
for level in "" -O -OO; do
  "$python" $level parse.py
done | tee seen
cut -d " " -f 2- seen | diff - <(
  echo "optimize 0 Words. Words."
  echo "optimize 1 Words. Words."
  echo "optimize 2 None Words."
)
