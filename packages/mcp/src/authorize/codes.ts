import { ToolmarkError } from '@toolmark/core';

/** Codes of login and token errors (docs/spec/authorization.md). */
export const AUTHORIZATION_CODES = [
  ...['authorization.login-required', 'authorization.not-offered', 'authorization.insecure-address'],
  ...['authorization.foreign-metadata', 'authorization.wrong-resource', 'authorization.wrong-issuer'],
  ...['authorization.issuer-changed', 'authorization.wrong-state', 'authorization.denied', 'authorization.timeout'],
  ...['authorization.refused', 'authorization.unreadable', 'authorization.unreachable', 'authorization.exposed'],
  'authorization.malformed',
] as const;

/** No cause is kept: the errors of libraries contain responses of the token endpoint. */
export function authorizationError(code: (typeof AUTHORIZATION_CODES)[number], message: string): ToolmarkError {
  return new ToolmarkError(code, message);
}
