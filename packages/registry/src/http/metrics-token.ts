import { timingSafeEqual } from 'node:crypto';
import { ToolmarkError } from '@toolmark/core';
import { tokenHash } from '../accounts/token.ts';

/** Throws `auth.*` unless the header carries exactly this token. Hashes have one length, so comparing takes one time. */
export function requireMetricsToken(header: string | undefined, token: string): void {
  if (header === undefined) {
    throw new ToolmarkError(
      'auth.required',
      'Metrics need the metrics token. Give it to your scraper as a bearer token.',
    );
  }
  const given = /^Bearer +([\x21-\x7e]{1,256})$/i.exec(header)?.[1] ?? '';
  if (timingSafeEqual(Buffer.from(tokenHash(given)), Buffer.from(tokenHash(token)))) return;
  throw new ToolmarkError('auth.invalid', 'This is not the token for metrics.');
}
