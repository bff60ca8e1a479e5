import { inert, parseUrl, quoteInert } from '@toolmark/core';
import type { Authorization } from './authorization.ts';
import { type Environment, SECRET_NAME } from './server-environment.ts';
import type { ServerSource } from './server-source.ts';

/** Only this much of a text is shown and searched for secrets. */
const MAX_TEXT = 64 * 1024;

/** Redacting shorter values, such as `1` or `true`, would make texts unreadable. */
const SHORTEST_SECRET = 6;

/** Prefixes of API keys of well-known services, and of JSON Web Tokens. */
const SECRET_START =
  /^(?:sk[-_]|pk_live_|rk_live_|gh[opusr]_|github_pat_|glpat-|xox[a-z]-|xapp-|AKIA|ASIA|AIza|ya29\.|hf_|npm_|pypi-|eyJ)/;

/** `isCut`: the text was truncated before, so its end may hold the beginning of a secret. */
export type Redactor = (text: string, isCut?: boolean) => string;

/** Removes the secrets of a source from untrusted text, and makes the text inert. */
export function redactorFor(source: ServerSource, env: Environment = {}, authorization?: Authorization): Redactor {
  const given = findSecrets(source, env);
  return (text, isCut = false) => {
    // Tokens change while the connection is open. Longest first: a secret may contain another one.
    const secrets = [...given, ...secretForms(authorization?.secrets() ?? [])].sort((a, b) => b.length - a.length);
    const longest = secrets[0]?.length ?? 0;
    const clean = secrets.reduce((shown, secret) => shown.replaceAll(secret, '[redacted]'), text.slice(0, MAX_TEXT));
    const goesOn = isCut || text.length > MAX_TEXT;
    return inert(goesOn ? `${clean.slice(0, Math.max(0, clean.length - longest))}…` : clean);
  };
}

/** A line of a server's standard error, after the quoted key of the server so that it cannot pass for our own output. */
export function stderrLine(key: string, line: string): string {
  return `${quoteInert(key.replaceAll('"', '\\u{22}'))} stderr: ${line}`;
}

/** Values that the source sets, and secrets among its arguments and in the inherited environment, in every encoding. */
function findSecrets(source: ServerSource, env: Environment): string[] {
  const given = source.kind === 'stdio' ? Object.values(source.env ?? {}) : httpSecrets(source);
  const args = source.kind === 'stdio' ? argumentSecrets(source.args) : [];
  // "Bearer abc" is a secret as a whole, and so is "abc".
  const words = [...given, ...args, ...inheritedSecrets(env)].flatMap(value => [value, ...value.split(/\s+/)]);
  return secretForms(words);
}

function secretForms(secrets: readonly string[]): string[] {
  return [...new Set(secrets.filter(text => text.length >= SHORTEST_SECRET).flatMap(formsOf))];
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
    // The value of --flag=VALUE may itself be a NAME=VALUE pair or a URL.
    const attached = arg.slice(arg.indexOf('=') + 1);
    const starts = arg.split(/[\s=:,;&?"'@]+/).filter(word => SECRET_START.test(word));
    return [...(followsFlag ? [arg] : []), ...[arg, attached].flatMap(pairOrAddress), ...starts];
  });
}

/** The value of `NAME=VALUE` or `Name: value` if NAME is a secret name, or the secrets in a URL. */
function pairOrAddress(text: string): string[] {
  const [, name = '', value = ''] = /^([\w.-]{1,100})[=:](.*)$/s.exec(text) ?? [];
  return SECRET_NAME.test(name) ? [value.trim()] : addressSecrets(text);
}

/** As is, and encoded in JSON, URLs and forms. */
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
