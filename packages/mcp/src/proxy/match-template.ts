/** Whether an address is one that a template stands for. */
export type TemplateMatcher = (uri: string) => boolean;

const LONGEST_URI = 8_192;
const EXPRESSION = /\{([^{}]*)\}/g;
const NAMES = /^([+#]?)([A-Za-z0-9_.%]+)(?:,[A-Za-z0-9_.%]+)*$/;
const QUERY = /^[?&]([A-Za-z0-9_.%]+)(?:,[A-Za-z0-9_.%]+)*$/;

/**
 * A matcher for a URI template (RFC 6570) of the kinds servers use: `{name}` stands for one part of a path, `{+name}` and
 * `{#name}` for several without a way up, `{?a,b}` for a query. Undefined for any other: what cannot be told is not
 * allowed.
 */
export function compileTemplate(template: string): TemplateMatcher | undefined {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: whole, 1: inside = '', index } of template.matchAll(EXPRESSION)) {
    const pattern = patternOf(inside);
    if (pattern === undefined) return undefined;
    parts.push(literally(template.slice(from, index)), pattern);
    from = index + whole.length;
  }
  const rest = template.slice(from);
  // Two placeholders side by side, and braces left over, have no one reading.
  if (/[{}]/.test(rest) || /\}\{(?![?&])/.test(template)) return undefined;
  const pattern = new RegExp(`^${parts.join('')}${literally(rest)}$`, 'u');
  return uri => uri.length <= LONGEST_URI && !climbs(uri, template) && pattern.test(uri);
}

function patternOf(inside: string): string | undefined {
  if (QUERY.test(inside)) return `(?:[?&][^#]*)?`;
  const [, operator, , ...more] = NAMES.exec(inside) ?? [undefined];
  if (operator === undefined || more.length > 0) return undefined;
  if (inside.includes(',')) return undefined;
  if (operator === '+') return '[^?#]+';
  return operator === '#' ? '(?:#.+)?' : '[^/?#]+';
}

/** A way up the tree, plain or encoded, that the template itself does not have. */
function climbs(uri: string, template: string): boolean {
  const hasUp = (text: string): boolean => /(?:^|[/\\])\.\.(?:[/\\]|$|[?#])/.test(text);
  return hasUp(decoded(uri)) && !hasUp(template);
}

function decoded(uri: string): string {
  return uri
    .replace(/%(?:2e|2f|5c|25)/gi, code => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
    .replace(/%(?:2e|2f|5c)/gi, code => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
