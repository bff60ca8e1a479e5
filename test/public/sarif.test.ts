import { readFileSync } from 'node:fs';
import path from 'node:path';
import { drift, formatLock, pin, type Snapshot, validate } from '@toolmark/core';
import { Ajv, type AnySchemaObject } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { driftSarif } from '../../packages/cli/src/render/drift-sarif.ts';
import { type PlacedFinding, toSarif } from '../../packages/cli/src/render/sarif.ts';
import { describeShared } from '../shared.ts';

describeShared('SARIF reports', 'vectors/public/sarif', root => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('uri-reference', /^[^\s\\^`{|}<>"]*$/);
  // The schema declares draft-04, which ajv no longer knows; it uses nothing that draft-07 reads otherwise.
  const {
    $schema: _,
    id: __,
    ...schema
  } = JSON.parse(readFileSync(path.join(root, 'sarif-schema-2.1.0.json'), 'utf8')) as AnySchemaObject;
  const isSarif = ajv.compile(schema);

  test.each([
    ['no findings', '{"name":"a","description":"Gives back.","inputSchema":{"type":"object"}}'],
    [
      'findings of every family',
      '{"schema_version":"1.1","tool":{"name":"a b","parameters":{"type":"object","required":["x"]},"metadata":{"behavior":{"operations":["delete"],"read_only":true}},"security":{"risk_level":"high","sandboxing_required":false}}}',
    ],
    ['text that is not JSON', '{"a":1,"a":2}'],
    ['hostile names', '{"tools":[{"name":"\\u001b[2J","inputSchema":{"type":"object"}}]}'],
  ])('%s: the report fits the published schema', (_, text) => {
    const findings = validate(Buffer.from(text), { now: new Date(0) }).findings;
    const placed = findings.map(
      (finding): PlacedFinding => ({
        file: 'a folder/ü%.json',
        finding: { ...finding, waived: { reason: 'known', expires: '2027-01-01' } },
        position: { offset: 0, line: 1, column: 1 },
      }),
    );
    for (const found of [placed, findings.map(finding => ({ file: '-', finding, position: undefined }))]) {
      expect(isSarif(toSarif(found, '0.1.0')), JSON.stringify(isSarif.errors)).toBe(true);
    }
  });

  test('a source that could not be read makes a run that failed, not an empty one', () => {
    const report = toSarif([], '0.1.0', [], [{ server: 'a\u001b', code: 'json.syntax', message: 'Mend\u001b it.' }]);
    expect(isSarif(report), JSON.stringify(isSarif.errors)).toBe(true);
    expect(report).toMatchObject({
      runs: [
        {
          invocations: [
            { executionSuccessful: false, toolExecutionNotifications: [{ descriptor: { id: 'json.syntax' } }] },
          ],
        },
      ],
    });
    expect(JSON.stringify(report)).not.toContain('\\u001b');
  });

  test('drift conforms too, and points at the line of the lock it differs from', () => {
    const show = (description: string, ...more: string[]): Snapshot => ({
      tools: ['a`b\u001b', ...more].map(name => ({ name, description, inputSchema: { type: 'object' } })),
      prompts: [],
      resources: [],
      templates: [],
    });
    const locked = pin(show('Honest.'));
    const servers = new Map([['weather', locked]]);
    const error = { code: 'server.timeout', message: 'It did not answer.' };
    const report = driftSarif(
      {
        outcome: 'drift',
        failOn: 'critical',
        servers: [
          { server: 'weather', status: 'drift', drift: drift(locked, show('Poison.', 'new')) },
          { server: 'broken', status: 'unchecked', drift: [], error },
        ],
        notAsked: [],
      },
      'toolmark.lock.json',
      Buffer.from(formatLock({ lockfileVersion: 1, servers })),
    );
    expect(isSarif(report), JSON.stringify(isSarif.errors)).toBe(true);
    const [{ results }] = (report as { runs: [{ results: { ruleId: string; locations: object[] }[] }] }).runs;
    expect(results.map(({ ruleId }) => ruleId)).toEqual(['drift.tool.added', 'drift.text.reworded', 'server.timeout']);
    expect(JSON.stringify(results[1])).toContain('"startLine":13');
  });
});
