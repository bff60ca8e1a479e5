import { quoteInert } from '@toolmark/core';

/** A line of a server's standard error as we print it: the quoted key first, so that it is never taken for a line of ours. */
export function stderrLine(key: string, line: string): string {
  return `${quoteInert(key.replaceAll('"', '\\u{22}'))} stderr: ${line}`;
}
