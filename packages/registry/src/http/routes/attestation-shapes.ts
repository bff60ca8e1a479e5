import type * as client from '@toolmark/client';
import { z } from 'zod';

const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/, 'a digest is "sha256:" and 64 hexadecimal digits');
const packageDigest = z
  .string()
  .regex(/^[a-zA-Z0-9]{1,20}:[0-9a-f]{40,128}$/, 'a package digest is like "sha512:" and hexadecimal digits');

export const AttestationQuery = z.strictObject({
  surface: digest.optional(),
  package: z.string().min(1).max(4096).optional(),
  digest: packageDigest.optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
  cursor: z.string().max(2048).optional(),
});

export const AttestationSigner = z.union([
  z.strictObject({
    kind: z.literal('certificate'),
    subject: z.string(),
    fingerprint: z.string(),
    publicKeyDigest: z.string(),
  }),
  z.strictObject({ kind: z.literal('key'), publicKeyDigest: z.string() }),
  z.strictObject({ kind: z.literal('identity'), issuer: z.string(), subject: z.string() }),
]) satisfies z.ZodType<client.AttestationSigner>;

const Outcome = z.enum(['trusted', 'revoked']);

/** In `_meta` of an entry. */
export const ShownAttestation = z.strictObject({
  digest: z.string(),
  surfaceDigest: z.string(),
  signer: AttestationSigner,
  outcome: Outcome,
});

export const AttestationFacts = z.strictObject({
  ...ShownAttestation.shape,
  name: z.string(),
  version: z.string(),
  subjects: z.array(z.strictObject({ name: z.string(), digest: z.record(z.string(), z.string()) })),
  addedAt: z.iso.datetime(),
}) satisfies z.ZodType<client.AttestationFacts>;

export const Attestations = z.strictObject({
  attestations: z.array(z.strictObject({ ...AttestationFacts.shape, bundle: z.looseObject({}) })),
  nextCursor: z.string().exactOptional(),
});
