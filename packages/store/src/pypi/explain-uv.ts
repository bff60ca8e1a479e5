import { ToolmarkError } from '@toolmark/core';

/** A failure of uv in our own words. Its own texts are not used: they contain addresses, which may contain tokens. */
export function explainUv(stderr: string, subject: string): ToolmarkError {
  // Line breaks are where the terminal would have ended.
  const text = stderr.slice(0, MAX_TEXT).replace(/\s+/g, ' ');
  const found = REASONS.find(({ words }) => words.test(text));
  if (found !== undefined) return new ToolmarkError(found.code, `${subject}: ${found.says}`);
  const message = `${subject}: uv failed. Run the command of the server by hand to see why.`;
  return new ToolmarkError('package.resolver-failed', message);
}

const MAX_TEXT = 64 * 1024;

interface Reason {
  readonly words: RegExp;
  readonly code: string;
  readonly says: string;
}

/** The first that matches counts: uv gives a cause, and then hints. */
const REASONS: readonly Reason[] = [
  {
    words: /\b(?:401 Unauthorized|403 Forbidden|lack of valid authentication credentials)/i,
    code: 'package.unauthorized',
    says: 'the index requires a login. Check the credentials that uv has for it.',
  },
  {
    words: /Hash mismatch/i,
    code: 'package.integrity-mismatch',
    says: 'the index served other bytes than those that were pinned. Nothing was installed. Do not use the package before you know why.',
  },
  {
    words: /No space left on device|os error 28\b|Disk quota exceeded/i,
    code: 'store.no-space',
    says: 'no space left to install it. Free space, or set TOOLMARK_STORE and UV_CACHE_DIR to another disk.',
  },
  {
    words: /No interpreter found|No (?:compatible )?Python (?:interpreter|installation)|No download found for request/i,
    code: 'package.no-python',
    says: 'uv has no fitting Python. Install one, for example with "uv python install".',
  },
  {
    words: /network was disabled|Network connectivity is disabled/i,
    code: 'package.offline',
    says: 'uv works offline and does not have the package. Allow it to use the network, or start the server once before.',
  },
  {
    words: /included as a URL dependency|conflicting URLs|URL dependencies must be/i,
    code: 'package.unsupported-source',
    says: 'a package that it needs comes from an address and not from the index. It cannot be pinned; use --no-package.',
  },
  {
    words:
      /no usable wheels|no wheels with a matching|doesn't have a source distribution or wheel for the current platform|doesn't have a wheel for the current platform|has no (?:binary|compatible) distribution|building from source is disabled|no pre-built wheel/i,
    code: 'package.unsupported-source',
    says: 'it, or a package that it needs, has no wheel for this Python and platform, and building one would run its code. It cannot be pinned; ask its author for wheels, or use --no-package.',
  },
  {
    words:
      /was not found in the package registry|was not found in the provided package locations|not found in the package index/i,
    code: 'package.not-found',
    says: 'the index does not have this package, or one that it needs. Check the name and the index of uv.',
  },
  {
    words:
      /error sending request|Failed to fetch|Connection refused|dns error|timed out|connection (?:reset|closed)|tls|certificate/i,
    code: 'package.offline',
    says: 'the index cannot be reached, or its answer is not complete. Check the network, the proxy and the index of uv.',
  },
  {
    words: /there (?:is|are) no versions? of|No solution found/i,
    code: 'package.no-such-version',
    says: 'the index does not have versions that fit together. Check the version in the command, and the Python version.',
  },
];
