#!/bin/sh
# Tests the Python package: types, stubs, examples and tests, in an environment under target/python, with the
# library that the tests of the workspace have just built.
cd "$(dirname "$0")/.."
. tools/lib.sh

folder=target/python python=target/python/venv/bin/python
missing() { skip "the Python package" "$1"; exit 0; }
python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2> /dev/null ||
    missing "python3 of 3.10 or newer, with venv, is not there"
"$python" -c '' 2> /dev/null || step "Python's environment" python3 -m venv $folder/venv
has_packages() { "$python" -c 'import numpy, pytest, hypothesis, mypy' 2> /dev/null; }
has_packages ||
    step "Python's packages" "$python" -m pip install --quiet --disable-pip-version-check numpy pytest hypothesis mypy ||
    true
has_packages || missing "numpy, pytest, hypothesis and mypy are not to be installed"

# With the features of the tests of the workspace nothing is compiled twice.
step "Python's library" "${CARGO:-cargo}" build --quiet --workspace --lib --tests --features cluster
rm -rf $folder/ktour
mkdir -p $folder/ktour
find apps/ktour-python/python/ktour -maxdepth 1 -type f -exec cp {} $folder/ktour/ \;
case $(uname) in Darwin) library=libktour_python.dylib ;; *) library=libktour_python.so ;; esac
cp target/debug/$library $folder/ktour/_engine.abi3.so

export PYTHONPATH="$PWD/$folder" PYTHONDONTWRITEBYTECODE=1 KTOUR=target/debug/ktour
export MYPY_CACHE_DIR=$folder/mypy HYPOTHESIS_STORAGE_DIRECTORY=$folder/hypothesis
step "Python's types" "$python" -m mypy --strict apps/ktour-python/python/ktour
if has pyright; then
    step "Python's types, by pyright" pyright --pythonpath "$python" $folder/ktour
else
    skip "Python's types, by pyright" "pyright is not there: \`npm install -g pyright\` has it"
fi
step "Python's stubs" "$python" -m mypy.stubtest ktour._engine --concise
step "Python's tests" "$python" -m pytest --doctest-modules $folder/ktour apps/ktour-python/tests
