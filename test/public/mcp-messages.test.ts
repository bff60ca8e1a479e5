import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MESSAGES } from '../../packages/mcp/src/proxy/decide/messages.ts';
import { describeShared } from '../shared.ts';

interface Schema {
  readonly $defs: Readonly<Record<string, Definition>>;
}
interface Definition {
  readonly anyOf?: readonly { readonly $ref: string }[];
  readonly properties?: { readonly method?: { readonly const: string } };
}

/** The methods of one kind of message in a published schema. */
function methodsOf({ $defs }: Schema, kind: string): string[] {
  const definition = $defs[kind];
  const members = definition?.anyOf?.map(({ $ref }) => $defs[$ref.slice('#/$defs/'.length)]) ?? [definition];
  return members.flatMap(member => member?.properties?.method?.const ?? []);
}

// The schemas of the specification, https://github.com/modelcontextprotocol/modelcontextprotocol.
describeShared('the schemas of the MCP specification', 'vectors/public/mcp', root => {
  test.each([
    ['2025-11-25', 'ClientRequest', 'client', 'request', 17],
    ['2025-11-25', 'ClientNotification', 'client', 'notification', 5],
    ['2025-11-25', 'ServerRequest', 'server', 'request', 8],
    ['2025-11-25', 'ServerNotification', 'server', 'notification', 9],
    ['2026-07-28', 'ClientRequest', 'client', 'request', 10],
    ['2026-07-28', 'ClientNotification', 'client', 'notification', 1],
    ['2026-07-28', 'InputRequest', 'server', 'input', 3],
    ['2026-07-28', 'ServerNotification', 'server', 'notification', 8],
  ] as const)('%s: every %s is in the table of messages', (version, kind, from, asKind, count) => {
    const schema = JSON.parse(readFileSync(path.join(root, `schema-${version}.json`), 'utf8')) as Schema;
    const revision = version === '2025-11-25' ? '2025' : '2026';
    const known = MESSAGES.filter(row => row.from === from && row.kind === asKind && row.revisions.includes(revision));
    const methods = methodsOf(schema, kind);
    expect(methods).toHaveLength(count);
    expect(methods.filter(method => !known.some(row => row.method === method))).toEqual([]);
  });
});
