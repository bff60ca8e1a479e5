import { ToolmarkError } from '@toolmark/core';
import type { Principal } from '../accounts/principal.ts';
import type { Registry } from '../registry.ts';
import { certificatesOf } from './certificates-of.ts';
import type { Inspected, ToInspect } from './inspector.ts';

/** Room for a tool with a very large schema. */
export const MAX_DOCUMENT_BYTES = 1_048_576;

/** Inspects a document by itself, before anything in the registry is compared with it. Throws `publish.*` with all findings. */
export async function inspect(
  { database, inspector, now }: Registry,
  { id: publisher }: Principal,
  bytes: Uint8Array,
  { signature }: Pick<ToInspect, 'signature'> = { signature: 'required' },
): Promise<Inspected> {
  if (bytes.length > MAX_DOCUMENT_BYTES) throw tooLarge();
  const certificates = await certificatesOf(database, publisher);
  return await inspector.inspect({ bytes, publisher, certificates, signature, now: now() });
}

function tooLarge(): ToolmarkError {
  return new ToolmarkError('request.too-large', `A document has at most ${MAX_DOCUMENT_BYTES} bytes.`);
}
