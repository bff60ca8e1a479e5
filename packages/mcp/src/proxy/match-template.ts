import { compilePattern, findPatternProblem } from '@toolmark/core';
import { isPlainUri } from './plain-uri.ts';

/** A template that addresses are compared with; `findTemplates` looks at the address first. */
export interface TemplateMatcher {
  /** The text before its first placeholder, which every address begins with. */
  readonly prefix: string;
  /** Whether a plain address is one that the template stands for. Work is paid for with `spend`, which may throw to stop it. */
  matches(uri: string, spend: (steps: number) => void): boolean;
}

const MAX_PLACEHOLDERS = 20;
const EXPRESSION = /\{([^{}]*)\}/g;
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;
const HOST = /^[^/?#:]*:\/\//;
const NAME = /^([+#]?)[A-Za-z0-9_.%]+$/;
const QUERY = /^[?&][A-Za-z0-9_.%]+(?:,[A-Za-z0-9_.%]+)*$/;

/**
 * A matcher for a URI template (RFC 6570) of the kinds servers use: `{name}` stands for one part of a path, `{+name}` and
 * `{#name}` for several, `{?a,b}` for a query. Undefined for any other kind: what has no one reading is not allowed.
 */
export function compileTemplate(template: string): TemplateMatcher | undefined {
  const expressions = [...template.matchAll(EXPRESSION)];
  if (expressions.length > MAX_PLACEHOLDERS) return undefined;
  const parts: string[] = [];
  let from = 0;
  for (const { 0: whole, 1: inside = '', index } of expressions) {
    const pattern = patternOf(inside, isInAuthority(template.slice(0, index)));
    if (pattern === undefined) return undefined;
    parts.push(literally(template.slice(from, index)), pattern);
    from = index + whole.length;
  }
  const rest = template.slice(from);
  // Two placeholders side by side, and braces left over, have no one reading.
  if (/[{}]/.test(rest) || /\}\{(?![?&])/.test(template)) return undefined;
  // A way up in the template itself would have to be allowed in the values too.
  if (!SCHEME.test(template) || !isPlainUri(template.replace(EXPRESSION, exampleOf))) return undefined;
  const prefix = template.slice(0, expressions[0]?.index);
  return matcherOf(prefix, `^${parts.join('')}${literally(rest)}$`, HOST.test(template));
}

/** The template is a stranger's and can hold several placeholders: it is matched in linear time. */
function matcherOf(prefix: string, source: string, hasHost: boolean): TemplateMatcher | undefined {
  if (findPatternProblem(source) !== undefined) return undefined;
  const pattern = compilePattern(source);
  // `file:{+path}` must not name a host by a value that begins with `//`.
  return { prefix, matches: (uri, spend) => HOST.test(uri) === hasHost && pattern.test(uri, spend) };
}

/** Whether what follows still belongs to the host: nothing has ended it. */
function isInAuthority(before: string): boolean {
  return /^[^/?#]*:\/\/[^/?#]*$/.test(before);
}

function patternOf(inside: string, isInHost: boolean): string | undefined {
  if (QUERY.test(inside)) return '(?:[?&][^#]*)?';
  const operator = NAME.exec(inside)?.[1];
  if (operator === undefined) return undefined;
  if (operator === '#') return '(?:#.+)?';
  // Directly after a host, `.evil.example`, `:80` and `@evil.example` would name another one.
  if (operator === '+') return isInHost ? '/[^?#]*' : '[^?#]+';
  return isInHost ? '[^/?#@:]+' : '[^/?#]+';
}

/** Something that each kind of expression can stand for, to look at the text around it. */
function exampleOf(expression: string, _: string, at: number, template: string): string {
  if (/^\{[?&#]/.test(expression)) return '';
  const before = template.slice(0, at);
  const beginsPath = isInAuthority(before) || !before.endsWith('/');
  return expression.startsWith('{+') && beginsPath ? '/x' : 'x';
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
