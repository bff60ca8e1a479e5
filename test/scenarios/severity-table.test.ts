import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Change, DriftSeverity } from '@toolmark/core';
import { DRIFT_SEVERITIES, SEVERITY_TABLE } from '@toolmark/core/lock';
import { describe, expect, test } from 'vitest';
import { runToolmark } from '../run-toolmark.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const SERVER = path.join(import.meta.dirname, 'servers/from-file.js');

const TOOL = {
  name: 'get_forecast',
  description: 'Gets the weather forecast of a city.',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string', description: 'Name of the city.' }, days: { type: 'integer', minimum: 1 } },
  },
  outputSchema: { type: 'object', properties: { degrees: { type: 'number' } } },
  annotations: { readOnlyHint: true, openWorldHint: true },
};
const PROMPT = { name: 'plan', description: 'Plans a weekend in the mountains.', arguments: [{ name: 'city' }] };
const BASE = { instructions: 'Shows the weather of all European cities.', tools: [TOOL], prompts: [PROMPT] };

type Server = Readonly<Record<string, unknown>>;

function withTool(change: object): Server {
  return { ...BASE, tools: [{ ...TOOL, ...change }] };
}

function withPrompt(change: object): Server {
  return { ...BASE, prompts: [{ ...PROMPT, ...change }] };
}

function withInput(change: object): Server {
  return withTool({ inputSchema: { ...TOOL.inputSchema, ...change } });
}

function withDays(change: object): Server {
  return withInput({ properties: { ...TOOL.inputSchema.properties, days: change } });
}

/** For each row of the table a server before and after that moves by this row alone. */
const CASES: Readonly<Record<string, readonly [before: Server, after: Server]>> = {
  'tool.added': [BASE, { ...BASE, tools: [TOOL, { ...TOOL, name: 'list_alerts' }] }],
  'tool.removed': [{ ...BASE, tools: [TOOL, { ...TOOL, name: 'list_alerts' }] }, BASE],
  'text.typo': [withTool({ description: 'Gets the weather forceast of a city.' }), BASE],
  'text.reworded': [BASE, withTool({ description: 'Gets the weather forecast of a city, twice.' })],
  'input.changed': [BASE, withDays({ type: 'integer', minimum: 0 })],
  'input.note': [BASE, withDays({ type: 'integer', minimum: 1, default: 3 })],
  'input.rewritten': [BASE, withInput({ additionalProperties: true })],
  'input.equivalent': [BASE, withInput({ required: [] })],
  'output.changed': [BASE, withTool({ outputSchema: { type: 'object' } })],
  'output.equivalent': [BASE, withTool({ outputSchema: { ...TOOL.outputSchema, required: [] } })],
  'hint.changed': [BASE, withTool({ annotations: { readOnlyHint: true, openWorldHint: true, idempotentHint: true } })],
  'behavior.changed': [
    BASE,
    withTool({ _meta: { 'dev.toolmark/metadata': { behavior: { operations: ['read'], read_only: true } } } }),
  ],
  'meta.ui': [BASE, withTool({ _meta: { ui: { resourceUri: 'ui://other' } } })],
  'meta.changed': [BASE, withTool({ _meta: { 'example.org/team': 'weather' } })],
  'member.changed': [BASE, withTool({ execution: { taskSupport: 'required' } })],
  'member.equivalent': [withTool({ annotations: undefined }), withTool({ annotations: {} })],
  'risk.changed': [withTool({ riskLevel: 'low' }), withTool({ riskLevel: 'high' })],
  'instructions.typo': [{ ...BASE, instructions: 'Shows the weahter of all European cities.' }, BASE],
  'instructions.reworded': [BASE, { ...BASE, instructions: 'Shows the weather of all African cities.' }],
  'listed.added': [BASE, { ...BASE, prompts: [PROMPT, { name: 'pack' }] }],
  'listed.removed': [{ ...BASE, prompts: [PROMPT, { name: 'pack' }] }, BASE],
  'listed.typo': [withPrompt({ description: 'Plans a weekend in the mountians.' }), BASE],
  'listed.changed': [BASE, withPrompt({ description: 'Plans a year in the mountains.' })],
  'listed.equivalent': [withPrompt({ title: null }), BASE],
  'listed.ui': [BASE, withPrompt({ _meta: { ui: { csp: { connectDomains: ['https://evil.example'] } } } })],
  'listed.meta': [BASE, withPrompt({ _meta: { 'example.org/team': 'weather' } })],
};

describe('every row of the severity table, through the command line', () => {
  // Rows of packages and updates need a registry, an address or a signature: unit tests and their own scenarios reach them.
  const ROWS = SEVERITY_TABLE.filter(({ id }) => !/^(?:package|dependency|update)\./.test(id));
  const scratch = temporaryFolder();

  test('there is a case for every row', () => {
    expect(Object.keys(CASES).sort()).toEqual(ROWS.map(row => row.id).sort());
  });

  for (const row of ROWS) {
    for (const column of ['toolmark', 'seed'] as const) {
      test.concurrent(`${row.id} is ${row[column]} in the column ${column}, at every limit`, async () => {
        const [before = {}, after = {}] = CASES[row.id] ?? [];
        const lockfile = path.join(scratch, `${row.id}-${column}.lock.json`);
        const server = (name: string, content: Server): string[] => {
          const file = path.join(scratch, `${row.id}-${column}-${name}.json`);
          writeFileSync(file, JSON.stringify(content));
          return ['--', process.execPath, SERVER, file];
        };
        expect(
          (await runToolmark(['lock', '--lockfile', lockfile, ...server('before', before)], { cwd: scratch })).exit,
        ).toBe(0);
        for (const limit of DRIFT_SEVERITIES) {
          const options = ['--lockfile', lockfile, '--severities', column, '--fail-on', limit, '--format', 'json'];
          const { exit, stdout } = await runToolmark(['check', ...options, ...server('after', after)], {
            cwd: scratch,
          });
          expect(rowsIn(stdout), stdout).toEqual([[row.id, row[column]]]);
          expect(exit, `--fail-on ${limit}`).toBe(fails(row[column], limit) ? 1 : 0);
        }
      });
    }
  }
});

function fails(severity: DriftSeverity, limit: DriftSeverity): boolean {
  const grave = { critical: ['critical'], info: ['critical', 'info'], safe: ['critical', 'info', 'safe'] };
  return grave[limit].includes(severity);
}

function rowsIn(stdout: string): [string, string][] {
  const changes: Change[] = JSON.parse(stdout).servers[0].drift;
  return changes.map(({ row, severity }) => [row, severity]);
}
