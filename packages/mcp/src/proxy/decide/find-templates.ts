import type { TemplateMatcher } from './match-template.ts';
import { isPlainUri } from './plain-uri.ts';

export const LONGEST_URI = 8_192;
/** For all templates together: a few milliseconds. Twenty templates and a URI of 1,000 characters take less. */
const MAX_STEPS = 200_000;

/**
 * The items whose template matches a URI, or `costly` if that takes too many steps. Servers write templates and can send URIs
 * unasked, so the cost of one URI must not grow with the number of templates.
 */
export function findTemplates<Item extends { readonly matcher: TemplateMatcher | undefined }>(
  uri: string,
  items: Iterable<Item>,
): Item[] | 'costly' {
  if (uri.length > LONGEST_URI) return [];
  const near = [...items].filter(({ matcher }) => matcher !== undefined && uri.startsWith(matcher.prefix));
  if (near.length === 0 || !isPlainUri(uri)) return [];
  let steps = MAX_STEPS;
  const spend = (work: number): void => {
    steps -= work;
    if (steps < 0) throw new TooCostly();
  };
  try {
    return near.filter(({ matcher }) => matcher?.matches(uri, spend) === true);
  } catch (error) {
    if (error instanceof TooCostly) return 'costly';
    throw error;
  }
}

class TooCostly extends Error {
  override readonly name: string = 'TooCostly';
}
