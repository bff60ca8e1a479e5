import type { PypiSpec } from './launch.ts';
import { quoteWord } from './quote-word.ts';

const REQUIREMENT = /^([a-z0-9][a-z0-9._-]*)(?:\[([a-z0-9._, -]*)\])?\s*(?:@(\S+)|(\S.*))?$/i;
const VERSION = /^[\w.*+!-]+$/;
const CLAUSE = /^\s*(===|==|~=|!=|<=|>=|<|>)\s*([\w.*+!-]+)\s*$/;

/** PEP 503: the name under which an index lists a project. */
export function normalPypiName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** A project of PyPI as uvx and pipx take it, or the reason why it cannot be pinned. */
export function parsePypiSpec(text: string): PypiSpec | string {
  const refusal = `${quoteWord(text)} is not a package of PyPI with a version.`;
  const [, name = '', inBrackets = '', version, clauses] = (text.length <= 300 && REQUIREMENT.exec(text)) || [];
  if (!/[a-z0-9]$/i.test(name) || /\.(?:py|whl|gz|zip)$/i.test(name)) return refusal;
  const wanted = version === undefined ? clausesIn(clauses) : versionIn(version);
  if (wanted === undefined) return refusal;
  const extras = inBrackets
    .split(',')
    .map(extra => normalPypiName(extra.trim()))
    .filter(extra => extra !== '');
  return { name: normalPypiName(name), extras: [...new Set(extras)].sort(), wanted };
}

function versionIn(version: string): string | undefined {
  if (version === 'latest') return '';
  return VERSION.test(version) ? `==${version}` : undefined;
}

/** A PEP 440 specifier as this reader writes it; empty for none. */
export function isPypiSpecifier(text: string): boolean {
  return text.length <= 300 && (text === '' || clausesIn(text) === text);
}

function clausesIn(text: string | undefined): string | undefined {
  if (text === undefined) return '';
  const clauses = text.split(',').map(clause => CLAUSE.exec(clause));
  if (clauses.includes(null)) return undefined;
  return clauses.map(clause => `${clause?.[1]}${clause?.[2]}`).join(',');
}
