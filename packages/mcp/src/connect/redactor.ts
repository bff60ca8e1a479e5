import { inert } from '@toolmark/core';
import type { Authorization } from './authorization.ts';
import { findSecrets, secretForms } from './find-secrets.ts';
import type { ServerSource } from './server-source.ts';

/** Nobody reads more of one text; looking for secrets in the rest would only take time. */
const MAX_TEXT = 64 * 1024;

/** `isCut`: the text goes on where nobody sees it, so that its end may hold the beginning of a secret. */
export type Redactor = (text: string, isCut?: boolean) => string;

/** Makes what a server or a library says fit to be shown: without the secrets of its launch, and inert. */
export function redactorFor(
  source: ServerSource,
  env: Readonly<Record<string, string | undefined>> = {},
  authorization?: Authorization,
): Redactor {
  const given = findSecrets(source, env);
  return (text, isCut = false) => {
    // Tokens come and are replaced while the connection is open.
    const tokens = authorization?.secrets() ?? [];
    const secrets = tokens.length === 0 ? given : longestFirst([...given, ...secretForms(tokens)]);
    const longest = secrets[0]?.length ?? 0;
    const clean = secrets.reduce((shown, secret) => shown.replaceAll(secret, '[redacted]'), text.slice(0, MAX_TEXT));
    const goesOn = isCut || text.length > MAX_TEXT;
    return inert(goesOn ? `${clean.slice(0, Math.max(0, clean.length - longest))}…` : clean);
  };
}

/** A secret that contains another one leaves no remains. */
function longestFirst(secrets: readonly string[]): string[] {
  return secrets.toSorted((a, b) => b.length - a.length);
}
