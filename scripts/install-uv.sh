#!/usr/bin/env bash
# uv, for the tests with Python servers: install-uv.sh FOLDER. The program is FOLDER/bin/uv afterwards.
set -euo pipefail
python3 -m venv "$1"
"$1/bin/pip" install --quiet --disable-pip-version-check uv==0.13.8
