import type { Severity } from '../../base/index.ts';
import type { CodeEntry } from '../../validate/index.ts';

type Row = readonly [code: string, title: string, advice: string, severity?: Severity];

const BUNDLE: readonly Row[] = [
  ['malformed', 'The file is not a bundle in shape.', 'Get it again; do not edit or re-encode it.'],
  ['media-type', 'The media type of the bundle is not known.', 'Ask for a bundle of version 0.1, 0.2 or 0.3.'],
  [
    'not-dsse',
    'The bundle has no DSSE envelope, or a second content.',
    'Ask for an attestation, not a plain signature.',
  ],
  ['payload-type', 'The payload is not an in-toto statement.', 'Ask for an attestation of that type.'],
  ['signature-count', 'The envelope does not have exactly one signature.', 'Ask for one bundle for each signer.'],
  ['signature-invalid', 'The signature is invalid.', 'Do not use the attestation; get it again from its author.'],
  ['key-unsupported', 'The key is of a kind that bundles are not signed with.', 'Sign with Ed25519 or P-256.'],
  [
    'other-material',
    'The bundle has a certificate where a key is expected, or the other way round.',
    'Pass what it was signed with.',
  ],
  ['key-id', 'The envelope and the bundle name different keys.', 'Sign again.'],
  ['key-unknown', 'The bundle names a key that is not pinned.', 'Pin the key, if you trust its owner.'],
  ['key-expired', 'The key is no longer valid.', 'Sign again with a current key.'],
  ['key-not-yet-valid', 'The key is not valid yet.', 'Wait, or check the clock.'],
  [
    'identity-unreadable',
    'The certificate does not name exactly one issuer and subject.',
    'Sign with a certificate of Sigstore.',
  ],
  ['other-identity', 'Another identity signed.', 'Compare issuer and subject, letter by letter.'],
  [
    'certificate-untrusted',
    'The certificate, or its entry in a certificate log, is not verified.',
    'Pass the trusted root of its authority.',
  ],
  ['log-unknown', 'The trusted root does not have the log.', 'Pass the trusted root that has it.'],
  ['log-key-expired', 'The key of a log was not valid at the time.', 'Do not use the attestation.'],
  ['log-entry-missing', 'The bundle has too few log entries.', 'Sign again with a transparency log.'],
  ['log-entry-duplicate', 'A log entry occurs twice.', 'Do not use the bundle.'],
  [
    'log-entry-unsupported',
    'A log entry is of an unknown kind.',
    'Ask for a bundle with a dsse, intoto or hashedrekord entry.',
  ],
  ['log-entry-mismatch', 'A log entry is about another signature, payload or signer.', 'Do not use the bundle.'],
  ['log-entry-untrusted', 'A log entry is not verified.', 'Do not use the bundle.'],
  ['checkpoint', 'The checkpoint of a log entry is malformed, or differs from its proof.', 'Do not use the bundle.'],
  ['timestamp-missing', 'The bundle has too few proven times.', 'Sign again with a timestamp or a log entry.'],
  ['timestamp-duplicate', 'A timestamp occurs twice.', 'Do not use the bundle.'],
  ['timestamp-future', 'A timestamp is in the future.', 'Check the clock.'],
  ['timestamp-untrusted', 'A timestamp is not verified.', 'Pass the trusted root of its authority.'],
  ['evidence-malformed', 'Timestamps or log entries cannot be read.', 'Do not use the bundle.'],
  ['evidence-unchecked', 'Timestamps and log entries were not checked.', 'Pass a trusted root to check them.', 'info'],
  ['unexpected', 'The check could not be finished.', 'Report it; the bundle counts as invalid.'],
];

const STATEMENT: readonly Row[] = [
  ['malformed', 'The payload is not an in-toto statement in shape.', 'Ask its author to attest again.'],
  ['type', 'The type of the statement is not known.', 'Ask for a statement of version 1.'],
  ['too-many-subjects', 'The statement has too many subjects.', 'Attest fewer files together.'],
];

const PREDICATE: readonly Row[] = [
  ['type', 'The statement is not about a surface.', 'Pass an attestation that "toolmark attest" made.'],
  ['malformed', 'The predicate is not as specified.', 'Ask its author to attest again; update Toolmark.'],
  ['projection', 'The surface has another projection.', 'Update Toolmark.'],
  ['contradicts-itself', 'The digest is not that of the surface beside it.', 'Do not use the attestation.'],
];

const TRUSTED_ROOT: readonly Row[] = [
  ['malformed', 'The trusted root cannot be read.', 'Get it again from a place you trust.'],
];

const PROVENANCE: readonly Row[] = [
  ['missing', 'The registry has no provenance of the version.', 'Ask the author to publish with provenance.'],
  ['ambiguous', 'The registry has more than one provenance of the version.', 'Do not use the version.'],
  ['malformed', 'The attestations of the registry cannot be read.', 'Try again; report it to the registry.'],
  ['invalid', 'The signature of the provenance is invalid.', 'Do not use the version.'],
  ['untrusted', 'The provenance is not verified under the trusted root.', 'Pass a current trusted root.'],
  ['expired', 'The provenance was signed outside the life of its certificate.', 'Do not use the version.'],
  ['revoked', 'The signer of the provenance was revoked.', 'Do not use the version.'],
  ['subject-count', 'The provenance is not of exactly one file.', 'Do not use the version.'],
  ['other-package', 'The provenance is of another package or version.', 'Do not use the version.'],
  ['other-digest', 'The provenance is of other bytes.', 'Do not use the version; compare the integrity.'],
  ['unknown-builder', 'The builder or the type of build is not known.', 'Update Toolmark, or build on a known one.'],
  ['certificate', 'The certificate lacks what provenance needs, or contradicts itself.', 'Do not use the version.'],
  ['contradiction', 'The provenance says something else than its certificate.', 'Do not use the version.'],
  [
    'publication',
    "The registry's own attestation is missing or not verified.",
    'Do not use the version; report it to the registry.',
  ],
];

/** Every code that bundles and provenance can give, beside those of the reader and of certificates. */
export const ATTESTATION_CODES: readonly CodeEntry[] = [
  ...entries('bundle', BUNDLE),
  ...entries('predicate', PREDICATE),
  ...entries('provenance', PROVENANCE),
  ...entries('statement', STATEMENT),
  ...entries('trusted-root', TRUSTED_ROOT),
].toSorted((a, b) => (a.code < b.code ? -1 : 1));

function entries(family: string, rows: readonly Row[]): CodeEntry[] {
  return rows.map(([code, title, advice, severity = 'error']) => ({
    code: `${family}.${code}`,
    severity,
    title,
    advice,
  }));
}
