import { inertJson } from '@toolmark/core';

/** One JSON object, with nothing in it that could steer a terminal. */
export function formatJson(value: unknown): string {
  return `${inertJson(JSON.stringify(value, null, 2))}\n`;
}
