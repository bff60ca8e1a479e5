import { hash } from 'node:crypto';

/** A connection keeps a plan for each name, so there may not be any number of them. */
const MAX_NAMED = 200;
const NAMES = new Map<string, string>();

/**
 * Under a name PostgreSQL reads and plans a text once for each connection, which takes longer than most statements. It
 * follows from the text alone: whoever else uses the same connection means the same by it.
 */
export function nameOf(text: string): string | undefined {
  const known = NAMES.get(text);
  if (known !== undefined || NAMES.size >= MAX_NAMED) return known;
  const name = `toolmark_${hash('sha256', text).slice(0, 32)}`;
  NAMES.set(text, name);
  return name;
}
