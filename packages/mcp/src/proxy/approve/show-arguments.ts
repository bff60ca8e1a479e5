import type { Json, JsonObject } from '@toolmark/core';
import { inertJson } from '@toolmark/core/text';

/** Arguments as text for people: one member a line, inert, and cut with a count if too long. */
export function showArguments(args: JsonObject, longest: number): string {
  const shown = inertJson(pretty(args, ''));
  if (shown.length <= longest) return shown;
  return `${shown.slice(0, longest)}…\nNOT SHOWN: ${shown.length - longest} more characters of the arguments.`;
}

function pretty(value: Json, indent: string): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map(item => inner + pretty(item, inner))
    : Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${pretty(item, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}
