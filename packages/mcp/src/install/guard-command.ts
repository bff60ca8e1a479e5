import { quoteInert } from '@toolmark/core';
import { unresolvedGuard } from '../config/codes.ts';
import { findGuardStart, type GuardStart, mentionsGuard } from './guard-words.ts';

/** A command line that starts the guard. */
export interface GuardCommand {
  readonly start: GuardStart;
  readonly source: GuardSource;
}

/** Options that select the upstream servers of a guard, named as on the command line. */
export interface GuardSource {
  readonly command?: readonly string[];
  readonly url?: string;
  readonly header?: readonly string[];
  readonly config?: string;
  readonly server?: string;
  readonly name?: string;
  readonly passEnv?: readonly string[];
}

/** Every option of `toolmark guard`, by number of arguments. An unknown option could select another server. */
export const GUARD_OPTIONS = {
  one: [
    ...['--name', '--url', '--config', '--server', '--lockfile', '--policy', '--mode', '--http', '--host'],
    ...['--token-file', '--audit', '--recheck', '--timeout', '--start-wait', '--call-timeout', '--approve-port'],
    ...['--approve-timeout', '--registry', '--registry-key', '--trusted-root'],
  ],
  many: ['--header', '--pass-env', '--attestation', '--crl', '--revoked'],
  none: ['--audit-values', '--audit-sync', '--registry-optional', '--require-signed'],
} as const;

const ARITY: ReadonlyMap<string, keyof typeof GUARD_OPTIONS> = new Map([
  ...GUARD_OPTIONS.one.map(option => [option, 'one'] as const),
  ...GUARD_OPTIONS.many.map(option => [option, 'many'] as const),
  ...GUARD_OPTIONS.none.map(option => [option, 'none'] as const),
]);

/**
 * Parses a command line that starts the guard; undefined if it has no sign of a guard. Throws if it has one but cannot be
 * parsed: the guard must never be mistaken for a server.
 */
export function readGuardCommand(words: readonly string[]): GuardCommand | undefined {
  const found = findGuardStart(words);
  if (found !== undefined) return { start: found.start, source: readSource(found.rest) };
  if (!mentionsGuard(words)) return undefined;
  throw unresolvedGuard('The entry seems to start a guard, but its command line cannot be parsed.');
}

function readSource(words: readonly string[]): GuardSource {
  const end = words.indexOf('--');
  const values = readOptions(end < 0 ? words : words.slice(0, end));
  const one = (option: string): string | undefined => values.get(option)?.[0];
  const entries = {
    command: end < 0 ? undefined : words.slice(end + 1),
    url: one('--url'),
    header: values.get('--header'),
    config: one('--config'),
    server: one('--server'),
    name: one('--name'),
    passEnv: values.get('--pass-env'),
  };
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));
}

function readOptions(words: readonly string[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (let at = 0; at < words.length; ) {
    const [option = '', attached] = splitOption(words[at] ?? '');
    const arity = ARITY.get(option) ?? refuseOption(option);
    const following = attached === undefined ? followingWords(words, at + 1, arity) : [];
    const given = attached === undefined ? following : [attached];
    if ((arity === 'none') !== (given.length === 0) || given.includes('')) refuseOption(option);
    // The last of repeated options would count; refuse rather than rely on it.
    if (values.has(option) && arity !== 'many') refuseOption(option);
    values.set(option, [...(values.get(option) ?? []), ...given]);
    at += 1 + following.length;
  }
  return values;
}

function splitOption(word: string): [option: string, attached?: string] {
  const equals = word.indexOf('=');
  return equals < 0 || !word.startsWith('--') ? [word] : [word.slice(0, equals), word.slice(equals + 1)];
}

function followingWords(words: readonly string[], from: number, arity: keyof typeof GUARD_OPTIONS): string[] {
  if (arity === 'none') return [];
  const after = words.slice(from, arity === 'one' ? from + 1 : undefined);
  const end = after.findIndex(word => word.startsWith('-'));
  return end < 0 ? after : after.slice(0, end);
}

function refuseOption(option: string): never {
  throw unresolvedGuard(`The entry starts a guard with the unknown or invalid option ${quoteInert(option, 40)}.`);
}
