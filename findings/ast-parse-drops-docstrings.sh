#!/usr/bin/env bash
# Since Python 3.14, ast.parse strips docstrings under `python -OO`, so a tree is not that of its
# source: ast.get_docstring finds none. In 3.13 the tree is that of the source, whatever -O says,
# though optimize=-1 is the default of both. With optimize=0 the docstring is there.
#
# PYTHON is 3.14 or newer; seen with 3.14.10 and 3.15.2. Nothing is installed.
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
