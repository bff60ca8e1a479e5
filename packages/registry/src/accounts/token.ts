import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits cannot be guessed, so a plain hash protects them as well as a slow one. */
export function newToken(): string {
  return `tmk_${randomBytes(32).toString('base64url')}`;
}

/** The form in which a token is stored. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function newTokenId(): string {
  return `tok_${randomBytes(9).toString('base64url')}`;
}
