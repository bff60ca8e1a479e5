#!/usr/bin/env bash
# The browser that test/scenarios/approval-page.test.ts looks at pages with: Debian's Chromium, unless it is there.
set -euo pipefail
if [ -x /usr/bin/chromium ]; then exit 0; fi
apt-get update -qq
apt-get install -y -qq --no-install-recommends chromium
