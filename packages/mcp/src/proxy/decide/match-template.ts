import { compilePattern, findPatternProblem } from '@toolmark/core/validate';
import { isPlainUri } from './plain-uri.ts';

/** Matches plain URIs; `findTemplates` checks that they are plain. */
export interface TemplateMatcher {
  /** The text before the first placeholder. */
  readonly prefix: string;
  /** Whether a plain URI matches the template. `spend` counts the work and may throw to stop it. */
  matches(uri: string, spend: (steps: number) => void): boolean;
}

const MAX_PLACEHOLDERS = 20;
const EXPRESSION = /\{([^{}]*)\}/g;
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;
const HOST = /^[^/?#:]*:\/\//;
const NAME = /^([+#]?)[A-Za-z0-9_.%]+$/;
const QUERY = /^[?&][A-Za-z0-9_.%]+(?:,[A-Za-z0-9_.%]+)*$/;

/**
 * A matcher for a URI template (RFC 6570) of the kinds servers use: `{name}` matches one path segment, `{+name}` and
 * `{#name}` for several, `{?a,b}` for a query. Undefined for any other kind: ambiguous templates are not allowed.
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
  // Adjacent placeholders and stray braces are ambiguous.
  if (/[{}]/.test(rest) || /\}\{(?![?&])/.test(template)) return undefined;
  // A dot segment in the template would have to be allowed in values too.
  if (!SCHEME.test(template) || !isPlainUri(template.replace(EXPRESSION, exampleOf))) return undefined;
  const prefix = template.slice(0, expressions[0]?.index);
  return matcherOf(prefix, `^${parts.join('')}${literally(rest)}$`, HOST.test(template));
}

/** Templates are untrusted, so they are matched in linear time. */
function matcherOf(prefix: string, source: string, hasHost: boolean): TemplateMatcher | undefined {
  if (findPatternProblem(source) !== undefined) return undefined;
  const pattern = compilePattern(source);
  // `file:{+path}` must not name a host by a value that begins with `//`.
  return { prefix, matches: (uri, spend) => HOST.test(uri) === hasHost && pattern.test(uri, spend) };
}

/** Whether the text after this still belongs to the host. */
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

/** An example value for each kind of expression, to check the text around it. */
function exampleOf(expression: string, _: string, at: number, template: string): string {
  if (/^\{[?&#]/.test(expression)) return '';
  const before = template.slice(0, at);
  const beginsPath = isInAuthority(before) || !before.endsWith('/');
  return expression.startsWith('{+') && beginsPath ? '/x' : 'x';
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
