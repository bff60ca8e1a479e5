import { attestationStatement, signPayload, toBundle } from '../packages/core/src/attestation.ts';
import { type Digest, sha256 } from '../packages/core/src/index.ts';
import { purlOf } from '../packages/core/src/package.ts';
import type { Issued } from './pki.ts';

/** For tests: a bundle about an image, by a certificate. Different texts give different surfaces. */
export function attestImage(signer: Issued, name: string, tag: string, text = 'one'): Uint8Array {
  const integrity = sha256(new TextEncoder().encode(name));
  const purl = purlOf({ type: 'oci', name, version: tag, integrity });
  const payload = attestationStatement({
    subject: [{ name: purl, digest: new Map([['sha256', integrity.slice('sha256:'.length)]]) }],
    surface: { instructions: undefined, ...NOTHING, tools: new Map([['look', digestOf(text)]]) },
    completeness: 'exact',
    observedAt: '2026-11-15T12:00:00Z',
    generator: 'toolmark 0.1.0',
  });
  return toBundle({ payload, signature: signPayload(payload, signer.key), certificate: signer.certificate });
}

const NOTHING = { prompts: new Map(), resources: new Map(), templates: new Map() };

function digestOf(text: string): Digest {
  return sha256(new TextEncoder().encode(text));
}
