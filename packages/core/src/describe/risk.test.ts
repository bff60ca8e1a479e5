import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyTool } from '../../../../test/arbitrary-tool.ts';
import { isJsonObject, type Json, type JsonObject, pointerKeys } from '../base/index.ts';
import { FLAGS } from './hints.ts';
import { METADATA_KEY } from './metadata.ts';
import { assessRisk } from './risk.ts';
import { OPERATIONS, type RiskLevel, riskRank } from './vocabulary.ts';

const withParameters = (properties: JsonObject): JsonObject => ({
  name: 'a',
  inputSchema: { type: 'object', properties },
});
const withBehavior = (behavior: Json): JsonObject => ({ name: 'a', _meta: { [METADATA_KEY]: { behavior } } });
const nested = (levels: number, schema: JsonObject): JsonObject =>
  levels === 0 ? schema : { allOf: [nested(levels - 1, schema)] };

test.each<[RiskLevel, JsonObject]>([
  // What hides or malforms does not lower.
  ['critical', { name: 'run_shell', inputSchema: {}, tool: { name: 'harmless' } }],
  ['critical', { name: 'a', inputSchema: nested(60, { properties: { command: {} } }) }],
  ['critical', { name: 'a', inputSchema: { $defs: { title: { properties: { command: {} } } } } }],
  ['critical', { ...withParameters({ cmd: {} }), annotations: { readOnlyHint: true, destructiveHint: false } }],
  ['critical', { ...withParameters({ cmd: {} }), ...withBehavior({ operations: ['read'], read_only: true }) }],
  ['critical', { name: 'exec', annotations: 'none', inputSchema: 7, _meta: [] }],
  ['high', withBehavior({ operations: ['constructor'] })],
  ['high', withBehavior({ operations: [{ toString: 1 }] })],
  ['high', { ...withBehavior({ destructive: false }), annotations: { destructiveHint: true } }],
  ['low', withBehavior({ operations: 'delete' })],
  ['low', withBehavior('delete')],
  ['low', {}],
  ['low', { name: 7, description: null, inputSchema: [] }],
  ['low', { name: '__proto__', inputSchema: { properties: { constructor: {} } } }],
  // Whole words only.
  ['low', { name: 'format_text', description: 'Formats permission terms at an offset, evaluates, prunes.' }],
  ['low', { name: 'permission_list' }],
  ['low', { name: 'get_offset' }],
  ['low', { name: 'evaluate_expression' }],
  ['low', { name: 'list_terms' }],
  ['low', { name: 'prune_tree' }],
  ['low', withParameters({ format: {}, permission: {}, offset: {}, evaluate: {}, terms: {}, prune: {} })],
  // Names.
  ['critical', { name: 'runShellCommand' }],
  ['critical', { name: 'run-shell-command' }],
  ['critical', { name: 'RUN_SHELL_COMMAND' }],
  ['critical', { name: 'terminal.open' }],
  ['high', { name: 'delete_item' }],
  ['high', { name: 'deleteItem' }],
  ['high', { name: 'item-delete' }],
  ['high', { name: 'execute_query' }],
  ['medium', { name: 'send_mail' }],
  ['low', { name: 'get_forecast' }],
  // Prose is worth less than names.
  ['high', { name: 'a', description: 'Passes the text to a shell.' }],
  ['high', { name: 'a', title: 'Sudo helper' }],
  ['medium', { name: 'a', description: 'Deletes the item.' }],
  ['low', { name: 'a', description: 'Lists commands and scripts.' }],
  // Parameters and choices, at any depth.
  ['critical', withParameters({ command: {} })],
  ['critical', withParameters({ shellCommand: {} })],
  ['critical', withParameters({ step: { properties: { 'shell-cmd': {} } } })],
  ['critical', withParameters({ steps: { items: { anyOf: [{ properties: { bash: {} } }] } } })],
  ['critical', withParameters({ action: { enum: ['list', 'exec'] } })],
  ['high', withParameters({ action: { enum: ['list', 'delete'] } })],
  ['high', withParameters({ sql: {} })],
  ['high', withParameters({ Code: {} })],
  ['low', withParameters({ country_code: {} })],
  ['medium', withParameters({ filePath: {} })],
  ['low', withParameters({ a: { default: { command: 1 }, description: 'the command' } })],
  // Declarations.
  ['high', { name: 'a', annotations: { destructiveHint: true } }],
  ['high', { name: 'a', annotations: { destructiveHint: true, readOnlyHint: true } }],
  ['medium', { name: 'a', annotations: { readOnlyHint: false } }],
  ['low', { name: 'a', annotations: { readOnlyHint: true } }],
  ['high', withBehavior({ operations: ['delete'] })],
  ['high', withBehavior({ operations: ['opaque'] })],
  ['medium', withBehavior({ operations: ['read', 'update'] })],
  ['low', withBehavior({ operations: ['read'] })],
  ['high', { name: 'a', _meta: { arcade: { metadata: { behavior: { operations: ['delete'] } } } } }],
  // Documents.
  ['critical', { tool: { name: 'a', capabilities: [7, 'execute_command'] } }],
  ['high', { tool: { name: 'a', capabilities: ['database_access'] } }],
  ['low', { tool: { name: 'a', capabilities: ['constructor', 'read_file'] } }],
  ['critical', { tool: { name: 'a', parameters: { properties: { command: {} } } } }],
  ['high', { tool: { name: 'a', metadata: { behavior: { destructive: true, read_only: null } } } }],
])('%s: %j', (level, tool) => {
  const assessed = assessRisk(tool);
  expect(assessed.level).toBe(level);
  for (const { pointer } of assessed.reasons) expect(exists(tool, pointer), pointer).toBe(true);
});

describe('for any tool', () => {
  const anyRiskyTool = fc
    .tuple(
      anyTool,
      fc.constantFrom('list', 'deleteItem', 'run_shell', 'send-mail'),
      fc.constantFrom('', 'Deletes.', 'Uses sudo.', 'Reads.'),
      fc.dictionary(fc.constantFrom('path', 'sql', 'city', '__proto__'), fc.constant({ enum: ['drop', 'x'] })),
      fc.array(fc.constantFrom(...OPERATIONS, 'fly', 7)),
    )
    .map(([tool, name, description, properties, operations]): JsonObject => {
      const meta = { ...tool._meta, arcade: { metadata: { behavior: { operations } } } };
      return { ...tool, name, description, inputSchema: { properties }, _meta: meta };
    });

  test('every reason points at a place in the tool', () => {
    fc.assert(
      fc.property(anyRiskyTool, tool => {
        for (const { pointer } of assessRisk(tool).reasons) expect(exists(tool, pointer), pointer).toBe(true);
      }),
    );
  });

  test('the level is that of its gravest reason', () => {
    fc.assert(
      fc.property(anyRiskyTool, tool => {
        const { level, reasons } = assessRisk(tool);
        expect(riskRank(level)).toBe(Math.max(0, ...reasons.map(reason => riskRank(reason.level))));
      }),
    );
  });

  test('a new command parameter raises any level below critical', () => {
    fc.assert(
      fc.property(anyRiskyTool, tool => {
        const { properties } = tool.inputSchema as { properties: JsonObject };
        const added = { ...tool, inputSchema: { properties: { ...properties, command: { type: 'string' } } } };
        const [before, after] = [assessRisk(tool).level, assessRisk(added).level];
        expect(after).toBe('critical');
        if (!String(tool.name).includes('shell')) expect(riskRank(before)).toBeLessThan(riskRank(after));
      }),
    );
  });

  test('no declared flag lowers the level', () => {
    const anyFlags = fc.record(Object.fromEntries(FLAGS.map(({ hint }) => [hint, fc.boolean()])), { requiredKeys: [] });
    fc.assert(
      fc.property(anyRiskyTool, anyFlags, (tool, hints) => {
        const annotations: JsonObject = isJsonObject(tool.annotations) ? tool.annotations : {};
        const declared: JsonObject = { ...tool, annotations: { ...(hints as JsonObject), ...annotations } };
        expect(riskRank(assessRisk(declared).level)).toBeGreaterThanOrEqual(riskRank(assessRisk(tool).level));
      }),
    );
  });

  test('metadata does not override a hint', () => {
    const tool = { name: 'a', annotations: { destructiveHint: true } };
    for (const read_only of [true, false, null]) {
      const claimed = { ...tool, ...withBehavior({ destructive: false, read_only, operations: [] }) };
      expect(assessRisk(claimed).level).toBe('high');
    }
  });
});

test('a hostile parameter name is shown inert', () => {
  const messages = assessRisk(withParameters({ '\u001b[2J_code': {}, code: {} })).reasons.map(reason => reason.message);
  expect(messages.join()).not.toContain('\u001b');
});

function exists(value: Json, pointer: string): boolean {
  let at: Json | undefined = value;
  for (const key of pointerKeys(pointer)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return false;
    at = (at as JsonObject)[key];
  }
  return true;
}
