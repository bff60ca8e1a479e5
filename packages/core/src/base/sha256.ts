import { hash } from 'node:crypto';

/** A SHA-256 digest as Toolmark prints it: `sha256:` and 64 lower-case hexadecimal digits. */
export type Digest = `sha256:${string}`;

export function sha256(data: string | Uint8Array): Digest {
  return `sha256:${hash('sha256', data, 'hex')}`;
}
