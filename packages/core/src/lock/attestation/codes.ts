import type { CodeEntry } from '../../validate/index.ts';

const ROWS: readonly (readonly [code: string, title: string, advice: string])[] = [
  ['expired', 'The certificate or key of the publisher has expired.', 'Ask the publisher to attest again.'],
  ['invalid', 'The signature of the attestation is invalid.', 'Do not use the update; get the attestation again.'],
  ['malformed', 'The attestation is not a bundle in shape.', 'Ask the publisher to attest again.'],
  ['missing', 'No attestation of the server was found.', 'Review the change as any other.'],
  ['no-key', 'The lock has only the digest of the key of the publisher.', 'Pass the key.'],
  ['no-publisher', 'The lock names no publisher for the server.', 'Lock the server with a publisher.'],
  ['no-trusted-root', 'The publisher is a Sigstore identity, and there is no trusted root.', 'Pass a trusted root.'],
  ['not-pinned', 'The code of the server is not pinned, or not known.', 'Lock the server with its package.'],
  ['other-package', 'The attestation is about another package, version or server.', 'Review the change as any other.'],
  ['other-program', 'The attestation is about another program of the package.', 'Compare the command.'],
  [
    'other-surface',
    'The server does not show what the attestation says.',
    'Do not use the update; compare every item.',
  ],
  ['predicate', 'The attestation says nothing about a surface that can be read.', 'Ask the publisher to attest again.'],
  ['revoked', 'The publisher was revoked.', 'Do not use the update.'],
  ['same-version', 'The version is known with other content.', 'Do not use the update; ask the publisher.'],
  ['untrusted', 'Another signer made the attestation.', 'Compare the signer with the publisher of the lock.'],
  ['version', 'The version is missing, or cannot be compared.', 'Ask the publisher for versions such as 1.2.3.'],
];

/** Why a bundle is not a signed update. */
export const UPDATE_CODES: readonly CodeEntry[] = ROWS.map(([code, title, advice]) => ({
  code: `attestation.${code}`,
  severity: 'error',
  title,
  advice,
}));
