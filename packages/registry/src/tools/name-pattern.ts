import { ToolmarkError } from '@toolmark/core';

const MAX_WILDCARDS = 8;

/** A name pattern for `like` with a backslash as escape, and its longest literal part. */
export interface NamePattern {
  readonly like: string;
  readonly longest: string;
}

/** `*` matches any letters, `?` one. A text without either is not a pattern but a part of a name. */
export function namePattern(text: string): NamePattern | undefined {
  if (!/[*?]/.test(text)) return undefined;
  const wildcards = text.match(/\*+|\?/g)?.length ?? 0;
  if (wildcards > MAX_WILDCARDS) {
    const message = `A name pattern has at most ${MAX_WILDCARDS} wildcards.`;
    throw new ToolmarkError('request.malformed', message, { pointer: '/query/name' });
  }
  const like = escapeLike(text).replace(/\*+/g, '%').replaceAll('?', '_');
  const longest = text.split(/[*?]/).reduce((most, part) => (part.length > most.length ? part : most), '');
  return { like, longest };
}

export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
