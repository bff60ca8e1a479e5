import type { ServerEntry } from '@toolmark/client';
import {
  FLAGS,
  flagsOfHints,
  isJsonObject,
  type McpTool,
  parseServerJson,
  toolNamesOfServer,
  toolPointersOfServer,
  toolsOfServer,
} from '@toolmark/core';

/** The tools of a server as rows: name, what it says it does, and the first line of its description. */
export function serverToolRows({ server }: ServerEntry): string[][] {
  const parsed = parseServerJson(server).server;
  const rows = toolsOfServer(parsed).map(({ definition }) => [
    ...[definition.name, hintsOf(definition), firstLine(definition.description ?? '')],
  ]);
  const named = toolNamesOfServer(parsed).map(name => [name, '-', '(not described)']);
  const pointers = toolPointersOfServer(parsed).map(({ tools, url = '' }) => [`${tools} tools elsewhere`, '', url]);
  return [...rows, ...named, ...pointers];
}

/** Only what is declared: MCP assumes the worst of the rest, and so should the reader. */
function hintsOf({ annotations }: McpTool): string {
  if (!isJsonObject(annotations)) return '-';
  const declared = flagsOfHints(annotations);
  const words = FLAGS.flatMap(({ flag }) => {
    const value = declared[flag];
    return value === undefined ? [] : [`${value ? '' : 'not '}${flag.replace('_', '-')}`];
  });
  return words.length === 0 ? '-' : words.join(', ');
}

function firstLine(text: string): string {
  const line = text.trim().split(/[\r\n\u2028\u2029]/, 1)[0] ?? '';
  return line.length <= 100 ? line : `${line.slice(0, 99)}…`;
}
