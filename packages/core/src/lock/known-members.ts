import { isJsonObject, type Json, pointerKeys } from '../base/index.ts';
import { MCP_MEMBERS } from '../describe/index.ts';

/** Whether a known member is absent or null on both sides. The name of an unknown one is something to read by itself. */
export function isSilent(
  pointer: string,
  before: Json | undefined,
  after: Json | undefined,
  known: readonly string[],
): boolean {
  const isNothing = (before ?? null) === null && (after ?? null) === null;
  return isNothing && known.includes(pointerKeys(pointer).at(-1) ?? '');
}

/** Members of `_meta` by which MCP Apps choose the page a host draws, and what that page may do. */
export function isUiKey(key: string): boolean {
  return /^(?:io\.modelcontextprotocol\/)?ui(?:\/|$)/i.test(key);
}

/** Whether this is a list of icons and holds nothing else. */
export function areIcons(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  return Array.isArray(value) && value.every(isIcon);
}

function isIcon(icon: Json): boolean {
  const known: readonly string[] = MCP_MEMBERS.icon;
  return isJsonObject(icon) && Object.keys(icon).every(key => known.includes(key));
}
