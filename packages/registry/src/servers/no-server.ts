import { quoteInert, ToolmarkError } from '@toolmark/core';

export function noServer(name: string, version?: string): ToolmarkError {
  const what =
    version === undefined
      ? `There is no server ${quoteInert(name)}`
      : `${quoteInert(name)} has no version ${quoteInert(version)}`;
  return new ToolmarkError('server.not-found', `${what}.`);
}
