import type { Severity } from '../base/index.ts';
import type { CodeEntry } from '../validate/index.ts';

type Row = readonly [code: string, title: string, advice: string, severity?: Severity];

const SIGNATURE: readonly Row[] = [
  [
    'unchecked',
    'The document is signed, but no trusted certificates were given.',
    'Pass the certificates you trust with --trust.',
    'info',
  ],
  ['missing', 'The document has no signature.', 'Sign it with "toolmark sign".'],
  ['not-a-document', 'The file is not a tool document.', 'Pass a tool document.'],
  ['schema-version', 'No signature is defined for this schema version.', 'Update Toolmark, or use schema 1.0 or 1.1.'],
  ['malformed', 'The signature block is malformed.', 'Sign the document again.'],
  ['base64', 'A text is not canonical base64.', 'Sign the document again; do not wrap or re-encode its parts.'],
  ['not-canonical', 'The document has no canonical form.', 'Write integers beyond 2^53 as strings and sign again.'],
  ['algorithm-unknown', 'The algorithm is not in the closed list.', 'Sign again with an algorithm of the list.'],
  ['algorithm-mismatch', 'The algorithm does not fit the key.', 'Sign again; the label must name what the key can do.'],
  ['invalid', 'The signature is invalid.', 'Do not use the document; get it again from its author.'],
  ['timestamp-malformed', 'The time of signing cannot be read.', 'Write it as in 2026-01-31T12:00:00Z.'],
  ['timestamp-future', 'The signature claims to be made in the future.', 'Check the clocks; sign again.'],
  [
    'timestamp-outside-certificate',
    "The claimed time is outside the certificate's validity. A warning in schema 1.0, which does not cover the time.",
    'Sign again, with the clock set and a certificate that is valid.',
  ],
  ['too-old', 'The signature is older than you accept.', 'Ask the author to sign again.'],
  [
    'age-unknown',
    'Schema 1.0: the signature does not cover the time, so the age is unknown.',
    'Ask for a signature of schema 1.1, or verify without --max-age.',
  ],
  [
    'hash-overstated',
    'Schema 1.0: the label names a stronger hash than the one used.',
    'Ask the author for a signature of schema 1.1.',
    'warning',
  ],
  [
    'short-salt',
    'Schema 1.0: the RSA-PSS salt is not the longest.',
    'Older verifiers refuse it; sign again.',
    'warning',
  ],
  ['registry-info', 'Schema 1.0: a member that a registry added is not signed.', 'Do not trust registry_info.', 'info'],
  ['profile-required', 'The signature does not cover the whole document.', 'Ask for a signature of schema 1.1.'],
  [
    'profile-version',
    'The profile signs documents of another schema version.',
    'Change schema_version or the profile.',
  ],
  ['wrong-key', 'The private key does not belong to the certificate.', 'Pass the key the certificate was made for.'],
  ['unexpected', 'The check could not be finished.', 'Report it; the document counts as invalid.'],
];

const CERTIFICATE: readonly Row[] = [
  ['pem', 'A certificate is PEM where DER is expected.', 'Write the base64 between BEGIN and END in one line.'],
  ['malformed', 'A certificate cannot be read.', 'Get it again, or issue it again.'],
  ['trailing-bytes', 'Bytes follow a certificate.', 'Remove them.'],
  ['key-unsupported', 'A key has an unsupported kind.', 'Use Ed25519, EC P-256/384/521 or RSA.'],
  ['weak-key', 'A key is too weak.', 'Use RSA of 2048 bits and more with exponent 65537, EC or Ed25519.'],
  ['weak-hash', 'A certificate is signed with an unsafe algorithm.', 'Issue it again with SHA-256 or better.'],
  ['no-path', 'No path to a trusted root.', 'Add the root or an intermediate, or pin the signer.'],
  ['path-too-long', 'The path to a root is too long.', 'Issue the signer closer to the root.'],
  ['loop', 'Certificates issue each other and reach no root.', 'Pass the root they should lead to.'],
  ['expired', 'A certificate is no longer valid.', 'Sign again with a current certificate.'],
  ['not-yet-valid', 'A certificate is not valid yet.', 'Wait, or check the clock.'],
  ['not-a-ca', 'A certificate was issued by one that is not an authority.', 'Issue it from a certificate authority.'],
  ['is-a-ca', 'The signer is a certificate authority.', 'Issue a certificate for signing.'],
  ['path-length', 'The chain has more authorities than one of them allows.', 'Issue the signer closer to it.'],
  ['key-usage', 'The signer is not issued for digital signatures.', 'Issue it with key usage digitalSignature.'],
  ['extended-key-usage', 'A certificate is not issued for code signing.', 'Issue it with purpose codeSigning.'],
  [
    'unknown-critical-extension',
    'A certificate has an unknown critical extension.',
    'Issue it without that extension.',
  ],
  [
    'name-constraints',
    'The name constraints of an authority exclude the signer.',
    'Issue the signer from another authority.',
  ],
  [
    'unproven',
    'The key is pinned, but the certificate is not proven.',
    'Pin the certificate, or pass that of its issuer with --intermediate.',
  ],
  ['path-refused', 'Path validation refuses the certificates.', 'See the message; issue the chain again.'],
];

const REVOCATION: readonly Row[] = [
  ['revoked', 'A certificate was revoked.', 'Do not trust what it signed; get the document signed again.'],
  ['list-malformed', 'A revocation list cannot be read.', 'Write it with "toolmark revoke".'],
  ['crl-malformed', 'A CRL cannot be read.', 'Get it again from its issuer.'],
  ['crl-missing', 'A CRL is required but missing.', 'Pass the CRL of the issuer named.'],
  ['crl-expired', 'A CRL is out of date.', 'Get a current one.'],
  ['crl-not-yet-valid', 'A CRL is not valid yet.', 'Check the clock.'],
  ['crl-forged', 'A CRL is not signed by the issuer it names.', 'Get it again from a place you trust.'],
  [
    'crl-unchecked',
    'A CRL names the issuer of a pinned signer, and that issuer is not given.',
    'Pass its certificate with --intermediate.',
  ],
  [
    'crl-unsupported',
    'A CRL is partial, indirect or a delta, or its signature has an algorithm that is not supported.',
    'Pass a complete one, signed with SHA-256, SHA-384, SHA-512 or Ed25519.',
  ],
];

/** Every code that signing and verifying can give, beside those of the reader. */
export const SIGN_CODES: readonly CodeEntry[] = [
  ...entries('signature', SIGNATURE),
  ...entries('certificate', CERTIFICATE),
  ...entries('revocation', REVOCATION),
].toSorted((a, b) => (a.code < b.code ? -1 : 1));

function entries(family: string, rows: readonly Row[]): CodeEntry[] {
  return rows.map(([code, title, advice, severity = 'error']) => ({
    code: `${family}.${code}`,
    severity,
    title,
    advice,
  }));
}
