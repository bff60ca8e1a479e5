import { ToolmarkError } from '@toolmark/core';

/** A refusal of the archive itself. */
export function malformed(reason: string, code = 'mcpb.malformed'): ToolmarkError {
  return new ToolmarkError(
    code,
    `The bundle cannot be read: ${reason}. Get it again, or ask its author for another one.`,
  );
}
