import { type KeyObject, sign, X509Certificate } from 'node:crypto';
import { isJsonObject, type Json, member } from '@toolmark/core';
import { askForObject, type Service, unreadable } from './ask-service.ts';
import type { IdentityToken } from './identity-token.ts';

/** A key that lives for one signature. */
export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** A certificate for the key and the identity of the token, in DER. It is valid for some minutes. */
export async function askForCertificate(service: Service, token: IdentityToken, keys: KeyPair): Promise<Uint8Array> {
  const proof = sign('sha256', Buffer.from(token.subject), keys.privateKey);
  const content = keys.publicKey.export({ type: 'spki', format: 'pem' }) as string;
  const answer = await askForObject(service, {
    path: '/api/v2/signingCert',
    body: {
      credentials: { oidcIdentityToken: token.text },
      publicKeyRequest: {
        publicKey: { algorithm: 'ECDSA', content },
        proofOfPossession: proof.toString('base64'),
      },
    },
  });
  return certificateIn(answer, service, keys);
}

function certificateIn(answer: Json, service: Service, { publicKey }: KeyPair): Uint8Array {
  const chain = at(answer, 'signedCertificateEmbeddedSct', 'chain', 'certificates');
  const [pem] = Array.isArray(chain) ? chain : [];
  const certificate = tryParse(pem);
  // A certificate for another key would name another signer.
  if (certificate?.publicKey.equals(publicKey) !== true) throw unreadable(service);
  return new Uint8Array(certificate.raw);
}

function tryParse(pem: Json | undefined): X509Certificate | undefined {
  try {
    return typeof pem === 'string' ? new X509Certificate(pem) : undefined;
  } catch {
    return undefined;
  }
}

function at(value: Json | undefined, ...names: readonly string[]): Json | undefined {
  return names.reduce<Json | undefined>(
    (inner, name) => (isJsonObject(inner) ? member(inner, name) : undefined),
    value,
  );
}
