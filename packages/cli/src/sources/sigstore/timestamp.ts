import { createHash } from 'node:crypto';
import { askService, refusedWith, type Service, unreadable } from './ask-service.ts';

/** The RFC 3161 response for a signature, in DER. */
export async function askForTimestamp(service: Service, signature: Uint8Array): Promise<Uint8Array> {
  const artifactHash = createHash('sha256').update(signature).digest('base64');
  const { status, body } = await askService(service, {
    path: '/api/v1/timestamp',
    body: { artifactHash, hashAlgorithm: 'sha256', certificates: false },
  });
  if (status !== 200 && status !== 201) throw refusedWith(service, status);
  const SEQUENCE = 0x30;
  if (body[0] !== SEQUENCE) throw unreadable(service);
  return body;
}
