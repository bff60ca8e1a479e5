import { type Json, writeJson } from '@toolmark/core';
import { inertJson } from '@toolmark/core/text';

/** One JSON object, with nothing in it that could steer a terminal. */
export function formatJson(value: unknown): string {
  return `${inertJson(writeJson(value as Json, 2))}\n`;
}
