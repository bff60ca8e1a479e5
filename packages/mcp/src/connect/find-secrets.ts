import { parseUrl } from '@toolmark/core';
import { SECRET_NAME } from './secret-name.ts';
import type { Environment } from './server-environment.ts';
import type { ServerSource } from './server-source.ts';

/** Shorter values, such as `1` or `true`, would redact half of every text. */
const SHORTEST_SECRET = 6;

/** How the keys of well-known services begin, and tokens in JSON Web form. */
const SECRET_START =
  /^(?:sk[-_]|pk_live_|rk_live_|gh[opusr]_|github_pat_|glpat-|xox[a-z]-|xapp-|AKIA|ASIA|AIza|ya29\.|hf_|npm_|pypi-|eyJ)/;

/**
 * Every secret of a launch in every form it may be shown in: what the source sets, and what looks like a secret among its
 * arguments and in the environment. Longest first, so that a secret which contains another one leaves no remains.
 */
export function findSecrets(source: ServerSource, env: Environment): string[] {
  const given = source.kind === 'stdio' ? Object.values(source.env ?? {}) : httpSecrets(source);
  const args = source.kind === 'stdio' ? argumentSecrets(source.args) : [];
  // A header such as "Bearer abc" is also known by its last word.
  const words = [...given, ...args, ...inheritedSecrets(env)].flatMap(value => [value, ...value.split(/\s+/)]);
  return secretForms(words).sort((a, b) => b.length - a.length);
}

/** Secrets in every form they may be shown in. */
export function secretForms(secrets: readonly string[]): string[] {
  return [...new Set(secrets.filter(isLong).flatMap(formsOf))];
}

function isLong(text: string): boolean {
  return text.length >= SHORTEST_SECRET;
}

function httpSecrets({ url, headers }: Extract<ServerSource, { kind: 'http' }>): string[] {
  const given = Object.values(headers ?? {});
  const parsed = parseUrl(url);
  return parsed === undefined ? [...given, url] : [...given, parsed.username, ...addressSecrets(url)];
}

function addressSecrets(url: string): string[] {
  const parsed = parseUrl(url);
  return parsed === undefined ? [] : [parsed.password, ...parsed.searchParams.values()];
}

function inheritedSecrets(env: Environment): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && (SECRET_NAME.test(name) || SECRET_START.test(value)) ? [value] : [],
  );
}

function argumentSecrets(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    const before = args[index - 1] ?? '';
    const followsFlag = /^--?[\w.-]+$/.test(before) && SECRET_NAME.test(before);
    // What is attached to a flag may be a pair or an address of its own.
    const attached = arg.slice(arg.indexOf('=') + 1);
    const starts = arg.split(/[\s=:,;&?"'@]+/).filter(word => SECRET_START.test(word));
    return [...(followsFlag ? [arg] : []), ...[arg, attached].flatMap(pairOrAddress), ...starts];
  });
}

/** The value of `NAME=VALUE` and `Name: value` if the name is that of a secret, and the secrets of an address. */
function pairOrAddress(text: string): string[] {
  const [, name = '', value = ''] = /^([\w.-]{1,100})[=:](.*)$/s.exec(text) ?? [];
  return SECRET_NAME.test(name) ? [value.trim()] : addressSecrets(text);
}

/** As it is, as JSON writes it, and as addresses and forms do. */
function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const encoded = encodeURIComponent(secret.toWellFormed());
  return [
    secret,
    json,
    json.replace(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    json.replaceAll('/', '\\/'),
    encoded,
    encoded.replace(/%../g, code => code.toLowerCase()),
    new URLSearchParams([['', secret]]).toString().slice(1),
  ];
}
