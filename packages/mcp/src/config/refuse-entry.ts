import { ToolmarkError } from '@toolmark/core';
import type { ConfigCode } from './codes.ts';

/** A refusal with a code of the table; the reader of a whole file turns those of its entries into a list. */
export function refuse(code: ConfigCode, message: string): never {
  throw new ToolmarkError(code, message);
}
