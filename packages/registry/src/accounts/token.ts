import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits: nothing to guess, so a plain hash of them is as safe as a slow one. */
export function newToken(): string {
  return `tmk_${randomBytes(32).toString('base64url')}`;
}

/** What is stored of a token. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function newTokenId(): string {
  return `tok_${randomBytes(9).toString('base64url')}`;
}
