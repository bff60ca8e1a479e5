#!/usr/bin/env bash
# Other verifiers of Sigstore bundles, for the tests of attestations: install-peers.sh FOLDER. Then TOOLMARK_PEERS=FOLDER npm test.
set -euo pipefail
mkdir -p "$1"
folder=$(cd "$1" && pwd)

python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check sigstore==4.5.1

# cosign needs Go and some minutes of compiling.
if command -v go >/dev/null; then
  GOBIN="$folder/bin" go install github.com/sigstore/cosign/v2/cmd/cosign@v2.6.5
else
  echo "install-peers: no Go here, so cosign was not installed." >&2
fi
