import type { PackageSpec } from './launch.ts';
import { quoteWord } from './quote-word.ts';

/** Names as the registry has them: old ones have capitals. */
const NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/i;
const MAX_NAME = 214;

export function isNpmName(text: string): boolean {
  return text.length <= MAX_NAME && NAME.test(text) && !/^(?:node_modules|favicon\.ico)$/i.test(text);
}

/** A version, range or tag: none of these has the `:` or `/` of another source. */
const WANTED = /^[\w.+~^<>=|* -]{1,200}$/;
const ARCHIVE = /\.(?:tgz|tar\.gz|tar)$/i;

/** What a command may ask for: a version, range or tag. */
export function isWanted(text: string): boolean {
  return WANTED.test(text) && text.trim() === text;
}

/** What `npm install` takes for one package, or the reason why it cannot be pinned. */
export function parseNpmSpec(text: string): PackageSpec | string {
  if (/^https?:/i.test(text)) return other(text, 'a URL');
  if (ARCHIVE.test(text) || /^(?:[./\\]|~\/|file:|[a-z]:[/\\])/i.test(text)) return other(text, 'a file or folder');
  const at = text.indexOf('@', 1);
  const name = at < 0 ? text : text.slice(0, at);
  const wanted = at < 0 ? 'latest' : text.slice(at + 1).trim();
  if (!isNpmName(name)) return reasonFor(text);
  if (!wanted.startsWith('npm:')) return isWanted(wanted) ? { name, wanted } : reasonFor(wanted === '' ? text : wanted);
  const target = parseNpmSpec(wanted.slice('npm:'.length));
  if (typeof target === 'string' || target.alias !== undefined) return reasonFor(wanted);
  return { ...target, alias: name };
}

function reasonFor(text: string): string {
  if (/^[a-z+]*git[a-z+]*(?:@|:)|^[\w.-]+\/[\w.-]+(?:#.*)?$|^(?:gist|bitbucket):|\.git(?:#|$)/i.test(text))
    return other(text, 'a Git repository');
  if (/^[a-z]+:\/\//i.test(text)) return other(text, 'a URL');
  return `${quoteWord(text)} is not a package of the npm registry.`;
}

function other(text: string, what: string): string {
  return `${quoteWord(text)} is ${what}, which has no digest in a registry.`;
}
