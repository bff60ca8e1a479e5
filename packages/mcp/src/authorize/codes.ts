import { ToolmarkError } from '@toolmark/core';

/** Every way in which tokens for a server could not be had or used: what happened and what to do (docs/spec/authorization.md). */
export const AUTHORIZATION_CODES = {
  'authorization.login-required': ['The server asks for a login.', 'Run "toolmark login" with its address.'],
  'authorization.not-offered': [
    'The server offers no login that Toolmark can use.',
    'Give --client-id, or set "headers" of the server in its config.',
  ],
  'authorization.insecure-address': [
    'An address for the login is not https, or is inside a network.',
    'Do not log in; report it to the author of the server.',
  ],
  'authorization.foreign-metadata': [
    'The server names resource metadata at another origin.',
    'Report it to the author of the server.',
  ],
  'authorization.wrong-resource': [
    'The resource metadata is for another resource.',
    'Check the address of the server.',
  ],
  'authorization.wrong-issuer': ['Another issuer answered than the expected one.', 'Do not log in.'],
  'authorization.issuer-changed': [
    'The server names another issuer than the stored login.',
    'If the new one is right, log in with --issuer.',
  ],
  'authorization.wrong-state': ['The browser came back with an answer to another login.', 'Log in again.'],
  'authorization.denied': ['The authorization server denied the login.', 'Read the reason, and log in again.'],
  'authorization.timeout': ['Nobody logged in in time.', 'Log in again.'],
  'authorization.refused': ['The authorization server refused a request.', 'Read the code, and log in again.'],
  'authorization.unreadable': [
    'An answer of the authorization server is not what OAuth asks for.',
    'Report it to the operator of the server.',
  ],
  'authorization.unreachable': ['The authorization server does not answer.', 'Try again later.'],
  'authorization.exposed': ['Others may read or write the stored tokens.', 'Log out, and log in again.'],
  'authorization.malformed': ['A file of stored tokens is damaged.', 'Log out, and log in again.'],
} as const satisfies Readonly<Record<string, readonly [string, string]>>;

export type AuthorizationCode = keyof typeof AUTHORIZATION_CODES;

/** An error of this table. No cause is kept: those of libraries hold what a token endpoint answered. */
export function authorizationError(code: AuthorizationCode, message: string): ToolmarkError {
  return new ToolmarkError(code, message);
}
