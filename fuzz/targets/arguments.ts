import {
  type CompiledPolicy,
  compilePolicy,
  decide,
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  parseSnapshot,
  pin,
  readJson,
  writeJson,
} from '@toolmark/core';
import type { PolicyRule } from '@toolmark/core/formats';
import { readKeeping } from '@toolmark/core/json';
import { parseCall } from '../../packages/mcp/src/proxy/decide/call.ts';
import { parseMessage, RpcError, writeRequest } from '../../packages/mcp/src/proxy/json-rpc.ts';
import { must, type Target, unlessRefused } from '../target.ts';
import { asDoubles } from './reader.ts';

const FIELDS = ['path', 'mode', 'options', 'depth', 'kind'];
const TOOL = {
  name: 'read',
  inputSchema: {
    type: 'object',
    properties: {
      path: { type: 'string' },
      options: {
        type: 'object',
        properties: { mode: { type: 'string', default: 'write' }, depth: { type: 'number', default: 2 } },
      },
      kind: { type: 'string', default: 'file' },
    },
    required: ['kind'],
    oneOf: [
      { properties: { kind: { const: 'file' }, depth: { default: 4 } }, required: ['kind'] },
      { properties: { kind: { const: 'tree' }, mode: { default: 'root' } }, required: ['kind'] },
    ],
  },
};
const { tools } = pin(parseSnapshot({ tools: [TOOL], prompts: [], resources: [], templates: [] }));
const RULES: readonly PolicyRule[] = [
  { match: {}, when: 'has(args.path) && args.path.startsWith("/etc")', decision: 'deny' },
  {
    match: {},
    when: 'has(args.options) && has(args.options.mode) && args.options.mode == "write"',
    decision: 'deny',
  },
  { match: {}, when: 'has(args.options) && has(args.options.depth) && args.options.depth > 3.0', decision: 'deny' },
  { match: {}, when: '["mode", "depth"].exists(k, k in args && args[k] == "root")', decision: 'deny' },
];
const POLICIES = (['compatible', 'off'] as const).map(mode =>
  compilePolicy({ version: 1, arguments: mode, rules: RULES }),
);

const call = (args: string, more = ''): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read","arguments":${args}${more}}}`;

export const args: Target = {
  name: 'arguments',
  promise:
    'A call that the policy allows is allowed as every server may read it: case-insensitive, last duplicate, doubles, defaults added.',
  seeds: [
    call('{"path":"/tmp/a","options":{"mode":"read","depth":1}}'),
    call('{"path":"/tmp/a","Path":"/etc/passwd"}'),
    call('{"options":{"Mode":"write","depth":1e0}}', ',"Arguments":{"path":"/etc"}'),
    call('{"Mode":"root","path":"/tmp"}'),
    call('{"kind":"file","depth":1,"options":{}}'),
    call('{"options":{"mode":"read"}}'),
    call('{"kind":"tree","mode":"a"}'),
    call('{"pa\\u0074h":"/etc/x","\\u0050ath":"/etc"}', ',"_meta":{"progressToken":1}'),
  ],
  words: '"Path" "PATH" "ｐath" "optionſ" "Name" "ARGUMENTS" /etc write root 4 1e1 \\u "mode" "kind" "tree"'.split(' '),
  run(input) {
    for (const policy of POLICIES) judgeReadings(input, policy);
  },
};

function judgeReadings(input: Uint8Array, policy: CompiledPolicy): void {
  const sent = unlessRefused(() => sentFor(input, policy));
  if (sent === undefined) return;
  const read = readJson(Buffer.from(sent));
  must(isJsonObject(read), 'The server does not receive a message.');
  for (const reading of [read, JSON.parse(sent) as JsonObject, asDoubles(read) as JsonObject]) {
    must(isAllowed(reading, policy), `The server reads a denied call: ${sent}`);
    must(isAllowed(withDefaults(reading), policy), `A server that adds defaults reads a denied call: ${sent}`);
    must(
      isAllowed(withoutCase(reading) as JsonObject, policy),
      `A case-insensitive server reads a denied call: ${sent}`,
    );
  }
}

/** The message as a server reads it that fills in defaults. */
function withDefaults(message: JsonObject): JsonObject {
  const params = member(message, 'params') as JsonObject;
  const given = (member(params, 'arguments') ?? {}) as JsonObject;
  const kind = member(given, 'kind') ?? 'file';
  const options = member(given, 'options');
  const own = kind === 'file' ? { depth: 4 } : kind === 'tree' ? { mode: 'root' } : {};
  const args = {
    ...{ kind, ...own },
    ...given,
    ...(options !== undefined && isJsonObject(options) && { options: { mode: 'write', depth: 2, ...options } }),
  };
  return { ...message, params: { ...params, arguments: args } };
}

/** The line sent to the server, or undefined when the call is denied. */
function sentFor(input: Uint8Array, policy: CompiledPolicy): string | undefined {
  const { value, text, isPlain } = readKeeping(input, 'params', {});
  const parsed = isJsonObject(value) ? parseMessage(value) : undefined;
  if (parsed?.kind !== 'request' || parsed.method !== 'tools/call') return undefined;
  try {
    const made = parseCall(parsed.id, parsed.method, parsed.params, isPlain ? text : undefined, '1');
    if (made === undefined || !isAllowed({ params: made.params }, policy)) return undefined;
    return made.text === undefined
      ? writeJson({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: made.params })
      : writeRequest(1, 'tools/call', made.text);
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}

function isAllowed({ params }: JsonObject, policy: CompiledPolicy): boolean {
  if (params === undefined || !isJsonObject(params) || member(params, 'name') !== 'read') return false;
  const given = member(params, 'arguments') ?? {};
  if (!isJsonObject(given)) return false;
  return decide({ server: 's', tool: 'read', arguments: given }, tools.get('read'), policy).decision === 'allow';
}

/** The message as a case-insensitive server reads it, where the last duplicate wins. */
function withoutCase(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutCase);
  if (typeof value !== 'object' || value === null) return value;
  const known = [...FIELDS, 'params', 'name', 'arguments'];
  const entries = Object.entries(value).map(([key, item]) => {
    const folded = key.normalize('NFKC').toUpperCase().toLowerCase();
    return [known.includes(folded) ? folded : key, withoutCase(item)] as const;
  });
  return Object.fromEntries(entries);
}
