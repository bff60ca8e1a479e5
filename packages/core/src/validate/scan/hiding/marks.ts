/** More marks on one letter than any language uses. */
const FLOOD = /\p{M}{9}/u;

const FAR_RUN = /[^\u0000-\u02ff]{9}/;

export function hasMarkFlood(text: string): boolean {
  return FAR_RUN.test(text) && FLOOD.test(text);
}

/** What the digest of the rule set covers of this page. */
export const MARK_SOURCES: readonly string[] = [FLOOD.source];
