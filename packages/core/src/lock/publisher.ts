import type { Digest } from '../base/index.ts';

/** Who may change a server without asking: the signer of its attestations (docs/spec/attestation.md, section 5). */
export type LockedPublisher = CertificatePublisher | KeyPublisher | IdentityPublisher;

export interface CertificatePublisher {
  readonly type: 'certificate';
  /** Hexadecimal digits of the SHA-256 of the certificate in DER. */
  readonly sha256: string;
}

export interface KeyPublisher {
  readonly type: 'key';
  /** Hexadecimal digits of the SHA-256 of the SPKI. */
  readonly sha256: string;
  /** The SPKI itself in base64, so that no key has to be passed. */
  readonly spki?: string;
}

/** A Sigstore identity, compared letter by letter. */
export interface IdentityPublisher {
  readonly type: 'identity';
  readonly issuer: string;
  /** May end in `@refs/tags/*` or `@refs/heads/*`. */
  readonly subject: string;
}

/** The newest attestation that was accepted for an entry: what is older is a rollback. */
export interface Attested {
  readonly version: string;
  /** The digest of the bundle. */
  readonly bundle: Digest;
}
