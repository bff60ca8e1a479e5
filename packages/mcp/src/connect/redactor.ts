import { inert } from '@toolmark/core';
import type { ServerSource } from './server-source.ts';

/** Shorter values, such as `1` or `true`, would redact half of every text. */
const SHORTEST_SECRET = 6;

/** `isCut`: the text goes on where nobody sees it, so that its end may hold the beginning of a secret. */
export type Redactor = (text: string, isCut?: boolean) => string;

/** Makes what a server or a library says fit to be shown: without the secrets of its launch, and inert. */
export function redactorFor(source: ServerSource): Redactor {
  const secrets = findSecrets(source);
  const longest = secrets[0]?.length ?? 0;
  return (text, isCut = false) => {
    const clean = secrets.reduce((shown, secret) => shown.replaceAll(secret, '[redacted]'), text);
    return inert(isCut ? `${clean.slice(0, Math.max(0, clean.length - longest))}…` : clean);
  };
}

/** Longest first, so that a secret which contains another one leaves no remains. */
function findSecrets(source: ServerSource): string[] {
  const values = source.kind === 'stdio' ? Object.values(source.env ?? {}) : httpSecrets(source);
  // A header such as "Bearer abc" is also known by its last word.
  const words = values.flatMap(value => [value, ...value.split(/\s+/)]);
  return [...new Set(words)].filter(word => word.length >= SHORTEST_SECRET).sort((a, b) => b.length - a.length);
}

function httpSecrets({ url, headers }: Extract<ServerSource, { kind: 'http' }>): string[] {
  const given = Object.values(headers ?? {});
  if (!URL.canParse(url)) return [...given, url];
  const { username, password, searchParams } = new URL(url);
  return [...given, username, password, ...searchParams.values()];
}
